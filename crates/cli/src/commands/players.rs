//! `serpentine players`

use anyhow::Result;
use serde::Serialize;
use serpentine_players::evaluation::TERMS;
use serpentine_players::{CATALOGUE, Kind};

use crate::args::PlayersArgs;
use crate::output::{Output, table};

#[derive(Serialize)]
struct Report {
    players: Vec<Player>,
    evaluations: Vec<Evaluation>,
}

#[derive(Serialize)]
struct Player {
    name: &'static str,
    source: &'static str,
    summary: &'static str,
    parameters: Vec<Parameter>,
}

#[derive(Serialize)]
struct Parameter {
    name: &'static str,
    default: &'static str,
    summary: &'static str,
}

#[derive(Serialize)]
struct Evaluation {
    name: &'static str,
    parameters: &'static str,
    summary: &'static str,
}

impl From<&Kind> for Player {
    fn from(kind: &Kind) -> Self {
        let parameters = kind.parameters.iter().map(|parameter| Parameter {
            name: parameter.name,
            default: parameter.default,
            summary: parameter.summary,
        });
        Self {
            name: kind.name,
            source: kind.source,
            summary: kind.summary,
            parameters: parameters.collect(),
        }
    }
}

pub(crate) fn run(args: &PlayersArgs, output: &mut Output) -> Result<()> {
    let report = Report {
        players: CATALOGUE.iter().map(Player::from).collect(),
        evaluations: TERMS
            .map(|(name, parameters, summary)| Evaluation {
                name,
                parameters,
                summary,
            })
            .into(),
    };
    if args.json {
        return output.json(&report);
    }
    for player in &report.players {
        output.line(format_args!("{}  ({})", player.name, player.source))?;
        output.line(format_args!("    {}", player.summary))?;
        // The evaluations' own parameters are listed once, below.
        let own = player
            .parameters
            .iter()
            .take_while(|parameter| parameter.name != "eval");
        let eval = player
            .parameters
            .iter()
            .filter(|parameter| parameter.name == "eval");
        for parameter in own.chain(eval) {
            let setting = format!("{}={}", parameter.name, parameter.default);
            output.line(format_args!("      {setting:<24} {}", parameter.summary))?;
        }
        output.line("")?;
    }
    let mut rows = table(["eval=", "parameters", "value"], &[0, 1, 2]);
    for evaluation in &report.evaluations {
        rows.add_row([evaluation.name, evaluation.parameters, evaluation.summary]);
    }
    output.table(&rows)?;
    output.line("\nweighted sums: eval=empty*2+smooth; parameters go beside it: eval=snake,r=0.5")
}
