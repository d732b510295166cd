//! Initial values that clang computed without a check, although an operation among them is
//! undefined.
//!
//! [`crate::frontend::clang::constants`] has noted what clang warns of in each function. Where an
//! operation with constants has a check at the place of the warning, that check decides. Elsewhere
//! there is none: the function begins with an unsupported point, since it is not known where in
//! it the constant is used.

use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode};
use rustc_hash::FxHashMap;

use super::handlers::{HANDLER_PREFIX, StaticData};
use crate::frontend::clang::{constants, module};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::program::{GoalKind, Property};

/// Inserts the points.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        let mut noted = constants::noted(function);
        noted.retain(|it| instrument.requested(it.property));
        if module::is_marked(function, module::WRAPS) {
            noted.retain(|it| it.property != Property::NoOverflow);
        }
        if noted.is_empty() {
            continue;
        }
        let mut checked = checked(function);
        noted.retain(|it| match checked.get_mut(&(it.loc.line, it.loc.column)) {
            Some(left) if *left > 0 => {
                *left -= 1;
                false
            }
            _ => true,
        });
        let entry = function.get_first_basic_block().expect("it has a body");
        let mut rest = entry.get_instructions();
        let Some(first) = rest.find(|it| it.get_opcode() != InstructionOpcode::Alloca) else {
            continue;
        };
        // One is enough: it ends the path.
        if let Some(warning) = noted.into_iter().next() {
            instrument.before(first);
            let place = llvm::function_scope(instrument.context, function);
            llvm::set_builder_location(&instrument.builder, place);
            let what = format!(
                "clang computes a constant without a check for {} ({})",
                warning.property, warning.text
            );
            instrument.fail(GoalKind::Unsupported(what), Some(warning.loc))?;
        }
    }
    Ok(())
}

/// How many operations with constants are checked at each place (line and column).
fn checked(function: FunctionValue<'_>) -> FxHashMap<(u32, u32), usize> {
    let mut places = FxHashMap::default();
    for call in llvm::instructions(function).into_iter().filter_map(llvm::call) {
        let is_handler =
            llvm::callee(call).is_some_and(|callee| llvm::name(callee).starts_with(HANDLER_PREFIX));
        if !is_handler {
            continue;
        }
        let operands = llvm::arguments(call).unwrap_or_default();
        let is_constant = operands.iter().skip(1).all(|operand| match operand {
            BasicValueEnum::IntValue(value) => value.is_const(),
            _ => false,
        });
        if let Some(loc) = StaticData::of(call).and_then(|data| data.loc).filter(|_| is_constant) {
            *places.entry((loc.line, loc.column)).or_default() += 1;
        }
    }
    places
}
