//! What this program is, for everything it stores.

use std::fs;
use std::thread;

/// The release.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit it was built from; `+changes` if the sources had been changed since.
pub const COMMIT: &str = env!("SERPENTINE_COMMIT");

/// The bench signature of the games that these players play: programs with the same one play
/// the same games. That of the engine goes in where it is among them.
pub fn signature(players: &[String]) -> String {
    let mut lines = include_str!("../../../testdata/signature.txt").lines();
    let (play, search) = (lines.next(), lines.next());
    let is_engine = |spec: &String| spec.split(':').next() == Some("serpentine");
    match (play, search.filter(|_| players.iter().any(is_engine))) {
        (Some(play), Some(search)) => format!("{play}; {search}"),
        (play, _) => play.unwrap_or_default().to_owned(),
    }
}

/// The machine: processor, threads, system.
pub fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == "model name").then(|| value.trim().to_owned())
    });
    let threads = thread::available_parallelism().map_or(1, usize::from);
    format!(
        "{}, {threads} threads, {}",
        model.unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
        std::env::consts::OS
    )
}
