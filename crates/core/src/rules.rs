//! What may differ between one 2048 and another.

mod preset;
mod probability;
mod text;

use thiserror::Error;

use crate::grid::Grid;
use crate::{After, Board, Cell, CellSet, Direction, Size, Spawn, Stream, WeightedSpawn};

pub use preset::Preset;
pub use probability::{Probability, ProbabilityError};
pub use text::RulesError;

/// The rules of a game beside its size.
///
/// Written as a preset's name and the settings that differ from it:
///
/// ```
/// use serpentine_core::Rules;
/// let rules: Rules = "standard:p4=0.25,win=4096,stop=win".parse()?;
/// assert_eq!(rules.to_string(), "standard:p4=0.25,win=4096,stop=win");
/// assert_eq!("static2014".parse::<Rules>()?.to_string(), "static2014");
/// # Ok::<(), serpentine_core::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How often a new tile is a 4.
    pub four: Probability,
    /// How often it is a 4 in a player's own simulations, where a document's program
    /// has them differ from the game.
    pub rollout_four: Option<Probability>,
    /// The tiles dealt before the first move.
    pub start: StartTiles,
    /// Where a tile may appear.
    pub spawn_cells: SpawnCells,
    /// Exponent of the winning tile.
    pub target: u8,
    /// What winning does.
    pub on_win: OnWin,
}

/// The tiles dealt before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StartTiles {
    /// How many.
    pub count: u8,
    /// All with this exponent, or drawn as in play.
    pub exponent: Option<u8>,
}

/// Where a tile may appear after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpawnCells {
    /// In any empty cell.
    Any,
    /// Only in the row or column that the move left.
    TrailingEdge,
}

/// What happens when the winning tile is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnWin {
    /// The game goes on to its end.
    GoOn,
    /// The game stops, unless its player asks to keep going.
    Stop,
}

/// Rules that a size cannot be played under.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{count} start tiles do not fit on a {size} board of {} cells", .size.cells())]
pub struct RulesDoNotFit {
    count: u8,
    size: Size,
}

impl Rules {
    /// Whether a board of this size can be dealt.
    pub fn check(&self, size: Size) -> Result<(), RulesDoNotFit> {
        let count = self.start.count;
        if usize::from(count) > size.cells() {
            return Err(RulesDoNotFit { count, size });
        }
        Ok(())
    }

    /// The cells where a tile may appear after a move towards `direction`.
    #[inline]
    pub fn open_cells<G: Grid>(&self, after: &After<G>, direction: Direction) -> CellSet {
        let empty = after.empty_cells();
        match self.spawn_cells {
            SpawnCells::Any => empty,
            SpawnCells::TrailingEdge => empty.and(CellSet::trailing_edge(after.size(), direction)),
        }
    }

    /// Every tile that may appear after a move towards `direction`, with its weight.
    ///
    /// ```
    /// use serpentine_core::{Board, Direction, Rules};
    /// let board: Board = "2 2/4 4".parse()?;
    /// let after = board.play(Direction::Left).unwrap().after;
    /// let spawns: Vec<_> = Rules::STANDARD.spawns(&after, Direction::Left).collect();
    /// // Two cells, a 2 nine times out of ten, a 4 once.
    /// assert_eq!(spawns.iter().map(|s| s.weight).collect::<Vec<_>>(), [9, 1, 9, 1]);
    /// # Ok::<(), serpentine_core::notation::NotationError>(())
    /// ```
    pub fn spawns<G: Grid>(
        &self,
        after: &After<G>,
        direction: Direction,
    ) -> impl Iterator<Item = WeightedSpawn> + use<G> {
        let (twos, fours) = (self.four.complement_weight(), self.four.weight());
        self.open_cells(after, direction)
            .iter()
            .flat_map(move |cell| [(cell, 1, twos), (cell, 2, fours)])
            .filter(|&(_, _, weight)| weight > 0)
            .map(|(cell, exponent, weight)| WeightedSpawn {
                spawn: Spawn { cell, exponent },
                weight,
            })
    }

    /// Whether this tile may appear after a move towards `direction`.
    pub fn allows<G: Grid>(&self, after: &After<G>, direction: Direction, spawn: Spawn) -> bool {
        let mut spawns = self.spawns(after, direction);
        spawns.any(|possible| possible.spawn == spawn)
    }

    /// Draws the tile that appears after a move towards `direction`.
    #[inline(always)]
    pub fn draw<G: Grid>(
        &self,
        after: &After<G>,
        direction: Direction,
        stream: &mut Stream,
    ) -> Spawn {
        match self.spawn_cells {
            SpawnCells::Any => self.draw_empty(after.grid(), stream),
            SpawnCells::TrailingEdge => {
                let cells = self.open_cells(after, direction);
                self.draw_among(cells.len(), |n| cells.nth(n), stream)
            }
        }
    }

    #[inline(always)]
    fn draw_empty<G: Grid>(&self, grid: &G, stream: &mut Stream) -> Spawn {
        self.draw_among(grid.empty_count(), |n| grid.nth_empty(n), stream)
    }

    /// One output of the stream: its high half chooses the cell, its low half the value.
    #[inline(always)]
    fn draw_among(
        &self,
        count: usize,
        nth: impl Fn(usize) -> Option<Cell>,
        stream: &mut Stream,
    ) -> Spawn {
        let (n, ticket) = stream.pair_below(count as u32, self.four.total_weight());
        Spawn {
            cell: nth(n as usize).expect("a drawn number is below the count"),
            exponent: 1 + u8::from(ticket < self.four.weight()),
        }
    }

    /// Deals the start tiles onto `empty`, in the order they appear.
    pub fn deal<G: Grid>(&self, empty: Board<G>, stream: &mut Stream) -> Board<G> {
        (0..self.start.count).fold(empty, |board, _| {
            let mut spawn = self.draw_empty(board.grid(), stream);
            spawn.exponent = self.start.exponent.unwrap_or(spawn.exponent);
            board.with_spawn(spawn)
        })
    }

    /// Whether these could be the start tiles.
    pub fn could_deal(&self, board: &Board) -> bool {
        let tiles = board.size().cells() - board.empty_count();
        let kinds_fit =
            board
                .exponents()
                .filter(|&k| k > 0)
                .all(|k| match (self.start.exponent, k) {
                    (Some(fixed), k) => k == fixed,
                    (None, 1) => self.four.complement_weight() > 0,
                    (None, 2) => self.four.weight() > 0,
                    (None, _) => false,
                });
        tiles == usize::from(self.start.count) && kinds_fit
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}
