//! Any bytes, and any content behind right checksums: an error, or a network that plays.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serpentine_learn::file::compose;
use serpentine_learn::{Model, Trainer, Until};

const ABOUT: &str = r#"{"recipe":"network=2x2:01/02 stages=16","rules":"standard","seed":1,
    "threads":1,"moves":0,"games":0,"seconds":0.0,"made_by":""}"#;

fuzz_target!(|bytes: &[u8]| {
    let _ = Model::from_bytes(bytes);
    let _ = Trainer::from_bytes(bytes);
    // Past the checksums, which no fuzzer guesses: the first byte says what the rest is.
    let Some((kind, rest)) = bytes.split_first() else {
        return;
    };
    let weights = [0; 4 * 2 * 2 * 256];
    match kind % 5 {
        0 => drop(Model::from_bytes(&compose(rest, &[(1, &weights)]))),
        1 => drop(Model::from_bytes(&compose(ABOUT.as_bytes(), &[(7, rest)]))),
        2 => drop(Model::from_bytes(&compose(ABOUT.as_bytes(), &[(1, rest)]))),
        kind => {
            // Two bytes are remembered for four of weight, or four.
            let (method, part, len) = match kind {
                3 => ("tc", 2, weights.len() / 2),
                _ => ("tc64", 5, weights.len()),
            };
            let about = ABOUT.replace("stages=16", &format!("stages=16 method={method}"));
            let memories = &weights[..len];
            let parts: [(u32, &[u8]); 3] = [(1, &weights), (part, memories), (3, rest)];
            let composed = compose(about.as_bytes(), &parts);
            if let Ok((mut trainer, _)) = Trainer::from_bytes(&composed) {
                let moves = Some(trainer.moves_count().saturating_add(1));
                trainer.learn(Until { moves, games: None }, &|| false);
            }
        }
    }
});
