//! Limits of a run: wall-clock time, cancellation, and parts that somebody else has done.
//!
//! Memory is limited from outside, by the process that starts an engine (an
//! allocation failure inside C++ code can't be handled from within).

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// Why a computation ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// The time limit passed.
    Time,
    /// The memory limit was hit.
    Memory,
    /// Somebody else no longer wants the answer.
    Cancelled,
    /// The bound on steps that the user gave was reached: nothing found up to it.
    Bound(u32),
    /// An internal failure, with its text.
    Failure(String),
}

/// A deadline, a cancel flag and the set of dropped parts; cheap to clone (clones share
/// the flag and the set) and to ask often.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    cancelled: Arc<AtomicBool>,
    /// The flags of those that this is a part of.
    above: Vec<Arc<AtomicBool>>,
    parts: Arc<Parts>,
}

#[derive(Debug, Default)]
struct Parts {
    /// Size of `dropped`, so that asking costs no lock as long as nothing was dropped.
    drops: AtomicUsize,
    dropped: Mutex<BTreeSet<usize>>,
}

impl Budget {
    /// No limit; can still be cancelled.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// A limit of `limit` from now, if one is given.
    pub fn with_timeout(limit: Option<Duration>) -> Self {
        // A limit beyond what the clock can count is none.
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        Self { deadline, ..Self::default() }
    }

    /// The same budget, but at most `limit` from now.
    #[must_use]
    pub fn at_most(&self, limit: Duration) -> Self {
        let end = Instant::now() + limit;
        let deadline = self.deadline.map_or(end, |deadline| deadline.min(end));
        Self { deadline: Some(deadline), ..self.clone() }
    }

    /// The same deadline and cancel flag, for work whose parts are others: none of them is
    /// dropped yet.
    #[must_use]
    pub fn with_own_parts(&self) -> Self {
        Self { parts: Arc::default(), ..self.clone() }
    }

    /// The same budget for work that can be cancelled by itself.
    #[must_use]
    pub fn cancelled_alone(&self) -> Self {
        let mut above = self.above.clone();
        above.push(Arc::clone(&self.cancelled));
        Self { cancelled: Arc::default(), above, ..self.clone() }
    }

    /// Asks everyone who works under this budget to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Time that is left; `None` without a limit.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The reason to stop now, if there is one.
    pub fn exhausted(&self) -> Option<StopReason> {
        if [&self.cancelled].into_iter().chain(&self.above).any(|it| it.load(Ordering::Relaxed)) {
            return Some(StopReason::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Some(StopReason::Time),
            _ => None,
        }
    }

    /// Tells everyone who works under this budget that one part of the work (for an
    /// engine: a goal, by its place) is done elsewhere. Whoever has a claim on it already
    /// may still make it.
    pub fn drop_part(&self, part: usize) {
        // The set is whole at every moment, so a panic elsewhere does not spoil it.
        let mut dropped = self.parts.dropped.lock().unwrap_or_else(PoisonError::into_inner);
        dropped.insert(part);
        self.parts.drops.store(dropped.len(), Ordering::Release);
    }

    /// Whether this part of the work was dropped.
    pub fn is_dropped(&self, part: usize) -> bool {
        self.parts.drops.load(Ordering::Acquire) > 0
            && self.parts.dropped.lock().unwrap_or_else(PoisonError::into_inner).contains(&part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_what_others_say() {
        let budget = Budget::unlimited();
        let worker = budget.clone();
        assert_eq!(worker.exhausted(), None);
        assert!(!worker.is_dropped(3));
        budget.drop_part(3);
        assert!(worker.is_dropped(3) && !worker.is_dropped(2));
        let other = budget.with_own_parts();
        assert!(!other.is_dropped(3));
        let alone = budget.cancelled_alone();
        alone.at_most(Duration::MAX / 4).cancel();
        assert_eq!(alone.exhausted(), Some(StopReason::Cancelled));
        assert_eq!(worker.exhausted(), None);
        let alone = budget.cancelled_alone();
        budget.cancel();
        assert_eq!(alone.exhausted(), Some(StopReason::Cancelled));
        assert_eq!(worker.exhausted(), Some(StopReason::Cancelled));
        assert_eq!(other.exhausted(), Some(StopReason::Cancelled));
    }

    #[test]
    fn a_passed_deadline_is_seen() {
        let budget = Budget::with_timeout(Some(Duration::ZERO));
        assert_eq!(budget.exhausted(), Some(StopReason::Time));
        assert_eq!(Budget::with_timeout(Some(Duration::MAX)).remaining(), None);
    }
}
