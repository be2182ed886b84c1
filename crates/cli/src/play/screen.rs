//! The terminal: drawing, keys, and saving as it goes.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use serpentine_core::Direction;

use super::app::{App, Input, Typed};
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
    let keys = events();
    let mut run = Run::default();
    let ended = loop {
        if app.has_quit() || interrupt::requested() {
            break Ok(());
        }
        if let Err(error) = terminal.draw(|frame| draw(frame, &app, depth)) {
            break Err(error.into());
        }
        match keys.recv_timeout(run.wait(&app)) {
            Ok(Ok(Event::Key(key))) => press(&mut app, key),
            Ok(Ok(_)) | Err(RecvTimeoutError::Timeout) => {}
            Ok(Err(error)) => break Err(error.into()),
            Err(RecvTimeoutError::Disconnected) => break Ok(()),
        }
        run.play_on(&mut app);
        tick(&mut app);
    };
    (app, ended)
}

/// Plays on at the speed asked for, never longer at a time than a person waits for a key.
#[derive(Default)]
struct Run {
    next: Option<Instant>,
}

impl Run {
    /// The longest that full speed goes without looking for keys.
    const BURST: Duration = Duration::from_millis(30);

    /// How long to wait for a key.
    fn wait(&self, app: &App) -> Duration {
        match (app.run_speed(), self.next) {
            (None, _) => TICK,
            (Some(None), _) => Duration::ZERO,
            (Some(Some(_)), next) => next
                .map_or(Duration::ZERO, |next| {
                    next.saturating_duration_since(Instant::now())
                })
                .min(TICK),
        }
    }

    fn play_on(&mut self, app: &mut App) {
        match app.run_speed() {
            None => self.next = None,
            Some(None) => {
                let started = Instant::now();
                while app.run_speed().is_some() && started.elapsed() < Self::BURST {
                    app.run_on();
                }
            }
            Some(Some(moves_per_second)) => {
                let now = Instant::now();
                if self.next.is_none_or(|next| next <= now) {
                    app.run_on();
                    self.next = Some(now + Duration::from_secs(1) / moves_per_second);
                }
            }
        }
    }
}

fn press(app: &mut App, key: KeyEvent) {
    if key.kind == KeyEventKind::Release {
        return;
    }
    let is_interrupt = input(key) == Some(Input::Quit) && key.code != KeyCode::Char('q');
    if app.is_typing() && !is_interrupt {
        if let Some(typed) = typed(key.code) {
            app.type_in(typed);
        }
    } else if let Some(input) = input(key) {
        app.handle(input, || random_seed().unwrap_or(0));
    } else if app.run_speed().is_some() {
        // Any key stops the player.
        app.handle(Input::No, || 0);
    }
}

fn typed(code: KeyCode) -> Option<Typed> {
    match code {
        KeyCode::Char(c) => Some(Typed::Char(c)),
        KeyCode::Backspace => Some(Typed::Backspace),
        KeyCode::Enter => Some(Typed::Enter),
        KeyCode::Esc => Some(Typed::Escape),
        _ => None,
    }
}

/// What happens at the terminal, read in a thread of its own: reading from a terminal
/// that has gone away may never return, and must not keep the game from being saved.
fn events() -> Receiver<io::Result<Event>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        loop {
            let event = event::read();
            let failed = event.is_err();
            if sender.send(event).is_err() || failed {
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
        KeyCode::Left | KeyCode::Char('a' | 'A' | 'H') => Input::Move(Direction::Left),
        KeyCode::Char('u') => Input::Undo,
        KeyCode::Char('U') => Input::Redo,
        KeyCode::Char('R') => Input::New,
        KeyCode::Char('c') => Input::KeepGoing,
        KeyCode::Char('y' | 'Y') => Input::Yes,
        // `n` answers a question; without one it is the player's move.
        KeyCode::Char('N') | KeyCode::Esc => Input::No,
        KeyCode::Char('n') => Input::PlayerMove,
        KeyCode::Char('h') => Input::Hint,
        KeyCode::Char('r') => Input::Run,
        KeyCode::Char('+' | '=') => Input::Faster,
        KeyCode::Char('-') => Input::Slower,
        KeyCode::Char('p') => Input::Pick,
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
                [KeyCode::Left, KeyCode::Char('a'), KeyCode::Char('H')],
                Direction::Left,
            ),
        ] {
            for key in keys {
                assert_eq!(pressed(key), Some(Input::Move(direction)));
            }
        }
        assert_eq!(pressed(KeyCode::Char('h')), Some(Input::Hint));
        assert_eq!(pressed(KeyCode::Char('u')), Some(Input::Undo));
        assert_eq!(pressed(KeyCode::Char('U')), Some(Input::Redo));
        assert_eq!(pressed(KeyCode::Char('R')), Some(Input::New));
        assert_eq!(pressed(KeyCode::Char('x')), None);
        let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(input(control_c), Some(Input::Quit));
    }
}
