//! The static-evaluation paper: 50 games to 2048, and five without a stop.

use super::bench::SEED;
use super::printed;
use super::published::static_games;
use super::row::{spread, tables, tiles};
use super::{Bench, Played, ReproduceError, Row, Verdict};
use crate::statistics::mean;
use crate::text::per_cent;

/// Games in the paper's table.
const TABLE: usize = 50;

pub(super) fn reproduce(bench: &mut Bench<'_>) -> Result<(String, Vec<Row>), ReproduceError> {
    let text = bench.play("static", "static2014", 1_000, 50)?;
    let edge = bench.play("static:rollouts=program", "static2014-program", 1_000, 50)?;
    let endless = bench.play("static", "static2014:stop=over", 200, 10)?;
    let count = bench.count(300, 20);
    let what = "static: the printed program, merging again";
    let program = bench.simulate(what, count, |number| {
        printed::static2014::play(SEED, number)
    })?;

    let moves = program.iter().filter_map(|game| game.won_after);
    let program_moves: Vec<f64> = moves.map(|moves| moves as f64).collect();
    let program_won = program_moves.len() as u64;
    let mut rows = vec![
        Row::share("won, text", 0.72, 50, text.won(), text.len())
            .note("Tiles merge once and appear anywhere, as the text has it."),
        spread_row(&text, "text"),
        Row::share(
            "won, program's spawns and rollouts",
            0.72,
            50,
            edge.won(),
            edge.len(),
        )
        .note(
            "New tiles on the edge the move left, moves that change nothing count in rollouts; \
             tiles still merge once.",
        ),
        spread_row(&edge, "program's spawns and rollouts"),
        Row::share("won, printed program", 0.72, 50, program_won, count).note(
            "As printed a tile may merge again in the same move, which makes the game easier: \
             the published share lies between this reading and the text's.",
        ),
    ];
    let published = static_games();
    let table: Vec<f64> = published.iter().filter_map(|game| game.1).collect();
    for (reading, moves) in [
        ("text", text.moves_of_won()),
        ("program's spawns and rollouts", edge.moves_of_won()),
        ("printed program", program_moves),
    ] {
        if moves.is_empty() {
            continue;
        }
        rows.push(Row::mean(
            format!("moves of won games, its table, {reading}"),
            mean(&table),
            table.len() as u64,
            &moves,
        ));
        rows.push(
            Row::mean(
                format!("moves of won games, its text, {reading}"),
                895.0,
                table.len() as u64,
                &moves,
            )
            .note("The paper contradicts itself: its text says 895, its table has 919.75."),
        );
    }
    let marked = published.iter().filter(|game| game.0 >= 2048).count();
    rows.push(
        Row::new(
            "games with a 2048 in its table",
            "36 of 50",
            format!("{marked} of {}", published.len()),
            Verdict::of(marked == 36),
        )
        .note("Game 7 is marked as lost there, but has a 2048 and its moves; 36 counts it."),
    );
    for (tile, of_five) in [(2048, 3.0), (4096, 1.0)] {
        rows.push(
            Row::share(
                format!("without a stop, {tile} or more"),
                of_five / 5.0,
                5,
                endless.reached(tile),
                endless.len(),
            )
            .note(format!(
                "Published: 1024, 2048, 2048, 4096, 1024. Ours: {}.",
                tiles(&endless)
            )),
        );
    }
    let intro = "Two 2s at the start, 4s with 20 %, games end at 2048; 200 continuations of 15 \
                 moves per decision. A share of 50 games has a wide interval, so the spread of \
                 such tables is given too."
        .to_owned();
    Ok((intro, rows))
}

/// How far tables of 50 of our games spread.
fn spread_row(played: &Played, reading: &str) -> Row {
    let won: Vec<f64> = played
        .games
        .iter()
        .map(|game| f64::from(u8::from(game.won)))
        .collect();
    let tables = tables(TABLE, &won, mean);
    let [low, _, high] = spread(&tables);
    let as_high = tables.iter().filter(|&&share| share >= 0.72).count();
    Row::new(
        format!("won in a table of {TABLE}, {reading}"),
        per_cent(0.72),
        format!("{} to {}", per_cent(low), per_cent(high)),
        Verdict::of((low..=high).contains(&0.72)),
    )
    .note(format!(
        "The range of 95 % of such tables; {} of them win 36 games or more.",
        per_cent(as_high as f64 / tables.len() as f64)
    ))
}
