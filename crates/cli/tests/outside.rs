//! What we write, opened by other programs. `cargo xtask test` finds or installs them and
//! names them in the environment; without them these tests have nothing to ask.

mod common;

use std::ffi::OsString;
use std::process::Command;

#[cfg(feature = "parquet")]
use common::json;
use common::{Scratch, run, stdout, text};

/// The program that a variable names.
fn tool(variable: &str) -> Option<OsString> {
    std::env::var_os(variable).filter(|tool| !tool.is_empty())
}

#[test]
#[cfg(feature = "parquet")]
fn exports_are_read_by_duckdb() {
    let Some(python) = tool("SERPENTINE_PYTHON") else {
        return;
    };
    let scratch = Scratch::new();
    let store = scratch.path("runs.db");
    let store = text(&store);
    // A seed that needs all 64 bits.
    let seed = u64::MAX.to_string();
    let played = json(&[
        "match", "--games", "50", "--player", "random", "--player", "corner", "--seed", &seed,
        "--json", "--store", store,
    ]);
    let moves = &played["players"][1]["moves"]["mean"];
    for name in ["games.parquet", "games.csv", "games.jsonl"] {
        let file = scratch.path(name);
        let file = text(&file);
        stdout(&run(&[
            "runs", "export", "1", "--out", file, "--store", store,
        ]));
        let reader = match name.rsplit('.').next() {
            Some("parquet") => "read_parquet",
            Some("csv") => "read_csv",
            _ => "read_json",
        };
        let query = format!(
            "SELECT count(*), avg(moves) FILTER (player = 'corner'), max(seed), \
             count(DISTINCT board) > 90, bool_and(NOT won), min(seconds) > 0, min(game), max(game) \
             FROM {reader}('{file}')"
        );
        let script = format!("import duckdb; print(duckdb.sql(\"{query}\").fetchall()[0])");
        let output = Command::new(&python)
            .args(["-c", &script])
            .output()
            .unwrap();
        assert_eq!(
            stdout(&output).trim(),
            format!("(100, {moves}, {seed}, True, True, True, 0, 49)"),
            "{name}"
        );
    }
}

#[test]
fn reports_open_in_a_browser_and_replay_games() {
    let Some(chromium) = tool("SERPENTINE_CHROMIUM") else {
        return;
    };
    let scratch = Scratch::new();
    let (store, page) = (scratch.path("runs.db"), scratch.path("report.html"));
    let args = [
        "--player",
        "corner",
        "--player",
        "random",
        "--store",
        text(&store),
    ];
    stdout(&run(&[
        &["match", "--games", "20", "--size", "3x4"][..],
        &args,
    ]
    .concat()));
    stdout(&run(&[
        "runs",
        "report",
        "1",
        "--out",
        text(&page),
        "--store",
        text(&store),
    ]));
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(
        !html.contains("http://127") && !html.contains("src="),
        "it needs no other file"
    );
    let key = html.split("href=\"#run").nth(1).unwrap();
    let key = key.split('"').next().unwrap();
    let shown = |address: String| {
        let profile = scratch.path("profile");
        let mut browser = Command::new(&chromium);
        browser.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
        ]);
        browser.args([
            "--disable-background-networking",
            "--disable-component-update",
        ]);
        browser.args([
            "--disable-sync",
            "--disable-quic",
            "--virtual-time-budget=2000",
        ]);
        browser.arg(format!("--user-data-dir={}", profile.display()));
        browser.args(["--dump-dom", &address]);
        stdout(&browser.output().unwrap())
    };
    let address = format!("file://{}", page.display());
    let plain = shown(address.clone());
    assert!(plain.contains("Tiles reached") && !plain.contains("open=\"\""));
    let replay = shown(format!("{address}#run{key}"));
    let dialog = replay.split("<dialog").nth(1).unwrap();
    let dialog = dialog.split("</dialog>").next().unwrap();
    assert!(
        dialog.contains("open=\"\"") && dialog.contains("move 0 of "),
        "{dialog}"
    );
    assert_eq!(
        dialog.matches("background:").count(),
        12,
        "a cell each on 3x4"
    );
}
