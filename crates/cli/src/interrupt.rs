//! Ctrl-C, a closed terminal or a kill: noticed, so that work can be saved.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static INSTALLED: OnceLock<()> = OnceLock::new();

/// From now on SIGINT, SIGTERM and SIGHUP only set a mark.
pub(crate) fn listen() {
    INSTALLED.get_or_init(|| {
        // Without a handler the signal ends the program at once, as it would have.
        let _ = ctrlc::set_handler(|| REQUESTED.store(true, Ordering::Relaxed));
    });
}

/// Whether one of them has come.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
