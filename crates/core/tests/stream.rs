//! The random stream is frozen: these values never change.

mod common;

use common::table;
use serpentine_core::reference::Reference;
use serpentine_core::{Game, Rules, Size, Stream, random_play};

#[test]
fn first_values_are_pinned() {
    for row in table(include_str!("../testdata/stream.tsv")) {
        let number = |i: usize| row[i].parse::<u64>().unwrap();
        let mut stream = match row[0] {
            "seed" => Stream::new(number(1)),
            "game" => Stream::for_game(number(1), number(2)),
            "player" => Stream::for_player(number(1), number(2), number(3)),
            other => panic!("unknown stream {other}"),
        };
        let found: Vec<String> = (0..4)
            .map(|_| format!("{:016x}", stream.next_u64()))
            .collect();
        assert_eq!(found, row[4..], "{row:?}");
    }
}

#[test]
fn whole_games_are_pinned() {
    for row in table(include_str!("../testdata/random_games.tsv")) {
        let size: Size = row[0].parse().unwrap();
        let rules: Rules = row[1].parse().unwrap();
        let (seed, number) = (row[2].parse().unwrap(), row[3].parse().unwrap());
        let mut outcomes = Vec::new();
        random_play::play(size, &rules, seed, number..number + 1, |outcome| {
            outcomes.push(outcome);
        });
        let [outcome] = outcomes[..] else {
            panic!("one game");
        };
        let found = [
            outcome.moves.to_string(),
            outcome.score.to_string(),
            outcome.board.to_string(),
        ];
        assert_eq!(found.as_slice(), &row[4..], "{row:?}");
        // The same game on the slow reference, and through the everyday `Game`.
        let slow = random_play::play_one::<Reference>(size, &rules, seed, number);
        assert_eq!(slow, outcome);
        let mut game = Game::new(size, rules, seed, number).unwrap();
        let mut player = Stream::for_player(seed, number, 0);
        while !game.is_finished() {
            let legal = game.board().legal();
            let choice = player.below(legal.len() as u32) as usize;
            game.play(legal.nth(choice).unwrap()).unwrap();
        }
        assert_eq!(*game.board(), outcome.board);
        assert_eq!(game.score(), outcome.score);
        assert_eq!(game.state().fours, outcome.fours);
    }
}

/// Random play, 100,000 games: near 1,095 points and 118 moves. The bounds are six
/// standard errors of the mean (about 1.7 points and 0.13 moves).
#[test]
fn random_play_scores_what_it_is_known_to() {
    let (mut score, mut moves) = (0, 0);
    random_play::play(Size::STANDARD, &Rules::STANDARD, 1, 0..100_000, |outcome| {
        score += outcome.score;
        moves += outcome.moves;
    });
    let (score, moves) = (score as f64 / 1e5, moves as f64 / 1e5);
    assert!((score - 1095.0).abs() < 11.0, "mean score {score}");
    assert!((moves - 118.4).abs() < 0.8, "mean moves {moves}");
}

/// Spawns come as often as their weights say.
#[test]
fn spawns_follow_their_weights() {
    let board: serpentine_core::Board = "2 2 4/4 8 16/2 4 8".parse().unwrap();
    let direction = serpentine_core::Direction::Left;
    let after = board.play(direction).unwrap().after;
    for text in [
        "standard",
        "standard:p4=0.25",
        "standard:p4=1/3",
        "standard:p4=0",
        "standard:p4=1",
    ] {
        let rules: Rules = text.parse().unwrap();
        let possible: Vec<_> = rules.spawns(&after, direction).collect();
        let total: u32 = possible.iter().map(|p| p.weight).sum();
        let mut stream = Stream::new(11);
        let draws = 30_000;
        let mut counts = vec![0u32; possible.len()];
        for _ in 0..draws {
            let spawn = rules.draw(&after, direction, &mut stream);
            let index = possible.iter().position(|p| p.spawn == spawn);
            counts[index.expect("a possible spawn")] += 1;
        }
        for (possible, count) in possible.iter().zip(counts) {
            let p = f64::from(possible.weight) / f64::from(total);
            let (mean, deviation) = (
                p * f64::from(draws),
                (p * (1.0 - p) * f64::from(draws)).sqrt(),
            );
            assert!(
                (f64::from(count) - mean).abs() <= 5.0 * deviation,
                "{text}: {count} for {mean}"
            );
        }
    }
}
