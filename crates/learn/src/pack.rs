//! Networks made small.
//!
//! Most weights of a network are read by hardly any position of a game. One that is not kept
//! becomes what the kept one before it is, of the same shape with other tiles on the last two
//! cells; packing keeps those for which that would hurt most (how far off it is, times how often
//! games read it), rounds each to one of a few thousand levels (finer near zero: a level is the
//! square of its number), and compresses what is left with Zstandard:
//!
//! | bytes, before compression | what |
//! |---|---|
//! | 4 | levels between zero and a table's largest weight |
//! | 4 each | the largest weight of each table of each stage, as a float |
//! | ⌈entries / 8⌉ | a bit for each weight that is kept, lowest bit first |
//! | 1 for each kept weight | its level less the level of the kept weight before it in its table, sign in the lowest bit: the low byte |
//! | 1 for each kept weight | the high byte |
//!
//! In the part of an older kind, a weight that is not kept becomes 0.

use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use serpentine_core::After;
use serpentine_core::grid::Grid;

use crate::file::{About, AboutPacking, FileError, Part, Writer, write_atomically};
use crate::lookups::{Digits, in_memory, tables};
use crate::memory::Memory;
use crate::model::Model;
use crate::network::Network;
use crate::recipe::Recipe;

/// Levels between zero and the largest weight: with the sign, eleven bits.
const LEVELS: u32 = 1023;

/// Sizes tried before the best is taken.
const TRIES: usize = 6;

/// What a weight is thought to take before one is known.
const GUESSED_BITS: u64 = 11;

/// Weights that stand for each other: other tiles on the last two cells.
const BLOCK: usize = 256;

/// Most bytes are nearly noise, in which trying harder finds little.
const ZSTD_LEVEL: i32 = 9;

impl Model {
    /// Packs it into at most so many bytes and writes it; the weights as they will be read.
    ///
    /// The census says which weights matter.
    pub fn pack(&self, path: &Path, bytes_max: u64, census: &Census) -> io::Result<Model> {
        // The description grows by a few numbers, and parts begin at multiples of 4096.
        let head = serde_json::to_vec_pretty(&self.about)?.len() as u64 + 2 * 4096;
        let packing = Packing::fit(&self.network, census, bytes_max, head)?;
        let about = About {
            packed: Some(AboutPacking {
                visited: packing.visited,
                kept: packing.kept,
                levels: LEVELS,
            }),
            ..self.about.clone()
        };
        write_atomically(path, |file| {
            let mut writer = Writer::new(file, &about, 1)?;
            writer.part(Part::Filled, [&packing.bytes])?;
            writer.finish().map(|_| ())
        })?;
        Model::open(path).map_err(io::Error::other)
    }
}

/// How often each weight was read in some games, in the order of files.
#[derive(Debug)]
pub struct Census(Vec<AtomicU32>);

impl Census {
    /// Before any game.
    pub fn new(network: &Network) -> Self {
        Self(network.weights().map(|_| AtomicU32::new(0)).collect())
    }

    /// Counts what a position after a move reads.
    pub fn count<G: Grid>(&self, network: &Network, after: &After<G>) {
        let lookups = network.tables().lookups;
        let begin = network.reading().stage(after.tile_sum()) * lookups.entries;
        let digits = Digits::of(after.grid());
        for group in &lookups.groups {
            for index in group.entries_read(&digits) {
                self.0[begin + index as usize].fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// All readings.
    pub fn total(&self) -> u64 {
        let reads = (0..self.0.len()).map(|k| u64::from(self.reads(k)));
        reads.sum()
    }

    fn reads(&self, k: usize) -> u32 {
        self.0[k].load(Ordering::Relaxed)
    }
}

/// A network in few bytes.
struct Packing {
    bytes: Vec<u8>,
    visited: u64,
    kept: u64,
}

impl Packing {
    /// Keeps as many weights as fit, those first whose loss would hurt most.
    fn fit(network: &Network, census: &Census, bytes_max: u64, head: u64) -> io::Result<Self> {
        let weights: Vec<f32> = network.weights().collect();
        let visited = weights.iter().filter(|weight| **weight != 0.0).count() as u64;
        let room = bytes_max.saturating_sub(head);
        let mut best: Option<(u64, Vec<u8>)> = None;
        let mut keep = room * 8 / GUESSED_BITS;
        // From a first guess on, by what a weight has cost so far.
        for _ in 0..TRIES {
            let (bits, kept) = choose_at_most(network, &weights, census, keep);
            let bytes = compress(network, &weights, &bits)?;
            let size = bytes.len() as u64;
            let is_better = best.as_ref().is_none_or(|(most, _)| kept > *most);
            if size <= room && is_better {
                best = Some((kept, bytes));
            }
            // Half a per cent of the room is near enough; so is all there is to keep.
            if size <= room && (kept < keep / 2 || size >= room - room / 200) {
                break;
            }
            let fitting = kept as f64 * room as f64 / size as f64;
            keep = (fitting * 0.998) as u64;
        }
        let (kept, bytes) = best.filter(|(kept, _)| *kept > 0).ok_or_else(|| {
            let message = format!("not even its most important weights fit into {bytes_max} bytes");
            io::Error::other(message)
        })?;
        Ok(Self {
            bytes,
            visited,
            kept,
        })
    }
}

/// Chooses at most so many weights to keep: a bit for each, and how many they are.
fn choose_at_most(
    network: &Network,
    weights: &[f32],
    census: &Census,
    keep: u64,
) -> (Vec<u8>, u64) {
    let choose = |least: f32| choose(network, weights, census, least);
    // Between an importance that keeps too many and one that does not, by halves of their
    // logarithms' distance.
    let (mut low, mut high) = (1e-6f32, 1e12f32);
    let all = choose(low);
    if all.1 <= keep {
        return all;
    }
    let mut chosen = choose(high);
    for _ in 0..18 {
        let middle = (low * high).sqrt();
        let tried = choose(middle);
        match tried.1 <= keep {
            true => (high, chosen) = (middle, tried),
            false => low = middle,
        }
        if chosen.1 >= keep - keep / 500 {
            break;
        }
    }
    chosen
}

/// Keeps the weights for which it hurts at least so much to become the one before.
fn choose(network: &Network, weights: &[f32], census: &Census, least: f32) -> (Vec<u8>, u64) {
    /// A weight that the census did not meet is read now and then all the same.
    const UNREAD: f32 = 0.25;
    let (mut bits, mut kept) = (vec![0u8; weights.len().div_ceil(8)], 0);
    let mut begin = 0;
    for (entries, _) in tables(network.layout()).repeat(network.stages().len() + 1) {
        let mut before = 0.0;
        for k in begin..begin + entries {
            if (k - begin).is_multiple_of(BLOCK) {
                before = 0.0;
            }
            // One that learned nothing and is not read can be anything.
            let unread = if weights[k] == 0.0 { 0.0 } else { UNREAD };
            let hurt = (weights[k] - before).abs() * (census.reads(k) as f32 + unread);
            if hurt >= least {
                bits[k / 8] |= 1 << (k % 8);
                kept += 1;
                before = weights[k];
            }
        }
        begin += entries;
    }
    (bits, kept)
}

/// The content of a packed part: the weights that have a bit.
fn compress(network: &Network, weights: &[f32], bits: &[u8]) -> io::Result<Vec<u8>> {
    let is_kept = |k: usize| bits[k / 8] >> (k % 8) & 1 == 1;
    let (mut lows, mut highs, mut largest) = (Vec::new(), Vec::new(), Vec::new());
    let mut begin = 0;
    for (entries, _) in tables(network.layout()).repeat(network.stages().len() + 1) {
        let table = begin..begin + entries;
        begin = table.end;
        let kept = || table.clone().filter(|&k| is_kept(k));
        let most = kept().map(|k| weights[k].abs()).fold(0.0, f32::max);
        largest.push(most);
        let mut before = 0;
        for k in kept() {
            let level = (weights[k].abs() / most.max(f32::MIN_POSITIVE)).sqrt() * LEVELS as f32;
            let level = level.round() as i32 * weights[k].signum() as i32;
            let difference = level - before;
            before = level;
            let zigzag = (difference << 1 ^ difference >> 31) as u16;
            lows.push(zigzag as u8);
            highs.push((zigzag >> 8) as u8);
        }
    }
    let mut encoder = zstd::Encoder::new(Vec::new(), ZSTD_LEVEL)?;
    encoder.write_all(&LEVELS.to_le_bytes())?;
    for most in largest {
        encoder.write_all(&most.to_le_bytes())?;
    }
    encoder.write_all(bits)?;
    encoder.write_all(&lows)?;
    encoder.write_all(&highs)?;
    encoder.finish()
}

/// All weights of a packed part, in memory's order. With `is_filled`, those that were not kept
/// are what the one before them is.
pub(crate) fn unpack(bytes: &[u8], recipe: &Recipe, is_filled: bool) -> Result<Memory, FileError> {
    let damaged = |error: io::Error| FileError::Content(format!("its packed weights: {error}"));
    let mut decoder = zstd::Decoder::new(bytes).map_err(damaged)?;
    let mut word = [0; 4];
    decoder.read_exact(&mut word).map_err(damaged)?;
    let levels = u32::from_le_bytes(word);
    if levels == 0 || levels > 1 << 14 {
        let message = format!("its packed weights have {levels} levels, expected 1 to 16384");
        return Err(FileError::Content(message));
    }
    let sizes = tables(&recipe.layout).repeat(recipe.stages_count());
    let mut largest = Vec::new();
    for _ in &sizes {
        decoder.read_exact(&mut word).map_err(damaged)?;
        let most = f32::from_le_bytes(word);
        if !most.is_finite() {
            let message = "a table's largest weight is no number";
            return Err(FileError::Content(message.to_owned()));
        }
        largest.push(most);
    }
    let entries: usize = sizes.iter().map(|(entries, _)| entries).sum();
    let mut read = |len: usize| {
        let mut bytes = Vec::new();
        let got = decoder
            .by_ref()
            .take(len as u64)
            .read_to_end(&mut bytes)
            .map_err(damaged)?;
        match got == len {
            true => Ok(bytes),
            false => Err(damaged(io::ErrorKind::UnexpectedEof.into())),
        }
    };
    let bits = read(entries.div_ceil(8))?;
    let kept = bits.iter().map(|byte| byte.count_ones() as usize).sum();
    let lows = read(kept)?;
    let highs = read(kept)?;
    let mut memory = Memory::zeros(entries)?;
    let mut coded = lows.iter().zip(&highs);
    let mut begin = 0;
    for ((size, digits), most) in sizes.into_iter().zip(largest) {
        let mut level = 0i32;
        let weights = &mut memory.numbers_mut()[begin..begin + size];
        // Tables have multiples of sixteen entries: their bits begin and end with a byte.
        let bits = &bits[begin / 8..(begin + size) / 8];
        for (block, bits) in bits.chunks(BLOCK / 8).enumerate() {
            // What is 0 already need not be touched, and takes no memory then.
            if bits.iter().all(|&byte| byte == 0) {
                continue;
            }
            let mut value = 0.0;
            for k in 0..8 * bits.len() {
                if bits[k / 8] >> (k % 8) & 1 == 1 {
                    let (&low, &high) = coded.next().expect("as many as there are bits");
                    let zigzag = i32::from(low) | i32::from(high) << 8;
                    level = level.wrapping_add(zigzag >> 1 ^ -(zigzag & 1));
                    let share = level as f32 / levels as f32;
                    value = share * share.abs() * most;
                } else if !is_filled {
                    value = 0.0;
                }
                let index = (BLOCK * block + k) as u32;
                weights[in_memory(index, digits) as usize] = value;
            }
        }
        begin += size;
    }
    Ok(memory)
}
