//! The commands as a user meets them: what they print and how they end.

mod common;

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{Scratch, failure, json, run, serpentine, stdout, text};

use serde_json::Value;

#[test]
fn perft_prints_paths() {
    let board = "exp:11 10 9 8/4 5 6 7/3 2 1 1/0 0 0 1";
    let report = json(&["perft", board, "--depth", "3", "--json"]);
    assert_eq!(report, serde_json::json!({"depth": 3, "paths": 15288}));
    let shown = stdout(&run(&["perft", "1000000000000001", "--depth", "2"]));
    assert_eq!(shown, "depth 1: 112 paths\ndepth 2: 11,536 paths\n");
}

#[test]
fn count_prints_layers_and_totals() {
    let report = json(&["count", "--size", "2x3", "--json"]);
    assert_eq!(report["states"], 21752);
    assert_eq!(report["labelled"], 85844);
    assert_eq!(report["afterstates"], 14883);
    assert_eq!(report["terminal"], 4484);
    assert_eq!(report["complete"], true);
    let largest = report["layers"]
        .as_array()
        .unwrap()
        .iter()
        .max_by_key(|l| l["states"].as_u64());
    assert_eq!(largest.unwrap()["sum"], 78);
    let shown = stdout(&run(&["count", "--size", "4x4", "--sum", "6"]));
    assert!(shown.contains("89"), "{shown}"); // 21 + 68 states
    assert_eq!(shown.lines().count(), 4);
}

#[test]
fn theory_says_what_it_rests_on() {
    let report = json(&["theory", "--size", "3x3", "--json"]);
    let bounds = report["bounds"].as_array().unwrap();
    assert_eq!(bounds[0]["value"], 1024);
    assert!(
        bounds
            .iter()
            .all(|bound| !bound["rests_on"].as_str().unwrap().is_empty())
    );
    assert_eq!(
        report["final_boards"][1]["board"],
        "4 8 16/128 64 32/256 512 1024"
    );
    let shown = stdout(&run(&["theory"]));
    for part in ["131,072", "3,932,100", "938.8 ± 8.3", "20275.2", "20107.6"] {
        assert!(shown.contains(part), "{part}");
    }
    for size in ["2x2", "6x6", "3x5"] {
        stdout(&run(&["theory", "--size", size]));
    }
}

#[test]
fn bench_measures_both_sides() {
    let report = json(&["bench", "--seconds", "1", "--json"]);
    let play = &report["random_play"];
    let figure = |name: &str| play[name].as_f64().unwrap();
    assert!(figure("moves_per_second") > 0.0 && figure("reference_moves_per_second") > 0.0);
    let ratio = figure("moves_per_second") / figure("reference_moves_per_second");
    assert!((figure("ratio") - ratio).abs() < 1e-6);
    assert!((figure("mean_moves") - 118.0).abs() < 5.0);
    let search = report["search"].as_array().unwrap();
    assert_eq!(search.len(), 2);
    for saving in search {
        let saved = saving["nodes_saved"].as_f64().unwrap();
        assert!((0.2..1.0).contains(&saved), "{saving}");
    }
    let engine = report["engine"].as_array().unwrap();
    assert_eq!(engine.len(), 3);
    for speed in engine {
        let figure = |name: &str| speed[name].as_f64().unwrap();
        assert!(figure("same_moves") > 0.95, "{speed}");
        assert!(
            figure("plain_evaluations") > 1.2 * figure("evaluations"),
            "{speed}"
        );
        assert!(
            figure("ratio") > 0.0 && figure("evaluations_per_second") > 0.0,
            "{speed}"
        );
    }
}

#[test]
fn the_bench_signature_is_the_recorded_one() {
    let found = stdout(&run(&["bench", "--signature"]));
    let recorded = include_str!("../../../testdata/signature.txt");
    assert_eq!(
        found, recorded,
        "a change that is meant: cargo xtask bench-signature --write"
    );
}

#[test]
fn without_a_command_and_a_terminal_there_is_a_demo() {
    let shown = stdout(&run(&[]));
    assert!(shown.contains("A game of random moves"), "{shown}");
    assert!(shown.contains("serpentine play"));
}

#[test]
fn help_completions_and_manual_are_there() {
    for command in [
        "play",
        "match",
        "hint",
        "show",
        "players",
        "perft",
        "count",
        "replay",
        "theory",
        "bench",
        "completions",
        "man",
    ] {
        let help = stdout(&run(&[command, "--help"]));
        assert!(help.contains("Example"), "{command} --help has examples");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&run(&["completions", shell])).contains("serpentine"));
    }
    assert!(stdout(&run(&["man"])).contains(".TH serpentine"));
    let scratch = Scratch::new();
    stdout(&run(&["man", "--out", text(&scratch.path("man"))]));
    assert!(scratch.path("man/serpentine-play.1").exists());
}

#[test]
fn wrong_usage_is_named_and_exits_with_2() {
    for (args, part) in [
        (
            &["play", "--size", "7x7"][..],
            "rows and columns go from 2 to 6",
        ),
        (&["play", "--rules", "classic"], "no rules named 'classic'"),
        (
            &["play", "--size", "2x2", "--rules", "standard:start=5"],
            "5 start tiles do not fit",
        ),
        (
            &["perft", "2 3/4 4", "--depth", "1"],
            "row 1, column 2: '3' is not a tile",
        ),
        (&["perft", "0000", "--depth", "x"], "invalid value 'x'"),
        (
            &["count", "--size", "2x2", "--rules", "standard:start=5"],
            "do not fit",
        ),
        (&["play", "--board", ". ./. ."], "there is no tile to move"),
        (&["nonsense"], "unrecognized subcommand"),
        (&["play", "--resume", "--seed", "1"], "cannot be used with"),
        (&["bench", "--seconds", "0"], "0 is not in 1..=3600"),
    ] {
        let (code, error) = failure(args);
        assert_eq!(code, 2, "{args:?}: {error}");
        assert!(error.contains(part), "{args:?}: {error}");
    }
}

#[test]
fn a_script_plays_and_prints_boards() {
    let scratch = Scratch::new();
    let shown = stdout(&scratch.play(&["--seed", "42"], "left up\nright, undo redo\n"));
    assert_eq!(shown.matches("score").count(), 6, "{shown}");
    let lines = stdout(&scratch.play(&["--seed", "42", "--json"], "L U"));
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[2]["moves"], 2);
    assert!(lines[2]["spawn"]["value"].as_u64().is_some());
    // The same seed and moves, the same game.
    assert!(shown.contains(&format!("score {}, moves 2", lines[2]["score"])));
}

#[test]
fn a_script_says_what_it_does_not_understand_and_keeps_the_game() {
    let scratch = Scratch::new();
    let output = scratch.play(&["--seed", "42"], "left\nup sideways\n");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains("line 2: 'sideways' is not a move"),
        "{error}"
    );
    let resumed = stdout(&scratch.play(&["--resume"], ""));
    assert!(resumed.contains("moves 2"), "{resumed}");
}

#[test]
fn any_size_preset_and_position_can_be_played() {
    let scratch = Scratch::new();
    for args in [
        &["--size", "3x3"][..],
        &["--size", "6x2", "--rules", "static2014-program"],
        &["--board", "65536 65536 . ./. . . ./. . . ./. . . 2"],
        &["--board", "1100000000000000", "--rules", "mc2014-program"],
    ] {
        let shown = stdout(&scratch.play(args, "left right up down left"));
        assert!(shown.contains("moves 1"), "{args:?}: {shown}");
    }
    let shown = stdout(&scratch.play(
        &["--board", "65536 65536 . ./. . . ./. . . ./. . . 2"],
        "left",
    ));
    assert!(
        shown.contains("131072") && shown.contains("score 131072"),
        "{shown}"
    );
}

#[test]
fn winning_stops_a_game_until_it_is_told_to_go_on() {
    let scratch = Scratch::new();
    let args = [
        "--board",
        "1024 1024 . ./. . . ./. . . ./. . . .",
        "--rules",
        "standard:stop=win",
    ];
    let shown = stdout(&scratch.play(&args, "left right keep-going right"));
    assert!(shown.contains("left: score 2048, moves 1, won"), "{shown}");
    assert!(
        shown.contains("right: the game is won: keep-going goes on"),
        "{shown}"
    );
    assert!(shown.contains("moves 2, won"), "{shown}");
}

#[test]
fn a_new_game_sets_an_unfinished_one_aside() {
    let scratch = Scratch::new();
    stdout(&scratch.play(&["--seed", "1"], "left up"));
    stdout(&scratch.play(&["--seed", "2"], "left"));
    let previous = scratch.path("play.previous.save");
    let resumed = stdout(&scratch.play(&["--resume", text(&previous)], ""));
    assert!(resumed.contains("moves 2"), "{resumed}");
}

#[test]
fn records_are_written_verified_and_converted() {
    let scratch = Scratch::new();
    let (as_text, binary) = (scratch.path("game.txt"), scratch.path("game.s2048"));
    stdout(&scratch.play(
        &["--seed", "7", "--record", text(&as_text)],
        "left up right down left",
    ));
    let shown = stdout(&run(&["replay", text(&as_text), "--to", text(&binary)]));
    assert!(shown.contains("verified: "), "{shown}");
    assert!(std::fs::read(&binary).unwrap().starts_with(b"SRPNGAME"));
    let report = json(&["replay", text(&binary), "--json"]);
    assert_eq!(report["verified"], true);
    assert_eq!(report["seed"], 7);
    assert_eq!(report["dealt"], true);
    let at = json(&["replay", text(&binary), "--at", "1", "--json"]);
    assert_eq!(at["moves"], 1);
    let all = stdout(&run(&["replay", text(&binary), "--all"]));
    assert_eq!(
        all.matches("move ").count() as u64,
        report["moves"].as_u64().unwrap() + 1
    );
}

#[test]
fn false_and_damaged_records_are_refused_with_1() {
    let scratch = Scratch::new();
    let refused = |name: &str, content: &[u8]| {
        let path = scratch.path(name);
        std::fs::write(&path, content).unwrap();
        let (code, error) = failure(&["replay", text(&path)]);
        assert_eq!(code, 1);
        error
    };
    let error = refused("a.txt", b"start 0 0 2\nstart 0 1 2\nL 0 0 2\n");
    assert!(
        error.contains("move 1 (line 3): 2 cannot appear at row 0, column 0"),
        "{error}"
    );
    let error = refused("b.s2048", b"SRPNGAME\x01\x00short");
    assert!(error.contains("damaged"), "{error}");
    let error = refused("c.bin", &[0xFF, 0xFE, 0x00]);
    assert!(
        error.contains("neither a text nor a binary game record"),
        "{error}"
    );
    let (code, error) = failure(&["replay", "/no/such/file"]);
    assert!(code == 1 && error.contains("cannot read"), "{error}");
    let output = scratch.play(&["--resume"], "");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_damaged_save_is_named_and_left_alone() {
    let scratch = Scratch::new();
    stdout(&scratch.play(&["--seed", "1"], "left up"));
    let path = scratch.path("play.save");
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 0x10;
    std::fs::write(&path, &bytes).unwrap();
    let output = scratch.play(&["--resume"], "left");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("saved game is damaged"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

/// Reads standard output until it holds `part`.
#[cfg(unix)]
fn wait_for(child: &mut Child, part: &str) {
    let stdout = child.stdout.as_mut().unwrap();
    let mut seen = String::new();
    let mut buffer = [0; 4096];
    let started = Instant::now();
    while !seen.contains(part) {
        assert!(
            started.elapsed() < Duration::from_secs(30),
            "waited for {part}, saw {seen}"
        );
        let read = stdout.read(&mut buffer).unwrap();
        assert_ne!(read, 0, "ended before {part}: {seen}");
        seen.push_str(&String::from_utf8_lossy(&buffer[..read]));
    }
}

#[cfg(unix)]
#[test]
fn a_killed_script_has_saved_its_game() {
    for signal in ["-TERM", "-INT", "-HUP"] {
        let scratch = Scratch::new();
        let mut child = scratch.start_play(&["--seed", "3"]);
        child
            .stdin
            .as_mut()
            .unwrap()
            .write_all(b"left up\n")
            .unwrap();
        wait_for(&mut child, "moves 2");
        let killed = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(killed.unwrap().success());
        assert!(child.wait().unwrap().success());
        let resumed = stdout(&scratch.play(&["--resume"], ""));
        assert!(resumed.contains("moves 2"), "{signal}: {resumed}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_keeps_what_it_has() {
    let mut child = serpentine(&["count", "--size", "4x4"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(&mut child, "\n");
    std::thread::sleep(Duration::from_millis(300));
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    let mut rest = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut rest)
        .unwrap();
    assert!(child.wait().unwrap().success());
    assert!(rest.contains("interrupted"), "{rest}");
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let mut child = serpentine(&["count", "--size", "2x3"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.stderr.is_empty());
}
