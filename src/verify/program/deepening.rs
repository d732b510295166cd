//! Limits of the model are raised while there is time: how deep recursive functions are followed,
//! how many objects an allocation in a loop has and how large they are, how long strings from
//! outside, how far pointers from outside lead, how many threads of a function there are. Each model is decided as if there were no other; if a run leaves it and nothing else is
//! open, the next one is larger. So shallow violations are found in small models, and what is
//! bounded by constants is proved as soon as the model holds it all.

use std::collections::BTreeSet;

use super::attempt::Answer;
use super::pipeline::compile_only;
use super::{Error, Run, Verdict, any_size};
use crate::frontend::{Compiled, Depth, Limits, Options as Frontend};
use crate::program::ModelLimit;
use crate::report::ObstacleReport;
use crate::support::limits;

/// Decides the program, in larger and larger models, but for the limits that are fixed.
///
/// # Errors
/// Those of the front end, and results that do not stand up to their check.
pub fn decide(
    run: &Run<'_>,
    frontend: &Frontend,
    compiled: Compiled,
    fixed: &BTreeSet<ModelLimit>,
) -> Result<Answer, Error> {
    let mut recursion = compiled.recursion;
    let any_size::Chosen { mut answer, any_size } =
        any_size::decide(run, frontend, compiled, fixed)?;
    let limits = Limits { any_size, ..frontend.limits };
    let frontend = Frontend { limits, ..frontend.clone() };
    let limited = match (answer.verdict(), run.configured.budget().remaining()) {
        // Nor for long, if there is something to mend already.
        (Verdict::False(_), _) => Some(run.configured.at_most(limits::DEEPENING_AFTER_VIOLATION)),
        (_, Some(_)) => None,
        // Nobody waits for ever for what may have no end.
        (_, None) => Some(run.configured.at_most(limits::DEEPENING_TIME)),
    };
    let run = Run { configured: limited.as_ref().unwrap_or(run.configured), ..*run };
    let mut next = raised((&run, &frontend), recursion, &answer, fixed);
    while let Some(frontend) = next
        && run.configured.budget().exhausted().is_none()
    {
        run.journal.phase("the program was read");
        let compiled = compile_only(&frontend)?;
        recursion = compiled.recursion;
        let latest = match frontend.limits.any_size {
            true => any_size::of_any_size(&run, compiled)?,
            false => Some(run.answer(compiled)?),
        };
        let Some(latest) = latest else { break };
        next = raised((&run, &frontend), recursion, &latest, fixed);
        answer = answer.or_better(latest);
    }
    Ok(answer)
}

/// The next larger model; none if the last one is decided or does not leave only bounds open, or
/// if all that runs reach is fixed or as large as it gets.
fn raised(
    (run, frontend): (&Run<'_>, &Frontend),
    recursion: Option<Depth>,
    answer: &Answer,
    fixed: &BTreeSet<ModelLimit>,
) -> Option<Frontend> {
    if !is_bounded(run, answer) {
        return None;
    }
    let mut next = frontend.clone();
    let Limits {
        instances,
        allocation,
        any_size,
        string,
        outside_depth,
        outside_objects,
        threads,
        fewer_switches,
    } = &mut next.limits;
    let mut more = false;
    for limit in answer.decided.limits.difference(fixed) {
        more |= match limit {
            ModelLimit::Recursion => {
                let deeper = recursion.and_then(|depth| deeper(frontend, depth));
                (next.recursion, next.inlined) = deeper.unwrap_or((next.recursion, next.inlined));
                deeper.is_some()
            }
            ModelLimit::Allocations => raise(instances, 2, limits::DEEP_ALLOCATIONS),
            ModelLimit::AllocationSize if *any_size => false,
            ModelLimit::AllocationSize => raise(allocation, 4, limits::DEEP_ALLOCATION),
            ModelLimit::StringLength => raise(string, 2, limits::DEEP_STRING),
            ModelLimit::OutsideObjects => {
                let deeper = raise(outside_depth, 2, limits::DEEP_OUTSIDE_DEPTH);
                raise(outside_objects, 2, limits::DEEP_OUTSIDE_OBJECTS) || deeper
            }
            ModelLimit::Threads => raise(threads, 2, limits::DEEP_THREADS),
            ModelLimit::ThreadSwitches => std::mem::take(fewer_switches),
        };
    }
    more.then_some(next)
}

/// Whether a limit was raised, so many times but not above the highest.
fn raise<T: Copy + Ord + std::ops::Mul<Output = T>>(limit: &mut T, times: T, highest: T) -> bool {
    let before = *limit;
    *limit = (before * times).min(highest).max(before);
    *limit > before
}

/// How deep recursive functions are followed next, and in how many instructions: in programs that
/// are twice as large each time, as long as they don't get too large.
fn deeper(frontend: &Frontend, depth: Depth) -> Option<(u32, Option<u64>)> {
    let deepest = match frontend.inlined {
        Some(_) => limits::MAX_RECURSION,
        None => frontend.recursion,
    };
    let fits = depth.levels < frontend.recursion
        || depth.instructions_with_next <= limits::DEEP_INSTRUCTIONS;
    (depth.levels < deepest && fits).then(|| {
        let twice = depth.instructions.saturating_mul(2).min(limits::DEEP_INSTRUCTIONS);
        (deepest, Some(twice.max(depth.instructions_with_next)))
    })
}

/// Whether all is decided that is asked for, but only within a bound of the model.
fn is_bounded(run: &Run<'_>, answer: &Answer) -> bool {
    let mut obstacles = answer.decided.obstacles.iter();
    let is_bound = |it: &ObstacleReport| it.kind == "bound" && it.status != "unreachable";
    let is_asked = answer.verdict() == Verdict::Unknown || answer.has_more(run);
    is_asked && answer.open() == 0 && obstacles.any(is_bound)
}
