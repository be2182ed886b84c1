//! What the numbers of a network in training are, by its method.

use crate::coherence;
use crate::kernel::Tables;
use crate::lookups::Lookups;
use crate::memory::Number;
use crate::recipe::{Method, Recipe};

/// What a number of the tables is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// A weight in points.
    Plain,
    /// An entry of [`coherence`].
    Coherent {
        /// Points in a unit of its weight.
        unit: f32,
    },
}

impl Form {
    pub(crate) fn new(recipe: &Recipe, lookups: &Lookups) -> Self {
        match recipe.method {
            Method::Td => Self::Plain,
            Method::Tc => Self::Coherent {
                unit: coherence::unit(lookups.count, recipe.layout.size()),
            },
        }
    }

    /// The number with this weight in points, and what is remembered of it.
    pub(crate) fn number(self, weight: f32, memory: u16) -> u32 {
        match self {
            Self::Plain => weight.to_bits(),
            Self::Coherent { unit } => {
                let memory = u32::from(memory) & coherence::MEMORY;
                coherence::with_weight(weight / unit) | memory
            }
        }
    }

    /// A number's weight in points. 0 is only for one that has not learned.
    pub(crate) fn weight(self, number: u32) -> f32 {
        match (self, number) {
            (Self::Plain, _) | (Self::Coherent { .. }, 0) => f32::from_bits(number),
            (Self::Coherent { unit }, entry) => match coherence::weight(entry) {
                0 => f32::MIN_POSITIVE,
                weight => weight as f32 * unit,
            },
        }
    }
}

/// Tables of either method.
pub(crate) enum AnyTables<'a> {
    Plain(Tables<'a, false>),
    Coherent(Tables<'a, true>),
}

impl<'a> AnyTables<'a> {
    pub(crate) fn new(recipe: &Recipe, lookups: &'a Lookups, numbers: &'a [Number]) -> Self {
        let (stages, alpha) = (recipe.stages_count(), recipe.alpha);
        match Form::new(recipe, lookups) {
            Form::Plain => Self::Plain(Tables::new(lookups, stages, numbers, 1.0, alpha)),
            Form::Coherent { unit } => {
                Self::Coherent(Tables::new(lookups, stages, numbers, unit, alpha))
            }
        }
    }
}
