//! Traces in which functions of the mathematical library return numbers that engines have chosen
//! within what is known of them (`sin`): each gets what this machine's library computes, by a
//! native run, and is to be one with these numbers. Else it shows nothing.

use super::Results;
use crate::bv::Value;
use crate::certify::native::{kinds, makes_all};
use crate::certify::replay::{self, ReplayError, Run};
use crate::program::{GoalKind, InputKind, Program};
use crate::system::Trace;
use crate::verify::program::decisions::{COMPUTED, NO_TIME};

/// Whether such functions return something in a trace.
pub(super) fn rests_on_some(program: &Program, trace: &Trace) -> bool {
    let is_computed = |kind: &&InputKind| matches!(kind, InputKind::Computed { .. });
    trace.steps.iter().any(|step| kinds(program, step.block).iter().any(is_computed))
}

impl Results<'_> {
    /// The trace with the machine's numbers, and the run along it.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn recomputed(&mut self, trace: &Trace) -> Result<(Trace, Run), &'static str> {
        let program = &self.pipeline.compiled.program;
        // Functions may have got other numbers in the run than in the trace. A check is
        // to be confirmed by another run anyway.
        let is_check = matches!(program.goals[trace.goal].kind, GoalKind::Check(_));
        if !is_check && !makes_all(program, trace) {
            return Err(COMPUTED);
        }
        let mut computed = self.native.compute(program, trace).map_err(|_| COMPUTED)?.into_iter();
        let mut trace = trace.clone();
        let mut choices = 0;
        for step in &mut trace.steps {
            for (kind, value) in kinds(program, step.block).into_iter().zip(&mut step.inputs) {
                if matches!(kind, InputKind::Computed { .. }) {
                    let known =
                        computed.next().filter(|it| it.choice == choices).ok_or(COMPUTED)?;
                    *value = Value::new(value.width(), known.bits.into());
                }
                choices += usize::from(kind.is_native());
            }
        }
        match replay::replay(program, &trace, &self.budget) {
            Ok(run) => Ok((trace, run)),
            Err(ReplayError::Time) => Err(NO_TIME),
            Err(_) => Err(COMPUTED),
        }
    }
}
