//! The project's own tasks, run as `cargo xtask TASK`.

mod figures;
mod fuzz;
#[cfg(test)]
mod inlined;
mod process;
mod recipes;
mod reproduce;
mod signature;
mod strength;
mod tests;
mod tidy;
mod tools;

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run everything that must hold: format, lints, tests, documentation
    Test {
        /// Also the tests that take minutes
        #[arg(long)]
        long: bool,
    },
    /// Check what no compiler checks: dependency direction, stray prints, leftovers, links
    Tidy,
    /// Compare the bench signature with the recorded one
    BenchSignature {
        /// Record the new signature
        #[arg(long)]
        write: bool,
    },
    /// Play every player's games and print the strength table (half an hour)
    Strength {
        /// Only this player; the others' rows stay as they are
        #[arg(long)]
        only: Option<String>,
        /// Put the table into the README
        #[arg(long)]
        write: bool,
    },
    /// Train networks by many recipes for the same time and print how strong they got
    Recipes {
        /// How long each learns
        #[arg(long, default_value_t = 3)]
        minutes: u32,
        /// Put the table into docs/recipes.md
        #[arg(long)]
        write: bool,
    },
    /// Play the documents' experiments again and write docs/reproduction.md (under an hour)
    Reproduce,
    /// Redraw the pictures of the documentation
    Pictures,
    /// Fuzz every parser (needs nightly Rust and cargo-fuzz)
    Fuzz {
        /// Only this target
        target: Option<String>,
        /// How long for each target
        #[arg(long, default_value_t = 60)]
        seconds: u32,
    },
}

fn main() -> ExitCode {
    let result = match Cli::parse().task {
        Task::Test { long } => tests::run(long),
        Task::Tidy => tidy::run(),
        Task::BenchSignature { write } => signature::run(write),
        Task::Strength { only, write } => strength::run(only.as_deref(), write),
        Task::Recipes { minutes, write } => recipes::run(minutes, write),
        Task::Reproduce => reproduce::run(),
        Task::Pictures => tests::pictures(),
        Task::Fuzz { target, seconds } => fuzz::run(target.as_deref(), seconds),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The top of the repository.
fn root() -> &'static Path {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates
        .and_then(Path::parent)
        .expect("xtask lives in crates/xtask")
}
