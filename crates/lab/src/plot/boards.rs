//! Figures made of boards: a game as a film strip, and where a tile sits.

use std::fmt::Write as _;

use serpentine_core::{Board, Cell, Record, Size};

use super::{Figure, Role, placeholder};
use crate::palette::Palette;
use crate::picture;
use crate::text::{per_cent, thousands};

const ACROSS: usize = 6;
const FRAME: usize = 116;
const GAP: usize = 12;
const WORDS: usize = 20;

/// A game as boards, one every so many moves, about `frames` of them and always the last.
pub fn film_strip(record: &Record, frames: usize) -> Figure {
    let boards = boards(record);
    let last = boards.len() - 1;
    let every = last.div_ceil(frames.saturating_sub(1).max(1)).max(1);
    let mut shown: Vec<usize> = (0..=last).step_by(every).collect();
    if shown.last() != Some(&last) {
        shown.push(last);
    }
    let rows = shown.len().div_ceil(ACROSS);
    let (width, height) = (
        ACROSS * (FRAME + GAP) + GAP,
        rows * (FRAME + GAP + WORDS) + GAP,
    );
    let mut svg = open(width, height);
    for (place, &moves) in shown.iter().enumerate() {
        let (x, y) = (
            GAP + place % ACROSS * (FRAME + GAP),
            GAP + place / ACROSS * (FRAME + GAP + WORDS),
        );
        let (board, score) = &boards[moves];
        nest(&mut svg, board, Palette::Original, x, y);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"12\" fill=\"{}\">{}: {}</text>",
            x + FRAME / 2,
            y + FRAME + 15,
            placeholder(Role::Muted.index()),
            thousands(moves as u64),
            thousands(*score)
        );
    }
    svg += "</svg>\n";
    Figure::new("film", "Film strip", svg).caption(format!(
        "The board every {every} moves; below each, moves and score."
    ))
}

/// Some boards side by side, each with a few words below.
pub fn gallery(name: &str, title: &str, boards: &[(String, Board)], palette: Palette) -> Figure {
    const WIDE: usize = FRAME + 3 * GAP;
    let (width, height) = (boards.len() * WIDE, FRAME + GAP + WORDS);
    let mut svg = open(width, height);
    for (place, (words, board)) in boards.iter().enumerate() {
        let x = place * WIDE + (WIDE - FRAME) / 2;
        nest(&mut svg, board, palette, x, GAP / 2);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"12\" fill=\"{}\">{words}</text>",
            x + FRAME / 2,
            FRAME + GAP / 2 + 16,
            placeholder(Role::Muted.index()),
        );
    }
    svg += "</svg>\n";
    Figure::new(name, title, svg)
}

/// Every position of a game with its score.
pub(crate) fn boards(record: &Record) -> Vec<(Board, u64)> {
    let mut game = record
        .replay()
        .expect("a record that was checked when read");
    while game.undo() {}
    let mut boards = vec![(*game.board(), game.score())];
    while game.redo() {
        boards.push((*game.board(), game.score()));
    }
    boards
}

fn open(width: usize, height: usize) -> String {
    format!(
        "<svg role=\"img\" width=\"100%\" viewBox=\"0 0 {width} {height}\" \
         xmlns=\"http://www.w3.org/2000/svg\" font-family=\"system-ui, sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        placeholder(Role::Surface.index())
    )
}

/// A board's picture in a frame of its own.
fn nest(svg: &mut String, board: &Board, palette: Palette, x: usize, y: usize) {
    let picture = picture::svg(board, palette);
    let at = format!("<svg x=\"{x}\" y=\"{y}\" ");
    let sized = picture.replacen("<svg ", &at, 1);
    // The picture names its own size; the frame's comes in its place.
    let (head, body) = sized.split_once('>').expect("a picture has a head");
    let words = head
        .split(' ')
        .filter(|word| !word.starts_with("width=") && !word.starts_with("height="));
    let head: Vec<&str> = words.collect();
    let _ = write!(
        svg,
        "{} width=\"{FRAME}\" height=\"{FRAME}\">{body}",
        head.join(" ")
    );
}

/// How often the largest tile sits where, at the end of games of one size.
pub fn heat_map(boards: &[Board]) -> Option<Figure> {
    const SIDE: usize = 84;
    let size: Size = boards.first()?.size();
    let mut counts = vec![0.0; size.cells()];
    for board in boards.iter().filter(|board| board.size() == size) {
        let largest = board.max_exponent();
        let cells: Vec<Cell> = Cell::all(size)
            .filter(|&cell| board.exponent(cell) == largest)
            .collect();
        // Two largest tiles share the game between them.
        for cell in &cells {
            counts[cell.index()] += 1.0 / cells.len() as f64;
        }
    }
    let total: f64 = counts.iter().sum();
    let most = counts.iter().copied().fold(0.0, f64::max);
    let (width, height) = (size.cols() * SIDE, size.rows() * SIDE);
    let mut svg = open(width, height);
    for cell in Cell::all(size) {
        let share = counts[cell.index()] / total;
        let depth = counts[cell.index()] / most;
        let (x, y) = (cell.col(size) * SIDE, cell.row(size) * SIDE);
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"{}\" fill-opacity=\"{depth:.3}\" stroke=\"{}\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"17\" fill=\"{}\">{}</text>",
            x + 3,
            y + 3,
            SIDE - 6,
            SIDE - 6,
            placeholder(Role::Series(0).index()),
            placeholder(Role::Grid.index()),
            x + SIDE / 2,
            y + SIDE / 2 + 6,
            placeholder(match depth > 0.55 {
                true => Role::Surface.index(),
                false => Role::Ink.index(),
            }),
            per_cent(share)
        );
    }
    svg += "</svg>\n";
    let caption = "Share of games that end with the largest tile in each cell.";
    Some(Figure::new("heat", "Where the largest tile sits", svg).caption(caption))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serpentine_core::{Direction, Game, Rules};

    #[test]
    fn strips_begin_with_the_first_board_and_end_with_the_last() {
        let mut game = Game::new(Size::STANDARD, Rules::STANDARD, 3, 0).unwrap();
        for direction in Direction::ALL.into_iter().cycle().take(100) {
            let _ = game.play(direction);
        }
        let record = game.record();
        let strip = film_strip(&record, 12).svg();
        let count = strip.matches("<svg ").count() - 1;
        assert!((11..=13).contains(&count), "{count}");
        let last = format!(">{}: {}<", game.state().moves, game.score());
        assert!(strip.contains(">0: 0<") && strip.contains(&last));
    }

    #[test]
    fn heat_maps_count_each_game_once() {
        let boards = ["8 2/. 4", "8 2/8 4"].map(|text| text.parse().unwrap());
        let map = heat_map(&boards).unwrap().svg();
        assert!(
            map.contains(">75.0 %<") && map.contains(">25.0 %<"),
            "{map}"
        );
        assert!(heat_map(&[]).is_none());
    }
}
