//! `serpentine perft`

use anyhow::{Context, Result};
use serde::Serialize;
use serpentine_core::perft;

use crate::args::PerftArgs;
use crate::output::{Output, thousands};

#[derive(Serialize)]
struct Report {
    depth: u32,
    paths: u128,
}

pub(crate) fn run(args: &PerftArgs, output: &mut Output) -> Result<()> {
    let too_many = |depth| format!("depth {depth} has more than 2^128 paths");
    if args.json {
        let paths = perft::paths(&args.board, &args.rules, args.depth);
        return output.json(&Report {
            depth: args.depth,
            paths: paths.with_context(|| too_many(args.depth))?,
        });
    }
    for (depth, paths) in (1..=args.depth).zip(perft::by_depth(&args.board, &args.rules)) {
        let paths = paths.with_context(|| too_many(depth))?;
        output.line(format_args!("depth {depth}: {} paths", thousands(paths)))?;
    }
    Ok(())
}
