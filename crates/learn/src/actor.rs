//! One thread's games, and what it learns from them.
//!
//! What an actor does depends on nothing but its seed, its recipe and the network. So one
//! actor alone learns the same from the same seed always, however often it is stopped and
//! goes on.

mod start;
mod stored;

use serpentine_core::{Board, Direction, Rules, Stream};

use crate::ground::{Ground, Moves};
use crate::kernel::{Kernel, Tables, Work};
use crate::reading::Reading;
use crate::recipe::{Learned, Recipe, Trace};

use start::Starts;

/// A position to learn from.
#[derive(Clone, Copy, Debug)]
struct Step<G> {
    grid: G,
    /// Points between the position before and this one.
    reward: f32,
    stage: u16,
    /// The move that was played to it, or from it where positions before moves learn.
    direction: Direction,
}

impl<G: Ground> Step<G> {
    /// What the trend goes by; 0 where there is none.
    #[inline(always)]
    fn tile_sum<const FORM: u8>(&self, tables: &Tables<'_, FORM>) -> u64 {
        match tables.trend.is_some() {
            true => self.grid.tile_sum(),
            false => 0,
        }
    }

    /// Moves what the position is worth towards `target`; what it is worth then.
    #[inline(always)]
    fn learn<const FORM: u8, K: Kernel>(
        &self,
        kernel: K,
        tables: &Tables<'_, FORM>,
        target: f32,
    ) -> f32 {
        let tile_sum = self.tile_sum(tables);
        let usual = tables.trend.worth(tile_sum);
        let (board, stage) = (self.grid.digits(), self.stage as usize);
        let value = usual + kernel.learn(tables, &board, stage, target - usual);
        tables.trend.learn(tile_sum, target - value);
        value
    }
}

/// A game under way.
#[derive(Clone, Debug)]
struct Play<G: Ground> {
    board: Board<G>,
    tile_sum: u64,
    score: u64,
    stream: Stream,
    steps: Vec<Step<G>>,
    /// Steps before this one have learned.
    learned: usize,
    /// Points of the last move, where positions before moves learn.
    pending: f32,
    /// Points before the first step.
    score_before: u64,
    /// Moves before the first step, 0 for a game from its beginning.
    moves_before: u64,
}

/// How a game of learning went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Points, those before a restart included.
    pub score: u64,
    /// Moves likewise.
    pub moves: u64,
    /// Its largest tile.
    pub max_exponent: u8,
    /// Whether it began at the beginning.
    pub is_whole: bool,
}

/// One thread's games, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Actor<G: Ground> {
    rules: Rules,
    recipe: Recipe,
    reading: Reading,
    starts: Starts<G>,
    play: Play<G>,
    moves_count: u64,
    games_count: u64,
    /// Games that ended since these were last taken.
    ended: Vec<Ended>,
}

impl<G: Ground> Actor<G> {
    /// The actor with this seed. The recipe's size must be one that `G` holds.
    pub(crate) fn new(seed: u64, rules: Rules, recipe: &Recipe) -> Self {
        let size = recipe.layout.size();
        let mut starts = Starts::new(seed, recipe.restart);
        Self {
            rules,
            recipe: recipe.clone(),
            reading: Reading::new(recipe, &rules),
            play: starts.fresh(size, &rules),
            starts,
            moves_count: 0,
            games_count: 0,
            ended: Vec::new(),
        }
    }

    /// Learns by another recipe from now on.
    pub(crate) fn set_recipe(&mut self, recipe: &Recipe) {
        self.recipe = recipe.clone();
        self.starts.restart = recipe.restart;
    }

    pub(crate) fn moves_count(&self) -> u64 {
        self.moves_count
    }

    pub(crate) fn games_count(&self) -> u64 {
        self.games_count
    }

    /// Counts the moves and games of another actor as its own.
    pub(crate) fn take_counts(&mut self, other: &Self) {
        self.moves_count += other.moves_count;
        self.games_count += other.games_count;
    }

    pub(crate) fn take_ended(&mut self) -> Vec<Ended> {
        std::mem::take(&mut self.ended)
    }

    /// One move, or the end of a game.
    #[inline(always)]
    fn step<const FORM: u8, K: Kernel>(&mut self, kernel: K, tables: &Tables<'_, FORM>) {
        let play = &mut self.play;
        let recipe = &self.recipe;
        // 1. The best move.
        let moves = G::moves(&play.board);
        if moves.legal == 0 {
            let target = play.pending;
            self.finish(kernel, tables, target);
            return;
        }
        let stage = self.reading.stage(play.tile_sum);
        let boards = moves.after.map(|after| after.grid().digits());
        let (tile_sum, legal) = (play.tile_sum, moves.legal);
        let reading = &self.reading;
        let values = reading.values(kernel, tables, &boards, &[tile_sum; 4], legal);
        let best = moves.best(&values);

        // 2. What it is worth teaches the positions before.
        let Moves { after, points, .. } = moves;
        let (after, points) = (after[best], points[best]);
        let direction = Direction::ALL[best];
        let (grid, reward, value) = match recipe.learned {
            Learned::Afterstates => (*after.grid(), points as f32, values[best]),
            Learned::States => {
                let board = play.board.grid().digits();
                let [value] = kernel.values(tables, &[board], &[stage]);
                let value = value + tables.trend.worth(tile_sum);
                let reward = std::mem::replace(&mut play.pending, points as f32);
                (*play.board.grid(), reward, value)
            }
        };
        let step = Step {
            grid,
            reward,
            stage: stage as u16,
            direction,
        };
        let target = step.reward + recipe.gamma * value;
        match recipe.trace {
            Trace::Segment(len) if play.steps.len() - play.learned >= len => {
                play.learn_backward(kernel, tables, recipe, target);
            }
            Trace::Segment(_) => {}
            Trace::Online(len) => play.learn_online(kernel, tables, recipe, len, target),
        }

        // 3. The move and the tile after it.
        play.steps.push(step);
        play.score += points;
        let spawn = self.rules.draw(&after, direction, &mut play.stream);
        play.board = after.place(spawn);
        play.tile_sum += 1 << spawn.exponent;
        self.moves_count += 1;
        self.starts.passed(play);
        if play.board.grid().is_full_scale() {
            // Not lost, only left: what is to come is what the network says.
            self.finish(kernel, tables, value);
        }
    }

    /// Learns from the end of a game and begins the next.
    #[inline(always)]
    fn finish<const FORM: u8, K: Kernel>(
        &mut self,
        kernel: K,
        tables: &Tables<'_, FORM>,
        target: f32,
    ) {
        let play = &mut self.play;
        match self.recipe.trace {
            Trace::Segment(_) => play.learn_backward(kernel, tables, &self.recipe, target),
            Trace::Online(len) => play.learn_online(kernel, tables, &self.recipe, len, target),
        }
        self.next_game();
    }

    fn next_game(&mut self) {
        let play = &self.play;
        self.games_count += 1;
        self.ended.push(Ended {
            score: play.score,
            moves: play.moves_before + play.steps.len() as u64,
            max_exponent: play.board.max_exponent(),
            is_whole: play.moves_before == 0,
        });
        self.play = self.starts.next(&mut self.play, &self.recipe, &self.rules);
    }
}

impl<G: Ground> Play<G> {
    /// Lets the steps that have not learned learn, the last first, each from the target that
    /// the one after it leaves and from what that one is worth by now: what is learned of an
    /// end reaches far back at once.
    #[inline(always)]
    fn learn_backward<const FORM: u8, K: Kernel>(
        &mut self,
        kernel: K,
        tables: &Tables<'_, FORM>,
        recipe: &Recipe,
        target: f32,
    ) {
        let (lambda, gamma) = (recipe.lambda, recipe.gamma);
        let mut target = target;
        for step in self.steps[self.learned..].iter().rev() {
            let value = step.learn(kernel, tables, target);
            target = step.reward + gamma * ((1.0 - lambda) * value + lambda * target);
        }
        self.learned = self.steps.len();
    }

    /// Lets the last `len` steps learn from the error of the last.
    #[inline(always)]
    fn learn_online<const FORM: u8, K: Kernel>(
        &mut self,
        kernel: K,
        tables: &Tables<'_, FORM>,
        recipe: &Recipe,
        len: usize,
        target: f32,
    ) {
        let mut steps = self.steps.iter().rev().take(len);
        let Some(last) = steps.next() else { return };
        let stage = last.stage as usize;
        let board = last.grid.digits();
        let [value] = kernel.values(tables, &[board], &[stage]);
        let tile_sum = last.tile_sum(tables);
        let error = target - (value + tables.trend.worth(tile_sum));
        tables.trend.learn(tile_sum, error);
        let mut error = error * tables.step;
        kernel.nudge(tables, &board, stage, error);
        for step in steps {
            error *= recipe.gamma * recipe.lambda;
            kernel.nudge(tables, &step.grid.digits(), step.stage as usize, error);
        }
    }
}

/// So many steps of an actor.
pub(crate) struct Steps<'a, 'b, G: Ground, const FORM: u8> {
    pub(crate) actor: &'a mut Actor<G>,
    pub(crate) tables: Tables<'b, FORM>,
    pub(crate) count: usize,
}

impl<G: Ground, const FORM: u8> Work for Steps<'_, '_, G, FORM> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        for _ in 0..self.count {
            self.actor.step(kernel, &self.tables);
        }
    }
}
