//! `serpentine hint`

use std::fmt;
use std::time::Instant;

use anyhow::{Result, bail};
use serde::Serialize;
use serpentine_core::notation::Form;
use serpentine_core::{Direction, Size, Stream};
use serpentine_lab::text::thousands;
use serpentine_players::Insight;

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
    /// What is likely to follow, of players that can say.
    line: Option<Vec<Step>>,
    depth: Option<u32>,
    nodes: u64,
    evaluations: Option<u64>,
    hits: Option<u64>,
    kind: Option<&'static str>,
    sure: Option<f32>,
}

/// A move of a line and the tile after it.
#[derive(Serialize)]
struct Step {
    r#move: &'static str,
    tile: Option<Tile>,
}

/// A tile, its place counted from 1.
#[derive(Serialize)]
struct Tile {
    row: usize,
    col: usize,
    value: u64,
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
    let insight = player.insight();
    let report = Report {
        board: Form::Hex.write(board)?,
        best: decision.chosen.name(),
        moves,
        unit: decision.unit.name(),
        player: args.player.to_string(),
        time_ms,
        line: insight.map(|insight| steps(insight, board.size())),
        depth: insight.map(|insight| insight.depth),
        nodes: player.nodes(),
        evaluations: insight.map(|insight| insight.evaluations),
        hits: insight.map(|insight| insight.hits),
        kind: insight.map(|insight| insight.kind.name()),
        sure: insight.map(|insight| insight.sure),
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
    if let (Some(line), Some(insight)) = (&report.line, insight) {
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        output.line(format_args!("\nlikely line: {}", line.join(", ")))?;
        output.line(format_args!(
            "{} moves ahead, {} positions, {}; {:.0} % sure",
            insight.depth,
            thousands(insight.nodes),
            insight.kind.name(),
            100.0 * insight.sure
        ))?;
    }
    output.line(format_args!(
        "\n{} plays {} ({:.2} ms)",
        report.player, report.best, report.time_ms
    ))
}

fn steps(insight: &Insight, size: Size) -> Vec<Step> {
    let steps = insight.line.iter();
    steps
        .map(|step| Step {
            r#move: step.direction.name(),
            tile: step.cell.map(|cell| Tile {
                row: cell.row(size) + 1,
                col: cell.col(size) + 1,
                value: 2,
            }),
        })
        .collect()
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tile {
            Some(Tile { row, col, value }) => {
                write!(f, "{} ({value} in row {row}, column {col})", self.r#move)
            }
            None => write!(f, "{}", self.r#move),
        }
    }
}
