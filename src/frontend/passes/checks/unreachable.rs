//! Points that the program declares unreachable (`__builtin_unreachable`), and those that clang
//! takes for such.

use inkwell::values::InstructionOpcode;

use crate::frontend::instrument::{Instrument, Outcome};
use crate::program::{GoalKind, Property};

/// Every `unreachable` instruction that is left is a goal: whatever LLVM makes of it
/// later, the point itself is reported. One without a position, in a function that has positions,
/// is no check of the program: clang puts it where its own code, which leaves scopes, has no case.
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
            let is_clangs =
                function.get_subprogram().is_some() && end.get_debug_location().is_none();
            let kind = if is_clangs {
                GoalKind::Unsupported("a point that the compiler takes to be unreachable".into())
            } else if instrument.requested(Property::Unreachable) {
                Instrument::check_kind(Property::Unreachable, what)
            } else {
                GoalKind::Unsupported(format!("{what}, whose behaviour is undefined"))
            };
            instrument.fail(kind, None)?;
        }
    }
    Ok(())
}
