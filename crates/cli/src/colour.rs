//! The original game's colours, at whatever depth the terminal has.

use ratatui::style::Color;
use serpentine_lab::palette::{self, Palette};
use supports_color::Stream;

use crate::args::ColorChoice;

/// How many colours there are to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// None: shapes must do.
    None,
    /// The 16 named colours.
    Named,
    /// The 256 indexed colours.
    Indexed,
    /// 16 million.
    True,
}

impl Depth {
    /// What to use on standard output.
    pub(crate) fn chosen(choice: ColorChoice) -> Self {
        match choice {
            ColorChoice::Never => Self::None,
            ColorChoice::Named => Self::Named,
            ColorChoice::Indexed => Self::Indexed,
            ColorChoice::True => Self::True,
            ColorChoice::Auto => match supports_color::on(Stream::Stdout) {
                Some(level) if level.has_16m => Self::True,
                Some(level) if level.has_256 => Self::Indexed,
                Some(_) => Self::Named,
                None => Self::None,
            },
        }
    }
}

/// Text and background of a thing on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    /// Text colour.
    pub(crate) text: Color,
    /// Background colour.
    pub(crate) back: Color,
}

/// What stands for a colour of the original among 256 and among 16.
type Fewer = (u8, Color);

const DARK_TEXT: Fewer = (240, Color::Black);
const LIGHT_TEXT: Fewer = (231, Color::White);
const FRAME: Fewer = (248, Color::DarkGray);
const EMPTY: Fewer = (252, Color::Gray);
const BANNER: Fewer = (95, Color::Blue);

/// 2, 4, 8, … 2048, and everything above. Neighbours differ at every depth.
const TILES: [Fewer; palette::ORIGINAL_TILES.len()] = [
    (255, Color::White),
    (230, Color::LightYellow),
    (215, Color::Yellow),
    (209, Color::LightRed),
    (203, Color::Red),
    (202, Color::LightMagenta),
    (222, Color::LightGreen),
    (221, Color::Green),
    (220, Color::LightCyan),
    (178, Color::Cyan),
    (214, Color::LightBlue),
    (237, Color::Black),
];

/// The colours of a tile by its exponent, 0 for an empty cell.
pub(crate) fn tile(exponent: u8, palette: Palette, depth: Depth) -> Paint {
    let paint = palette.paint(exponent);
    if palette == Palette::Exponents {
        let colour = |rgb| match depth {
            Depth::None => Color::Reset,
            Depth::True => Color::from_u32(rgb),
            // A map of many shades needs more than sixteen.
            Depth::Indexed | Depth::Named => Color::Indexed(nearest_indexed(rgb)),
        };
        return Paint {
            text: colour(paint.text),
            back: colour(paint.back),
        };
    }
    let fewer = match usize::from(exponent).checked_sub(1) {
        Some(index) => TILES[index.min(TILES.len() - 1)],
        None => EMPTY,
    };
    // With few colours every bright background needs dark letters.
    let is_dark = matches!(fewer.1, Color::Red | Color::Black);
    let dark_text = match depth {
        Depth::Named => !is_dark,
        _ => paint.text == palette::DARK_TEXT,
    };
    let text = if dark_text { DARK_TEXT } else { LIGHT_TEXT };
    Paint {
        text: at_depth(paint.text, text, depth),
        back: at_depth(paint.back, fewer, depth),
    }
}

/// The frame around the cells.
pub(crate) fn frame(depth: Depth) -> Paint {
    light_on(palette::FRAME, FRAME, depth)
}

/// A banner over the board.
pub(crate) fn banner(depth: Depth) -> Paint {
    light_on(palette::BANNER, BANNER, depth)
}

fn light_on(rgb: u32, fewer: Fewer, depth: Depth) -> Paint {
    Paint {
        text: at_depth(palette::LIGHT_TEXT, LIGHT_TEXT, depth),
        back: at_depth(rgb, fewer, depth),
    }
}

fn at_depth(rgb: u32, (indexed, named): Fewer, depth: Depth) -> Color {
    match depth {
        Depth::None => Color::Reset,
        Depth::Named => named,
        Depth::Indexed => Color::Indexed(indexed),
        Depth::True => Color::from_u32(rgb),
    }
}

/// The nearest colour of the 6×6×6 cube among the 256.
fn nearest_indexed(rgb: u32) -> u8 {
    const LEVELS: [u32; 6] = [0, 95, 135, 175, 215, 255];
    let nearest = |channel: u32| {
        let levels = 0..LEVELS.len() as u8;
        levels
            .min_by_key(|&i| LEVELS[usize::from(i)].abs_diff(channel & 255))
            .unwrap_or(0)
    };
    16 + 36 * nearest(rgb >> 16) + 6 * nearest(rgb >> 8) + nearest(rgb)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn original(exponent: u8, depth: Depth) -> Paint {
        tile(exponent, Palette::Original, depth)
    }

    #[test]
    fn indexed_colours_are_the_nearest_of_the_cube() {
        assert_eq!(nearest_indexed(0x000000), 16);
        assert_eq!(nearest_indexed(0xFFFFFF), 231);
        assert_eq!(nearest_indexed(0x5F87AF), 67);
    }

    #[test]
    fn neighbouring_tiles_differ_at_every_depth_but_none() {
        for depth in [Depth::Named, Depth::Indexed, Depth::True] {
            for exponent in 1..=11 {
                let (a, b) = (original(exponent, depth), original(exponent + 1, depth));
                assert_ne!(a.back, b.back, "2^{exponent} at {depth:?}");
                assert_ne!(a.text, a.back, "2^{exponent} at {depth:?}");
            }
        }
        assert_eq!(original(17, Depth::True), original(12, Depth::True));
        assert_eq!(original(5, Depth::None).back, Color::Reset);
    }
}
