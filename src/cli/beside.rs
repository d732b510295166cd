//! A search in a thread beside a race of engines, which it may end.

use std::thread;
use std::time::{Duration, Instant};

use crate::support::Budget;
use crate::support::limits;

/// Runs the engines of a `race`, and beside them the search, if there is one, `wait` after they
/// have begun. It works under the race's budget; what it decides it drops there, and it cancels the
/// race if this is to end. `engines` also says whether nothing is left to be decided; else the
/// search may come to its end.
pub fn beside<R, F: Send>(
    engines: impl FnOnce() -> (R, bool),
    race: &Budget,
    wait: Duration,
    search: Option<impl FnOnce() -> F + Send>,
) -> (R, Option<thread::Result<F>>) {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(limits::SEARCH_STACK);
        // Without it the engines do what they can.
        let thread = search.and_then(|search| {
            let later = move || {
                let begin = Instant::now() + wait;
                while race.exhausted().is_none() && Instant::now() < begin {
                    thread::park_timeout(begin.saturating_duration_since(Instant::now()));
                }
                search()
            };
            builder.spawn_scoped(scope, later).ok()
        });
        let (result, done) = engines();
        if done {
            race.cancel();
        }
        let found = thread.map(|thread| {
            thread.thread().unpark();
            thread.join()
        });
        (result, found)
    })
}
