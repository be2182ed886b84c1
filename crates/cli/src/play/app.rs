//! The game on the screen without the screen: what each input does.

use serpentine_core::{Direction, Game, PlayError};
use serpentine_players::Decision;

use super::advisor::Advisor;
use super::awaits_choice;
use super::best::BestScores;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// Make a move.
    Move(Direction),
    /// Take a move back.
    Undo,
    /// Play it again.
    Redo,
    /// Start a new game.
    New,
    /// Go on after winning.
    KeepGoing,
    /// Yes to the question asked.
    Yes,
    /// No to it.
    No,
    /// Let the player make its move.
    PlayerMove,
    /// Show what the player thinks of every move.
    Hint,
    /// Let the player play on; any key stops it.
    Run,
    /// Play on faster.
    Faster,
    /// Play on slower.
    Slower,
    /// Choose the player.
    Pick,
    /// To the start of a game under review.
    First,
    /// To its end.
    Last,
    /// Leave.
    Quit,
}

/// A question that must be answered first.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    /// Give the game up for a new one?
    NewGame,
    /// Which player? With what has been typed so far.
    Player(String),
}

/// What is typed into a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// A character.
    Char(char),
    /// Take the last one back.
    Backspace,
    /// That is all.
    Enter,
    /// Never mind.
    Escape,
}

/// Moves per second when the player plays on; the last is as fast as it can.
const SPEEDS: [Option<u32>; 8] = [
    Some(1),
    Some(2),
    Some(5),
    Some(10),
    Some(20),
    Some(50),
    Some(200),
    None,
];

/// What covers the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Banner {
    /// The winning tile was made.
    Won,
    /// No move is left.
    Over,
}

/// The state of the screen.
pub(super) struct App {
    game: Game,
    best: BestScores,
    advisor: Advisor,
    decision: Option<Decision>,
    running: bool,
    speed: usize,
    message: String,
    question: Option<Question>,
    reviewing: bool,
    quit: bool,
    /// Counts changes worth saving.
    changes: u64,
}

impl App {
    /// A game to be played.
    pub(super) fn new(game: Game, best: BestScores) -> Self {
        Self {
            game,
            best,
            advisor: Advisor::new(),
            decision: None,
            running: false,
            speed: 3,
            message: String::new(),
            question: None,
            reviewing: false,
            quit: false,
            changes: 0,
        }
    }

    /// A game to be looked at.
    pub(super) fn reviewing(game: Game) -> Self {
        Self {
            reviewing: true,
            ..Self::new(game, BestScores::unkept())
        }
    }

    /// The game.
    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    /// Best score for this size and rules, this game included.
    pub(super) fn best(&self) -> u64 {
        self.best.before(&self.game).max(self.game.score())
    }

    /// What there is to say.
    pub(super) fn message(&self) -> String {
        match &self.question {
            Some(Question::NewGame) => "Give up this game and start a new one? (y/n)".to_owned(),
            Some(Question::Player(typed)) => {
                format!("Player: {typed}_   (Enter takes it, Esc does not)")
            }
            None => self.message.clone(),
        }
    }

    /// The player's values of the moves, best first, if they were asked for.
    pub(super) fn hint(&self) -> Option<String> {
        let decision = self.decision.as_ref()?;
        let mut moves: Vec<_> = Direction::ALL
            .iter()
            .filter_map(|&direction| Some((direction, decision.value(direction)?)))
            .collect();
        moves.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let moves: Vec<String> = moves
            .iter()
            .map(|(direction, value)| format!("{direction} {value:.2}"))
            .collect();
        Some(format!("{}: {}", self.advisor.spec(), moves.join("   ")))
    }

    /// Whether keys are letters of an answer.
    pub(super) fn is_typing(&self) -> bool {
        matches!(self.question, Some(Question::Player(_)))
    }

    /// Moves per second the player is to make now: `None` if it waits, `Some(None)` for as
    /// many as it can.
    pub(super) fn run_speed(&self) -> Option<Option<u32>> {
        self.running.then(|| SPEEDS[self.speed])
    }

    /// What covers the board, if anything.
    pub(super) fn banner(&self) -> Option<Banner> {
        if self.reviewing {
            None
        } else if self.game.state().over {
            Some(Banner::Over)
        } else {
            awaits_choice(&self.game).then_some(Banner::Won)
        }
    }

    /// Whether the game is only looked at.
    pub(super) const fn is_review(&self) -> bool {
        self.reviewing
    }

    /// Whether the user has left.
    pub(super) const fn has_quit(&self) -> bool {
        self.quit
    }

    /// A number that grows whenever there is something new to save.
    pub(super) const fn changes(&self) -> u64 {
        self.changes
    }

    /// Shows a message.
    pub(super) fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    /// Does what was asked. `new_seed` gives the seed of a new game.
    pub(super) fn handle(&mut self, input: Input, new_seed: impl FnOnce() -> u64) {
        if input == Input::Quit {
            self.quit = true;
            return;
        }
        if self.question == Some(Question::NewGame) {
            match input {
                Input::Yes => self.new_game(new_seed()),
                Input::No | Input::PlayerMove => self.question = None,
                _ => {}
            }
            return;
        }
        if self.running && !matches!(input, Input::Faster | Input::Slower) {
            self.running = false;
            self.say("Stopped: r plays on");
            return;
        }
        self.message.clear();
        self.decision = None;
        if self.reviewing {
            self.review(input);
        } else {
            self.play(input);
        }
    }

    fn play(&mut self, input: Input) {
        let changed = match input {
            Input::Move(direction) => self.make_move(direction),
            Input::Undo => self.game.undo() || self.refuse("There is nothing to undo"),
            Input::Redo => self.game.redo() || self.refuse("There is nothing to redo"),
            Input::KeepGoing if awaits_choice(&self.game) => {
                self.game.keep_going();
                true
            }
            Input::New => {
                self.question = Some(Question::NewGame);
                false
            }
            Input::PlayerMove => self.player_move(),
            Input::Hint => self.show_hint(),
            Input::Run => {
                self.running = true;
                self.show_speed()
            }
            Input::Faster => {
                self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
                self.show_speed()
            }
            Input::Slower => {
                self.speed = self.speed.saturating_sub(1);
                self.show_speed()
            }
            Input::Pick => {
                self.question = Some(Question::Player(self.advisor.spec().to_string()));
                false
            }
            _ => false,
        };
        self.changes += u64::from(changed);
    }

    fn make_move(&mut self, direction: Direction) -> bool {
        if awaits_choice(&self.game) {
            return self.refuse("You have won: c keeps going, R starts a new game");
        }
        match self.game.play(direction) {
            Ok(_) => true,
            Err(PlayError::MovesNothing(_)) => self.refuse(format!("Nothing moves {direction}")),
            Err(_) => self.refuse("The game is over: R starts a new game, u takes a move back"),
        }
    }

    /// What was typed into the question that is open.
    pub(super) fn type_in(&mut self, typed: Typed) {
        let Some(Question::Player(text)) = &mut self.question else {
            return;
        };
        match typed {
            Typed::Char(c) => text.push(c),
            Typed::Backspace => {
                text.pop();
            }
            Typed::Escape => self.question = None,
            Typed::Enter => {
                let text = std::mem::take(text);
                self.question = None;
                match self.advisor.pick(&text, &self.game) {
                    Ok(()) => self.say(format!("{} advises now", self.advisor.spec())),
                    Err(error) => self.say(error),
                }
            }
        }
    }

    /// Lets the player make one move; stops playing on where it cannot.
    pub(super) fn player_move(&mut self) -> bool {
        if self.game.state().over {
            self.running = false;
            return self.refuse("The game is over: R starts a new game, u takes a move back");
        }
        if awaits_choice(&self.game) {
            // A player goes on past a win without being asked.
            self.game.keep_going();
        }
        match self.advisor.choose(&self.game) {
            Ok(direction) => self.make_move(direction),
            Err(error) => {
                self.running = false;
                self.refuse(error)
            }
        }
    }

    /// As [`App::player_move`], counted as a change; for playing on.
    pub(super) fn run_on(&mut self) {
        self.changes += u64::from(self.player_move());
    }

    fn show_hint(&mut self) -> bool {
        if self.game.state().over {
            return self.refuse("The game is over");
        }
        match self.advisor.explain(&self.game) {
            Ok(decision) => self.decision = Some(decision),
            Err(error) => self.say(error),
        }
        false
    }

    fn show_speed(&mut self) -> bool {
        let speed = match SPEEDS[self.speed] {
            Some(moves) => format!("{moves} moves a second"),
            None => "as fast as it can".to_owned(),
        };
        let spec = self.advisor.spec();
        self.refuse(match self.running {
            true => format!("{spec} plays, {speed}: + faster, - slower, any other key stops"),
            false => format!("{spec} will play {speed}"),
        })
    }

    fn refuse(&mut self, message: impl Into<String>) -> bool {
        self.say(message);
        false
    }

    fn new_game(&mut self, seed: u64) {
        self.question = None;
        let (size, rules) = (self.game.board().size(), *self.game.rules());
        match Game::new(size, rules, seed, 0) {
            Ok(game) => {
                self.game = game;
                self.changes += 1;
            }
            Err(error) => self.say(error.to_string()),
        }
    }

    fn review(&mut self, input: Input) {
        let moved = match input {
            Input::Move(Direction::Right | Direction::Down) | Input::Redo => self.game.redo(),
            Input::Move(Direction::Left | Direction::Up) | Input::Undo => self.game.undo(),
            Input::First => {
                while self.game.undo() {}
                true
            }
            Input::Last => {
                while self.game.redo() {}
                true
            }
            _ => true,
        };
        if !moved {
            let at_start = self.game.state().moves == 0;
            self.say(if at_start {
                "This is the start"
            } else {
                "This is the end"
            });
        }
    }
}

#[cfg(test)]
mod tests;
