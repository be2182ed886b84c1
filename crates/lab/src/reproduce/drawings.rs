//! Figures that several documents share.

use super::Played;
use crate::plot::{Axis, Bars, Figure, Group, Lines, Mark, Point, Role, Series};
use crate::statistics::wilson_ci95;

/// Shares of largest tiles, published and ours.
pub(super) fn tiles_figure(name: &str, played: &Played, published: &[(u64, f64)]) -> Figure {
    let of = played.len();
    let counts: Vec<u64> = published
        .iter()
        .map(|&(tile, _)| played.ended_at(tile))
        .collect();
    Bars {
        names: published.iter().map(|(tile, _)| tile.to_string()).collect(),
        groups: vec![
            Group {
                name: "published".to_owned(),
                role: Role::Published,
                shares: published.iter().map(|(_, share)| *share).collect(),
                ranges: Vec::new(),
            },
            Group {
                name: "ours".to_owned(),
                role: Role::Series(0),
                shares: counts
                    .iter()
                    .map(|&count| count as f64 / of as f64)
                    .collect(),
                ranges: counts
                    .iter()
                    .map(|&count| Some(wilson_ci95(count, of)))
                    .collect(),
            },
        ],
        label: "largest tile".to_owned(),
    }
    .figure(name, "Largest tiles")
    .caption("Share of the games that end with each as the largest, ours with 95 % intervals.")
}

/// How values are spread, one line of steps each.
pub(super) fn distribution(
    name: &str,
    title: &str,
    label: &str,
    parts: &[(&str, Role, Vec<f64>)],
) -> Figure {
    const BINS: usize = 20;
    let all = || parts.iter().flat_map(|part| &part.2).copied();
    let (low, high) = all().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let width = ((high - low) / BINS as f64).max(1e-9);
    let series = parts.iter().map(|(name, role, values)| {
        let mut shares = [0.0; BINS + 1];
        for value in values {
            let bin = (((value - low) / width) as usize).min(BINS - 1);
            shares[bin] += 1.0 / values.len() as f64;
        }
        let points = shares.iter().enumerate();
        let points = points.map(|(bin, share)| (low + bin as f64 * width, *share));
        Series::new(*name, *role, Mark::Steps).through(points)
    });
    let mut share = Axis::shares("games");
    share.to = None;
    Lines {
        x: Axis::numbers(label),
        y: share,
        series: series.collect(),
    }
    .figure(name, title)
}

/// For each value the share of all that are at least as large, thinned to what can be seen.
pub(super) fn survival(values: &[f64]) -> Vec<(f64, f64)> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let count = sorted.len();
    let every = count.div_ceil(200).max(1);
    let points = sorted.iter().enumerate();
    let points = points.map(|(place, &value)| (value, 1.0 - place as f64 / count as f64));
    points.step_by(every).collect()
}

/// Share of games that make a tile or a larger one.
pub(super) fn reach_figure(name: &str, title: &str, names: &[&str], played: &[Played]) -> Figure {
    let tiles: Vec<u64> = (7..=13).map(|k| 1 << k).collect();
    let series = names
        .iter()
        .zip(played)
        .enumerate()
        .map(|(place, (name, played))| {
            let points = tiles.iter().enumerate().map(|(x, &tile)| {
                let (count, of) = (played.reached(tile), played.len());
                Point {
                    x: x as f64,
                    y: count as f64 / of as f64,
                    range: Some(wilson_ci95(count, of)),
                }
            });
            Series::new(*name, Role::Series(place), Mark::Line).with(points)
        });
    Lines {
        x: Axis::names("tile", tiles.iter().map(u64::to_string)),
        y: Axis::shares("games that make it"),
        series: series.collect(),
    }
    .figure(name, title)
}
