//! `serpentine count`

use anyhow::Result;
use serde::Serialize;
use serpentine_core::enumerate::{self, Layer};

use crate::args::CountArgs;
use crate::output::{Output, thousands};
use crate::{UsageError, interrupt};

#[derive(Serialize)]
struct Report {
    layers: Vec<Row>,
    #[serde(flatten)]
    total: Totals,
    /// False if the count was interrupted.
    complete: bool,
}

#[derive(Serialize)]
struct Row {
    sum: u64,
    #[serde(flatten)]
    counts: Totals,
}

#[derive(Clone, Copy, Default, Serialize)]
struct Totals {
    states: u64,
    labelled: u64,
    afterstates: u64,
    terminal: u64,
}

impl From<Layer> for Totals {
    fn from(layer: Layer) -> Self {
        Self {
            states: layer.states,
            labelled: layer.labelled,
            afterstates: layer.afterstates,
            terminal: layer.terminal,
        }
    }
}

impl Totals {
    fn add(&mut self, other: Self) {
        self.states += other.states;
        self.labelled += other.labelled;
        self.afterstates += other.afterstates;
        self.terminal += other.terminal;
    }

    fn row(&self, sum: &str) -> String {
        let figures = [self.states, self.labelled, self.afterstates, self.terminal];
        let figures = figures.map(|n| format!("{:>16}", thousands(n)));
        format!("{sum:>8}{}", figures.concat())
    }
}

pub(crate) fn run(args: &CountArgs, output: &mut Output) -> Result<()> {
    let (size, rules) = (args.game.size, args.game.rules);
    rules
        .check(size)
        .map_err(|error| UsageError(error.to_string()))?;
    interrupt::listen();
    let mut report = Report {
        layers: Vec::new(),
        total: Totals::default(),
        complete: true,
    };
    if !args.json {
        let header = ["states", "labelled", "afterstates", "terminal"].map(|h| format!("{h:>16}"));
        output.line(format_args!("{:>8}{}", "sum", header.concat()))?;
    }
    let mut progress = output.progress("states", None);
    let last_sum = args.sum.unwrap_or(u64::MAX);
    for layer in enumerate::layers(size, rules).take_while(|layer| layer.sum <= last_sum) {
        let counts = Totals::from(layer);
        report.total.add(counts);
        if !args.json {
            progress.suspend(|| output.line(counts.row(&thousands(layer.sum))))?;
        }
        report.layers.push(Row {
            sum: layer.sum,
            counts,
        });
        progress.at(report.total.states);
        if interrupt::requested() {
            report.complete = false;
            break;
        }
    }
    drop(progress);
    if args.json {
        return output.json(&report);
    }
    output.line(report.total.row("total"))?;
    if !report.complete {
        output.line("interrupted: the layers above are complete, the total is not")?;
    }
    Ok(())
}
