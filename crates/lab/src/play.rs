//! One game by one player.

use std::time::{Duration, Instant};

use serpentine_core::{Board, Game, Record, Rules, Size, Stream};
use serpentine_players::Player;

/// When to end a game early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Until {
    /// At the first tile with this exponent.
    pub exponent: Option<u8>,
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
    pub move_times: Vec<Duration>,
    /// Every move, if asked for.
    pub record: Option<Record>,
}

/// Which moves are timed one by one: the clock would cost a fast player more than its move.
const TIMED_EVERY: u64 = 16;

/// Plays game `number` of a run: its tiles and the player's choices follow from the seed
/// and the number alone.
pub fn play_game(
    player: &mut dyn Player,
    size: Size,
    rules: &Rules,
    seed: u64,
    number: u64,
    until: Until,
    keep_record: bool,
) -> GameResult {
    let mut game = Game::new(size, *rules, seed, number).expect("the match has checked the rules");
    player.start(Stream::for_player(seed, number, 0));
    let reached = |game: &Game| {
        until
            .exponent
            .is_some_and(|k| game.board().max_exponent() >= k)
    };
    let mut move_times = Vec::new();
    let started = Instant::now();
    while !game.is_finished() && !reached(&game) {
        let is_timed = game.state().moves.is_multiple_of(TIMED_EVERY);
        let asked = is_timed.then(Instant::now);
        let direction = player.choose(game.board());
        move_times.extend(asked.map(|asked| asked.elapsed()));
        game.play(direction).expect("players choose legal moves");
    }
    let time = started.elapsed();
    let state = game.state();
    GameResult {
        number,
        score: state.score,
        moves: state.moves,
        board: state.board,
        won: state.won,
        time,
        move_times,
        record: keep_record.then(|| game.record()),
    }
}
