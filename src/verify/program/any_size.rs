//! Objects whose size is not constant: arrays of variable length, `malloc(n)`.
//!
//! In a model in which they are small all their elements are known, so it is decided first, for a
//! short time. If runs need larger ones, the next model has objects of any size, of which single
//! elements are followed ([`crate::memory::large`]): a proof in it is one for all sizes. What it
//! leaves open is decided in larger and larger models of the first kind ([`super::deepening`]).

use std::collections::BTreeSet;
use std::time::Duration;

use super::attempt::{Answer, Attempt};
use super::pipeline::compile_only;
use super::{Error, Run, Verdict};
use crate::frontend::{Compiled, Limits, Options as Frontend};
use crate::memory::{self, large::follow};
use crate::program::{GoalKind, ModelLimit, Program, most_bytes};
use crate::support::limits;
use crate::verify::options::Arrays;

/// The better one of the two models, and whether it is that of any size.
pub struct Chosen {
    /// What is known.
    pub answer: Answer,
    /// Whether objects have any size in its model.
    pub any_size: bool,
}

/// Decides a program whose front end was told the options. `fixed` are the limits of the model that
/// stay as they are.
///
/// # Errors
/// Those of the front end, and results that do not stand up to their check.
pub fn decide(
    run: &Run<'_>,
    frontend: &Frontend,
    compiled: Compiled,
    fixed: &BTreeSet<ModelLimit>,
) -> Result<Chosen, Error> {
    let program = &run.options.program;
    let is_wanted = program.arrays != Arrays::Exact && !program.coverage_only;
    let may_help = !fixed.contains(&ModelLimit::AllocationSize) && has_bound(&compiled.program);
    if !is_wanted || !may_help {
        return Ok(Chosen { answer: run.answer(compiled)?, any_size: false });
    }
    let part = |share: u32, most: Duration| {
        let left = run.configured.budget().remaining();
        left.map_or(most, |left| most.min(left / share))
    };
    // What is violated is, but other checks may still be decided.
    let is_over = |answer: &Answer| {
        answer.verdict() != Verdict::Unknown && !answer.has_more(run)
            || run.configured.budget().exhausted().is_some()
    };
    let short = run.configured.at_most(part(limits::SMALL_SHARE, limits::SMALL_TIME));
    let small = Run { configured: &short, ..*run }.answer(compiled.clone())?;
    if is_over(&small) {
        return Ok(Chosen { answer: small, any_size: false });
    }
    let needs_more = small.decided.limits.contains(&ModelLimit::AllocationSize);
    let mut answer = small;
    if needs_more {
        let time = part(limits::FOLLOWED_SHARE, limits::FOLLOWED_TIME);
        let limited = run.configured.at_most(time);
        let next = with_any_size(frontend);
        run.journal.phase("the program was read");
        if let Some(large) =
            of_any_size(&Run { configured: &limited, ..*run }, compile_only(&next)?)?
        {
            let is_decided = match large.verdict() {
                Verdict::Unknown => large.open() == 0,
                Verdict::True => true,
                Verdict::False(_) => !large.has_more(run) || large.open() == 0,
            };
            if is_decided || run.configured.budget().exhausted().is_some() {
                let any_size = large.is_better_than(&answer);
                return Ok(Chosen { answer: answer.or_better(large), any_size });
            }
            answer = answer.or_better(large);
        }
    }
    if short.budget().exhausted().is_some() || answer.has_more(run) && answer.open() > 0 {
        answer = answer.or_better(run.answer(compiled)?);
    }
    Ok(Chosen { answer, any_size: false })
}

/// The options for a model in which objects have any size.
fn with_any_size(frontend: &Frontend) -> Frontend {
    let limits = Limits { any_size: true, ..frontend.limits };
    Frontend { limits, ..frontend.clone() }
}

/// Decides a model in which objects have any size; none if some of them have too many places, and
/// can't be followed.
///
/// # Errors
/// Results that do not stand up to their check.
pub fn of_any_size(run: &Run<'_>, compiled: Compiled) -> Result<Option<Answer>, Error> {
    // Of objects of which few places are accessed, all of these are known.
    let followed = follow(&compiled.program, limits::FOLLOWED_CELLS);
    let program = followed.as_ref().map_or(&compiled.program, |it| &it.program);
    let half = 1u64 << (program.memory.offset_bits() - 1);
    let has_room = most_bytes(program.memory.pointer_width) < half;
    if !has_room || memory::is_beyond(program, &memory::Limits::default()) {
        return Ok(None);
    }
    Attempt::new(run, compiled, followed).decide().map(Some)
}

/// Whether there is a bound on the sizes of objects.
fn has_bound(program: &Program) -> bool {
    program.goals.iter().any(|goal| match &goal.kind {
        GoalKind::Bound(bound) => bound.limit == Some(ModelLimit::AllocationSize),
        _ => false,
    })
}
