//! Score against time per move: which player is best for how much thinking.

use serde::Serialize;
use serpentine_players::Spec;

use crate::play::Setting;
use crate::plot::{self, Axis, Figure, Lines, Mark, Role, Series};
use crate::reproduce::{ReproduceError, Scale, Watcher};
use crate::runner::{Match, Observer};
use crate::store::{RunId, RunKind, Store};
use crate::summary::{PlayerSummary, summarise};
use crate::text::{figure, mean_with, per_cent, per_cent_with, thousands};

/// A player of the curve.
#[derive(Clone, Copy, Debug)]
struct Rung {
    family: Family,
    player: &'static str,
    /// Games for narrow intervals, and for a first look.
    full: u64,
    quick: u64,
}

/// Players that differ by nothing but their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// The engine with the network that ships.
    Network,
    /// The engine with the hand-made evaluation.
    Hand,
    /// Each on its own.
    Other,
}

impl Family {
    const fn name(self) -> &'static str {
        match self {
            Self::Network => "engine, network",
            Self::Hand => "engine, hand-made evaluation",
            Self::Other => "other players",
        }
    }
}

const fn rung(family: Family, player: &'static str, full: u64, quick: u64) -> Rung {
    Rung {
        family,
        player,
        full,
        quick,
    }
}

/// All players, those of a family in the order of their time.
const RUNGS: [Rung; 16] = [
    rung(Family::Network, "ntuple", 1000, 100),
    rung(Family::Network, "serpentine:level=instant", 1000, 40),
    rung(Family::Network, "serpentine:time_ms=0.1", 1000, 20),
    rung(Family::Network, "serpentine:time_ms=0.3", 100, 8),
    rung(Family::Network, "serpentine:time_ms=1", 300, 4),
    rung(Family::Network, "serpentine:time_ms=20", 50, 0),
    rung(Family::Hand, "serpentine:eval=hand,depth=1", 1000, 100),
    rung(Family::Hand, "serpentine:eval=hand,depth=2", 1000, 40),
    rung(Family::Hand, "serpentine:eval=hand,time_ms=0.1", 200, 20),
    rung(Family::Hand, "serpentine:eval=hand,time_ms=1", 60, 4),
    rung(Family::Hand, "serpentine:eval=hand,time_ms=20", 6, 0),
    rung(Family::Other, "corner", 1000, 1000),
    rung(Family::Other, "chain", 1000, 1000),
    rung(Family::Other, "minimax", 300, 20),
    rung(Family::Other, "expectimax", 100, 4),
    rung(Family::Other, "tree", 100, 4),
];

const SEED: u64 = 2048;
const LABEL: &str = "strength";

/// One player's figures.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// What it is compared with.
    pub family: Family,
    /// Its games in the store.
    pub run: RunId,
    /// What they came to.
    #[serde(flatten)]
    pub summary: PlayerSummary,
}

/// Lets all players play, each as a run of the store: what was cut short goes on.
pub fn measure(
    store: &mut Store,
    scale: Scale,
    threads: usize,
    watcher: &mut dyn Watcher,
) -> Result<Vec<Point>, ReproduceError> {
    climb(&RUNGS, store, scale, threads, watcher)
}

fn climb(
    rungs: &[Rung],
    store: &mut Store,
    scale: Scale,
    threads: usize,
    watcher: &mut dyn Watcher,
) -> Result<Vec<Point>, ReproduceError> {
    let mut points = Vec::new();
    for rung in rungs {
        let games = match scale {
            Scale::Full => rung.full,
            Scale::Quick => rung.quick,
        };
        if games == 0 {
            continue;
        }
        let player: Spec = rung.player.parse().expect("a player of ours");
        let plan = Match {
            players: vec![player],
            games,
            setting: Setting::standard(SEED),
        };
        let (run, before) = store.find_or_begin(RunKind::Match, LABEL, &plan)?;
        watcher.begins(rung.player, games, before);
        let observer: &mut dyn Observer = watcher;
        let results = store.play(run, threads, observer)?;
        if (results[0].len() as u64) < games {
            return Err(ReproduceError::Interrupted);
        }
        points.push(Point {
            family: rung.family,
            run,
            summary: summarise(rung.player, &results[0]),
        });
    }
    Ok(points)
}

/// The curve.
pub fn drawing(points: &[Point]) -> Figure {
    let families = [Family::Network, Family::Hand, Family::Other];
    let series = families
        .into_iter()
        .enumerate()
        .flat_map(|(place, family)| {
            let of_family = points.iter().filter(move |point| point.family == family);
            let drawn = of_family.map(|point| {
                let score = &point.summary.score;
                let place = plot::Point {
                    x: point.summary.move_time_us_mean,
                    y: score.mean,
                    range: Some(score.ci95),
                };
                (point.summary.player.clone(), place)
            });
            let drawn: Vec<_> = drawn.collect();
            let role = Role::Series(place);
            match family {
                Family::Other => drawn
                    .into_iter()
                    .map(|(name, point)| Series::new(name, role, Mark::Named).with([point]))
                    .collect::<Vec<_>>(),
                _ => {
                    let points = drawn.into_iter().map(|(_, point)| point);
                    vec![Series::new(family.name(), role, Mark::Line).with(points)]
                }
            }
        });
    Lines {
        x: Axis::powers("µs per move, one core"),
        y: Axis::numbers("mean score").from(0.0),
        series: series.collect(),
    }
    .figure("strength", "Strength by time per move")
    .caption("Mean scores with 95 % intervals.")
}

/// The cells of a line of the table, with the heads of its columns first.
pub fn table(points: &[Point]) -> Vec<[String; 7]> {
    let heads = [
        "player",
        "games",
        "µs/move",
        "p99 µs",
        "mean score",
        "16384",
        "32768",
    ];
    let rows = points.iter().map(|point| {
        let summary = &point.summary;
        let reached = |tile: u64| match summary.reached.get(&tile) {
            Some(reached) if reached.rate > 0.0 => per_cent_with(reached.rate, reached.ci95),
            _ => per_cent(0.0),
        };
        [
            summary.player.clone(),
            thousands(summary.games),
            figure(summary.move_time_us_mean),
            figure(summary.move_time_us_p99),
            mean_with(summary.score.mean, summary.score.ci95),
            reached(1 << 14),
            reached(1 << 15),
        ]
    });
    std::iter::once(heads.map(str::to_owned))
        .chain(rows)
        .collect()
}

/// The table as Markdown.
pub fn markdown(points: &[Point]) -> String {
    let mut rows = table(points).into_iter();
    let line = |cells: &[String; 7]| format!("| {} |\n", cells.join(" | "));
    let mut text = rows.next().map_or_else(String::new, |heads| line(&heads));
    text += "|---|--:|--:|--:|--:|--:|--:|\n";
    for mut cells in rows {
        cells[0] = format!("`{}`", cells[0]);
        text += &line(&cells);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::time::Duration;

    use serpentine_players::SpecError;

    use super::*;
    use crate::move_times::MoveTimes;
    use crate::play::GameResult;

    struct Nobody;

    impl Observer for Nobody {
        fn ended(&mut self, _player: usize, _game: &GameResult) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }

    impl Watcher for Nobody {
        fn begins(&mut self, _what: &str, _total: u64, _before: u64) {}

        fn done(&mut self, _count: u64) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }

    #[test]
    fn every_player_exists_and_none_stands_twice() {
        for (k, rung) in RUNGS.iter().enumerate() {
            let spec = rung.player.parse::<Spec>();
            // The network that ships is not part of this crate.
            let is_fine = matches!(spec, Ok(_) | Err(SpecError::Model { .. }));
            assert!(is_fine, "{}", rung.player);
            assert!(RUNGS[..k].iter().all(|other| other.player != rung.player));
            assert!(rung.quick <= rung.full);
        }
    }

    #[test]
    fn a_curve_is_drawn_and_written() {
        let setting = Setting::standard(1);
        let plan = Match {
            players: vec!["corner".parse().unwrap()],
            games: 20,
            setting,
        };
        let mut games = plan.run(Vec::new(), 1, &mut ()).unwrap().remove(0);
        for game in &mut games {
            game.move_times = MoveTimes::default();
            game.move_times.add(Duration::from_micros(1));
        }
        let points = [Family::Network, Family::Network, Family::Other].map(|family| Point {
            family,
            run: 1,
            summary: summarise("corner", &games),
        });
        assert!(drawing(&points).svg().contains("engine, network"));
        let text = markdown(&points);
        assert_eq!(text.lines().count(), 5);
        assert!(text.contains("| `corner` | 20 | 1.00 |"), "{text}");
    }

    #[test]
    fn what_is_broken_off_is_stored() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(&dir.path().join("runs.db")).unwrap();
        let rungs = [rung(Family::Other, "corner", 100_000, 100_000)];
        let broken = climb(&rungs, &mut store, Scale::Quick, 1, &mut Nobody);
        assert!(matches!(broken, Err(ReproduceError::Interrupted)));
        let runs = store.runs().unwrap();
        assert!(runs[0].as_ref().unwrap().stored >= 1);
    }
}
