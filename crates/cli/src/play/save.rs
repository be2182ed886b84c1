//! The saved game: its record with the undone moves, and where it stands.
//!
//! A sealed file (magic `SRPNSAVE`) whose content is: moves made (8 bytes,
//! little-endian), whether the player keeps going after winning (1 byte), and the
//! binary record of all moves, undone ones included.

use anyhow::{Result, ensure};
use serpentine_core::sealed::{self, Kind};
use serpentine_core::{Game, Record};

use crate::files::parse_record;

const KIND: Kind = Kind {
    name: "saved game",
    magic: *b"SRPNSAVE",
    version: 1,
};

pub(super) fn write(game: &Game) -> Vec<u8> {
    let mut record = game.record();
    record.turns.extend(game.undone());
    let state = game.state();
    let mut content = state.moves.to_le_bytes().to_vec();
    content.push(u8::from(state.keep_going));
    content.extend(record.to_bytes());
    sealed::seal(KIND, &content)
}

/// Reads a saved game, or a record, which is taken up where it ends.
pub(super) fn read(bytes: &[u8]) -> Result<Game> {
    if !bytes.starts_with(&KIND.magic) {
        return Ok(parse_record(bytes)?.replay()?);
    }
    let content = sealed::open(KIND, bytes)?;
    ensure!(content.len() > 9, "the saved game ends too early");
    let (moves, rest) = content.split_at(8);
    let moves = u64::from_le_bytes(moves.try_into()?);
    let record = Record::from_bytes(&rest[1..])?;
    ensure!(
        moves <= record.turns.len() as u64,
        "the saved game stands at move {moves} of {}",
        record.turns.len()
    );
    let mut game = record.replay()?;
    while game.state().moves > moves {
        game.undo();
    }
    if rest[0] != 0 && game.state().won {
        game.keep_going();
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use serpentine_core::{Board, Direction, Rules, Size};

    use super::*;

    #[test]
    fn a_game_comes_back_with_its_undone_moves_and_its_luck() {
        let mut game = Game::new(Size::STANDARD, Rules::STANDARD, 5, 0).unwrap();
        for direction in [
            Direction::Left,
            Direction::Down,
            Direction::Right,
            Direction::Up,
        ]
        .repeat(5)
        {
            let _ = game.play(direction);
        }
        assert!(game.undo() && game.undo());
        let back = read(&write(&game)).unwrap();
        assert_eq!(back, game);
        // The next tile is the one that would have come.
        let (mut a, mut b) = (game, back);
        for game in [&mut a, &mut b] {
            let direction = game.board().legal().iter().next().unwrap();
            game.play(direction).unwrap();
        }
        assert_eq!(a, b);
    }

    #[test]
    fn keeping_going_is_kept() {
        let board: Board = "1024 1024/. .".replace("1024", "8").parse().unwrap();
        let rules: Rules = "standard:win=16,stop=win".parse().unwrap();
        let mut game = Game::from_board(board, rules, 1, 0);
        game.play(Direction::Left).unwrap();
        assert!(read(&write(&game)).unwrap().is_finished());
        game.keep_going();
        assert!(!read(&write(&game)).unwrap().is_finished());
    }

    #[test]
    fn damage_is_named() {
        let game = Game::new(Size::STANDARD, Rules::STANDARD, 5, 0).unwrap();
        let mut bytes = write(&game);
        *bytes.last_mut().unwrap() ^= 1;
        let error = read(&bytes).unwrap_err().to_string();
        assert!(error.contains("saved game is damaged"), "{error}");
    }
}
