//! A game in progress.

use thiserror::Error;

use crate::grid::Grid;
use crate::notation::web::WebGame;
use crate::record::{Origin, Record};
use crate::rules::RulesDoNotFit;
use crate::{After, Board, Direction, OnWin, Rules, Size, Spawn, Stream};

/// A move and the tile that appeared after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The move.
    pub direction: Direction,
    /// The tile.
    pub spawn: Spawn,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The position, with the player to move.
    pub board: Board,
    /// Points so far.
    pub score: u64,
    /// Moves made.
    pub moves: u64,
    /// Number of 4s that appeared, start tiles included.
    pub fours: u64,
    /// A merge has made exactly the winning tile.
    pub won: bool,
    /// The player chose to go on after winning.
    pub keep_going: bool,
    /// No move is left.
    pub over: bool,
    /// The source of the tiles to come.
    pub stream: Stream,
}

/// A game: its rules, where it stands, and its history.
///
/// ```
/// use serpentine_core::{Direction, Game, Rules, Size};
/// let mut game = Game::new(Size::STANDARD, Rules::STANDARD, 42, 0)?;
/// let before = *game.state();
/// let direction = before.board.legal().iter().next().unwrap();
/// game.play(direction)?;
/// assert!(game.undo());
/// assert_eq!(*game.state(), before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    seed: u64,
    number: u64,
    start: State,
    now: State,
    /// What was, with the turn that was then played; the last move is last.
    past: Vec<(State, Turn)>,
    /// What was undone: turn and where it led; the next to redo is last.
    future: Vec<(Turn, State)>,
}

/// Why a move was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The move changes nothing.
    #[error("{0} moves nothing here")]
    MovesNothing(Direction),
    /// The game has ended.
    #[error("the game is over")]
    Finished,
    /// A tile that the rules do not allow there.
    #[error("no {} can appear in cell {} after {direction}", 1 << .spawn.exponent, .spawn.cell.index())]
    ImpossibleSpawn {
        /// The move.
        direction: Direction,
        /// The tile.
        spawn: Spawn,
    },
}

impl Game {
    /// Game `number` of a run with this seed, its start tiles dealt.
    pub fn new(size: Size, rules: Rules, seed: u64, number: u64) -> Result<Self, RulesDoNotFit> {
        rules.check(size)?;
        let mut stream = Stream::for_game(seed, number);
        let board = rules.deal(Board::empty(size), &mut stream);
        let start = State {
            board,
            score: 0,
            moves: 0,
            fours: board.count_of(2) as u64,
            won: false,
            keep_going: false,
            over: board.is_terminal(),
            stream,
        };
        Ok(Self::starting_at(start, rules, seed, number))
    }

    /// A game that starts from a given position; its tiles come from the same stream
    /// as those of [`Game::new`].
    pub fn from_board(board: Board, rules: Rules, seed: u64, number: u64) -> Self {
        Self::from_web(&WebGame::new(board), rules, seed, number)
    }

    /// A game that goes on from what the web game saved.
    pub fn from_web(web: &WebGame, rules: Rules, seed: u64, number: u64) -> Self {
        let start = State {
            board: web.board,
            score: web.score,
            moves: 0,
            fours: 0,
            won: web.won,
            keep_going: web.keep_playing,
            over: web.board.is_terminal(),
            stream: Stream::for_game(seed, number),
        };
        Self::starting_at(start, rules, seed, number)
    }

    fn starting_at(start: State, rules: Rules, seed: u64, number: u64) -> Self {
        Self {
            rules,
            seed,
            number,
            start,
            now: start,
            past: Vec::new(),
            future: Vec::new(),
        }
    }

    /// Where the game stands.
    pub const fn state(&self) -> &State {
        &self.now
    }

    /// Where it started.
    pub const fn start(&self) -> &State {
        &self.start
    }

    /// The position.
    pub const fn board(&self) -> &Board {
        &self.now.board
    }

    /// Points so far.
    pub const fn score(&self) -> u64 {
        self.now.score
    }

    /// Its rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The seed of its run.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Its number in the run.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Whether it accepts no further move: no move is left, or it was won under rules
    /// that stop there and nobody asked to keep going.
    pub fn is_finished(&self) -> bool {
        let stopped = self.now.won && self.rules.on_win == OnWin::Stop && !self.now.keep_going;
        self.now.over || stopped
    }

    /// Goes on after winning. Later wins ask no more.
    pub const fn keep_going(&mut self) {
        self.now.keep_going = true;
    }

    /// Plays a move; the tile that appears comes from the game's stream.
    pub fn play(&mut self, direction: Direction) -> Result<Turn, PlayError> {
        let mut stream = self.now.stream;
        self.advance(direction, |rules, after| {
            Ok((rules.draw(after, direction, &mut stream), stream))
        })
    }

    /// Plays a move after which this very tile appears.
    ///
    /// The stream is drawn from as by [`Game::play`], so that a game replayed from its
    /// record goes on as the recorded one would have.
    pub fn play_turn(&mut self, turn: Turn) -> Result<Turn, PlayError> {
        let Turn { direction, spawn } = turn;
        let mut stream = self.now.stream;
        self.advance(direction, |rules, after| {
            if !rules.allows(after, direction, spawn) {
                return Err(PlayError::ImpossibleSpawn { direction, spawn });
            }
            rules.draw(after, direction, &mut stream);
            Ok((spawn, stream))
        })
    }

    fn advance(
        &mut self,
        direction: Direction,
        choose: impl FnOnce(&Rules, &After) -> Result<(Spawn, Stream), PlayError>,
    ) -> Result<Turn, PlayError> {
        if self.is_finished() {
            return Err(PlayError::Finished);
        }
        let before = self.now;
        let moved = before
            .board
            .play(direction)
            .ok_or(PlayError::MovesNothing(direction))?;
        let (spawn, stream) = choose(&self.rules, &moved.after)?;
        let board = moved.after.place(spawn);
        let made_target = || made(&before.board, &moved.after, self.rules.target) > 0;
        self.now = State {
            board,
            score: before.score + moved.points,
            moves: before.moves + 1,
            fours: before.fours + u64::from(spawn.exponent == 2),
            won: before.won || made_target(),
            keep_going: before.keep_going,
            over: board.is_terminal(),
            stream,
        };
        let turn = Turn { direction, spawn };
        self.past.push((before, turn));
        self.future.clear();
        Ok(turn)
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some((before, turn)) = self.past.pop() else {
            return false;
        };
        self.future.push((turn, self.now));
        self.now = before;
        true
    }

    /// Plays an undone move again, exactly; whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some((turn, after)) = self.future.pop() else {
            return false;
        };
        self.past.push((self.now, turn));
        self.now = after;
        true
    }

    /// The turns played, undone ones left out.
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        self.past.iter().map(|&(_, turn)| turn)
    }

    /// The turns that were undone, the next to redo first.
    pub fn undone(&self) -> impl Iterator<Item = Turn> {
        self.future.iter().rev().map(|&(turn, _)| turn)
    }

    /// The last turn, if any.
    pub fn last_turn(&self) -> Option<Turn> {
        self.past.last().map(|&(_, turn)| turn)
    }

    /// The record of the game up to here.
    pub fn record(&self) -> Record {
        Record {
            rules: self.rules,
            origin: Some(Origin {
                seed: self.seed,
                number: self.number,
            }),
            start: self.start.board,
            start_score: self.start.score,
            turns: self.turns().collect(),
        }
    }

    /// The score identity: what the tiles gained in worth since the start is what was
    /// scored, and 4 for each 4 that appeared whole.
    pub fn score_identity_holds(&self) -> bool {
        let scored = self.now.score - self.start.score;
        let fours = self.now.fours - self.start.fours;
        self.now.board.points_from_twos()
            == self.start.board.points_from_twos() + scored + 4 * fours
    }

    /// As the web game would save it.
    pub const fn to_web(&self) -> WebGame {
        WebGame {
            board: self.now.board,
            score: self.now.score,
            over: self.now.over,
            won: self.now.won,
            keep_playing: self.now.keep_going,
        }
    }
}

/// How many merges of a move made exactly this exponent.
///
/// Tiles of an exponent come from merges of that exponent and go into merges of the
/// next, two at a time: counts before and after tell, from the largest downwards.
pub(crate) fn made<G: Grid>(before: &Board<G>, after: &After<G>, exponent: u8) -> usize {
    (exponent..=after.max_exponent())
        .rev()
        .fold(0, |made_above, k| {
            after.count_of(k) + 2 * made_above - before.count_of(k)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;

    fn game(board: &str, rules: &str) -> Game {
        Game::from_board(board.parse().unwrap(), rules.parse().unwrap(), 1, 0)
    }

    #[test]
    fn only_a_merge_that_makes_exactly_the_target_wins() {
        // 2048 stands there already: not won.
        let mut there = game("2048 . 2 2/. . . ./. . . ./. . . .", "standard");
        there.play(Direction::Left).unwrap();
        assert!(!there.state().won);
        // 4096 is not 2048.
        let mut above = game("2048 2048 2 2/. . . ./. . . ./. . . .", "standard");
        above.play(Direction::Left).unwrap();
        assert!(!above.state().won);
        // One 2048 made while two others merge away.
        let mut both = game("2048 2048 1024 1024/. . . ./. . . ./. . . .", "standard");
        both.play(Direction::Left).unwrap();
        assert!(both.state().won);
        let mut wins = game("1024 1024 . ./. . . ./. . . ./. . . .", "standard");
        wins.play(Direction::Left).unwrap();
        assert!(wins.state().won && !wins.is_finished());
    }

    #[test]
    fn keep_going_persists_and_undo_restores_everything() {
        let mut game = game("1024 1024 2 2/. . . ./. . . ./. . . .", "standard:stop=win");
        let start = *game.state();
        game.play(Direction::Left).unwrap();
        assert!(game.is_finished());
        assert_eq!(game.play(Direction::Down), Err(PlayError::Finished));
        game.keep_going();
        let kept = *game.state();
        game.play(Direction::Down).unwrap();
        let last = *game.state();
        assert!(!game.is_finished() && last.keep_going);
        assert!(game.undo());
        assert_eq!(*game.state(), kept);
        assert!(game.undo());
        assert_eq!(*game.state(), start);
        assert!(!game.undo());
        assert!(game.redo() && game.redo() && !game.redo());
        assert_eq!(*game.state(), last);
        // The same move after an undo meets the same tile; another move ends the redo line.
        game.undo();
        game.play(Direction::Down).unwrap();
        assert_eq!(*game.state(), last);
        game.undo();
        game.play(Direction::Up).unwrap_err();
        game.play(Direction::Right).unwrap();
        assert!(!game.redo());
    }

    #[test]
    fn loss_is_checked_after_the_spawn() {
        // Down fills the gap; whatever appears in the top left corner ends the game or not.
        let lost = "8 16/. 4".parse::<Board>().unwrap();
        let mut game = Game::from_board(lost, Rules::STANDARD, 1, 0);
        let spawn = |exponent| Turn {
            direction: Direction::Down,
            spawn: Spawn {
                cell: Cell::new(0),
                exponent,
            },
        };
        game.play_turn(spawn(1)).unwrap();
        assert!(game.state().over && game.is_finished());
        assert_eq!(game.board().to_string(), "2 16/8 4");
    }

    #[test]
    fn impossible_spawns_are_refused_and_change_nothing() {
        let mut game = game("2 2/. .", "static2014-program:p4=0");
        let before = game.clone();
        for (cell, exponent) in [(0, 1), (2, 1), (1, 2), (1, 3)] {
            let turn = Turn {
                direction: Direction::Left,
                spawn: Spawn {
                    cell: Cell::new(cell),
                    exponent,
                },
            };
            assert!(game.play_turn(turn).is_err(), "cell {cell}, 2^{exponent}");
            assert_eq!(game, before);
        }
        assert_eq!(
            game.play(Direction::Up),
            Err(PlayError::MovesNothing(Direction::Up))
        );
    }
}
