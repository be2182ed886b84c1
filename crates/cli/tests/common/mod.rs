//! Running the program as a user does.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;

use serde_json::Value;
use tempfile::TempDir;

pub(crate) fn serpentine(args: &[&str]) -> Command {
    // Never the data of whoever runs the tests.
    static DATA: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_serpentine"));
    command.args(args).stdin(Stdio::null()).env("NO_COLOR", "1");
    command.env("SERPENTINE_DATA", DATA.path());
    command
}

pub(crate) fn run(args: &[&str]) -> Output {
    serpentine(args).output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&run(args))).unwrap()
}

/// Exit code and standard error of a call that fails.
pub(crate) fn failure(args: &[&str]) -> (i32, String) {
    let output = run(args);
    let code = output.status.code().unwrap();
    assert_ne!(code, 0, "{args:?} should fail");
    assert!(output.stdout.is_empty(), "a failure prints no result");
    (code, String::from_utf8(output.stderr).unwrap())
}

/// A directory that is gone after the test.
pub(crate) struct Scratch(TempDir);

impl Scratch {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// `serpentine play` with this standard input, saving here.
    pub(crate) fn play(&self, args: &[&str], script: &str) -> Output {
        let mut child = self.start_play(args);
        child
            .stdin
            .take()
            .unwrap()
            .write_all(script.as_bytes())
            .unwrap();
        child.wait_with_output().unwrap()
    }

    pub(crate) fn start_play(&self, args: &[&str]) -> Child {
        serpentine(&["play"])
            .args(args)
            .env("SERPENTINE_DATA", self.0.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
