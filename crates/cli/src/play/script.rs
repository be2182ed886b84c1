//! The game by words on standard input.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use serde::Serialize;
use serpentine_core::notation::Form;
use serpentine_core::{Direction, Game, PlayError, Turn};

use super::Keeper;
use crate::interrupt;
use crate::output::Output;

/// One line of `--json`.
#[derive(Serialize)]
struct Line<'a> {
    word: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    spawn: Option<SpawnedTile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    board: String,
    score: u64,
    moves: u64,
    largest: u64,
    won: bool,
    over: bool,
}

#[derive(Serialize)]
struct SpawnedTile {
    row: usize,
    col: usize,
    value: u64,
}

#[derive(Clone, Copy)]
enum Word {
    Move(Direction),
    Undo,
    Redo,
    New,
    KeepGoing,
    Quit,
}

impl Word {
    fn parse(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "u" | "up" => Self::Move(Direction::Up),
            "r" | "right" => Self::Move(Direction::Right),
            "d" | "down" => Self::Move(Direction::Down),
            "l" | "left" => Self::Move(Direction::Left),
            "undo" => Self::Undo,
            "redo" => Self::Redo,
            "new" => Self::New,
            "keep-going" => Self::KeepGoing,
            "q" | "quit" => Self::Quit,
            _ => return None,
        })
    }
}

/// Plays the words of standard input, printing the board after each. However it ends,
/// the game is saved first.
pub(super) fn play(game: Game, json: bool, keeper: &mut Keeper, output: &mut Output) -> Result<()> {
    let mut script = Script {
        game,
        json,
        output,
        changed: false,
    };
    let ended = script.run();
    if script.changed {
        keeper.keep(&script.game)?;
    }
    ended
}

struct Script<'a> {
    game: Game,
    json: bool,
    output: &'a mut Output,
    changed: bool,
}

impl Script<'_> {
    fn run(&mut self) -> Result<()> {
        self.show("start", None)?;
        let lines = lines_of_stdin();
        let mut number = 0;
        loop {
            // Waiting in short turns, so that a kill is noticed while nobody writes.
            let line = match lines.recv_timeout(Duration::from_millis(50)) {
                Ok(line) => line?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) if interrupt::requested() => return Ok(()),
                Err(RecvTimeoutError::Timeout) => continue,
            };
            number += 1;
            for word in line.split(|c: char| c.is_whitespace() || c == ',') {
                if word.is_empty() {
                    continue;
                }
                if interrupt::requested() {
                    return Ok(());
                }
                let Some(parsed) = Word::parse(word) else {
                    bail!(
                        "line {number}: '{word}' is not a move: expected left, up, right, down \
                         (or l, u, r, d), undo, redo, new, keep-going or quit"
                    );
                };
                if matches!(parsed, Word::Quit) {
                    return Ok(());
                }
                let message = self.obey(parsed)?;
                self.show(word, message.as_deref())?;
            }
        }
    }

    /// Does it; a message if it could not be done.
    fn obey(&mut self, word: Word) -> Result<Option<String>> {
        let refused = match word {
            Word::Move(direction) => match self.game.play(direction) {
                Ok(_) => None,
                Err(PlayError::Finished) if !self.game.state().over => {
                    Some("the game is won: keep-going goes on".to_owned())
                }
                Err(error) => Some(error.to_string()),
            },
            Word::Undo => (!self.game.undo()).then(|| "nothing to undo".to_owned()),
            Word::Redo => (!self.game.redo()).then(|| "nothing to redo".to_owned()),
            Word::KeepGoing if self.game.state().won => {
                self.game.keep_going();
                None
            }
            Word::KeepGoing => Some("the game is not won yet".to_owned()),
            Word::New => {
                // The next game of the same run: the same script gives the same games.
                let (size, rules) = (self.game.board().size(), *self.game.rules());
                let next = self.game.number() + 1;
                self.game = Game::new(size, rules, self.game.seed(), next)?;
                None
            }
            Word::Quit => None,
        };
        self.changed |= refused.is_none();
        Ok(refused)
    }

    fn show(&mut self, word: &str, message: Option<&str>) -> Result<()> {
        let state = self.game.state();
        let moved = message.is_none()
            && Word::parse(word).is_some_and(|word| matches!(word, Word::Move(_)));
        let turn = self.game.last_turn().filter(|_| moved);
        if self.json {
            let line = Line {
                word,
                spawn: turn.map(|turn| self.spawned(turn)),
                message,
                board: Form::Hex.write(&state.board)?,
                score: state.score,
                moves: state.moves,
                largest: state.board.max_tile(),
                won: state.won,
                over: state.over,
            };
            return self.output.json(&line);
        }
        if let Some(message) = message {
            return self.output.line(format_args!("{word}: {message}\n"));
        }
        let mut figures = format!("{word}: score {}, moves {}", state.score, state.moves);
        if state.won {
            figures += ", won";
        }
        if state.over {
            figures += ", game over";
        }
        self.output
            .line(format_args!("{figures}\n{:#}\n", state.board))
    }

    fn spawned(&self, turn: Turn) -> SpawnedTile {
        let size = self.game.board().size();
        SpawnedTile {
            row: turn.spawn.cell.row(size),
            col: turn.spawn.cell.col(size),
            value: 1 << turn.spawn.exponent,
        }
    }
}

/// The lines of standard input, read in a thread of their own so that waiting for one
/// never keeps a kill from being noticed.
fn lines_of_stdin() -> mpsc::Receiver<io::Result<String>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}
