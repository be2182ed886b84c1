//! What the searches save: positions evaluated and time, with and without the saving.

use std::time::{Duration, Instant};

use serde::Serialize;
use serpentine_core::{Board, Game, Rules, Size};
use serpentine_players::Player;

use super::build;

/// One saving, over the same positions.
#[derive(Serialize)]
pub(super) struct Saving {
    /// The search that saves.
    pub(super) player: &'static str,
    /// The same without.
    pub(super) plain: &'static str,
    pub(super) positions: usize,
    /// Positions evaluated by the search that saves.
    pub(super) nodes: u64,
    pub(super) plain_nodes: u64,
    /// Share of the evaluations saved.
    pub(super) nodes_saved: f64,
    /// Plain time over time, medians over the positions.
    pub(super) speed_ratio: f64,
}

/// The searches at the depth they have on a full board, and their plain forms.
const PAIRS: [(&str, &str); 2] = [
    ("expectimax:depth=4", "expectimax:depth=4,merging=none"),
    ("minimax:d=3", "minimax:d=3,pruning=none"),
];

const POSITIONS: usize = 60;

pub(super) fn savings() -> Vec<Saving> {
    let positions = positions();
    PAIRS
        .map(|(player, plain)| saving(player, plain, &positions))
        .into()
}

/// Crowded positions from games of the chain player, where searches look deepest.
fn positions() -> Vec<Board> {
    let mut chain = build("chain");
    let mut positions = Vec::new();
    for number in 0.. {
        let mut game =
            Game::new(Size::STANDARD, Rules::STANDARD, 1, number).expect("the standard rules fit");
        while !game.is_finished() {
            let board = game.board();
            if game.state().moves % 200 > 190 && board.empty_count() <= 4 {
                positions.push(*board);
                if positions.len() == POSITIONS {
                    return positions;
                }
            }
            let direction = chain.choose(board);
            game.play(direction).expect("a legal move");
        }
    }
    positions
}

fn saving(player: &'static str, plain: &'static str, positions: &[Board]) -> Saving {
    let (mut saving, mut full) = (build(player), build(plain));
    let mut ratios: Vec<f64> = positions
        .iter()
        .map(|board| {
            let time = timed(&mut *saving, board);
            timed(&mut *full, board).as_secs_f64() / time.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    let (nodes, plain_nodes) = (saving.nodes(), full.nodes());
    Saving {
        player,
        plain,
        positions: positions.len(),
        nodes,
        plain_nodes,
        nodes_saved: 1.0 - nodes as f64 / plain_nodes as f64,
        speed_ratio: ratios[ratios.len() / 2],
    }
}

fn timed(player: &mut dyn Player, board: &Board) -> Duration {
    // Nothing is left in the table from the position before.
    player.start(serpentine_core::Stream::new(0));
    let started = Instant::now();
    std::hint::black_box(player.choose(board));
    started.elapsed()
}
