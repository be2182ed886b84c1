//! One player of one run, with its games.

use serpentine_core::Record;

use crate::play::GameResult;
use crate::replay::{self, ReplayError};
use crate::store::{Run, RunId, RunKind, Store, StoreError};
use crate::summary::{Comparison, PlayerSummary, compare, compare_unpaired, summarise};

/// One player of one run.
#[derive(Clone, Debug)]
pub struct Contender {
    /// Its spec, with the run's number where runs share it.
    pub name: String,
    /// The run.
    pub run: Run,
    /// Its place among the run's players.
    pub player: usize,
    /// Its games.
    pub games: Vec<GameResult>,
    /// Their figures.
    pub summary: PlayerSummary,
}

/// A game worth looking at.
#[derive(Clone, Debug)]
pub struct Featured {
    /// Why.
    pub what: &'static str,
    /// Its number.
    pub number: u64,
    /// Every move.
    pub record: Record,
}

impl Contender {
    /// All players of these runs.
    pub fn of_runs(store: &Store, ids: &[RunId]) -> Result<Vec<Self>, StoreError> {
        let mut contenders: Vec<Self> = Vec::new();
        for &id in ids {
            let run = store.run(id)?;
            // A training has a curve instead of games.
            if run.kind == RunKind::Train {
                continue;
            }
            for (player, games) in store.games(id)?.into_iter().enumerate() {
                let name = run.players[player].clone();
                contenders.push(Self {
                    summary: summarise(&name, &games),
                    run: run.clone(),
                    name,
                    player,
                    games,
                });
            }
        }
        let names: Vec<String> = contenders.iter().map(|c| c.name.clone()).collect();
        for contender in &mut contenders {
            if names.iter().filter(|name| **name == contender.name).count() > 1 {
                contender.name += &format!(" (run {})", contender.run.id);
                contender.summary.player.clone_from(&contender.name);
            }
        }
        Ok(contenders)
    }

    /// Its scores against another's, game by game if game k of both dealt the same tiles.
    pub fn compare(&self, other: &Self) -> Comparison {
        let deal = |contender: &Self| {
            let Run {
                seed, size, rules, ..
            } = &contender.run;
            (*seed, size.clone(), rules.clone())
        };
        let compare = match deal(self) == deal(other) {
            true => compare,
            false => compare_unpaired,
        };
        compare((&self.name, &self.games), (&other.name, &other.games))
    }

    /// The best game, the one in the middle and the worst, played again where their moves
    /// were not kept. A game that this program plays differently is left out.
    pub fn featured(&self, store: &Store) -> Result<Vec<Featured>, StoreError> {
        let mut order: Vec<&GameResult> = self.games.iter().collect();
        order.sort_by_key(|game| game.score);
        let mut featured: Vec<Featured> = Vec::new();
        let last = order.len().saturating_sub(1);
        for (what, place) in [("best", last), ("median", last / 2), ("worst", 0)] {
            let Some(game) = order.get(place) else {
                continue;
            };
            let is_new = featured.iter().all(|other| other.number != game.number);
            match replay::record(store, &self.run, self.player, game.number) {
                Ok(record) if is_new => featured.push(Featured {
                    what,
                    number: game.number,
                    record,
                }),
                Ok(_) | Err(ReplayError::Differs { .. } | ReplayError::NoGame { .. }) => {}
                Err(ReplayError::Store(error)) => return Err(error),
            }
        }
        Ok(featured)
    }
}
