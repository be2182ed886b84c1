//! The chain paper: the S chain and the sampled tree, with their tables of largest tiles.

use super::drawings::tiles_figure;
use super::published::{CHAIN_GAMES, CHAIN_TILES, TREE_GAMES, TREE_TILES};
use super::{Bench, Findings, Played, ReproduceError, Row, Verdict};
use crate::text::figure;

/// What the paper prints of a player.
struct Published {
    games: u64,
    score: f64,
    moves: f64,
    won: f64,
    tiles: &'static [(u64, f64)],
    moves_per_second: &'static str,
}

pub(super) fn reproduce_chain(bench: &mut Bench<'_>) -> Result<Findings, ReproduceError> {
    let played = bench.play("chain", "standard", 100_000, 10_000)?;
    let published = Published {
        games: CHAIN_GAMES,
        score: 24_505.0,
        moves: 1_262.5,
        won: 0.5046,
        tiles: &CHAIN_TILES,
        moves_per_second: "50,000 moves/s",
    };
    let note = "The paper gives a principle and no rules; ours weighs the links of the chain by \
                worths learned from its own games.";
    let intro = "No search. The paper says: repair the chain where it breaks, else merge at its \
                 tail. What that means in a position is left open, so only the kind of player \
                 can be reproduced, not its figures; every row that differs does so for that \
                 reason."
        .to_owned();
    let figures = vec![tiles_figure("chain-tiles", &played, published.tiles)];
    Ok((intro, rows(&played, &published, note), figures))
}

pub(super) fn reproduce_tree(bench: &mut Bench<'_>) -> Result<Findings, ReproduceError> {
    let played = bench.play("tree", "standard", 700, 16)?;
    let published = Published {
        games: TREE_GAMES,
        score: 52_734.0,
        moves: 2_514.6,
        won: 0.9390,
        tiles: &TREE_TILES,
        moves_per_second: "about 100 moves/s",
    };
    let note = "Equal neighbours keep either order in our reading.";
    let intro = "Depth 4, 64 trees per decision. For which direction equal neighbours count is \
                 not said; ours count for both."
        .to_owned();
    let figures = vec![tiles_figure("tree-tiles", &played, published.tiles)];
    Ok((intro, rows(&played, &published, note), figures))
}

fn rows(played: &Played, published: &Published, note: &str) -> Vec<Row> {
    let games = published.games;
    let mut rows = vec![
        Row::mean("mean score", published.score, games, &played.scores()),
        Row::mean("mean moves", published.moves, games, &played.moves()),
        Row::share("won", published.won, games, played.won(), played.len()),
    ];
    rows.extend(published.tiles.iter().rev().map(|&(tile, share)| {
        Row::share(
            format!("largest tile {tile}"),
            share,
            games,
            played.ended_at(tile),
            played.len(),
        )
    }));
    for row in rows
        .iter_mut()
        .filter(|row| row.verdict == Verdict::Differs)
    {
        note.clone_into(&mut row.note);
    }
    rows.push(
        Row::new(
            "speed, one thread",
            published.moves_per_second,
            format!("{} moves/s", figure(played.moves_per_second())),
            Verdict::Incomparable,
        )
        .note("Another machine."),
    );
    rows
}
