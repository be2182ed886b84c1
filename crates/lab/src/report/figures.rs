//! Figures of players and games.

use serpentine_core::{Board, Record};

use super::contender::{Contender, Featured};
use crate::plot::{Axis, Figure, Lines, Mark, Point, Role, Series, film_strip, heat_map};
use crate::statistics::mean;

/// How the scores of each player are spread; by their logarithm where players are far apart.
pub fn scores(contenders: &[Contender]) -> Figure {
    const BINS: usize = 40;
    /// Medians further apart than this leave the weaker player one bar on an even axis.
    const FAR_APART: f64 = 4.0;
    let medians = || contenders.iter().map(|c| c.summary.score.median.max(1.0));
    let (least, most) = (
        medians().fold(f64::MAX, f64::min),
        medians().fold(0.0, f64::max),
    );
    let by_powers = most / least > FAR_APART;
    let place = |score: f64| match by_powers {
        true => score.max(1.0).log10(),
        false => score,
    };
    let all = || {
        contenders
            .iter()
            .flat_map(|c| &c.games)
            .map(|game| place(game.score as f64))
    };
    let low = if by_powers {
        all().fold(f64::MAX, f64::min).floor()
    } else {
        0.0
    };
    let high = all().fold(low + 1e-3, f64::max);
    let width = (high - low) / BINS as f64;
    let series = contenders.iter().enumerate().map(|(number, contender)| {
        let mut counts = [0.0; BINS + 1];
        for game in &contender.games {
            let bin = (place(game.score as f64) - low) / width;
            counts[(bin as usize).min(BINS - 1)] += 1.0;
        }
        let of = contender.games.len().max(1) as f64;
        let points = counts.iter().enumerate().map(|(bin, count)| {
            let edge = low + bin as f64 * width;
            let edge = if by_powers { 10f64.powf(edge) } else { edge };
            (edge, count / of)
        });
        Series::new(&contender.name, Role::Series(number), Mark::Steps).through(points)
    });
    let mut share = Axis::shares("games");
    share.to = None;
    Lines {
        x: match by_powers {
            true => Axis::powers("score"),
            false => Axis::numbers("score").from(0.0),
        },
        y: share,
        series: series.collect(),
    }
    .figure("scores", "Scores")
    .caption(match by_powers {
        true => "Share of the games in each fortieth of the range, which grows tenfold per mark.",
        false => "Share of the games in each fortieth of the range.",
    })
}

/// How often each player makes each tile or a larger one.
pub fn reach(contenders: &[Contender]) -> Figure {
    let tiles = contenders.iter().flat_map(|c| c.summary.reached.keys());
    let largest = tiles.copied().max().unwrap_or(8);
    // The small tiles that every game makes say nothing.
    let smallest = (3..17)
        .map(|k| 1u64 << k)
        .take_while(|tile| {
            contenders.iter().all(|c| {
                let reached = c.summary.reached.get(tile);
                reached.is_some_and(|reached| reached.rate > 0.999)
            })
        })
        .last()
        .unwrap_or(8);
    let tiles: Vec<u64> = (3..=40)
        .map(|k| 1u64 << k)
        .filter(|tile| (smallest..=largest).contains(tile))
        .collect();
    let series = contenders.iter().enumerate().map(|(place, contender)| {
        let points = tiles.iter().enumerate().filter_map(|(x, tile)| {
            let reached = contender.summary.reached.get(tile)?;
            Some(Point {
                x: x as f64,
                y: reached.rate,
                range: Some(reached.ci95),
            })
        });
        Series::new(&contender.name, Role::Series(place), Mark::Line).with(points)
    });
    Lines {
        x: Axis::names("tile", tiles.iter().map(u64::to_string)),
        y: Axis::shares("games that make it"),
        series: series.collect(),
    }
    .figure("reach", "Tiles reached")
    .caption("Share of the games that make a tile or a larger one, with 95 % intervals.")
}

/// Mean score against the time a move takes.
pub fn time(contenders: &[Contender]) -> Figure {
    let series = contenders.iter().enumerate().map(|(place, contender)| {
        let summary = &contender.summary;
        let point = Point {
            // Of the whole game loop: a clock around one fast move measures itself.
            x: 1e6 / summary.moves_per_second.max(1e-9),
            y: summary.score.mean,
            range: Some(summary.score.ci95),
        };
        Series::new(&contender.name, Role::Series(place), Mark::Named).with([point])
    });
    Lines {
        x: Axis::powers("µs per move, one thread"),
        y: Axis::numbers("mean score").from(0.0),
        series: series.collect(),
    }
    .figure("time", "Score against time")
    .caption(
        "Mean score with its 95 % interval over the time per move, which grows tenfold per mark.",
    )
}

/// Where the largest tile of a player's games ends.
pub fn heat(contender: &Contender) -> Option<Figure> {
    let boards: Vec<Board> = contender.games.iter().map(|game| game.board).collect();
    heat_map(&boards)
}

/// Empty cells over a game, the mean of so many moves around each.
pub fn empties(games: &[(String, &Record)]) -> Figure {
    let longest = games.iter().map(|(_, record)| record.turns.len()).max();
    let window = (longest.unwrap_or(0) / 80).max(1);
    let series = games.iter().enumerate().map(|(place, (name, record))| {
        let empties: Vec<f64> = crate::plot::boards_of(record)
            .iter()
            .map(|(board, _)| board.empty_count() as f64)
            .collect();
        let points = empties
            .chunks(window)
            .enumerate()
            .map(|(chunk, part)| ((chunk * window + part.len() / 2) as f64, mean(part)));
        Series::new(name, Role::Series(place), Mark::Curve).through(points)
    });
    Lines {
        x: Axis::numbers("moves").from(0.0),
        y: Axis::numbers("empty cells").from(0.0),
        series: series.collect(),
    }
    .figure("empties", "Empty cells over the game")
    .caption(format!("Means of {window} moves each."))
}

/// A game as boards.
pub fn film(featured: &Featured) -> Figure {
    film_strip(&featured.record, 18)
}
