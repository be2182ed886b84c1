//! The pictures of the game in the documentation, drawn from the real screen.
//!
//! The test checks that they are up to date; `cargo xtask pictures` redraws them.

use std::fmt::Write as _;
use std::path::Path;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use serpentine_core::{Direction, Game, Rules, Size, Stream};

use super::app::{App, Input};
use super::best::BestScores;
use super::draw::draw;
use crate::colour::Depth;

const CELL_WIDTH: usize = 9;
const CELL_HEIGHT: usize = 18;

/// The screen as an SVG picture: a rectangle for each run of background, text above.
fn svg(buffer: &Buffer) -> String {
    let area = buffer.area;
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#faf8ef\"/>\n",
        width * CELL_WIDTH,
        height * CELL_HEIGHT
    );
    for y in 0..height {
        let row = &buffer.content()[y * width..][..width];
        let mut x = 0;
        for run in row.chunk_by(|a, b| a.bg == b.bg) {
            if let Some(fill) = hex(run[0].bg) {
                let (left, top) = (x * CELL_WIDTH, y * CELL_HEIGHT);
                let run_width = run.len() * CELL_WIDTH;
                writeln!(
                    svg,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{run_width}\" height=\"{CELL_HEIGHT}\" fill=\"{fill}\"/>"
                )
                .expect("writing to a string");
            }
            x += run.len();
        }
        for (x, cell) in row
            .iter()
            .enumerate()
            .filter(|(_, cell)| cell.symbol() != " ")
        {
            let fill = hex(cell.fg).unwrap_or_else(|| "#776e65".to_owned());
            let weight = if cell.modifier.contains(Modifier::BOLD) {
                " font-weight=\"bold\""
            } else {
                ""
            };
            let line = if cell.modifier.contains(Modifier::UNDERLINED) {
                " text-decoration=\"underline\""
            } else {
                ""
            };
            let (left, base) = (x * CELL_WIDTH, y * CELL_HEIGHT + 14);
            let symbol = cell.symbol().replace('&', "&amp;").replace('<', "&lt;");
            writeln!(
                svg,
                "<text x=\"{left}\" y=\"{base}\" fill=\"{fill}\"{weight}{line}>{symbol}</text>"
            )
            .expect("writing to a string");
        }
    }
    svg + "</svg>\n"
}

fn hex(color: Color) -> Option<String> {
    match color {
        Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
        _ => None,
    }
}

fn check(name: &str, app: &App) {
    let mut terminal = Terminal::new(TestBackend::new(60, 24)).unwrap();
    terminal
        .draw(|frame| draw(frame, app, Depth::True))
        .unwrap();
    let drawn = svg(terminal.backend().buffer());
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/pictures")
        .join(name);
    if std::env::var_os("SERPENTINE_DRAW_PICTURES").is_some() {
        crate::files::write_atomically(&path, drawn.as_bytes()).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == drawn,
        "{name} is out of date: run cargo xtask pictures"
    );
}

#[test]
fn pictures_are_up_to_date() {
    const SEED: u64 = 3;
    // A game that looks like a person's: down and left, else right, else up.
    let mut game = Game::new(Size::STANDARD, Rules::STANDARD, SEED, 0).unwrap();
    let mut player = Stream::for_player(SEED, 0, 0);
    let mut moved = |game: &mut Game| {
        let first = if player.below(2) == 0 {
            Direction::Down
        } else {
            Direction::Left
        };
        let order = [
            first,
            Direction::Left,
            Direction::Down,
            Direction::Right,
            Direction::Up,
        ];
        order.iter().any(|&direction| game.play(direction).is_ok())
    };
    while moved(&mut game) {}
    let mut midway = game.clone();
    for _ in 0..game.state().moves / 3 {
        midway.undo();
    }
    check("play.svg", &App::new(midway, BestScores::unkept()));
    check("game-over.svg", &App::new(game, BestScores::unkept()));
    let board = "exp:10 10 9 7/5 6 7 8/4 3 2 1/0 0 1 0".parse().unwrap();
    let mut won = App::new(
        Game::from_board(board, Rules::STANDARD, 8, 0),
        BestScores::unkept(),
    );
    won.handle(Input::Move(Direction::Left), || 0);
    check("won.svg", &won);
}
