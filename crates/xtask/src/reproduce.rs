//! `cargo xtask reproduce`: the documents' experiments, and the report of them in `docs/`.

use std::process::Command;

use anyhow::Result;

use crate::process::{cargo, step};
use crate::root;

pub(crate) fn run() -> Result<()> {
    let mut build = cargo();
    build.args(["build", "--release", "--package", "serpentine"]);
    step("build", &mut build)?;
    // Kept, so that a run cut short goes on and a finished one is only read.
    let mut reproduce = Command::new(root().join("target/release/serpentine"));
    reproduce
        .current_dir(root())
        .args(["reproduce", "--store", "target/reproduction.db"])
        .args(["--markdown", "docs/reproduction.md"])
        .args(["--out", "target/reproduction.html"]);
    step("reproduce", &mut reproduce)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_report_has_every_document_and_says_why_rows_differ() {
        let text = fs::read_to_string(root().join("docs/reproduction.md")).unwrap();
        assert!(text.contains("This is the full run"));
        assert_eq!(text.matches("\n## ").count(), 8);
        // A row that differs says why.
        for row in text.lines().filter(|line| line.contains("| **differs** |")) {
            assert!(!row.ends_with("| **differs** |  |"), "{row}");
        }
    }
}
