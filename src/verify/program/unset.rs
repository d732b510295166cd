//! Pointers that were never set, and accesses through null, where no check asks whether accesses are
//! valid: to use them is undefined, and a run that does makes the verdict unknown. If nothing else
//! decides it, such pointers are assumed to lead to objects of their own, and such accesses to end the
//! program. So what is decided without these assumptions is, and rests on none.

use std::collections::BTreeSet;

use super::attempt::Answer;
use super::pipeline::compile_only;
use super::{Error, Run, Verdict, deepening};
use crate::frontend::{Compiled, Options as Frontend};
use crate::program::{AssumptionKind, ModelLimit, Program};
use crate::report::ObstacleReport;

/// Decides the program, in larger and larger models, without these assumptions or else with them.
///
/// # Errors
/// As [`deepening::decide`].
pub fn decide(
    run: &Run<'_>,
    frontend: &Frontend,
    compiled: Compiled,
    fixed: &BTreeSet<ModelLimit>,
) -> Result<Answer, Error> {
    let before = outside(&compiled.program);
    let answer = deepening::decide(run, frontend, compiled, fixed)?;
    if frontend.pointers_assumed
        || !is_refused(&answer)
        || run.configured.budget().exhausted().is_some()
    {
        return Ok(answer);
    }
    let assumed = Frontend { pointers_assumed: true, ..frontend.clone() };
    let compiled = compile_only(&assumed)?;
    if outside(&compiled.program) == before {
        return Ok(answer);
    }
    run.journal.phase("the program was read");
    Ok(answer.or_better(deepening::decide(run, &assumed, compiled, fixed)?))
}

/// Whether what is open is only what the program does on its way.
fn is_refused(answer: &Answer) -> bool {
    let is_unsupported =
        |it: &ObstacleReport| it.kind == "unsupported" && it.status != "unreachable";
    answer.verdict() == Verdict::Unknown && answer.decided.obstacles.iter().any(is_unsupported)
}

/// How many assumptions say where pointers lead.
fn outside(program: &Program) -> usize {
    let kinds = [
        AssumptionKind::NullAccessEnds,
        AssumptionKind::OutsideObject,
        AssumptionKind::UnsetPointersValid,
    ];
    program.assumptions.iter().filter(|it| kinds.contains(&it.kind)).count()
}
