//! Figures that the documents print.

/// A column of the Monte-Carlo paper's table in section 5.3.
pub(super) struct McEntry {
    pub(super) n: u32,
    pub(super) t: u32,
    pub(super) games: u64,
    pub(super) moves: f64,
}

const fn mc(n: u32, t: u32, games: u64, moves: f64) -> McEntry {
    McEntry { n, t, games, moves }
}

pub(super) const MC_TABLE: [McEntry; 8] = [
    mc(20, 10, 67, 430.0),
    mc(30, 15, 56, 565.0),
    mc(40, 20, 60, 707.0),
    mc(50, 25, 42, 798.0),
    mc(60, 30, 26, 845.0),
    mc(80, 40, 20, 886.0),
    mc(90, 45, 20, 934.0),
    mc(120, 60, 24, 987.0),
];

/// The static-evaluation paper's table 1: largest tile and moves of the 50 games, no moves
/// for games not won. Game 7 is marked as not won, yet has a 2048 and its moves.
pub(super) fn static_games() -> Vec<(u64, Option<f64>)> {
    let lines = include_str!("published/static_games.tsv").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let mut columns = line.split('\t').skip(1);
            let mut column = || columns.next().and_then(|text| text.parse::<f64>().ok());
            let largest = column().expect("a largest tile");
            (largest as u64, column())
        })
        .collect()
}

/// Largest tiles of the chain paper's games with their shares, smallest first.
pub(super) const CHAIN_TILES: [(u64, f64); 8] = [
    (64, 0.0008),
    (128, 0.0058),
    (256, 0.0345),
    (512, 0.1349),
    (1024, 0.3193),
    (2048, 0.3722),
    (4096, 0.1293),
    (8192, 0.0032),
];
pub(super) const CHAIN_GAMES: u64 = 974_349;

/// What the chain paper prints of a learner.
pub(super) struct TdResult {
    /// Cells of a tuple.
    pub(super) tuples: usize,
    /// Games learned from.
    pub(super) games: u64,
    /// Games here: values of states, values of afterstates, these with traces.
    pub(super) games_here: [u64; 3],
    /// Share of games won, and half its interval.
    pub(super) won: [f64; 2],
    /// Mean score, and half its interval.
    pub(super) score: [f64; 2],
}

/// Means of the last 200,000 games, four runs each.
pub(super) const TD_RESULTS: [TdResult; 3] = [
    TdResult {
        tuples: 2,
        games: 400_000,
        games_here: [150_000, 150_000, 150_000],
        won: [0.5456, 0.0032],
        score: [23_129.0, 100.0],
    },
    TdResult {
        tuples: 3,
        games: 650_000,
        games_here: [200_000, 200_000, 200_000],
        won: [0.8477, 0.0488],
        score: [41_577.0, 4_874.0],
    },
    TdResult {
        tuples: 4,
        games: 1_550_000,
        games_here: [400_000, 800_000, 150_000],
        won: [0.9436, 0.0042],
        score: [85_471.0, 1_409.0],
    },
];

/// Tiles with the shares of games of 2-, 3- and 4-tuples that make them or larger ones.
pub(super) const TD_REACHED: [(u64, [f64; 3]); 7] = [
    (128, [1.0, 1.0, 1.0]),
    (256, [0.998, 0.998, 0.999]),
    (512, [0.986, 0.989, 0.995]),
    (1024, [0.903, 0.960, 0.978]),
    (2048, [0.546, 0.848, 0.944]),
    (4096, [0.044, 0.427, 0.765]),
    (8192, [0.0, 0.004, 0.412]),
];

/// The same of its sampled tree.
pub(super) const TREE_TILES: [(u64, f64); 5] = [
    (512, 0.0040),
    (1024, 0.0571),
    (2048, 0.4089),
    (4096, 0.5071),
    (8192, 0.0230),
];
pub(super) const TREE_GAMES: u64 = 1_262;

/// One of the minimax paper's algorithms with its 100 scores.
pub(super) struct Algorithm {
    pub(super) player: &'static str,
    pub(super) mean: f64,
    pub(super) max: f64,
    pub(super) seconds: f64,
    pub(super) scores: Vec<f64>,
}

pub(super) fn algorithms() -> Vec<Algorithm> {
    let scores = |text: &str| {
        text.split_whitespace()
            .map(|score| score.parse().expect("a score"))
            .collect()
    };
    let algorithm = |player, mean, max, seconds, text| Algorithm {
        player,
        mean,
        max,
        seconds,
        scores: scores(text),
    };
    vec![
        algorithm(
            "random",
            1_112.24,
            2_680.0,
            0.839,
            include_str!("published/random.txt"),
        ),
        algorithm(
            "corner",
            3_252.36,
            7_976.0,
            45.9,
            include_str!("published/corner.txt"),
        ),
        algorithm(
            "greedy",
            23_375.60,
            60_744.0,
            1_287.0,
            include_str!("published/greedy.txt"),
        ),
        algorithm(
            "minimax",
            35_288.88,
            95_808.0,
            1_278.0,
            include_str!("published/minimax.txt"),
        ),
        algorithm(
            "minimax-sa",
            38_606.24,
            102_068.0,
            1_469.0,
            include_str!("published/minimax-sa.txt"),
        ),
    ]
}

/// The chain paper's points when a tile is first made: only 2s, only 4s, nine to one.
pub(super) const POINTS_AT_TILE: [(u32, u64, u64, f64); 16] = [
    (2, 4, 0, 3.6),
    (3, 16, 8, 15.2),
    (4, 48, 32, 46.4),
    (5, 128, 96, 124.8),
    (6, 320, 256, 313.6),
    (7, 768, 640, 755.2),
    (8, 1_792, 1_536, 1_766.4),
    (9, 4_096, 3_584, 4_044.8),
    (10, 9_216, 8_192, 9_113.6),
    (11, 20_480, 18_432, 20_275.2),
    (12, 45_056, 40_960, 44_646.4),
    (13, 98_304, 90_112, 97_484.8),
    (14, 212_992, 196_608, 211_353.6),
    (15, 458_752, 425_984, 455_475.2),
    (16, 983_040, 917_504, 976_486.4),
    (17, 2_097_152, 1_966_080, 2_084_044.8),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::row::{maximum, variance};
    use crate::statistics::mean;

    /// The tables were copied right: their own sums come out.
    #[test]
    fn scores_have_the_published_means_and_maxima() {
        for algorithm in algorithms() {
            assert_eq!(algorithm.scores.len(), 100, "{}", algorithm.player);
            // Some of minimax's scores are no multiples of 4, as scores are: misprints, whose
            // sum is off by 26 and by 10.
            let close = (mean(&algorithm.scores) - algorithm.mean).abs() < 0.3;
            assert!(close, "{} {}", algorithm.player, mean(&algorithm.scores));
            assert_eq!(maximum(&algorithm.scores), algorithm.max);
        }
        // The second is printed as 497,148,259.7; misprinted scores move it a little.
        let spread = |k: usize| variance(&algorithms()[k].scores) / 1e6;
        assert!((spread(3) - 320.8).abs() < 0.1, "{}", spread(3));
        assert!((spread(4) - 497.1).abs() < 0.1, "{}", spread(4));
    }

    #[test]
    fn the_table_of_50_games_has_36_with_a_2048() {
        let games = static_games();
        assert_eq!(games.len(), 50);
        let moves: Vec<f64> = games.iter().filter_map(|game| game.1).collect();
        assert_eq!(moves.len(), 36);
        assert!((mean(&moves) - 919.75).abs() < 0.01, "{}", mean(&moves));
    }

    #[test]
    fn shares_add_up() {
        let sum = |tiles: &[(u64, f64)]| tiles.iter().map(|tile| tile.1).sum::<f64>();
        assert!((sum(&CHAIN_TILES) - 1.0).abs() < 0.001);
        assert!((sum(&TREE_TILES) - 1.0).abs() < 0.001);
    }
}
