//! Learning curves: what a training came to, point by point.

use maud::{Markup, html};
use serpentine_learn::{Point, Tally};

use super::page::figure;
use crate::plot::{self, Axis, Figure, Lines, Mark, Role, Series};
use crate::store::{RunId, RunKind, Store, StoreError};
use crate::text::{figure as number, mean_with, thousands};

/// A training of the store.
#[derive(Clone, Debug)]
pub struct Curve {
    /// What it is called in figures.
    pub name: String,
    /// Its points.
    pub points: Vec<Point>,
}

impl Curve {
    /// The trainings among these runs.
    pub fn of_runs(store: &Store, ids: &[RunId]) -> Result<Vec<Self>, StoreError> {
        let mut curves = Vec::new();
        for &id in ids {
            let run = store.run(id)?;
            if run.kind == RunKind::Train {
                let recipe = run.players.join(" ");
                let name = match run.label.as_str() {
                    "" => format!("run {id}: {recipe}"),
                    label => format!("{label}: {recipe}"),
                };
                let points = store.points(id)?;
                curves.push(Self { name, points });
            }
        }
        Ok(curves)
    }
}

/// Mean score over moves: of held-out greedy games with their intervals where there are any,
/// else of the games of learning.
pub fn scores(curves: &[Curve]) -> Figure {
    let series = curves.iter().enumerate().map(|(place, curve)| {
        let points = curve.points.iter().filter_map(|point| {
            let (mean, range) = match &point.greedy {
                Some(greedy) => (greedy.tally.mean()?, Some(greedy.ci95)),
                None => (point.learning.mean()?, None),
            };
            Some(plot::Point {
                x: point.moves as f64 / 1e6,
                y: mean,
                range,
            })
        });
        Series::new(short(&curve.name), Role::Series(place), Mark::Line).with(points)
    });
    Lines {
        x: Axis::numbers("million moves").from(0.0),
        y: Axis::numbers("mean score").from(0.0),
        series: series.collect(),
    }
    .figure("curve", "Learning curve")
    .caption("Held-out greedy games with 95 % intervals, or the games of learning where none were played.")
}

/// How often the games of learning of one training made each large tile.
pub fn tiles(curve: &Curve) -> Figure {
    let tally = |point: &Point| -> Tally {
        let greedy = point.greedy.as_ref().map(|greedy| greedy.tally.clone());
        greedy.unwrap_or_else(|| point.learning.clone())
    };
    let largest = curve
        .points
        .iter()
        .filter_map(|point| tally(point).largest_exponent());
    let largest = largest.max().unwrap_or(11).max(11);
    let series = (largest.saturating_sub(4)..=largest)
        .enumerate()
        .map(|(place, exponent)| {
            let points = curve.points.iter().filter_map(|point| {
                Some((point.moves as f64 / 1e6, tally(point).reached(exponent)?))
            });
            let name = (1u64 << exponent).to_string();
            Series::new(name, Role::Series(place), Mark::Curve).through(points)
        });
    Lines {
        x: Axis::numbers("million moves").from(0.0),
        y: Axis::shares("games that make it"),
        series: series.collect(),
    }
    .figure("curve-tiles", "Tiles reached while learning")
    .caption("Share of the games that make a tile or a larger one.")
}

/// The choices that differ from the defaults are what tells trainings apart.
fn short(name: &str) -> String {
    let defaults = serpentine_learn::Recipe::default().to_string();
    let defaults: Vec<&str> = defaults.split(' ').collect();
    let words = name
        .split(' ')
        .filter(|word| word.starts_with("network=") || !defaults.contains(word));
    words.collect::<Vec<_>>().join(" ")
}

/// The part of a page about trainings.
pub(super) fn section(curves: &[Curve]) -> Markup {
    html! {
        h2 { "Learning" }
        div class="figures" {
            (figure(&scores(curves)))
            @for curve in curves { (figure(&tiles(curve))) }
        }
        @for curve in curves {
            h3 { code { (curve.name) } }
            div class="scroll" {
                table {
                    thead { tr {
                        th { "minutes" } th { "moves" } th { "games" } th { "mean while learning" }
                        th { "2048" } th { "greedy mean" } th { "8192" } th { "16384" } th { "32768" }
                    } }
                    tbody {
                        @for point in &curve.points { (row(point)) }
                    }
                }
            }
        }
    }
}

fn row(point: &Point) -> Markup {
    let share =
        |share: Option<f64>| share.map_or("-".to_owned(), |x| format!("{:.1} %", 100.0 * x));
    let greedy = point.greedy.as_ref();
    let reached = |exponent| share(greedy.and_then(|greedy| greedy.tally.reached(exponent)));
    let mean = greedy.and_then(|greedy| Some(mean_with(greedy.tally.mean()?, greedy.ci95)));
    html! {
        tr {
            td { (format!("{:.1}", point.seconds / 60.0)) }
            td { (thousands(point.moves)) }
            td { (thousands(point.games)) }
            td { (point.learning.mean().map_or("-".to_owned(), number)) }
            td { (share(point.learning.reached(11))) }
            td { (mean.unwrap_or("-".to_owned())) }
            td { (reached(13)) }
            td { (reached(14)) }
            td { (reached(15)) }
        }
    }
}
