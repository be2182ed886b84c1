//! Large tiles mapped to smaller ones, in the same order.
//!
//! What matters of the largest tiles is their order. If some tile below the largest is
//! missing, all tiles above it can be halved: none of them becomes equal to another, none
//! passes another. So a board with a 65536 is searched as one that four bits a cell can hold.

use serpentine_core::grid::Packed4x4;
use serpentine_core::{Board, Size};

/// A 4×4 board whose largest tiles were halved, all those above the largest missing one and
/// again and again, until `fits` is content; `None` if that cannot be.
pub(super) fn downgrade(board: &Board, fits: impl Fn(&Packed4x4) -> bool) -> Option<Packed4x4> {
    if board.size() != Size::STANDARD {
        return None;
    }
    let mut exponents: Vec<u8> = board.exponents().collect();
    loop {
        let bits = exponents.iter().try_fold(0, |bits, &exponent| {
            (exponent < 16).then_some(bits << 4 | u64::from(exponent))
        });
        let packed = bits.map(Packed4x4::from_bits);
        if let Some(packed) = packed.filter(|packed| fits(packed)) {
            return Some(packed);
        }
        let largest = exponents.iter().copied().max()?;
        let gap = (1..largest).rev().find(|gap| !exponents.contains(gap))?;
        for exponent in exponents.iter_mut().filter(|exponent| **exponent > gap) {
            *exponent -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use serpentine_core::Direction;
    use serpentine_core::grid::Grid;

    use super::*;

    fn downgraded(text: &str) -> Option<String> {
        let board: Board = text.parse().unwrap();
        let packed = downgrade(&board, |packed| packed.max_exponent() < 15)?;
        Some(format!("{:016x}", packed.bits()))
    }

    #[test]
    fn larger_tiles_keep_their_order() {
        // First the 16384 is missing, then the 4096.
        let text = "65536 32768 8192 4/2 . . ./. . . ./. . . .";
        assert_eq!(downgraded(text).unwrap(), "edc2100000000000");
        // 131072 to 32768, then a gap at 64: all above it go down together.
        let text = "131072 65536 32768 16384/512 1024 2048 4096/256 128 32 16/2 4 8 .";
        assert_eq!(downgraded(text), None, "only one gap");
        assert_eq!(
            downgraded("16384 2 . ./. . . ./. . . ./. . . .").unwrap(),
            "e100000000000000"
        );
    }

    /// The same moves are legal, and lead to boards of the same shape.
    #[test]
    fn moves_stay_the_same() {
        let text = "65536 65536 . 2/2048 512 2048 4/. 64 64 2/2 . 4 4";
        let board: Board = text.parse().unwrap();
        let small = downgrade(&board, |packed| packed.headroom() >= 40).unwrap();
        for direction in Direction::ALL {
            let (large, small) = (board.play(direction), small.slide(direction));
            assert_eq!(large.is_some(), small.is_some());
            if let (Some(large), Some((small, _))) = (large, small) {
                assert_eq!(large.after.empty_cells(), small.empty_cells());
            }
        }
    }
}
