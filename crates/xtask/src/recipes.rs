//! `cargo xtask recipes`: ways of training at equal time, as the table of `docs/recipes.md`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result, anyhow};
use serde_json::Value;

use crate::figures::{number, share, thousands};
use crate::process::{cargo, output, step};
use crate::root;

/// What is compared: a question, and recipes that answer it beside those before.
const QUESTIONS: [(&str, &[&str]); 7] = [
    (
        "Method",
        &[
            "network=4x6 method=td alpha=0.1 lambda=0 trace=1",
            "network=4x6 lambda=0 trace=1",
            "network=4x6 method=tc64",
        ],
    ),
    (
        "λ",
        &[
            "network=4x6",
            "network=4x6 trace=game",
            "network=4x6 trace=online:5",
        ],
    ),
    (
        "Restart",
        &[
            "network=4x6 restart=half",
            "network=4x6 restart=half trace=game",
            "network=4x6 restart=carousel",
            "network=4x6 restart=promoted",
        ],
    ),
    ("Optimism", &["network=4x6 optimistic=100000"]),
    (
        "Trend",
        &[
            "network=4x6 trend=sum",
            "network=4x6 restart=half trace=game trend=sum",
        ],
    ),
    (
        "Stages",
        &[
            "network=4x6 stages=16384",
            "network=4x6 restart=half stages=16384",
        ],
    ),
    (
        "Shapes",
        &["network=17x4 restart=half", "network=8x6 restart=half"],
    ),
];

/// Greedy games that each network plays, of a seed that no training sees.
const GAMES: &str = "2000";
const SEED: &str = "4096";

const FILE: &str = "docs/recipes.md";

pub(crate) fn run(minutes: u32, write: bool) -> Result<()> {
    let mut build = cargo();
    build.args(["build", "--release", "--package", "serpentine"]);
    step("build", &mut build)?;
    let program = root().join("target/release/serpentine");
    let kept = root().join(format!("target/recipes/{minutes}"));
    fs::create_dir_all(&kept)?;

    // 1. As many trainings at a time as there are cores, one thread each.
    let recipes: Vec<&str> = QUESTIONS
        .iter()
        .flat_map(|(_, recipes)| *recipes)
        .copied()
        .collect();
    let waiting = Mutex::new(recipes.iter());
    let cores = thread::available_parallelism()?.get();
    let work = || -> Result<()> {
        loop {
            let next = waiting.lock().map_err(|_| anyhow!("interrupted"))?.next();
            let Some(recipe) = next else { return Ok(()) };
            train(&program, &kept, recipe, minutes)?;
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let mut results = workers.into_iter().map(ScopedJoinHandle::join);
        results.try_for_each(|result| result.map_err(|_| anyhow!("a training panicked"))?)
    })?;

    // 2. The table.
    let mut table = String::from(HEAD);
    for (question, recipes) in QUESTIONS {
        for recipe in recipes {
            let line = line(&kept, question, recipe)
                .with_context(|| format!("{recipe}: a figure is missing"))?;
            print!("{line}");
            table += &line;
        }
    }
    if write {
        let about = about(minutes, cores);
        fs::write(root().join(FILE), format!("{about}{table}\n{FOOT}"))?;
    }
    Ok(())
}

/// Trains and plays, unless a run before has done so.
fn train(program: &Path, kept: &Path, recipe: &str, minutes: u32) -> Result<()> {
    let [model, info, played] = files(kept, recipe);
    if played.exists() {
        return Ok(());
    }
    eprintln!("{recipe}");
    let minutes = minutes.to_string();
    let mut train = Command::new(program);
    match model.exists() {
        true => train.arg("train").arg("--resume").arg(&model),
        false => train.arg("train").arg("--out").arg(&model),
    };
    train.args(["--threads", "1", "--no-store", "--quiet"]);
    train.args(["--greedy-games", "0", "--minutes", &minutes]);
    train.args(recipe.split(' '));
    output(&mut train)?;
    let mut about = Command::new(program);
    about.args(["model", "info", "--json"]).arg(&model);
    fs::write(info, output(&mut about)?)?;
    let mut play = Command::new(program);
    play.args(["match", "--json", "--no-store", "--threads", "1", "--quiet"]);
    play.args(["--games", GAMES, "--seed", SEED]);
    play.arg("--player");
    play.arg(format!("ntuple:model={}", model.display()));
    fs::write(played, output(&mut play)?)?;
    // Large, and all that is asked of it has been answered.
    Ok(fs::remove_file(model)?)
}

fn files(kept: &Path, recipe: &str) -> [std::path::PathBuf; 3] {
    let name = recipe.replace([' ', '=', ':', ','], "-");
    ["model", "info.json", "played.json"].map(|end| kept.join(format!("{name}.{end}")))
}

const HEAD: &str = "\
| | recipe | million moves | games | mean score | 8192 | 16384 | 32768 |
|---|---|--:|--:|--:|--:|--:|--:|
";

fn line(kept: &Path, question: &str, recipe: &str) -> Result<String> {
    let [_, info, played] = files(kept, recipe);
    let read = |file| -> Result<Value> { Ok(serde_json::from_str(&fs::read_to_string(file)?)?) };
    let about = read(info)?;
    let player = &read(played)?["players"][0];
    let figure = |value: &Value| number(value).context("no number");
    let mean = figure(&player["score"]["mean"])?;
    let half = figure(&player["score"]["ci95"][1])? - mean;
    let reached = |tile: &str| share(&player["reached"][tile]);
    Ok(format!(
        "| {question} | `{recipe}` | {} | {} | {} ± {} | {} | {} | {} |\n",
        thousands(figure(&about["about"]["moves"])? / 1e6),
        thousands(figure(&about["about"]["games"])?),
        thousands(mean),
        thousands(half),
        reached("8192"),
        reached("16384"),
        reached("32768"),
    ))
}

fn about(minutes: u32, cores: usize) -> String {
    format!(
        "# Recipes at equal time

Every recipe learned for {minutes} minutes on one thread ({cores} trainings at a time on {cores} cores of the \
same machine), then its network alone played {GAMES} games that no training saw (seed {SEED}; ± is a 95 % interval of the \
mean over games, not over trainings). What a recipe does not name has its default: temporal coherence, α = 1, backward \
TD(0.5) over 8 moves. [learning.md](learning.md) explains the choices.

"
    )
}

const FOOT: &str = "\
One training each: a difference smaller than a few per cent may be chance. Minutes decide what wins here; larger networks
and stages need more of them.

`cargo xtask recipes --write` makes this table again.
";
