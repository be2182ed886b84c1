//! Figures of players as `match` and `runs` print them.

use anyhow::Result;
use serpentine_lab::text::by_chance;
use serpentine_lab::{Comparison, PlayerSummary};

use crate::output::{Output, table, thousands};

/// Scores, moves and tiles of each player.
pub(crate) fn players(players: &[PlayerSummary], output: &mut Output) -> Result<()> {
    let mut scores = table(
        [
            "player",
            "games",
            "mean score",
            "± 95 %",
            "median",
            "max",
            "std",
        ],
        &[0],
    );
    let mut moves = table(
        ["player", "won", "moves", "moves/s", "µs/move", "p99"],
        &[0],
    );
    for player in players {
        let score = &player.score;
        scores.add_row([
            player.player.clone(),
            thousands(player.games),
            thousands(score.mean.round() as u64),
            thousands(((score.ci95[1] - score.ci95[0]) / 2.0).round() as u64),
            thousands(score.median.round() as u64),
            thousands(score.max),
            thousands(score.std.round() as u64),
        ]);
        moves.add_row([
            player.player.clone(),
            format!("{:.1} %", 100.0 * player.won.rate),
            format!("{:.1}", player.moves.mean),
            thousands(player.moves_per_second.round() as u64),
            format!("{:.2}", player.move_time_us_mean),
            format!("{:.2}", player.move_time_us_p99),
        ]);
    }
    output.table(&scores)?;
    output.line("")?;
    output.table(&moves)?;
    output.line("\ngames with a tile or a larger one, and the 95 % interval")?;
    for player in players {
        output.line(format_args!("{}", player.player))?;
        for (tile, reached) in player.reached.iter().rev().take(8) {
            let [low, high] = reached.ci95.map(|rate| 100.0 * rate);
            let rate = 100.0 * reached.rate;
            let tile = thousands(*tile);
            output.line(format_args!(
                "  {tile:>7}  {rate:>6.2} %   {low:.2} to {high:.2}"
            ))?;
        }
    }
    Ok(())
}

/// One sentence for each comparison.
pub(crate) fn comparisons(comparisons: &[Comparison], output: &mut Output) -> Result<()> {
    for comparison in comparisons {
        let [low, high] = comparison.difference.ci95;
        let games = match comparison.paired {
            true => format!("the same {} games", thousands(comparison.games)),
            false => format!("{} games or more, other tiles", thousands(comparison.games)),
        };
        output.line(format_args!(
            "\n{} against {}, {games}: {:+.0} points ({low:+.0} to {high:+.0}), {}",
            comparison.second,
            comparison.first,
            comparison.difference.mean,
            by_chance(comparison.p_value)
        ))?;
        if let Some(([low, high], ahead)) = comparison.bootstrap_ci95.zip(comparison.ahead) {
            output.line(format_args!(
                "  by the bootstrap {low:+.0} to {high:+.0}; ahead in {:.1} % of the games",
                100.0 * ahead
            ))?;
        }
    }
    Ok(())
}
