//! `serpentine replay`

use anyhow::{Result, bail};
use serde::Serialize;
use serpentine_core::notation::Form;
use serpentine_core::{Game, Record};
use serpentine_lab::plot::film_strip;

use crate::args::{ColorChoice, ReplayArgs};
use crate::output::{Output, thousands};
use crate::{files, play};

/// Boards of a film strip.
const FRAMES: usize = 18;

#[derive(Serialize)]
struct Report {
    verified: bool,
    size: String,
    rules: String,
    seed: Option<u64>,
    game: Option<u64>,
    dealt: bool,
    moves: u64,
    score: u64,
    fours: u64,
    largest: u64,
    won: bool,
    over: bool,
    board: String,
}

pub(crate) fn run(args: &ReplayArgs, color: ColorChoice, output: &mut Output) -> Result<()> {
    // Reading verifies.
    let record = files::read_record(&args.file)?;
    let mut game = record.replay()?;
    if let Some(path) = &args.to {
        files::write_record(path, &record)?;
    }
    if let Some(path) = &args.film {
        let write = match path.extension().is_some_and(|ending| ending == "png") {
            true => files::write_png,
            false => files::write_svg,
        };
        write(path, &film_strip(&record, FRAMES))?;
    }
    if args.step {
        return play::step_through(game, color);
    }
    if args.all {
        return print_all(&game, output);
    }
    if let Some(at) = args.at {
        let moves = record.turns.len();
        if at > moves {
            bail!("the game has {moves} moves, not {at}");
        }
        while game.state().moves > at as u64 {
            game.undo();
        }
    }
    if args.json {
        return output.json(&report(&record, &game));
    }
    summary(&record, &game, output)?;
    for path in args.to.iter().chain(&args.film) {
        output.line(format_args!("written to {}", path.display()))?;
    }
    Ok(())
}

fn report(record: &Record, game: &Game) -> Report {
    let state = game.state();
    Report {
        verified: true,
        size: record.size().to_string(),
        rules: record.rules.to_string(),
        seed: record.origin.map(|origin| origin.seed),
        game: record.origin.map(|origin| origin.number),
        dealt: record.is_dealt(),
        moves: state.moves,
        score: state.score,
        fours: state.fours,
        largest: state.board.max_tile(),
        won: state.won,
        over: state.over,
        board: Form::Hex
            .write(&state.board)
            .expect("digits hold any board"),
    }
}

fn summary(record: &Record, game: &Game, output: &mut Output) -> Result<()> {
    let state = game.state();
    output.line(format_args!("{:#}\n", state.board))?;
    output.line(format_args!(
        "verified: {} legal moves, every tile possible, score {} fits the tiles",
        thousands(state.moves),
        thousands(state.score)
    ))?;
    output.line(format_args!(
        "{} {}, {}, {}",
        record.size(),
        record.rules,
        record.origin.map_or_else(
            || "no seed".to_owned(),
            |origin| format!("seed {} game {}", origin.seed, origin.number)
        ),
        if record.is_dealt() {
            "start tiles as dealt"
        } else {
            "started from a position set up"
        }
    ))?;
    let end = match (state.won, state.over) {
        (true, true) => "won, then over",
        (true, false) => "won",
        (false, true) => "over",
        (false, false) => "not over",
    };
    output.line(format_args!(
        "largest tile {}, {} 4s appeared, {end}",
        thousands(state.board.max_tile()),
        thousands(state.fours)
    ))
}

fn print_all(game: &Game, output: &mut Output) -> Result<()> {
    let mut game = game.clone();
    while game.undo() {}
    loop {
        let state = game.state();
        let turn = game
            .last_turn()
            .map_or_else(|| "start".to_owned(), |turn| turn.direction.to_string());
        output.line(format_args!(
            "move {} {turn}, score {}\n{:#}\n",
            state.moves, state.score, state.board
        ))?;
        if !game.redo() {
            return Ok(());
        }
    }
}
