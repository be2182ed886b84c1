//! `cargo xtask fuzz`

use anyhow::{Result, bail};

use crate::process::{cargo, has_cargo_command, output, step};

pub(crate) fn run(target: Option<&str>, seconds: u32) -> Result<()> {
    if !has_cargo_command("fuzz") {
        bail!("cargo-fuzz is missing: install it with 'cargo install cargo-fuzz'");
    }
    let listed = output(cargo().args(["fuzz", "list"]))?;
    let targets: Vec<&str> = match target {
        Some(target) => vec![target],
        None => listed.lines().collect(),
    };
    for target in targets {
        // The nightly toolchain is asked for by name: `cargo` here is the stable one.
        let mut fuzz = std::process::Command::new("cargo");
        fuzz.current_dir(crate::root())
            .env_remove("RUSTUP_TOOLCHAIN")
            .args(["+nightly", "fuzz", "run", target])
            // New finds go into the first directory, the kept seeds are read from the second.
            .args([
                format!("fuzz/corpus/{target}"),
                format!("fuzz/seeds/{target}"),
            ])
            .args(["--", &format!("-max_total_time={seconds}")]);
        std::fs::create_dir_all(crate::root().join("fuzz/corpus").join(target))?;
        step(&format!("fuzz {target}"), &mut fuzz)?;
    }
    Ok(())
}
