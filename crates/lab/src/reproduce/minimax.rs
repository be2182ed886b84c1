//! The minimax paper: five algorithms, 100 games each.

use super::drawings::survival;
use super::published::{Algorithm, algorithms};
use super::row::{maximum, variance};
use super::{Bench, Findings, Played, ReproduceError, Row, Verdict};
use crate::plot::{Axis, Figure, Lines, Mark, Role, Series};
use crate::statistics::{mean, welch};
use crate::summary::compare;
use crate::text::{figure, thousands};

/// Games in each of the paper's tables.
const TABLE: usize = 100;

pub(super) fn reproduce(bench: &mut Bench<'_>) -> Result<Findings, ReproduceError> {
    let mut rows = Vec::new();
    let published = algorithms();
    let mut played = Vec::new();
    for algorithm in &published {
        let (full, quick) = match algorithm.player {
            "minimax" | "minimax-sa" => (1_000, 40),
            _ => (10_000, 500),
        };
        let games = bench.play(algorithm.player, "standard", full, quick)?;
        rows.extend(table_rows(algorithm, &games));
        played.push(games);
    }
    let letter = bench.play("minimax:points=0", "standard", 1_000, 40)?;
    rows.push(
        Row::mean(
            "minimax by the letter, mean score",
            published[3].mean,
            TABLE as u64,
            &letter.scores(),
        )
        .note(
            "E at the last positions and nothing else: the text as written does not make the \
             published mean. Counting the points on the way at weight 0.2 does (rows of \
             minimax).",
        ),
    );
    let bare = bench.play("greedy:tiles=none", "standard", 10_000, 500)?;
    rows.push(
        Row::mean(
            "greedy without tiles between own moves, mean score",
            published[2].mean,
            TABLE as u64,
            &bare.scores(),
        )
        .note("The other reading of \"not considering what chance may spoil\"."),
    );
    rows.push(gain_row(&published, &played));
    rows.push(annealing_row(&played[3], &played[4]));
    let figures = vec![
        scores_figure(
            "minimax-weak",
            "Scores: random and corner",
            &published[..2],
            &played[..2],
        ),
        scores_figure(
            "minimax-strong",
            "Scores: greedy, minimax and minimax-sa",
            &published[2..],
            &played[2..],
        ),
    ];
    let intro = "Each of the paper's tables has 100 games. Means are compared as means; maxima \
                 and variances with those of tables of 100 drawn from our games. Times are of 100 \
                 games on one thread."
        .to_owned();
    Ok((intro, rows, figures))
}

/// Share of the games with at least so many points, the paper's broken, ours whole.
fn scores_figure(name: &str, title: &str, published: &[Algorithm], played: &[Played]) -> Figure {
    let mut series = Vec::new();
    for (place, (algorithm, played)) in published.iter().zip(played).enumerate() {
        let role = Role::Series(place);
        let player = algorithm.player;
        series.push(Series::new(player, role, Mark::Curve).through(survival(&played.scores())));
        series.push(
            Series::new(format!("{player}, published"), role, Mark::Dashes)
                .through(survival(&algorithm.scores)),
        );
    }
    Lines {
        x: Axis::numbers("score").from(0.0),
        y: Axis::shares("games with at least so much"),
        series,
    }
    .figure(name, title)
    .caption("The paper's hundred games are broken lines, ours whole ones.")
}

fn table_rows(algorithm: &Algorithm, played: &Played) -> Vec<Row> {
    let (name, scores) = (algorithm.player, played.scores());
    let own = variance(&algorithm.scores);
    let mut rows = vec![
        Row::mean(
            format!("{name}, mean score"),
            algorithm.mean,
            TABLE as u64,
            &scores,
        )
        .note(match name {
            "corner" => {
                "The paper has one sentence about it: push to one corner; ours takes the push \
                 that merges more."
            }
            "greedy" => {
                "One sentence again; ours lets a drawn tile fall after each move and averages \
                 three looks, and points count."
            }
            "minimax-sa" => {
                "Where the points of a merge count is our reading of minimax; under it annealing \
                 at d = 1 changes little."
            }
            _ => "",
        }),
        Row::of_table(
            format!("{name}, largest score"),
            algorithm.max,
            TABLE,
            &scores,
            maximum,
        ),
    ];
    if rows[1].verdict == Verdict::Differs {
        rows[1].note = "The tail goes with the mean and the reading of the row above.".to_owned();
    }
    if name == "minimax" {
        rows.push(
            Row::of_table(
                format!("{name}, variance, its text"),
                181_380_271.6,
                TABLE,
                &scores,
                variance,
            )
            .note("The paper contradicts itself: its own 100 scores have the next row's."),
        );
    }
    rows.push(
        Row::of_table(
            format!("{name}, variance of its scores"),
            own,
            TABLE,
            &scores,
            variance,
        )
        .note(match name {
            "minimax" => "Computed from its 100 scores; ours have fewer very long games.",
            "minimax-sa" => {
                "Printed as 497,148,259.7; computed from its 100 scores. Ours have fewer very long \
                 games."
            }
            _ => "Not printed; computed from its 100 scores.",
        }),
    );
    rows.push(
        Row::new(
            format!("{name}, time of 100 games"),
            format!("{} s", figure(algorithm.seconds)),
            format!("{} s", figure(100.0 * played.seconds_per_game())),
            Verdict::Incomparable,
        )
        .note("Another machine, and Python."),
    );
    rows
}

/// "Annealing raises the mean": the paper's two tables and ours.
fn gain_row(published: &[Algorithm], played: &[Played]) -> Row {
    let (theirs, [low, high], p_value) = welch(&published[3].scores, &published[4].scores);
    let ours = compare(("", &played[3].games), ("", &played[4].games));
    let gain = ours.difference;
    let half = (high - low) / 2.0;
    Row::new(
        "mean score with annealing, minus that without",
        format!("{theirs:+.0}"),
        format!(
            "{:+.0} ({:+.0} to {:+.0})",
            gain.mean, gain.ci95[0], gain.ci95[1]
        ),
        Verdict::of((gain.mean - theirs).abs() <= half.hypot((gain.ci95[1] - gain.ci95[0]) / 2.0)),
    )
    .note(format!(
        "Two tables of 100 cannot tell: the paper's own scores give {low:+.0} to {high:+.0}, \
         p = {p_value:.2}."
    ))
}

/// "Annealing raises the variance markedly and the maximum a little."
fn annealing_row(plain: &Played, annealed: &Played) -> Row {
    let (a, b) = (plain.scores(), annealed.scores());
    // The ratio of variances that chance gives two tables of our size, by halves of one.
    let ratio = variance(&b) / variance(&a);
    let half = 1.96 * (relative_error(&a).hypot(relative_error(&b)));
    Row::new(
        "variance with annealing, times that without",
        "1.55 (its scores)",
        format!("{} ± {}", figure(ratio), figure(ratio * half)),
        Verdict::of((1.55 - ratio).abs() <= ratio * half),
    )
    .note(format!(
        "Largest scores {} without and {} with, over {} games each.",
        figure(maximum(&a)),
        figure(maximum(&b)),
        thousands(a.len() as u64)
    ))
}

/// The relative standard error of a sample variance, from the fourth moment.
fn relative_error(values: &[f64]) -> f64 {
    let (mean_value, spread) = (mean(values), variance(values));
    let fourth = mean(
        &values
            .iter()
            .map(|value| (value - mean_value).powi(4))
            .collect::<Vec<_>>(),
    );
    ((fourth / spread.powi(2) - 1.0) / values.len() as f64).sqrt()
}
