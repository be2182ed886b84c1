//! Any text: an error or a board that every notation gives back and that can be played.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serpentine_core::notation::Form;
use serpentine_core::{Board, Direction};

fuzz_target!(|text: &str| {
    let Ok(board) = text.parse::<Board>() else {
        return;
    };
    for form in Form::ALL {
        if let Ok(written) = form.write(&board) {
            assert_eq!(form.parse(&written), Ok(board));
        }
    }
    for direction in Direction::ALL {
        let moved = board.play(direction);
        assert_eq!(moved.is_some(), board.legal().contains(direction));
    }
});
