//! The engine as a player.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use serpentine_core::{Board, Direction, Size, SpawnCells, Stream};

use super::expectimax::Expectimax;
use crate::catalogue::{Context, parameter, with_evaluation};
use crate::engine::{Engine, Evaluator, Found, Limit, Manner, Table};
use crate::{Decision, Insight, Kind, Player, Settings, SpecError, Unit};

pub(crate) const KIND: Kind = Kind {
    name: "serpentine",
    source: "our own",
    summary: "the engine: searches deep, with the network that ships or any evaluation",
    parameters: with_evaluation!(
        "model",
        [
            parameter("level", "fast", "instant, fast, strong or max"),
            parameter(
                "depth",
                "",
                "instead of a level: so many moves ahead, exactly"
            ),
            parameter("nodes", "", "instead of a level: so many positions a move"),
            parameter(
                "time_ms",
                "",
                "instead of a level: so many milliseconds a move"
            ),
            parameter("threads", "1", "threads for one decision"),
            parameter(
                "margin",
                "auto",
                "follow moves that look worse by at most this"
            ),
            parameter("cut", "auto", "follow lines likelier than this"),
            parameter(
                "fours",
                "auto",
                "moves ahead that a new 4 takes, a new 2 takes one"
            ),
            parameter(
                "hash_mb",
                "auto",
                "mebibytes for the transposition table; auto is 1 to 16, by the limit"
            ),
        ]
    ),
    build: |settings, context| Ok(Box::new(Serpentine::new(settings, context)?)),
};

/// Levels and the positions they search for a move. Positions, not time, so that the same
/// game is played on every machine.
const LEVELS: [(&str, Limit); 4] = [
    ("instant", Limit::Plies(2)),
    ("fast", Limit::Nodes(500)),
    ("strong", Limit::Nodes(10_000)),
    ("max", Limit::Nodes(100_000)),
];

/// Moves of a line that is shown.
const LINE: usize = 6;

struct Serpentine {
    /// For 4×4 and tiles anywhere.
    engine: Option<Engine>,
    /// For all else.
    general: Expectimax,
    insight: Option<Insight>,
    nodes: u64,
}

impl Serpentine {
    fn new(settings: &Settings, context: &Context) -> Result<Self, SpecError> {
        let limit = limit(settings)?;
        let threads = settings.number(
            "threads",
            NonZeroUsize::MIN,
            NonZeroUsize::MIN..=MOST_THREADS,
        )?;
        let can_search =
            context.size == Size::STANDARD && context.rules.spawn_cells == SpawnCells::Any;
        let evaluator = can_search.then(|| {
            let evaluator: Arc<dyn Evaluator> = match settings.text("eval") {
                None | Some("model") => Arc::new(settings.network(context)?),
                Some(_) => Arc::new(settings.evaluation("model", context)?),
            };
            Ok::<_, SpecError>(evaluator)
        });
        let evaluator = evaluator.transpose()?;
        let unit = evaluator.as_ref().map(|evaluator| evaluator.unit());
        let manner = manner(settings, limit, unit, context)?;
        let hash_mb = match settings.text("hash_mb") {
            None | Some("auto") => hash_mb(limit, unit),
            Some(_) => settings.number("hash_mb", 16usize, 1..=65536)?,
        };
        let engine = evaluator.map(|evaluator| {
            let mut engine = Engine::new(evaluator, limit, manner, Table::new(hash_mb << 20));
            engine.set_threads(threads);
            engine
        });
        Ok(Self {
            engine,
            general: Expectimax::new(&Settings::default(), context)?,
            insight: None,
            nodes: 0,
        })
    }

    fn search(&mut self, board: &Board) -> Option<(Found, Decision)> {
        let engine = self.engine.as_mut()?;
        let found = engine.search(board)?;
        self.nodes += found.nodes;
        let values = found.values.map(|value| value.map(f64::from));
        let decision = Decision {
            values,
            chosen: found.best(),
            unit: engine.unit(),
        };
        Some((found, decision))
    }
}

const MOST_THREADS: NonZeroUsize = NonZeroUsize::new(256).expect("not zero");

fn limit(settings: &Settings) -> Result<Limit, SpecError> {
    let given = ["level", "depth", "nodes", "time_ms"];
    let mut given = given.iter().filter(|name| settings.text(name).is_some());
    let (first, second) = (given.next(), given.next());
    if let Some(second) = second {
        return Err(settings.bad(second, "only one of level, depth, nodes and time_ms"));
    }
    Ok(match first {
        Some(&"depth") => Limit::Plies(settings.number("depth", 2, 1..=12)?),
        Some(&"nodes") => Limit::Nodes(settings.number("nodes", 500, 1..=1 << 40)?),
        Some(&"time_ms") => {
            let ms = settings.number("time_ms", 1.0, 0.001..=1e9)?;
            Limit::Time(Duration::from_secs_f64(ms / 1e3))
        }
        _ => {
            let name = settings.text("level").unwrap_or("fast");
            let level = LEVELS.iter().find(|level| level.0 == name);
            let names = LEVELS.map(|level| level.0).join(", ");
            level.ok_or_else(|| settings.bad("level", &names))?.1
        }
    })
}

/// Mebibytes for a table that holds what some dozens of moves find out. Larger ones would push
/// a network's weights out of the processor's cache.
fn hash_mb(limit: Limit, unit: Option<Unit>) -> usize {
    match (limit, unit) {
        (Limit::Plies(0..=3), _) => 1,
        (Limit::Nodes(nodes), Some(Unit::Points)) => (nodes / 1000).clamp(1, 16) as usize,
        (Limit::Time(time), Some(Unit::Points)) => time.as_millis().clamp(1, 16) as usize,
        _ => 16,
    }
}

/// Exact to a depth; otherwise what is unlikely is not followed, nor what looks bad where values
/// are points: of other units nobody knows how much is bad.
fn manner(
    settings: &Settings,
    limit: Limit,
    unit: Option<Unit>,
    context: &Context,
) -> Result<Manner, SpecError> {
    let exact = Manner::exact(context.rules.four.as_f64() as f32);
    let (margin, cut, fours) = match (limit, unit) {
        (Limit::Plies(_), _) => (exact.margin, exact.least_share, exact.plies_of_four),
        (_, Some(Unit::Points)) => (8_000.0, 1e-4, 2),
        (_, _) => (exact.margin, 1e-4, 2),
    };
    let number = |name: &str, default: f32| match settings.text(name) {
        None | Some("auto") => Ok(default),
        Some(_) => settings.number(name, default, 0.0..=f32::INFINITY),
    };
    Ok(Manner {
        margin: number("margin", margin)?,
        least_share: number("cut", cut)?,
        plies_of_four: match settings.text("fours") {
            None | Some("auto") => fours,
            Some(_) => settings.number("fours", fours, 1..=24)?,
        },
        ..exact
    })
}

impl Player for Serpentine {
    fn start(&mut self, stream: Stream) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
        self.general.start(stream);
    }

    fn explain(&mut self, board: &Board) -> Decision {
        let Some((found, decision)) = self.search(board) else {
            self.insight = None;
            return self.general.explain(board);
        };
        let engine = self.engine.as_ref();
        let line = engine.map(|engine| engine.line(board, decision.chosen, LINE));
        self.insight = Some(Insight {
            line: line.unwrap_or_default(),
            depth: found.depth,
            nodes: found.nodes,
            evaluations: found.evaluations,
            hits: found.hits,
            kind: found.kind,
            sure: found.sure,
        });
        decision
    }

    fn choose(&mut self, board: &Board) -> Direction {
        match self.search(board) {
            Some((_, decision)) => decision.chosen,
            None => self.general.explain(board).chosen,
        }
    }

    fn insight(&self) -> Option<&Insight> {
        self.insight.as_ref()
    }

    fn nodes(&self) -> u64 {
        self.nodes + self.general.nodes()
    }
}

#[cfg(test)]
mod tests {
    use serpentine_core::{Rules, Size};

    use crate::Spec;

    /// What looks bad by 8,000 points is left out; 8,000 of a hand-made evaluation may be nothing.
    #[test]
    fn only_points_are_a_reason_to_leave_moves_out() {
        crate::models::load_a_small_one();
        let nodes = |spec: &str| {
            let spec: Spec = spec.parse().unwrap();
            let player = spec.build(Size::STANDARD, &Rules::STANDARD);
            let mut player = player.unwrap();
            player.explain(&"ba98456732110001".parse().unwrap());
            player.nodes()
        };
        let hand = "serpentine:nodes=3000,eval=hand";
        assert_eq!(nodes(hand), nodes(&format!("{hand},margin=inf")));
        assert_ne!(nodes(hand), nodes(&format!("{hand},margin=8000")));
        let network = "serpentine:nodes=3000";
        assert_eq!(nodes(network), nodes(&format!("{network},margin=8000")));
    }
}
