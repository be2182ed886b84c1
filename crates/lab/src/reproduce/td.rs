//! The chain paper's learner: tables of path-connected tuples, temporal differences.

use serpentine_learn::{Learned, Point, Tally};

use super::published::{TD_REACHED, TD_RESULTS, TdResult};
use super::{Bench, Findings, ReproduceError, Row, Verdict};
use crate::plot::{Axis, Figure, Lines, Mark, Role, Series};
use crate::text::{figure, per_cent, thousands};

/// Games whose mean is compared: the last of each training. The paper takes 200,000 of longer
/// ones.
const LAST: u64 = 50_000;

/// Games between two points of a curve, as in the paper.
pub(super) const POINT_GAMES: u64 = 10_000;

/// A training of one size.
struct Trained {
    tuples: usize,
    curve: Vec<Point>,
}

impl Trained {
    /// The last games taken together.
    fn last(&self) -> Tally {
        let points = self.curve.iter().rev().take((LAST / POINT_GAMES) as usize);
        points.fold(Tally::default(), |mut sum, point| {
            sum += &point.learning;
            sum
        })
    }

    fn score(&self) -> f64 {
        self.last().mean().unwrap_or(0.0)
    }

    fn won(&self) -> f64 {
        self.last().reached(11).unwrap_or(0.0)
    }

    /// As it was after so many games.
    fn until(&self, games: u64) -> Self {
        let points = self.curve.iter().take_while(|point| point.games <= games);
        Self {
            tuples: self.tuples,
            curve: points.cloned().collect(),
        }
    }

    fn games(&self) -> u64 {
        self.curve.last().map_or(0, |point| point.games)
    }

    fn speed(&self) -> f64 {
        let last = self.curve.last();
        last.map_or(0.0, |point| point.moves as f64 / point.seconds)
    }
}

pub(super) fn reproduce(bench: &mut Bench<'_>) -> Result<Findings, ReproduceError> {
    let mut train = |kind: usize, choices: &str| {
        let mut trained = Vec::new();
        for result in &TD_RESULTS {
            let games = bench.count(result.games_here[kind], QUICK_GAMES);
            let recipe = format!("network=td{} method=td alpha=0.1 {choices}", result.tuples);
            trained.push(Trained {
                tuples: result.tuples,
                curve: bench.train(&recipe, games)?,
            });
        }
        Ok::<_, ReproduceError>(trained)
    };
    let states = train(0, "learned=states lambda=0 trace=1")?;
    let afterstates = train(1, "learned=afterstates lambda=0 trace=1")?;
    let traces = train(2, "learned=afterstates lambda=0.5 trace=online:5")?;
    let is_full = bench.count(1, 0) == 1;

    let mut rows = Vec::new();
    for (k, result) in TD_RESULTS.iter().enumerate() {
        rows.extend(compare(&states[k], result, Learned::States, is_full));
        rows.extend(tiles(&states[k], k, is_full));
        rows.extend(compare(
            &afterstates[k],
            result,
            Learned::Afterstates,
            is_full,
        ));
        rows.push(trace_row(&afterstates[k], &traces[k]));
        rows.push(
            Row::new(
                format!("{}-tuples, speed of learning", result.tuples),
                "100,000 moves/s",
                format!("{} moves/s", figure(afterstates[k].speed())),
                Verdict::Incomparable,
            )
            .note("Another machine, and all its cores."),
        );
    }
    let figures = vec![
        curves(
            "td-scores",
            "Mean score while learning",
            &[&states, &afterstates],
            Tally::mean,
        ),
        curves(
            "td-wins",
            "Games won while learning",
            &[&states, &afterstates],
            |tally| tally.reached(11),
        ),
    ];
    Ok((intro(is_full), rows, figures))
}

/// Games of each training in a quick reproduction.
const QUICK_GAMES: u64 = 10_000;

fn intro(is_full: bool) -> String {
    let mut text =
        "TD(0) with a step of 0.1 shared by all tuples of a position. Trainings end once the \
                    curves are nearly level, after fewer games than published (the rows say how \
                    many); figures are means of the last 50,000. The paper learns the values \
                    of positions before moves (states) and chooses moves by the mean over the \
                    tiles that may follow. The usual form learns positions after moves \
                    (afterstates), which is several times as fast. Traces pass each error on to \
                    the four positions before, half as much to each as to the one after it; the \
                    paper does not give its own settings."
            .to_owned();
    if !is_full {
        text += " This quick reproduction trains each for 10,000 games only, which says how fast \
                 they learn and nothing about where they end.";
    }
    text
}

/// How far one run may be from the mean of the paper's four, in halves of its 95 % interval:
/// what one more run of four has is wider by the root of five.
const ONE_RUN: f64 = 2.236;

fn compare(trained: &Trained, result: &TdResult, learned: Learned, is_full: bool) -> [Row; 2] {
    let what = match learned {
        Learned::States => "states",
        Learned::Afterstates => "afterstates",
    };
    let (score, won) = (trained.score(), trained.won());
    // States are what the paper learned; another form need only do as well.
    let verdict = |ours: f64, [published, half]: [f64; 2]| match (is_full, learned) {
        (false, _) => Verdict::Incomparable,
        (true, Learned::States) => Verdict::of((ours - published).abs() <= ONE_RUN * half),
        (true, Learned::Afterstates) => Verdict::of(ours >= published - ONE_RUN * half),
    };
    let row = |name: &str, printed: String, ours: String, verdict| {
        let name = format!("{}-tuples, {what}: {name}", result.tuples);
        let row = Row::new(name, printed, ours, verdict);
        match (verdict, learned) {
            (Verdict::Differs, Learned::States) => row.note(
                "One run of fewer games; the paper does not say how the step of 0.1 is shared \
                 among tuples, here equally.",
            ),
            (Verdict::Differs, Learned::Afterstates) => {
                row.note("Not level yet after so many games.")
            }
            _ => row,
        }
    };
    let [[win, win_half], [mean, mean_half]] = [result.won, result.score];
    let games = |count: u64| format!("({} games)", thousands(count));
    [
        row(
            "won",
            format!(
                "{} ± {} {}",
                per_cent(win),
                per_cent(win_half),
                games(result.games)
            ),
            format!("{} {}", per_cent(won), games(trained.games())),
            verdict(won, result.won),
        ),
        row(
            "mean score",
            format!("{} ± {}", figure(mean), figure(mean_half)),
            figure(score),
            verdict(score, result.score),
        ),
    ]
}

/// The shares of tiles in one row each.
fn tiles(trained: &Trained, place: usize, is_full: bool) -> Vec<Row> {
    let last = trained.last();
    let rows = TD_REACHED.iter().map(|&(tile, shares)| {
        let ours = last.reached(tile.trailing_zeros() as u8).unwrap_or(0.0);
        let published = shares[place];
        // Printed to a tenth of a per cent without an interval: that of the games won.
        let half = 0.0005 + ONE_RUN * TD_RESULTS[place].won[1];
        let verdict = match is_full {
            true => Verdict::of((ours - published).abs() <= half),
            false => Verdict::Incomparable,
        };
        let row = Row::new(
            format!("{}-tuples, states: {tile} or more", trained.tuples),
            per_cent(published),
            per_cent(ours),
            verdict,
        );
        match verdict {
            Verdict::Differs => row.note("As above: one run of fewer games."),
            _ => row,
        }
    });
    rows.collect()
}

/// Whether traces did worse, after as many games.
fn trace_row(plain: &Trained, traces: &Trained) -> Row {
    let (score, traced) = (plain.until(traces.games()).score(), traces.score());
    let ours = format!(
        "{} with, {} without: {:+.1} %",
        figure(traced),
        figure(score),
        100.0 * (traced / score.max(1.0) - 1.0)
    );
    let games = thousands(traces.games());
    let note = match traced < score {
        true => format!("Afterstates, {games} games each."),
        false => format!(
            "Afterstates, {games} games each: with most of the learning still to come, traces are ahead."
        ),
    };
    Row::new(
        format!("{}-tuples, with eligibility traces", plain.tuples),
        "worse than TD(0)",
        ours,
        Verdict::of(traced < score),
    )
    .note(note)
}

fn curves(
    name: &str,
    title: &str,
    trainings: &[&Vec<Trained>],
    value: impl Fn(&Tally) -> Option<f64>,
) -> Figure {
    let mut series = Vec::new();
    for (kind, trained) in trainings.iter().enumerate() {
        for (place, trained) in trained.iter().enumerate() {
            let points = trained
                .curve
                .iter()
                .filter_map(|point| Some((point.games as f64 / 1000.0, value(&point.learning)?)));
            let (what, mark) = match kind {
                0 => ("states", Mark::Curve),
                _ => ("afterstates", Mark::Dashes),
            };
            let name = format!("{}-tuples, {what}", trained.tuples);
            series.push(Series::new(name, Role::Series(place), mark).through(points));
        }
    }
    let y = match name {
        "td-wins" => Axis::shares("games won"),
        _ => Axis::numbers("mean score").from(0.0),
    };
    Lines {
        x: Axis::numbers("thousand games").from(0.0),
        y,
        series,
    }
    .figure(name, title)
    .caption(
        "Means of 10,000 games each, the networks learning all the time. Dashes: values of \
         afterstates.",
    )
}
