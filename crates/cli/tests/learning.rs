//! Training as a user does it, and what happens to trainings.

mod common;

use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use common::{Scratch, failure, json, run, serpentine, stdout, text};
use serde_json::Value;

const RECIPE: [&str; 3] = ["network=17x4", "restart=half", "stages=512,2048"];

fn train<'a>(args: &[&'a str]) -> Vec<&'a str> {
    let common = ["train", "--quiet", "--no-store", "--point-games", "500"];
    [&common[..], &["--greedy-games", "20"], args].concat()
}

/// All that does not depend on the machine.
fn learned(model: &Path) -> Value {
    let mut info = json(&["model", "info", text(model), "--json"]);
    info["about"]["seconds"] = Value::Null;
    for point in info["about"]["curve"].as_array_mut().unwrap() {
        point["seconds"] = Value::Null;
    }
    info
}

#[test]
fn a_training_killed_at_any_moment_loses_nothing_but_time() {
    let scratch = Scratch::new();
    let (whole, broken) = (scratch.path("whole.model"), scratch.path("broken.model"));
    let length = ["--moves", "4000000"];
    let begin = [&RECIPE[..], &["--threads", "1"]].concat();
    let begun = Instant::now();
    stdout(&run(&train(
        &[&begin[..], &length, &["--out", text(&whole)]].concat(),
    )));
    let longest = begun.elapsed() / 3;
    let mut moves = Vec::new();
    let mut random = 777u64;
    for _ in 0..12 {
        // A checkpoint every hundredth of a second or so.
        let often = ["--checkpoint-minutes", "0.0001"];
        let args = match broken.exists() {
            true => [&["--resume", text(&broken)], &length[..], &often].concat(),
            false => [&begin[..], &length, &often, &["--out", text(&broken)]].concat(),
        };
        let mut child = serpentine(&train(&args))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        thread::sleep(longest.mul_f64((random >> 11) as f64 / (1u64 << 53) as f64));
        child.kill().unwrap();
        child.wait().unwrap();
        if broken.exists() {
            moves.push(learned(&broken)["about"]["moves"].as_u64().unwrap());
        }
    }
    assert!(moves.is_sorted() && moves.len() > 3, "{moves:?}");
    assert!(moves.first() < moves.last(), "{moves:?}");
    stdout(&run(&train(
        &[&["--resume", text(&broken)], &length[..]].concat(),
    )));
    assert_eq!(learned(&broken), learned(&whole));
    // What a kill left half written has been written over since.
    let left = std::fs::read_dir(broken.parent().unwrap()).unwrap();
    let left: Vec<_> = left.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn ctrl_c_saves_and_the_rest_is_as_if_nothing_had_been() {
    let scratch = Scratch::new();
    let (whole, broken) = (scratch.path("whole.model"), scratch.path("broken.model"));
    // Far more than the moment before the interruption is enough for.
    let length = ["--moves", "4000000"];
    let begin = [&RECIPE[..], &["--threads", "1"]].concat();
    stdout(&run(&train(
        &[&begin[..], &length, &["--out", text(&whole)]].concat(),
    )));
    let endless = [&begin[..], &["--out", text(&broken)]].concat();
    let child = serpentine(&train(&endless))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(300));
    let pid = child.id().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(killed.unwrap().success());
    let output = stdout(&child.wait_with_output().unwrap());
    assert!(output.contains("--resume"), "{output}");
    stdout(&run(&train(
        &[&["--resume", text(&broken)], &length[..]].concat(),
    )));
    assert_eq!(learned(&broken), learned(&whole));
}

#[test]
fn forgetting_errors_is_part_of_the_history() {
    let scratch = Scratch::new();
    let model = scratch.path("a.model");
    let out = ["--out", text(&model), "--moves", "100000", "--threads", "1"];
    stdout(&run(&train(&[&RECIPE[..], &out].concat())));
    let go_on = ["--resume", text(&model), "--moves", "200000"];
    stdout(&run(&train(
        &[&go_on[..], &["--forget", "alpha=0.1", "--threads", "2"]].concat(),
    )));
    let info = stdout(&run(&["model", "info", text(&model)]));
    assert_eq!(info.matches("up to").count(), 1, "{info}");
    assert!(info.contains("then errors forgotten"), "{info}");
    assert!(info.contains("2 threads"), "{info}");
    assert!(info.contains("alpha=0.1"), "{info}");
}

#[test]
fn a_training_begins_with_the_weights_of_another_network() {
    let scratch = Scratch::new();
    let (first, second) = (scratch.path("first.model"), scratch.path("second.model"));
    let out = ["--out", text(&first), "--moves", "300000"];
    stdout(&run(&train(&[&RECIPE[..], &out].concat())));
    let from = ["--from", text(&first), "--out", text(&second), "alpha=0.01"];
    stdout(&run(&train(&[&from[..], &["--games", "1"]].concat())));
    let info = stdout(&run(&["model", "info", text(&second)]));
    assert!(info.contains("at first: the weights of"), "{info}");
    // Hardly anything has been learned since.
    let mean = |model: &Path| {
        let player = format!("ntuple:model={}", text(model));
        let played = run(&[
            "match",
            "--player",
            &player,
            "--games",
            "200",
            "--no-store",
            "--json",
        ]);
        let played: Value = serde_json::from_str(&stdout(&played)).unwrap();
        played["players"][0]["score"]["mean"].as_f64().unwrap()
    };
    let ratio = mean(&second) / mean(&first);
    assert!((0.8..1.25).contains(&ratio), "{ratio}");
    // A stage may be added: it begins with the weights of the one before.
    let stage = [
        "--from",
        text(&first),
        "--out",
        text(&second),
        "--games",
        "1",
    ];
    stdout(&run(&train(
        &[&stage[..], &["alpha=0.01", "stages=512,2048,4096"]].concat(),
    )));
    let ratio = mean(&second) / mean(&first);
    assert!((0.8..1.25).contains(&ratio), "{ratio}");
    let (code, error) = failure(&["train", "--from", text(&first), "--out", "x", "network=4x6"]);
    assert!(code == 2 && error.contains("keeps its network"), "{error}");
}

#[test]
fn the_curve_is_stored_and_reported() {
    let scratch = Scratch::new();
    let (store, model) = (scratch.path("runs.db"), scratch.path("a.model"));
    let args = [
        "train",
        "network=17x4",
        "--games",
        "2000",
        "--point-games",
        "500",
    ];
    let rest = [
        "--out",
        text(&model),
        "--store",
        text(&store),
        "--label",
        "small",
    ];
    let output = stdout(&run(&[&args[..], &rest].concat()));
    assert_eq!(output.matches("greedy ").count(), 4, "{output}");
    assert!(output.contains("stored as run 1"), "{output}");
    let list = stdout(&run(&["runs", "list", "--store", text(&store)]));
    assert!(
        list.contains("training") && list.contains("small: network=17x4"),
        "{list}"
    );
    let shown = json(&["runs", "show", "1", "--json", "--store", text(&store)]);
    assert_eq!(shown["curve"].as_array().unwrap().len(), 4);
    assert!(shown["curve"][3]["games"].as_u64().unwrap() >= 2000);
    let page = scratch.path("report.html");
    stdout(&run(&[
        "runs",
        "report",
        "1",
        "--out",
        text(&page),
        "--store",
        text(&store),
    ]));
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("Learning curve") && page.contains("<svg"));
    let check = stdout(&run(&["runs", "check", "--store", text(&store)]));
    assert!(check.starts_with("1 runs, 0 games"), "{check}");
}

#[test]
fn networks_play_and_can_be_made_small() {
    let scratch = Scratch::new();
    let (model, small) = (scratch.path("a.model"), scratch.path("small.model"));
    let args = [
        "network=17x4",
        "--games",
        "3000",
        "--threads",
        "1",
        "--out",
        text(&model),
    ];
    stdout(&run(&train(&args)));
    let player = format!("ntuple:model={}", text(&model));
    let played = json(&[
        "match",
        "--player",
        &player,
        "--games",
        "20",
        "--no-store",
        "--json",
    ]);
    assert!(played["players"][0]["score"]["mean"].as_f64().unwrap() > 8_000.0);
    let whole = json(&["model", "verify", text(&model), "--json"]);
    assert_eq!(whole["weights"], 5 << 16);
    let pack = [
        "model",
        "pack",
        text(&model),
        "--out",
        text(&small),
        "--max-mb",
        "1",
    ];
    let packed = json(&[&pack[..], &["--games", "100", "--json"]].concat());
    assert!(packed["kept"].as_u64() > packed["visited"].as_u64().map(|visited| visited / 2));
    assert!(packed["bytes"].as_u64().unwrap() < 300_000);
    stdout(&run(&["model", "verify", text(&small)]));
    let shipped = json(&["model", "info", "default", "--json"]);
    assert!(shipped["about"]["moves"].as_u64().unwrap() > 0);
}

#[test]
fn mistakes_are_named() {
    let (code, error) = failure(&["train", "--out", "x.model", "lamda=1"]);
    assert!(
        code == 2 && error.contains("unknown key 'lamda'"),
        "{error}"
    );
    let (code, error) = failure(&["train", "--out", "x.model", "--forget"]);
    assert!(code == 2 && error.contains("--resume"), "{error}");
    let (code, error) = failure(&["train", "network=4x6"]);
    assert!(code == 2 && error.contains("--out"), "{error}");
    let (code, error) = failure(&["train", "--resume", "missing.model"]);
    assert!(
        code == 1 && error.contains("cannot resume from missing.model"),
        "{error}"
    );
    let scratch = Scratch::new();
    let damaged = scratch.path("damaged.model");
    std::fs::write(&damaged, b"SRPNMODL damaged").unwrap();
    let (code, error) = failure(&["model", "verify", text(&damaged)]);
    assert!(
        code == 1 && error.contains("ends within its head"),
        "{error}"
    );
    let (code, error) = failure(&[
        "hint",
        "1100000000000000",
        "--player",
        "ntuple:model=nowhere",
    ]);
    assert!(code == 2 && error.contains("model=nowhere"), "{error}");
}
