use serpentine_core::Stream;

use super::*;
use crate::curve::Tally;
use crate::file::compose;
use crate::pack::Census;
use crate::trainer::Until;

fn trained(recipe: &str, moves: u64) -> (Trainer, About) {
    let recipe: Recipe = recipe.parse().unwrap();
    let mut trainer = Trainer::new(&recipe, Rules::STANDARD, 3, 1).unwrap();
    let until = Until {
        moves: Some(moves),
        games: None,
    };
    trainer.learn(until, &|| false);
    let about = About {
        recipe: recipe.to_string(),
        earlier: Vec::new(),
        rules: Rules::STANDARD.to_string(),
        seed: 3,
        threads: 1,
        moves,
        games: trainer.games_count(),
        seconds: 1.0,
        made_by: "a test".to_owned(),
        curve: Vec::new(),
        since: Tally::default(),
        packed: None,
    };
    (trainer, about)
}

fn checkpoint(recipe: &str, moves: u64) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("checkpoint");
    let (trainer, about) = trained(recipe, moves);
    trainer.save(&path, &about).unwrap();
    std::fs::read(&path).unwrap()
}

#[test]
fn networks_round_trip() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("network");
    for recipe in [
        "network=17x4",
        "network=0145/012 stages=512 method=td alpha=0.1",
        "network=0145/012 trend=sum",
    ] {
        let (trainer, about) = trained(recipe, 50_000);
        let network = trainer.network().unwrap();
        trainer.save(&path, &about).unwrap();
        let read = Model::open(&path).unwrap();
        assert_eq!(read.about, about);
        assert!(read.network.weights().eq(network.weights()));
        assert!(read.network.trend().points().eq(network.trend().points()));
        assert_eq!(read.network.checksum(), network.checksum());
    }
}

#[test]
fn packing_rounds_what_it_keeps_and_keeps_what_matters() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("packed");
    for recipe in [
        "network=17x4",
        "network=0145/012 stages=512",
        "network=17x4 trend=sum",
    ] {
        let (trainer, about) = trained(recipe, 300_000);
        let network = trainer.network().unwrap();
        let model = Model { about, network };
        let census = Census::new(&model.network);
        census.count_greedy_games(&model.network, &Rules::STANDARD, 5, 30, 2);
        // 1. Room for all: only rounding.
        let all = model.pack(&path, 10_000_000, &census).unwrap();
        for (small, large) in all.network.weights().zip(model.network.weights()) {
            let error = (small - large).abs();
            assert!(
                error <= 1.0 / 32.0 + 1e-6 * large.abs(),
                "{small} for {large}"
            );
        }
        let trend = |model: &Model| model.network.trend().points().collect::<Vec<_>>();
        assert_eq!(trend(&all), trend(&model));
        // 2. Room for some: fewer bytes than allowed, and still far better than chance.
        let size = std::fs::metadata(&path).unwrap().len();
        let small = model.pack(&path, size * 2 / 3, &census).unwrap();
        assert!(std::fs::metadata(&path).unwrap().len() <= size * 2 / 3);
        let packed = small.about.packed.as_ref().unwrap();
        assert!(packed.kept > 0 && packed.kept < packed.visited);
        let mean = |network: &Network| {
            let games = network.play_greedily(&Rules::STANDARD, 9, 0..40, 2);
            games.iter().map(|game| game.score).sum::<u64>() / 40
        };
        let (before, after) = (mean(&model.network), mean(&small.network));
        assert!(after > before / 2, "{before} before, {after} after");
        // 3. No room at all.
        let error = model.pack(&path, 8_000, &census).unwrap_err().to_string();
        assert!(error.contains("into 8000 bytes"), "{error}");
    }
}

/// Every cut and every flipped bit is an error or changes nothing.
#[test]
fn damage_is_noticed() {
    for recipe in [
        "network=2x2:01/02 trend=sum",
        "network=2x2:012 method=td alpha=0.1",
    ] {
        let whole = checkpoint(recipe, 2_000);
        let (trainer, _) = Trainer::from_bytes(&whole).unwrap();
        let step = 7;
        for bit in (0..whole.len() * 8).step_by(step) {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            if let Ok((read, _)) = Trainer::from_bytes(&flipped) {
                assert_eq!(read.numbers(), trainer.numbers(), "bit {bit}");
                assert_eq!(read.actors_as_bytes(), trainer.actors_as_bytes());
            }
            if let Ok(model) = Model::from_bytes(&flipped) {
                let network = trainer.network().unwrap();
                assert!(model.network.weights().eq(network.weights()), "bit {bit}");
                let trend = |network: &Network| network.trend().points().collect::<Vec<_>>();
                assert_eq!(trend(&model.network), trend(&network), "bit {bit}");
            }
        }
        for len in (0..whole.len()).step_by(step) {
            assert!(Trainer::from_bytes(&whole[..len]).is_err(), "cut to {len}");
        }
    }
}

#[test]
fn faults_are_named() {
    let whole = checkpoint("network=2x2:01", 1_000);
    let error = |bytes: &[u8]| Model::from_bytes(bytes).unwrap_err().to_string();
    assert!(error(b"").contains("not a network"));
    assert!(error(b"SRPNMODL").contains("ends within its head"));
    assert!(error(&whole[..100]).contains("ends within its description"));
    assert!(error(&whole[..5000]).contains("ends within its parts"));
    let mut newer = whole.clone();
    newer[8] = 9;
    assert!(error(&newer).contains("format version 9"));
    let mut changed = whole.clone();
    changed[4096] ^= 1;
    assert!(error(&changed).contains("the checksum of its weights"));

    let about = |recipe: &str| {
        let (_, mut about) = trained("network=2x2:01", 100);
        recipe.clone_into(&mut about.recipe);
        serde_json::to_vec(&about).unwrap()
    };
    let composed = |recipe: &str, parts: &[(u32, &[u8])]| error(&compose(&about(recipe), parts));
    assert!(error(&compose(b"{}", &[])).contains("its description"));
    assert!(composed("network=2x2:01", &[]).contains("has no weights"));
    assert!(composed("network=2x2:01", &[(1, &[0; 8])]).contains("it has 2 weights"));
    assert!(composed("network=2x2:09", &[]).contains("recipe is not known"));
    assert!(composed("network=2x2:01", &[(7, b"none")]).contains("packed weights"));
    let weights = [0; 1024];
    assert!(composed("network=2x2:01", &[(1, &weights), (1, &weights)]).contains("twice"));
    let of_trend = composed("network=2x2:01 trend=sum", &[(1, &weights), (8, &[0; 40])]);
    assert!(of_trend.contains("10 points of its trend"), "{of_trend}");
    let of_trend = composed("network=2x2:01 trend=sum", &[(1, &weights)]);
    assert!(of_trend.contains("has no trend"), "{of_trend}");
    let no_checkpoint = compose(&about("network=2x2:01"), &[(1, &weights)]);
    let error = Trainer::from_bytes(&no_checkpoint).unwrap_err().to_string();
    assert!(error.contains("no checkpoint"), "{error}");
}

/// What a fuzzer would do, for a moment: any content behind right checksums.
#[test]
fn any_content_is_an_error_or_a_network() {
    any_content("network=2x2:01", 2, 512);
    any_content("network=2x2:01 method=tc64", 5, 1024);
}

fn any_content(recipe: &str, memories: u32, memories_len: usize) {
    let mut stream = Stream::new(4);
    let whole = checkpoint(recipe, 1_000);
    let (trainer, about) = Trainer::from_bytes(&whole).unwrap();
    let about = serde_json::to_vec(&about).unwrap();
    let actor = trainer.actors_as_bytes().remove(0);
    for _ in 0..10_000 {
        let mut actor = actor.clone();
        for _ in 0..=stream.below(3) {
            let place = stream.below(actor.len() as u32) as usize;
            actor[place] = stream.next_u64() as u8;
        }
        actor.truncate(stream.below(2 * actor.len() as u32) as usize);
        let weights = vec![stream.next_u64() as u8; 1024];
        let remembered = &weights[..memories_len];
        let parts: [(u32, &[u8]); 3] = [(1, &weights), (memories, remembered), (3, &actor)];
        if let Ok((mut trainer, _)) = Trainer::from_bytes(&compose(&about, &parts)) {
            let until = Until {
                moves: Some(trainer.moves_count().saturating_add(1)),
                games: None,
            };
            trainer.learn(until, &|| false);
        }
    }
}
