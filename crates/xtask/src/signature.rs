//! `cargo xtask bench-signature`

use std::fs;

use anyhow::{Context, Result, bail};

use crate::process::{cargo, output};
use crate::root;

pub(crate) fn run(write: bool) -> Result<()> {
    let path = root().join("testdata/signature.txt");
    let mut bench = cargo();
    bench.args([
        "run",
        "--release",
        "--quiet",
        "--package",
        "serpentine",
        "--",
        "bench",
        "--signature",
    ]);
    let found = output(&mut bench)?;
    print!("{found}");
    if write {
        return fs::write(&path, found).with_context(|| path.display().to_string());
    }
    let recorded = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    if found != recorded {
        bail!(
            "the signature was {}: if the change is meant, run with --write and state the new \
             signature in the commit message",
            recorded.trim()
        );
    }
    Ok(())
}
