//! `cargo xtask tidy`: what no compiler checks.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::process::{cargo, output};
use crate::root;

/// Which room may look into which. Data walks one way.
const ROOMS: [(&str, &[&str]); 6] = [
    ("serpentine-core", &[]),
    ("serpentine-learn", &["serpentine-core"]),
    (
        "serpentine-players",
        &["serpentine-core", "serpentine-learn"],
    ),
    (
        "serpentine-lab",
        &["serpentine-core", "serpentine-learn", "serpentine-players"],
    ),
    (
        "serpentine",
        &[
            "serpentine-core",
            "serpentine-learn",
            "serpentine-players",
            "serpentine-lab",
        ],
    ),
    ("xtask", &[]),
];

/// Rooms that talk to a terminal.
const FACES: [&str; 2] = ["crates/cli/", "crates/xtask/"];

/// Longer files say more than one thing.
const MOST_LINES: usize = 500;

pub(crate) fn run() -> Result<()> {
    let faults = faults()?;
    for fault in &faults {
        eprintln!("{fault}");
    }
    match faults.len() {
        0 => Ok(()),
        count => bail!("{count} untidy places"),
    }
}

fn faults() -> Result<Vec<String>> {
    let mut faults = dependency_faults()?;
    for path in tracked_files()? {
        let Ok(text) = fs::read_to_string(root().join(&path)) else {
            continue; // not text
        };
        if path.extension().is_some_and(|e| e == "rs") {
            faults.extend(source_faults(&path, &text));
        }
        if path.extension().is_some_and(|e| e == "md") {
            faults.extend(link_faults(&path, &text));
        }
    }
    Ok(faults)
}

/// Dependencies between our own crates that the map of rooms does not have.
fn dependency_faults() -> Result<Vec<String>> {
    let metadata = output(cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"]
        .as_array()
        .context("cargo metadata lists packages")?;
    let name = |value: &serde_json::Value| value["name"].as_str().unwrap_or("").to_owned();
    let ours: Vec<String> = packages.iter().map(&name).collect();
    let rooms = BTreeMap::from(ROOMS);
    let mut faults = Vec::new();
    for package in packages {
        let from = name(package);
        let Some(allowed) = rooms.get(from.as_str()) else {
            faults.push(format!("{from} is not on the map of rooms in tidy.rs"));
            continue;
        };
        for to in package["dependencies"]
            .as_array()
            .into_iter()
            .flatten()
            .map(&name)
        {
            if ours.contains(&to) && !allowed.contains(&to.as_str()) {
                faults.push(format!("{from} depends on {to}: data walks the other way"));
            }
        }
    }
    Ok(faults)
}

fn tracked_files() -> Result<Vec<PathBuf>> {
    let mut git = std::process::Command::new("git");
    git.current_dir(root());
    git.args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    Ok(output(&mut git)?.lines().map(PathBuf::from).collect())
}

fn source_faults(path: &Path, text: &str) -> Vec<String> {
    // Spelled apart so that this file passes its own check.
    let leftovers = [
        "TO".to_owned() + "DO",
        "FIX".to_owned() + "ME",
        "XX".to_owned() + "X",
    ];
    // A build script talks to cargo by printing.
    let is_face = path.ends_with("build.rs") || FACES.iter().any(|face| path.starts_with(face));
    let prints: &[&str] = if is_face {
        &["dbg!("]
    } else {
        &["dbg!(", "println!(", "eprintln!(", "print!(", "eprint!("]
    };
    let mut faults = Vec::new();
    let mut fault = |line: usize, what: String| {
        faults.push(format!("{}:{line}: {what}", path.display()));
    };
    for (line, content) in (1..).zip(text.lines()) {
        for leftover in leftovers
            .iter()
            .filter(|word| content.contains(word.as_str()))
        {
            fault(line, format!("a leftover {leftover}"));
        }
        let code = content.split("//").next().unwrap_or("");
        for print in prints.iter().filter(|print| code.contains(**print)) {
            if !code.contains(&format!("\"{print}")) {
                fault(line, format!("a stray {print}…)"));
            }
        }
    }
    let uses_unsafe = text.contains("unsafe {") || text.contains("unsafe fn");
    // However rustfmt breaks the attribute.
    let opts_in = text
        .replace(char::is_whitespace, "")
        .contains("unsafe_code,reason=");
    if uses_unsafe && !opts_in && !path.ends_with("tidy.rs") {
        fault(1, "unsafe code without a written reason".to_owned());
    }
    if text.lines().count() > MOST_LINES {
        fault(
            1,
            format!("more than {MOST_LINES} lines: does it say one thing?"),
        );
    }
    faults
}

/// Relative links that lead nowhere.
fn link_faults(path: &Path, text: &str) -> Vec<String> {
    let here = root().join(path.parent().unwrap_or(Path::new("")));
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter_map(|link| link.split('#').next())
        .filter(|link| !link.is_empty() && !link.contains("://"))
        .filter(|link| !here.join(link).exists())
        .map(|link| format!("{}: the link to {link} leads nowhere", path.display()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_is_tidy() {
        assert_eq!(faults().unwrap(), Vec::<String>::new());
    }

    #[test]
    fn untidy_places_are_found() {
        let library = Path::new("crates/core/src/board.rs");
        let face = Path::new("crates/cli/src/main.rs");
        let count = |path, text: &str| source_faults(path, text).len();
        assert_eq!(count(library, "fn f() { println!(); }"), 1);
        assert_eq!(count(face, "fn f() { println!(); }"), 0);
        assert_eq!(count(face, &format!("fn f() {{ dbg{}(1); }}", "!")), 1);
        assert_eq!(
            count(library, &format!("// {}: later", "TO".to_owned() + "DO")),
            1
        );
        assert_eq!(count(library, "fn f() { unsafe { g() } }"), 1);
        assert_eq!(
            link_faults(Path::new("README.md"), "[a](no/such/file.md)").len(),
            1
        );
        assert_eq!(
            link_faults(Path::new("README.md"), "[a](Cargo.toml#x) [b](https://x)").len(),
            0
        );
    }
}
