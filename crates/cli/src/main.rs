//! The `serpentine` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    serpentine::run()
}
