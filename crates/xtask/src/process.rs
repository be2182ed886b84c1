//! Running other programs.

use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::root;

/// The cargo that runs this.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs a step, says how long it took, fails if it fails.
pub(crate) fn step(name: &str, command: &mut Command) -> Result<()> {
    eprintln!("== {name}");
    let started = Instant::now();
    let status = command
        .status()
        .with_context(|| format!("{name}: cannot start"))?;
    if !status.success() {
        bail!("{name} failed ({status})");
    }
    eprintln!("== {name}: ok, {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// Runs a program and gives its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start")?;
    if !output.status.success() {
        bail!("{:?} failed ({})", command.get_program(), output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Whether a cargo subcommand is there.
pub(crate) fn has_cargo_command(name: &str) -> bool {
    let mut command = cargo();
    command.args([name, "--version"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
