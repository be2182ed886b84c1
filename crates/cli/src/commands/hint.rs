//! `serpentine hint`

use std::time::Instant;

use anyhow::{Result, bail};
use serde::Serialize;
use serpentine_core::notation::Form;
use serpentine_core::{Direction, Stream};

use crate::UsageError;
use crate::args::HintArgs;
use crate::output::{Output, table};

#[derive(Serialize)]
struct Report {
    board: String,
    best: &'static str,
    moves: Vec<Move>,
    unit: &'static str,
    player: String,
    time_ms: f64,
}

#[derive(Serialize)]
struct Move {
    direction: &'static str,
    legal: bool,
    value: Option<f64>,
}

pub(crate) fn run(args: &HintArgs, output: &mut Output) -> Result<()> {
    let board = &args.board;
    let built = args.player.build(board.size(), &args.rules);
    let mut player = built.map_err(|error| UsageError(error.to_string()))?;
    if board.is_terminal() {
        bail!("no move is left on this board");
    }
    player.start(Stream::new(args.seed));
    let asked = Instant::now();
    let decision = player.explain(board);
    let time_ms = asked.elapsed().as_secs_f64() * 1e3;
    let mut moves: Vec<Move> = Direction::ALL
        .into_iter()
        .map(|direction| Move {
            direction: direction.name(),
            legal: decision.value(direction).is_some(),
            value: decision.value(direction),
        })
        .collect();
    // Best first, illegal moves last.
    moves.sort_by(|a, b| match (a.value, b.value) {
        (Some(a), Some(b)) => b.total_cmp(&a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    let report = Report {
        board: Form::Hex.write(board)?,
        best: decision.chosen.name(),
        moves,
        unit: decision.unit.name(),
        player: args.player.to_string(),
        time_ms,
    };
    if args.json {
        return output.json(&report);
    }
    output.line(format_args!("{board:#}\n"))?;
    let mut rows = table(["move", report.unit], &[0]);
    for entry in &report.moves {
        let value = match entry.value {
            Some(value) => format!("{value:.4}"),
            None => "not legal".to_owned(),
        };
        rows.add_row([entry.direction.to_owned(), value]);
    }
    output.table(&rows)?;
    output.line(format_args!(
        "\n{} plays {} ({:.2} ms)",
        report.player, report.best, report.time_ms
    ))
}
