//! Which weights of a network matter to a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use serpentine_core::grid::Packed4x4;
use serpentine_core::{After, Game, Rules, Size, SpawnCells};
use serpentine_learn::Network;
use serpentine_learn::pack::Census;
use serpentine_players::Unit;
use serpentine_players::engine::{Engine, Evaluator, Limit, Manner, Table};

/// Moves ahead. A search reads more than a game meets; further ahead it takes long to count.
const PLIES: u32 = 2;

/// Bytes of a search's table.
const TABLE: usize = 1 << 20;

/// Lets a search play so many games and counts what it reads; a network for other boards than
/// the engine plays is read by greedy games.
pub fn take(
    network: &Arc<Network>,
    rules: &Rules,
    seed: u64,
    games: u64,
    threads: usize,
) -> Census {
    let census = Census::new(network);
    let is_searched =
        network.layout().size() == Size::STANDARD && rules.spawn_cells == SpawnCells::Any;
    if !is_searched {
        census.count_greedy_games(network, rules, seed, games, threads);
        return census;
    }
    let counted = Arc::new(Counted {
        network: Arc::clone(network),
        census,
    });
    let next = AtomicU64::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let evaluator = Arc::clone(&counted);
                let manner = Manner::exact(rules.four.as_f64() as f32);
                let table = Table::new(TABLE);
                let mut engine = Engine::new(evaluator, Limit::Plies(PLIES), manner, table);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    play(&mut engine, rules, seed, number);
                }
            });
        }
    });
    let counted = Arc::into_inner(counted).expect("the engines are gone");
    counted.census
}

/// Plays a game as far as the engine can search it.
fn play(engine: &mut Engine, rules: &Rules, seed: u64, number: u64) {
    let game = Game::new(Size::STANDARD, *rules, seed, number);
    let mut game = game.expect("rules that a network learned by");
    engine.clear();
    while !game.is_finished() {
        let Some(found) = engine.search(game.board()) else {
            return;
        };
        game.play(found.best()).expect("a legal move");
    }
}

/// A network whose readings are counted.
struct Counted {
    network: Arc<Network>,
    census: Census,
}

impl Evaluator for Counted {
    fn values(&self, afters: &[u64], values: &mut [f32]) {
        for &after in afters {
            let after = After::new(Packed4x4::from_bits(after));
            self.census.count(&self.network, &after);
        }
        self.network.values(afters, values);
    }

    fn counts_points(&self) -> bool {
        self.network.counts_points()
    }

    fn lost(&self, after: u64) -> f32 {
        self.network.lost(after)
    }

    fn is_symmetric(&self) -> bool {
        self.network.is_symmetric()
    }

    fn unit(&self) -> Unit {
        self.network.unit()
    }
}

#[cfg(test)]
mod tests {
    use serpentine_learn::{Trainer, Until};

    use super::*;

    #[test]
    fn searched_games_and_other_boards_are_counted() {
        for recipe in ["network=0123/0145", "network=3x3:012/0134"] {
            let recipe = recipe.parse().unwrap();
            let mut trainer = Trainer::new(&recipe, Rules::STANDARD, 1, 1).unwrap();
            let until = Until {
                moves: Some(20_000),
                games: None,
            };
            trainer.learn(until, &|| false);
            let network = Arc::new(trainer.network().unwrap());
            let one = take(&network, &Rules::STANDARD, 5, 3, 1);
            let other = take(&network, &Rules::STANDARD, 5, 3, 2);
            assert!(one.total() > 10_000, "{}", one.total());
            assert_eq!(one.total(), other.total());
        }
    }
}
