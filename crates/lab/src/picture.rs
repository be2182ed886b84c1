//! Boards as pictures.

use std::fmt::Write as _;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use serpentine_core::{Board, Cell};
use thiserror::Error;

use crate::palette::{FRAME, Palette};

const CELL: usize = 100;
const GAP: usize = 12;

/// A board as an SVG picture.
///
/// ```
/// use serpentine_lab::{palette::Palette, picture};
/// let svg = picture::svg(&"2 4/8 .".parse().unwrap(), Palette::Original);
/// assert!(svg.starts_with("<svg") && svg.contains(">8</text>"));
/// ```
pub fn svg(board: &Board, palette: Palette) -> String {
    let size = board.size();
    let side = |cells: usize| cells * (CELL + GAP) + GAP;
    let (width, height) = (side(size.cols()), side(size.rows()));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"Helvetica Neue, Arial, Hack, sans-serif\" \
         font-weight=\"bold\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#{FRAME:06x}\"/>\n"
    );
    for cell in Cell::all(size) {
        let exponent = board.exponent(cell);
        let paint = palette.paint(exponent);
        let (x, y) = (
            GAP + cell.col(size) * (CELL + GAP),
            GAP + cell.row(size) * (CELL + GAP),
        );
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" rx=\"4\" fill=\"#{:06x}\"/>",
            paint.back
        );
        if exponent > 0 {
            let label = board.tile(cell).to_string();
            // As large as fits the cell; a digit is about 0.6 of the height wide.
            let font = (135 / label.len()).min(45);
            let (middle, base) = (x + CELL / 2, y + CELL / 2 + font * 35 / 100);
            let _ = writeln!(
                svg,
                "<text x=\"{middle}\" y=\"{base}\" font-size=\"{font}\" fill=\"#{:06x}\">{label}</text>",
                paint.text
            );
        }
    }
    svg + "</svg>\n"
}

/// A picture that could not be drawn.
#[derive(Debug, Error)]
#[error("cannot draw the picture: {0}")]
pub struct PictureError(String);

/// An SVG picture as PNG, `scale` times as large, with letters of our own, so that it
/// looks the same on a machine without fonts.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PictureError> {
    let mut options = Options {
        font_family: "Hack".to_owned(),
        ..Options::default()
    };
    let fonts = options.fontdb_mut();
    fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
    fonts.set_sans_serif_family("Hack");
    let tree = Tree::from_str(svg, &options).map_err(|error| PictureError(error.to_string()))?;
    let side = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let size = tree.size();
    let mut pixels = Pixmap::new(side(size.width()), side(size.height()))
        .ok_or_else(|| PictureError("it is too large".to_owned()))?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    pixels
        .encode_png()
        .map_err(|error| PictureError(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_show_every_tile() {
        let board: Board = "16 2/. 8".parse().unwrap();
        let svg = svg(&board, Palette::Original);
        assert_eq!(svg.matches("<rect").count(), 5);
        assert_eq!(svg.matches("<text").count(), 3);
        let png = png(&svg, 0.5).unwrap();
        assert!(png.starts_with(b"\x89PNG"));
        assert!(super::png("no picture", 1.0).is_err());
    }

    /// Letters are really drawn: a board with tiles has more colours than without.
    #[test]
    fn letters_do_not_need_installed_fonts() {
        let colours = |board: &str| {
            let svg = svg(&board.parse().unwrap(), Palette::Original);
            let pixels = Pixmap::decode_png(&png(&svg, 1.0).unwrap()).unwrap();
            let pixels = pixels.pixels().iter();
            pixels
                .map(|p| (p.red(), p.green(), p.blue()))
                .collect::<std::collections::HashSet<_>>()
        };
        let light = (0x77, 0x6E, 0x65);
        assert!(colours("2 ./. .").contains(&light));
        assert!(!colours(". ./. .").contains(&light));
    }
}
