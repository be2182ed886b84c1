//! `runs compare`

use anyhow::Result;
use serpentine_lab::report::Contender;

use super::open;
use crate::UsageError;
use crate::args::CompareArgs;
use crate::commands::tables;
use crate::output::Output;

pub(super) fn run(args: &CompareArgs, output: &mut Output) -> Result<()> {
    let contenders = Contender::of_runs(&open(&args.store)?, &args.ids)?;
    let [first, others @ ..] = contenders.as_slice() else {
        unreachable!("a run has a player");
    };
    if others.is_empty() {
        let id = args.ids[0];
        let fault = format!("run {id} has one player: name another run to compare it with");
        return Err(UsageError(fault).into());
    }
    let players: Vec<_> = contenders.iter().map(|c| c.summary.clone()).collect();
    let comparisons: Vec<_> = others.iter().map(|other| first.compare(other)).collect();
    if args.json {
        let report = serde_json::json!({ "players": players, "comparisons": comparisons });
        return output.json(&report);
    }
    tables::players(&players, output)?;
    tables::comparisons(&comparisons, output)
}
