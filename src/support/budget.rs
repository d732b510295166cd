//! Limits of a run: wall-clock time and cancellation.
//!
//! Memory is limited from outside, by the process that starts an engine (an
//! allocation failure inside C++ code can't be handled from within).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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

/// A deadline and a cancel flag, cheap to clone and to ask often.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    cancelled: Arc<AtomicBool>,
}

impl Budget {
    /// No limit; can still be cancelled.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// A limit of `limit` from now, if one is given.
    pub fn with_timeout(limit: Option<Duration>) -> Self {
        Self { deadline: limit.map(|limit| Instant::now() + limit), ..Self::default() }
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
        if self.cancelled.load(Ordering::Relaxed) {
            return Some(StopReason::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Some(StopReason::Time),
            _ => None,
        }
    }
}
