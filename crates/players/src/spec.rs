//! Players by name: `mc:n=90,t=45`, `expectimax:depth=auto,eval=snake,r=0.5`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serpentine_core::{Rules, Size};
use serpentine_learn::Network;
use thiserror::Error;

use crate::Player;
use crate::catalogue::{CATALOGUE, Context, Kind};
use crate::evaluation::{Evaluation, EvaluationError, network};
use crate::models::DEFAULT_MODEL;

/// A kind of player with its settings.
#[derive(Clone, Debug)]
pub struct Spec {
    kind: &'static Kind,
    settings: Settings,
}

/// Why a text names no player, or a player that cannot play.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SpecError {
    /// No player has this name.
    #[error(
        "there is no player '{name}': did you mean '{nearest}'? ('serpentine players' lists all)"
    )]
    UnknownPlayer {
        /// The name found.
        name: String,
        /// The most similar one.
        nearest: &'static str,
    },
    /// The player has no such parameter.
    #[error("{player} has no parameter '{parameter}': {hint}")]
    UnknownParameter {
        /// The player.
        player: &'static str,
        /// The name found.
        parameter: String,
        /// The most similar one, or that there is none.
        hint: String,
    },
    /// A parameter without a value.
    #[error("'{0}' is not a parameter: expected key=value")]
    NotAParameter(String),
    /// A parameter given twice.
    #[error("{0} is given twice")]
    Twice(String),
    /// A value that the parameter does not take.
    #[error("{parameter}={value}: expected {expected}")]
    BadValue {
        /// The parameter.
        parameter: String,
        /// The value found.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// An evaluation that is none.
    #[error("eval: {0}")]
    Evaluation(#[from] EvaluationError),
    /// A network that cannot be had.
    #[error("model={model}: {why}")]
    Model {
        /// Its name.
        model: String,
        /// What is wrong.
        why: String,
    },
    /// A player that cannot play this board or these rules.
    #[error("{player} cannot play {what}: {why}")]
    CannotPlay {
        /// The player.
        player: &'static str,
        /// The size or the rules.
        what: String,
        /// The reason.
        why: String,
    },
}

impl Spec {
    /// The kind of player.
    pub const fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// What was set.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The same player with a parameter set to a value.
    ///
    /// ```
    /// # use serpentine_players::Spec;
    /// let spec: Spec = "mc:n=90".parse()?;
    /// assert_eq!(spec.with("n", "50")?.to_string(), "mc:n=50");
    /// # Ok::<(), serpentine_players::SpecError>(())
    /// ```
    pub fn with(&self, parameter: &str, value: &str) -> Result<Self, SpecError> {
        let mut spec = self.clone();
        spec.settings.0.remove(parameter);
        spec.settings.insert(spec.kind, parameter, value)?;
        spec.check()?;
        Ok(spec)
    }

    /// The number a parameter is set to, or its default if that is one.
    pub fn number(&self, parameter: &str) -> Option<f64> {
        let mut parameters = self.kind.parameters.iter();
        let default = parameters.find(|known| known.name == parameter)?.default;
        self.settings
            .text(parameter)
            .unwrap_or(default)
            .parse()
            .ok()
    }

    /// Values are checked when they are set, on a board every player can play, not in the
    /// middle of a run.
    fn check(&self) -> Result<(), SpecError> {
        match self.build(Size::STANDARD, &Rules::STANDARD) {
            Err(SpecError::CannotPlay { .. }) | Ok(_) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The player, ready for games of this size and these rules.
    pub fn build(&self, size: Size, rules: &Rules) -> Result<Box<dyn Player>, SpecError> {
        let context = Context {
            size,
            rules: *rules,
        };
        (self.kind.build)(&self.settings, &context)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let kind = CATALOGUE.iter().find(|kind| kind.name == name);
        let kind = kind.ok_or_else(|| SpecError::UnknownPlayer {
            name: name.to_owned(),
            nearest: nearest(name, CATALOGUE.iter().map(|kind| kind.name)).unwrap_or("random"),
        })?;
        let mut settings = Settings::default();
        for setting in rest.split(',').filter(|setting| !setting.trim().is_empty()) {
            let (key, value) = setting
                .split_once('=')
                .ok_or_else(|| SpecError::NotAParameter(setting.trim().to_owned()))?;
            settings.insert(kind, key.trim(), value.trim())?;
        }
        let spec = Self { kind, settings };
        // Defaults need no check, and may be slow to build.
        if !spec.settings.0.is_empty() {
            spec.check()?;
        }
        Ok(spec)
    }
}

/// The name and the settings given, in the order of the catalogue.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = self.kind.parameters.iter().filter_map(|parameter| {
            let value = self.settings.0.get(parameter.name)?;
            Some(format!("{}={value}", parameter.name))
        });
        let given: Vec<String> = given.collect();
        match given.is_empty() {
            true => f.pad(self.kind.name),
            false => f.pad(&format!("{}:{}", self.kind.name, given.join(","))),
        }
    }
}

/// Two specs are the same if they print the same.
impl PartialEq for Spec {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

/// The settings given; what is not given has its default.
#[derive(Clone, Debug, Default)]
pub struct Settings(BTreeMap<&'static str, String>);

impl Settings {
    fn insert(&mut self, kind: &'static Kind, key: &str, value: &str) -> Result<(), SpecError> {
        let parameter = kind
            .parameters
            .iter()
            .find(|parameter| parameter.name == key);
        let Some(parameter) = parameter else {
            let names = kind.parameters.iter().map(|parameter| parameter.name);
            let hint = match nearest(key, names) {
                Some(name) => format!("did you mean '{name}'?"),
                None => "it takes none".to_owned(),
            };
            return Err(SpecError::UnknownParameter {
                player: kind.name,
                parameter: key.to_owned(),
                hint,
            });
        };
        match self.0.insert(parameter.name, value.to_owned()) {
            None => Ok(()),
            Some(_) => Err(SpecError::Twice(key.to_owned())),
        }
    }

    /// The text of a parameter, if it was given.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// A number in a range, or its default.
    pub(crate) fn number<T>(
        &self,
        name: &str,
        default: T,
        range: std::ops::RangeInclusive<T>,
    ) -> Result<T, SpecError>
    where
        T: FromStr + PartialOrd + fmt::Display,
    {
        let Some(text) = self.text(name) else {
            return Ok(default);
        };
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let expected = format!("a number from {} to {}", range.start(), range.end());
            self.bad(name, &expected)
        })
    }

    /// The error for a value of this parameter.
    pub(crate) fn bad(&self, name: &str, expected: &str) -> SpecError {
        SpecError::BadValue {
            parameter: name.to_owned(),
            value: self.text(name).unwrap_or_default().to_owned(),
            expected: expected.to_owned(),
        }
    }

    /// The evaluation under `eval` with the parameters given beside it.
    pub(crate) fn evaluation(
        &self,
        default: &str,
        context: &Context,
    ) -> Result<Evaluation, SpecError> {
        let text = self.text("eval").unwrap_or(default);
        let evaluation = Evaluation::parse(text, context.size, |name| self.text(name));
        evaluation.map_err(|error| of_model(error, context))
    }

    /// The network under `model`.
    pub(crate) fn network(&self, context: &Context) -> Result<Arc<Network>, SpecError> {
        let name = self.text("model").unwrap_or(DEFAULT_MODEL);
        network(name, context.size).map_err(|error| of_model(error, context))
    }
}

/// A network for another board is no mistake in a spec: there, the player cannot play.
fn of_model(error: EvaluationError, context: &Context) -> SpecError {
    match error {
        EvaluationError::ModelSize { own, .. } => SpecError::CannotPlay {
            player: "the network",
            what: format!("{} boards", context.size),
            why: format!("it was trained on {own}"),
        },
        EvaluationError::Model { model, why } => SpecError::Model { model, why },
        error => error.into(),
    }
}

/// The most similar of some names.
pub(crate) fn nearest(
    name: &str,
    names: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    names.min_by_key(|other| strsim::damerau_levenshtein(name, other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_round_trip() {
        for text in [
            "random",
            "mc:n=90,t=45",
            "expectimax:depth=auto,eval=snake,r=0.25",
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
    }

    #[test]
    fn mistakes_are_named_and_the_nearest_right_one_offered() {
        let error = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert!(error("expectmax").contains("did you mean 'expectimax'?"));
        assert!(error("mc:m=3").contains("mc has no parameter 'm': did you mean 'n'?"));
        assert!(error("random:n=3").contains("it takes none"));
        assert!(error("mc:n").contains("expected key=value"));
        assert!(error("mc:n=0").contains("n=0: expected a number from 1"));
        assert!(error("mc:n=1,n=2").contains("n is given twice"));
        assert!(error("expectimax:eval=snak").contains("did you mean 'snake'?"));
    }
}
