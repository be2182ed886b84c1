//! Every position that play can reach, layer by layer of the tile sum.
//!
//! A move keeps the tile sum and a spawn adds 2 or 4, so the positions of one sum
//! follow from those of the two sums below it and nothing else.

use std::collections::BTreeMap;

use crate::grid::{AnyGrid, Grid, Packed};
use crate::{After, Board, Rules, Size, Spawn, SpawnCells};

/// The reachable positions with one tile sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Layer {
    /// The tile sum.
    pub sum: u64,
    /// Positions with the player to move, images under symmetry counted once.
    pub states: u64,
    /// The same with all images counted.
    pub labelled: u64,
    /// Positions after a move, before the spawn, images counted once.
    pub afterstates: u64,
    /// States without a legal move.
    pub terminal: u64,
}

/// The layers of all games under these rules, smallest sum first.
///
/// ```
/// use serpentine_core::{Rules, Size, enumerate};
/// let states: u64 = enumerate::layers(Size::new(2, 2).unwrap(), Rules::STANDARD)
///     .map(|layer| layer.states)
///     .sum();
/// assert_eq!(states, 110);
/// ```
pub fn layers(size: Size, rules: Rules) -> Box<dyn Iterator<Item = Layer>> {
    fn boxed<G: Grid + 'static>(size: Size, rules: Rules) -> Box<dyn Iterator<Item = Layer>> {
        Box::new(Layers::<G>::new(size, rules))
    }
    // Sizes whose whole game fits eight bytes per position, and 4×4, where a layer with
    // a 65536 is out of any machine's reach; the rest in the everyday form.
    match (size.rows(), size.cols()) {
        (2, 2) => boxed::<Packed<2, 2>>(size, rules),
        (2, 3) => boxed::<Packed<2, 3>>(size, rules),
        (3, 2) => boxed::<Packed<3, 2>>(size, rules),
        (2, 4) => boxed::<Packed<2, 4>>(size, rules),
        (4, 2) => boxed::<Packed<4, 2>>(size, rules),
        (3, 3) => boxed::<Packed<3, 3>>(size, rules),
        (3, 4) => boxed::<Packed<3, 4>>(size, rules),
        (4, 3) => boxed::<Packed<4, 3>>(size, rules),
        (4, 4) => boxed::<Packed<4, 4>>(size, rules),
        _ => boxed::<AnyGrid>(size, rules),
    }
}

/// States found so far, by tile sum, with repetitions.
struct Layers<G> {
    rules: Rules,
    found: BTreeMap<u64, Vec<Board<G>>>,
}

impl<G: Grid> Layers<G> {
    fn new(size: Size, rules: Rules) -> Self {
        let starts = starts(size, &rules);
        let mut found: BTreeMap<u64, Vec<Board<G>>> = BTreeMap::new();
        for start in starts {
            found.entry(start.tile_sum()).or_default().push(start);
        }
        Self { rules, found }
    }

    /// Adds every state that follows from a position after a move.
    fn spawn(&mut self, after: &After<G>, sum: u64, spawns: impl Iterator<Item = Spawn>) {
        for spawn in spawns {
            let sum = sum + (1 << spawn.exponent);
            let state = after.place(spawn).canonical();
            self.found.entry(sum).or_default().push(state);
        }
    }
}

/// Every position that may be dealt, images under symmetry counted once.
pub fn starts<G: Grid>(size: Size, rules: &Rules) -> Vec<Board<G>> {
    let mut starts = vec![Board::new(G::empty(size).expect("a grid of that size"))];
    for _ in 0..rules.start.count {
        starts = starts
            .iter()
            .flat_map(|board| {
                let cells = board.empty_cells().iter();
                cells.flat_map(move |cell| {
                    start_exponents(rules)
                        .map(move |exponent| board.with_spawn(Spawn { cell, exponent }))
                })
            })
            .map(|board| board.canonical())
            .collect();
        starts.sort_unstable();
        starts.dedup();
    }
    starts
}

/// The exponents a start tile may have.
fn start_exponents(rules: &Rules) -> impl Iterator<Item = u8> + use<> {
    let (twos, fours) = (rules.four.complement_weight(), rules.four.weight());
    let fixed = rules.start.exponent;
    [(1, twos), (2, fours)]
        .into_iter()
        .filter(move |&(exponent, weight)| fixed.map_or(weight > 0, |fixed| fixed == exponent))
        .map(|(exponent, _)| exponent)
}

impl<G: Grid> Iterator for Layers<G> {
    type Item = Layer;

    fn next(&mut self) -> Option<Layer> {
        let (sum, mut states) = self.found.pop_first()?;
        states.sort_unstable();
        states.dedup();
        let mut layer = Layer {
            sum,
            states: states.len() as u64,
            ..Layer::default()
        };
        let rules = self.rules;
        let mut afters = Vec::new();
        for state in &states {
            layer.labelled += state.orbit_len() as u64;
            let legal = state.legal();
            layer.terminal += u64::from(legal.is_empty());
            for direction in legal.iter() {
                let after = state.play(direction).expect("a legal move").after;
                if rules.spawn_cells == SpawnCells::TrailingEdge {
                    // Where tiles appear depends on the move: spawn before images merge.
                    let spawns = rules.spawns(&after, direction);
                    self.spawn(&after, sum, spawns.map(|possible| possible.spawn));
                }
                afters.push((after.canonical(), direction));
            }
        }
        afters.sort_unstable();
        afters.dedup_by_key(|(after, _)| *after);
        layer.afterstates = afters.len() as u64;
        if rules.spawn_cells == SpawnCells::Any {
            for (after, direction) in afters {
                let spawns = rules.spawns(&after, direction);
                self.spawn(&after, sum, spawns.map(|possible| possible.spawn));
            }
        }
        Some(layer)
    }
}
