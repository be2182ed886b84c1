//! Expectimax: the best move on average over every tile that may appear.
//!
//! Depth counts plies after the root move, a tile or a move each. What many branches have
//! in common is searched once: positions after a move and positions to move are looked up
//! in a table by the smallest of their images (if the evaluation does not tell images
//! apart). That merges tiles that every next move makes equal, and symmetric boards, and
//! changes no value: a position's value is always computed from its smallest image.

use serpentine_core::grid::Grid;
use serpentine_core::{After, Board, Direction, Rules, SpawnCells, Stream};

use super::depth::Depth;
use super::on_fastest_grid;
use super::table::Table;
use crate::catalogue::{Context, parameter, with_evaluation};
use crate::evaluation::Evaluation;
use crate::{Decision, Kind, Player, Settings, SpecError, Unit};

pub(crate) const KIND: Kind = Kind {
    name: "expectimax",
    source: "expectimax paper",
    summary: "best move on average over all tiles that may appear",
    parameters: with_evaluation!(
        "snake",
        [
            parameter(
                "depth",
                "auto",
                "plies after the root move, or auto: wide or narrow by the empty cells"
            ),
            parameter("wide", "2", "auto: plies with many empty cells"),
            parameter("narrow", "4", "auto: plies with few"),
            parameter("few", "6", "auto: few means at most so many"),
            parameter(
                "merging",
                "exact",
                "exact or none: search equivalent positions once or every time"
            ),
        ]
    ),
    build: |settings, context| Ok(Box::new(Expectimax::new(settings, context)?)),
};

/// Whether equivalent positions are searched once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merging {
    /// Every branch by itself.
    None,
    /// Once, with the same values.
    Exact,
}

/// The expectimax player.
pub(crate) struct Expectimax {
    rules: Rules,
    depth: Depth,
    merging: Merging,
    evaluation: Evaluation,
    is_symmetric: bool,
    table: Table,
    nodes: u64,
}

impl Expectimax {
    /// A player with these settings.
    pub(crate) fn new(settings: &Settings, context: &Context) -> Result<Self, SpecError> {
        let merging = match settings.text("merging") {
            None | Some("exact") => Merging::Exact,
            Some("none") => Merging::None,
            Some(_) => return Err(settings.bad("merging", "exact or none")),
        };
        let evaluation = settings.evaluation("snake", context)?;
        Ok(Self {
            rules: context.rules,
            depth: Depth::of(settings, "depth", (2, 4, 6), 0..=16)?,
            // Where a tile may appear depends on the move, a position is not all there is.
            merging: match context.rules.spawn_cells {
                SpawnCells::Any => merging,
                SpawnCells::TrailingEdge => Merging::None,
            },
            is_symmetric: evaluation.is_symmetric(),
            evaluation,
            table: Table::new(16),
            nodes: 0,
        })
    }

    fn leaf<G: Grid>(&mut self, grid: &G) -> f64 {
        self.nodes += 1;
        self.evaluation.value(grid)
    }

    /// The smallest image, if images are worth the same.
    fn representative<G: Grid>(&self, grid: &G) -> G {
        if self.is_symmetric {
            grid.canonical()
        } else {
            *grid
        }
    }

    /// The mean over the tiles that may appear.
    fn mean<G: Grid>(&mut self, after: &After<G>, direction: Direction, plies: u32) -> f64 {
        if plies == 0 {
            return self.leaf(after.grid());
        }
        self.shared(after.grid(), 2 * plies, |this, grid| {
            let after = After::new(grid);
            let (mut sum, mut total) = (0.0, 0.0);
            for possible in this.rules.spawns(&after, direction) {
                let weight = f64::from(possible.weight);
                sum += weight * this.best(&after.place(possible.spawn), plies - 1);
                total += weight;
            }
            sum / total
        })
    }

    /// The best of the moves; a position without moves is worth 0, as in the paper, or the
    /// points made where the evaluation counts them.
    fn best<G: Grid>(&mut self, board: &Board<G>, plies: u32) -> f64 {
        if plies == 0 {
            self.nodes += 1;
            return self.evaluation.value_to_move(board);
        }
        self.shared(board.grid(), 2 * plies + 1, |this, grid| {
            let board = Board::new(grid);
            let mut best: Option<f64> = None;
            for direction in Direction::ALL {
                if let Some(moved) = board.play(direction) {
                    let value = this.mean(&moved.after, direction, plies - 1);
                    best = Some(best.map_or(value, |best| best.max(value)));
                }
            }
            best.unwrap_or_else(|| this.evaluation.lost(&board))
        })
    }

    /// The value of a position with so much left to search, computed once where that pays.
    fn shared<G: Grid>(
        &mut self,
        grid: &G,
        rest: u32,
        compute: impl FnOnce(&mut Self, G) -> f64,
    ) -> f64 {
        // Below that a look-up costs more than the few leaves it saves.
        const LEAST: u32 = 4;
        if self.merging == Merging::None || rest < LEAST {
            return compute(self, *grid);
        }
        let grid = self.representative(grid);
        let Some(packed) = grid.packed_4x4() else {
            return compute(self, grid);
        };
        let (bits, rest) = (packed.bits(), u64::from(rest));
        if let Some(value) = self.table.get(bits, rest) {
            return value;
        }
        let value = compute(self, grid);
        self.table.insert(bits, rest, value);
        value
    }
}

impl Player for Expectimax {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn start(&mut self, _: Stream) {
        self.table.clear();
    }

    fn explain(&mut self, board: &Board) -> Decision {
        let depth = self.depth.at(board.empty_count());
        Decision::best_of(board, Unit::Unitless, |direction| {
            on_fastest_grid!(board, u64::from(depth) + 1, fast => {
                let after = fast.play(direction).expect("a legal move").after;
                self.mean(&after, direction, depth)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use serpentine_core::{Cell, Size};

    use super::*;
    use crate::Spec;

    fn player(text: &str, rules: &Rules, size: Size) -> Expectimax {
        let spec: Spec = format!("expectimax:{text}").parse().unwrap();
        let context = Context {
            size,
            rules: *rules,
        };
        Expectimax::new(spec.settings(), &context).unwrap()
    }

    fn random_board(size: Size, stream: &mut Stream) -> Board {
        let (most, gaps) = (2 + stream.below(9), 1 + stream.below(3));
        let cells: Vec<u32> = Cell::all(size)
            .map(|_| {
                if stream.below(4) < gaps {
                    0
                } else {
                    stream.below(most)
                }
            })
            .collect();
        Board::from_exponents(size, |row, col| {
            cells[row * size.cols() + col].min(size.max_exponent().into())
        })
        .unwrap_or_else(|_| Board::empty(size))
    }

    /// Merging changes no value and no move, on thousands of boards, for evaluations that
    /// tell images apart and that do not, for every preset and on small boards.
    #[test]
    fn merging_is_exact() {
        let mut stream = Stream::new(12);
        let (mut searched, mut saved) = (0, 0);
        let mut checked = 0;
        // Depth 3 on many boards, 4 on some.
        for (eval, depth, boards) in [
            ("snake", 3, 600),
            ("snake", 4, 60),
            ("empty*2+smooth", 3, 300),
            ("empty*2+smooth", 4, 30),
            ("minimax-e", 3, 100),
            ("minimax-e", 4, 10),
            ("mono2019", 3, 300),
            ("mono2019", 4, 30),
        ] {
            for preset in serpentine_core::Preset::ALL {
                for size in [Size::STANDARD, Size::new(3, 3).unwrap()] {
                    let mut plain = player(
                        &format!("depth={depth},merging=none,eval={eval}"),
                        &preset.rules,
                        size,
                    );
                    let mut merged =
                        player(&format!("depth={depth},eval={eval}"), &preset.rules, size);
                    for _ in 0..boards {
                        let board = random_board(size, &mut stream);
                        if board.is_terminal() || board.empty_count() > 5 {
                            continue;
                        }
                        checked += 1;
                        let (a, b) = (plain.explain(&board), merged.explain(&board));
                        for direction in Direction::ALL {
                            let (a, b) = (a.value(direction), b.value(direction));
                            let close =
                                |a: f64, b: f64| a == b || (a - b).abs() <= 1e-9 * (1.0 + a.abs());
                            assert!(
                                a.zip(b).is_none_or(|(a, b)| close(a, b)),
                                "{eval} {board}: {a:?} {b:?}"
                            );
                        }
                        let worth = |d: Direction| a.value(d).unwrap();
                        let tied = (worth(a.chosen) - worth(b.chosen)).abs()
                            <= 1e-9 * (1.0 + worth(a.chosen).abs());
                        assert!(a.chosen == b.chosen || tied, "{eval} {board}");
                    }
                    if preset.name == "standard" && size == Size::STANDARD && depth == 4 {
                        searched += plain.nodes();
                        saved += plain.nodes() - merged.nodes();
                    }
                }
            }
        }
        assert!(checked > 4_000, "only {checked} boards");
        assert!(saved * 5 > searched, "{saved} of {searched} saved");
    }

    #[test]
    fn the_table_holds_what_was_put_in() {
        let mut table = Table::new(4);
        assert_eq!(table.get(0, 5), None);
        for key in 0..100 {
            table.insert(key, 5, key as f64);
            assert_eq!(table.get(key, 5), Some(key as f64));
            assert_eq!(table.get(key, 6), None);
        }
        table.clear();
        assert_eq!(table.get(99, 5), None);
    }
}
