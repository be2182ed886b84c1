//! A published figure next to ours.

use serde::Serialize;
use serpentine_core::Stream;

use super::Played;
use crate::statistics::{mean, mean_ci95, quantile, wilson_ci95};
use crate::text::{figure, mean_with, per_cent, per_cent_with};

/// Whether a figure came out again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Within what chance allows.
    Agrees,
    /// Further apart than chance explains.
    Differs,
    /// Another machine, or a figure that we only add.
    Incomparable,
}

impl Verdict {
    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Differs => "differs",
            Self::Incomparable => "-",
        }
    }

    pub(super) const fn of(agrees: bool) -> Self {
        match agrees {
            true => Self::Agrees,
            false => Self::Differs,
        }
    }
}

/// One published figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What it is.
    pub what: String,
    /// As published.
    pub published: String,
    /// Ours, with its 95 % interval.
    pub ours: String,
    /// Whether they agree.
    pub verdict: Verdict,
    /// A sentence where there is something to say.
    pub note: String,
}

impl Row {
    pub(super) fn new(
        what: impl Into<String>,
        published: impl Into<String>,
        ours: impl Into<String>,
        verdict: Verdict,
    ) -> Self {
        Self {
            what: what.into(),
            published: published.into(),
            ours: ours.into(),
            verdict,
            note: String::new(),
        }
    }

    pub(super) fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// A mean over `games` published games whose spread was as ours is.
    pub(super) fn mean(
        what: impl Into<String>,
        published: f64,
        games: u64,
        values: &[f64],
    ) -> Self {
        let ours = mean(values);
        let ci95 = mean_ci95(values);
        let half = (ci95[1] - ci95[0]) / 2.0;
        // With the same deviation the half widths are as the roots of the counts.
        let published_half = half * (values.len() as f64 / games.max(1) as f64).sqrt();
        let agrees = (ours - published).abs() <= half.hypot(published_half);
        Self::new(
            what,
            figure(published),
            mean_with(ours, ci95),
            Verdict::of(agrees),
        )
    }

    /// A share of `games` published games.
    pub(super) fn share(
        what: impl Into<String>,
        published: f64,
        games: u64,
        ours: u64,
        of: u64,
    ) -> Self {
        let rate = ours as f64 / of.max(1) as f64;
        let ci95 = wilson_ci95(ours, of);
        let theirs = wilson_ci95((published * games as f64).round() as u64, games);
        Self::new(
            what,
            per_cent(published),
            per_cent_with(rate, ci95),
            Verdict::of(shares_agree((published, theirs), (rate, ci95))),
        )
    }

    /// A share about which the document only says that it is at least so large.
    pub(super) fn share_at_least(
        what: impl Into<String>,
        published: f64,
        ours: u64,
        of: u64,
    ) -> Self {
        let ci95 = wilson_ci95(ours, of);
        let rate = ours as f64 / of.max(1) as f64;
        let published_text = format!("over {}", per_cent(published));
        let agrees = ci95[1] >= published;
        Self::new(
            what,
            published_text,
            per_cent_with(rate, ci95),
            Verdict::of(agrees),
        )
    }

    /// A figure of a table of `games` games: it agrees if 95 % of such tables of our games
    /// leave room for it. Ours is the figure's middle and that range.
    pub(super) fn of_table(
        what: impl Into<String>,
        published: f64,
        games: usize,
        values: &[f64],
        compute: impl Fn(&[f64]) -> f64,
    ) -> Self {
        let [low, middle, high] = spread(&tables(games, values, compute));
        Self::new(
            what,
            figure(published),
            format!(
                "{} ({}–{} in such tables)",
                figure(middle),
                figure(low),
                figure(high)
            ),
            Verdict::of((low..=high).contains(&published)),
        )
    }
}

/// Newcombe's interval of the difference of two shares: does it hold 0?
fn shares_agree(first: (f64, [f64; 2]), second: (f64, [f64; 2])) -> bool {
    let (less, more) = match first.0 <= second.0 {
        true => (first, second),
        false => (second, first),
    };
    let towards = (less.1[1] - less.0).hypot(more.0 - more.1[0]);
    more.0 - less.0 <= towards
}

/// A figure of each of many tables of `games` games drawn from ours, smallest first.
pub(super) fn tables(games: usize, values: &[f64], compute: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    const TABLES: usize = 2_000;
    let mut stream = Stream::new(TABLES as u64);
    let mut table = vec![0.0; games];
    let mut figures: Vec<f64> = (0..TABLES)
        .map(|_| {
            for value in &mut table {
                *value = values[stream.below(values.len() as u32) as usize];
            }
            compute(&table)
        })
        .collect();
    figures.sort_by(f64::total_cmp);
    figures
}

/// The range of 95 % of some sorted figures, with their middle.
pub(super) fn spread(sorted: &[f64]) -> [f64; 3] {
    [0.025, 0.5, 0.975].map(|q| quantile(sorted, q))
}

/// The mean square distance from the mean, as the minimax paper computes it.
pub(super) fn variance(values: &[f64]) -> f64 {
    let middle = mean(values);
    let squares = values.iter().map(|value| (value - middle).powi(2));
    squares.sum::<f64>() / values.len().max(1) as f64
}

pub(super) fn maximum(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

/// Largest tiles with their shares: 2048 40.9 %, 4096 50.7 %, …
pub(super) fn tiles(played: &Played) -> String {
    let tiles = (5..18).map(|k| 1u64 << k).filter_map(|tile| {
        let share = played.ended_at(tile) as f64 / played.len() as f64;
        (share > 0.0).then(|| format!("{tile} {}", per_cent(share)))
    });
    tiles.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_decides_what_agrees() {
        let values: Vec<f64> = (0..400).map(|k| f64::from(k % 21)).collect();
        // Mean 9.9, deviation 6.05: ± 0.6 here, ± 1.2 over 100 games there.
        let agrees = |published, games| Row::mean("", published, games, &values).verdict;
        assert_eq!(agrees(11.0, 100), Verdict::Agrees);
        assert_eq!(agrees(11.0, 10_000), Verdict::Differs);
        let share = |published, games| Row::share("", published, games, 300, 1_000).verdict;
        assert_eq!(share(0.4, 20), Verdict::Agrees);
        assert_eq!(share(0.4, 1_000), Verdict::Differs);
        let bound = |published| Row::share_at_least("", published, 58, 100).verdict;
        assert_eq!(bound(0.6), Verdict::Agrees);
        assert_eq!(bound(0.9), Verdict::Differs);
    }

    #[test]
    fn tables_have_a_spread() {
        let values: Vec<f64> = (0..1_000).map(f64::from).collect();
        let [low, middle, high] = spread(&tables(100, &values, maximum));
        assert!(low > 950.0 && low < middle && middle < high, "{low} {high}");
        let row = Row::of_table("", 400.0, 100, &values, mean);
        assert_eq!(row.verdict, Verdict::Differs);
    }
}
