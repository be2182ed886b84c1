//! What the documents prove, against exact search on small boards.

use std::collections::HashSet;

use serpentine_core::{Board, Probability, Rules, Size, Stream, enumerate, theory};

use super::published::POINTS_AT_TILE;
use super::{Findings, Row, Verdict};
use crate::palette::Palette;
use crate::plot::{Axis, Figure, Lines, Mark, Role, Series, gallery};
use crate::text::{figure, thousands};

pub(super) fn reproduce() -> Findings {
    let mut rows = largest_tiles();
    rows.extend(least_moves());
    rows.extend(final_boards());
    rows.extend(points());
    let intro = "Small boards are searched whole: every position that any player and any luck can \
                 reach. What holds there is what the general statements say of so many cells."
        .to_owned();
    (intro, rows, vec![final_figure(), moves_figure()])
}

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).expect("a size of ours")
}

fn rules(text: &str) -> Rules {
    text.parse().expect("rules of ours")
}

/// Every position at the player's turn, one per class of symmetry, by number of moves.
struct Search {
    rules: Rules,
    seen: HashSet<Board>,
    now: Vec<Board>,
}

impl Search {
    fn new(size: Size, rules: Rules) -> Self {
        let mut search = Self {
            rules,
            seen: HashSet::new(),
            now: Vec::new(),
        };
        search.now = search.unseen(&enumerate::starts(size, &rules));
        search
    }

    fn unseen(&mut self, boards: &[Board]) -> Vec<Board> {
        let boards = boards.iter().map(Board::canonical);
        boards.filter(|board| self.seen.insert(*board)).collect()
    }

    /// The positions one move further that were not reached sooner.
    fn advance(&mut self) {
        let mut next = Vec::new();
        for board in &self.now {
            for direction in board.legal().iter() {
                let after = board.play(direction).expect("a legal move").after;
                let spawns = self.rules.spawns(&after, direction);
                next.extend(spawns.map(|spawn| after.place(spawn.spawn)));
            }
        }
        self.now = self.unseen(&next);
    }

    /// The whole game: the largest exponent ever, and every position with it.
    fn largest(mut self) -> (u8, Vec<Board>) {
        while !self.now.is_empty() {
            self.advance();
        }
        let most = self.seen.iter().map(Board::max_exponent).max();
        let most = most.expect("a game has positions");
        let boards = self.seen.into_iter();
        let boards = boards.filter(|board| board.max_exponent() == most);
        (most, boards.collect())
    }

    /// Fewest moves to a tile with this exponent.
    fn least_moves(mut self, exponent: u8) -> Option<u64> {
        for moves in 0.. {
            if self.now.is_empty() {
                return None;
            }
            if self.now.iter().any(|b| b.max_exponent() >= exponent) {
                return Some(moves);
            }
            self.advance();
        }
        None
    }
}

/// 2^(N²+1) with 4s, 2^(N²) with 2s alone; k cells for 2^k, k-1 with 4s alone.
fn largest_tiles() -> Vec<Row> {
    let mut rows = Vec::new();
    let whole = [size(2, 2), size(2, 3)];
    for (what, text, extra) in [
        ("largest tile", "standard", 1),
        ("largest tile if only 2s appear", "standard:p4=0", 0),
        ("largest tile if only 4s appear", "standard:p4=1", 1),
    ] {
        for size in whole {
            let published = 1u64 << (size.cells() + extra);
            let found = 1u64 << Search::new(size, rules(text)).largest().0;
            rows.push(
                Row::new(
                    format!("{what}, {size}"),
                    thousands(published),
                    format!("{} (exact)", thousands(found)),
                    Verdict::of(published == found),
                )
                .note(match text {
                    "standard" => "",
                    "standard:p4=0" => "So 2^k needs k cells if only 2s appear.",
                    _ => "So 2^k needs k-1 cells if only 4s appear.",
                }),
            );
        }
    }
    let largest = theory::final_board(Size::STANDARD, 2).max_tile();
    rows.push(
        Row::new(
            "largest tile, 4x4",
            "131,072",
            thousands(largest),
            Verdict::of(largest == 131_072),
        )
        .note(
            "By the same argument for 16 cells; games from the board before the last step are \
             played on in the tests.",
        ),
    );
    rows
}

/// Theorem 5.1.1 of the static-evaluation paper.
fn least_moves() -> Vec<Row> {
    let mut rows = Vec::new();
    for (what, text) in [("only 2s", "standard:p4=0"), ("only 4s", "standard:p4=1")] {
        let shift = if text.ends_with('0') { 1 } else { 2 };
        let tiles = 3..=6u32;
        let bounds: Vec<u64> = tiles.clone().map(|k| (1 << (k - shift)) - 1).collect();
        let found: Vec<u64> = tiles
            .clone()
            .filter_map(|k| Search::new(size(3, 3), rules(text)).least_moves(k as u8))
            .collect();
        let list = |moves: &[u64]| {
            let moves: Vec<String> = moves.iter().map(u64::to_string).collect();
            moves.join(", ")
        };
        let holds = found
            .iter()
            .zip(&bounds)
            .all(|(found, bound)| found >= bound);
        rows.push(
            Row::new(
                format!("moves to 8, 16, 32, 64 if {what} appear"),
                format!("at least {}", list(&bounds)),
                format!("{} (exact, 3x3)", list(&found)),
                Verdict::of(holds && found.len() == bounds.len()),
            )
            .note(match found == bounds {
                true => "The bound is met.",
                false => "The bound holds and is not met: the last merges need moves of their own.",
            }),
        );
    }
    let exact: Vec<u64> = (3..=6)
        .filter_map(|k| Search::new(size(3, 3), Rules::STANDARD).least_moves(k))
        .collect();
    let formula: Vec<u64> = (3..=6).map(theory::least_moves).collect();
    let verdict = match exact == formula {
        true => Verdict::Incomparable,
        false => Verdict::Differs,
    };
    rows.push(
        Row::new(
            "moves to 8, 16, 32, 64, any tiles",
            "not stated",
            format!("{exact:?} (exact, 3x3)").replace(['[', ']'], ""),
            verdict,
        )
        .note("2^(k-2)+k-4 from two start tiles, which is stronger than the paper's bounds."),
    );
    rows
}

/// The S chains: reached, without a move left, and no final board is fuller.
fn final_boards() -> Vec<Row> {
    let mut rows = Vec::new();
    for (what, text, first) in [("only 2s", "standard:p4=0", 1), ("a 4 last", "standard", 2)] {
        for size in [size(2, 2), size(2, 3)] {
            let (_, boards) = Search::new(size, rules(text)).largest();
            let fullest = boards.iter().map(Board::tile_sum).max();
            let chain = theory::final_board(size, first);
            let is_reached = boards.contains(&chain.canonical());
            rows.push(
                Row::new(
                    format!("final board, {what}, {size}"),
                    format!("the S chain {chain}"),
                    match is_reached {
                        true => "reached (exact)",
                        false => "not reached (exact)",
                    },
                    Verdict::of(
                        is_reached && chain.is_terminal() && fullest == Some(chain.tile_sum()),
                    ),
                )
                .note(format!(
                    "No final board has a larger sum than its {}; other orders of the same tiles \
                     occur too.",
                    chain.tile_sum()
                )),
            );
        }
    }
    rows
}

/// The documents' final boards, for even and odd sides.
fn final_figure() -> Figure {
    let board = |side, first| theory::final_board(size(side, side), first);
    let boards = [
        ("4x4, only 2s", board(4, 1)),
        ("4x4, a 4 last", board(4, 2)),
        ("3x3, only 2s", board(3, 1)),
        ("3x3, a 4 last", board(3, 2)),
    ];
    let boards = boards.map(|(words, board)| (words.to_owned(), board));
    gallery("theory-final", "Final boards", &boards, Palette::Original)
        .caption("Even sides end bottom left, odd ones bottom right.")
}

/// The paper's bounds on the moves to a tile, and what is exact.
fn moves_figure() -> Figure {
    let tiles = 3..=11u32;
    let line = |name, role, mark, moves: &dyn Fn(u32) -> u64| {
        let points = tiles.clone().enumerate();
        let points = points.map(|(x, k)| (x as f64, moves(k) as f64));
        Series::new(name, role, mark).through(points)
    };
    Lines {
        x: Axis::names("tile", tiles.clone().map(|k| (1u32 << k).to_string())),
        y: Axis::powers("moves"),
        series: vec![
            line("paper, only 2s", Role::Published, Mark::Dashes, &|k| {
                (1 << (k - 1)) - 1
            }),
            line("paper, only 4s", Role::Series(1), Mark::Dashes, &|k| {
                (1 << (k - 2)) - 1
            }),
            line(
                "exact, any tiles",
                Role::Series(0),
                Mark::Line,
                &theory::least_moves,
            ),
        ],
    }
    .figure("theory-moves", "Fewest moves to a tile")
    .caption("From two start tiles with the best of luck.")
}

/// The chain paper's table of points, and what it leaves out.
fn points() -> Vec<Row> {
    let four: Probability = "0.1".parse().expect("a probability");
    let formulas_hold = POINTS_AT_TILE.iter().all(|&(k, twos, fours, weighted)| {
        theory::points_from_twos(k) == twos
            && theory::points_from_fours(k) == fours
            && (theory::points_weighted(k, four) - weighted).abs() < 0.01
    });
    let sampled = sampled_points(11, 20_000);
    vec![
        Row::new(
            "points at the first 4 to 131072: only 2s, only 4s, nine to one",
            "16 rows of 3",
            "all from (k-1)·2^k and (k-2)·2^k",
            Verdict::of(formulas_hold),
        ),
        Row::new(
            "mean points in a 2048 with 4s at 10 %",
            "20,275.2",
            format!(
                "{} exact, {} drawn",
                figure(theory::mean_points(11, four)),
                figure(sampled)
            ),
            Verdict::of((theory::mean_points(11, four) - 20_275.2).abs() < 1.0),
        )
        .note(
            "The paper weights by the chance of a 4; but a 4 is worth two 2s, so 4s make up \
             2p/(1+p) of a tile, not p.",
        ),
    ]
}

/// Mean points inside a tile built from tiles drawn nine to one, without a board: the sum
/// needed is filled with 2s and 4s as they come.
fn sampled_points(exponent: u32, times: u32) -> f64 {
    let mut stream = Stream::new(11);
    let mut total = 0u64;
    for _ in 0..times {
        let (mut sum, mut fours) = (0u64, 0u64);
        // Several tiles' worth, so that the end does not matter.
        let target = 8u64 << exponent;
        while sum < target {
            let is_four = stream.below(10) == 0;
            sum += 2 + 2 * u64::from(is_four);
            fours += u64::from(is_four);
        }
        total += 8 * theory::points_from_twos(exponent) - 4 * fours;
    }
    total as f64 / f64::from(times) / 8.0
}
