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
    let count = |depth| {
        perft::paths(&args.board, &args.rules, depth)
            .with_context(|| format!("depth {depth} has more than 2^128 paths"))
    };
    if args.json {
        let paths = count(args.depth)?;
        return output.json(&Report {
            depth: args.depth,
            paths,
        });
    }
    for depth in 1..=args.depth.max(1) {
        output.line(format_args!(
            "depth {depth}: {} paths",
            thousands(count(depth)?)
        ))?;
    }
    Ok(())
}
