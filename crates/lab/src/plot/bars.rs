//! Bars in groups: shares of a few things, side by side.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Area, Figure, HEIGHT, Role, Trouble, WIDTH, draw, legend, letters_at};

/// One colour of bars.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its colour.
    pub role: Role,
    /// A share for each name along the bottom.
    pub shares: Vec<f64>,
    /// Their intervals, if known.
    pub ranges: Vec<Option<[f64; 2]>>,
}

/// Shares by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// Along the bottom.
    pub names: Vec<String>,
    /// Side by side at each name.
    pub groups: Vec<Group>,
    /// What the names are.
    pub label: String,
}

const LEFT: i32 = 60;
const BOTTOM: i32 = 52;

impl Bars {
    /// Draws it.
    pub fn figure(&self, name: &str, title: &str) -> Figure {
        Figure::new(name, title, draw(HEIGHT, |area| self.draw(area)))
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Trouble> {
        let names: Vec<(String, Role)> = self
            .groups
            .iter()
            .map(|group| (group.name.clone(), group.role))
            .collect();
        let top = legend(area, &names)? + 14;
        let shares = self.groups.iter().flat_map(|group| &group.shares);
        let ranges = self.groups.iter().flat_map(|group| &group.ranges);
        let highest = shares
            .copied()
            .chain(ranges.flatten().map(|range| range[1]))
            .fold(0.0, f64::max);
        let step = [0.01, 0.02, 0.05, 0.1, 0.2]
            .into_iter()
            .find(|step| highest / step <= 6.0)
            .unwrap_or(0.2);
        let most = (highest / step).ceil().max(1.0) * step;
        let base = HEIGHT as i32 - BOTTOM;
        let height = |share: f64| base - (share / most * f64::from(base - top)) as i32;
        // 1. Lines across, with their shares.
        for mark in 0..=(most / step).round() as i32 {
            let share = f64::from(mark) * step;
            let y = height(share);
            let line = vec![(LEFT, y), (WIDTH as i32 - 16, y)];
            area.draw(&PathElement::new(line, Role::Grid.colour()))?;
            let style = letters_at(Role::Muted, HPos::Right, VPos::Center);
            area.draw(&Text::new(
                format!("{:.0} %", 100.0 * share),
                (LEFT - 8, y),
                style,
            ))?;
        }
        // 2. Bars with their intervals.
        let room = f64::from(WIDTH as i32 - 16 - LEFT) / self.names.len().max(1) as f64;
        let count = self.groups.len().max(1) as f64;
        let width = (room * 0.8 / count).min(46.0);
        for (place, name) in self.names.iter().enumerate() {
            let middle = f64::from(LEFT) + (place as f64 + 0.5) * room;
            let style = letters_at(Role::Muted, HPos::Center, VPos::Top);
            area.draw(&Text::new(name.clone(), (middle as i32, base + 8), style))?;
            for (number, group) in self.groups.iter().enumerate() {
                let left = middle + (number as f64 - count / 2.0) * width;
                let (left, right) = (left as i32 + 1, (left + width) as i32 - 1);
                let y = height(group.shares[place]);
                area.draw(&Rectangle::new(
                    [(left, y), (right, base)],
                    group.role.colour().filled(),
                ))?;
                if let Some(Some([low, high])) = group.ranges.get(place) {
                    let x = (left + right) / 2;
                    let line = vec![(x, height(*low)), (x, height(*high))];
                    let style = Role::Ink.colour().stroke_width(2);
                    area.draw(&PathElement::new(line, style))?;
                }
            }
        }
        let style = letters_at(Role::Muted, HPos::Center, VPos::Bottom);
        let middle = (WIDTH as i32 / 2, HEIGHT as i32 - 4);
        area.draw(&Text::new(self.label.clone(), middle, style))?;
        Ok(())
    }
}
