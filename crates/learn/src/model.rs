//! Networks and checkpoints, to files and back.

use std::io;
use std::path::Path;

use serpentine_core::Rules;

use crate::file::{About, FileError, Part, Reader, Writer, write_atomically};
use crate::lookups::Lookups;
use crate::memory::Memory;
use crate::network::Network;
use crate::pack;
use crate::recipe::Recipe;
use crate::trainer::Trainer;

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
        let entries = recipe.layout.entries() * recipe.stages_count();
        let weights = match reader.part(Part::Weights)? {
            Some(bytes) => floats(bytes, entries, "weights")?,
            None => {
                let packed = reader.part(Part::Packed)?;
                pack::unpack(packed.ok_or(FileError::Missing("weights"))?, &recipe)?
            }
        };
        let about = reader.about.clone();
        let network = Network::new(&recipe, &rules(&about)?, weights);
        Ok(Self { about, network })
    }
}

fn rules(about: &About) -> Result<Rules, FileError> {
    let rules = about.rules.parse();
    rules.map_err(|error| FileError::Content(format!("its rules: {error}")))
}

/// Numbers whose bytes stand in a part.
fn floats(bytes: &[u8], count: usize, what: &str) -> Result<Memory, FileError> {
    if bytes.len() != count * size_of::<f32>() {
        let (found, stated) = (bytes.len() / size_of::<f32>(), count);
        let message = format!("it has {found} {what}, its recipe says {stated}");
        return Err(FileError::Content(message));
    }
    let mut memory = Memory::zeros(count)?;
    fill(&mut memory, 1, 0, bytes);
    Ok(memory)
}

/// Writes every `stride`-th number from `first` on.
fn fill(memory: &mut Memory, stride: usize, first: usize, bytes: &[u8]) {
    let numbers = memory.numbers_mut().iter_mut().skip(first).step_by(stride);
    for (number, bytes) in numbers.zip(bytes.as_chunks::<4>().0) {
        *number = f32::from_bits(u32::from_le_bytes(*bytes));
    }
}

/// Every `stride`-th number from `first` on, as bytes in pieces.
fn pieces(numbers: &[f32], stride: usize, first: usize) -> impl Iterator<Item = Vec<u8>> {
    numbers.chunks(PIECE * stride).map(move |chunk| {
        let mut bytes = Vec::with_capacity(chunk.len() / stride * size_of::<f32>());
        for number in chunk.iter().skip(first).step_by(stride) {
            bytes.extend(number.to_bits().to_le_bytes());
        }
        bytes
    })
}

impl Trainer {
    /// Writes a checkpoint: the network, and all it takes to go on exactly.
    pub fn save(&self, path: &Path, about: &About) -> io::Result<()> {
        let (numbers, stride) = self.numbers();
        let actors = self.actors_as_bytes();
        write_atomically(path, |file| {
            let mut writer = Writer::new(file, about, stride + actors.len())?;
            writer.part(Part::Weights, pieces(numbers, stride, 0))?;
            if stride == 2 {
                writer.part(Part::Memories, pieces(numbers, stride, 1))?;
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
        let entries = lookups.entries * recipe.stages_count();
        let stride = recipe.method.stride();
        let actors = reader.parts(Part::Actor)?;
        if actors.is_empty() {
            return Err(FileError::Missing("actors: it is no checkpoint"));
        }
        let weights = reader.part(Part::Weights)?;
        let weights = weights.ok_or(FileError::Missing("weights"))?;
        let mut numbers = match stride {
            1 => floats(weights, entries, "weights")?,
            _ => {
                let memories = reader.part(Part::Memories)?;
                let memories = memories.ok_or(FileError::Missing("memories"))?;
                if weights.len() != 4 * entries || memories.len() != 4 * entries {
                    let message = "its weights or memories are not as many as its recipe says";
                    return Err(FileError::Content(message.to_owned()));
                }
                let mut numbers = Memory::zeros(2 * entries)?;
                fill(&mut numbers, 2, 1, memories);
                numbers
            }
        };
        if stride == 2 {
            fill(&mut numbers, 2, 0, weights);
        }
        let trainer = Self::from_parts(recipe, rules, lookups, numbers, &actors)
            .map_err(|fault| FileError::Content(format!("an actor: {fault}")))?;
        Ok((trainer, about))
    }
}

#[cfg(test)]
mod tests;
