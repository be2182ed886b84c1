//! The Monte-Carlo paper: win rate and moves over (n, t), staged precision, tendencies.

use serpentine_core::{Board, Direction, Rules, Size, Stream};
use serpentine_players::Spec;

use super::bench::SEED;
use super::printed::{self, Outcome};
use super::published::{MC_TABLE, McEntry};
use super::row::tiles;
use super::{Bench, Findings, Played, ReproduceError, Row, Verdict};
use crate::palette::Palette;
use crate::plot::{Axis, Figure, Lines, Mark, Point, Role, Series, gallery};
use crate::statistics::{mean, mean_ci95, wilson_ci95};
use crate::text::{figure, mean_with, per_cent_with};

/// A tendency experiment: a board, the move it should prefer, and the other.
pub(super) struct Tendency {
    pub(super) name: &'static str,
    pub(super) board: &'static str,
    pub(super) first: Direction,
    pub(super) second: Direction,
}

pub(super) const TENDENCIES: [Tendency; 2] = [
    Tendency {
        name: "smoothness",
        board: "exp:0 2 0 0/2 3 0 0/3 1 2 0/4 4 3 2",
        first: Direction::Up,
        second: Direction::Right,
    },
    Tendency {
        name: "monotonicity",
        board: "exp:0 0 10 0/0 9 2 0/8 3 3 0/7 4 4 0",
        first: Direction::Left,
        second: Direction::Right,
    },
];

pub(super) fn reproduce(bench: &mut Bench<'_>) -> Result<Findings, ReproduceError> {
    let mut rows = Vec::new();
    let (mut text, mut printed) = (Vec::new(), Vec::new());
    for entry in &MC_TABLE {
        let (n, t) = (entry.n, entry.t);
        let played = bench.play(&format!("mc:n={n},t={t}"), "mc2014", 300, 16)?;
        let count = bench.count(60, 6);
        let what = format!("mc: the printed program at ({n},{t})");
        let outcomes = bench.simulate(&what, count, |k| printed::mc::play(SEED, k, n, t))?;
        rows.push(text_row(entry, &played));
        rows.push(printed_row(entry, &outcomes));
        text.push(played);
        printed.push(outcomes);
    }
    let staged = bench.play("mc", "mc2014", 300, 16)?;
    let preset = bench.play("mc:n=120,t=60,rollouts=program", "mc2014-program", 60, 6)?;
    let last = &text[7];
    rows.push(
        Row::share("won at (120,60), text", 0.7, 24, last.won(), last.len()).note(
            "Legal moves only, in play and in rollouts; the printed program takes any direction.",
        ),
    );
    rows.push(
        Row::share(
            "won at (120,60), program's chances",
            0.7,
            24,
            preset.won(),
            preset.len(),
        )
        .note(
            "Rules mc2014-program: 4s with 25 % in play, 10 % in rollouts; in rollouts any \
                 direction counts, in play legal ones only.",
        ),
    );
    let won = printed[7]
        .iter()
        .filter(|game| game.won_after.is_some())
        .count() as u64;
    rows.push(
        Row::share(
            "won at (120,60), printed program",
            0.7,
            24,
            won,
            printed[7].len() as u64,
        )
        .note(
            "As printed it may choose a direction that changes nothing, which adds a tile, and \
                 moves at random on a full board.",
        ),
    );
    rows.push(curve_row(&text));
    rows.push(staged_row(&staged, &text[6]));
    rows.push(
        Row::new(
            "time for a game at (90,45)",
            "11 to 14 minutes",
            format!("{} s", figure(text[6].seconds_per_game())),
            Verdict::Incomparable,
        )
        .note("Matlab in 2014 against compiled code with vector instructions on one core."),
    );
    let mut figures = curves(&text, &printed);
    figures.push(colour_maps(last));
    for tendency in &TENDENCIES {
        let values = values(tendency, bench.count(2_000, 400));
        rows.push(tendency_row(tendency, &values));
        figures.push(tendency_figure(tendency, &values));
    }
    let won_text = mean_or_no(&last.moves_of_won());
    let won_printed = printed[7].iter().filter_map(|game| game.won_after);
    let won_printed = mean_or_no(&won_printed.map(|moves| moves as f64).collect::<Vec<_>>());
    let intro = format!(
        "Text: one start tile, 4s with 10 %, the game ends at 2048, means are over all games. \
         Printed program: 4s with 25 % in play and 10 % in rollouts, any direction may be chosen, \
         the game goes on past 2048. The published mean moves come out of neither, and the paper \
         does not say over which games they are: with few continuations both readings last longer \
         than it says, and 987 at (120,60) is more than a won game takes here under either chance \
         of a 4 ({won_text} moves with 10 %, {won_printed} with 25 %)."
    );
    Ok((intro, rows, figures))
}

fn text_row(entry: &McEntry, played: &Played) -> Row {
    let what = format!("mean moves at ({},{}), text", entry.n, entry.t);
    let won = played.moves_of_won();
    Row::mean(what, entry.moves, entry.games, &played.moves()).note(format!(
        "{} won, after {} moves.",
        rate(won.len(), played.games.len()),
        mean_or_no(&won)
    ))
}

fn printed_row(entry: &McEntry, outcomes: &[Outcome]) -> Row {
    let what = format!("mean moves at ({},{}), printed program", entry.n, entry.t);
    let moves: Vec<f64> = outcomes.iter().map(|game| game.moves as f64).collect();
    let won = outcomes.iter().filter_map(|game| game.won_after);
    let won: Vec<f64> = won.map(|moves| moves as f64).collect();
    Row::mean(what, entry.moves, entry.games, &moves).note(format!(
        "{} won, after {} moves.",
        rate(won.len(), outcomes.len()),
        mean_or_no(&won)
    ))
}

fn rate(won: usize, of: usize) -> String {
    let (won, of) = (won as u64, of as u64);
    per_cent_with(won as f64 / of as f64, wilson_ci95(won, of))
}

fn mean_or_no(moves: &[f64]) -> String {
    match moves {
        [] => "no".to_owned(),
        moves => figure(mean(moves)),
    }
}

/// Win rate and mean moves over (n, t).
fn curves(text: &[Played], printed: &[Vec<Outcome>]) -> Vec<Figure> {
    let settings = || {
        let names = MC_TABLE
            .iter()
            .map(|entry| format!("({},{})", entry.n, entry.t));
        Axis::names("(n,t)", names)
    };
    let series = |name, role, points: Vec<Point>| Series::new(name, role, Mark::Line).with(points);
    let wins = |won: usize, of: usize, x: usize| {
        let (won, of) = (won as u64, of as u64);
        Point {
            x: x as f64,
            y: won as f64 / of as f64,
            range: Some(wilson_ci95(won, of)),
        }
    };
    let text_wins = text.iter().enumerate();
    let text_wins = text_wins.map(|(x, p)| wins(p.won() as usize, p.games.len(), x));
    let printed_wins = printed.iter().enumerate().map(|(x, outcomes)| {
        let won = outcomes.iter().filter(|game| game.won_after.is_some());
        wins(won.count(), outcomes.len(), x)
    });
    let win_rate = Lines {
        x: settings(),
        y: Axis::shares("games won"),
        series: vec![
            series("published", Role::Published, vec![wins(17, 24, 7)]),
            series("text", Role::Series(0), text_wins.collect()),
            series("printed program", Role::Series(1), printed_wins.collect()),
        ],
    };
    let mean_moves = |values: &[f64], x: usize| Point {
        x: x as f64,
        y: mean(values),
        range: Some(mean_ci95(values)),
    };
    let published = MC_TABLE.iter().enumerate();
    let text_moves = text.iter().enumerate();
    let printed_moves = printed.iter().enumerate().map(|(x, outcomes)| {
        let moves: Vec<f64> = outcomes.iter().map(|game| game.moves as f64).collect();
        mean_moves(&moves, x)
    });
    let moves = Lines {
        x: settings(),
        y: Axis::numbers("mean moves").from(0.0),
        series: vec![
            Series::new("published", Role::Published, Mark::Line)
                .through(published.map(|(x, entry)| (x as f64, entry.moves))),
            series(
                "text",
                Role::Series(0),
                text_moves.map(|(x, p)| mean_moves(&p.moves(), x)).collect(),
            ),
            series("printed program", Role::Series(1), printed_moves.collect()),
        ],
    };
    vec![
        win_rate.figure("mc-won", "Win rate over (n,t)").caption(
            "The paper's curve has lost its figures; only 70 % at (120,60) is in its text.",
        ),
        moves
            .figure("mc-moves", "Mean moves over (n,t)")
            .caption("Over all games, won or not, with 95 % intervals."),
    ]
}

/// The paper's two final boards at (120,60) in its colours, and two of ours.
fn colour_maps(played: &Played) -> Figure {
    let published = |text: &str| text.parse().expect("a board of ours");
    let mut boards = vec![
        (
            "published, won".to_owned(),
            published("exp:0 1 4 3/10 11 7 1/1 4 3 2/0 0 0 2"),
        ),
        (
            "published, lost".to_owned(),
            published("exp:2 5 1 4/4 8 6 2/1 9 10 1/6 5 1 2"),
        ),
    ];
    for (words, won) in [("ours, won", true), ("ours, lost", false)] {
        let game = played.games.iter().find(|game| game.won == won);
        boards.extend(game.map(|game| (words.to_owned(), game.board)));
    }
    gallery(
        "mc-boards",
        "Final boards at (120,60)",
        &boards,
        Palette::Exponents,
    )
    .caption("Exponents from blue to red, as the paper draws them.")
}

/// y of the first hundred repetitions, as the paper plots it.
fn tendency_figure(tendency: &Tendency, values: &[f64]) -> Figure {
    let points = (1..).map(f64::from).zip(values.iter().copied()).take(100);
    let (first, second) = (tendency.first, tendency.second);
    let name = format!("mc-{}", tendency.name);
    Lines {
        x: Axis::numbers("repetition").from(0.0),
        y: Axis::numbers(&format!("y = value of {first} - value of {second}")).from(0.0),
        series: vec![
            Series::new("no preference", Role::Published, Mark::Dashes)
                .through([(0.0, 0.0), (100.0, 0.0)]),
            Series::new("y", Role::Series(0), Mark::Points).through(points),
        ],
    }
    .figure(&name, &format!("Tendency to {}", tendency.name))
    .caption(format!(
        "Points above 0 prefer {first}. n = 100, t = 50, a hundred repetitions."
    ))
}

/// "The win rate grows with (n, t), and ever more slowly."
fn curve_row(played: &[Played]) -> Row {
    let rates: Vec<f64> = played
        .iter()
        .map(|p| p.won() as f64 / p.len() as f64)
        .collect();
    let half = |p: &Played| {
        let [low, high] = wilson_ci95(p.won(), p.len());
        (high - low) / 2.0
    };
    // No step down that chance does not explain, and the first half climbs more.
    let grows = played
        .windows(2)
        .zip(rates.windows(2))
        .all(|(p, rate)| rate[1] >= rate[0] - half(&p[0]).hypot(half(&p[1])));
    let slows = rates[3] - rates[0] >= rates[7] - rates[4];
    let listed: Vec<String> = rates
        .iter()
        .map(|rate| format!("{:.0}", 100.0 * rate))
        .collect();
    Row::new(
        "win rate over (n,t)",
        "grows, ever more slowly",
        format!("{} %", listed.join(", ")),
        Verdict::of(grows && slows),
    )
    .note("The paper's curve has no figures but the last, 70 %.")
}

fn staged_row(staged: &Played, single: &Played) -> Row {
    let rate = |p: &Played| rate(p.won() as usize, p.games.len());
    let times_as_fast = single.seconds_per_game() / staged.seconds_per_game();
    Row::new(
        "staged precision: (50,25) up to 512, then (90,45)",
        "faster, as good",
        format!(
            "{} won against {} at (90,45), {} times as fast",
            rate(staged),
            rate(single),
            figure(times_as_fast)
        ),
        Verdict::of(
            times_as_fast > 1.0
                && wilson_ci95(staged.won(), staged.len())[1]
                    >= wilson_ci95(single.won(), single.len())[0],
        ),
    )
    .note(format!(
        "The text stages at 1024, its program above 512; ours is the program's. {}.",
        tiles(staged)
    ))
}

/// y of each repetition: the value of the first move minus that of the second.
pub(super) fn values(tendency: &Tendency, repetitions: u64) -> Vec<f64> {
    let board: Board = tendency.board.parse().expect("a board of ours");
    let spec: Spec = "mc:n=100,t=50".parse().expect("a player of ours");
    let rules: Rules = "mc2014".parse().expect("rules of ours");
    let mut player = spec.build(Size::STANDARD, &rules).expect("mc plays it");
    (0..repetitions)
        .map(|k| {
            player.start(Stream::for_player(SEED, k, 0));
            let decision = player.explain(&board);
            let value = |d| decision.value(d).expect("both moves are legal");
            value(tendency.first) - value(tendency.second)
        })
        .collect()
}

fn tendency_row(tendency: &Tendency, values: &[f64]) -> Row {
    let preferred = values.iter().filter(|&&y| y > 0.0).count() as u64;
    let of = values.len() as u64;
    let (first, second) = (tendency.first, tendency.second);
    let what = format!("{}: {first} over {second}", tendency.name);
    let row = match tendency.name {
        "smoothness" => Row::share_at_least(what, 0.6, preferred, of),
        _ => {
            let mut row = Row::share(what, 0.8, 100, preferred, of);
            row.published = format!("about {}", row.published);
            row
        }
    };
    row.note(format!(
        "Mean of y over {} repetitions: {}.",
        values.len(),
        mean_with(mean(values), mean_ci95(values))
    ))
}
