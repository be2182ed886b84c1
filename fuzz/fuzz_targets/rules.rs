//! Any text: an error or rules that print and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serpentine_core::{Game, Rules, Size};

fuzz_target!(|text: &str| {
    let Ok(rules) = text.parse::<Rules>() else {
        return;
    };
    assert_eq!(rules.to_string().parse(), Ok(rules));
    if let Ok(mut game) = Game::new(Size::STANDARD, rules, 1, 0) {
        while let Some(direction) = game.board().legal().nth(0) {
            if game.state().moves == 20 || game.play(direction).is_err() {
                break;
            }
        }
        assert!(game.score_identity_holds());
    }
});
