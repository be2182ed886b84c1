//! The search below the root.
//!
//! A position after a move is worth the mean, over all tiles that may appear, of the best
//! move then. Lines that are too unlikely, and moves that look too bad at first, are not
//! followed to the full depth: what the evaluator says stands for what they would lead to.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use serpentine_core::grid::{Grid, Packed4x4};

use super::evaluator::{Evaluator, Oracle};
use super::expansion::Expansion;
use super::last::Way;
use super::table::Table;
use crate::evaluation::LineTable;

/// Plies that a search never goes beyond.
pub(super) const DEEPEST: usize = 24;

/// So few empty cells that 4s count even in the last move ahead: where a 2 merges, a 4 may end
/// the game.
const FEW: u32 = 2;

/// How to search, but for how far.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// A move is followed only if a first look finds it not worse than the best by more than
    /// this.
    pub margin: f32,
    /// A line is followed while it is likelier than this.
    pub least_share: f32,
    /// Moves ahead that a new 4 takes, where a new 2 takes one: 4s are rare, and half of all
    /// lines begin with one.
    pub plies_of_four: u32,
    /// How often a new tile is a 4.
    pub four: f32,
}

impl Manner {
    /// Every line to the full depth.
    pub fn exact(four: f32) -> Self {
        Self {
            margin: f32::INFINITY,
            least_share: 0.0,
            plies_of_four: 1,
            four,
        }
    }

    /// Whether every line is followed to the full depth.
    fn is_exact(&self) -> bool {
        self.margin == f32::INFINITY && self.least_share <= 0.0 && self.plies_of_four == 1
    }
}

/// Room for the expansions of a line, kept from search to search.
pub(super) type Scratch = Vec<Option<Box<Expansion>>>;

/// Room for the longest line.
pub(super) fn scratch() -> Scratch {
    (0..DEEPEST).map(|_| None).collect()
}

#[cold]
fn new_expansion() -> Box<Expansion> {
    Box::new(Expansion::new())
}

/// What a search has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// Positions expanded.
    pub(super) nodes: u64,
    /// Positions evaluated.
    pub(super) evaluations: u64,
    /// Positions found in the table.
    pub(super) hits: u64,
    /// Moves reached after the root's.
    pub(super) deepest: usize,
}

impl Counts {
    pub(super) fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.hits += other.hits;
        self.deepest = self.deepest.max(other.deepest);
    }
}

/// What all threads of a search share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) evaluator: &'a dyn Evaluator,
    pub(super) oracle: Option<&'a dyn Oracle>,
    pub(super) table: &'a Table,
    pub(super) manner: Manner,
    /// Says after so many nodes whether to give up: the search then returns anything, quickly.
    pub(super) is_over: &'a (dyn Fn(u64) -> bool + Sync),
    pub(super) stop: &'a AtomicBool,
}

/// One thread's search.
pub(super) struct Search<'a> {
    shared: Shared<'a>,
    pub(super) counts: Counts,
    pub(super) scratch: Scratch,
    /// Its number: each goes its own way through the tree.
    thread: usize,
    is_symmetric: bool,
    /// Whether a value that looked further than asked will do.
    takes_deeper: bool,
    /// What a point made counts, 1 or 0.
    point: f32,
    /// For positions that are not followed, if no oracle wants to be asked for each.
    lines: Option<(Way, &'a LineTable)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(shared: Shared<'a>, scratch: Scratch, thread: usize) -> Self {
        let counts_points = shared.evaluator.counts_points();
        Self {
            shared,
            counts: Counts::default(),
            scratch,
            thread,
            is_symmetric: shared.evaluator.is_symmetric(),
            takes_deeper: !shared.manner.is_exact(),
            point: if counts_points { 1.0 } else { 0.0 },
            lines: match shared.oracle {
                None => (shared.evaluator.line_table()).map(|table| (Way::fastest(), table)),
                Some(_) => None,
            },
        }
    }

    /// What points made on the way count.
    pub(super) fn points(&self, points: u64) -> f32 {
        self.point * points as f32
    }

    /// The image that stands for all of a position's, if they are worth the same.
    #[inline(always)]
    pub(super) fn image(&self, after: u64) -> u64 {
        match self.is_symmetric {
            true => Packed4x4::from_bits(after).canonical().bits(),
            false => after,
        }
    }

    /// What a position after a move is worth, looking so many moves further; `share` is how
    /// likely the line to it is. Of positions that are worth the same, it is to be the
    /// [image](Self::image) that stands for all.
    pub(super) fn value(&mut self, position: u64, plies: u32, share: f32, ply: usize) -> f32 {
        // 1. Known already?
        if let Some(known) = self.shared.oracle.and_then(|oracle| oracle.probe(position)) {
            return known;
        }
        if let Some((value, known)) = self.shared.table.get(position)
            && (u32::from(known) == plies || u32::from(known) > plies && self.takes_deeper)
        {
            self.counts.hits += 1;
            return value;
        }
        if self.shared.stop.load(Ordering::Relaxed) || (self.shared.is_over)(self.counts.nodes) {
            self.shared.stop.store(true, Ordering::Relaxed);
            return 0.0;
        }
        // 2. One tile and one move further.
        self.counts.nodes += 1;
        self.counts.deepest = self.counts.deepest.max(ply + 1);
        let lost = self.shared.evaluator.lost(position);
        let Manner {
            margin,
            four,
            plies_of_four,
            ..
        } = self.shared.manner;
        let empties = Packed4x4::from_bits(position).empty_nibbles().count_ones();
        let tiles = match plies < plies_of_four && empties > FEW {
            true => 1,
            false => 2,
        };
        let further = match plies {
            1 => Further::default(),
            _ => self.further(empties, plies, share),
        };
        // 3. Tiles that are not followed, without listing positions where a table will do.
        let (mut sums, mut listed) = ([0.0; 2], tiles);
        if let Some((way, lines)) = self.lines
            && further.tiles.start == 0
            && (further.tiles.is_empty() || margin == f32::INFINITY)
            && further.tiles.end < tiles
        {
            listed = further.tiles.end;
            let evaluations;
            (sums, evaluations) = way.sums(lines, position, listed..tiles, lost);
            self.counts.evaluations += evaluations;
        }
        // 4. All others.
        if listed > 0 {
            let mut next = self.scratch[ply].take().unwrap_or_else(new_expansion);
            next.expand(position, self.is_symmetric, listed);
            if further.tiles != (0..listed) || margin < f32::INFINITY {
                self.evaluate(&mut next);
            }
            if !further.tiles.is_empty() {
                self.look_further(&mut next, &further, ply);
            }
            let of_listed = next.sums(lost);
            sums[..listed].copy_from_slice(&of_listed[..listed]);
            self.scratch[ply] = Some(next);
        }
        let sum = match tiles {
            1 => sums[0],
            _ => sums[0] + four * (sums[1] - sums[0]),
        };
        let value = sum / empties as f32;
        if !self.shared.stop.load(Ordering::Relaxed) {
            self.shared.table.insert(position, value, plies as u16);
        }
        value
    }

    fn evaluate(&mut self, next: &mut Expansion) {
        let len = next.len;
        self.counts.evaluations += len as u64;
        let boards = &next.boards[..len];
        self.shared
            .evaluator
            .values(boards, &mut next.scores[..len]);
        if let Some(oracle) = self.shared.oracle {
            for (score, &board) in next.scores.iter_mut().zip(boards) {
                *score = oracle.probe(board).unwrap_or(*score);
            }
        }
        for (score, points) in next.scores[..len].iter_mut().zip(&next.points) {
            *score += self.point * points;
        }
    }

    /// Which tiles to follow with so many moves ahead to spend.
    #[inline(always)]
    fn further(&self, empties: u32, plies: u32, share: f32) -> Further {
        let Manner {
            least_share,
            plies_of_four,
            four,
            ..
        } = self.shared.manner;
        let each = share / empties as f32;
        let shares = [each * (1.0 - four), each * four];
        let plies = [plies - 1, plies.saturating_sub(plies_of_four)];
        let is_followed = [0, 1].map(|tile| plies[tile] > 0 && shares[tile] > least_share);
        Further {
            tiles: match is_followed {
                [true, true] => 0..2,
                [true, false] => 0..1,
                [false, true] => 1..2,
                [false, false] => 0..0,
            },
            shares,
            plies,
        }
    }

    /// Looks further from all positions that deserve it.
    fn look_further(&mut self, next: &mut Expansion, further: &Further, ply: usize) {
        let mut kept = next.keep_contenders(further.tiles.clone(), self.shared.manner.margin);
        // All are in the table's lines before the first is asked for.
        for k in bits(kept) {
            next.boards[k] = self.image(next.boards[k]);
            self.shared.table.prefetch(next.boards[k]);
        }
        // Where the first begins, the second ends, and so on.
        let turn = (self.thread * 29) as u32 % 64;
        kept = kept.rotate_right(turn);
        for k in bits(kept) {
            let k = (k + turn as usize) % 64;
            let tile = usize::from(k >= next.fours);
            let (plies, share) = (further.plies[tile], further.shares[tile]);
            let value = self.value(next.boards[k], plies, share, ply + 1);
            next.scores[k] = value + self.point * next.points[k];
            if self.shared.stop.load(Ordering::Relaxed) {
                return;
            }
        }
    }
}

/// What is followed of a position, nothing by default: 2s are the first of the two tiles, 4s the second.
#[derive(Default)]
struct Further {
    tiles: Range<usize>,
    /// How likely the line to such a tile in a cell is.
    shares: [f32; 2],
    /// Moves ahead that are left after it.
    plies: [u32; 2],
}

/// The numbers of the bits that are set.
#[inline(always)]
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let k = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (k < 64).then_some(k as usize)
    })
}
