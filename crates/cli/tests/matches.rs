//! Players and matches as a user meets them.

mod common;

use common::{Scratch, failure, json, run, stdout, text};

#[test]
fn a_match_gives_the_same_figures_for_any_thread_count() {
    let run = |threads: &str| {
        let args = [
            "match",
            "--games",
            "30",
            "--threads",
            threads,
            "--player",
            "random",
            "--player",
            "corner",
            "--json",
            "--no-store",
        ];
        let mut report = json(&args);
        // Times are the machine's business.
        for player in report["players"].as_array_mut().unwrap() {
            for time in ["moves_per_second", "move_time_us_mean", "move_time_us_p99"] {
                assert!(
                    player.as_object_mut().unwrap().remove(time).is_some(),
                    "{time}"
                );
            }
        }
        report
    };
    let report = run("1");
    assert_eq!(report, run("2"));
    let random = &report["players"][0];
    assert_eq!(random["player"], "random");
    assert_eq!(random["games"], 30);
    for figure in ["mean", "ci95", "median", "max", "std"] {
        assert!(!random["score"][figure].is_null(), "{figure}");
    }
    assert!(random["reached"]["32"]["rate"].as_f64().unwrap() > 0.9);
    assert_eq!(report["comparisons"][0]["second"], "corner");
    assert_eq!(report["rules"], "standard");
}

#[test]
fn a_match_writes_records_that_verify() {
    let scratch = Scratch::new();
    let dir = scratch.path("games");
    let args = [
        "match",
        "--games",
        "3",
        "--player",
        "corner",
        "--size",
        "3x3",
        "--records",
    ];
    stdout(&run(&[&args[..], &[text(&dir)]].concat()));
    let shown = stdout(&run(&["replay", text(&dir.join("player1-game000002.txt"))]));
    assert!(shown.contains("verified"), "{shown}");
}

#[test]
fn hint_values_all_four_moves_best_first() {
    let report = json(&["hint", "2 2 4 8/. . . ./. . . ./. . . .", "--json"]);
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    assert_eq!(report["best"], moves[0]["direction"]);
    assert_eq!(moves[3]["direction"], "up");
    assert_eq!(moves[3]["legal"], false);
    assert_eq!(report["player"], "serpentine:level=strong");
    assert_eq!(report["unit"], "points");
    assert_eq!(report["kind"], "searched");
    assert_eq!(report["line"][0]["move"], report["best"]);
    assert!(report["depth"].as_u64() > Some(2) && report["nodes"].as_u64() > Some(100));
    let plain = json(&["hint", "2 2/. .", "--player", "corner", "--json"]);
    assert!(plain["line"].is_null() && plain["kind"].is_null());
    let (code, error) = failure(&["hint", "2 4/4 2"]);
    assert!(code == 1 && error.contains("no move is left"), "{error}");
}

#[test]
fn show_draws_in_the_terminal_and_as_pictures() {
    let board = "2 4/8 .";
    assert_eq!(stdout(&run(&["show", board])), "2 4\n8 .\n");
    let coloured = stdout(&run(&["show", board, "--color", "truecolor"]));
    assert!(coloured.contains("48;2;238;228;218"), "{coloured:?}");
    let mapped = stdout(&run(&[
        "show",
        board,
        "--color",
        "256",
        "--palette",
        "exponents",
    ]));
    assert!(mapped.contains("48;5;") && mapped != coloured);
    let report = json(&["show", board, "--json"]);
    assert_eq!(report["rows"], serde_json::json!([[2, 4], [8, 0]]));
    let scratch = Scratch::new();
    let (svg, png) = (scratch.path("b.svg"), scratch.path("b.png"));
    stdout(&run(&[
        "show",
        board,
        "--svg",
        text(&svg),
        "--png",
        text(&png),
    ]));
    assert!(std::fs::read_to_string(svg).unwrap().contains(">8</text>"));
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn players_are_listed_and_mistakes_offer_the_nearest() {
    let listed = json(&["players", "--json"]);
    let names: Vec<&str> = listed["players"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|p| p["name"].as_str())
        .collect();
    assert_eq!(names.len(), 14);
    assert!(stdout(&run(&["players"])).contains("weighted sums"));
    let (code, error) = failure(&["match", "--player", "expectimacs"]);
    assert!(
        code == 2 && error.contains("did you mean 'expectimax'?"),
        "{error}"
    );
}

#[test]
fn losses_are_the_same_on_any_number_of_threads() {
    let loss = |threads: &str| {
        let mut report = json(&[
            "loss",
            "--player",
            "random",
            "--player",
            "corner",
            "--host",
            "chain",
            "--reference",
            "expectimax:depth=1,eval=snake",
            "--positions",
            "30",
            "--worst",
            "2",
            "--threads",
            threads,
            "--json",
        ]);
        for player in report["players"].as_array_mut().unwrap() {
            assert_eq!(player["positions"], 30);
            assert_eq!(player["worst"].as_array().unwrap().len(), 2);
            player["micros"] = 0.into();
        }
        report
    };
    assert_eq!(loss("1"), loss("3"));
}
