//! Rounded weights as bytes, compressed with Zstandard:
//!
//! | bytes, before compression | what |
//! |---|---|
//! | 4 | the step of grade 1, as a float; every grade more divides it by the root of 2 |
//! | 1 for each group of eight weights | its grade; 0 for one whose weights are all 0 |
//! | 1 for each weight of the other groups, grade by grade | its *sign and size* |
//! | the rest | the bits that sizes leave open, group by group as they stand in the tables, lowest first |
//!
//! A weight is a number of steps. Up to 7 it is its own size; a larger one is its upper three bits and
//! how many follow, as in a float. The lowest bit of the byte is the sign. Bytes of one grade
//! are alike, so they stand together; the bits that follow are noise.

use std::f32::consts::{FRAC_1_SQRT_2, SQRT_2};
use std::io::{self, Read, Write};

use crate::file::FileError;
use crate::lookups::tables;
use crate::recipe::Recipe;
use crate::weights::Weights;

/// Weights that share a grade. Tables have multiples of sixteen.
pub(super) const GROUP: usize = 8;

/// Grades there may be: with the last, a weight is read in nearly every position.
pub(super) const GRADES: usize = 64;

/// Harder is hardly smaller: most of it is noise.
const ZSTD_LEVEL: i32 = 9;

/// A network in few bytes.
pub(super) struct Coded {
    pub(super) bytes: Vec<u8>,
    /// The step of grade 1.
    pub(super) step: f32,
    /// Weights that are not 0.
    pub(super) kept: u64,
}

/// The step of each grade, by products alone: they are the same on every machine.
fn steps(step: f32) -> [f32; GRADES] {
    let mut steps = [step * SQRT_2; GRADES];
    for grade in 1..GRADES {
        steps[grade] = steps[grade - 1] * FRAC_1_SQRT_2;
    }
    steps
}

/// Where the bytes of each grade begin, and where they end.
fn places(grades: &[u8]) -> ([usize; GRADES], usize) {
    let mut counts = [0; GRADES];
    for &grade in grades.iter().filter(|grade| **grade > 0) {
        counts[usize::from(grade)] += GROUP;
    }
    let mut end = 0;
    let begins = counts.map(|count| {
        end += count;
        end - count
    });
    (begins, end)
}

/// Rounds weights, in the order of files, and writes them down.
pub(super) fn compress(weights: &[f32], grades: &[u8], step: f32) -> io::Result<Coded> {
    let steps = steps(step);
    // A step is no finer than floats are.
    let largest = weights.iter().fold(0f32, |most, w| most.max(w.abs()));
    let is_coarse = |step: &f32| *step >= largest / (1 << 24) as f32;
    let finest = steps.iter().rposition(is_coarse).unwrap_or(0).max(1) as u8;
    let rounded = |group: usize, grade: u8| {
        let step = steps[usize::from(grade)];
        let weights = &weights[GROUP * group..][..GROUP];
        weights.iter().map(move |weight| (weight / step).round())
    };
    let grades = grades.iter().enumerate().map(|(group, &grade)| {
        let grade = grade.min(finest);
        let is_zero = grade == 0 || rounded(group, grade).all(|steps| steps == 0.0);
        if is_zero { 0 } else { grade }
    });
    let grades: Vec<u8> = grades.collect();
    let (mut places, end) = places(&grades);
    let (mut sizes, mut rest, mut kept) = (vec![0; end], Bits::default(), 0);
    for (group, &grade) in grades.iter().enumerate().filter(|(_, grade)| **grade > 0) {
        let place = &mut places[usize::from(grade)];
        for steps in rounded(group, grade) {
            let count = steps.abs() as u32;
            let open = count.checked_ilog2().unwrap_or(0).saturating_sub(2);
            let size = 4 * open + (count >> open);
            sizes[*place] = (size << 1) as u8 | u8::from(steps < 0.0);
            *place += 1;
            rest.push(count, open);
            kept += u64::from(count > 0);
        }
    }
    let mut encoder = zstd::Encoder::new(Vec::new(), ZSTD_LEVEL)?;
    encoder.write_all(&step.to_le_bytes())?;
    encoder.write_all(&grades)?;
    encoder.write_all(&sizes)?;
    encoder.write_all(&rest.finish())?;
    Ok(Coded {
        bytes: encoder.finish()?,
        step,
        kept,
    })
}

/// All weights of a packed part, in memory's order.
pub(crate) fn unpack(bytes: &[u8], recipe: &Recipe) -> Result<Weights, FileError> {
    let damaged = |error: io::Error| FileError::Content(format!("its packed weights: {error}"));
    let cut_short = || damaged(io::ErrorKind::UnexpectedEof.into());
    let mut decoder = zstd::Decoder::new(bytes).map_err(damaged)?;
    let mut word = [0; 4];
    decoder.read_exact(&mut word).map_err(damaged)?;
    let step = f32::from_le_bytes(word);
    if !(step > 0.0 && step < 1e9) {
        let message = format!("its packed weights have steps of {step}, expected 0 to 1e9");
        return Err(FileError::Content(message));
    }
    let mut read = |len: usize| {
        let mut bytes = Vec::new();
        let mut part = decoder.by_ref().take(len as u64);
        part.read_to_end(&mut bytes).map_err(damaged)?;
        Ok::<_, FileError>(bytes)
    };
    let tables = tables(&recipe.layout).repeat(recipe.stages_count());
    let entries: usize = tables.iter().map(|table| table.entries).sum();
    let grades = read(entries / GROUP)?;
    if let Some(grade) = grades.iter().find(|grade| usize::from(**grade) >= GRADES) {
        let message = format!("its packed weights have the grade {grade}, expected 0 to 63");
        return Err(FileError::Content(message));
    }
    let (mut places, end) = places(&grades);
    let sizes = read(end)?;
    if grades.len() < entries / GROUP || sizes.len() < end {
        return Err(cut_short());
    }
    // At most 30 bits follow a byte.
    let rest = read(4 * end)?;
    let mut rest = OpenBits::new(rest);
    let steps = steps(step);
    let mut weights = Weights::zeros(entries, largest(&sizes, &places, &steps))?;
    let mut grades = grades.iter();
    let mut begin = 0;
    for table in tables {
        for group in 0..table.entries / GROUP {
            let grade = usize::from(*grades.next().expect("one for each group"));
            // What is 0 already need not be touched, and takes no memory then.
            if grade == 0 {
                continue;
            }
            let place = places[grade];
            places[grade] += GROUP;
            for (k, &byte) in sizes[place..place + GROUP].iter().enumerate() {
                let (upper, open) = upper_and_open(byte);
                let count = u64::from(upper) << open | rest.take(open);
                let sign = if byte & 1 == 0 { 1.0 } else { -1.0 };
                let index = table.in_memory((GROUP * group + k) as u32);
                weights.set(begin + index as usize, sign * count as f32 * steps[grade]);
            }
            if rest.is_exhausted() {
                return Err(cut_short());
            }
        }
        begin += table.entries;
    }
    Ok(weights)
}

/// The upper bits of a size, and how many follow.
#[inline(always)]
fn upper_and_open(byte: u8) -> (u32, u32) {
    let size = u32::from(byte >> 1);
    let open = (size / 4).saturating_sub(1);
    (size - 4 * open, open)
}

/// No weight is larger, with bytes of grades that begin at these places.
fn largest(sizes: &[u8], begins: &[usize; GRADES], steps: &[f32; GRADES]) -> f32 {
    let ends = begins[1..].iter().copied().chain([sizes.len()]);
    let grades = begins.iter().zip(ends).zip(steps);
    let largest = grades.filter_map(|((&begin, end), step)| {
        let (upper, open) = upper_and_open(*sizes[begin..end].iter().max()?);
        let most = (u64::from(upper + 1) << open) - 1;
        Some(most as f32 * step)
    });
    largest.fold(0.0, f32::max)
}

/// Bits one after the other, lowest first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    pending: u64,
    count: u32,
}

impl Bits {
    /// Adds the lowest bits of a number, at most 32.
    fn push(&mut self, number: u32, count: u32) {
        let number = u64::from(number) & ((1 << count) - 1);
        self.pending |= number << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// Bits being read.
struct OpenBits {
    /// With some more behind the end, so that a group can be read before it is checked.
    bytes: Vec<u8>,
    at: usize,
    end: usize,
}

impl OpenBits {
    fn new(mut bytes: Vec<u8>) -> Self {
        let end = 8 * bytes.len();
        bytes.extend([0; 64]);
        Self { bytes, at: 0, end }
    }

    /// The next bits, at most 32.
    #[inline(always)]
    fn take(&mut self, count: u32) -> u64 {
        let bytes = self.bytes[self.at / 8..].first_chunk();
        let word = u64::from_le_bytes(*bytes.expect("a group after the end at most"));
        let bits = word >> (self.at % 8) & ((1 << count) - 1);
        self.at += count as usize;
        bits
    }

    /// Whether more has been taken than there was.
    fn is_exhausted(&self) -> bool {
        self.at > self.end
    }
}

#[cfg(test)]
mod tests {
    use serpentine_core::Stream;

    use super::*;

    fn recipe() -> Recipe {
        "network=2x2:01/02 stages=16".parse().unwrap()
    }

    /// 1,024 weights of all sizes, a grade for each group.
    fn drawn(stream: &mut Stream) -> (Vec<f32>, Vec<u8>) {
        let mut weight = || match stream.below(3) {
            0 => 0.0,
            _ => (stream.next_u64() as i32 >> stream.below(32)) as f32 / 1024.0,
        };
        let weights = (0..1024).map(|_| weight()).collect();
        let grades = (0..1024 / GROUP).map(|_| stream.below(20) as u8).collect();
        (weights, grades)
    }

    #[test]
    fn every_weight_is_rounded_to_its_step() {
        let mut stream = Stream::new(6);
        let tables = tables(&recipe().layout);
        for step in [100.0, 3e3, 1e6] {
            let (weights, grades) = drawn(&mut stream);
            let coded = compress(&weights, &grades, step).unwrap();
            let memory = unpack(&coded.bytes, &recipe()).unwrap();
            let mut kept = 0;
            for (k, weight) in weights.iter().enumerate() {
                let (begin, index) = (k & !255, k as u32 & 255);
                let read =
                    memory.get(begin + tables[k / 256 % tables.len()].in_memory(index) as usize);
                let grade = usize::from(grades[k / GROUP]);
                let expected = match grade {
                    0 => 0.0,
                    _ => (weight / steps(step)[grade]).round() * steps(step)[grade],
                };
                assert_eq!(read, expected, "{weight} in grade {grade}");
                kept += u64::from(read != 0.0);
            }
            assert_eq!(kept, coded.kept);
        }
        // Where a grade would be finer than floats, the weights are as they were.
        let (weights, mut grades) = drawn(&mut stream);
        grades.fill(60);
        let coded = compress(&weights, &grades, 100.0).unwrap();
        let memory = unpack(&coded.bytes, &recipe()).unwrap();
        let read = |k: usize| {
            let index = tables[k / 256 % tables.len()].in_memory(k as u32 & 255);
            memory.get((k & !255) + index as usize)
        };
        let error = |(k, weight): (usize, &f32)| (read(k) - weight).abs();
        let most = weights.iter().enumerate().map(error).fold(0.0, f32::max);
        assert!(most > 0.0 && most <= 0.25, "{most}");
    }

    #[test]
    fn any_content_is_an_error_or_finite_weights() {
        let mut stream = Stream::new(7);
        let mut whole_count = 0;
        for _ in 0..5_000 {
            let (weights, grades) = drawn(&mut stream);
            let coded = compress(&weights, &grades, 1.0).unwrap();
            let mut content = zstd::decode_all(&coded.bytes[..]).unwrap();
            for _ in 0..stream.below(4) {
                let place = stream.below(content.len() as u32) as usize;
                content[place] = stream.next_u64() as u8;
            }
            content.truncate(stream.below(2 * content.len() as u32) as usize);
            let bytes = zstd::encode_all(&content[..], 1).unwrap();
            if let Ok(memory) = unpack(&bytes, &recipe()) {
                assert!((0..1024).all(|place| memory.get(place).is_finite()));
                whole_count += 1;
            }
        }
        assert!(whole_count > 500, "{whole_count}");
    }
}
