//! What is written can be read again, and what cannot be right is refused.

mod common;

use proptest::prelude::*;
use serpentine_core::notation::Form;
use serpentine_core::record::RecordError;
use serpentine_core::{
    Board, Cell, Game, Preset, Probability, Record, Rules, Size, Spawn, Stream, Turn,
};

fn sizes() -> impl Strategy<Value = Size> {
    (2usize..=6, 2usize..=6).prop_map(|(rows, cols)| Size::new(rows, cols).unwrap())
}

/// Boards of every size with tiles of every size that may stand there.
fn boards() -> impl Strategy<Value = Board> {
    (sizes(), any::<u64>()).prop_filter_map("a sum the board can hold", |(size, seed)| {
        let cells = common::random_exponents(size, size.max_exponent(), &mut Stream::new(seed));
        let exponent = |row: usize, col: usize| u32::from(cells[row * size.cols() + col]);
        Board::from_exponents(size, exponent).ok()
    })
}

fn rules() -> impl Strategy<Value = Rules> {
    let probability = (0u32..=30, 1u32..=30)
        .prop_map(|(weight, total)| Probability::of(weight.min(total), total));
    (
        0..Preset::ALL.len(),
        probability.clone(),
        proptest::option::of(probability),
        1u8..=4,
        proptest::option::of(1u8..=2),
        2u8..=17,
        any::<bool>(),
    )
        .prop_map(
            |(preset, four, rollout_four, count, exponent, target, keep)| {
                let mut rules = Preset::ALL[preset].rules;
                if !keep {
                    rules.four = four;
                    rules.rollout_four = rollout_four;
                    rules.start = serpentine_core::StartTiles { count, exponent };
                    rules.target = target;
                }
                rules
            },
        )
}

/// A game played at random for a while.
fn games() -> impl Strategy<Value = Game> {
    (sizes(), rules(), any::<u64>(), 0usize..200).prop_map(|(size, rules, seed, moves)| {
        let mut game = Game::new(size, rules, seed, 3).unwrap();
        let mut player = Stream::for_player(seed, 3, 0);
        for _ in 0..moves {
            if game.state().won {
                game.keep_going();
            }
            if game.is_finished() {
                break;
            }
            let legal = game.board().legal();
            let choice = player.below(legal.len() as u32) as usize;
            game.play(legal.nth(choice).unwrap()).unwrap();
        }
        game
    })
}

proptest! {
    #[test]
    fn every_notation(board in boards()) {
        for form in Form::ALL {
            match form.write(&board) {
                Ok(text) => {
                    prop_assert_eq!(form.parse(&text), Ok(board), "{}", text);
                    let prefixed = format!("{}:{text}", form.prefix());
                    prop_assert_eq!(prefixed.parse(), Ok(board), "{}", prefixed);
                    if form != Form::Columns && form != Form::Exponents {
                        prop_assert_eq!(text.parse(), Ok(board), "{}", text);
                    }
                }
                Err(_) => prop_assert!(form == Form::Web && !board.size().is_square()),
            }
        }
        prop_assert_eq!(format!("{board:#}").parse(), Ok(board));
    }

    #[test]
    fn rules_as_text(rules in rules()) {
        prop_assert_eq!(rules.to_string().parse(), Ok(rules));
    }

    #[test]
    fn web_games(game in games()) {
        if game.board().size().is_square() {
            let web = game.to_web();
            prop_assert_eq!(web.to_json().unwrap().parse(), Ok(web));
        }
    }

    #[test]
    fn records_in_both_forms(game in games()) {
        let record = game.record();
        let replayed = record.replay().unwrap();
        prop_assert_eq!(replayed.board(), game.board());
        prop_assert_eq!(replayed.score(), game.score());
        // It goes on as the recorded game would have.
        prop_assert_eq!(replayed.state().stream, game.state().stream);
        let text = record.to_text().unwrap();
        prop_assert_eq!(&Record::from_text(&text).unwrap(), &record);
        let bytes = record.to_bytes();
        prop_assert_eq!(&Record::from_bytes(&bytes).unwrap(), &record);
    }

    #[test]
    fn undo_and_redo_walk_the_same_road(game in games()) {
        let mut walker = game.clone();
        let mut back = vec![*walker.state()];
        while walker.undo() {
            back.push(*walker.state());
        }
        prop_assert_eq!(walker.state(), game.start());
        for state in back.iter().rev().skip(1) {
            prop_assert!(walker.redo());
            prop_assert_eq!(walker.state(), state);
        }
        prop_assert_eq!(walker, game);
    }

    /// A change of one tile that a move does not allow is noticed.
    #[test]
    fn forged_records_are_refused(game in games(), pick in any::<prop::sample::Index>(), cell in 0usize..36) {
        let mut record = game.record();
        prop_assume!(!record.turns.is_empty());
        let index = pick.index(record.turns.len());
        let cell = Cell::new(cell % record.size().cells());
        let mut before = record.clone();
        before.turns.truncate(index);
        let at = before.replay().unwrap();
        let direction = record.turns[index].direction;
        let after = at.board().play(direction).unwrap().after;
        let forged = Spawn { cell, exponent: record.turns[index].spawn.exponent };
        prop_assume!(!record.rules.allows(&after, direction, forged));
        record.turns[index] = Turn { direction, spawn: forged };
        let refused = matches!(record.replay(), Err(RecordError::IllegalTurn { number, .. }) if number == index + 1);
        prop_assert!(refused);
        prop_assert!(Record::from_bytes(&record.to_bytes()).is_err());
    }
}

const WITNESS: &str = "\
# a game of two moves
start 0 1 2
start 3 1 2   # the second tile

U 2 2 4
L 3 3 2
";

#[test]
fn a_bare_witness_is_a_standard_game() {
    let record = Record::from_text(WITNESS).unwrap();
    assert_eq!(record.rules, Rules::STANDARD);
    assert_eq!(record.origin, None);
    assert!(record.is_dealt());
    let game = record.replay().unwrap();
    assert_eq!(game.board().to_string(), "4 . . ./. . . ./4 . . ./. . . 2");
    assert_eq!(game.score(), 4);
}

#[test]
fn faults_in_a_text_record_are_named_with_their_line() {
    let error = |from: &str, to: &str| {
        assert!(WITNESS.contains(from));
        Record::from_text(&WITNESS.replace(from, to))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error("U 2 2 4", "X 2 2 4"),
        "line 5: 'X' is no move: expected U, R, D, L or start"
    );
    assert_eq!(
        error("U 2 2 4", "U 2 2"),
        "line 5: expected 'start ROW COL VALUE' or 'U|R|D|L ROW COL VALUE', found 'U 2 2'"
    );
    assert_eq!(
        error("U 2 2 4", "U 2 4 4"),
        "line 5: row 2, column 4 is not on a 4x4 board (both count from 0)"
    );
    assert_eq!(
        error("U 2 2 4", "U 0 1 4"),
        "move 1 (line 5): 4 cannot appear at row 0, column 1 after up: 4 stands there"
    );
    assert_eq!(
        error("U 2 2 4", "U 2 2 8"),
        "move 1 (line 5): 8 cannot appear at row 2, column 2 after up: only 2s and 4s appear"
    );
    assert_eq!(
        error("start 3 1 2", "start 0 1 2"),
        "line 3: a second start tile at row 0, column 1"
    );
    assert_eq!(
        error("# a game of two moves", "# score 8"),
        "the header says score 8, the moves give 4"
    );
    assert_eq!(
        error("# a game of two moves", "# moves 3"),
        "the header says moves 3, the moves give 2"
    );
    assert!(
        error("# a game of two moves", "# rules nonsense")
            .starts_with("line 1: there are no rules named")
    );
    assert_eq!(
        Record::from_text("# nothing\n").unwrap_err().to_string(),
        "there is no start tile: a record begins with 'start ROW COL VALUE' for each"
    );
    let nothing_moves = Record::from_text("start 0 0 2\nstart 0 1 4\nU 3 3 2\n");
    assert_eq!(
        nothing_moves.unwrap_err().to_string(),
        "move 1 (line 3): up moves nothing here"
    );
}

#[test]
fn a_position_set_up_is_recorded_as_such() {
    let board: Board = "65536 65536 . ./. . . ./. . . ./. . . 2".parse().unwrap();
    let mut game = Game::from_board(board, Rules::STANDARD, 1, 0);
    game.play(serpentine_core::Direction::Left).unwrap();
    let record = Record::from_text(&game.record().to_text().unwrap()).unwrap();
    assert!(!record.is_dealt());
    assert_eq!(record.replay().unwrap().board().max_tile(), 131_072);
}

/// Damage anywhere in the binary form is noticed.
#[test]
fn every_flipped_bit_of_a_binary_record_is_noticed() {
    let mut game = Game::new(Size::STANDARD, Rules::STANDARD, 1, 0).unwrap();
    for _ in 0..40 {
        let direction = game.board().legal().nth(0).unwrap();
        game.play(direction).unwrap();
    }
    let bytes = game.record().to_bytes();
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(Record::from_bytes(&flipped).is_err(), "bit {bit}");
    }
    for len in 0..bytes.len() {
        assert!(Record::from_bytes(&bytes[..len]).is_err(), "cut to {len}");
    }
}

/// One byte a move on boards of up to 16 cells.
#[test]
fn binary_records_are_compact() {
    let mut game = Game::new(Size::STANDARD, Rules::STANDARD, 1, 0).unwrap();
    while !game.is_finished() {
        let direction = game.board().legal().nth(0).unwrap();
        game.play(direction).unwrap();
    }
    let moves = game.state().moves as usize;
    assert!(game.record().to_bytes().len() <= moves + 100);
}

/// Found by fuzzing: what one form can say, the other can too.
#[test]
fn both_forms_say_the_same() {
    let numbered = Record::from_text("# game 7\nstart 0 0 2\n").unwrap();
    assert_eq!(
        numbered.origin, None,
        "a number means nothing without a seed"
    );
    let empty = Record {
        start: Board::empty(Size::STANDARD),
        ..numbered
    };
    assert_eq!(
        Record::from_bytes(&empty.to_bytes()),
        Err(RecordError::NoStart)
    );
    assert_eq!(empty.to_text(), Err(RecordError::NoStart));
}
