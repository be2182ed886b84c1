//! How much worse the moves of players are than the best, by the values of a reference, on
//! positions of games.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use serde::Serialize;
use serpentine_core::{Board, Direction, Game, Rules, Size, Stream};
use serpentine_players::{Player, Spec, SpecError};

use crate::statistics;

/// Moves between two positions of a game: far enough apart to have little in common.
const APART: u64 = 97;

/// What a player's moves lose.
#[derive(Clone, Debug, Serialize)]
pub struct Loss {
    /// The player.
    pub player: String,
    /// Positions it was asked about.
    pub positions: usize,
    /// The share of them where its move is the reference's.
    pub same: f64,
    /// By how much its move is worse, on average, in the reference's unit.
    pub loss: f64,
    /// 95 % interval of that.
    pub loss_ci95: [f64; 2],
    /// Positions it expanded for a move.
    pub nodes: f64,
    /// Its time for a move, the median.
    pub micros: f64,
    /// Its worst moves, the worst first.
    pub worst: Vec<Mistake>,
}

/// A move that is not the reference's.
#[derive(Clone, Debug, Serialize)]
pub struct Mistake {
    /// The position.
    pub board: String,
    /// The player's move.
    pub chosen: &'static str,
    /// The reference's.
    pub best: &'static str,
    /// By how much it is worse.
    pub loss: f64,
}

/// Positions and who looks at them.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its values count as true.
    pub reference: Spec,
    /// Who is measured.
    pub players: Vec<Spec>,
    /// Positions of its games are looked at.
    pub host: Spec,
    /// How many positions.
    pub positions: usize,
    /// How many mistakes of each player are kept.
    pub worst: usize,
    /// Seed of the games.
    pub seed: u64,
}

/// One player's answer.
#[derive(Clone, Copy)]
struct Answer {
    chosen: Direction,
    nodes: u64,
    micros: f64,
}

impl Question {
    /// Asks everybody about every position, the players in turn, on so many threads.
    pub fn ask(
        &self,
        threads: usize,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Loss>, SpecError> {
        let boards = self.boards()?;
        let rows = Mutex::new(Vec::new());
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), SpecError> {
            let mut reference = build(&self.reference)?;
            let players = self.players.iter().map(build);
            let mut players = players.collect::<Result<Vec<_>, _>>()?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(board) = boards.get(number) else {
                    return Ok(());
                };
                reference.start(Stream::new(0));
                let truth = reference.explain(board);
                let answers = players
                    .iter_mut()
                    .map(|player| answer(&mut **player, board));
                let answers: Vec<Answer> = answers.collect();
                let mut rows = rows.lock().expect("no thread panics");
                rows.push((number, truth, answers));
                progress(rows.len());
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let mut workers = workers.into_iter();
            workers.try_for_each(|worker| worker.join().expect("players do not panic"))
        })?;
        let mut rows = rows.into_inner().expect("no thread panics");
        // Sums of floats are the same in the same order only.
        rows.sort_by_key(|row| row.0);
        let losses = self.players.iter().enumerate().map(|(k, player)| {
            let lost = rows.iter().map(|row| row.1.loss(row.2[k].chosen));
            let lost: Vec<f64> = lost.collect();
            let same = lost.iter().filter(|loss| **loss <= 0.0);
            let mut micros: Vec<f64> = rows.iter().map(|row| row.2[k].micros).collect();
            micros.sort_by(f64::total_cmp);
            let nodes: Vec<f64> = rows.iter().map(|row| row.2[k].nodes as f64).collect();
            let mistakes = rows.iter().zip(&lost).filter(|(_, loss)| **loss > 0.0);
            let mistakes = mistakes.map(|((number, truth, answers), &loss)| Mistake {
                board: boards[*number].to_string(),
                chosen: answers[k].chosen.name(),
                best: truth.chosen.name(),
                loss,
            });
            let mut worst: Vec<Mistake> = mistakes.collect();
            worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
            worst.truncate(self.worst);
            Loss {
                player: player.to_string(),
                positions: rows.len(),
                same: same.count() as f64 / rows.len().max(1) as f64,
                loss: statistics::mean(&lost),
                loss_ci95: statistics::mean_ci95(&lost),
                nodes: statistics::mean(&nodes),
                micros: statistics::quantile(&micros, 0.5),
                worst,
            }
        });
        Ok(losses.collect())
    }

    /// Positions of the host's games with more than one legal move.
    fn boards(&self) -> Result<Vec<Board>, SpecError> {
        let mut host = build(&self.host)?;
        let mut boards = Vec::new();
        for number in 0.. {
            let game = Game::new(Size::STANDARD, Rules::STANDARD, self.seed, number);
            let mut game = game.expect("the standard rules fit");
            host.start(Stream::for_player(self.seed, number, 0));
            while !game.is_finished() {
                let board = game.board();
                let is_choice = board.legal().len() > 1;
                if game.state().moves % APART == APART - 1 && is_choice {
                    boards.push(*board);
                    if boards.len() >= self.positions {
                        return Ok(boards);
                    }
                }
                let direction = host.choose(board);
                game.play(direction).expect("players choose legal moves");
            }
        }
        Ok(boards)
    }
}

fn build(spec: &Spec) -> Result<Box<dyn Player>, SpecError> {
    spec.build(Size::STANDARD, &Rules::STANDARD)
}

/// Its move with nothing remembered of other positions.
fn answer(player: &mut dyn Player, board: &Board) -> Answer {
    player.start(Stream::new(0));
    let before = player.nodes();
    let asked = Instant::now();
    let chosen = player.choose(board);
    let micros = asked.elapsed().as_secs_f64() * 1e6;
    Answer {
        chosen,
        nodes: player.nodes() - before,
        micros,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(players: &[&str]) -> Vec<Loss> {
        let spec = |text: &str| text.parse().unwrap();
        let question = Question {
            reference: spec("expectimax:depth=2,eval=snake"),
            players: players.iter().map(|text| spec(text)).collect(),
            host: spec("chain"),
            positions: 40,
            worst: 3,
            seed: 5,
        };
        question.ask(2, &|_| {}).unwrap()
    }

    #[test]
    fn the_reference_loses_nothing_and_others_do() {
        let losses = ask(&[
            "expectimax:depth=2,eval=snake",
            "expectimax:depth=1,eval=snake",
            "random",
        ]);
        assert_eq!((losses[0].same, losses[0].loss), (1.0, 0.0));
        assert!(losses[1].loss > 0.0 && losses[1].loss < losses[2].loss);
        assert!(losses.iter().all(|loss| loss.positions == 40));
        assert!(losses[0].worst.is_empty());
        let worst = &losses[2].worst;
        assert!(worst.len() == 3 && worst[0].loss >= worst[1].loss && worst[2].loss > 0.0);
    }
}
