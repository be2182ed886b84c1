//! What the README shows is what a reader gets.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use serpentine_core::{Board, Game, Record};

const README: &str = include_str!("../../../README.md");

/// Runs a line of the README in a shell that finds the program by its name.
fn shell(line: &str, data: &Path) -> (bool, String) {
    let bin = Path::new(env!("CARGO_BIN_EXE_serpentine"))
        .parent()
        .unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(data)
        .env("PATH", path)
        .env("SERPENTINE_DATA", data)
        .env("NO_COLOR", "1")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    (
        output.status.success(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

/// The lines of fenced blocks.
fn shown_lines() -> Vec<&'static str> {
    let blocks = README.split("```").skip(1).step_by(2);
    blocks.flat_map(str::lines).collect()
}

#[test]
fn commands_run_and_print_what_is_shown() {
    let data = tempfile::tempdir().unwrap();
    // Something to resume and to replay.
    let played = "printf 'left up' | serpentine play --seed 42 --record game.txt";
    assert!(shell(played, data.path()).0);
    let lines = shown_lines();
    let mut run = 0;
    for (index, line) in lines.iter().enumerate() {
        let command = line.strip_prefix("$ ").unwrap_or(line);
        if !command.contains("serpentine ") || command.starts_with('#') {
            continue;
        }
        let (succeeded, printed) = shell(command, data.path());
        assert!(succeeded, "{command}");
        run += 1;
        // Output that does not depend on the machine is shown to the letter.
        let exact = command.contains("perft") || command.contains("count");
        if line.starts_with("$ ") && exact {
            let shown = lines[index + 1..]
                .iter()
                .take_while(|line| !line.is_empty());
            let shown: String = shown.map(|line| format!("{line}\n")).collect();
            assert_eq!(printed, shown, "{command}");
        }
    }
    assert!(run >= 10, "only {run} commands found");
}

#[test]
fn every_way_to_write_a_board_is_the_same_board() {
    let table = README.split("A board is written").nth(1).unwrap();
    let rows = table
        .lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1);
    let boards: Vec<Board> = rows
        .take_while(|line| line.starts_with('|'))
        .filter_map(|row| row.rsplit("| ").next()?.split('`').nth(1))
        .filter(|example| !example.contains('…'))
        .map(|example| example.parse().unwrap())
        .collect();
    assert_eq!(boards.len(), 4);
    assert!(boards.iter().all(|board| *board == boards[0]), "{boards:?}");
}

#[test]
fn the_record_shown_is_a_game() {
    let lines = shown_lines();
    let start = lines.iter().position(|line| *line == "# size 4x4").unwrap();
    let record = lines[start..start + 7].join("\n");
    let record = Record::from_text(&record).unwrap();
    assert_eq!(record.turns.len(), 2);
    // It is what seed 42 deals.
    let dealt = Game::new(record.size(), record.rules, 42, 0).unwrap();
    assert_eq!(record.start, *dealt.board());
}
