//! Many actors on one network.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use serpentine_core::grid::{AnyGrid, Packed4x4};
use serpentine_core::{Rules, Size, SpawnCells};
use thiserror::Error;

use crate::actor::{Actor, Ended, Steps};
use crate::coherence;
use crate::form::{AnyTables, Form, on_tables};
use crate::ground::Ground;
use crate::kernel::{Tables, Way};
use crate::lookups::Lookups;
use crate::memory::Memory;
use crate::network::Network;
use crate::recipe::{Method, Recipe};
use crate::trend::Trend;
use crate::weights::Weights;
use crate::wide;

/// Steps between two looks at whether to stop.
const STEPS: usize = 1 << 12;

/// A network in training.
#[derive(Debug)]
pub struct Trainer {
    recipe: Recipe,
    rules: Rules,
    lookups: Lookups,
    /// Weights, with what narrow temporal coherence remembers.
    numbers: Memory,
    /// What wide temporal coherence remembers of each.
    memories: Option<Memory>,
    trend: Trend,
    actors: Actors,
}

#[derive(Debug)]
enum Actors {
    Packed(Vec<Actor<Packed4x4>>),
    Any(Vec<Actor<AnyGrid>>),
}

/// The same expression for actors on either kind of board.
macro_rules! on_actors {
    ($actors:expr, $some:ident => $body:expr) => {
        match $actors {
            Actors::Packed($some) => $body,
            Actors::Any($some) => $body,
        }
    };
}

impl Trainer {
    /// A network that has learned nothing, and as many actors as there will be threads.
    pub fn new(recipe: &Recipe, rules: Rules, seed: u64, threads: usize) -> io::Result<Self> {
        let lookups = Lookups::new(&recipe.layout);
        let mut numbers = Memory::zeros(lookups.entries * recipe.stages_count())?;
        if recipe.optimistic > 0.0 {
            let weight = recipe.optimistic / lookups.count as f32;
            let number = Form::new(recipe, &lookups).number(weight, 0);
            numbers.bits_mut()[..lookups.entries].fill(number);
        }
        let memories = match recipe.method {
            Method::Tc64 => Some(Memory::zeros(numbers.bits().len())?),
            Method::Td | Method::Tc => None,
        };
        let seeds = (0..threads).map(|thread| seed_of(thread, seed));
        let actors = match is_packed(recipe, &rules) {
            true => Actors::Packed(seeds.map(|seed| Actor::new(seed, rules, recipe)).collect()),
            false => Actors::Any(seeds.map(|seed| Actor::new(seed, rules, recipe)).collect()),
        };
        Ok(Self {
            recipe: recipe.clone(),
            rules,
            lookups,
            numbers,
            memories,
            trend: match recipe.trend {
                true => Trend::zeros(),
                false => Trend::default(),
            },
            actors,
        })
    }

    /// What it learns by.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Learns by another recipe from now on, if the tables are the same.
    pub fn set_recipe(&mut self, recipe: &Recipe) -> Result<(), OtherTables> {
        let tables = |recipe: &Recipe| {
            let Recipe { layout, stages, .. } = recipe;
            (
                layout.clone(),
                stages.clone(),
                recipe.method,
                recipe.learned,
                recipe.trend,
            )
        };
        if tables(recipe) != tables(&self.recipe) {
            return Err(OtherTables);
        }
        self.recipe = recipe.clone();
        on_actors!(&mut self.actors, actors => {
            actors.iter_mut().for_each(|actor| actor.set_recipe(recipe));
        });
        Ok(())
    }

    /// Goes on in 64 bits a weight from what was learned in 32.
    ///
    /// Nothing happens to a network of another method.
    pub fn widen(&mut self) -> io::Result<()> {
        let form = self.form();
        let Form::Narrow { unit } = form else {
            return Ok(());
        };
        let mut memories = Memory::zeros(self.numbers().len())?;
        let numbers = self.numbers.bits_mut();
        for (number, memory) in numbers.iter_mut().zip(memories.bits_mut()) {
            *memory = wide::of_narrow(*number, unit);
            *number = form.weight(*number).to_bits();
        }
        self.memories = Some(memories);
        self.recipe.method = Method::Tc64;
        Ok(())
    }

    /// The rules of its games.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many threads it learns on.
    pub fn threads(&self) -> usize {
        on_actors!(&self.actors, actors => actors.len())
    }

    /// Learns on so many threads from now on. A game that a thread too many has under way is left.
    ///
    /// Panics if they are none.
    pub fn set_threads(&mut self, threads: usize, seed: u64) {
        assert!(threads > 0, "somebody has to learn");
        let (rules, recipe) = (self.rules, &self.recipe);
        on_actors!(&mut self.actors, actors => {
            while actors.len() > threads {
                let left = actors.pop().expect("more than one");
                actors[0].take_counts(&left);
            }
            for thread in actors.len()..threads {
                actors.push(Actor::new(seed_of(thread, seed), rules, recipe));
            }
        });
    }

    /// Moves played by all actors.
    pub fn moves_count(&self) -> u64 {
        on_actors!(&self.actors, actors => actors.iter().map(Actor::moves_count).sum())
    }

    /// Games ended by all actors.
    pub fn games_count(&self) -> u64 {
        on_actors!(&self.actors, actors => actors.iter().map(Actor::games_count).sum())
    }

    /// Learns until told to stop or there have been so many moves or games; the games that
    /// ended meanwhile, actor by actor.
    ///
    /// How often it is stopped and goes on changes nothing of what one actor learns.
    pub fn learn(&mut self, until: Until, stop: &(dyn Fn() -> bool + Sync)) -> Vec<Ended> {
        let way = Way::fastest_for(self.recipe.layout.size());
        self.learn_by(way, until, stop)
    }

    pub(crate) fn learn_by(
        &mut self,
        way: Way,
        until: Until,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Ended> {
        let Self {
            recipe,
            lookups,
            numbers,
            memories,
            trend,
            actors,
            ..
        } = self;
        let tables = any_tables(recipe, (lookups, trend), numbers, memories);
        on_actors!(actors, actors => {
            on_tables!(tables, tables => learn(actors, way, tables, until, stop))
        })
    }

    /// Its tables, to read.
    pub(crate) fn tables(&mut self) -> AnyTables<'_> {
        any_tables(
            &self.recipe,
            (&self.lookups, &self.trend),
            &mut self.numbers,
            &mut self.memories,
        )
    }

    /// Keeps the weights and forgets what temporal coherence remembers of their errors, so that
    /// each learns at the full rate again.
    ///
    /// Nothing happens to a network of a method that remembers nothing.
    pub fn forget(&mut self) {
        if let Form::Narrow { .. } = self.form() {
            // Not where nothing but the memory tells that a weight has learned.
            let numbers = self.numbers.bits_mut().iter_mut();
            for number in numbers.filter(|number| coherence::weight(**number) != 0) {
                *number &= !coherence::MEMORY;
            }
        }
        if let Some(memories) = &mut self.memories {
            memories.bits_mut().fill(0);
        }
    }

    /// Goes on from weights that were learned before; what its method remembers begins anew.
    /// Stages that the network has not begin as those before.
    pub fn set_weights(&mut self, network: &Network) {
        assert_eq!(network.layout(), &self.recipe.layout);
        assert!(self.recipe.trend || !network.trend().is_some());
        if network.trend().is_some() {
            self.trend = Trend::new(network.trend().points());
        }
        assert!(self.recipe.stages.starts_with(network.stages()));
        let form = self.form();
        let places = self.lookups.places(self.recipe.stages_count());
        let numbers = self.numbers.bits_mut();
        for (place, weight) in places.zip(network.weights()) {
            numbers[place] = form.number(weight, 0);
        }
        if let Some(memories) = &mut self.memories {
            memories.bits_mut().fill(0);
        }
    }
}

/// The seed of a thread's games. The first is the run's, so that one thread plays the run's own.
fn seed_of(thread: usize, seed: u64) -> u64 {
    seed.wrapping_add((thread as u64) << 32)
}

fn any_tables<'a>(
    recipe: &Recipe,
    read: (&'a Lookups, &'a Trend),
    numbers: &'a mut Memory,
    memories: &'a mut Option<Memory>,
) -> AnyTables<'a> {
    let memories = memories.as_mut().map_or(&[][..], Memory::shared);
    AnyTables::new(recipe, read, numbers.shared(), memories)
}

impl Trainer {
    /// The network as it is now.
    pub fn network(&self) -> io::Result<Network> {
        let form = self.form();
        let mut weights = Memory::zeros(self.numbers().len())?;
        for (weight, number) in weights.numbers_mut().iter_mut().zip(self.numbers()) {
            *weight = form.weight(*number);
        }
        let weights = Weights::Floats(weights);
        let trend = Trend::new(self.trend.points());
        Ok(Network::new(&self.recipe, &self.rules, weights, trend))
    }

    /// What each tile sum is worth on average, if that is learned apart.
    pub(crate) fn trend(&self) -> &Trend {
        &self.trend
    }

    /// All numbers as they lie in memory.
    pub(crate) fn numbers(&self) -> &[u32] {
        self.numbers.bits()
    }

    /// What they are.
    pub(crate) fn form(&self) -> Form {
        Form::new(&self.recipe, &self.lookups)
    }

    /// All numbers in the order of files.
    pub(crate) fn numbers_in_order(&self) -> impl Iterator<Item = u32> {
        self.in_order(&self.numbers)
    }

    /// What wide temporal coherence remembers, in the order of files.
    pub(crate) fn memories_in_order(&self) -> Option<impl Iterator<Item = u32>> {
        self.memories
            .as_ref()
            .map(|memories| self.in_order(memories))
    }

    fn in_order<'a>(&'a self, numbers: &'a Memory) -> impl Iterator<Item = u32> + 'a {
        let places = self.lookups.places(self.recipe.stages_count());
        places.map(|place| numbers.bits()[place])
    }

    pub(crate) fn actors_as_bytes(&self) -> Vec<Vec<u8>> {
        on_actors!(&self.actors, actors => actors.iter().map(Actor::to_bytes).collect())
    }

    pub(crate) fn from_parts(
        recipe: Recipe,
        rules: Rules,
        lookups: Lookups,
        (numbers, memories, trend): (Memory, Option<Memory>, Trend),
        actors: &[&[u8]],
    ) -> Result<Self, &'static str> {
        let actors = match is_packed(&recipe, &rules) {
            true => Actors::Packed(read_actors(actors, rules, &recipe)?),
            false => Actors::Any(read_actors(actors, rules, &recipe)?),
        };
        Ok(Self {
            recipe,
            rules,
            lookups,
            numbers,
            memories,
            trend,
            actors,
        })
    }
}

fn read_actors<G: Ground>(
    actors: &[&[u8]],
    rules: Rules,
    recipe: &Recipe,
) -> Result<Vec<Actor<G>>, &'static str> {
    let actors = actors.iter();
    actors
        .map(|bytes| Actor::from_bytes(bytes, rules, recipe))
        .collect()
}

/// Whether games are played on packed boards.
fn is_packed(recipe: &Recipe, rules: &Rules) -> bool {
    recipe.layout.size() == Size::STANDARD && rules.spawn_cells == SpawnCells::Any
}

/// A recipe that a training cannot change to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("network, stages, method, learned and trend cannot change while a network learns")]
pub struct OtherTables;

/// When training is over, counted from its beginning.
#[derive(Clone, Copy, Debug, Default)]
pub struct Until {
    /// Moves of all actors.
    pub moves: Option<u64>,
    /// Games of all actors.
    pub games: Option<u64>,
}

impl Until {
    fn reached(&self, done: &Done) -> bool {
        let over = |done: &AtomicU64, total: Option<u64>| {
            total.is_some_and(|total| done.load(Ordering::Relaxed) >= total)
        };
        over(&done.moves, self.moves) || over(&done.games, self.games)
    }
}

/// What all actors have done.
struct Done {
    moves: AtomicU64,
    games: AtomicU64,
}

fn learn<G: Ground, const FORM: u8>(
    actors: &mut [Actor<G>],
    way: Way,
    tables: Tables<'_, FORM>,
    until: Until,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<Ended> {
    let done = &Done {
        moves: AtomicU64::new(actors.iter().map(Actor::moves_count).sum()),
        games: AtomicU64::new(actors.iter().map(Actor::games_count).sum()),
    };
    let is_shared = actors.len() > 1;
    thread::scope(|scope| {
        for actor in actors.iter_mut() {
            scope.spawn(move || {
                while !stop() && !until.reached(done) {
                    let (moves, games) = (actor.moves_count(), actor.games_count());
                    let steps = Steps {
                        actor,
                        tables,
                        count: STEPS,
                    };
                    match is_shared {
                        true => way.run_beside_others(steps),
                        false => way.run(steps),
                    }
                    let (moves, games) = (actor.moves_count() - moves, actor.games_count() - games);
                    done.moves.fetch_add(moves, Ordering::Relaxed);
                    done.games.fetch_add(games, Ordering::Relaxed);
                }
            });
        }
    });
    actors.iter_mut().flat_map(Actor::take_ended).collect()
}

#[cfg(test)]
mod tests;
