//! Networks and checkpoints, to files and back.

use std::io;
use std::iter;
use std::path::Path;

use serpentine_core::Rules;

use crate::coherence::MEMORY;
use crate::file::{About, FileError, Part, Reader, Writer, write_atomically};
use crate::form::Form;
use crate::lookups::Lookups;
use crate::memory::Memory;
use crate::network::Network;
use crate::pack;
use crate::recipe::Recipe;
use crate::trainer::Trainer;
use crate::trend::{POINTS, Trend};
use crate::weights::Weights;

/// Entries written at a time.
const PIECE: usize = 1 << 18;

/// A network and where it comes from.
#[derive(Debug)]
pub struct Model {
    /// Where it comes from.
    pub about: About,
    /// The network.
    pub network: Network,
}

impl Model {
    /// Reads a network or a checkpoint from a file.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::read(&Reader::open(path)?)
    }

    /// Reads a network or a checkpoint from memory.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        Self::read(&Reader::from_bytes(bytes)?)
    }

    fn read(reader: &Reader<'_>) -> Result<Self, FileError> {
        let recipe: Recipe = reader.about.recipe.parse()?;
        let weights = match reader.part(Part::Weights)? {
            Some(bytes) => Weights::Floats(weights(bytes, &recipe, &Lookups::new(&recipe.layout))?),
            None => {
                let bytes = reader.part(Part::Packed)?;
                pack::unpack(bytes.ok_or(FileError::Missing("weights"))?, &recipe)?
            }
        };
        let about = reader.about.clone();
        let trend = trend(reader, &recipe)?;
        let network = Network::new(&recipe, &rules(&about)?, weights, trend);
        Ok(Self { about, network })
    }
}

fn rules(about: &About) -> Result<Rules, FileError> {
    let rules = about.rules.parse();
    rules.map_err(|error| FileError::Content(format!("its rules: {error}")))
}

/// The weights that stand in a part, in memory's order.
fn weights(bytes: &[u8], recipe: &Recipe, lookups: &Lookups) -> Result<Memory, FileError> {
    let stages_count = recipe.stages_count();
    let entries = lookups.entries * stages_count;
    check_count(bytes.len() / 4, entries, "weights")?;
    let mut memory = Memory::zeros(entries)?;
    let numbers = memory.numbers_mut();
    let places = lookups.places(stages_count);
    for (place, weight) in places.zip(bytes.as_chunks::<4>().0) {
        numbers[place] = f32::from_le_bytes(*weight);
    }
    Ok(memory)
}

/// What tile sums are worth, where the recipe has that learned apart.
fn trend(reader: &Reader<'_>, recipe: &Recipe) -> Result<Trend, FileError> {
    if !recipe.trend {
        return Ok(Trend::default());
    }
    let bytes = reader.part(Part::Trend)?;
    let points = bytes.ok_or(FileError::Missing("trend"))?.as_chunks::<4>().0;
    check_count(points.len(), POINTS, "points of its trend")?;
    let points = points.iter().map(|point| f32::from_le_bytes(*point));
    Ok(Trend::new(points))
}

/// A trend as the pieces of a part.
pub(crate) fn trend_pieces(trend: &Trend) -> impl Iterator<Item = Vec<u8>> {
    pieces(trend.points().map(f32::to_le_bytes))
}

fn check_count(found: usize, stated: usize, what: &str) -> Result<(), FileError> {
    if found == stated {
        return Ok(());
    }
    let message = format!("it has {found} {what}, its recipe says {stated}");
    Err(FileError::Content(message))
}

/// Bytes in pieces.
fn pieces<const N: usize>(numbers: impl Iterator<Item = [u8; N]>) -> impl Iterator<Item = Vec<u8>> {
    let mut numbers = numbers.peekable();
    iter::from_fn(move || {
        numbers.peek()?;
        Some(numbers.by_ref().take(PIECE).flatten().collect())
    })
}

impl Trainer {
    /// Writes a checkpoint: the network, and all it takes to go on exactly.
    pub fn save(&self, path: &Path, about: &About) -> io::Result<()> {
        let form = self.form();
        let has_memories = !matches!(form, Form::Plain);
        let actors = self.actors_as_bytes();
        write_atomically(path, |file| {
            let has_trend = self.trend().is_some();
            let parts_count = 1 + usize::from(has_memories) + usize::from(has_trend) + actors.len();
            let mut writer = Writer::new(file, about, parts_count)?;
            let weights = self.numbers_in_order().map(|number| form.weight(number));
            writer.part(Part::Weights, pieces(weights.map(f32::to_le_bytes)))?;
            if let Form::Narrow { .. } = form {
                let memories = self
                    .numbers_in_order()
                    .map(|entry| ((entry & MEMORY) as u16).to_le_bytes());
                writer.part(Part::Memories, pieces(memories))?;
            }
            if let Some(memories) = self.memories_in_order() {
                writer.part(Part::WideMemories, pieces(memories.map(u32::to_le_bytes)))?;
            }
            if has_trend {
                writer.part(Part::Trend, trend_pieces(self.trend()))?;
            }
            for actor in &actors {
                writer.part(Part::Actor, [actor])?;
            }
            writer.finish().map(|_| ())
        })
    }

    /// Goes on from a checkpoint.
    pub fn resume(path: &Path) -> Result<(Self, About), FileError> {
        Self::read(&Reader::open(path)?)
    }

    /// As [`Trainer::resume`], from memory.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, About), FileError> {
        Self::read(&Reader::from_bytes(bytes)?)
    }

    fn read(reader: &Reader<'_>) -> Result<(Self, About), FileError> {
        let about = reader.about.clone();
        let recipe: Recipe = about.recipe.parse()?;
        let rules = rules(&about)?;
        let lookups = Lookups::new(&recipe.layout);
        let actors = reader.parts(Part::Actor)?;
        if actors.is_empty() {
            return Err(FileError::Missing("actors: it is no checkpoint"));
        }
        let bytes = reader.part(Part::Weights)?;
        let bytes = bytes.ok_or(FileError::Missing("weights"))?;
        let mut numbers = weights(bytes, &recipe, &lookups)?;
        let form = Form::new(&recipe, &lookups);
        let mut memories = None;
        let part = match form {
            Form::Plain => None,
            Form::Narrow { .. } => Some(Part::Memories),
            Form::Wide => Some(Part::WideMemories),
        };
        if let Some(part) = part {
            let bytes = reader.part(part)?.ok_or(FileError::Missing("memories"))?;
            let count = numbers.bits().len();
            let places = lookups.places(recipe.stages_count());
            if let Form::Wide = form {
                check_count(bytes.len() / 4, count, "memories")?;
                let mut wide = Memory::zeros(count)?;
                for (place, bytes) in places.zip(bytes.as_chunks::<4>().0) {
                    wide.bits_mut()[place] = u32::from_le_bytes(*bytes);
                }
                memories = Some(wide);
            } else {
                check_count(bytes.len() / 2, count, "memories")?;
                let numbers = numbers.bits_mut();
                for (place, bytes) in places.zip(bytes.as_chunks::<2>().0) {
                    let weight = f32::from_bits(numbers[place]);
                    numbers[place] = form.number(weight, u16::from_le_bytes(*bytes));
                }
            }
        }
        let trend = trend(reader, &recipe)?;
        let tables = (numbers, memories, trend);
        let trainer = Self::from_parts(recipe, rules, lookups, tables, &actors)
            .map_err(|fault| FileError::Content(format!("an actor: {fault}")))?;
        Ok((trainer, about))
    }
}

#[cfg(test)]
mod tests;
