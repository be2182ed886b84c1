//! `cargo xtask test` and `cargo xtask pictures`

use anyhow::{Result, bail};

use crate::process::{cargo, has_cargo_command, step};
use crate::tools;

pub(crate) fn run(long: bool) -> Result<()> {
    for (command, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !has_cargo_command(command) {
            bail!("cargo {command} is missing: install it with 'rustup component add {component}'");
        }
    }
    step("format", cargo().args(["fmt", "--all", "--check"]))?;
    step(
        "lints",
        cargo().args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--all-features",
            "--",
            "-D",
            "warnings",
        ]),
    )?;
    // The tests of this crate keep the repository tidy; `bench --signature` is among
    // the tests of the command line.
    let mut tests = cargo();
    tests.args(["test", "--workspace", "--all-features"]);
    for (variable, tool) in [
        ("SERPENTINE_PYTHON", tools::python()),
        ("SERPENTINE_CHROMIUM", tools::chromium()),
    ] {
        if let Some(tool) = tool {
            tests.env(variable, tool);
        }
    }
    if long {
        tests.args(["--", "--include-ignored"]);
    }
    step("tests", &mut tests)?;
    step(
        "documentation",
        cargo()
            .args([
                "doc",
                "--workspace",
                "--no-deps",
                "--all-features",
                "--document-private-items",
            ])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}

/// The pictures are drawn by a test that otherwise checks that they are up to date.
pub(crate) fn pictures() -> Result<()> {
    step(
        "pictures",
        cargo()
            .args(["test", "--package", "serpentine", "--lib", "pictures"])
            .env("SERPENTINE_DRAW_PICTURES", "1"),
    )
}
