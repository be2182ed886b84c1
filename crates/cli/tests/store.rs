//! Runs survive what happens to programs and disks.

mod common;

use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Instant;

use common::{Scratch, failure, json, run, serpentine, stdout, text};
use serde_json::Value;

const PLAYERS: [&str; 4] = ["--player", "chain", "--player", "random"];

/// All games of a run, without what depends on the machine.
fn games(store: &Path, id: &str) -> String {
    let exported = stdout(&run(&["runs", "export", id, "--store", text(store)]));
    let columns = |line: &str| {
        let columns: Vec<&str> = line.split(',').collect();
        // run, player, game … board, seconds, …
        columns[1..11].join(",")
    };
    exported.lines().map(columns).collect::<Vec<_>>().join("\n")
}

fn start(store: &Path, args: &[&str]) -> Child {
    serpentine(&["match", "--quiet", "--json", "--store", text(store)])
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn stored(store: &Path) -> Option<(u64, bool)> {
    let output = run(&["runs", "list", "--json", "--store", text(store)]);
    let list: Value = serde_json::from_slice(&output.stdout).ok()?;
    let run = list["runs"].get(0)?;
    Some((run["stored"].as_u64()?, run["complete"].as_bool()?))
}

#[test]
fn a_match_killed_at_twenty_moments_ends_as_if_it_had_not_been() {
    let scratch = Scratch::new();
    let (broken, whole) = (scratch.path("broken.db"), scratch.path("whole.db"));
    let begin = [&PLAYERS[..], &["--games", "12000"]].concat();
    let started = Instant::now();
    assert!(start(&whole, &begin).wait().unwrap().success());
    // Twenty sittings of half this on average leave some games for the end.
    let longest = started.elapsed() / 15;
    let mut random = 12345u64;
    let mut counts = Vec::new();
    while counts.len() < 20 {
        let mut child = match stored(&broken) {
            Some(_) => start(&broken, &["--resume", "1"]),
            None => start(&broken, &begin),
        };
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        // Any moment from before the store is made to well into the games.
        thread::sleep(longest.mul_f64((random >> 11) as f64 / (1u64 << 53) as f64));
        if child.try_wait().unwrap().is_some() {
            break; // The machine has become much faster since it was measured.
        }
        child.kill().unwrap();
        child.wait().unwrap();
        counts.push(stored(&broken).map_or(0, |(count, _)| count));
    }
    assert!(counts.is_sorted(), "games were lost: {counts:?}");
    assert!(
        counts.len() >= 10 && counts.last() > counts.first(),
        "{counts:?}"
    );
    assert!(start(&broken, &["--resume", "1"]).wait().unwrap().success());
    assert_eq!(stored(&broken), Some((24_000, true)));
    assert_eq!(games(&broken, "1"), games(&whole, "1"));
    stdout(&run(&["runs", "check", "--store", text(&broken)]));
}

#[test]
fn two_programs_share_a_store() {
    let scratch = Scratch::new();
    let store = scratch.path("runs.db");
    let args = [&PLAYERS[..], &["--games", "500"]].concat();
    let mut both = [start(&store, &args), start(&store, &args)];
    assert!(both.iter_mut().all(|child| child.wait().unwrap().success()));
    assert_eq!(games(&store, "1"), games(&store, "2"));
    let compared = json(&[
        "runs",
        "compare",
        "1",
        "2",
        "--json",
        "--store",
        text(&store),
    ]);
    let same = &compared["comparisons"][1];
    assert_eq!(
        (&same["paired"], &same["games"]),
        (&true.into(), &500.into())
    );
    assert_eq!(same["difference"]["mean"], 0.0);
    assert_eq!(same["p_value"], 1.0);
}

/// On a file system of a few hundred kilobytes, made for this test where that is allowed.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_named_and_the_run_goes_on_when_there_is_room() {
    let scratch = Scratch::new();
    let (disk, whole) = (scratch.path("disk"), scratch.path("whole.db"));
    std::fs::create_dir(&disk).unwrap();
    let script = "mount -t tmpfs -o size=400k tmpfs \"$1\" || exit 1
        echo mounted
        \"$0\" match --quiet --store \"$1/runs.db\" --player chain --player random --games 3000
        echo \"code $?\"
        mount -o remount,size=20m \"$1\" && \"$0\" runs check --store \"$1/runs.db\"
        \"$0\" match --quiet --store \"$1/runs.db\" --resume 1 && cp \"$1/runs.db\" \"$2\"";
    let mut unshare = std::process::Command::new("unshare");
    unshare.args(["--map-root-user", "--mount", "sh", "-c", script]);
    unshare.args([
        env!("CARGO_BIN_EXE_serpentine"),
        text(&disk),
        text(&scratch.path("copy.db")),
    ]);
    let Ok(output) = unshare.output() else {
        return; // No such program here.
    };
    let (said, error) = (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    );
    if !said.starts_with("mounted") {
        return; // No right to mount; the library's own test has a full store all the same.
    }
    assert!(output.status.success(), "{said}{error}");
    assert!(said.contains("code 1"), "{said}{error}");
    assert!(
        error.contains("the disk is full; what was stored before is safe"),
        "{error}"
    );
    assert!(error.contains("match --resume 1"), "{error}");
    assert!(said.contains("are whole"), "{said}");
    let args = [&PLAYERS[..], &["--games", "3000"]].concat();
    assert!(start(&whole, &args).wait().unwrap().success());
    assert_eq!(games(&scratch.path("copy.db"), "1"), games(&whole, "1"));
}

#[test]
fn runs_are_listed_shown_exported_and_deleted() {
    let scratch = Scratch::new();
    let store = scratch.path("runs.db");
    let store = text(&store);
    let args = [
        "match",
        "--games",
        "20",
        "--label",
        "a name",
        "--keep-records",
    ];
    let played = json(&[&args[..], &PLAYERS, &["--json", "--store", store]].concat());
    assert_eq!(played["run"], 1);
    let with = |args: &[&str]| stdout(&run(&[args, &["--store", store]].concat()));
    let list = with(&["runs", "list"]);
    assert!(list.contains("a name: chain random"), "{list}");
    let shown = json(&["runs", "show", "1", "--json", "--store", store]);
    assert_eq!(shown["results"], played["players"]);
    for key in [
        "commit",
        "signature",
        "machine",
        "version",
        "started",
        "ended",
    ] {
        assert!(shown[key].is_string(), "{key}");
    }
    // Exports have every game once.
    let csv = with(&["runs", "export", "1"]);
    assert_eq!(csv.lines().count(), 41);
    let lines = with(&["runs", "export", "1", "--format", "jsonl"]);
    let scores = lines.lines().map(|line| {
        let game: Value = serde_json::from_str(line).unwrap();
        game["score"].as_u64().unwrap()
    });
    let mean = scores.take(20).sum::<u64>() as f64 / 20.0;
    assert_eq!(played["players"][0]["score"]["mean"], mean);
    // A kept record, and one played again, both verify.
    let record = scratch.path("game.txt");
    with(&["runs", "record", "1", "3", "--out", text(&record)]);
    assert!(stdout(&run(&["replay", text(&record)])).contains("verified"));
    let (code, error) = failure(&["runs", "record", "1", "99", "--store", store]);
    assert!(code == 1 && error.contains("has no game 99"), "{error}");
    let (code, error) = failure(&[
        "runs",
        "export",
        "1",
        "--out",
        "games.txt",
        "--store",
        store,
    ]);
    assert!(code == 2 && error.contains("ends in .csv"), "{error}");
    // Another store gets all of it, once.
    let other = scratch.path("other.db");
    let import = ["runs", "import", store, "--store", text(&other)];
    assert!(stdout(&run(&import)).contains("run 1 is new run 1 in"));
    assert!(stdout(&run(&import)).contains(": 0 games copied"));
    let there = stdout(&run(&["runs", "export", "1", "--store", text(&other)]));
    assert_eq!(there, csv);
    let (code, error) = failure(&["runs", "import", "nowhere.db", "--store", text(&other)]);
    assert!(
        code == 1 && error.contains("no run store at nowhere.db"),
        "{error}"
    );
    let (code, error) = failure(&["runs", "delete", "1", "--store", store]);
    assert!(code == 2 && error.contains("say --yes"), "{error}");
    assert!(with(&["runs", "delete", "1", "--yes"]).contains("deleted run 1 with 40 games"));
    let (code, error) = failure(&["runs", "show", "1", "--store", store]);
    assert!(code == 1 && error.contains("there is no run 1"), "{error}");
    let (code, error) = failure(&["match", "--resume", "1", "--games", "5", "--store", store]);
    assert!(
        code == 2 && error.contains("cannot be used with"),
        "{error}"
    );
}

/// Not kept, so played again from its seed; the same moves as the first time.
#[test]
fn games_that_were_not_kept_can_be_replayed() {
    let scratch = Scratch::new();
    let store = scratch.path("runs.db");
    let (store, dir) = (text(&store), scratch.path("records"));
    let played = [
        "match", "--games", "3", "--player", "corner", "--store", store,
    ];
    stdout(&run(&[&played[..], &["--records", text(&dir)]].concat()));
    stdout(&run(&played));
    let kept = std::fs::read_to_string(dir.join("player1-game000001.txt")).unwrap();
    for id in ["1", "2"] {
        let record = stdout(&run(&["runs", "record", id, "1", "--store", store]));
        assert_eq!(record, kept, "run {id}");
    }
}

#[test]
fn reports_and_single_figures_are_written() {
    let scratch = Scratch::new();
    let store = scratch.path("runs.db");
    let store = text(&store);
    let args = [
        "match", "--games", "5", "--player", "corner", "--store", store,
    ];
    stdout(&run(&args));
    let page = scratch.path("report.html");
    stdout(&run(&[
        "runs",
        "report",
        "1",
        "--out",
        text(&page),
        "--store",
        store,
    ]));
    assert!(
        std::fs::read_to_string(page)
            .unwrap()
            .starts_with("<!DOCTYPE html>")
    );
    for name in ["scores", "reach", "time", "heat", "film", "empties"] {
        let (svg, png) = (scratch.path("f.svg"), scratch.path("f.png"));
        let files = ["--svg", text(&svg), "--png", text(&png), "--store", store];
        let report = ["runs", "report", "1", "--figure", name];
        stdout(&run(&[&report[..], &files].concat()));
        assert!(
            std::fs::read_to_string(&svg).unwrap().contains("<svg"),
            "{name}"
        );
        assert!(
            std::fs::read(&png).unwrap().starts_with(b"\x89PNG"),
            "{name}"
        );
    }
    let (code, error) = failure(&["runs", "report", "1", "--store", store]);
    assert!(code == 2 && error.contains("--out"), "{error}");
    let record = scratch.path("game.txt");
    stdout(&run(&[
        "runs",
        "record",
        "1",
        "0",
        "--out",
        text(&record),
        "--store",
        store,
    ]));
    let film = scratch.path("film.png");
    stdout(&run(&["replay", text(&record), "--film", text(&film)]));
    assert!(std::fs::read(film).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn reproductions_print_published_next_to_ours() {
    let scratch = Scratch::new();
    let store = scratch.path("runs.db");
    let reproduce = ["reproduce", "theory", "--quick", "--store", text(&store)];
    let printed = stdout(&run(&reproduce));
    assert!(printed.contains("agrees   largest tile, 2x2"), "{printed}");
    assert!(
        printed.contains("DIFFERS  mean points in a 2048"),
        "{printed}"
    );
    let (code, error) = failure(&["reproduce", "chess"]);
    assert!(
        code == 2 && error.contains("expected one of mc, static"),
        "{error}"
    );
}
