//! `cargo xtask strength`: every player's strength, as the table of the README.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::figures::{number, share, thousands};
use crate::process::{cargo, output, step};
use crate::root;

/// A line of the table: player, rules, games, and what its source published.
const ROWS: [(&str, &str, u32, &str); 15] = [
    ("random", "standard", 10_000, "1,112"),
    ("corner", "standard", 10_000, "3,252"),
    ("elementary", "standard", 10_000, "-"),
    ("chain", "standard", 10_000, "24,505; 50.5 % won"),
    ("greedy", "standard", 10_000, "23,376"),
    ("minimax", "standard", 1_000, "35,289"),
    ("minimax:points=0", "standard", 1_000, "the paper's letter"),
    ("minimax-sa", "standard", 1_000, "38,606"),
    ("mc:n=120,t=60", "mc2014", 1_000, "70 % won"),
    ("static", "static2014", 1_000, "72 % won"),
    (
        "static:rollouts=program",
        "static2014-program",
        1_000,
        "72 % won",
    ),
    ("tree", "standard", 1_000, "52,734; 93.9 % won"),
    (
        "expectimax",
        "standard",
        1_000,
        "over 90 % won, 8 % at 8192",
    ),
    ("sampled", "standard", 1_000, "83 % won, 47 % at 4096"),
    ("ntuple", "standard", 10_000, "-"),
];

const SEED: &str = "1";
const START: &str = "<!-- strength: written by `cargo xtask strength --write` -->\n";
const END: &str = "<!-- end of strength -->";

/// Plays all rows, or only that of one player beside what the README has of the others.
pub(crate) fn run(only: Option<&str>, write: bool) -> Result<()> {
    let mut build = cargo();
    build.args(["build", "--release", "--package", "serpentine"]);
    step("build", &mut build)?;
    let program = root().join("target/release/serpentine");
    let kept = kept_results(&program)?;
    let mut table = String::from(HEAD);
    let before = readme_parts(&fs::read_to_string(root().join("README.md"))?)?[1].clone();
    for (player, rules, games, published) in ROWS {
        if only.is_some_and(|only| only != player) {
            let begins = format!("| `{player}` | {rules} |");
            let kept = before.lines().find(|line| line.starts_with(&begins));
            let kept = kept.with_context(|| format!("{player}: the README has no row"))?;
            table += &format!("{kept}\n");
            continue;
        }
        let text = result(&program, &kept, player, rules, games)?;
        let report: Value = serde_json::from_str(&text)?;
        let line = line(&report["players"][0], rules, published)
            .with_context(|| format!("{player}: a figure is missing"))?;
        print!("{line}");
        table += &line;
    }
    if write {
        replace_in_readme(&table)?;
    }
    Ok(())
}

/// Where results of this very program are kept, so that a run cut short goes on.
fn kept_results(program: &Path) -> Result<std::path::PathBuf> {
    let mut hasher = DefaultHasher::new();
    fs::read(program)?.hash(&mut hasher);
    let kept = root().join(format!("target/strength/{:016x}", hasher.finish()));
    fs::create_dir_all(&kept)?;
    Ok(kept)
}

fn result(program: &Path, kept: &Path, player: &str, rules: &str, games: u32) -> Result<String> {
    let file = kept.join(format!("{player} {rules} {games}.json").replace([':', '/'], "-"));
    if let Ok(text) = fs::read_to_string(&file) {
        return Ok(text);
    }
    let games = games.to_string();
    let mut play = Command::new(program);
    play.args([
        "match",
        "--json",
        "--no-store",
        "--player",
        player,
        "--rules",
        rules,
    ]);
    play.args(["--games", &games, "--seed", SEED]);
    let text = output(&mut play)?;
    if !text.contains("\"complete\":true") {
        bail!("{player}: interrupted; what was finished before is kept");
    }
    fs::write(&file, &text).with_context(|| file.display().to_string())?;
    Ok(text)
}

const HEAD: &str = "\
| player | rules | games | mean score | won | 4096 | 8192 | largest score | moves/s | published |
|---|---|--:|--:|--:|--:|--:|--:|--:|---|
";

fn line(player: &Value, rules: &str, published: &str) -> Option<String> {
    let score = &player["score"];
    let mean = number(&score["mean"])?;
    let half = number(&score["ci95"][1])? - mean;
    let reached = |tile: &str| share(&player["reached"][tile]);
    let speed = number(&player["moves_per_second"])?;
    Some(format!(
        "| `{}` | {rules} | {} | {} ± {} | {} | {} | {} | {} | {} | {published} |\n",
        player["player"].as_str()?,
        thousands(number(&player["games"])?),
        thousands(mean),
        thousands(half),
        share(&player["won"]),
        reached("4096"),
        reached("8192"),
        thousands(number(&score["max"])?),
        thousands(speed),
    ))
}

fn replace_in_readme(table: &str) -> Result<()> {
    let path = root().join("README.md");
    let [before, _, after] = readme_parts(&fs::read_to_string(&path)?)?;
    fs::write(&path, format!("{before}{START}{table}{END}{after}"))?;
    Ok(())
}

/// What stands before the table, the table, and what stands after it.
fn readme_parts(readme: &str) -> Result<[String; 3]> {
    let parts = readme.split_once(START).and_then(|(before, rest)| {
        let (table, after) = rest.split_once(END)?;
        Some([before, table, after].map(str::to_owned))
    });
    parts.context("README.md has lost the marks of the strength table")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_has_every_row() {
        let readme = fs::read_to_string(root().join("README.md")).unwrap();
        let [_, table, _] = readme_parts(&readme).unwrap();
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(rows.len(), ROWS.len());
        for (row, (player, rules, games, published)) in rows.iter().zip(ROWS) {
            let games = thousands(f64::from(games));
            assert!(row.starts_with(&format!("| `{player}` | {rules} | {games} |")));
            assert!(row.ends_with(&format!("| {published} |")), "{row}");
        }
    }

    #[test]
    fn a_line_shows_figures_with_their_intervals() {
        let player = serde_json::json!({
            "player": "chain", "games": 10_000, "moves_per_second": 3_975_687.4,
            "score": {"mean": 27923.4, "ci95": [27672.0, 28175.0], "max": 77852},
            "won": {"rate": 0.672, "ci95": [0.663, 0.681]},
            "reached": {"4096": {"rate": 0.0, "ci95": [0.0, 0.1]}},
        });
        assert_eq!(
            line(&player, "standard", "24,505").unwrap(),
            "| `chain` | standard | 10,000 | 27,923 ± 252 | 67.2 % (66.3–68.1) | - | - | 77,852 \
             | 3,975,687 | 24,505 |\n"
        );
    }
}
