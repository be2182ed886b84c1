//! How deep to look: always the same, or deeper when the board is full.

use crate::{Settings, SpecError};

/// A depth by the number of empty cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth {
    wide: u32,
    narrow: u32,
    few: usize,
}

impl Depth {
    /// The depth under `name`, a number up to `most` or auto; and for auto the parameters
    /// `wide`, `narrow` and `few`, with these defaults.
    pub(crate) fn of(
        settings: &Settings,
        name: &str,
        (wide, narrow, few): (u32, u32, usize),
        range: std::ops::RangeInclusive<u32>,
    ) -> Result<Self, SpecError> {
        let auto = Self {
            wide: settings.number("wide", wide, range.clone())?,
            narrow: settings.number("narrow", narrow, range.clone())?,
            few: settings.number("few", few, 0..=36)?,
        };
        if matches!(settings.text(name), None | Some("auto")) {
            return Ok(auto);
        }
        let fixed = settings.number(name, wide, range)?;
        Ok(Self {
            wide: fixed,
            narrow: fixed,
            ..auto
        })
    }

    /// The depth with so many empty cells.
    pub(crate) const fn at(&self, empties: usize) -> u32 {
        if empties <= self.few {
            self.narrow
        } else {
            self.wide
        }
    }
}
