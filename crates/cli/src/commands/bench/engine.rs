//! How fast the engine decides, next to expectimax that follows every branch by itself.

use std::hint::black_box;
use std::time::Instant;

use anyhow::Result;
use serde::Serialize;
use serpentine_core::{Board, Game, Rules, Size, Stream};
use serpentine_lab::statistics::quantile;
use serpentine_players::Player;

use super::build;
use crate::output::{Output, table, thousands};

/// The same search, by the engine and plain.
struct Pair {
    what: &'static str,
    player: &'static str,
    plain: &'static str,
    /// Positions that both search, so that a round takes a second at most.
    positions: usize,
}

/// A depth of two is a tile and a move after the root's move: two moves ahead.
const PAIRS: [Pair; 3] = [
    Pair {
        what: "network, 2 moves ahead",
        player: "serpentine:depth=2",
        plain: "expectimax:depth=2,eval=model,merging=none",
        positions: 1600,
    },
    Pair {
        what: "network, 3 moves ahead",
        player: "serpentine:depth=3",
        plain: "expectimax:depth=4,eval=model,merging=none",
        positions: 160,
    },
    Pair {
        what: "hand, 4 moves ahead",
        player: "serpentine:depth=4,eval=hand",
        plain: "expectimax:depth=6,eval=hand,merging=none",
        positions: 32,
    },
];

/// Rounds of each side, in turn.
const ROUNDS: usize = 5;

/// Positions come in stretches of a game, as players meet them, from all parts of it.
const STRETCHES: usize = 16;

#[derive(Serialize)]
pub(super) struct Speed {
    search: &'static str,
    player: &'static str,
    plain: &'static str,
    positions: usize,
    /// Share of the positions on which both make the same move.
    same_moves: f64,
    moves_per_second: f64,
    plain_moves_per_second: f64,
    ratio: f64,
    /// Positions evaluated.
    evaluations: u64,
    plain_evaluations: u64,
    evaluations_per_second: f64,
}

pub(super) fn measure() -> Vec<Speed> {
    let game = played();
    PAIRS.iter().map(|pair| pair.measure(&game)).collect()
}

/// The positions of a game, played two moves ahead.
fn played() -> Vec<Board> {
    let mut player = build(PAIRS[0].player);
    let game = Game::new(Size::STANDARD, Rules::STANDARD, 1, 0);
    let mut game = game.expect("the standard rules fit");
    let mut positions = Vec::new();
    while !game.is_finished() {
        positions.push(*game.board());
        let direction = player.choose(game.board());
        game.play(direction).expect("a legal move");
    }
    positions
}

impl Pair {
    fn measure(&self, game: &[Board]) -> Speed {
        let stretch = self.positions / STRETCHES;
        let parts = game.chunks(game.len() / STRETCHES).take(STRETCHES);
        let positions = parts.flat_map(|part| part.iter().take(stretch));
        let positions: Vec<Board> = positions.copied().collect();
        let (mut player, mut plain) = (build(self.player), build(self.plain));
        // 1. What both do, and how much of it.
        let mut evaluations = 0;
        let same = positions.iter().filter(|board| {
            let chosen = player.explain(board).chosen;
            evaluations += player.insight().map_or(0, |insight| insight.evaluations);
            chosen == plain.choose(board)
        });
        let same_moves = same.count() as f64 / positions.len() as f64;
        let plain_evaluations = plain.nodes();
        // 2. How long it takes, in turn.
        let (mut rates, mut plain_rates) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            rates.push(rate(&mut *player, &positions));
            plain_rates.push(rate(&mut *plain, &positions));
        }
        let [rate, plain_rate] = [rates, plain_rates].map(|mut rates| {
            rates.sort_by(f64::total_cmp);
            quantile(&rates, 0.5)
        });
        let count = positions.len();
        Speed {
            search: self.what,
            player: self.player,
            plain: self.plain,
            positions: count,
            same_moves,
            moves_per_second: rate,
            plain_moves_per_second: plain_rate,
            ratio: rate / plain_rate,
            evaluations,
            plain_evaluations,
            evaluations_per_second: evaluations as f64 / count as f64 * rate,
        }
    }
}

/// Decisions each second.
fn rate(player: &mut dyn Player, positions: &[Board]) -> f64 {
    // Nothing is left in tables from the round before.
    player.start(Stream::new(0));
    let begun = Instant::now();
    for board in positions {
        black_box(player.choose(board));
    }
    positions.len() as f64 / begun.elapsed().as_secs_f64()
}

pub(super) fn print(speeds: &[Speed], output: &mut Output) -> Result<()> {
    let heads = [
        "engine, one core",
        "moves/s",
        "plain",
        "times as fast",
        "evaluations/s",
    ];
    let mut rows = table(heads, &[0]);
    for speed in speeds {
        rows.add_row([
            speed.search.to_owned(),
            thousands(speed.moves_per_second as u64),
            thousands(speed.plain_moves_per_second as u64),
            format!("{:.1}", speed.ratio),
            thousands(speed.evaluations_per_second as u64),
        ]);
    }
    output.table(&rows)
}
