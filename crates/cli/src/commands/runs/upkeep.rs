//! `runs delete`, `runs check` and `runs salvage`

use std::io::{self, IsTerminal, Write};

use anyhow::{Result, bail};

use super::open;
use crate::UsageError;
use crate::args::{CheckArgs, DeleteArgs, SalvageArgs};
use crate::output::{Output, thousands};

pub(super) fn delete(args: &DeleteArgs, output: &mut Output) -> Result<()> {
    let mut store = open(&args.store)?;
    let mut games = 0;
    for &id in &args.ids {
        games += store.run(id)?.stored;
    }
    let what = format!(
        "{} with {} games",
        match args.ids.as_slice() {
            [id] => format!("run {id}"),
            ids => format!("{} runs", ids.len()),
        },
        thousands(games)
    );
    if !args.yes && !agreed(&what)? {
        return output.line("nothing deleted");
    }
    for &id in &args.ids {
        store.delete(id)?;
    }
    output.line(format_args!("deleted {what}"))
}

fn agreed(what: &str) -> Result<bool> {
    if !io::stdin().is_terminal() {
        return Err(UsageError(format!("would delete {what}: say --yes")).into());
    }
    write!(io::stderr(), "Delete {what}? [y/N] ")?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

pub(super) fn check(args: &CheckArgs, output: &mut Output) -> Result<()> {
    let store = open(&args.store)?;
    let check = store.check()?;
    if args.json {
        output.json(&serde_json::json!({
            "runs": check.runs, "games": check.games, "records": check.records,
            "faults": check.faults,
        }))?;
    } else {
        output.line(format_args!(
            "{} runs, {} games and {} records are whole",
            thousands(check.runs),
            thousands(check.games),
            thousands(check.records)
        ))?;
    }
    match check.faults.as_slice() {
        [] => Ok(()),
        faults => bail!("{} faults:\n  {}", faults.len(), faults.join("\n  ")),
    }
}

pub(super) fn salvage(args: &SalvageArgs, output: &mut Output) -> Result<()> {
    let salvage = open(&args.store)?.salvage(&args.to)?;
    output.line(format_args!(
        "{} runs and {} games saved to {}",
        thousands(salvage.runs),
        thousands(salvage.games),
        args.to.display()
    ))?;
    match salvage.lost {
        0 => Ok(()),
        lost => output.line(format_args!(
            "{} games could not be read: 'serpentine match --resume ID --store {}' plays them again",
            thousands(lost),
            args.to.display()
        )),
    }
}
