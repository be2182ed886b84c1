//! The terminal: drawing, keys, and saving as it goes.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
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
    let (app, ended) = run(&mut terminal, app, depth, |app| saved.tick(app, keeper));
    // Save before anything else: a terminal that went away must not cost the game.
    let kept = match app.changes() {
        0 => Ok(()),
        _ => keeper.keep(app.game()),
    };
    let restored = ratatui::try_restore();
    kept?;
    ended?;
    restored?;
    Ok(app)
}

/// Steps through a game until the user leaves.
pub(super) fn review(app: App, depth: Depth) -> Result<()> {
    let mut terminal = ratatui::try_init()?;
    let (_, ended) = run(&mut terminal, app, depth, |_| {});
    let restored = ratatui::try_restore();
    ended?;
    Ok(restored?)
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
    let inputs = inputs();
    let ended = loop {
        if app.has_quit() || interrupt::requested() {
            break Ok(());
        }
        if let Err(error) = terminal.draw(|frame| draw(frame, &app, depth)) {
            break Err(error.into());
        }
        match inputs.recv_timeout(TICK) {
            Ok(Ok(Heard::Input(input))) => app.handle(input, || random_seed().unwrap_or(0)),
            Ok(Ok(Heard::Redraw)) => {}
            Ok(Err(error)) => break Err(error.into()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break Ok(()),
        }
        tick(&mut app);
    };
    (app, ended)
}

/// What a terminal event means; `Redraw` for a new window size.
enum Heard {
    Input(Input),
    Redraw,
}

/// The keys as they come, read in a thread of their own: reading from a terminal that
/// has gone away may never return, and must not keep the game from being saved.
fn inputs() -> Receiver<io::Result<Heard>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        loop {
            let heard = match event::read() {
                Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => match input(key) {
                    Some(input) => Ok(Heard::Input(input)),
                    None => continue,
                },
                Ok(Event::Resize(..)) => Ok(Heard::Redraw),
                Ok(_) => continue,
                Err(error) => Err(error),
            };
            let failed = heard.is_err();
            if sender.send(heard).is_err() || failed {
                return;
            }
        }
    });
    receiver
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
