//! Many games, on all the threads given.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use serpentine_core::{Rules, RulesDoNotFit, Size};
use serpentine_players::{Spec, SpecError};
use thiserror::Error;

use crate::play::{GameResult, Until, play_game};

/// What is to be played. Every player plays the same games: game `k` of each deals from
/// the same stream.
#[derive(Clone, Debug)]
pub struct Match {
    /// The players.
    pub players: Vec<Spec>,
    /// Games for each.
    pub games: u64,
    /// The seed of the run.
    pub seed: u64,
    /// Rows and columns.
    pub size: Size,
    /// The rules.
    pub rules: Rules,
    /// When to end a game early.
    pub until: Until,
    /// Threads to use.
    pub threads: usize,
    /// Whether results keep every move.
    pub keep_records: bool,
}

/// Why a match was not begun.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MatchError {
    /// A player that cannot play it.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Rules that do not fit the board.
    #[error(transparent)]
    Rules(#[from] RulesDoNotFit),
}

/// The games of each player, in the order of their numbers.
pub type MatchResults = Vec<Vec<GameResult>>;

/// Hears of every game as it ends, in any order; `Break` ends the match after the games
/// under way.
pub type Observer<'a> = &'a mut dyn FnMut(usize, &GameResult) -> ControlFlow<()>;

impl Match {
    /// Plays all games. The results do not depend on the number of threads.
    pub fn run(&self, observer: Observer<'_>) -> Result<MatchResults, MatchError> {
        self.rules.check(self.size)?;
        // Build each player once up front: who cannot play says so before the first game.
        for spec in &self.players {
            spec.build(self.size, &self.rules)?;
        }
        let total = self.games * self.players.len() as u64;
        let next = AtomicU64::new(0);
        let mut results: MatchResults = vec![Vec::new(); self.players.len()];
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.threads.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(total, next, &sender));
            }
            drop(sender);
            for (player, result) in receiver {
                if observer(player, &result).is_break() {
                    // No game begins any more; those under way still arrive.
                    next.store(total, Ordering::Relaxed);
                }
                results[player].push(result);
            }
        });
        for games in &mut results {
            games.sort_by_key(|game| game.number);
        }
        Ok(results)
    }

    /// Takes games one after the other until none is left.
    fn work(&self, total: u64, next: &AtomicU64, sender: &mpsc::Sender<(usize, GameResult)>) {
        let build = |spec: &Spec| spec.build(self.size, &self.rules).expect("built before");
        let mut players: Vec<_> = self.players.iter().map(build).collect();
        loop {
            // Game by game, each for all players in turn: an early end leaves pairs.
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= total {
                return;
            }
            let count = self.players.len() as u64;
            let (number, player) = (index / count, (index % count) as usize);
            let result = play_game(
                players[player].as_mut(),
                self.size,
                &self.rules,
                self.seed,
                number,
                self.until,
                self.keep_records,
            );
            if sender.send((player, result)).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(threads: usize) -> Match {
        Match {
            players: vec!["random".parse().unwrap(), "corner".parse().unwrap()],
            games: 40,
            seed: 5,
            size: Size::STANDARD,
            rules: Rules::STANDARD,
            until: Until::default(),
            threads,
            keep_records: true,
        }
    }

    fn essence(results: &MatchResults) -> Vec<Vec<(u64, u64, u64)>> {
        let essence = |game: &GameResult| (game.number, game.score, game.moves);
        results
            .iter()
            .map(|games| games.iter().map(essence).collect())
            .collect()
    }

    #[test]
    fn the_same_games_for_any_number_of_threads() {
        let run = |threads| {
            small(threads)
                .run(&mut |_, _| ControlFlow::Continue(()))
                .unwrap()
        };
        let one = run(1);
        assert_eq!(essence(&one), essence(&run(3)));
        assert_eq!(one[0].len(), 40);
        // Paired: the same start tiles for both players.
        for (a, b) in one[0].iter().zip(&one[1]) {
            let start = |game: &GameResult| game.record.as_ref().unwrap().start;
            assert_eq!(start(a), start(b));
            assert!(a.record.as_ref().unwrap().replay().is_ok());
        }
    }

    #[test]
    fn a_match_can_be_ended_early() {
        let mut heard = 0;
        let mut observer = |_: usize, _: &GameResult| {
            heard += 1;
            if heard >= 10 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let long = Match {
            games: 100_000,
            ..small(2)
        };
        let results = long.run(&mut observer).unwrap();
        let games = results[0].len() + results[1].len();
        assert!((10..100_000).contains(&games), "{games}");
    }

    #[test]
    fn games_end_at_the_tile_asked_for() {
        let quick = Match {
            until: Until { exponent: Some(6) },
            ..small(1)
        };
        let results = quick.run(&mut |_, _| ControlFlow::Continue(())).unwrap();
        assert!(
            results
                .iter()
                .flatten()
                .all(|game| game.board.max_tile() <= 64)
        );
        assert!(
            results
                .iter()
                .flatten()
                .any(|game| game.board.max_tile() == 64)
        );
    }
}
