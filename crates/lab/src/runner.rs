//! Many games, on all the threads given.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serpentine_core::RulesDoNotFit;
use serpentine_players::{Spec, SpecError};
use thiserror::Error;

use crate::play::{GameResult, Setting};

/// What is to be played. Every player plays the same games: game `k` of each deals from
/// the same stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The players.
    pub players: Vec<Spec>,
    /// Games for each.
    pub games: u64,
    /// What the games have in common.
    pub setting: Setting,
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

/// Hears how a match goes on. `Break` ends it and gives up the games under way.
pub trait Observer {
    /// A game has ended; games end in any order.
    fn ended(&mut self, player: usize, game: &GameResult) -> ControlFlow<()>;

    /// Nothing has ended for a while.
    fn waiting(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Nobody listens.
impl Observer for () {
    fn ended(&mut self, _player: usize, _game: &GameResult) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// How long nothing ends before the observer hears of it.
const A_WHILE: Duration = Duration::from_millis(50);

/// Games that end within a moment are heard of together: to be woken for each would take a
/// fast player's time.
const A_MOMENT: Duration = Duration::from_millis(2);

impl Match {
    /// Whether it can be played: the rules fit the board and every player can play them.
    pub fn check(&self) -> Result<(), MatchError> {
        self.setting.rules.check(self.setting.size)?;
        for spec in &self.players {
            spec.build(self.setting.size, &self.setting.rules)?;
        }
        Ok(())
    }

    /// All games of all players.
    pub fn total(&self) -> u64 {
        self.games * self.players.len() as u64
    }

    /// Plays all games but those in `done`, and gives them all. The results depend neither
    /// on the number of threads nor on which games were done before.
    pub fn run(
        &self,
        done: MatchResults,
        threads: usize,
        observer: &mut dyn Observer,
    ) -> Result<MatchResults, MatchError> {
        self.check()?;
        let pending = self.pending(&done);
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let mut results = done;
        results.resize_with(self.players.len(), Vec::new);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..threads.max(1) {
                let (sender, next, pending, stop) = (sender.clone(), &next, &pending, &stop);
                scope.spawn(move || self.work(pending, next, stop, &sender));
            }
            drop(sender);
            loop {
                let mut flow = match receiver.recv_timeout(A_WHILE) {
                    Ok((player, result)) => {
                        let flow = observer.ended(player, &result);
                        results[player].push(result);
                        flow
                    }
                    Err(RecvTimeoutError::Timeout) => observer.waiting(),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                for (player, result) in receiver.try_iter() {
                    if observer.ended(player, &result).is_break() {
                        flow = ControlFlow::Break(());
                    }
                    results[player].push(result);
                }
                if flow.is_break() {
                    stop.store(true, Ordering::Relaxed);
                }
                thread::sleep(A_MOMENT);
            }
        });
        for games in &mut results {
            games.sort_by_key(|game| game.number);
        }
        Ok(results)
    }

    /// The games still to be played, game by game, each for all players in turn: an early
    /// end leaves pairs.
    fn pending(&self, done: &MatchResults) -> Vec<(usize, u64)> {
        let numbers = |games: &Vec<GameResult>| games.iter().map(|game| game.number).collect();
        let done: Vec<HashSet<u64>> = done.iter().map(numbers).collect();
        let is_done = |player: usize, number| done.get(player).is_some_and(|d| d.contains(&number));
        let players = self.players.len();
        (0..self.games)
            .flat_map(|number| (0..players).map(move |player| (player, number)))
            .filter(|&(player, number)| !is_done(player, number))
            .collect()
    }

    /// Takes games one after the other until none is left.
    fn work(
        &self,
        pending: &[(usize, u64)],
        next: &AtomicUsize,
        stop: &AtomicBool,
        sender: &mpsc::Sender<(usize, GameResult)>,
    ) {
        let Setting { size, rules, .. } = &self.setting;
        let build = |spec: &Spec| spec.build(*size, rules).expect("built before");
        let mut players: Vec<_> = self.players.iter().map(build).collect();
        while let Some(&(player, number)) = pending.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(result) = self.setting.play(players[player].as_mut(), number, stop) else {
                return;
            };
            if sender.send((player, result)).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serpentine_core::{Rules, Size};

    use super::*;
    use crate::play::Until;

    /// Ends the match after so many games.
    struct After(u64);

    impl Observer for After {
        fn ended(&mut self, _player: usize, _game: &GameResult) -> ControlFlow<()> {
            // Games under way may still end after the break.
            self.0 = self.0.saturating_sub(1);
            match self.0 {
                0 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }
    }

    fn small() -> Match {
        Match {
            players: vec!["random".parse().unwrap(), "corner".parse().unwrap()],
            games: 40,
            setting: Setting {
                size: Size::STANDARD,
                rules: Rules::STANDARD,
                seed: 5,
                until: Until::default(),
                keep_records: true,
            },
        }
    }

    fn essence(results: &MatchResults) -> Vec<Vec<(u64, u64, u64)>> {
        let essence = |game: &GameResult| (game.number, game.score, game.moves);
        results
            .iter()
            .map(|games| games.iter().map(essence).collect())
            .collect()
    }

    fn run(plan: &Match, done: MatchResults, threads: usize) -> MatchResults {
        plan.run(done, threads, &mut After(u64::MAX)).unwrap()
    }

    #[test]
    fn the_same_games_for_any_number_of_threads() {
        let one = run(&small(), Vec::new(), 1);
        assert_eq!(essence(&one), essence(&run(&small(), Vec::new(), 3)));
        assert_eq!(one[0].len(), 40);
    }

    #[test]
    fn a_match_goes_on_where_it_was_broken_off() {
        let mut plan = small();
        plan.games = 1_000;
        let whole = essence(&run(&plan, Vec::new(), 2));
        let broken = plan.run(Vec::new(), 2, &mut After(33)).unwrap();
        let count: usize = broken.iter().map(Vec::len).sum();
        assert!((33..2_000).contains(&count), "{count}");
        assert_eq!(essence(&run(&plan, broken, 2)), whole);
    }

    /// Every player deals the same tiles: records begin alike.
    #[test]
    fn players_play_the_same_games() {
        let results = run(&small(), Vec::new(), 2);
        for (first, second) in results[0].iter().zip(&results[1]) {
            let start = |game: &GameResult| game.record.as_ref().unwrap().start;
            assert_eq!(start(first), start(second));
        }
    }

    #[test]
    fn games_end_at_the_tile_asked_for() {
        let mut plan = small();
        plan.setting.until.exponent = Some(5);
        let results = run(&plan, Vec::new(), 2);
        let largest = |game: &GameResult| game.board.max_exponent();
        assert!(results.iter().flatten().all(|game| largest(game) <= 5));
        assert!(results.iter().flatten().any(|game| largest(game) == 5));
    }

    #[test]
    fn who_cannot_play_says_so_before_the_first_game() {
        let mut plan = small();
        plan.setting.rules = "standard:start=16".parse().unwrap();
        plan.setting.size = "2x2".parse().unwrap();
        let refused = plan.run(Vec::new(), 1, &mut After(1));
        assert!(matches!(refused, Err(MatchError::Rules(_))));
    }
}
