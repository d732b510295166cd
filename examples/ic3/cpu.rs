//! Time on the processor: on a busy machine the clock on the wall says little.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use llumc::support::Budget;

/// How often the limit is looked at.
const INTERVAL: Duration = Duration::from_millis(5);

/// Seconds that this process has had of the processor.
pub fn seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes to `time` and nothing else.
    let code = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    assert_eq!(code, 0, "the system counts the time on the processor");
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Calls `work` with a budget that is cancelled after `limit` seconds on the processor;
/// tells how many it took.
pub fn limited<T>(limit: f64, work: impl FnOnce(&Budget) -> T) -> (T, f64) {
    let (done, wait): (Sender<()>, _) = channel();
    let budget = Budget::unlimited();
    let start = seconds();
    std::thread::scope(|scope| {
        let watched = budget.clone();
        scope.spawn(move || {
            while wait.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if seconds() - start > limit {
                    watched.cancel();
                }
            }
        });
        let result = work(&budget);
        let seconds = seconds() - start;
        drop(done);
        (result, seconds)
    })
}
