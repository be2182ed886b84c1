//! Figures: lines, points and bars, drawn once and coloured for light, dark or paper.

mod bars;
mod boards;
mod lines;

use std::fmt::Display;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub use bars::{Bars, Group};
pub(crate) use boards::boards as boards_of;
pub use boards::{film_strip, gallery, heat_map};
pub use lines::{Axis, Lines, Mark, Point, Series};

use crate::picture::{self, PictureError};

/// A drawn figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// A short name, for files and links.
    pub name: String,
    /// A heading.
    pub title: String,
    /// What is to be seen, in a sentence or two.
    pub caption: String,
    /// SVG whose colours are those of [`Role`]s.
    drawing: String,
}

/// What a colour is for. Figures are drawn in these, and painted when they are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Words.
    Ink,
    /// Words beside an axis.
    Muted,
    /// Lines behind the data.
    Grid,
    /// What the data lies on.
    Surface,
    /// What a document published.
    Published,
    /// The n-th series, from 0.
    Series(usize),
}

/// Series that can be told apart.
pub const SERIES: usize = 8;

/// Name in a style sheet, light and dark colour.
const PAINTS: [(&str, &str, &str); 5 + SERIES] = [
    ("ink", "#1c1b1a", "#ece9e4"),
    ("muted", "#65605a", "#a8a29a"),
    ("grid", "#e4e0da", "#393632"),
    ("surface", "#ffffff", "#1f1d1b"),
    ("published", "#7a736b", "#b9b2a8"),
    ("series-1", "#1f6fd0", "#74b1ff"),
    ("series-2", "#c2540a", "#ff9d57"),
    ("series-3", "#15803d", "#5fd38a"),
    ("series-4", "#9c36b5", "#dc97ec"),
    ("series-5", "#0e7c86", "#5fd0d8"),
    ("series-6", "#c0264f", "#ff86a3"),
    ("series-7", "#8a6a00", "#e6bf4b"),
    ("series-8", "#5c5aa8", "#b0aef0"),
];

impl Role {
    const fn index(self) -> usize {
        match self {
            Self::Ink => 0,
            Self::Muted => 1,
            Self::Grid => 2,
            Self::Surface => 3,
            Self::Published => 4,
            Self::Series(n) => 5 + n % SERIES,
        }
    }

    /// A colour that no drawing has by chance, put in the place of the real one.
    const fn colour(self) -> RGBColor {
        RGBColor(1, 2, self.index() as u8)
    }
}

/// What the drawing has in the place of a paint.
fn placeholder(index: usize) -> String {
    format!("#0102{index:02X}")
}

/// The colours as a style sheet's variables, light or dark.
pub fn style_variables(dark: bool) -> String {
    let paint = |&(name, light, night): &(&str, &str, &str)| {
        let colour = if dark { night } else { light };
        format!("--{name}:{colour};")
    };
    PAINTS.iter().map(paint).collect()
}

impl Figure {
    fn new(name: &str, title: &str, drawing: String) -> Self {
        Self {
            name: name.to_owned(),
            title: title.to_owned(),
            caption: String::new(),
            drawing,
        }
    }

    /// With a sentence on what is to be seen.
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = caption.into();
        self
    }

    /// With another heading.
    pub fn titled(mut self, title: &str) -> Self {
        title.clone_into(&mut self.title);
        self
    }

    fn painted(&self, paint: impl Fn(&(&str, &str, &str)) -> String) -> String {
        let mut svg = self.drawing.clone();
        for (index, entry) in PAINTS.iter().enumerate() {
            svg = svg.replace(&placeholder(index), &paint(entry));
        }
        svg
    }

    /// For a page whose style sheet has the variables of [`style_variables`].
    pub fn inline(&self) -> String {
        self.painted(|(name, _, _)| format!("var(--{name})"))
    }

    /// A file of its own, on a light ground.
    pub fn svg(&self) -> String {
        self.painted(|(_, light, _)| (*light).to_owned())
    }

    /// A PNG picture, `scale` times as large.
    pub fn png(&self, scale: f32) -> Result<Vec<u8>, PictureError> {
        picture::png(&self.svg(), scale)
    }
}

/// Width of every chart, in the units of its own.
const WIDTH: u32 = 640;
const HEIGHT: u32 = 372;
const LETTERS: f64 = 19.0;

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// Draws on a new picture.
fn draw(height: u32, paint: impl FnOnce(&Area<'_>) -> Result<(), Trouble>) -> String {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        let drawn = area
            .fill(&Role::Surface.colour())
            .map_err(Trouble::from)
            .and_then(|()| paint(&area));
        drawn
            .and_then(|()| area.present().map_err(Trouble::from))
            .expect("drawing into memory does not fail");
    }
    // It gives way to the page it stands on.
    svg.replacen(
        &format!("width=\"{WIDTH}\" height=\"{height}\""),
        "role=\"img\" width=\"100%\"",
        1,
    )
    .replace(
        "font-family=\"sans-serif\"",
        "font-family=\"system-ui, sans-serif\"",
    )
}

/// An error of the plotting library; there is none when it draws into a string.
#[derive(Debug)]
struct Trouble(#[allow(dead_code, reason = "shown by expect")] String);

impl<E: Display> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

fn letters(role: Role) -> TextStyle<'static> {
    ("sans-serif", LETTERS).into_font().color(&role.colour())
}

fn letters_at(role: Role, h: HPos, v: VPos) -> TextStyle<'static> {
    letters(role).pos(Pos::new(h, v))
}

/// About how wide a text is; nobody measures letters without fonts.
fn width_of(text: &str) -> i32 {
    (text.chars().count() as f64 * LETTERS * 0.54) as i32
}

/// Names with a mark in their colours, above the chart; gives the height they take.
fn legend(area: &Area<'_>, names: &[(String, Role)]) -> Result<i32, Trouble> {
    const LINE: i32 = 22;
    if names.len() < 2 {
        return Ok(0);
    }
    let (mut x, mut y) = (56, 14);
    for (name, role) in names {
        let width = 26 + width_of(name);
        if x + width > WIDTH as i32 && x > 56 {
            x = 56;
            y += LINE;
        }
        area.draw(&Rectangle::new(
            [(x, y - 4), (x + 16, y + 4)],
            role.colour().filled(),
        ))?;
        let style = letters_at(Role::Ink, HPos::Left, VPos::Center);
        area.draw(&Text::new(name.clone(), (x + 22, y), style))?;
        x += width + 14;
    }
    Ok(y + 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Figure {
        Lines {
            x: Axis::numbers("moves"),
            y: Axis::numbers("empties"),
            series: vec![
                Series::new("first & last", Role::Series(0), Mark::Line)
                    .through([(0.0, 1.0), (5.0, 3.0)]),
                Series::new("second", Role::Published, Mark::Points)
                    .through([(1.0, 2.0), (2.0, 2.5)]),
            ],
        }
        .figure("sample", "A sample")
    }

    #[test]
    fn figures_are_painted_for_pages_and_for_files() {
        let figure = sample();
        let page = figure.inline();
        assert!(page.contains("var(--series-1)") && page.contains("var(--published)"));
        assert!(!page.contains("#0102"), "a role was left unpainted");
        assert!(page.contains("first &amp; last") && page.contains("empties"));
        assert!(figure.svg().contains("#1f6fd0"));
        assert!(figure.png(1.0).unwrap().starts_with(b"\x89PNG"));
    }

    #[test]
    fn every_role_is_in_both_style_sheets() {
        for dark in [false, true] {
            let sheet = style_variables(dark);
            assert_eq!(sheet.matches("--").count(), PAINTS.len());
        }
        assert_ne!(style_variables(false), style_variables(true));
    }
}
