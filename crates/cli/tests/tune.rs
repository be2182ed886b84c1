//! Tuning as a user does it.

mod common;

use std::fs;

use common::{Scratch, failure, json, run, stdout, text};

const PLAYER: [&str; 3] = ["--player", "greedy:eval=snake", "r=0.1..1"];
const SHORT: [&str; 6] = ["--games", "4", "--generations", "2", "--check-games", "4"];

fn tune<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["tune", "--quiet"], &PLAYER[..], &SHORT, args].concat()
}

#[test]
fn a_tuning_prints_generations_and_compares() {
    let text = stdout(&run(&tune(&[])));
    assert!(text.contains("generation 2: mean "), "{text}");
    assert!(text.contains("tuned: greedy:eval=snake,r="), "{text}");
    let report = json(&tune(&["--json"]));
    assert_eq!(report["players"][0]["player"], report["tuned"]);
    assert_eq!(report["players"][1]["player"], "greedy:eval=snake");
    assert_eq!(report["complete"], true);
}

/// What a tuning prints, but for times.
fn course(args: &[&str]) -> Vec<String> {
    let text = stdout(&run(args));
    let timeless = |line: &&str| line.starts_with("generation") || line.starts_with("tuned");
    text.lines().filter(timeless).map(str::to_owned).collect()
}

#[test]
fn a_log_goes_on_and_is_for_one_tuning() {
    let scratch = Scratch::new();
    let log = scratch.path("log.jsonl");
    let with_log = tune(&["--log", text(&log)]);
    let whole = course(&with_log);
    let lines = fs::read_to_string(&log).unwrap();
    assert_eq!(lines.lines().count(), 1 + 2 * 4);
    // Cut within its last line, as a power failure would.
    fs::write(&log, &lines[..lines.len() - 20]).unwrap();
    assert_eq!(course(&with_log), whole);
    assert_eq!(fs::read_to_string(&log).unwrap(), lines);

    let other = tune(&["--log", text(&log), "--seed", "9"]);
    let (code, message) = failure(&other);
    assert_eq!(code, 2);
    assert!(message.contains("log of another tuning"), "{message}");
    fs::write(&log, "nonsense\n").unwrap();
    let (code, message) = failure(&with_log);
    assert_eq!(code, 1);
    assert!(message.contains("line 1"), "{message}");
}

#[test]
fn mistakes_are_named() {
    for (args, part) in [
        (vec!["tune"], "KEY=LOW..HIGH"),
        (vec!["tune", "r"], "low..high"),
        (vec!["tune", "h-empty=5..1"], "low..high"),
        (vec!["tune", "h-emty=1..5"], "did you mean 'h-empty'"),
        (vec!["bench", "--full"], "--strength"),
    ] {
        let (code, message) = failure(&args);
        assert_eq!(code, 2, "{message}");
        assert!(message.contains(part), "{message}");
    }
}
