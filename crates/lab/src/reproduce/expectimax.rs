//! The expectimax paper: the ladder of evaluations and the probability method.

use super::drawings::{reach_figure, tiles_figure};
use super::row::tiles;
use super::{Bench, Findings, Played, ReproduceError, Row, Verdict};
use crate::statistics::{mean, wilson_ci95};
use crate::summary::{Comparison, compare};
use crate::text::{figure, per_cent};

pub(super) fn reproduce(bench: &mut Bench<'_>) -> Result<Findings, ReproduceError> {
    let mut rows = Vec::new();
    let mut rungs = Vec::new();
    for depth in ["2", "auto"] {
        let (full, quick) = match depth {
            "2" => (1_000, 100),
            _ => (400, 50),
        };
        let mut ladder = Vec::new();
        for eval in ["empty", "empty+smooth", "empty+smooth+mono"] {
            let spec = format!("expectimax:depth={depth},eval={eval}");
            ladder.push(bench.play(&spec, "standard", full, quick)?);
        }
        let reading = match depth {
            "2" => "depth 2",
            _ => "depth 2 or 4 by empties",
        };
        rows.push(mostly_row(&ladder[0], "empty", reading, 512));
        rows.push(mostly_row(&ladder[1], "empty+smooth", reading, 1024));
        rows.push(no_gain_row(&ladder[1], &ladder[2], reading));
        if depth == "2" {
            rungs = ladder;
        }
    }
    let snake = bench.play("expectimax", "standard", 1_000, 60)?;
    let sampled = bench.play("sampled", "standard", 1_000, 60)?;
    rows.extend(snake_rows(&snake));
    rows.extend(sampled_rows(&sampled, &snake));
    let names = ["empty", "empty+smooth", "empty+smooth+mono", "snake"];
    rungs.push(snake.clone());
    let ladder = reach_figure(
        "expectimax-ladder",
        "The ladder of evaluations",
        &names,
        &rungs,
    )
    .caption("The first three at depth 2, snake at depth 2 or 4.");
    let figures = vec![
        ladder,
        tiles_figure(
            "expectimax-snake",
            &snake,
            &[(2048, 0.25), (4096, 0.25), (8192, 0.1)],
        )
        .titled("snake: largest tiles"),
        tiles_figure(
            "expectimax-sampled",
            &sampled,
            &[(1024, 0.15), (2048, 0.36), (4096, 0.47)],
        )
        .titled("Probability method: largest tiles"),
    ];
    let intro = "The paper says how often tiles were largest, not over how many games: shares \
                 without a count are compared as they stand, as if of 100 games."
        .to_owned();
    Ok((intro, rows, figures))
}

/// Games behind a share whose count is not published.
const ASSUMED: u64 = 100;

/// "Mostly this tile, with luck the next."
fn mostly_row(played: &Played, eval: &str, reading: &str, tile: u64) -> Row {
    let [below, at, next] = [tile / 2, tile, 2 * tile].map(|tile| played.ended_at(tile));
    Row::new(
        format!("{eval}, {reading}"),
        format!("mostly {tile}, sometimes {}", 2 * tile),
        tiles(played),
        Verdict::of(at > below && at > next && next > 0),
    )
    .note(match eval {
        "empty" => "The depth behind this rung is not given; both depths of the paper are run.",
        _ => "The weight of smoothness is not given; ours are both 1.",
    })
}

/// "Monotonicity brought nothing that could be seen."
fn no_gain_row(without: &Played, with: &Played, reading: &str) -> Row {
    let Comparison {
        difference,
        p_value,
        ..
    } = compare(("", &without.games), ("", &with.games));
    let [low, high] = difference.ci95;
    let relative = difference.mean / mean(&without.scores());
    Row::new(
        format!("empty+smooth+mono, {reading}"),
        "no marked gain",
        format!(
            "{:+.0} points ({low:+.0} to {high:+.0}), {:+.0} %",
            difference.mean,
            100.0 * relative
        ),
        Verdict::of(p_value > 0.05 || difference.mean < 0.0),
    )
    .note("Its weight is not given; the paper found it hard to scale, ours is 1.")
}

fn snake_rows(snake: &Played) -> Vec<Row> {
    let of = snake.len();
    let quarter = |tile: u64| {
        Row::share(
            format!("snake, largest tile {tile}, its section 2"),
            0.25,
            ASSUMED,
            snake.ended_at(tile),
            of,
        )
        .note(
            "The paper contradicts itself: a quarter 2048, a quarter 4096 and a tenth 8192 leave \
             four in ten games without a 2048, its abstract less than one in ten.",
        )
    };
    vec![
        Row::share_at_least("snake, 2048 or more", 0.9, snake.reached(2048), of),
        Row::share(
            "snake, 8192 or more, its abstract",
            0.08,
            ASSUMED,
            snake.reached(8192),
            of,
        )
        .note(
            "When empties are few, so that depth 4 is searched, is not given; ours is at six or \
             fewer.",
        ),
        quarter(2048),
        quarter(4096),
        Row::share(
            "snake, largest tile 8192, its section 2",
            0.1,
            ASSUMED,
            snake.ended_at(8192),
            of,
        )
        .note("As for the abstract's 8 %."),
    ]
}

fn sampled_rows(sampled: &Played, snake: &Played) -> Vec<Row> {
    let of = sampled.len();
    let mut rows: Vec<Row> = [(1024, 0.15), (2048, 0.36), (4096, 0.47)]
        .into_iter()
        .map(|(tile, share)| {
            let what = format!("probability method, largest tile {tile}");
            Row::share(what, share, ASSUMED, sampled.ended_at(tile), of)
                .note("At how many empties it looks how deep is not given.")
        })
        .collect();
    let [low, high] = wilson_ci95(sampled.reached(4096), of);
    rows.push(
        Row::new(
            "probability method, 4096 in most games",
            "in most cases 4096",
            format!(
                "{} ({}–{}) make a 4096",
                per_cent(sampled.reached(4096) as f64 / of as f64),
                figure(100.0 * low),
                figure(100.0 * high)
            ),
            Verdict::of(high >= 0.5),
        )
        .note("Its abstract; the figures of its own section have 47 %."),
    );
    let ratio = sampled.moves_per_second() / snake.moves_per_second();
    rows.push(
        Row::new(
            "probability method, times as fast as expectimax",
            "markedly faster",
            figure(ratio),
            Verdict::of(ratio > 1.1),
        )
        .note(
            "Our expectimax merges equal outcomes exactly, which the paper tried and gave up; \
             both here search as deep as their defaults say.",
        ),
    );
    rows
}
