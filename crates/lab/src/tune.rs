//! Numbers of a player, tuned by letting it play.
//!
//! CMA-ES draws players from a distribution, generation by generation, and moves it towards
//! those that score best. All of a generation play the same games, each generation others: luck
//! with the tiles neither favours anyone nor is learned by heart.

use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use cmaes::{CMAESOptions, DVector, Mode};
use serde::{Deserialize, Serialize};
use serpentine_players::{Spec, SpecError};
use thiserror::Error;

use crate::play::{GameResult, Setting};
use crate::runner::{Match, MatchError, Observer};
use crate::statistics::{mean, mean_ci95};

/// How wide the first generation is drawn, as a share of every range.
const FIRST_WIDTH: f64 = 0.2;

/// Ranges wider than this factor are searched by their logarithm.
const WIDE: f64 = 100.0;

/// A number to tune, and between which bounds: `h-empty=0..1000`.
#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    /// The player's parameter.
    pub name: String,
    low: f64,
    high: f64,
    /// Whether it takes whole numbers only: both bounds are written as such.
    is_whole: bool,
}

/// A text that is no [`Knob`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no range: expected parameter=low..high, as in h-empty=0..1000")]
pub struct KnobError(String);

impl FromStr for Knob {
    type Err = KnobError;

    fn from_str(text: &str) -> Result<Self, KnobError> {
        let wrong = || KnobError(text.to_owned());
        let (name, range) = text.split_once('=').ok_or_else(wrong)?;
        let (low, high) = range.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse().ok().filter(|x: &f64| x.is_finite());
        let is_whole = !low.contains('.') && !high.contains('.');
        let (low, high) = number(low).zip(number(high)).ok_or_else(wrong)?;
        match low < high && !name.trim().is_empty() {
            true => Ok(Self {
                name: name.trim().to_owned(),
                low,
                high,
                is_whole,
            }),
            false => Err(wrong()),
        }
    }
}

impl fmt::Display for Knob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}..{}", self.name, self.low, self.high)
    }
}

impl Knob {
    fn is_wide(&self) -> bool {
        self.low > 0.0 && self.high / self.low >= WIDE
    }

    /// Where in the range a number lies, from 0 to 1.
    fn place(&self, number: f64) -> f64 {
        let number = number.clamp(self.low, self.high);
        match self.is_wide() {
            true => (number / self.low).ln() / (self.high / self.low).ln(),
            false => (number - self.low) / (self.high - self.low),
        }
    }

    /// The number at a place, as a player reads it: four digits are more than games can tell.
    fn text(&self, place: f64) -> String {
        let place = place.clamp(0.0, 1.0);
        let number = match self.is_wide() {
            true => self.low * (self.high / self.low).powf(place),
            false => self.low + place * (self.high - self.low),
        };
        let digits = 3 - number.abs().max(1e-9).log10().floor() as i32;
        match self.is_whole {
            true => format!("{number:.0}"),
            false => {
                let text = format!("{number:.*}", digits.clamp(0, 12) as usize);
                let short = text.trim_end_matches('0').trim_end_matches('.');
                if text.contains('.') {
                    short.to_owned()
                } else {
                    text
                }
            }
        }
    }
}

/// What is to be tuned, and how.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The player to begin with.
    pub player: Spec,
    /// Its numbers to tune.
    pub knobs: Vec<Knob>,
    /// Games of each player that is tried.
    pub games: u64,
    /// How often the distribution moves.
    pub generations: u64,
    /// What the games have in common; generations add to its seed.
    pub setting: Setting,
}

/// A player that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// Its generation, from 0.
    pub generation: u64,
    /// Its spec.
    pub player: String,
    /// Its mean score.
    pub mean: f64,
    /// The interval of that.
    pub ci95: [f64; 2],
}

/// Hears how a tuning goes on. `Break` ends it.
pub trait TuningObserver: Observer {
    /// A player has been tried.
    fn tried(&mut self, trial: &Trial) -> ControlFlow<()>;

    /// A generation has ended; this is the middle of the next.
    fn generation(&mut self, number: u64, middle: &Spec);
}

/// Why a tuning was not begun.
#[derive(Debug, Error)]
pub enum TuningError {
    /// A player that cannot play.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// A number that the player does not have, or not in this range.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Nothing to tune.
    #[error("there is nothing to tune: expected at least one range, as in h-empty=0..1000")]
    Nothing,
}

impl Tuning {
    /// Tries players until all generations have been played or the observer breaks off, and
    /// gives the middle of the distribution. Players in `known` are not tried again: the same
    /// tuning draws the same players, so one that was broken off goes on.
    pub fn run(
        &self,
        known: &[Trial],
        threads: usize,
        observer: &mut dyn TuningObserver,
    ) -> Result<Spec, TuningError> {
        if self.knobs.is_empty() {
            return Err(TuningError::Nothing);
        }
        // 1. Both ends of every range can be played.
        for place in [0.0, 1.0] {
            self.spec(&vec![place; self.knobs.len()])?;
        }
        // 2. From the player as it is.
        let places = self.knobs.iter().map(|knob| {
            let number = self.player.number(&knob.name);
            number.map_or(0.5, |number| knob.place(number))
        });
        let places: Vec<f64> = places.collect();
        let mut middle = self.spec(&places)?;
        let sitting = RefCell::new(Sitting {
            tuning: self,
            known,
            threads,
            generation: 0,
            observer,
            failure: None,
        });
        let mut search = CMAESOptions::new(places, FIRST_WIDTH)
            .mode(Mode::Maximize)
            .population_size(self.population())
            .seed(self.setting.seed)
            .build(|places: &DVector<f64>| sitting.borrow_mut().score(places.as_slice()))
            .expect("a width above 0 and some numbers");
        // 3. Generation by generation; a score that is no number ends it.
        for generation in 0..self.generations {
            let is_over = search.next().is_some();
            let mut sitting = sitting.borrow_mut();
            if sitting.failure.is_some() {
                break;
            }
            middle = self.spec(search.mean().as_slice())?;
            sitting.observer.generation(generation, &middle);
            sitting.generation += 1;
            if is_over {
                break;
            }
        }
        drop(search);
        match sitting.into_inner().failure {
            Some(Failure::Match(error)) => Err(error.into()),
            Some(Failure::BrokenOff) | None => Ok(middle),
        }
    }

    /// Players in a generation: the more numbers, the more.
    pub fn population(&self) -> usize {
        4 + (3.0 * (self.knobs.len() as f64).ln()).floor() as usize
    }

    /// The player with its numbers at these places.
    fn spec(&self, places: &[f64]) -> Result<Spec, SpecError> {
        let knobs = self.knobs.iter().zip(places);
        let mut knobs = knobs.map(|(knob, &place)| (&knob.name, knob.text(place)));
        knobs.try_fold(self.player.clone(), |spec, (name, value)| {
            spec.with(name, &value)
        })
    }
}

/// A tuning under way.
struct Sitting<'a> {
    tuning: &'a Tuning,
    known: &'a [Trial],
    threads: usize,
    generation: u64,
    observer: &'a mut dyn TuningObserver,
    failure: Option<Failure>,
}

/// Why a tuning ends early.
enum Failure {
    BrokenOff,
    Match(MatchError),
}

impl Sitting<'_> {
    /// What the player at these places scores; no number once the tuning is to end.
    fn score(&mut self, places: &[f64]) -> f64 {
        if self.failure.is_some() {
            return f64::NAN;
        }
        match self.trial(places) {
            Ok(trial) => {
                if self.observer.tried(&trial).is_break() {
                    self.failure = Some(Failure::BrokenOff);
                }
                // Beyond a bound is the bound, and worse: the distribution stays within.
                let beyond = |place: &f64| (place - place.clamp(0.0, 1.0)).powi(2);
                trial.mean * (1.0 - places.iter().map(beyond).sum::<f64>())
            }
            Err(failure) => {
                self.failure = Some(failure);
                f64::NAN
            }
        }
    }

    fn trial(&mut self, places: &[f64]) -> Result<Trial, Failure> {
        let spec = self.tuning.spec(places);
        let spec = spec.map_err(|error| Failure::Match(error.into()))?;
        let player = spec.to_string();
        let mut known = self.known.iter();
        let is_same =
            |trial: &&Trial| trial.generation == self.generation && trial.player == player;
        if let Some(trial) = known.find(is_same) {
            return Ok(trial.clone());
        }
        let mut setting = self.tuning.setting;
        setting.seed = setting.seed.wrapping_add(self.generation);
        let plan = Match {
            players: vec![spec],
            games: self.tuning.games,
            setting,
        };
        let mut watch = Watch {
            observer: self.observer,
            is_broken: false,
        };
        let results = plan.run(Vec::new(), self.threads, &mut watch);
        if watch.is_broken {
            return Err(Failure::BrokenOff);
        }
        let scores: Vec<f64> = results.map_err(Failure::Match)?[0]
            .iter()
            .map(|game| game.score as f64)
            .collect();
        Ok(Trial {
            generation: self.generation,
            player,
            mean: mean(&scores),
            ci95: mean_ci95(&scores),
        })
    }
}

/// Notes whether a match was broken off: its games are then not all there.
struct Watch<'a> {
    observer: &'a mut dyn TuningObserver,
    is_broken: bool,
}

impl Observer for Watch<'_> {
    fn ended(&mut self, player: usize, game: &GameResult) -> ControlFlow<()> {
        let flow = self.observer.ended(player, game);
        self.is_broken |= flow.is_break();
        flow
    }

    fn waiting(&mut self) -> ControlFlow<()> {
        let flow = self.observer.waiting();
        self.is_broken |= flow.is_break();
        flow
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Notes {
        trials: Vec<Trial>,
        generations: u64,
        /// Breaks off after so many trials.
        most: Option<usize>,
        games: u64,
    }

    impl Observer for Notes {
        fn ended(&mut self, _player: usize, _game: &GameResult) -> ControlFlow<()> {
            self.games += 1;
            ControlFlow::Continue(())
        }
    }

    impl TuningObserver for Notes {
        fn tried(&mut self, trial: &Trial) -> ControlFlow<()> {
            self.trials.push(trial.clone());
            match self.most.is_some_and(|most| self.trials.len() >= most) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }

        fn generation(&mut self, _number: u64, _middle: &Spec) {
            self.generations += 1;
        }
    }

    /// A snake that tells no cell from another.
    fn tuning() -> Tuning {
        Tuning {
            player: "greedy:eval=snake,r=1".parse().unwrap(),
            knobs: vec!["r=0.1..1.1".parse().unwrap()],
            games: 20,
            generations: 5,
            setting: Setting::standard(3),
        }
    }

    fn score(player: &Spec) -> f64 {
        let plan = Match {
            players: vec![player.clone()],
            games: 60,
            setting: Setting {
                seed: 99,
                ..tuning().setting
            },
        };
        let results = plan.run(Vec::new(), 2, &mut ()).unwrap();
        let scores: Vec<f64> = results[0].iter().map(|game| game.score as f64).collect();
        mean(&scores)
    }

    #[test]
    fn what_is_tuned_plays_better_on_other_games() {
        let mut notes = Notes::default();
        let tuned = tuning().run(&[], 2, &mut notes).unwrap();
        assert_eq!(notes.generations, 5);
        let (before, after) = (score(&tuning().player), score(&tuned));
        assert!(after > 1.3 * before, "{tuned}: {after} for {before}");
    }

    #[test]
    fn a_tuning_goes_on_where_it_was_broken_off() {
        let mut whole = Notes::default();
        let tuned = tuning().run(&[], 2, &mut whole).unwrap();
        let mut first = Notes {
            most: Some(7),
            ..Notes::default()
        };
        tuning().run(&[], 2, &mut first).unwrap();
        assert_eq!(first.trials, whole.trials[..7]);
        let mut rest = Notes::default();
        let again = tuning().run(&first.trials, 1, &mut rest).unwrap();
        assert_eq!((again, &rest.trials), (tuned, &whole.trials));
        assert_eq!(rest.games + first.games, whole.games);
    }

    #[test]
    fn ranges_are_read_and_written() {
        let knob: Knob = "margin=100..20000".parse().unwrap();
        assert!(knob.is_wide() && knob.is_whole);
        assert_eq!(knob.text(knob.place(1414.2)), "1414");
        let knob: Knob = "r=0.1..2".parse().unwrap();
        assert_eq!(
            (knob.text(0.5), knob.text(7.0)),
            ("1.05".into(), "2".into())
        );
        assert_eq!(knob.text(knob.place(0.12345)), "0.1235");
        for text in ["r", "r=1", "r=2..1", "r=a..b", "=1..2", "r=0..inf"] {
            let error = text.parse::<Knob>().unwrap_err().to_string();
            assert!(error.contains("low..high"), "{error}");
        }
        let mut notes = Notes::default();
        let mut wrong = tuning();
        wrong.knobs = vec!["q=0..1".parse().unwrap()];
        let error = wrong.run(&[], 1, &mut notes).unwrap_err();
        assert!(error.to_string().contains("no parameter 'q'"), "{error}");
    }
}
