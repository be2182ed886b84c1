//! The terminal: drawing, keys, and saving as it goes.

use std::time::{Duration, Instant};

use anyhow::Result;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use serpentine_core::Direction;

use super::app::{App, Input};
use super::draw::draw;
use super::{Keeper, random_seed};
use crate::colour::Depth;
use crate::interrupt;

/// How long a change may wait to be saved.
const SAVE_AFTER: Duration = Duration::from_secs(1);
/// How often signals and unsaved changes are looked for while no key comes.
const TICK: Duration = Duration::from_millis(100);

/// Plays until the user leaves or the program is told to end; then saves.
pub(super) fn play(app: App, depth: Depth, keeper: &mut Keeper) -> Result<App> {
    let mut saved = Saved {
        changes: app.changes(),
        at: Instant::now(),
    };
    let mut terminal = ratatui::try_init()?;
    let result = run(&mut terminal, app, depth, |app| saved.tick(app, keeper));
    ratatui::restore();
    let (app, ended) = result;
    // Save first: a terminal that went away must not cost the game.
    if app.changes() > 0 {
        keeper.keep(app.game())?;
    }
    ended?;
    Ok(app)
}

/// Steps through a game until the user leaves.
pub(super) fn review(app: App, depth: Depth) -> Result<()> {
    let mut terminal = ratatui::try_init()?;
    let (_, ended) = run(&mut terminal, app, depth, |_| {});
    ratatui::restore();
    ended
}

struct Saved {
    changes: u64,
    at: Instant,
}

impl Saved {
    /// Saves what has waited long enough. A failure is shown and tried again.
    fn tick(&mut self, app: &mut App, keeper: &mut Keeper) {
        if app.changes() == self.changes || self.at.elapsed() < SAVE_AFTER {
            return;
        }
        self.at = Instant::now();
        match keeper.keep(app.game()) {
            Ok(()) => self.changes = app.changes(),
            Err(error) => app.say(format!("Not saved: {error:#}")),
        }
    }
}

fn run(
    terminal: &mut DefaultTerminal,
    mut app: App,
    depth: Depth,
    mut tick: impl FnMut(&mut App),
) -> (App, Result<()>) {
    let ended = loop {
        if app.has_quit() || interrupt::requested() {
            break Ok(());
        }
        if let Err(error) = terminal.draw(|frame| draw(frame, &app, depth)) {
            break Err(error.into());
        }
        match next_input() {
            Ok(Some(input)) => app.handle(input, || random_seed().unwrap_or(0)),
            Ok(None) => {}
            Err(error) => break Err(error),
        }
        tick(&mut app);
    };
    (app, ended)
}

/// The next key that means something; `None` for a tick or anything else.
fn next_input() -> Result<Option<Input>> {
    if !event::poll(TICK)? {
        return Ok(None);
    }
    Ok(match event::read()? {
        Event::Key(key) if key.kind != KeyEventKind::Release => input(key),
        _ => None,
    })
}

fn input(key: KeyEvent) -> Option<Input> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(Input::Quit);
    }
    Some(match key.code {
        KeyCode::Up | KeyCode::Char('w' | 'W' | 'k' | 'K') => Input::Move(Direction::Up),
        KeyCode::Right | KeyCode::Char('d' | 'D' | 'l' | 'L') => Input::Move(Direction::Right),
        KeyCode::Down | KeyCode::Char('s' | 'S' | 'j' | 'J') => Input::Move(Direction::Down),
        KeyCode::Left | KeyCode::Char('a' | 'A' | 'h' | 'H') => Input::Move(Direction::Left),
        KeyCode::Char('u') => Input::Undo,
        KeyCode::Char('U') => Input::Redo,
        KeyCode::Char('R') => Input::New,
        KeyCode::Char('c') => Input::KeepGoing,
        KeyCode::Char('y' | 'Y') => Input::Yes,
        KeyCode::Char('n' | 'N') | KeyCode::Esc => Input::No,
        KeyCode::Home => Input::First,
        KeyCode::End => Input::Last,
        KeyCode::Char('q') => Input::Quit,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(code: KeyCode) -> Option<Input> {
        input(KeyEvent::new(code, KeyModifiers::NONE))
    }

    #[test]
    fn arrows_wasd_and_hjkl_move() {
        for (keys, direction) in [
            (
                [KeyCode::Up, KeyCode::Char('w'), KeyCode::Char('k')],
                Direction::Up,
            ),
            (
                [KeyCode::Right, KeyCode::Char('d'), KeyCode::Char('l')],
                Direction::Right,
            ),
            (
                [KeyCode::Down, KeyCode::Char('s'), KeyCode::Char('j')],
                Direction::Down,
            ),
            (
                [KeyCode::Left, KeyCode::Char('a'), KeyCode::Char('h')],
                Direction::Left,
            ),
        ] {
            for key in keys {
                assert_eq!(pressed(key), Some(Input::Move(direction)));
            }
        }
        assert_eq!(pressed(KeyCode::Char('u')), Some(Input::Undo));
        assert_eq!(pressed(KeyCode::Char('U')), Some(Input::Redo));
        assert_eq!(pressed(KeyCode::Char('R')), Some(Input::New));
        assert_eq!(pressed(KeyCode::Char('x')), None);
        let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(input(control_c), Some(Input::Quit));
    }
}
