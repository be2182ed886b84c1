//! Monte-Carlo with the board's sum.

use serpentine_core::random_play::Rollouts;
use serpentine_core::{After, Board, Direction, Rules, Stream};

use super::rollout::Rollout;
use crate::catalogue::{Context, parameter};
use crate::{Decision, Kind, Player, Settings, SpecError, Unit};

pub(crate) const KIND: Kind = Kind {
    name: "mc",
    source: "Monte-Carlo paper",
    summary: "for each move the mean tile sum after random continuations",
    parameters: &[
        parameter("n", "by stage", "continuations per move"),
        parameter("t", "by stage", "steps per continuation"),
        parameter(
            "stages",
            "50x25@512/90x45",
            "n x t up to a largest tile, and so on",
        ),
        parameter(
            "rollouts",
            "legal-only",
            "legal-only or program (moves that change nothing count)",
        ),
    ],
    build: |settings, context| Ok(Box::new(MonteCarlo::new(settings, context)?)),
};

struct MonteCarlo {
    rules: Rules,
    stages: Vec<Stage>,
    rollout: Rollout,
    rollouts: Rollouts,
    stream: Stream,
}

/// So many continuations of so many steps while the largest tile is not above a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stage {
    count: u32,
    steps: u32,
    max_tile: Option<u64>,
}

impl MonteCarlo {
    fn new(settings: &Settings, context: &Context) -> Result<Self, SpecError> {
        let mut stream = Stream::new(0);
        Ok(Self {
            rules: context.rules,
            stages: stages(settings)?,
            rollout: Rollout::of(settings)?,
            rollouts: new_rollouts(&context.rules, &mut stream),
            stream,
        })
    }

    /// The mean tile sums, in the order of the positions.
    fn means(&mut self, positions: &[(Direction, After)], stage: Stage) -> Vec<f64> {
        match self.rollout {
            Rollout::LegalOnly => {
                let sums = self.rollouts.run(positions, stage.count, stage.steps);
                let means = sums
                    .iter()
                    .map(|sum| sum.tile_sum as f64 / sum.count as f64);
                means.collect()
            }
            Rollout::Program => positions
                .iter()
                .map(|(direction, after)| {
                    let sums = (0..stage.count).map(|_| self.program_sum(*direction, after, stage));
                    sums.sum::<u64>() as f64 / f64::from(stage.count)
                })
                .collect(),
        }
    }

    /// One continuation as the paper's program plays it.
    fn program_sum(&mut self, direction: Direction, after: &After, stage: Stage) -> u64 {
        let rules = Rules {
            four: self.rules.rollout_four.unwrap_or(self.rules.four),
            ..self.rules
        };
        let (mut direction, mut after) = (direction, *after);
        for _ in 0..stage.steps {
            let board = if rules.open_cells(&after, direction).is_empty() {
                Board::new(*after.grid())
            } else {
                after.place(rules.draw(&after, direction, &mut self.stream))
            };
            if board.is_terminal() {
                return board.tile_sum();
            }
            direction = Direction::ALL[self.stream.below(4) as usize];
            after = match board.play(direction) {
                Some(moved) => moved.after,
                None => After::new(*board.grid()),
            };
        }
        after.tile_sum()
    }
}

fn new_rollouts(rules: &Rules, stream: &mut Stream) -> Rollouts {
    Rollouts::new(rules, rules.rollout_four.unwrap_or(rules.four), stream)
}

fn stages(settings: &Settings) -> Result<Vec<Stage>, SpecError> {
    let (count, steps) = (settings.text("n"), settings.text("t"));
    if count.is_some() || steps.is_some() {
        if settings.text("stages").is_some() {
            return Err(settings.bad("stages", "either n and t or stages, not both"));
        }
        return Ok(vec![Stage {
            count: settings.number("n", 90, 1..=1_000_000)?,
            steps: settings.number("t", 45, 1..=1_000_000)?,
            max_tile: None,
        }]);
    }
    let text = settings.text("stages").unwrap_or("50x25@512/90x45");
    let stages = text.split('/').map(stage).collect::<Option<Vec<_>>>();
    let ordered = stages.filter(|stages| {
        let (last, others) = stages.split_last().expect("split gives at least one");
        last.max_tile.is_none() && others.iter().all(|stage| stage.max_tile.is_some())
    });
    ordered.ok_or_else(|| settings.bad("stages", "NxT@TILE/…/NxT, such as 50x25@512/90x45"))
}

fn stage(text: &str) -> Option<Stage> {
    let (size, max_tile) = match text.split_once('@') {
        Some((size, tile)) => (size, Some(tile.parse().ok()?)),
        None => (text, None),
    };
    let (count, steps) = size.split_once('x')?;
    let positive = |text: &str| {
        text.parse()
            .ok()
            .filter(|&n: &u32| (1..=1_000_000).contains(&n))
    };
    Some(Stage {
        count: positive(count)?,
        steps: positive(steps)?,
        max_tile,
    })
}

impl Player for MonteCarlo {
    fn start(&mut self, mut stream: Stream) {
        self.rollouts = new_rollouts(&self.rules, &mut stream);
        self.stream = stream;
    }

    fn explain(&mut self, board: &Board) -> Decision {
        let legal: Vec<Direction> = board.legal().iter().collect();
        let after = |d: Direction| board.play(d).expect("a legal move").after;
        let positions: Vec<_> = legal.iter().map(|&d| (d, after(d))).collect();
        let largest = board.max_tile();
        let stage = *self
            .stages
            .iter()
            .find(|stage| stage.max_tile.is_none_or(|most| largest <= most))
            .expect("the last stage has no limit");
        let means = self.means(&positions, stage);
        Decision::best_of(board, Unit::TileSum, |direction| {
            let index = legal.iter().position(|&d| d == direction);
            means[index.expect("a legal move")]
        })
    }
}
