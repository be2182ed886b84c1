//! The original game's colours, at whatever depth the terminal has.

use ratatui::style::Color;
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

/// A colour of the original's style sheet, and what stands for it among fewer colours.
#[derive(Clone, Copy)]
struct Shade {
    rgb: u32,
    indexed: u8,
    named: Color,
}

const fn shade(rgb: u32, indexed: u8, named: Color) -> Shade {
    Shade {
        rgb,
        indexed,
        named,
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

const DARK_TEXT: Shade = shade(0x776E65, 240, Color::Black);
const LIGHT_TEXT: Shade = shade(0xF9F6F2, 231, Color::White);
const BOARD: Shade = shade(0xBBADA0, 248, Color::DarkGray);
const EMPTY: Shade = shade(0xCDC1B4, 252, Color::Gray);
const BANNER: Shade = shade(0x8F7A66, 95, Color::Blue);

/// 2, 4, 8, … 2048, and everything above. Neighbours differ at every depth.
const TILES: [Shade; 12] = [
    shade(0xEEE4DA, 255, Color::White),
    shade(0xEDE0C8, 230, Color::LightYellow),
    shade(0xF2B179, 215, Color::Yellow),
    shade(0xF59563, 209, Color::LightRed),
    shade(0xF67C5F, 203, Color::Red),
    shade(0xF65E3B, 202, Color::LightMagenta),
    shade(0xEDCF72, 222, Color::LightGreen),
    shade(0xEDCC61, 221, Color::Green),
    shade(0xEDC850, 220, Color::LightCyan),
    shade(0xEDC53F, 178, Color::Cyan),
    shade(0xEDC22E, 214, Color::LightBlue),
    shade(0x3C3A32, 237, Color::Black),
];

/// The colours of a tile by its exponent, 0 for an empty cell.
pub(crate) fn tile(exponent: u8, depth: Depth) -> Paint {
    let Some(index) = usize::from(exponent).checked_sub(1) else {
        return paint(DARK_TEXT, EMPTY, depth);
    };
    let back = TILES[index.min(TILES.len() - 1)];
    // As in the original: dark letters on the two palest tiles. With few colours every
    // bright background needs them.
    let dark_text = if depth == Depth::Named {
        !matches!(back.named, Color::Red | Color::Black)
    } else {
        exponent <= 2
    };
    paint(if dark_text { DARK_TEXT } else { LIGHT_TEXT }, back, depth)
}

/// The frame around the cells.
pub(crate) fn board(depth: Depth) -> Paint {
    paint(LIGHT_TEXT, BOARD, depth)
}

/// A banner over the board.
pub(crate) fn banner(depth: Depth) -> Paint {
    paint(LIGHT_TEXT, BANNER, depth)
}

fn paint(text: Shade, back: Shade, depth: Depth) -> Paint {
    Paint {
        text: at_depth(text, depth),
        back: at_depth(back, depth),
    }
}

fn at_depth(shade: Shade, depth: Depth) -> Color {
    match depth {
        Depth::None => Color::Reset,
        Depth::Named => shade.named,
        Depth::Indexed => Color::Indexed(shade.indexed),
        Depth::True => Color::from_u32(shade.rgb),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_tiles_differ_at_every_depth_but_none() {
        for depth in [Depth::Named, Depth::Indexed, Depth::True] {
            for exponent in 1..=11 {
                let (a, b) = (tile(exponent, depth), tile(exponent + 1, depth));
                assert_ne!(a.back, b.back, "2^{exponent} at {depth:?}");
                assert_ne!(a.text, a.back, "2^{exponent} at {depth:?}");
            }
        }
        assert_eq!(tile(17, Depth::True), tile(12, Depth::True));
        assert_eq!(tile(5, Depth::None).back, Color::Reset);
    }
}
