//! The runs of a comparison, several at once: each worker keeps to one core, and what it
//! starts (exports, engines, checks of witnesses) inherits that.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};

use super::Row;
use super::engine::{Engine, run_one};
use super::inputs::Inputs;
use super::log::Log;
use crate::cli::args::CompareArgs;
use crate::support::{Budget, process};

/// A run to be made. The last one that is dropped of a file drops what it was written as.
struct Task<'a> {
    place: usize,
    file: &'a Path,
    engine: &'a Engine,
    inputs: Arc<Inputs<'a>>,
}

/// What the workers share.
struct State<'a> {
    tasks: VecDeque<Task<'a>>,
    rows: Vec<Option<Row>>,
    log: &'a mut Log,
    error: Option<anyhow::Error>,
}

/// Makes the runs that the log does not know yet; the rows of all, file by file. Fewer if
/// the budget was cancelled.
///
/// # Errors
/// As [`run_one`]; then no further run is started.
pub fn run(
    engines: &[Engine],
    args: &CompareArgs,
    log: &mut Log,
    budget: &Budget,
) -> Result<Vec<Row>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = usize::from(args.jobs);
    if jobs > cores {
        eprintln!("llumc: {jobs} runs at once share {cores} cores: times can't be compared");
    }
    let mut rows = vec![];
    let mut tasks = VecDeque::new();
    for file in &args.files {
        let inputs = Arc::new(Inputs::new(file)?);
        for engine in engines {
            let known = log.known(file, engine.name());
            if let Some(row) = &known {
                tell(row);
            } else {
                let inputs = Arc::clone(&inputs);
                tasks.push_back(Task { place: rows.len(), file, engine, inputs });
            }
            rows.push(known);
        }
    }
    let state = Mutex::new(State { tasks, rows, log, error: None });
    std::thread::scope(|scope| {
        for core in 0..jobs {
            let state = &state;
            scope.spawn(move || {
                let pinned = process::use_share(core, 1).context("cannot keep to one core");
                if let Err(error) = pinned.and_then(|()| work(state, args, budget)) {
                    let mut state = lock(state);
                    state.tasks.clear();
                    state.error.get_or_insert(error);
                }
            });
        }
    });
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match state.error {
        Some(error) => Err(error),
        None => Ok(state.rows.into_iter().flatten().collect()),
    }
}

fn work(state: &Mutex<State<'_>>, args: &CompareArgs, budget: &Budget) -> Result<()> {
    while budget.exhausted().is_none() {
        let Some(task) = lock(state).tasks.pop_front() else { break };
        let row = run_one(task.engine, task.file, &task.inputs, args, budget)?;
        let Some(row) = row else { break };
        let mut state = lock(state);
        state.log.add(&row)?;
        tell(&row);
        state.rows[task.place] = Some(row);
    }
    Ok(())
}

/// The state is whole at every moment, so that a panic elsewhere does not spoil it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn tell(row: &Row) {
    eprintln!("{}: {}: {} ({:.2} s)", row.file, row.engine, row.verdict, row.seconds);
}
