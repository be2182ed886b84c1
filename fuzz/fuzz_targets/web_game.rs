//! Any text: an error or a game whose JSON reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serpentine_core::notation::web::WebGame;
use serpentine_core::{Game, Rules};

fuzz_target!(|text: &str| {
    let Ok(web) = text.parse::<WebGame>() else {
        return;
    };
    let json = web.to_json().expect("what was read is square");
    assert_eq!(json.parse(), Ok(web));
    let mut game = Game::from_web(&web, Rules::STANDARD, 1, 0);
    while let Some(direction) = game.board().legal().nth(0) {
        if game.state().moves == 50 || game.play(direction).is_err() {
            break;
        }
    }
    assert!(game.score_identity_holds());
});
