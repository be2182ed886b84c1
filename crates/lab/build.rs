//! Finds the commit this program is built from, so that every stored result can say it.

use std::process::Command;

fn main() {
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).map_or_else(
        || "unknown".to_owned(),
        |commit| {
            // Only what the program is built from counts: a change of the docs does not.
            let built_from = ["diff", "--quiet", "HEAD", "--", ":/crates", ":/Cargo.lock"];
            match git(&built_from) {
                Some(_) => commit,
                None => format!("{commit}+changes"),
            }
        },
    );
    println!("cargo::rustc-env=SERPENTINE_COMMIT={commit}");
    println!("cargo::rerun-if-changed=../../crates");
    println!("cargo::rerun-if-changed=../../Cargo.lock");
    // Git writes a line there with every commit, checkout and merge.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
}

/// What git prints, or nothing if it fails or is not there.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
