//! Programs that some tests need beside Rust: found, or installed where that is allowed.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::process::step;
use crate::root;

/// What the Python tests read our files with.
const PACKAGES: [&str; 1] = ["duckdb>=1.0"];

/// A Python with the packages the tests need, in an environment of its own under `target/`.
pub(crate) fn python() -> Option<PathBuf> {
    let venv = root().join("target/venv");
    let python = venv.join("bin/python");
    let has_packages = || succeeds(Command::new(&python).args(["-c", "import duckdb"]));
    if has_packages() {
        return Some(python);
    }
    let install = || -> anyhow::Result<()> {
        let mut make = Command::new("python3");
        step("python environment", make.args(["-m", "venv"]).arg(&venv))?;
        let mut pip = Command::new(&python);
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ]);
        step("python packages", pip.args(PACKAGES))
    };
    match install() {
        Ok(()) if has_packages() => Some(python),
        _ => {
            eprintln!(
                "missing: Python 3 with venv and {}. The tests that read exported files with it \
                 are left out. On Debian: apt-get install python3-venv",
                PACKAGES.join(", ")
            );
            None
        }
    }
}

/// A Chromium, for pages.
pub(crate) fn chromium() -> Option<PathBuf> {
    let find = || {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let found = names
            .into_iter()
            .find(|name| succeeds(Command::new(name).arg("--version")));
        found.map(PathBuf::from)
    };
    if let Some(found) = find() {
        return Some(found);
    }
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|id| id.stdout == b"0\n");
    if is_root && succeeds(Command::new("apt-get").arg("--version")) {
        let apt = |args: &[&str]| {
            let mut apt = Command::new("apt-get");
            apt.args(args).env("DEBIAN_FRONTEND", "noninteractive");
            step("apt-get", apt.stdout(Stdio::null()))
        };
        let install = ["install", "--yes", "--no-install-recommends", "chromium"];
        // A failure is told below.
        let _ = apt(&["update"]).and_then(|()| apt(&install));
    }
    find().or_else(|| {
        eprintln!(
            "missing: Chromium. The tests that open pages are left out. On Debian: \
             apt-get install chromium"
        );
        None
    })
}

fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}
