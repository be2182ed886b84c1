//! The terminal face of Serpentine: commands, tables and the game on the screen.
//!
//! Nothing here knows a rule of 2048; it parses, calls the library rooms and draws.

mod args;
mod colour;
mod commands;
mod files;
mod interrupt;
mod models;
mod output;
mod play;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::output::Output;

/// Parses the command line, runs the command and gives the exit code: 0 for success,
/// 1 for failure, 2 for wrong usage.
pub fn run() -> ExitCode {
    serpentine_players::set_model_loader(models::load);
    let cli = Cli::parse();
    let mut output = Output::new(cli.quiet);
    match execute(cli, &mut output) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has seen enough.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::report_error(&error);
            match error.downcast_ref::<UsageError>() {
                Some(_) => ExitCode::from(2),
                None => ExitCode::FAILURE,
            }
        }
    }
}

fn execute(cli: Cli, output: &mut Output) -> anyhow::Result<()> {
    match cli.command {
        None => commands::welcome::run(cli.color, output),
        Some(Command::Play(args)) => play::run(&args, cli.color, output),
        Some(Command::Match(args)) => commands::matches::run(&args, output),
        Some(Command::Loss(args)) => commands::loss::run(&args, output),
        Some(Command::Model(args)) => commands::model::run(&args, output),
        Some(Command::Train(args)) => commands::train::run(&args, output),
        Some(Command::Tune(args)) => commands::tune::run(&args, output),
        Some(Command::Runs(args)) => commands::runs::run(&args.command, output),
        Some(Command::Reproduce(args)) => commands::reproduce::run(&args, output),
        Some(Command::Hint(args)) => commands::hint::run(&args, output),
        Some(Command::Show(args)) => commands::show::run(&args, cli.color, output),
        Some(Command::Players(args)) => commands::players::run(&args, output),
        Some(Command::Perft(args)) => commands::perft::run(&args, output),
        Some(Command::Count(args)) => commands::count::run(&args, output),
        Some(Command::Replay(args)) => commands::replay::run(&args, cli.color, output),
        Some(Command::Theory(args)) => commands::theory::run(&args, output),
        Some(Command::Bench(args)) => commands::bench::run(&args, output),
        Some(Command::Completions(args)) => commands::manual::completions(&args, output),
        Some(Command::Man(args)) => commands::manual::man(&args, output),
    }
}

/// A call whose words are each right but do not go together.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct UsageError(String);
