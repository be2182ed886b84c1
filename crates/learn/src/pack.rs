//! Networks made small.
//!
//! Most weights of a network are read by hardly any position of a game. Packing keeps those
//! whose loss would hurt most (their size, times how often greedy games read them), rounds each to one of a few thousand levels (finer near zero:
//! a level is the square of its number), and compresses what is left with Zstandard:
//!
//! | bytes, before compression | what |
//! |---|---|
//! | 4 | levels between zero and a table's largest weight |
//! | 4 each | the largest weight of each table of each stage, as a float |
//! | ⌈entries / 8⌉ | a bit for each weight that is kept, lowest bit first |
//! | 1 for each kept weight | its level less the level of the kept weight before it in its table, sign in the lowest bit: the low byte |
//! | 1 for each kept weight | the high byte |
//!
//! A weight that is not kept becomes 0.

use std::io::{self, Read, Write};
use std::path::Path;

use serpentine_core::Rules;

use crate::file::{About, AboutPacking, FileError, Part, Writer, write_atomically};
use crate::lookups::{in_memory, tables};
use crate::memory::Memory;
use crate::model::Model;
use crate::network::Network;
use crate::recipe::Recipe;

/// Levels between zero and the largest weight: with the sign, twelve bits.
const LEVELS: u32 = 2047;

/// Sizes tried before the best is taken.
const TRIES: usize = 6;

/// What a weight is thought to take before one is known.
const GUESSED_BITS: u64 = 11;

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
            writer.part(Part::Packed, [&packing.bytes])?;
            writer.finish().map(|_| ())
        })?;
        Model::open(path).map_err(io::Error::other)
    }
}

/// How often each weight was read in some games.
#[derive(Debug)]
pub struct Census(Vec<u32>);

impl Census {
    /// Plays so many greedy games and counts.
    pub fn take(network: &Network, rules: &Rules, seed: u64, games: u64, threads: usize) -> Self {
        Self(network.count_reads(rules, seed, 0..games, threads))
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
        // 1. How many weights are as important as each level of importance.
        let mut counts = vec![0u64; LEVELS_OF_IMPORTANCE];
        let weights: Vec<f32> = network.weights().collect();
        let read = weights.iter().zip(&census.0);
        for (&weight, &reads) in read.filter(|(weight, _)| **weight != 0.0) {
            counts[importance(weight, reads)] += 1;
        }
        let visited: u64 = counts.iter().sum();
        // 2. From a first guess on, by what a weight has cost so far.
        let room = bytes_max.saturating_sub(head);
        let mut best: Option<(u64, Vec<u8>)> = None;
        let mut keep = visited.min(room * 8 / GUESSED_BITS);
        for _ in 0..TRIES {
            let (least, kept) = threshold(&counts, keep);
            let bytes = compress(network, &weights, census, least)?;
            let size = bytes.len() as u64;
            let is_better = best.as_ref().is_none_or(|(most, _)| kept > *most);
            if size <= room && is_better {
                best = Some((kept, bytes));
            }
            // Half a per cent of the room is near enough.
            if size <= room && (kept == visited || size >= room - room / 200) {
                break;
            }
            let fitting = kept as f64 * room as f64 / size as f64;
            keep = ((fitting * 0.998) as u64).min(visited);
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

/// How much it would hurt to lose a weight: its size, times how often it is read. One that the
/// census did not meet is read now and then all the same.
fn importance(weight: f32, reads: u32) -> usize {
    const UNREAD: f32 = 0.25;
    let hurt = weight.abs() * (reads as f32 + UNREAD);
    // Positive floats are ordered as their bits are.
    (hurt.to_bits() >> 11) as usize
}

const LEVELS_OF_IMPORTANCE: usize = 1 << 21;

/// The least importance of which at most so many weights are, and how many those are.
fn threshold(counts: &[u64], keep: u64) -> (usize, u64) {
    let (mut least, mut kept) = (counts.len(), 0);
    while least > 0 && kept + counts[least - 1] <= keep {
        least -= 1;
        kept += counts[least];
    }
    (least, kept)
}

/// The content of a packed part: weights at least so important.
fn compress(
    network: &Network,
    weights: &[f32],
    census: &Census,
    least: usize,
) -> io::Result<Vec<u8>> {
    let is_kept = |k: usize| weights[k] != 0.0 && importance(weights[k], census.0[k]) >= least;
    let mut bits = vec![0u8; weights.len().div_ceil(8)];
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
            bits[k / 8] |= 1 << (k % 8);
            let level = (weights[k].abs() / most).sqrt() * LEVELS as f32;
            let level = (level.round() as i32).max(1) * weights[k].signum() as i32;
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
    encoder.write_all(&bits)?;
    encoder.write_all(&lows)?;
    encoder.write_all(&highs)?;
    encoder.finish()
}

/// All weights of a packed part, in memory's order.
pub(crate) fn unpack(bytes: &[u8], recipe: &Recipe) -> Result<Memory, FileError> {
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
        let mut set = |k: usize| {
            let (&low, &high) = coded.next().expect("as many as there are bits");
            let zigzag = i32::from(low) | i32::from(high) << 8;
            level = level.wrapping_add(zigzag >> 1 ^ -(zigzag & 1));
            let share = level as f32 / levels as f32;
            weights[in_memory(k as u32, digits) as usize] = share * share.abs() * most;
        };
        // Tables have multiples of sixteen entries: their bits begin and end with a byte.
        for (place, &byte) in bits[begin / 8..(begin + size) / 8].iter().enumerate() {
            let mut left = byte;
            while left != 0 {
                set(8 * place + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
        begin += size;
    }
    Ok(memory)
}
