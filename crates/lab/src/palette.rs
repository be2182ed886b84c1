//! Colours of tiles.

/// Text and background, as 0xRRGGBB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// Text colour.
    pub text: u32,
    /// Background colour.
    pub back: u32,
}

/// A way to colour tiles by their exponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// The original web game's style sheet.
    Original,
    /// A colour map of exponents from 0 to 11, blue for small, red for large, as in the
    /// Monte-Carlo paper.
    Exponents,
}

/// Dark letters of the original.
pub const DARK_TEXT: u32 = 0x776E65;
/// Light letters of the original.
pub const LIGHT_TEXT: u32 = 0xF9F6F2;
/// The frame around the cells.
pub const FRAME: u32 = 0xBBADA0;
/// An empty cell.
pub const EMPTY: u32 = 0xCDC1B4;
/// A banner over the board.
pub const BANNER: u32 = 0x8F7A66;

/// The original's tiles: 2, 4, 8, … 2048, and everything above.
pub const ORIGINAL_TILES: [u32; 12] = [
    0xEEE4DA, 0xEDE0C8, 0xF2B179, 0xF59563, 0xF67C5F, 0xF65E3B, 0xEDCF72, 0xEDCC61, 0xEDC850,
    0xEDC53F, 0xEDC22E, 0x3C3A32,
];

impl Palette {
    /// The colours of a tile, 0 for an empty cell.
    pub fn paint(self, exponent: u8) -> Paint {
        match self {
            Self::Original => original(exponent),
            Self::Exponents => jet(f64::from(exponent) / 11.0),
        }
    }
}

fn original(exponent: u8) -> Paint {
    let Some(index) = usize::from(exponent).checked_sub(1) else {
        return Paint {
            text: DARK_TEXT,
            back: EMPTY,
        };
    };
    Paint {
        // Dark letters on the two palest tiles.
        text: if exponent <= 2 { DARK_TEXT } else { LIGHT_TEXT },
        back: ORIGINAL_TILES[index.min(ORIGINAL_TILES.len() - 1)],
    }
}

/// From dark blue through cyan and yellow to dark red as `x` goes from 0 to 1.
fn jet(x: f64) -> Paint {
    let x = x.clamp(0.0, 1.0);
    let channel = |centre: f64| {
        let level = (1.5 - (4.0 * x - centre).abs()).clamp(0.0, 1.0);
        (level * 255.0).round() as u32
    };
    let (red, green, blue) = (channel(3.0), channel(2.0), channel(1.0));
    // Light letters where the background is dark to the eye.
    let lightness = 299 * red + 587 * green + 114 * blue;
    Paint {
        text: if lightness < 120_000 {
            0xFFFFFF
        } else {
            0x000000
        },
        back: red << 16 | green << 8 | blue,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_exponents_are_blue_and_large_ones_red() {
        let back = |k| Palette::Exponents.paint(k).back;
        assert_eq!(back(0) & 0xFFFF00, 0, "pure blue");
        assert_eq!(back(11) & 0x00FFFF, 0, "pure red");
        assert_eq!(back(17), back(11));
    }

    #[test]
    fn original_tiles_are_those_of_the_web_game() {
        assert_eq!(Palette::Original.paint(11).back, 0xEDC22E);
        assert_eq!(Palette::Original.paint(17).back, 0x3C3A32);
        assert_eq!(Palette::Original.paint(1).text, DARK_TEXT);
        assert_eq!(Palette::Original.paint(0).back, EMPTY);
    }
}
