//! All kinds of players by name.

use serpentine_core::{Rules, Size};

use crate::kinds::{
    chain, corner, elementary, expectimax, greedy, mc, minimax, ntuple, random, sampled,
    serpentine, static_rollouts, tree,
};
use crate::{Player, Settings, SpecError};

/// The game a player is built for.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Rows and columns.
    pub size: Size,
    /// The rules.
    pub rules: Rules,
}

/// A kind of player.
#[derive(Debug)]
pub struct Kind {
    /// The name in specs.
    pub name: &'static str,
    /// Where it comes from (see docs/sources.md).
    pub source: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Builds one.
    pub build: Build,
}

/// How a kind of player is made.
pub type Build = fn(&Settings, &Context) -> Result<Box<dyn Player>, SpecError>;

/// Something that can be set.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is when not given.
    pub default: &'static str,
    /// What it does.
    pub summary: &'static str,
}

/// A parameter.
pub(crate) const fn parameter(
    name: &'static str,
    default: &'static str,
    summary: &'static str,
) -> Parameter {
    Parameter {
        name,
        default,
        summary,
    }
}

/// The parameters of a search player: its own, then the evaluation's.
macro_rules! with_evaluation {
    ($default:literal, [$($own:expr),* $(,)?]) => {
        &[
            $($own,)*
            $crate::catalogue::parameter("eval", $default, "evaluation: a term or a weighted sum, as in empty*2+smooth"),
            $crate::catalogue::parameter("model", $crate::DEFAULT_MODEL, "model: the network, a file or default"),
            $crate::catalogue::parameter("h-alive", "200000", "hand: worth of a line, however bad"),
            $crate::catalogue::parameter("h-empty", "270", "hand: weight of the empties"),
            $crate::catalogue::parameter("h-pair", "700", "hand: weight of neighbours that can merge"),
            $crate::catalogue::parameter("h-order", "47", "hand: weight of the disorder"),
            $crate::catalogue::parameter("h-order-power", "4", "hand: power of exponents in the disorder"),
            $crate::catalogue::parameter("h-size", "11", "hand: weight of the tiles' size"),
            $crate::catalogue::parameter("h-size-power", "3.5", "hand: power of exponents in the size"),
            $crate::catalogue::parameter("r", "0.5", "snake: ratio along the snake"),
            $crate::catalogue::parameter("c1", "2.72", "minimax-e: weight of the three largest tiles"),
            $crate::catalogue::parameter("c2", "10", "minimax-e: weight of the differences of neighbours"),
            $crate::catalogue::parameter("c3", "72", "minimax-e: weight of the empties"),
            $crate::catalogue::parameter("c4", "1", "minimax-e: weight of the gaps"),
            $crate::catalogue::parameter("c5", "1", "minimax-e: weight of the order"),
            $crate::catalogue::parameter("s-empties", "10", "static2014: weight of the empties"),
            $crate::catalogue::parameter("s-max", "1", "static2014: weight of the maximum"),
            $crate::catalogue::parameter("s-std", "3", "static2014: weight of the deviation"),
            $crate::catalogue::parameter("s-position", "30", "static2014: weight of the position"),
            $crate::catalogue::parameter("s-order", "1", "static2014: share of the order in the position"),
            $crate::catalogue::parameter("s-steps", "1", "static2014: share of the steps in the position"),
        ]
    };
}
pub(crate) use with_evaluation;

/// Every kind there is.
pub static CATALOGUE: [Kind; 14] = [
    random::KIND,
    mc::KIND,
    static_rollouts::KIND,
    elementary::KIND,
    chain::KIND,
    tree::KIND,
    corner::KIND,
    greedy::KIND,
    minimax::KIND,
    minimax::ANNEALED_KIND,
    expectimax::KIND,
    sampled::KIND,
    ntuple::KIND,
    serpentine::KIND,
];

#[cfg(test)]
mod tests {
    use serpentine_core::{Game, Preset, Stream};

    use super::*;
    use crate::Spec;

    /// A name means one thing.
    #[test]
    fn no_parameter_is_listed_twice() {
        for kind in &CATALOGUE {
            let mut names: Vec<_> = kind.parameters.iter().map(|p| p.name).collect();
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count, "{}", kind.name);
        }
    }

    /// Every player plays legal moves on every size, preset and through the largest tiles,
    /// and `choose` makes the move that `explain` explains.
    #[test]
    fn every_player_plays_everything() {
        crate::models::load_a_small_one();
        for kind in &CATALOGUE {
            // Short looks, so that the test is quick.
            let text = match kind.name {
                "mc" => "mc:n=5,t=4",
                "static" => "static:n=12,t=4",
                "tree" => "tree:trees=2,depth=2",
                "expectimax" => "expectimax:depth=2",
                other => other,
            };
            let spec: Spec = text.parse().unwrap();
            for size in Size::all() {
                // A network plays the size it was trained on.
                if kind.name == "ntuple" && size != Size::STANDARD {
                    let refused = spec.build(size, &Rules::STANDARD).err().unwrap();
                    assert!(refused.to_string().contains("it was trained on 4x4"));
                    continue;
                }
                for preset in Preset::ALL {
                    let mut game = Game::new(size, preset.rules, 5, 0).unwrap();
                    play_some(&spec, &mut game, 6);
                }
            }
            let big = "exp:16 15 15 13/9 10 11 12/8 7 6 5/2 2 3 4"
                .parse()
                .unwrap();
            play_some(&spec, &mut Game::from_board(big, Rules::STANDARD, 1, 0), 12);
        }
    }

    /// The engine makes the largest tiles there are, by network and by hand, and plays on.
    #[test]
    fn the_engine_plays_on_beyond_the_largest_tiles() {
        crate::models::load_a_small_one();
        for text in ["serpentine:nodes=60", "serpentine:nodes=60,eval=hand"] {
            let spec: Spec = text.parse().unwrap();
            for (board, largest) in [
                ("16384 16384 32768 ./. . . ./. . . ./. 2 . 4", 65_536),
                ("65536 32768 16384 16384/. 2 . ./. . . ./. . . 4", 131_072),
                ("131072 8192 8192 ./. . . ./. 2 . ./. . . 4", 131_072),
            ] {
                let start = board.parse().unwrap();
                let mut game = Game::from_board(start, Rules::STANDARD, 1, 0);
                play_some(&spec, &mut game, 300);
                assert_eq!(game.board().max_tile(), largest, "{spec}");
                assert!(game.state().moves > 100, "{spec} from {board}");
            }
        }
    }

    /// A network serves every player that evaluates, and its mistakes are named.
    #[test]
    fn every_search_takes_a_network() {
        crate::models::load_a_small_one();
        for text in [
            "expectimax:depth=1,eval=model",
            "expectimax:depth=2,eval=model",
            "minimax:d=1,eval=model",
            "greedy:eval=model,depth=2",
            "sampled:eval=model,depth=1",
            "tree:eval=model,trees=2,depth=2",
            "static:eval=model,n=8,t=3",
            "expectimax:depth=2,eval=model+empty*10",
        ] {
            let spec: Spec = text.parse().unwrap();
            let mut game = Game::new(Size::STANDARD, Rules::STANDARD, 5, 0).unwrap();
            play_some(&spec, &mut game, 30);
            let big = "exp:16 15 15 13/9 10 11 12/8 7 6 5/2 2 3 4"
                .parse()
                .unwrap();
            play_some(&spec, &mut Game::from_board(big, Rules::STANDARD, 1, 0), 6);
        }
        let error = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert_eq!(error("ntuple:model=missing"), "model=missing: no such file");
        assert!(error("tree:eval=model,model=missing").contains("model=missing: no such file"));
    }

    /// Looking one move ahead on every tile is better than not looking.
    #[test]
    fn search_makes_a_network_stronger() {
        crate::models::load_a_small_one();
        let mean = |text: &str| {
            let spec: Spec = text.parse().unwrap();
            let mut player = spec.build(Size::STANDARD, &Rules::STANDARD).unwrap();
            let games = 0..12;
            let scores = games.map(|number| {
                let mut game = Game::new(Size::STANDARD, Rules::STANDARD, 9, number).unwrap();
                player.start(Stream::new(number));
                while !game.is_finished() {
                    let direction = player.choose(game.board());
                    game.play(direction).unwrap();
                }
                game.state().score
            });
            scores.sum::<u64>() / 12
        };
        let (alone, searched) = (mean("ntuple"), mean("expectimax:depth=2,eval=model"));
        assert!(
            searched > alone + alone / 3,
            "{alone} alone, {searched} searched"
        );
    }

    fn play_some(spec: &Spec, game: &mut Game, moves: u64) {
        let mut player = spec.build(game.board().size(), game.rules()).unwrap();
        let mut twin = spec.build(game.board().size(), game.rules()).unwrap();
        player.start(Stream::new(8));
        twin.start(Stream::new(8));
        while !game.is_finished() && game.state().moves < moves {
            let decision = player.explain(game.board());
            assert_eq!(
                twin.choose(game.board()),
                decision.chosen,
                "{spec} on {}",
                game.board()
            );
            for direction in serpentine_core::Direction::ALL {
                let is_legal = game.board().legal().contains(direction);
                assert_eq!(decision.value(direction).is_some(), is_legal, "{spec}");
            }
            game.play(decision.chosen).unwrap();
        }
    }
}
