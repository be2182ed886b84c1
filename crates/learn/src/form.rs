//! What the numbers of a network in training are, by its method.

use crate::coherence;
use crate::kernel::{NARROW, PLAIN, Tables, WIDE};
use crate::lookups::Lookups;
use crate::memory::Number;
use crate::recipe::{Method, Recipe};
use crate::trend::Trend;

/// What a number of the tables is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// A weight in points.
    Plain,
    /// An entry of [`coherence`].
    Narrow {
        /// Points in a unit of its weight.
        unit: f32,
    },
    /// A weight in points, its memory of [`wide`](crate::wide) in another table.
    Wide,
}

impl Form {
    pub(crate) fn new(recipe: &Recipe, lookups: &Lookups) -> Self {
        match recipe.method {
            Method::Td => Self::Plain,
            Method::Tc => Self::Narrow {
                unit: coherence::unit(lookups.count, recipe.layout.size()),
            },
            Method::Tc64 => Self::Wide,
        }
    }

    /// The number with this weight in points, and what is remembered of it in the same number.
    pub(crate) fn number(self, weight: f32, memory: u16) -> u32 {
        match self {
            Self::Plain | Self::Wide => weight.to_bits(),
            Self::Narrow { unit } => {
                let memory = u32::from(memory) & coherence::MEMORY;
                coherence::with_weight(weight / unit) | memory
            }
        }
    }

    /// A number's weight in points. 0 is only for one that has not learned.
    pub(crate) fn weight(self, number: u32) -> f32 {
        match (self, number) {
            (Self::Plain | Self::Wide, _) | (Self::Narrow { .. }, 0) => f32::from_bits(number),
            (Self::Narrow { unit }, entry) => match coherence::weight(entry) {
                0 => f32::MIN_POSITIVE,
                weight => weight as f32 * unit,
            },
        }
    }
}

/// Tables of any method.
pub(crate) enum AnyTables<'a> {
    Plain(Tables<'a, PLAIN>),
    Narrow(Tables<'a, NARROW>),
    Wide(Tables<'a, WIDE>),
}

impl<'a> AnyTables<'a> {
    pub(crate) fn new(
        recipe: &Recipe,
        (lookups, trend): (&'a Lookups, &'a Trend),
        numbers: &'a [Number],
        memories: &'a [Number],
    ) -> Self {
        let (stages, alpha) = (recipe.stages_count(), recipe.alpha);
        let read = (lookups, trend);
        match Form::new(recipe, lookups) {
            Form::Plain => Self::Plain(Tables::new(read, stages, numbers, memories, 1.0, alpha)),
            Form::Narrow { unit } => {
                Self::Narrow(Tables::new(read, stages, numbers, memories, unit, alpha))
            }
            Form::Wide => Self::Wide(Tables::new(read, stages, numbers, memories, 1.0, alpha)),
        }
    }
}

/// The same expression for tables of any method.
macro_rules! on_tables {
    ($any:expr, $tables:ident => $body:expr) => {
        match $any {
            $crate::form::AnyTables::Plain($tables) => $body,
            $crate::form::AnyTables::Narrow($tables) => $body,
            $crate::form::AnyTables::Wide($tables) => $body,
        }
    };
}
pub(crate) use on_tables;
