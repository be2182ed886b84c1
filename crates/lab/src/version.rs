//! What this program is, for everything it stores.

use std::fs;
use std::thread;

/// The release.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit it was built from; `+changes` if the sources had been changed since.
pub const COMMIT: &str = env!("SERPENTINE_COMMIT");

/// The bench signature of play: programs with the same one play the same games.
pub const SIGNATURE: &str = first_line(include_str!("../../../testdata/signature.txt"));

const fn first_line(text: &str) -> &str {
    let mut len = 0;
    while len < text.len() && text.as_bytes()[len] != b'\n' {
        len += 1;
    }
    text.split_at(len).0
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
