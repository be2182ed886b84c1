//! The game in a real terminal: a pseudo-terminal, real keys, the screen read back.
#![cfg(unix)]

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

struct Screen {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    parser: Arc<Mutex<vt100::Parser>>,
    closing: Arc<AtomicBool>,
    reading: Option<JoinHandle<()>>,
}

fn window(rows: u16, cols: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn side(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).unwrap()
}

impl Screen {
    fn open(args: &[&str], data: &Path) -> Self {
        let pty = native_pty_system().openpty(window(24, 80)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_serpentine"));
        command.args(args);
        command.env("SERPENTINE_DATA", data);
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        command.env_remove("NO_COLOR");
        let child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let parser = Arc::new(Mutex::new(vt100::Parser::new(side(24), side(80), 0)));
        let mut reader = pty.master.try_clone_reader().unwrap();
        let screen = Arc::clone(&parser);
        let closing = Arc::new(AtomicBool::new(false));
        let closed = Arc::clone(&closing);
        let reading = std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read) = reader.read(&mut buffer) {
                if read == 0 || closed.load(Ordering::Relaxed) {
                    break;
                }
                screen.lock().unwrap().process(&buffer[..read]);
            }
        });
        let keys = pty.master.take_writer().unwrap();
        Self {
            child,
            master: pty.master,
            keys,
            parser,
            closing,
            reading: Some(reading),
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    fn contents(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    /// Waits until the screen shows this.
    fn shows(&self, part: &str) {
        let started = Instant::now();
        while !self.contents().contains(part) {
            let waited = started.elapsed();
            assert!(
                waited < Duration::from_secs(30),
                "no '{part}' on:\n{}",
                self.contents()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn resize(&self, rows: u16, cols: u16) {
        self.parser
            .lock()
            .unwrap()
            .screen_mut()
            .set_size(side(rows), side(cols));
        self.master.resize(window(rows, cols)).unwrap();
    }

    /// Closes the terminal as when its window is closed.
    fn hang_up(&mut self) {
        // The reader holds the terminal open; the redraw after a resize wakes it.
        self.closing.store(true, Ordering::Relaxed);
        self.resize(30, 90);
        self.reading.take().unwrap().join().unwrap();
        let (sink, other) = (
            std::io::sink(),
            native_pty_system().openpty(window(1, 1)).unwrap(),
        );
        drop(std::mem::replace(&mut self.keys, Box::new(sink)));
        drop(std::mem::replace(&mut self.master, other.master));
    }

    /// The program ends by itself, with success.
    fn ends_well(mut self) {
        assert!(self.child.wait().unwrap().success());
    }
}

/// A failed test leaves no program behind.
impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

const LEFT: &str = "\x1b[D";
const RIGHT: &str = "\x1b[C";

#[test]
fn a_person_plays_undoes_resizes_quits_and_resumes() {
    let data = tempfile::tempdir().unwrap();
    let mut screen = Screen::open(&["play", "--seed", "42"], data.path());
    screen.shows("Moves 0");
    screen.press(LEFT);
    screen.shows("Moves 1");
    screen.press("w");
    screen.shows("Moves 2");
    screen.press("l");
    screen.shows("Moves 3");
    screen.press("u");
    screen.shows("Moves 2");
    screen.press("U");
    screen.shows("Moves 3");
    screen.press("R");
    screen.shows("(y/n)");
    screen.press("n");
    screen.resize(12, 40);
    screen.shows("Moves 3");
    screen.resize(5, 20);
    screen.shows("at least 33");
    screen.resize(50, 120);
    screen.shows("Score");
    screen.press("q");
    screen.ends_well();

    let mut screen = Screen::open(&["play", "--resume"], data.path());
    screen.shows("Moves 3");
    screen.press("\x03");
    screen.ends_well();
}

#[test]
fn a_killed_game_is_saved() {
    let data = tempfile::tempdir().unwrap();
    let mut screen = Screen::open(&["play", "--seed", "42"], data.path());
    screen.press(LEFT);
    screen.shows("Moves 1");
    let id = screen.child.process_id().unwrap().to_string();
    assert!(
        std::process::Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap()
            .success()
    );
    screen.ends_well();
    let mut screen = Screen::open(&["play", "--resume"], data.path());
    screen.shows("Moves 1");
    screen.press("q");
    screen.ends_well();
}

#[test]
fn a_game_whose_terminal_goes_away_is_saved_and_ends() {
    let data = tempfile::tempdir().unwrap();
    let mut screen = Screen::open(&["play", "--seed", "42"], data.path());
    screen.press(LEFT);
    screen.shows("Moves 1");
    screen.hang_up();
    let started = Instant::now();
    while screen.child.try_wait().unwrap().is_none() {
        assert!(
            started.elapsed() < Duration::from_secs(30),
            "still running without a terminal"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut screen = Screen::open(&["play", "--resume"], data.path());
    screen.shows("Moves 1");
    screen.press("q");
    screen.ends_well();
}

#[test]
fn banners_and_messages_are_shown() {
    let data = tempfile::tempdir().unwrap();
    let args = [
        "play",
        "--board",
        "16 16/. .",
        "--rules",
        "standard:win=32,p4=0",
        "--seed",
        "1",
    ];
    let mut screen = Screen::open(&args, data.path());
    screen.press("w");
    screen.shows("Nothing moves up");
    screen.press(LEFT);
    screen.shows("You made 32!");
    screen.press(RIGHT);
    screen.shows("You have won");
    screen.press("c");
    screen.press("s");
    screen.shows("Moves 2");
    screen.press("q");
    screen.ends_well();
}

#[test]
fn the_player_hints_moves_and_plays_on() {
    let data = tempfile::tempdir().unwrap();
    let mut screen = Screen::open(&["play", "--seed", "42", "--size", "3x3"], data.path());
    screen.shows("Moves 0");
    screen.press("h");
    screen.shows("serpentine: ");
    screen.press("n");
    screen.shows("Moves 1");
    screen.press("p");
    screen.shows("Player: serpentine_");
    screen.press(&"\x7f".repeat(10));
    screen.press("corner\r");
    screen.shows("corner advises now");
    screen.press("r++++");
    screen.shows("Game over");
    screen.press("q");
    screen.ends_well();
}

#[test]
fn without_a_command_the_game_opens() {
    let data = tempfile::tempdir().unwrap();
    let mut screen = Screen::open(&[], data.path());
    screen.shows("Moves 0");
    screen.press("q");
    screen.ends_well();
}

#[test]
fn a_record_is_stepped_through() {
    let data = tempfile::tempdir().unwrap();
    let record = data.path().join("game.txt");
    std::fs::write(&record, "start 0 0 2\nstart 0 1 2\nL 3 3 2\nR 0 0 4\n").unwrap();
    let mut screen = Screen::open(&["replay", record.to_str().unwrap(), "--step"], data.path());
    screen.shows("Moves 0/2");
    screen.press(RIGHT);
    screen.shows("Moves 1/2");
    screen.press("\x1b[F");
    screen.shows("Moves 2/2");
    screen.press(RIGHT);
    screen.shows("This is the end");
    screen.press("q");
    screen.ends_well();
}
