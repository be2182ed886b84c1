//! Lines, steps and points over two axes.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Area, Figure, HEIGHT, Role, Trouble, draw, legend, letters, letters_at, width_of};
use crate::text::thousands;

/// What stands along an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is measured.
    pub label: String,
    /// How its values are spread and written.
    pub scale: AxisScale,
    /// A value that must be on it.
    pub from: Option<f64>,
    /// Another, at its far end.
    pub to: Option<f64>,
}

/// How values are spread along an axis.
#[derive(Clone, Debug, PartialEq)]
pub enum AxisScale {
    /// Evenly.
    Numbers,
    /// Evenly, as shares of 1 written in per cent.
    Shares,
    /// By their logarithm; the unit is written beside the powers of ten.
    Powers,
    /// Names at 0, 1, 2, …
    Names(Vec<String>),
}

impl Axis {
    /// Plain numbers.
    pub fn numbers(label: &str) -> Self {
        Self::new(label, AxisScale::Numbers)
    }

    /// Shares of 1 as per cent, from 0 to 100.
    pub fn shares(label: &str) -> Self {
        Self::new(label, AxisScale::Shares).between(0.0, 1.0)
    }

    /// Powers of ten.
    pub fn powers(label: &str) -> Self {
        Self::new(label, AxisScale::Powers)
    }

    /// Names.
    pub fn names(label: &str, names: impl IntoIterator<Item = String>) -> Self {
        Self::new(label, AxisScale::Names(names.into_iter().collect()))
    }

    fn new(label: &str, scale: AxisScale) -> Self {
        Self {
            label: label.to_owned(),
            scale,
            from: None,
            to: None,
        }
    }

    /// With both values on it.
    pub fn between(mut self, from: f64, to: f64) -> Self {
        (self.from, self.to) = (Some(from), Some(to));
        self
    }

    /// With this value on it.
    pub fn from(mut self, from: f64) -> Self {
        self.from = Some(from);
        self
    }

    fn place(&self, value: f64) -> f64 {
        match self.scale {
            AxisScale::Powers => value.max(1e-9).log10(),
            _ => value,
        }
    }

    /// Its range and where its marks stand.
    fn marks(&self, values: impl Iterator<Item = f64>) -> Marked {
        if let AxisScale::Names(names) = &self.scale {
            let last = names.len() as f64 - 1.0;
            return Marked {
                range: -0.4..last + 0.4,
                marks: (0..names.len()).map(|k| k as f64).collect(),
            };
        }
        let fixed = [self.from, self.to].into_iter().flatten();
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.chain(fixed).filter(|value| value.is_finite()) {
            let place = self.place(value);
            (low, high) = (low.min(place), high.max(place));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if self.scale == AxisScale::Powers {
            let (low, high) = ((low - 0.1).floor(), (high + 0.1).ceil());
            let marks = (low as i32..=high as i32).map(f64::from).collect();
            return Marked {
                range: low..high,
                marks,
            };
        }
        if high - low < 1e-9 {
            (low, high) = (low - 1.0, high + 1.0);
        }
        // Steps of 1, 2 or 5 with a power of ten, about six of them.
        let rough = (high - low) / 6.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|step| step * power)
            .into_iter()
            .find(|&step| step >= rough)
            .unwrap_or(10.0 * power);
        let (first, last) = ((low / step).floor() as i64, (high / step).ceil() as i64);
        // A fixed end is the end.
        let start = self
            .from
            .filter(|&from| from <= low)
            .unwrap_or(first as f64 * step);
        let end = self
            .to
            .filter(|&to| to >= high)
            .unwrap_or(last as f64 * step);
        let marks = (first..=last).map(|k| k as f64 * step);
        let within = marks.filter(|mark| (start - 1e-9..=end + 1e-9).contains(mark));
        Marked {
            range: start..end,
            marks: within.collect(),
        }
    }

    fn write(&self, value: f64) -> String {
        match &self.scale {
            AxisScale::Names(names) => names
                .get(value.round() as usize)
                .cloned()
                .unwrap_or_default(),
            AxisScale::Shares => format!("{:.0} %", 100.0 * value),
            AxisScale::Powers => match value as i32 {
                power @ 0..=5 => thousands(10u64.pow(power as u32)),
                power @ -3..0 => format!("{}", 10f64.powi(power)),
                power => format!("1e{power}"),
            },
            AxisScale::Numbers if value.abs() >= 1_000.0 => {
                let sign = if value < 0.0 { "-" } else { "" };
                format!("{sign}{}", thousands(value.abs().round() as u64))
            }
            AxisScale::Numbers => format!("{}", (value * 1e6).round() / 1e6),
        }
    }
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A line with a dot at every point.
    Line,
    /// A line alone.
    Curve,
    /// A broken line.
    Dashes,
    /// Dots alone.
    Points,
    /// Dots with the series' name beside the last.
    Named,
    /// Steps with a tint below them.
    Steps,
}

/// A value, and if known the range it may lie in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Along the x axis.
    pub x: f64,
    /// Along the y axis.
    pub y: f64,
    /// Its interval.
    pub range: Option<[f64; 2]>,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    name: String,
    role: Role,
    mark: Mark,
    points: Vec<Point>,
}

impl Series {
    /// A series without points.
    pub fn new(name: impl Into<String>, role: Role, mark: Mark) -> Self {
        Self {
            name: name.into(),
            role,
            mark,
            points: Vec::new(),
        }
    }

    /// With these points.
    pub fn through(self, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        self.with(points.into_iter().map(|(x, y)| Point { x, y, range: None }))
    }

    /// With these points and their intervals.
    pub fn with(mut self, points: impl IntoIterator<Item = Point>) -> Self {
        self.points.extend(points);
        self
    }
}

/// A chart of several series.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// Along the bottom.
    pub x: Axis,
    /// Along the side.
    pub y: Axis,
    /// Drawn in this order.
    pub series: Vec<Series>,
}

/// A range with marks where we want them.
struct Marked {
    range: Range<f64>,
    marks: Vec<f64>,
}

impl Ranged for Marked {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (start, end): (i32, i32)) -> i32 {
        let share = (value - self.range.start) / (self.range.end - self.range.start);
        start + (share * f64::from(end - start)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        match hint.weight().allow_light_points() {
            true => Vec::new(),
            false => self.marks.clone(),
        }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Marked, Marked>>;

impl Lines {
    /// Draws it.
    pub fn figure(&self, name: &str, title: &str) -> Figure {
        Figure::new(name, title, draw(HEIGHT, |area| self.draw(area)))
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Trouble> {
        // Names beside their points need no legend.
        let named = self.series.iter().filter(|s| s.mark != Mark::Named);
        let names: Vec<(String, Role)> = named.map(|s| (s.name.clone(), s.role)).collect();
        let top = legend(area, &names)?;
        let points = || self.series.iter().flat_map(|series| &series.points);
        let across = self.x.marks(points().map(|point| point.x));
        let ends = |point: &Point| point.range.unwrap_or([point.y; 2]);
        let heights = points().flat_map(|point| [vec![point.y], ends(point).to_vec()].concat());
        let up = self.y.marks(heights);
        let (columns, rows) = (across.marks.len(), up.marks.len());
        // The last label stands half beyond the end of its axis.
        let last = across.marks.last().map(|&mark| self.x.write(mark));
        let beyond = last.map_or(0, |label| width_of(&label) / 2);
        let mut chart = ChartBuilder::on(area)
            .margin_top(top + 12)
            .margin_right(24.max(beyond + 6))
            .margin_left(4)
            .margin_bottom(4)
            .x_label_area_size(50)
            .y_label_area_size(94)
            .build_cartesian_2d(across, up)?;
        let (write_x, write_y) = (|x: &f64| self.x.write(*x), |y: &f64| self.y.write(*y));
        chart
            .configure_mesh()
            .x_labels(columns)
            .y_labels(rows)
            .x_label_formatter(&write_x)
            .y_label_formatter(&write_y)
            .x_desc(self.x.label.clone())
            .y_desc(self.y.label.clone())
            .axis_desc_style(letters(Role::Muted))
            .label_style(letters(Role::Muted))
            .axis_style(Role::Muted.colour())
            .bold_line_style(Role::Grid.colour())
            .light_line_style(TRANSPARENT)
            .draw()?;
        for series in &self.series {
            self.draw_series(&mut chart, series)?;
        }
        Ok(())
    }

    fn draw_series(&self, chart: &mut Chart<'_, '_>, series: &Series) -> Result<(), Trouble> {
        let colour = series.role.colour();
        let place = |point: &Point| (self.x.place(point.x), self.y.place(point.y));
        let places: Vec<(f64, f64)> = series.points.iter().map(place).collect();
        for point in &series.points {
            if let Some([low, high]) = point.range {
                let x = self.x.place(point.x);
                let ends = vec![(x, self.y.place(low)), (x, self.y.place(high))];
                chart.draw_series([PathElement::new(ends, colour.stroke_width(2))])?;
            }
        }
        let line = colour.stroke_width(2);
        match series.mark {
            Mark::Line | Mark::Curve => {
                chart.draw_series(LineSeries::new(places.clone(), line))?;
            }
            Mark::Dashes => {
                let dashes = DashedLineSeries::new(places.clone(), 7, 5, line);
                chart.draw_series(dashes)?;
            }
            Mark::Steps => {
                let corners: Vec<(f64, f64)> = places
                    .windows(2)
                    .flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)])
                    .chain(places.last().copied())
                    .collect();
                let tint = colour.mix(0.14);
                let floor = chart.y_range().start;
                chart.draw_series(AreaSeries::new(corners.clone(), floor, tint))?;
                chart.draw_series(LineSeries::new(corners, line))?;
            }
            Mark::Points | Mark::Named => {}
        }
        if matches!(series.mark, Mark::Line | Mark::Points | Mark::Named) {
            let radius = if series.mark == Mark::Points { 3 } else { 4 };
            let dot = |&place: &(f64, f64)| Circle::new(place, radius, colour.filled());
            chart.draw_series(places.iter().map(dot))?;
        }
        if let (Mark::Named, Some(&last)) = (series.mark, places.last()) {
            // On the side where there is more room.
            let range = chart.x_range();
            let (side, offset) = match last.0 < (range.start + range.end) / 2.0 {
                true => (HPos::Left, 9),
                false => (HPos::Right, -9),
            };
            let style = letters_at(Role::Ink, side, VPos::Center);
            let name = Text::new(series.name.clone(), (offset, 0), style);
            chart.draw_series([EmptyElement::at(last) + name])?;
        }
        Ok(())
    }
}
