//! Points that the program declares unreachable (`__builtin_unreachable`), and those that clang
//! takes for such.

use inkwell::values::InstructionOpcode;

use crate::frontend::instrument::{Instrument, Outcome};
use crate::program::{GoalKind, Property};

/// Every `unreachable` instruction that is left is a goal: whatever LLVM makes of it
/// later, the point itself is reported.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        for block in function.get_basic_blocks() {
            let Some(end) = block.get_terminator() else { continue };
            let ended = block.get_instructions().any(Instrument::ends_path);
            if end.get_opcode() != InstructionOpcode::Unreachable || ended {
                continue;
            }
            instrument.before(end);
            let what = "a point is reached that the program declares unreachable";
            let kind = if instrument.requested(Property::Unreachable) {
                Instrument::check_kind(Property::Unreachable, what)
            } else {
                GoalKind::Unsupported(format!("{what}, whose behaviour is undefined"))
            };
            instrument.fail(kind, None)?;
        }
    }
    Ok(())
}
