//! `runs import`

use anyhow::Result;
use serpentine_lab::store::Store;

use crate::args::ImportArgs;
use crate::files;
use crate::output::{Output, thousands};

pub(super) fn run(args: &ImportArgs, output: &mut Output) -> Result<()> {
    let from = Store::open_existing(&args.from)?;
    let ids = match args.ids.is_empty() {
        false => args.ids.clone(),
        true => {
            let runs = from.runs()?.into_iter();
            runs.map(|run| Ok(run?.id)).collect::<Result<_>>()?
        }
    };
    let mut store = Store::open(&files::store_path(args.store.store.as_deref())?)?;
    for id in ids {
        let copied = store.copy_run(&from, id)?;
        let new = if copied.is_new { "new " } else { "" };
        output.line(format_args!(
            "run {id} is {new}run {} in {}: {} games copied",
            copied.run,
            store.path().display(),
            thousands(copied.games)
        ))?;
    }
    Ok(())
}
