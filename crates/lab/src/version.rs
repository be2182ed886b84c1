//! What this program is, for everything it stores.

use std::fs;
use std::thread;

/// The release.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit it was built from; `+changes` if the sources had been changed since.
pub const COMMIT: &str = env!("SERPENTINE_COMMIT");

/// The bench signature of the games that these players play: programs with the same one play
/// the same games. Those of the engine, of its hand-made evaluation and of the network that ships
/// go in where they are among them.
pub fn signature(players: &[String]) -> String {
    let kind = |spec: &str| spec.split(':').next().unwrap_or_default().to_owned();
    let is_engine = |spec: &String| kind(spec) == "serpentine";
    let reads_network = |spec: &String| {
        let is_default =
            !spec.contains("eval=") && ["serpentine", "ntuple"].contains(&&*kind(spec));
        (is_default || spec.contains("model")) && !spec.contains("model=")
    };
    let has_engine = players.iter().any(is_engine);
    let has_network = players.iter().any(reads_network);
    let has_hand = players.iter().any(|spec| spec.contains("hand"));
    let lines = include_str!("../../../testdata/signature.txt").lines();
    let kept = lines.filter(|line| match line.rsplit_once(", ") {
        Some((_, "search")) => has_engine,
        Some((_, "network")) => has_network,
        Some((_, "hand")) => has_hand,
        Some(_) => false,
        None => true,
    });
    kept.collect::<Vec<_>>().join("; ")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_name_what_plays() {
        let has = |spec: &str, what: &str| signature(&[spec.to_owned()]).contains(what);
        assert!(has("chain", "nodes") && !has("chain", "search") && !has("chain", "network"));
        assert!(has("serpentine", "search") && has("serpentine:depth=2", "network"));
        assert!(has("serpentine:eval=hand", "search") && !has("serpentine:eval=hand", "network"));
        assert!(has("serpentine:eval=hand", ", hand") && !has("serpentine", ", hand"));
        assert!(has("ntuple", "network") && !has("ntuple:model=my.model", "network"));
        assert!(has("expectimax:eval=model*2+empty", "network"));
        assert!(!has("serpentine", "learning"));
    }
}
