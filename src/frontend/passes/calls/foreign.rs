//! Words of other checkers that are no calls: variables that only they define (how they round, which
//! objects are allocated), and labels that begin a thread. Where control gets to one there is an
//! unsupported point: to C such a variable is any other, and such a label is nothing.

use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue};
use rustc_hash::FxHashSet;

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identity};
use crate::frontend::names::harness;
use crate::program::GoalKind;

pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let all = instrument.module.get_globals();
    let foreign = all.filter(|it| it.get_initializer().is_none());
    let foreign = foreign.map(|it| (it, llvm::text(it.get_name())));
    let foreign: Vec<_> = foreign.filter(|(_, name)| harness::is_of_a_checker(name)).collect();
    for (variable, name) in foreign {
        let what = format!("the variable {name}, which is for a checker");
        let users = llvm::users(variable);
        let means_something = |inst: &InstructionValue<'_>| !keeps_rounding(*inst, &name);
        for inst in instructions(users).into_iter().filter(means_something) {
            stop_before(instrument, inst, &what)?;
        }
    }
    for function in instrument.functions() {
        for block in function.get_basic_blocks() {
            let name = llvm::text(block.get_name());
            let first =
                block.get_instructions().find(|it| it.get_opcode() != InstructionOpcode::Phi);
            if let Some(inst) = first.filter(|_| harness::begins_thread(&name)) {
                let what = format!("the label {name}, which begins a thread for a checker");
                stop_before(instrument, inst, &what)?;
            }
        }
    }
    Ok(())
}

/// Whether an instruction sets the mode in which numbers are rounded to the one that is set anyway.
fn keeps_rounding(inst: InstructionValue<'_>, variable: &str) -> bool {
    let is_store = inst.get_opcode() == InstructionOpcode::Store;
    let value =
        llvm::operand(inst, 0).filter(|_| is_store && harness::ROUNDING.contains(&variable));
    matches!(value, Some(BasicValueEnum::IntValue(mode)) if mode.get_zero_extended_constant() == Some(0))
}

fn stop_before<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    what: &str,
) -> Outcome {
    instrument.before(inst);
    instrument.fail(GoalKind::Unsupported(what.to_owned()), None)
}

/// The instructions among the users, also by way of constants.
fn instructions<'ctx>(mut users: Vec<Identity>) -> Vec<InstructionValue<'ctx>> {
    let mut seen = FxHashSet::default();
    let mut found = vec![];
    while let Some(user) = users.pop() {
        if !seen.insert(user) {
            continue;
        }
        match llvm::as_instruction(user) {
            Some(inst) => found.push(inst),
            None => users.extend(llvm::users_of_known(user)),
        }
    }
    found
}
