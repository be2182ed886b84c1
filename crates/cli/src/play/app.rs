//! The game on the screen without the screen: what each input does.

use serpentine_core::{Direction, Game, PlayError};

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
    /// To the start of a game under review.
    First,
    /// To its end.
    Last,
    /// Leave.
    Quit,
}

/// A question that must be answered first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Give the game up for a new one?
    NewGame,
}

/// What covers the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Banner {
    /// The winning tile was made.
    Won,
    /// No move is left.
    Over,
}

/// The state of the screen.
#[derive(Clone, Debug)]
pub(super) struct App {
    game: Game,
    best: BestScores,
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
    pub(super) fn message(&self) -> &str {
        match self.question {
            Some(Question::NewGame) => "Give up this game and start a new one? (y/n)",
            None => &self.message,
        }
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
        if let Some(question) = self.question {
            match input {
                Input::Yes => self.answer(question, new_seed),
                Input::No => self.question = None,
                _ => {}
            }
            return;
        }
        self.message.clear();
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

    fn refuse(&mut self, message: impl Into<String>) -> bool {
        self.say(message);
        false
    }

    fn answer(&mut self, question: Question, new_seed: impl FnOnce() -> u64) {
        self.question = None;
        match question {
            Question::NewGame => {
                let (size, rules) = (self.game.board().size(), *self.game.rules());
                match Game::new(size, rules, new_seed(), 0) {
                    Ok(game) => {
                        self.game = game;
                        self.changes += 1;
                    }
                    Err(error) => self.say(error.to_string()),
                }
            }
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
mod tests {
    use serpentine_core::Rules;

    use super::*;

    fn app(board: &str, rules: &str) -> App {
        let rules: Rules = rules.parse().unwrap();
        let game = Game::from_board(board.parse().unwrap(), rules, 1, 0);
        App::new(game, BestScores::unkept())
    }

    fn press(app: &mut App, inputs: &[Input]) {
        for &input in inputs {
            app.handle(input, || 77);
        }
    }

    #[test]
    fn a_move_that_does_nothing_says_so() {
        let mut app = app("2 4/. .", "standard");
        press(&mut app, &[Input::Move(Direction::Up)]);
        assert_eq!(app.message(), "Nothing moves up");
        assert_eq!(app.changes(), 0);
        press(&mut app, &[Input::Move(Direction::Down)]);
        assert_eq!(app.message(), "");
        assert_eq!(app.changes(), 1);
    }

    #[test]
    fn winning_waits_for_a_choice() {
        let mut app = app("8 8 ./. . ./. . .", "standard:win=16");
        press(&mut app, &[Input::Move(Direction::Left)]);
        assert_eq!(app.banner(), Some(Banner::Won));
        let won = *app.game().state();
        press(&mut app, &[Input::Move(Direction::Right)]);
        assert_eq!(*app.game().state(), won);
        assert!(app.message().contains("c keeps going"));
        press(&mut app, &[Input::KeepGoing, Input::Move(Direction::Right)]);
        assert_eq!(app.banner(), None);
        assert_eq!(app.game().state().moves, 2);
    }

    #[test]
    fn a_new_game_is_asked_for() {
        let mut app = app("2 4/. .", "standard");
        press(&mut app, &[Input::New]);
        assert!(app.message().contains("(y/n)"));
        press(&mut app, &[Input::Move(Direction::Down), Input::No]);
        assert_eq!(app.game().state().moves, 0);
        assert_eq!(app.game().seed(), 1);
        press(&mut app, &[Input::New, Input::Yes]);
        assert_eq!(app.game().seed(), 77);
    }

    #[test]
    fn the_end_shows_a_banner_and_undo_lifts_it() {
        let mut app = app("8 16/. 4", "standard:p4=0");
        press(&mut app, &[Input::Move(Direction::Down)]);
        assert_eq!(app.banner(), Some(Banner::Over));
        press(&mut app, &[Input::Move(Direction::Left)]);
        assert!(app.message().starts_with("The game is over"));
        press(&mut app, &[Input::Undo]);
        assert_eq!(app.banner(), None);
        press(&mut app, &[Input::Undo]);
        assert_eq!(app.message(), "There is nothing to undo");
    }

    #[test]
    fn a_review_goes_back_and_forth() {
        let mut app = app("2 2/. .", "standard");
        press(
            &mut app,
            &[Input::Move(Direction::Left), Input::Move(Direction::Right)],
        );
        let end = *app.game().state();
        let mut review = App::reviewing(app.game().clone());
        press(&mut review, &[Input::First]);
        assert_eq!(review.game().state().moves, 0);
        press(&mut review, &[Input::Move(Direction::Left)]);
        assert_eq!(review.message(), "This is the start");
        press(&mut review, &[Input::Last]);
        assert_eq!(*review.game().state(), end);
    }
}
