//! Networks made small.
//!
//! An evaluation adds weights up, so what rounding does to it depends on how often a weight is
//! read: one that games read four times as often is rounded half as coarsely. Eight neighbours
//! of a table share a *grade*, the logarithm of how often they are read; those that round to 0
//! all are not written. The size is met by making all steps coarser or finer together.
//! `pack/code.rs` has the bytes.

mod code;

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use serpentine_core::After;
use serpentine_core::grid::Grid;

pub(crate) use self::code::unpack;
use self::code::{Coded, GRADES, GROUP, compress};
use crate::file::{About, AboutPacking, Part, Writer, write_atomically};
use crate::lookups::Digits;
use crate::model::{Model, trend_pieces};
use crate::network::Network;

/// Steps tried before the best is taken.
const TRIES: usize = 16;

/// The step of weights that no game read, for a start: near what a large network comes to.
const FIRST_STEP: f32 = 64.0;

/// How often a weight is thought to be read that the census did not meet, as a share of all
/// readings.
const UNREAD_SHARE: f32 = 1.0 / (1u64 << 31) as f32;

/// Finer than this, rounding no longer shows.
const FINEST_STEP: f32 = 1.0 / 16.0;

impl Model {
    /// Packs it into at most so many bytes and writes it; the weights as they will be read.
    ///
    /// The census says which weights matter.
    pub fn pack(&self, path: &Path, bytes_max: u64, census: &Census) -> io::Result<Model> {
        // The description grows by a few numbers, and parts begin at multiples of 4096.
        let head = serde_json::to_vec_pretty(&self.about)?.len() as u64 + 4 * 4096;
        let weights: Vec<f32> = self.network.weights().collect();
        let coded = fit(&weights, census, bytes_max.saturating_sub(head))?.ok_or_else(|| {
            let message = format!("not even its most important weights fit into {bytes_max} bytes");
            io::Error::other(message)
        })?;
        let about = About {
            packed: Some(AboutPacking {
                visited: weights.iter().filter(|weight| **weight != 0.0).count() as u64,
                kept: coded.kept,
                step: coded.step,
            }),
            ..self.about.clone()
        };
        write_atomically(path, |file| {
            let trend = self.network.trend();
            let mut writer = Writer::new(file, &about, 1 + usize::from(trend.is_some()))?;
            writer.part(Part::Packed, [&coded.bytes])?;
            if trend.is_some() {
                writer.part(Part::Trend, trend_pieces(trend))?;
            }
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
        let lookups = network.lookups();
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

/// The finest rounding that fits into so many bytes, if any does.
fn fit(weights: &[f32], census: &Census, room: u64) -> io::Result<Option<Coded>> {
    let grades = grades(weights, census);
    let mut best: Option<Coded> = None;
    let mut step = FIRST_STEP;
    // The finest step that is known to fit, and the coarsest that is not, with their sizes.
    let (mut fitting, mut failing) = (None, None);
    for _ in 0..TRIES {
        let coded = compress(weights, &grades, step)?;
        let (size, kept) = (coded.bytes.len() as u64, coded.kept);
        let tried = Some((step.log2(), size as f64));
        match size <= room {
            true => fitting = tried,
            false => failing = tried,
        }
        if size <= room && kept > 0 {
            best = Some(coded);
        }
        // Half a per cent of the room is near enough; so is the finest step.
        if kept == 0 || size <= room && (size >= room - room / 200 || step <= FINEST_STEP) {
            break;
        }
        // Half the step takes one or two bits more for each weight kept. Aim a little below.
        let aim = 0.998 * room as f64;
        let next = match (fitting, failing) {
            (Some((coarse, small)), Some((fine, large))) => {
                coarse + (fine - coarse) * ((aim - small) / (large - small)).clamp(0.0, 1.0) as f32
            }
            _ => step.log2() + ((size as f64 - aim) * 6.0 / kept as f64).clamp(-3.0, 3.0) as f32,
        };
        step = next.exp2().max(FINEST_STEP);
    }
    Ok(best)
}

/// The grade of every group: how often its weights are read, 1 for never.
fn grades(weights: &[f32], census: &Census) -> Vec<u8> {
    // Deeper searches read what the census did not meet.
    let unread = (census.total() as f32 * UNREAD_SHARE).max(1.0);
    let groups = weights.chunks(GROUP).enumerate();
    let grades = groups.map(|(group, weights)| {
        // A weight that learned nothing is 0 at any step.
        let learned = (0..GROUP).filter(|k| weights[*k] != 0.0);
        let reads = learned.map(|k| 1.0 + census.reads(GROUP * group + k) as f32 / unread);
        let (count, sum) = reads.fold((0.0f32, 0.0), |(n, sum), reads| (n + 1.0, sum + reads));
        match count > 0.0 {
            true => (1 + (sum / count).log2().round() as u8).min(GRADES as u8 - 1),
            false => 0,
        }
    });
    grades.collect()
}
