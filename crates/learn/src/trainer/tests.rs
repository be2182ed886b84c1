use std::sync::atomic::{AtomicU32, Ordering};

use serpentine_core::{After, Board, Direction, Preset, Rules, WeightedSpawn};

use super::*;
use crate::curve::Tally;
use crate::file::About;

/// Every method, on small networks.
const RECIPES: [&str; 13] = [
    "network=17x4",
    "network=17x4 method=td alpha=0.1 trace=1 lambda=0",
    "network=td3 method=td alpha=0.1 learned=states trace=1",
    "network=0145/012456 trace=online:6 lambda=0.7",
    "network=0123/0145 restart=half trace=game",
    "network=0123/0145/12 restart=carousel optimistic=5000",
    "network=0123/0145 restart=promoted",
    "network=0145/0123 stages=64,256,1024",
    "network=3x3:0134/012 gamma=0.99",
    "network=0123/0145 method=tc64 trace=game restart=half",
    "network=012345/4567/0145 method=tc64 stages=64,256",
    "network=0123/0145 trend=sum restart=half trace=game",
    "network=3x3:0134/012 trend=sum learned=states trace=online:3",
];

fn trainer(recipe: &str, rules: Rules) -> Trainer {
    Trainer::new(&recipe.parse().unwrap(), rules, 7, 1).unwrap()
}

fn moves(count: u64) -> Until {
    Until {
        moves: Some(count),
        games: None,
    }
}

fn bits(trainer: &Trainer) -> Vec<u32> {
    let memories = trainer.memories_in_order().into_iter().flatten();
    let numbers = trainer.numbers().iter().copied();
    let trend = trainer.trend().points().map(f32::to_bits);
    numbers.chain(memories).chain(trend).collect()
}

fn about(trainer: &Trainer) -> About {
    About {
        recipe: trainer.recipe().to_string(),
        earlier: Vec::new(),
        rules: trainer.rules().to_string(),
        seed: 7,
        threads: 1,
        moves: trainer.moves_count(),
        games: trainer.games_count(),
        seconds: 0.0,
        made_by: String::new(),
        curve: Vec::new(),
        since: Tally::default(),
        packed: None,
    }
}

/// Whatever the processor has gives the same bits as the plain way.
#[test]
fn every_way_learns_the_same() {
    for recipe in RECIPES {
        let learned: Vec<_> = Way::available()
            .into_iter()
            .map(|way| {
                let mut trainer = trainer(recipe, Rules::STANDARD);
                let ended = trainer.learn_by(way, moves(60_000), &|| false);
                assert!(ended.len() > 3, "{recipe}");
                (bits(&trainer), ended)
            })
            .collect();
        assert!(learned[0].0.iter().any(|&bits| bits != 0));
        assert!(learned.iter().all(|other| *other == learned[0]), "{recipe}");
    }
}

/// Stopping, and going on from a file, change nothing.
#[test]
fn resumed_training_is_the_unbroken_one() {
    let dir = tempfile::tempdir().unwrap();
    for recipe in RECIPES {
        let mut unbroken = trainer(recipe, Rules::STANDARD);
        let mut all = unbroken.learn(moves(80_000), &|| false);
        let mut broken = trainer(recipe, Rules::STANDARD);
        let mut parts = Vec::new();
        for part in 1..=4 {
            parts.extend(broken.learn(moves(part * 20_000), &|| false));
            let path = dir.path().join("checkpoint");
            broken.save(&path, &about(&broken)).unwrap();
            (broken, _) = Trainer::resume(&path).unwrap();
        }
        assert_eq!(parts, std::mem::take(&mut all), "{recipe}");
        assert_eq!(bits(&broken), bits(&unbroken), "{recipe}");
        assert_eq!(broken.actors_as_bytes(), unbroken.actors_as_bytes());
    }
}

/// A network goes on in 64 bits with the weights it had, and gets better.
#[test]
fn a_network_is_widened() {
    let mut narrow = trainer("network=17x4", Rules::STANDARD);
    narrow.learn(moves(300_000), &|| false);
    let weights: Vec<f32> = narrow.network().unwrap().weights().collect();
    let mean = |trainer: &Trainer| {
        let games = trainer.network().unwrap();
        let games = games.play_greedily(&Rules::STANDARD, 3, 0..100, 1);
        games.iter().map(|game| game.score).sum::<u64>() / 100
    };
    let before = mean(&narrow);
    narrow.widen().unwrap();
    assert_eq!(narrow.recipe().method, Method::Tc64);
    let kept: Vec<f32> = narrow.network().unwrap().weights().collect();
    assert_eq!(kept, weights);
    narrow.learn(moves(1_500_000), &|| false);
    let after = mean(&narrow);
    assert!(after > before, "{after} for {before}");
}

/// What was learned stays, and is learned on from as fast as at first.
#[test]
fn errors_are_forgotten() {
    for recipe in ["network=17x4", "network=17x4 method=tc64"] {
        let step = |trainer: &mut Trainer| {
            let weights = |trainer: &Trainer| trainer.network().unwrap();
            let before = weights(trainer);
            trainer.learn(moves(trainer.moves_count() + 2_000), &|| false);
            let after = weights(trainer);
            let pairs = before.weights().zip(after.weights());
            pairs.map(|(a, b)| f64::from((a - b).abs())).sum::<f64>()
        };
        let mut remembers = trainer(recipe, Rules::STANDARD);
        remembers.learn(moves(1_000_000), &|| false);
        let mut forgets = trainer(recipe, Rules::STANDARD);
        forgets.learn(moves(1_000_000), &|| false);
        forgets.forget();
        let weights = |trainer: &Trainer| -> Vec<f32> {
            let network = trainer.network().unwrap();
            network.weights().collect()
        };
        assert_eq!(weights(&forgets), weights(&remembers), "{recipe}");
        let (fresh, settled) = (step(&mut forgets), step(&mut remembers));
        assert!(fresh > 2.0 * settled, "{recipe}: {fresh} for {settled}");
    }
}

#[test]
fn stopping_at_any_moment_changes_nothing() {
    let mut unbroken = trainer(RECIPES[0], Rules::STANDARD);
    unbroken.learn(moves(40_000), &|| false);
    let mut broken = trainer(RECIPES[0], Rules::STANDARD);
    while broken.moves_count() < 40_000 {
        let looks = AtomicU32::new(0);
        broken.learn(moves(40_000), &|| {
            looks.fetch_add(1, Ordering::Relaxed) >= 2
        });
    }
    assert_eq!(bits(&broken), bits(&unbroken));
}

/// Small networks get much better than chance on the standard board, a small one and under
/// other rules.
#[test]
fn networks_learn() {
    let edge = Preset::named("mc2014").unwrap().rules;
    for (recipe, rules, at_least) in [
        ("network=17x4", Rules::STANDARD, 12_000.0),
        (
            "network=td3 method=td alpha=0.1 trace=1 lambda=0",
            Rules::STANDARD,
            4_000.0,
        ),
        ("network=17x4 trace=online:5", Rules::STANDARD, 8_000.0),
        ("network=17x4 restart=half", edge, 8_000.0),
        ("network=3x3:0134/012/345", Rules::STANDARD, 900.0),
        ("network=5x5:0156/01234/56789", Rules::STANDARD, 12_000.0),
    ] {
        let mut trainer = trainer(recipe, rules);
        trainer.learn(moves(800_000), &|| false);
        let network = trainer.network().unwrap();
        let games = network.play_greedily(&rules, 3, 0..40, 2);
        let mean = games.iter().map(|game| game.score).sum::<u64>() as f64 / 40.0;
        assert!(mean > at_least, "{recipe}: {mean}");
    }
}

/// Where states are learned, a position after a move is worth the mean of those that follow.
#[test]
fn states_are_weighed_by_the_tiles_that_make_them() {
    let recipe = |learned: &str| format!("network=td3 method=td alpha=0.1 trace=1 {learned}");
    let mut states = trainer(&recipe("learned=states"), Rules::STANDARD);
    states.learn(moves(100_000), &|| false);
    let states = states.network().unwrap();
    // The same tables, read as they are.
    let mut plain = trainer(&recipe("learned=afterstates"), Rules::STANDARD);
    plain.set_weights(&states);
    let plain = plain.network().unwrap();
    for text in [
        "2 4 8 16/2 . . ./4 2 . ./. . . .",
        "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 .",
    ] {
        let board: Board = text.parse().unwrap();
        let after = After::new(*board.grid());
        let mut mean = 0.0;
        for WeightedSpawn { spawn, weight } in Rules::STANDARD.spawns(&after, Direction::Up) {
            let next = After::new(*after.place(spawn).grid());
            mean += f64::from(weight) * f64::from(plain.value(&next).unwrap());
        }
        mean /= 10.0 * after.empty_count() as f64;
        let value = f64::from(states.value(&after).unwrap());
        assert!(
            (value - mean).abs() < 1e-3 * mean.abs(),
            "{value} for {mean}"
        );
    }
}

/// Threads do lose updates to each other, but all of them teach.
#[test]
fn threads_learn_together() {
    let recipe = "network=17x4".parse().unwrap();
    let mut trainer = Trainer::new(&recipe, Rules::STANDARD, 7, 3).unwrap();
    let ended = trainer.learn(moves(600_000), &|| false);
    assert_eq!(ended.len() as u64, trainer.games_count());
    let network = trainer.network().unwrap();
    let alone = network.play_greedily(&Rules::STANDARD, 3, 0..30, 1);
    assert_eq!(alone, network.play_greedily(&Rules::STANDARD, 3, 0..30, 3));
    let mean = alone.iter().map(|game| game.score).sum::<u64>() as f64 / 30.0;
    assert!(mean > 9_000.0, "{mean}");
}

/// More threads or fewer go on from what was learned, and no move goes uncounted.
#[test]
fn a_training_goes_on_with_other_threads() {
    let mut trainer = trainer("network=17x4 trend=sum", Rules::STANDARD);
    trainer.learn(moves(200_000), &|| false);
    for threads in [3, 2, 1] {
        let (moves_before, games_before) = (trainer.moves_count(), trainer.games_count());
        trainer.set_threads(threads, 7);
        assert_eq!(trainer.threads(), threads);
        assert_eq!(trainer.moves_count(), moves_before);
        assert_eq!(trainer.games_count(), games_before);
        let ended = trainer.learn(moves(moves_before + 100_000), &|| false);
        assert_eq!(trainer.games_count(), games_before + ended.len() as u64);
    }
    let games = trainer.network().unwrap();
    let games = games.play_greedily(&Rules::STANDARD, 3, 0..30, 1);
    let mean = games.iter().map(|game| game.score).sum::<u64>() as f64 / 30.0;
    assert!(mean > 9_000.0, "{mean}");
}

/// The carousel begins games late, halves begin them in the middle, promotion with larger
/// tiles.
#[test]
fn restarts_begin_later() {
    for (recipe, least_score) in [
        // From the middle, as long as there is one.
        ("network=17x4 restart=half", 40),
        ("network=17x4 restart=carousel", 4_000),
        ("network=17x4 restart=promoted", 40),
    ] {
        let mut trainer = trainer(recipe, Rules::STANDARD);
        let ended = trainer.learn(moves(1_500_000), &|| false);
        let late = ended.iter().filter(|game| !game.is_whole);
        let (count, least) = late.fold((0, u64::MAX), |(count, least), game| {
            (count + 1, least.min(game.score))
        });
        assert!(count > 20 && count < ended.len(), "{recipe}: {count}");
        assert!(least > least_score, "{recipe}: {least}");
        // Only promotion leads to larger tiles than whole games made.
        let largest = |is_whole: bool| {
            let games = ended.iter().filter(|game| game.is_whole == is_whole);
            games.map(|game| game.max_exponent).max()
        };
        if recipe.ends_with("promoted") {
            assert!(largest(false) > largest(true), "{recipe}");
        }
    }
}
