//! The curve of score against time per move.

use anyhow::Result;
use serpentine_lab::reproduce::Scale;
use serpentine_lab::store::Store;
use serpentine_lab::strength;

use crate::args::BenchArgs;
use crate::commands::matches::all_cores;
use crate::commands::reproduce::Show;
use crate::output::{Output, table};
use crate::{files, interrupt};

pub(super) fn run(args: &BenchArgs, output: &mut Output) -> Result<()> {
    interrupt::listen();
    let mut store = Store::open(&files::store_path(args.runs.as_deref())?)?;
    let scale = match args.full {
        true => Scale::Full,
        false => Scale::Quick,
    };
    let mut show = Show::new(output);
    let points = strength::measure(&mut store, scale, all_cores(), &mut show)?;
    drop(show);
    if let Some(path) = &args.svg {
        files::write_svg(path, &strength::drawing(&points))?;
    }
    if args.json {
        return output.json(&points);
    }
    if args.markdown {
        return output.line(strength::markdown(&points).trim_end());
    }
    let mut cells = strength::table(&points).into_iter();
    let heads = cells.next().unwrap_or_default();
    let mut rows = table(heads.each_ref().map(String::as_str), &[0]);
    for row in cells {
        rows.add_row(row);
    }
    output.table(&rows)?;
    output.line(format_args!("\nstored in {}", store.path().display()))
}
