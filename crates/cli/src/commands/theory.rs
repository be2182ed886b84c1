//! `serpentine theory`

use anyhow::Result;
use serde::Serialize;
use serpentine_core::{Board, Rules, Size, theory};

use crate::args::TheoryArgs;
use crate::output::{Output, table, thousands};

/// The short names of sources; `docs/sources.md` gives their titles.
const MONTE_CARLO: &str = "Monte-Carlo paper, section 5.4";
const STATIC: &str = "static-evaluation paper";

#[derive(Serialize)]
struct Report {
    size: String,
    rules: String,
    cells: usize,
    bounds: Vec<Bound>,
    final_boards: Vec<FinalBoard>,
    tiles: Vec<Tile>,
}

/// One statement about every game on this board.
#[derive(Serialize)]
struct Bound {
    statement: String,
    value: u64,
    rests_on: String,
}

#[derive(Serialize)]
struct FinalBoard {
    what: String,
    board: String,
    rests_on: String,
    #[serde(skip)]
    position: Board,
}

/// What it takes to make a tile.
#[derive(Serialize)]
struct Tile {
    tile: u64,
    least_moves: Option<u64>,
    least_moves_only_twos_paper: u64,
    least_moves_only_fours_paper: u64,
    moves_ignoring_geometry: Option<Moves>,
    points_only_twos: u64,
    points_only_fours: u64,
    points_weighted_paper: f64,
    points_mean: f64,
}

#[derive(Serialize)]
struct Moves {
    mean: f64,
    variance: f64,
}

pub(crate) fn run(args: &TheoryArgs, output: &mut Output) -> Result<()> {
    let (size, rules) = (args.game.size, args.game.rules);
    let report = Report {
        size: size.to_string(),
        rules: rules.to_string(),
        cells: size.cells(),
        bounds: bounds(size),
        final_boards: final_boards(size),
        tiles: tiles(size, &rules),
    };
    if args.json {
        return output.json(&report);
    }
    print(&report, size, &rules, output)
}

fn bounds(size: Size) -> Vec<Bound> {
    let bound = |statement: &str, value, rests_on: String| Bound {
        statement: statement.to_owned(),
        value,
        rests_on,
    };
    let cells = size.cells() as u32;
    let mut bounds = vec![
        bound(
            "largest tile",
            1 << size.max_exponent(),
            format!(
                "2^(c+1): {MONTE_CARLO}; {STATIC}, section 5.2 (both for squares); the last step needs a 4"
            ),
        ),
        bound(
            "largest tile if only 2s appear",
            1 << cells,
            format!("2^c: {STATIC}, section 5.2"),
        ),
        bound(
            "largest tile sum",
            size.max_tile_sum(),
            "2^(c+2)-4: a larger sum needs more tiles than cells".to_owned(),
        ),
        bound(
            "score, upper bound",
            size.max_score(),
            format!(
                "(c-1)·2^(c+2)+4-4c: the full chain and the fewest 4s{}",
                match (size.rows(), size.cols()) {
                    (2, 2) | (3, 3) => "; reached",
                    (4, 4) => "; best known play 3,925,224",
                    _ => "",
                }
            ),
        ),
        bound(
            "moves in a game, upper bound",
            theory::longest_game(size),
            "2^(c+1)-4-c: each move adds 2 or 4 to the sum".to_owned(),
        ),
    ];
    let largest = u32::from(size.max_exponent());
    bounds.push(bound(
        "moves to the largest tile, at least",
        theory::least_moves(largest),
        format!(
            "2^(k-2)+k-4 from two start tiles, exact where there is room; {STATIC}, theorem 5.1.1, has 2^(k-2)-1 = {} if only 4s appear, which this beats",
            thousands((1u64 << (largest - 2)) - 1)
        ),
    ));
    bounds.push(bound(
        "cells needed for the largest tile",
        u64::from(largest) - 1,
        format!("k-1 if only 4s appear, k if only 2s: {STATIC}, theorem 5.1.2"),
    ));
    let q = largest - 4;
    bounds.push(bound(
        &format!("tiles of {} or more at once, at most", thousands(1u64 << q)),
        theory::most_tiles_at_once(size, q),
        format!("c+2-q for tiles from 2^q, here q = {q}"),
    ));
    bounds
}

fn final_boards(size: Size) -> Vec<FinalBoard> {
    let corner = if size.rows().is_multiple_of(2) {
        "left"
    } else {
        "right"
    };
    let board = |what: String, position: Board, rests_on: String| FinalBoard {
        what,
        board: position.to_string(),
        rests_on,
        position,
    };
    vec![
        board(
            "before the last chance: a 4 must appear in the gap".to_owned(),
            theory::last_chance(size),
            MONTE_CARLO.to_owned(),
        ),
        board(
            format!("if the last tile is a 4: the largest of all, bottom {corner}"),
            theory::final_board(size, 2),
            format!("{STATIC}, section 5.2, tables 4, 7 and 9"),
        ),
        board(
            "if the last tile is a 2".to_owned(),
            theory::final_board(size, 1),
            format!("{STATIC}, section 5.2, tables 3, 6 and 8"),
        ),
    ]
}

fn tiles(size: Size, rules: &Rules) -> Vec<Tile> {
    (2..=u32::from(size.max_exponent()))
        .map(|k| Tile {
            tile: 1 << k,
            least_moves: (k >= 3).then(|| theory::least_moves(k)),
            least_moves_only_twos_paper: (1 << (k - 1)) - 1,
            least_moves_only_fours_paper: (1 << (k - 2)) - 1,
            // Beyond 2^14 the chain of bags takes long and says little.
            moves_ignoring_geometry: (k <= 14).then(|| {
                let moments = theory::moves_ignoring_geometry(k, rules.four);
                Moves {
                    mean: moments.mean,
                    variance: moments.variance,
                }
            }),
            points_only_twos: theory::points_from_twos(k),
            points_only_fours: theory::points_from_fours(k),
            points_weighted_paper: theory::points_weighted(k, rules.four),
            points_mean: theory::mean_points(k, rules.four),
        })
        .collect()
}

fn print(report: &Report, size: Size, rules: &Rules, output: &mut Output) -> Result<()> {
    output.line(format_args!(
        "2048 on {size}: c = {} cells, a new tile is a 4 with probability {}\n",
        report.cells, rules.four
    ))?;

    let mut rows = table(["in every game", "value", "rests on"], &[0, 2]);
    for bound in &report.bounds {
        rows.add_row([
            bound.statement.to_owned(),
            thousands(bound.value),
            bound.rests_on.clone(),
        ]);
    }
    output.table(&rows)?;
    output.line(
        "\nin every game, exactly: score = Σ (k-1)·2^k over the tiles - 4·(number of 4s that appeared)",
    )?;

    for board in &report.final_boards {
        output.line(format_args!("\n{}\n({})", board.what, board.rests_on))?;
        for line in format!("{:#}", board.position).lines() {
            output.line(format_args!("  {line}"))?;
        }
    }

    let mut moves = table(
        ["tile", "least moves", "only 2s", "only 4s", "mean ± sd"],
        &[],
    );
    let mut points = table(["tile", "only 2s", "only 4s", "weighted", "mean"], &[]);
    for tile in &report.tiles {
        let mean = tile.moves_ignoring_geometry.as_ref();
        moves.add_row([
            thousands(tile.tile),
            tile.least_moves.map_or_else(|| "0".to_owned(), thousands),
            thousands(tile.least_moves_only_twos_paper),
            thousands(tile.least_moves_only_fours_paper),
            mean.map_or_else(
                || "-".to_owned(),
                |moves| format!("{:.1} ± {:.1}", moves.mean, moves.variance.max(0.0).sqrt()),
            ),
        ]);
        points.add_row([
            thousands(tile.tile),
            thousands(tile.points_only_twos),
            thousands(tile.points_only_fours),
            format!("{:.1}", tile.points_weighted_paper),
            format!("{:.1}", tile.points_mean),
        ]);
    }
    output.line("\nmoves to a tile")?;
    output.table(&moves)?;
    output.line(format_args!(
        "  least: 2^(k-2)+k-4 from two start tiles with the best of luck (exact search on 3x3)
  only 2s, only 4s: 2^(k-1)-1 and 2^(k-2)-1 at least ({STATIC}, theorem 5.1.1)
  mean: every pair merges at every move, whatever the geometry (Lees-Miller's Markov chain
  of tile bags, computed for this chance of a 4)"
    ))?;
    output.line("\npoints when a tile is first made, at least")?;
    output.table(&points)?;
    output.line(
        "  only 2s, only 4s: (k-1)·2^k and (k-2)·2^k; weighted: by the chances of a 2 and a 4
  (chain paper, section 3.2)
  mean: (k-1-2p/(1+p))·2^k with p the chance of a 4. A 4 is worth two 2s, so 4s make up
  2p/(1+p) of a tile; the paper's weighting takes p and comes out too high",
    )
}
