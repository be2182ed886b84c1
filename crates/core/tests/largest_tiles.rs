//! The largest tiles: made, played on, recorded, and never passed.

mod common;

use std::collections::HashSet;

use serpentine_core::grid::{AnyGrid, Packed4x4};
use serpentine_core::{Board, Direction, Game, Rules, Size, Stream, Turn, theory};

/// The chain with a 4 in its gap collapses into 131072, move by move, and play goes on.
#[test]
fn the_full_chain_makes_131072_and_plays_on() {
    let chain = theory::last_chance(Size::STANDARD);
    assert_eq!(
        Some(chain),
        "exp:0 2 3 4/8 7 6 5/9 10 11 12/16 15 14 13".parse().ok()
    );
    let with_four: Board = "exp:2 2 3 4/8 7 6 5/9 10 11 12/16 15 14 13"
        .parse()
        .unwrap();
    let moves = "RRRDLLLDRRRDLLL"
        .chars()
        .map(|c| Direction::from_letter(c).unwrap());
    let game = Game::from_board(with_four, Rules::STANDARD, 1, 0);
    let mut game =
        with_kind_tiles(game, &moves.collect::<Vec<_>>()).expect("tiles that do not disturb");
    assert_eq!(game.board().max_tile(), 131_072);
    // Merging 4+4, 8+8, … 65536+65536 scores 8 + 16 + … + 131072, and small change.
    assert!(game.score() >= (1 << 18) - 8);
    assert!(game.score_identity_holds());
    let mut player = Stream::new(9);
    let made_at = game.state().moves;
    while !game.is_finished() {
        let legal = game.board().legal();
        game.play(
            legal
                .nth(player.below(legal.len() as u32) as usize)
                .unwrap(),
        )
        .unwrap();
    }
    assert!(game.state().moves > made_at);
    assert_eq!(game.board().max_tile(), 131_072);
    assert!(game.score_identity_holds());
    // And the record of it stands up.
    let record = game.record();
    let text = record.to_text().unwrap();
    assert_eq!(serpentine_core::Record::from_text(&text).unwrap(), record);
    assert_eq!(
        serpentine_core::Record::from_bytes(&record.to_bytes()).unwrap(),
        record
    );
}

/// Plays these moves, trying every tile that may appear until all of them can be played
/// and the last makes a new largest tile.
fn with_kind_tiles(game: Game, moves: &[Direction]) -> Option<Game> {
    let Some((&direction, rest)) = moves.split_first() else {
        return (game.board().max_exponent() == game.board().size().max_exponent()).then_some(game);
    };
    let after = game.board().play(direction)?.after;
    Rules::STANDARD
        .spawns(&after, direction)
        .find_map(|possible| {
            let mut next = game.clone();
            next.play_turn(Turn {
                direction,
                spawn: possible.spawn,
            })
            .ok()?;
            with_kind_tiles(next, rest)
        })
}

#[test]
fn whole_games_reach_the_largest_tile_of_2x2_and_2x3() {
    for (rows, cols) in [(2, 2), (2, 3)] {
        let size = Size::new(rows, cols).unwrap();
        let game = game_to_largest_tile(size);
        assert_eq!(game.board().max_exponent(), size.max_exponent(), "{size}");
        assert!(game.score_identity_holds());
        let record = game.record();
        assert!(record.is_dealt());
        assert_eq!(record.replay().unwrap().score(), game.score());
    }
}

/// Depth-first over all games, a position visited once.
fn game_to_largest_tile(size: Size) -> Game {
    let mut seen = HashSet::new();
    let mut open: Vec<Game> = (0..50)
        .map(|n| Game::new(size, Rules::STANDARD, 1, n).unwrap())
        .collect();
    while let Some(game) = open.pop() {
        if game.board().max_exponent() == size.max_exponent() {
            return game;
        }
        for direction in game.board().legal().iter() {
            let after = game.board().play(direction).unwrap().after;
            for possible in Rules::STANDARD.spawns(&after, direction) {
                if seen.insert(after.place(possible.spawn)) {
                    let mut next = game.clone();
                    next.play_turn(Turn {
                        direction,
                        spawn: possible.spawn,
                    })
                    .unwrap();
                    open.push(next);
                }
            }
        }
    }
    panic!("no game on {size} reaches the largest tile");
}

/// Play from any position at the edge of what a board can hold stays within it.
#[test]
fn no_play_passes_the_largest_tile_sum() {
    for (rows, cols) in [(2, 2), (2, 3)] {
        let size = Size::new(rows, cols).unwrap();
        let mut stream = Stream::new(3);
        let mut tried = 0;
        while tried < 2_000 {
            let cells = common::random_exponents(size, size.max_exponent(), &mut stream);
            let Ok(board) =
                Board::from_exponents(size, |r, c| u32::from(cells[r * size.cols() + c]))
            else {
                continue;
            };
            tried += 1;
            let mut game = Game::from_board(board, Rules::STANDARD, tried, 0);
            while !game.is_finished() {
                let legal = game.board().legal();
                game.play(
                    legal
                        .nth(stream.below(legal.len() as u32) as usize)
                        .unwrap(),
                )
                .unwrap();
                assert!(game.board().tile_sum() <= size.max_tile_sum());
            }
        }
    }
}

#[test]
fn packed_boards_are_eight_bytes_in_both_types_of_position() {
    assert_eq!(size_of::<Board<Packed4x4>>(), 8);
    assert_eq!(size_of::<serpentine_core::After<Packed4x4>>(), 8);
    assert!(size_of::<Board<AnyGrid>>() <= 48);
}
