//! `serpentine show`

use anyhow::Result;
use ratatui::backend::IntoCrossterm;
use ratatui::crossterm::style::{Attribute, Stylize, force_color_output};
use serde::Serialize;
use serpentine_core::notation::Form;
use serpentine_core::{Board, Cell, Direction};
use serpentine_lab::palette::Palette;
use serpentine_lab::picture;

use crate::args::{ColorChoice, PaletteChoice, ShowArgs};
use crate::colour::{self, Depth};
use crate::files::write_atomically;
use crate::output::Output;

#[derive(Serialize)]
struct Report {
    board: String,
    rows: Vec<Vec<u64>>,
    largest: u64,
    sum: u64,
    empties: usize,
    legal: Vec<&'static str>,
}

pub(crate) fn run(args: &ShowArgs, color: ColorChoice, output: &mut Output) -> Result<()> {
    let palette = match args.palette {
        PaletteChoice::Original => Palette::Original,
        PaletteChoice::Exponents => Palette::Exponents,
    };
    let board = &args.board;
    let svg = picture::svg(board, palette);
    if let Some(path) = &args.svg {
        write_atomically(path, svg.as_bytes())?;
    }
    if let Some(path) = &args.png {
        write_atomically(path, &picture::png(&svg, 1.0)?)?;
    }
    if args.json {
        return output.json(&report(board));
    }
    if args.svg.is_none() && args.png.is_none() {
        return print(board, palette, Depth::chosen(color), output);
    }
    for path in [&args.svg, &args.png].into_iter().flatten() {
        output.line(format_args!("wrote {}", path.display()))?;
    }
    Ok(())
}

fn report(board: &Board) -> Report {
    let size = board.size();
    let tiles: Vec<u64> = Cell::all(size).map(|cell| board.tile(cell)).collect();
    Report {
        board: Form::Hex.write(board).expect("digits hold any board"),
        rows: tiles.chunks(size.cols()).map(<[u64]>::to_vec).collect(),
        largest: board.max_tile(),
        sum: board.tile_sum(),
        empties: board.empty_count(),
        legal: board.legal().iter().map(Direction::name).collect(),
    }
}

/// Cells of three lines with colours, of one without.
fn print(board: &Board, palette: Palette, depth: Depth, output: &mut Output) -> Result<()> {
    if depth == Depth::None {
        return output.line(format_args!("{board:#}"));
    }
    // The depth was chosen with NO_COLOR in mind; what is asked for by name is given.
    force_color_output(true);
    let size = board.size();
    let widest = Cell::all(size)
        .map(|cell| board.tile(cell).to_string().len())
        .max();
    let width = widest.unwrap_or(1).max(4) + 4;
    for row in 0..size.rows() {
        for line in 0..3 {
            let cells = (0..size.cols())
                .filter_map(|col| Cell::at(row, col, size))
                .map(|cell| {
                    let label = match (line, board.tile(cell)) {
                        (1, tile) if tile > 0 => tile.to_string(),
                        _ => String::new(),
                    };
                    let paint = colour::tile(board.exponent(cell), palette, depth);
                    let text = format!("{label:^width$}").attribute(Attribute::Bold);
                    text.with(paint.text.into_crossterm())
                        .on(paint.back.into_crossterm())
                        .to_string()
                });
            output.line(cells.collect::<Vec<_>>().join(" "))?;
        }
        if row + 1 < size.rows() {
            output.line("")?;
        }
    }
    Ok(())
}
