//! Reading a network and letting it learn, in the ways processors have for it.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod lesson;
mod portable;

use serpentine_core::Size;

use crate::lookups::{Digits, LANES, Lookups};
use crate::memory::{Number, prefetch};
use crate::trend::Trend;

/// Weights in points, as floats.
pub(crate) const PLAIN: u8 = 0;

/// Entries of [`coherence`](crate::coherence).
pub(crate) const NARROW: u8 = 1;

/// Weights in points, as floats, with memories of [`wide`](crate::wide) beside them.
pub(crate) const WIDE: u8 = 2;

/// Weights in units, two in a number, the first lower. They are only read.
pub(crate) const SHORT: u8 = 3;

/// A network's entries while threads share them, in one of the forms above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tables<'a, const FORM: u8> {
    pub(crate) lookups: &'a Lookups,
    /// Entries of one stage.
    pub(crate) entries: usize,
    /// All stages, one after the other.
    pub(crate) numbers: &'a [Number],
    /// What wide entries remember.
    pub(crate) memories: &'a [Number],
    /// Points in a unit of weight.
    pub(crate) unit: f32,
    /// The step size over the number of look-ups, in units for a point.
    pub(crate) step: f32,
    /// Stages there are.
    pub(crate) stages: usize,
    /// What kernels leave out.
    pub(crate) trend: &'a Trend,
}

impl<'a, const FORM: u8> Tables<'a, FORM> {
    /// Panics if the numbers are fewer than the look-ups take them to be.
    pub(crate) fn new(
        (lookups, trend): (&'a Lookups, &'a Trend),
        stages: usize,
        numbers: &'a [Number],
        memories: &'a [Number],
        unit: f32,
        alpha: f32,
    ) -> Self {
        let entries = lookups.entries;
        assert!(entries < 1 << 31, "indices are signed 32-bit numbers");
        assert!(numbers.len() >= stages * entries / if FORM == SHORT { 2 } else { 1 });
        assert!(FORM != SHORT || entries.is_multiple_of(2));
        assert!(FORM != WIDE || memories.len() == numbers.len());
        Self {
            lookups,
            entries,
            numbers,
            memories,
            unit,
            step: alpha / lookups.count as f32 / unit,
            stages,
            trend,
        }
    }
}

impl<const FORM: u8> Tables<'_, FORM> {
    /// The entry at a place of a stage.
    #[inline(always)]
    fn entry(&self, stage: usize, index: u32) -> u32 {
        let place = stage * self.entries + index as usize;
        match FORM {
            SHORT => {
                let two = self.numbers[place / 2].bits();
                (two >> (16 * (place % 2))) as i16 as u32
            }
            _ => self.numbers[place].bits(),
        }
    }

    /// Says that entries of a stage will be read soon.
    #[inline(always)]
    fn prefetch(&self, stage: usize, index: u32) {
        let place = stage * self.entries + index as usize;
        match FORM {
            SHORT => prefetch(self.numbers.as_ptr().cast::<u16>().wrapping_add(place)),
            _ => prefetch(self.numbers.as_ptr().wrapping_add(place)),
        }
    }
}

/// The most groups of look-ups that boards are [found](Kernel::find) with: 64 look-ups.
pub(crate) const MOST_GROUPS: usize = 4;

/// Where a board's entries are within their stage, a group after the other.
#[derive(Clone, Copy)]
pub(crate) struct Found([Indices; MOST_GROUPS]);

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Indices([u32; LANES]);

impl Found {
    /// To be written over.
    pub(crate) const NONE: Self = Self([Indices([0; LANES]); MOST_GROUPS]);
}

/// One way of reading and learning. All give the same bits.
///
/// An entry of 0 in a stage above the first has not learned yet and stands for that of the
/// stage below: weights are promoted as they are met. An entry that one board reads twice
/// learns once.
pub(crate) trait Kernel: Copy {
    /// What the boards are worth in their stages.
    fn values<const FORM: u8, const N: usize>(
        self,
        tables: &Tables<'_, FORM>,
        boards: &[Digits; N],
        stages: &[usize; N],
    ) -> [f32; N];

    /// Finds the entries that boards read and says that they will be read soon: processors wait
    /// for more memory at a time this way than while they read.
    fn find<const FORM: u8>(
        self,
        tables: &Tables<'_, FORM>,
        boards: &[Digits],
        stages: &[usize],
        found: &mut [Found],
    );

    /// What a board is worth of which the entries have been found.
    fn value_of_found<const FORM: u8>(
        self,
        tables: &Tables<'_, FORM>,
        found: &Found,
        stage: usize,
    ) -> f32;

    /// Adds an error, in units and scaled by each weight's own rate, to every weight that a
    /// board reads; what the board is worth then.
    fn nudge<const FORM: u8>(
        self,
        tables: &Tables<'_, FORM>,
        board: &Digits,
        stage: usize,
        error: f32,
    ) -> f32;

    /// Moves what a board is worth towards `target`; what it is worth then.
    #[inline(always)]
    fn learn<const FORM: u8>(
        self,
        tables: &Tables<'_, FORM>,
        board: &Digits,
        stage: usize,
        target: f32,
    ) -> f32 {
        learn_in_two(self, tables, board, stage, target)
    }
}

/// Reads what a board is worth, then lets it learn.
#[inline(always)]
fn learn_in_two<const FORM: u8, K: Kernel>(
    kernel: K,
    tables: &Tables<'_, FORM>,
    board: &Digits,
    stage: usize,
    target: f32,
) -> f32 {
    let [value] = kernel.values(tables, &[*board], &[stage]);
    kernel.nudge(tables, board, stage, (target - value) * tables.step)
}

/// Something to do with whichever kernel there is.
pub(crate) trait Work {
    type Output;

    /// Does it. Implementations are `inline(always)`, to be compiled for each kernel.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// A kernel that this processor has.
#[derive(Clone, Copy, Debug)]
pub struct Way(Choice);

#[derive(Clone, Copy, Debug)]
enum Choice {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2<false>),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512<false>),
}

impl Way {
    /// Those this processor has, the fastest first.
    pub fn available() -> Vec<Self> {
        let mut available = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            available.extend(avx512::Avx512::detect().map(|kernel| Self(Choice::Avx512(kernel))));
            available.extend(avx2::Avx2::detect().map(|kernel| Self(Choice::Avx2(kernel))));
        }
        available.push(Self(Choice::Portable));
        available
    }

    /// The fastest of them.
    pub fn fastest() -> Self {
        Self::available()[0]
    }

    /// The fastest that reads boards of this size: vectors hold sixteen cells.
    pub fn fastest_for(size: Size) -> Self {
        match size.cells() <= 16 {
            true => Self::fastest(),
            false => Self(Choice::Portable),
        }
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self.0 {
            Choice::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Choice::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Choice::Avx512(_) => "AVX-512",
        }
    }

    #[inline]
    pub(crate) fn run<W: Work>(self, work: W) -> W::Output {
        match self.0 {
            Choice::Portable => work.run(portable::Portable),
            #[cfg(target_arch = "x86_64")]
            Choice::Avx2(kernel) => kernel.run(work),
            #[cfg(target_arch = "x86_64")]
            Choice::Avx512(kernel) => kernel.run(work),
        }
    }

    /// As [`Way::run`], where other threads learn at the same time.
    #[inline]
    pub(crate) fn run_beside_others<W: Work>(self, work: W) -> W::Output {
        match self.0 {
            Choice::Portable => work.run(portable::Portable),
            #[cfg(target_arch = "x86_64")]
            Choice::Avx2(kernel) => kernel.beside_others().run(work),
            #[cfg(target_arch = "x86_64")]
            Choice::Avx512(kernel) => kernel.beside_others().run(work),
        }
    }
}

/// Adds up lanes in halves.
#[inline(always)]
fn total(lanes: [f32; LANES]) -> f32 {
    let eight: [f32; 8] = std::array::from_fn(|k| lanes[k] + lanes[k + 8]);
    let four: [f32; 4] = std::array::from_fn(|k| eight[k] + eight[k + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
}
