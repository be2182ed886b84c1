//! The four moves, and sets of them.

use std::fmt;

/// A move. The order (up, right, down, left = 0..3) is the original game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Towards row 0.
    Up = 0,
    /// Towards the last column.
    Right = 1,
    /// Towards the last row.
    Down = 2,
    /// Towards column 0.
    Left = 3,
}

impl Direction {
    /// All four, in their numeric order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The direction with this number, 0..=3.
    pub const fn from_index(index: usize) -> Option<Self> {
        match index {
            0 => Some(Self::Up),
            1 => Some(Self::Right),
            2 => Some(Self::Down),
            3 => Some(Self::Left),
            _ => None,
        }
    }

    /// Its number: up, right, down, left = 0..3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `U`, `R`, `D` or `L`.
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Right => 'R',
            Self::Down => 'D',
            Self::Left => 'L',
        }
    }

    /// The direction of a letter `U`, `R`, `D`, `L`.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'U' => Some(Self::Up),
            'R' => Some(Self::Right),
            'D' => Some(Self::Down),
            'L' => Some(Self::Left),
            _ => None,
        }
    }

    /// Up or down.
    pub const fn is_vertical(self) -> bool {
        matches!(self, Self::Up | Self::Down)
    }

    /// `up`, `right`, `down` or `left`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Right => "right",
            Self::Down => "down",
            Self::Left => "left",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of directions, such as the legal moves of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Directions(u8);

impl Directions {
    /// No direction.
    pub const NONE: Self = Self(0);

    /// From a bit per direction, bit 0 for up.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0b1111)
    }

    /// A bit per direction, bit 0 for up.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Adds a direction.
    pub const fn insert(&mut self, direction: Direction) {
        self.0 |= 1 << direction as u8;
    }

    /// Whether the direction is in the set.
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & (1 << direction as u8) != 0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in the set, in numeric order.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL
            .into_iter()
            .filter(move |&d| self.contains(d))
    }

    /// The `n`-th of the set in numeric order, counting from 0.
    pub fn nth(self, n: usize) -> Option<Direction> {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Direction::from_index(bits.trailing_zeros() as usize)
    }
}

impl FromIterator<Direction> for Directions {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        let mut set = Self::NONE;
        for direction in directions {
            set.insert(direction);
        }
        set
    }
}

impl fmt::Debug for Directions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_letters_round_trip() {
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            assert_eq!(direction.index(), index);
            assert_eq!(Direction::from_index(index), Some(direction));
            assert_eq!(Direction::from_letter(direction.letter()), Some(direction));
        }
        assert_eq!(Direction::from_index(4), None);
    }

    #[test]
    fn nth_counts_only_members() {
        for bits in 0..16 {
            let set = Directions::from_bits(bits);
            let listed: Vec<_> = set.iter().collect();
            assert_eq!(listed.len(), set.len());
            for (n, &direction) in listed.iter().enumerate() {
                assert_eq!(set.nth(n), Some(direction));
            }
            assert_eq!(set.nth(listed.len()), None);
            assert_eq!(listed.into_iter().collect::<Directions>(), set);
        }
    }
}
