//! Exact facts, read from `testdata/`.

mod common;

use std::collections::{HashMap, HashSet};

use common::table;
use serpentine_core::reference::Reference;
use serpentine_core::{Board, Game, Preset, Rules, Size, Stream, enumerate, perft, theory};

fn number(text: &str) -> u64 {
    text.parse().unwrap()
}

#[test]
fn perft_by_counting_and_by_following_every_path() {
    for row in table(include_str!("../testdata/perft.tsv")) {
        let board: Board = format!("exp:{}", row[0]).parse().unwrap();
        for (depth, paths) in (1..).zip(&row[1..]) {
            let expected = Some(u128::from(number(paths)));
            assert_eq!(
                perft::paths(&board, &Rules::STANDARD, depth),
                expected,
                "{board}"
            );
            let any = perft::paths_one_by_one(&board, &Rules::STANDARD, depth);
            assert_eq!(Some(any), expected);
            if depth < 3 {
                let reference = Board::new(common::grid::<Reference>(
                    board.size(),
                    &board.exponents().collect::<Vec<_>>(),
                ));
                let slow = perft::paths_one_by_one(&reference, &Rules::STANDARD, depth);
                assert_eq!(Some(slow), expected);
            }
        }
    }
}

#[test]
fn perft_follows_the_rules_it_is_given() {
    let board: Board = "2 2 ./. 4 ./. . 2".parse().unwrap();
    for preset in Preset::ALL {
        for depth in 0..4 {
            let counted = perft::paths(&board, &preset.rules, depth);
            let followed = perft::paths_one_by_one(&board, &preset.rules, depth);
            assert_eq!(counted, Some(followed), "{} depth {depth}", preset.name);
        }
    }
}

#[test]
fn whole_games_of_small_boards() {
    for row in table(include_str!("../testdata/whole_games.tsv")) {
        let size: Size = row[0].parse().unwrap();
        if size.cells() > 6 {
            continue; // `larger_whole_games` below
        }
        check_whole_game(size, &row);
    }
}

#[test]
#[ignore = "about a minute: cargo xtask test --long"]
fn larger_whole_games() {
    for row in table(include_str!("../testdata/whole_games.tsv")) {
        check_whole_game(row[0].parse().unwrap(), &row);
    }
}

fn check_whole_game(size: Size, row: &[&str]) {
    let layers: Vec<_> = enumerate::layers(size, Rules::STANDARD).collect();
    let total = |field: fn(&enumerate::Layer) -> u64| layers.iter().map(field).sum::<u64>();
    assert_eq!(total(|l| l.states), number(row[1]), "{size} states");
    assert_eq!(total(|l| l.labelled), number(row[2]), "{size} labelled");
    assert_eq!(
        total(|l| l.afterstates),
        number(row[3]),
        "{size} afterstates"
    );
    assert_eq!(total(|l| l.terminal), number(row[4]), "{size} terminal");
    let largest = layers.iter().max_by_key(|l| l.states).unwrap();
    assert_eq!(largest.states, number(row[5]), "{size} largest layer");
    if row[6] != "-" {
        assert_eq!(largest.sum, number(row[6]), "{size} largest layer's sum");
    }
    assert_eq!(layers.last().unwrap().sum, size.max_tile_sum());
}

#[test]
fn layers_of_4x4_to_sum_28() {
    check_layers(28);
}

#[test]
#[ignore = "some seconds: cargo xtask test --long"]
fn layers_of_4x4_to_sum_34() {
    check_layers(34);
}

fn check_layers(max_sum: u64) {
    let layers: HashMap<u64, enumerate::Layer> = enumerate::layers(Size::STANDARD, Rules::STANDARD)
        .take_while(|layer| layer.sum <= max_sum)
        .map(|layer| (layer.sum, layer))
        .collect();
    let mut checked = 0;
    for row in table(include_str!("../testdata/layers_4x4.tsv")) {
        if row[0] == "total" {
            let sums = || layers.values().filter(|l| l.sum <= number(row[1]));
            assert_eq!(sums().map(|l| l.states).sum::<u64>(), number(row[2]));
            assert_eq!(sums().map(|l| l.labelled).sum::<u64>(), number(row[3]));
        } else if let Some(layer) = layers.get(&number(row[0])) {
            let found = [layer.states, layer.labelled, layer.afterstates];
            assert_eq!(
                found.to_vec(),
                row[1..].iter().map(|n| number(n)).collect::<Vec<_>>()
            );
            checked += 1;
        }
    }
    assert!(checked >= 9);
}

/// The same layers found with no packed form, no fast symmetry: a plain set of boards.
#[test]
fn layers_agree_with_a_plain_search() {
    let size = Size::new(2, 3).unwrap();
    let mut seen: HashSet<Board> = HashSet::new();
    let mut open: Vec<Board> = Vec::new();
    for seed in 0..2_000 {
        open.push(Rules::STANDARD.deal(Board::empty(size), &mut Stream::new(seed)));
    }
    let mut afters: HashSet<Board> = HashSet::new();
    let mut terminal = 0;
    while let Some(board) = open.pop() {
        if board.tile_sum() > 30 || !seen.insert(board) {
            continue;
        }
        terminal += u64::from(board.is_terminal() && board == board.canonical());
        for direction in board.legal().iter() {
            let after = board.play(direction).unwrap().after;
            afters.insert(Board::new(*after.grid()).canonical());
            for possible in Rules::STANDARD.spawns(&after, direction) {
                open.push(after.place(possible.spawn));
            }
        }
    }
    let layers: Vec<_> = enumerate::layers(size, Rules::STANDARD)
        .take_while(|layer| layer.sum <= 30)
        .collect();
    let total = |field: fn(&enumerate::Layer) -> u64| layers.iter().map(field).sum::<u64>();
    assert_eq!(total(|l| l.labelled), seen.len() as u64);
    assert_eq!(total(|l| l.afterstates), afters.len() as u64);
    assert_eq!(total(|l| l.terminal), terminal);
    let canonical: HashSet<Board> = seen.iter().map(Board::canonical).collect();
    assert_eq!(total(|l| l.states), canonical.len() as u64);
}

#[test]
fn theory_figures() {
    for row in table(include_str!("../testdata/theory.tsv")) {
        let size = || row[1].parse::<Size>().unwrap();
        let exponent = || row[1].parse::<u32>().unwrap();
        match row[0] {
            "largest_tile" => assert_eq!(1 << size().max_exponent(), number(row[2])),
            "largest_tile_sum" => assert_eq!(size().max_tile_sum(), number(row[2])),
            "score_bound" => assert_eq!(size().max_score(), number(row[2])),
            "longest_game" => assert_eq!(theory::longest_game(size()), number(row[2])),
            "least_moves" => assert_eq!(theory::least_moves(exponent()), number(row[2])),
            "moves_mean" => {
                let mean = theory::moves_ignoring_geometry(exponent(), Rules::STANDARD.four).mean;
                assert_eq!(format!("{mean:.2}"), row[2]);
            }
            "moves_variance" => {
                let moments = theory::moves_ignoring_geometry(exponent(), Rules::STANDARD.four);
                assert_eq!(format!("{:.3}", moments.variance), row[2]);
            }
            other => panic!("unknown fact {other}"),
        }
    }
}

#[test]
fn points_at_each_tile() {
    for row in table(include_str!("../testdata/points_at_tile.tsv")) {
        let exponent = number(row[0]).trailing_zeros();
        assert_eq!(theory::points_from_twos(exponent), number(row[1]));
        assert_eq!(theory::points_from_fours(exponent), number(row[2]));
        let mixed = theory::points_weighted(exponent, Rules::STANDARD.four);
        assert_eq!(
            format!("{mixed:.1}"),
            format!("{:.1}", row[3].parse::<f64>().unwrap())
        );
    }
}

/// The 4s that go into a tile, drawn: the long-run mean counts tiles, not their sum.
#[test]
fn mean_points_agree_with_drawn_tiles() {
    let (exponent, four) = (14, Rules::STANDARD.four);
    let (mut stream, trials) = (Stream::new(6), 400);
    let mut points = 0;
    for _ in 0..trials {
        let (mut sum, mut fours) = (0, 0);
        while sum < 1 << exponent {
            let is_four = stream.below(four.total_weight()) < four.weight();
            sum += if is_four { 4 } else { 2 };
            fours += u64::from(is_four);
        }
        points += theory::points_from_twos(exponent) - 4 * fours;
    }
    let drawn = points as f64 / f64::from(trials);
    // One trial deviates by about 90 points, the mean of 400 by 4.5.
    let distance = |mean: f64| (drawn - mean).abs();
    assert!(
        distance(theory::mean_points(exponent, four)) < 25.0,
        "{drawn}"
    );
    assert!(
        distance(theory::points_weighted(exponent, four)) > 1_000.0,
        "{drawn}"
    );
}

/// What is said of whole games, checked on every game of the small boards: the longest
/// game, the best score, the fewest moves to each tile, the tiles that stand together.
#[test]
fn bounds_hold_and_are_reached_on_small_boards() {
    for (rows, cols) in [(2, 2), (2, 3)] {
        let size = Size::new(rows, cols).unwrap();
        let extremes = Extremes::of(size);
        assert!(extremes.most_moves <= theory::longest_game(size), "{size}");
        assert!(extremes.best_score <= size.max_score(), "{size}");
        if (rows, cols) == (2, 2) {
            assert_eq!(extremes.best_score, size.max_score(), "exact on 2x2");
        }
        for (exponent, &moves) in &extremes.fewest_moves {
            if *exponent >= 3 {
                assert!(
                    moves >= theory::least_moves(u32::from(*exponent)),
                    "{size} 2^{exponent}"
                );
            }
        }
        assert_eq!(
            extremes.fewest_moves.keys().max(),
            Some(&size.max_exponent())
        );
        for (exponent, &tiles) in &extremes.most_tiles {
            let bound = theory::most_tiles_at_once(size, u32::from(*exponent));
            assert!(
                tiles <= bound,
                "{size}: {tiles} tiles of 2^{exponent} or more"
            );
        }
    }
}

/// On a board with room the fewest moves are exactly the formula's.
#[test]
fn fewest_moves_are_exact_where_there_is_room() {
    // From two 4s, with the spawns at their most helpful, on 3x3.
    let mut layer: HashSet<Board> = HashSet::new();
    let size = Size::new(3, 3).unwrap();
    for seed in 0..2_000 {
        layer.insert(
            Rules::STANDARD
                .deal(Board::empty(size), &mut Stream::new(seed))
                .canonical(),
        );
    }
    let mut reached: HashMap<u8, u64> = HashMap::new();
    for moves in 1..=9 {
        let mut next = HashSet::new();
        for board in &layer {
            for direction in board.legal().iter() {
                let after = board.play(direction).unwrap().after;
                reached.entry(after.max_exponent()).or_insert(moves);
                for possible in Rules::STANDARD.spawns(&after, direction) {
                    next.insert(after.place(possible.spawn).canonical());
                }
            }
        }
        layer = next;
    }
    for exponent in 3..=5 {
        assert_eq!(
            reached[&exponent],
            theory::least_moves(u32::from(exponent)),
            "2^{exponent}"
        );
    }
}

struct Extremes {
    most_moves: u64,
    best_score: u64,
    fewest_moves: HashMap<u8, u64>,
    most_tiles: HashMap<u8, u64>,
}

impl Extremes {
    /// Over all games: states by tile sum, each with the range of moves and the fewest
    /// 4s that lead to it (the score follows from the tiles and the 4s).
    fn of(size: Size) -> Self {
        let mut extremes = Self {
            most_moves: 0,
            best_score: 0,
            fewest_moves: HashMap::new(),
            most_tiles: HashMap::new(),
        };
        type Reached = HashMap<Board, (u64, u64, u64)>;
        let mut layers: std::collections::BTreeMap<u64, Reached> = Default::default();
        let add = |layers: &mut std::collections::BTreeMap<u64, Reached>,
                   board: Board,
                   (least, most, fours): (u64, u64, u64)| {
            let entry = layers
                .entry(board.tile_sum())
                .or_default()
                .entry(board.canonical())
                .or_insert((least, most, fours));
            *entry = (entry.0.min(least), entry.1.max(most), entry.2.min(fours));
        };
        for seed in 0..5_000 {
            let start = Rules::STANDARD.deal(Board::empty(size), &mut Stream::new(seed));
            add(&mut layers, start, (0, 0, start.count_of(2) as u64));
        }
        while let Some((_, layer)) = layers.pop_first() {
            for (board, (least, most, fours)) in layer {
                extremes.most_moves = extremes.most_moves.max(most);
                let score = board.points_from_twos() - 4 * fours;
                extremes.best_score = extremes.best_score.max(score);
                let fewest = extremes
                    .fewest_moves
                    .entry(board.max_exponent())
                    .or_insert(least);
                *fewest = least.min(*fewest);
                for exponent in 1..=size.max_exponent() {
                    let tiles = board.exponents().filter(|&k| k >= exponent).count() as u64;
                    let most = extremes.most_tiles.entry(exponent).or_default();
                    *most = tiles.max(*most);
                }
                for direction in board.legal().iter() {
                    let after = board.play(direction).unwrap().after;
                    for possible in Rules::STANDARD.spawns(&after, direction) {
                        let is_four = u64::from(possible.spawn.exponent == 2);
                        let next = after.place(possible.spawn);
                        add(&mut layers, next, (least + 1, most + 1, fours + is_four));
                    }
                }
            }
        }
        extremes
    }
}

#[test]
fn score_identity_in_every_preset_and_size() {
    for preset in Preset::ALL {
        for size in Size::all() {
            for number in 0..25 {
                let mut game = Game::new(size, preset.rules, 7, number).unwrap();
                let mut player = Stream::for_player(7, number, 0);
                while !game.is_finished() {
                    let legal = game.board().legal();
                    let choice = player.below(legal.len() as u32) as usize;
                    game.play(legal.nth(choice).unwrap()).unwrap();
                }
                assert!(game.score_identity_holds(), "{} {size}", preset.name);
                let state = game.state();
                let whole = state.board.points_from_twos() - 4 * state.fours;
                assert_eq!(state.score, whole, "{} {size}", preset.name);
            }
        }
    }
}
