//! Constants that clang computed without a check, although an operation among them is undefined.
//!
//! [`crate::frontend::clang::constants`] has noted what clang warns of in each function. Where an
//! operation with constants fails its check at the place of the warning, that check decides. Elsewhere
//! there is none: the function begins with an unsupported point, since it is not known where in
//! it the constant is used. Runs may go past it, where the constant has clang's value, to what else
//! may go wrong.

use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode};

use super::handlers::{HANDLER_PREFIX, StaticData};
use crate::frontend::clang::constants::{self, Warning};
use crate::frontend::clang::module;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::frontend::sites::RawLoc;
use crate::program::{GoalKind, InputKind, Property};

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
        let mut checked = failing(function);
        noted.retain(|it| match checked.iter().position(|check| check.is_about(it)) {
            Some(index) => {
                checked.swap_remove(index);
                false
            }
            None => true,
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
            let kind = InputKind::Undefined("whether the constant is used".to_owned());
            let is_used = instrument.choice(1, kind)?;
            instrument.check(is_used, GoalKind::Unsupported(what), Some(warning.loc))?;
        }
    }
    Ok(())
}

/// A check of an operation with constants, which fails.
struct Failing {
    handler: String,
    loc: RawLoc,
}

impl Failing {
    /// Whether this is what a warning speaks of. All of a macro has the place of its use, so the
    /// place alone does not tell.
    fn is_about(&self, warning: &Warning) -> bool {
        let properties: &[Property] = match self.handler.as_str() {
            "add_overflow" | "sub_overflow" | "mul_overflow" | "negate_overflow" => {
                &[Property::NoOverflow]
            }
            "shift_out_of_bounds" => &[Property::NoOverflow, Property::Shift],
            "implicit_conversion" => &[Property::Conversion],
            "float_cast_overflow" => &[Property::FloatCastOverflow],
            _ => &[],
        };
        properties.contains(&warning.property) && self.loc == warning.loc
    }
}

/// The checks of operations with constants that fail.
fn failing(function: FunctionValue<'_>) -> Vec<Failing> {
    let check = |call| {
        let name = llvm::callee(call).map(llvm::name)?;
        let handler = name.strip_prefix(HANDLER_PREFIX)?;
        let handler = handler.strip_suffix("_abort").unwrap_or(handler).to_owned();
        let operand = |value: &BasicValueEnum<'_>| match value {
            BasicValueEnum::IntValue(value) => value.get_zero_extended_constant(),
            _ => None,
        };
        let operands: Option<Vec<u64>> =
            llvm::arguments(call)?.iter().skip(1).map(operand).collect();
        let data = StaticData::of(call)?;
        let fails = fails(&handler, &operands?, &data);
        let loc = data.loc.filter(|_| fails)?;
        Some(Failing { handler, loc })
    };
    llvm::instructions(function).into_iter().filter_map(llvm::call).filter_map(check).collect()
}

/// Whether an operation with these operands is what its handler is called for.
fn fails(handler: &str, operands: &[u64], data: &StaticData) -> bool {
    // Clang has looked at constants that are converted.
    if !handler.ends_with("_overflow") && handler != "shift_out_of_bounds"
        || handler == "float_cast_overflow"
    {
        return true;
    }
    let Some(width @ 1..=64) = data.types.first().and_then(|ty| ty.width) else { return false };
    let signed = |index: usize| {
        let bits = operands.get(index).copied().unwrap_or_default();
        i128::from((bits << (64 - width)) as i64 >> (64 - width))
    };
    let (a, b) = (signed(0), signed(1));
    let result = match handler {
        "add_overflow" => a + b,
        "sub_overflow" => a - b,
        "mul_overflow" => a * b,
        "negate_overflow" => -a,
        "shift_out_of_bounds" => {
            // As C99 has it: the amount is less than the width, the base not negative, the result
            // a number of the type.
            if a < 0 || !(0..i128::from(width)).contains(&b) {
                return true;
            }
            a << b
        }
        _ => return false,
    };
    !(-(1i128 << (width - 1))..1 << (width - 1)).contains(&result)
}
