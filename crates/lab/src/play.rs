//! One game by one player.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serpentine_core::{Board, Game, Record, Rules, Size, Stream};
use serpentine_players::Player;

use crate::move_times::MoveTimes;

/// When to end a game early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Until {
    /// At the first tile with this exponent.
    pub exponent: Option<u8>,
}

/// What all games of a run have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Rows and columns.
    pub size: Size,
    /// The rules, which fit the size.
    pub rules: Rules,
    /// The seed of the run.
    pub seed: u64,
    /// When to end a game early.
    pub until: Until,
    /// Whether results keep every move.
    pub keep_records: bool,
}

impl Setting {
    /// Whole games of the usual kind, without their moves.
    pub fn standard(seed: u64) -> Self {
        Self {
            size: Size::STANDARD,
            rules: Rules::STANDARD,
            seed,
            until: Until::default(),
            keep_records: false,
        }
    }
}

/// How a game went.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// Its number in the run.
    pub number: u64,
    /// Points.
    pub score: u64,
    /// Moves made.
    pub moves: u64,
    /// The last position.
    pub board: Board,
    /// Whether the winning tile was made.
    pub won: bool,
    /// Time the player took, all moves together.
    pub time: Duration,
    /// Time of single moves, those looked at.
    pub move_times: MoveTimes,
    /// Every move, if asked for.
    pub record: Option<Record>,
}

/// Which moves are timed one by one: the clock would cost a fast player more than its move.
const TIMED_EVERY: u64 = 16;

impl Setting {
    /// Plays game `number` of the run: its tiles and the player's choices follow from the
    /// seed and the number alone. `None` if told to stop before the end.
    pub fn play(
        &self,
        player: &mut dyn Player,
        number: u64,
        stop: &AtomicBool,
    ) -> Option<GameResult> {
        let mut game = Game::new(self.size, self.rules, self.seed, number)
            .expect("the rules of a setting fit its size");
        player.start(Stream::for_player(self.seed, number, 0));
        let reached = |game: &Game| {
            self.until
                .exponent
                .is_some_and(|k| game.board().max_exponent() >= k)
        };
        let mut move_times = MoveTimes::default();
        let started = Instant::now();
        while !game.is_finished() && !reached(&game) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let is_timed = game.state().moves.is_multiple_of(TIMED_EVERY);
            let asked = is_timed.then(Instant::now);
            let direction = player.choose(game.board());
            if let Some(asked) = asked {
                move_times.add(asked.elapsed());
            }
            game.play(direction).expect("players choose legal moves");
        }
        let time = started.elapsed();
        let state = game.state();
        Some(GameResult {
            number,
            score: state.score,
            moves: state.moves,
            board: state.board,
            won: state.won,
            time,
            move_times,
            record: self.keep_records.then(|| game.record()),
        })
    }
}
