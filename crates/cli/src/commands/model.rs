//! `serpentine model`

use std::sync::Arc;

use anyhow::{Context, Result};
use serde::Serialize;
use serpentine_core::Rules;
use serpentine_lab::{census, statistics};
use serpentine_learn::{About, Model, Network, Outcome};

use super::matches::all_cores;
use super::train;
use crate::args::{InfoArgs, ModelArgs, ModelCommand, PackArgs, VerifyArgs};
use crate::models;
use crate::output::{Output, thousands};

/// Games that show which weights matter, and those that measure the loss.
const CENSUS_SEED: u64 = 0x4345_4E53_5553;
const LOSS_SEED: u64 = 0x4C4F_5353;

pub(crate) fn run(args: &ModelArgs, output: &mut Output) -> Result<()> {
    match &args.command {
        ModelCommand::Info(args) => info(args, output),
        ModelCommand::Verify(args) => verify(args, output),
        ModelCommand::Pack(args) => pack(args, output),
    }
}

fn open(name: &str) -> Result<Model> {
    models::open(name).with_context(|| format!("cannot read {name}"))
}

#[derive(Serialize)]
struct Info<'a> {
    about: &'a About,
    weights: usize,
    not_zero: usize,
    /// CRC-32 of the weights: the same for the same network.
    checksum: u32,
}

fn not_zero(network: &Network) -> usize {
    network.weights().filter(|&weight| weight != 0.0).count()
}

fn info(args: &InfoArgs, output: &mut Output) -> Result<()> {
    let model = open(&args.model)?;
    let about = &model.about;
    let (weights, not_zero) = (model.network.weights_count(), not_zero(&model.network));
    if args.json {
        return output.json(&Info {
            about,
            weights,
            not_zero,
            checksum: model.network.checksum(),
        });
    }
    for (recipe, moves) in &about.earlier {
        match moves {
            0 => output.line(format_args!("at first: {recipe}"))?,
            _ => output.line(format_args!("up to {} moves: {recipe}", thousands(*moves)))?,
        }
    }
    output.line(&about.recipe)?;
    output.line(format_args!(
        "{} weights, {} of them not 0; rules {}, seed {}, {} threads",
        thousands(weights as u64),
        thousands(not_zero as u64),
        about.rules,
        about.seed,
        about.threads,
    ))?;
    output.line(format_args!(
        "{} moves of {} games in {:.1} minutes, by {}",
        thousands(about.moves),
        thousands(about.games),
        about.seconds / 60.0,
        about.made_by,
    ))?;
    if let Some(packed) = &about.packed {
        output.line(format_args!(
            "packed: {} weights kept of {} that learned, in steps of {:.1} and finer",
            thousands(packed.kept),
            thousands(packed.visited),
            packed.step,
        ))?;
    }
    for point in &about.curve {
        output.line(train::line(point))?;
    }
    Ok(())
}

fn verify(args: &VerifyArgs, output: &mut Output) -> Result<()> {
    let model = open(&args.model)?;
    let weights = model.network.weights_count();
    if let Some(k) = model
        .network
        .weights()
        .position(|weight| !weight.is_finite())
    {
        anyhow::bail!("{}: weight {k} is no number", args.model);
    }
    match args.json {
        true => output.json(&serde_json::json!({ "whole": true, "weights": weights })),
        false => output.line(format_args!(
            "{} is whole: {} weights",
            args.model,
            thousands(weights as u64)
        )),
    }
}

/// What packing came to.
#[derive(Serialize)]
struct Packed {
    bytes: u64,
    visited: u64,
    kept: u64,
    loss: Option<Loss>,
}

/// What packing cost, over the same games.
#[derive(Serialize)]
struct Loss {
    games: u64,
    before: f64,
    before_ci95: [f64; 2],
    after: f64,
    after_ci95: [f64; 2],
}

fn pack(args: &PackArgs, output: &mut Output) -> Result<()> {
    let name = args.model.display();
    let model = Model::open(&args.model).with_context(|| format!("cannot read {name}"))?;
    let rules: Rules = model.about.rules.parse()?;
    let threads = args.threads.map_or_else(all_cores, usize::from);
    let network = Arc::new(model.network);
    let census = census::take(&network, &rules, CENSUS_SEED, args.census_games, threads);
    let model = Model {
        about: model.about,
        network: Arc::into_inner(network).expect("the census is over"),
    };
    let small = model
        .pack(&args.out, args.max_mb * 1_000_000, &census)
        .with_context(|| format!("cannot pack {name} into {}", args.out.display()))?;
    let about = small.about.packed.as_ref().expect("it was packed");
    let packed = Packed {
        bytes: std::fs::metadata(&args.out)?.len(),
        visited: about.visited,
        kept: about.kept,
        loss: (args.games > 0).then(|| {
            let play = |network: &Network| {
                let games = network.play_greedily(&rules, LOSS_SEED, 0..args.games, threads);
                let scores: Vec<f64> = games
                    .iter()
                    .map(|game: &Outcome| game.score as f64)
                    .collect();
                (statistics::mean(&scores), statistics::mean_ci95(&scores))
            };
            let (before, before_ci95) = play(&model.network);
            let (after, after_ci95) = play(&small.network);
            Loss {
                games: args.games,
                before,
                before_ci95,
                after,
                after_ci95,
            }
        }),
    };
    if args.json {
        return output.json(&packed);
    }
    output.line(format_args!(
        "{}: {} bytes, {} weights kept of {} that learned",
        args.out.display(),
        thousands(packed.bytes),
        thousands(packed.kept),
        thousands(packed.visited)
    ))?;
    if let Some(loss) = &packed.loss {
        let figure = |mean: f64, [_, high]: [f64; 2]| {
            format!(
                "{} ± {}",
                thousands(mean as u64),
                thousands((high - mean) as u64)
            )
        };
        output.line(format_args!(
            "greedy, {} games: {} before, {} after ({:+.2} %)",
            thousands(loss.games),
            figure(loss.before, loss.before_ci95),
            figure(loss.after, loss.after_ci95),
            100.0 * (loss.after / loss.before - 1.0)
        ))?;
    }
    Ok(())
}
