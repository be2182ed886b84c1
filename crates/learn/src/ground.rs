//! The boards that games of learning are played on.

use serpentine_core::grid::{AnyGrid, Grid, Moves4x4, Packed4x4, moves_4x4};
use serpentine_core::{After, Board, Direction};

use crate::lookups::Digits;

/// A way of storing boards whose four moves a learner plays at once.
pub(crate) trait Ground: Grid + Send {
    /// All four moves.
    fn moves(board: &Board<Self>) -> Moves<Self>;

    /// What a network reads.
    fn digits(&self) -> Digits;

    /// Whether the next move might make a tile that this cannot hold.
    fn is_full_scale(&self) -> bool;
}

/// The moves of a position, in the order of [`Direction::ALL`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moves<G: Ground> {
    /// What they lead to. In place of a move that is not legal stands one that is, so that
    /// nobody looks up boards that no game meets.
    pub(crate) after: [After<G>; 4],
    pub(crate) points: [u64; 4],
    /// A bit for each legal move.
    pub(crate) legal: u8,
}

impl<G: Ground> Moves<G> {
    #[inline(always)]
    fn new(mut after: [After<G>; 4], points: [u64; 4], legal: u8) -> Self {
        let some = after[legal.trailing_zeros() as usize & 3];
        for (k, after) in after.iter_mut().enumerate() {
            if legal >> k & 1 == 0 {
                *after = some;
            }
        }
        Self {
            after,
            points,
            legal,
        }
    }

    #[inline(always)]
    pub(crate) fn is_legal(&self, k: usize) -> bool {
        self.legal >> k & 1 == 1
    }

    /// The legal move with the highest points and value, the first of equals.
    #[inline(always)]
    pub(crate) fn best(&self, values: &[f32; 4]) -> usize {
        let worth = |k: usize| match self.is_legal(k) {
            true => values[k] + self.points[k] as f32,
            false => f32::NEG_INFINITY,
        };
        (1..4).fold(0, |best, k| if worth(k) > worth(best) { k } else { best })
    }
}

impl Ground for Packed4x4 {
    #[inline(always)]
    fn moves(board: &Board<Self>) -> Moves<Self> {
        let bits = board.grid().bits();
        let Moves4x4 { after, points }: Moves4x4<4> = moves_4x4(&[bits]);
        let legal = (0..4).fold(0, |legal, k| legal | u8::from(after[k] != bits) << k);
        let after = after.map(|bits| After::new(Self::from_bits(bits)));
        Moves::new(after, points, legal)
    }

    #[inline(always)]
    fn digits(&self) -> Digits {
        Digits::from_word(self.bits())
    }

    /// Two 32768s may meet.
    #[inline(always)]
    fn is_full_scale(&self) -> bool {
        let pairs = self.bits() & self.bits() >> 1;
        let fifteens = pairs & pairs >> 2 & 0x1111_1111_1111_1111;
        fifteens & fifteens.wrapping_sub(1) != 0
    }
}

impl Ground for AnyGrid {
    fn moves(board: &Board<Self>) -> Moves<Self> {
        let mut moves = ([After::new(*board.grid()); 4], [0; 4], 0);
        for direction in Direction::ALL {
            if let Some(moved) = board.play(direction) {
                moves.0[direction.index()] = moved.after;
                moves.1[direction.index()] = moved.points;
                moves.2 |= 1 << direction.index();
            }
        }
        Moves::new(moves.0, moves.1, moves.2)
    }

    #[inline]
    fn digits(&self) -> Digits {
        Digits::of(self)
    }

    fn is_full_scale(&self) -> bool {
        false
    }
}
