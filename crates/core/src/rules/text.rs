//! Rules as text: `PRESET` or `PRESET:key=value,…`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{OnWin, Preset, Probability, ProbabilityError, Rules, SpawnCells};

/// Why a text names no rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// No preset has this name.
    #[error("there are no rules named '{0}': expected one of {known}", known = preset_names())]
    UnknownPreset(String),
    /// No setting has this name.
    #[error(
        "rules have no setting '{0}': expected one of p4, rollout-p4, start, start-tile, spawn, win, stop"
    )]
    UnknownSetting(String),
    /// A setting without a value.
    #[error("'{0}' is not a setting: expected key=value")]
    NotASetting(String),
    /// A value the setting does not take.
    #[error("{key}={value}: expected {expected}")]
    BadValue {
        /// The setting.
        key: &'static str,
        /// The value found.
        value: String,
        /// What it takes.
        expected: &'static str,
    },
    /// A probability that is none.
    #[error("{key}: {source}")]
    BadProbability {
        /// The setting.
        key: &'static str,
        /// What is wrong with it.
        source: ProbabilityError,
    },
}

fn preset_names() -> String {
    Preset::ALL.map(|preset| preset.name).join(", ")
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let (name, settings) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let mut rules = Preset::named(name)
            .ok_or_else(|| RulesError::UnknownPreset(name.to_owned()))?
            .rules;
        for setting in settings.split(',').filter(|s| !s.trim().is_empty()) {
            let (key, value) = setting
                .split_once('=')
                .ok_or_else(|| RulesError::NotASetting(setting.to_owned()))?;
            rules.apply(key.trim(), value.trim())?;
        }
        Ok(rules)
    }
}

impl Rules {
    /// Changes one setting by its name, as in `p4=0.2`.
    fn apply(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        let bad = |key, expected| RulesError::BadValue {
            key,
            value: value.to_owned(),
            expected,
        };
        let probability = |key| {
            let parsed = value.parse::<Probability>();
            parsed.map_err(|source| RulesError::BadProbability { key, source })
        };
        match key {
            "p4" => self.four = probability("p4")?,
            "rollout-p4" if value == "same" => self.rollout_four = None,
            "rollout-p4" => self.rollout_four = Some(probability("rollout-p4")?),
            "start" => {
                let count = value.parse().ok().filter(|count| (1..=36).contains(count));
                self.start.count =
                    count.ok_or_else(|| bad("start", "a number of tiles from 1 to 36"))?;
            }
            "start-tile" => {
                self.start.exponent = match value {
                    "drawn" => None,
                    "2" => Some(1),
                    "4" => Some(2),
                    _ => return Err(bad("start-tile", "drawn, 2 or 4")),
                }
            }
            "spawn" => {
                self.spawn_cells = match value {
                    "any" => SpawnCells::Any,
                    "edge" => SpawnCells::TrailingEdge,
                    _ => return Err(bad("spawn", "any or edge")),
                }
            }
            "win" => {
                let tile = value.parse::<u64>().ok();
                let tile = tile.filter(|t| t.is_power_of_two() && (4..=1 << 37).contains(t));
                let tile =
                    tile.ok_or_else(|| bad("win", "a tile made by merging, such as 2048"))?;
                self.target = tile.trailing_zeros() as u8;
            }
            "stop" => {
                self.on_win = match value {
                    "win" => OnWin::Stop,
                    "over" => OnWin::GoOn,
                    _ => return Err(bad("stop", "win or over")),
                }
            }
            _ => return Err(RulesError::UnknownSetting(key.to_owned())),
        }
        Ok(())
    }

    /// The settings that lead from `base` to these rules.
    fn settings_beyond(&self, base: &Self) -> Vec<String> {
        let mut settings = Vec::new();
        let mut note = |differs: bool, key: &str, value: String| {
            if differs {
                settings.push(format!("{key}={value}"));
            }
        };
        note(self.four != base.four, "p4", self.four.to_string());
        note(
            self.rollout_four != base.rollout_four,
            "rollout-p4",
            self.rollout_four
                .map_or_else(|| "same".to_owned(), |p| p.to_string()),
        );
        note(
            self.start.count != base.start.count,
            "start",
            self.start.count.to_string(),
        );
        note(
            self.start.exponent != base.start.exponent,
            "start-tile",
            self.start
                .exponent
                .map_or_else(|| "drawn".to_owned(), |k| (1 << k).to_string()),
        );
        let spawn = match self.spawn_cells {
            SpawnCells::Any => "any",
            SpawnCells::TrailingEdge => "edge",
        };
        note(
            self.spawn_cells != base.spawn_cells,
            "spawn",
            spawn.to_owned(),
        );
        note(
            self.target != base.target,
            "win",
            (1u64 << self.target).to_string(),
        );
        let stop = match self.on_win {
            OnWin::Stop => "win",
            OnWin::GoOn => "over",
        };
        note(self.on_win != base.on_win, "stop", stop.to_owned());
        settings
    }
}

/// The preset that needs the fewest settings, and those settings.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let described = Preset::ALL.map(|base| (base.name, self.settings_beyond(&base.rules)));
        let (name, settings) = described
            .iter()
            .min_by_key(|(_, settings)| settings.len())
            .expect("there are presets");
        if settings.is_empty() {
            return f.pad(name);
        }
        f.pad(&format!("{name}:{}", settings.join(",")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_print_as_their_names() {
        for preset in Preset::ALL {
            assert_eq!(preset.rules.to_string(), preset.name);
            assert_eq!(preset.name.parse(), Ok(preset.rules));
        }
    }

    #[test]
    fn settings_round_trip() {
        for text in [
            "standard:p4=1/3",
            "standard:start=3,start-tile=4,win=64",
            "static2014-program:p4=0.5,win=65536",
            "mc2014-program:rollout-p4=same",
            "standard:spawn=edge,stop=win",
        ] {
            let rules: Rules = text.parse().unwrap();
            assert_eq!(rules.to_string().parse(), Ok(rules), "{text}");
        }
    }

    #[test]
    fn errors_name_the_value_and_what_was_expected() {
        let error = |text: &str| text.parse::<Rules>().unwrap_err().to_string();
        assert_eq!(
            error("classic"),
            "there are no rules named 'classic': expected one of standard, mc2014, \
             mc2014-program, static2014, static2014-program"
        );
        assert!(error("standard:p5=1").contains("no setting 'p5'"));
        assert!(error("standard:p4").contains("expected key=value"));
        assert!(error("standard:p4=1.5").contains("'1.5' is not a probability"));
        assert_eq!(
            error("standard:start=0"),
            "start=0: expected a number of tiles from 1 to 36"
        );
        assert!(error("standard:win=2000").contains("win=2000"));
    }
}
