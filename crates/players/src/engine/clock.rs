//! How long a search may go on.
//!
//! What one move leaves of its allowance another may use, within limits: quiet positions are
//! soon decided, and crowded ones deserve more.

use std::time::Instant;

use super::Limit;

/// Nodes between two looks at the time.
const NODES: u64 = 8;

/// How much longer than the last a round takes, before any two were compared.
const GROWTH: f64 = 10.0;

/// Allowances that can be saved up.
const SAVED: f64 = 12.0;

/// Allowances that one move may take of what was saved.
const AT_ONCE: f64 = 6.0;

/// A person or a page waits: hardly longer than the allowance, but for what nobody notices.
const UNNOTICED_S: f64 = 1e-3;

/// What is counted: seconds or nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// For a move, on average.
    allowance: f64,
    /// The most for one move.
    most: f64,
    has_time: bool,
    saved: f64,
    started: Instant,
    /// When the last round ended, and how long it and the one before took.
    last: f64,
    took: f64,
    growth: f64,
}

impl Clock {
    pub(super) fn new(limit: Limit) -> Self {
        let (allowance, has_time) = match limit {
            Limit::Time(time) => (time.as_secs_f64(), true),
            Limit::Nodes(nodes) => (nodes as f64, false),
            Limit::Plies(_) => (f64::INFINITY, false),
        };
        let most = match has_time {
            true => (AT_ONCE * allowance).min(1.1 * allowance + UNNOTICED_S),
            false => AT_ONCE * allowance,
        };
        Self {
            allowance,
            most,
            has_time,
            saved: 0.0,
            started: Instant::now(),
            last: 0.0,
            took: 0.0,
            growth: GROWTH,
        }
    }

    /// A search begins.
    pub(super) fn start(&mut self) {
        self.started = Instant::now();
        self.last = 0.0;
        self.took = 0.0;
        self.growth = GROWTH;
    }

    fn spent(&self, nodes: u64) -> f64 {
        match self.has_time {
            true => self.started.elapsed().as_secs_f64(),
            false => nodes as f64,
        }
    }

    /// What this move may take.
    fn limit(&self) -> f64 {
        (self.allowance + self.saved).min(self.most)
    }

    /// Whether a round has to be given up, after so many nodes before it and in it.
    pub(super) fn is_over(&self, before: u64, nodes: u64) -> bool {
        nodes.is_multiple_of(NODES) && self.spent(before + nodes) > self.limit()
    }

    /// A round has ended; whether the next can be expected to end in time.
    pub(super) fn allows_another(&mut self, nodes: u64) -> bool {
        let now = self.spent(nodes);
        let took = now - self.last;
        if self.took > 0.0 {
            self.growth = (took / self.took).clamp(2.0, 2.0 * GROWTH);
        }
        (self.last, self.took) = (now, took);
        now + took * self.growth <= self.limit() || self.loses_rest(now)
    }

    /// Whether what this search leaves could not be saved: a round that hardly ends costs nothing
    /// then.
    fn loses_rest(&self, spent: f64) -> bool {
        self.saved + self.allowance - spent > SAVED * self.allowance
    }

    /// The search has ended.
    pub(super) fn stop(&mut self, nodes: u64) {
        let left = self.allowance - self.spent(nodes);
        self.saved = (self.saved + left).clamp(0.0, SAVED * self.allowance);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_can_be_spent_later_but_not_all_at_once() {
        let mut clock = Clock::new(Limit::Nodes(100));
        clock.start();
        assert!(clock.is_over(0, 104) && !clock.is_over(0, 96));
        for _ in 0..50 {
            clock.start();
            clock.stop(40);
        }
        assert!(!clock.is_over(0, 592) && clock.is_over(0, 608));
        // A search that took more than it had leaves nothing.
        clock.start();
        clock.stop(5_000);
        assert!(clock.is_over(0, 104));
    }

    #[test]
    fn what_cannot_be_saved_goes_into_a_round_that_may_not_end() {
        let mut clock = Clock::new(Limit::Nodes(100));
        clock.start();
        assert!(!clock.allows_another(60), "600 more would not fit");
        for _ in 0..50 {
            clock.start();
            clock.stop(40);
        }
        clock.start();
        assert!(clock.allows_another(90), "12 allowances are saved already");
        assert!(
            !clock.allows_another(500),
            "more than it leaves was saved before"
        );
    }

    #[test]
    fn a_round_begins_only_if_it_can_be_expected_to_end() {
        let mut clock = Clock::new(Limit::Nodes(1000));
        clock.start();
        assert!(clock.allows_another(10));
        assert!(clock.allows_another(60), "five times as much, 310 in all");
        assert!(!clock.allows_another(310));
    }
}
