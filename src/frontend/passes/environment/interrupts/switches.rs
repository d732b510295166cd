//! What switches interrupts off and on: instructions, and functions that the user names.

use inkwell::types::BasicTypeEnum;
use inkwell::values::InstructionValue;

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::names::assembly;
use crate::frontend::{FrontendError, Interrupts, llvm};
use crate::program::InputKind;
use crate::support::similar;

/// Instructions that switch interrupts off (x86 and AVR; ARM).
const OFF: [&str; 2] = ["cli", "cpsid i"];
/// Instructions that switch them on.
const ON: [&str; 3] = ["sti", "sei", "cpsie i"];

/// Whether an instruction switches interrupts off, or on.
pub fn switches(instrument: &Instrument<'_, '_>, inst: InstructionValue<'_>) -> Option<bool> {
    let call = llvm::call(inst)?;
    if let Some((text, _)) = llvm::assembly(call) {
        let mut statements = assembly::statements(&text);
        return statements.find_map(|statement| match statement.as_str() {
            it if OFF.contains(&it) => Some(true),
            it if ON.contains(&it) => Some(false),
            _ => None,
        });
    }
    let name = llvm::name(llvm::callee(call)?);
    let Interrupts { off, on, .. } = &instrument.options.interrupts;
    if off.contains(&name) {
        return Some(true);
    }
    on.contains(&name).then_some(false)
}

/// Functions that are named and only declared do nothing else, and return any number.
///
/// # Errors
/// If there is none of such a name, or LLVM refuses.
pub fn define(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let Interrupts { off, on, .. } = &instrument.options.interrupts;
    let all = [off, on].into_iter().flatten();
    for name in all {
        let Some(function) = instrument.module.get_function(name) else {
            let names = instrument.module.get_functions().map(llvm::name);
            let question = similar::question(name, names);
            return Err(FrontendError::Input(format!(
                "the program has no function '{name}' that switches interrupts off or \
                 on{question}"
            )));
        };
        let returned = function.get_type().get_return_type();
        let width = match returned {
            None => None,
            Some(BasicTypeEnum::IntType(ty)) => Some(ty.get_bit_width()),
            // What an address leads to is not known.
            Some(_) => continue,
        };
        if function.count_basic_blocks() > 0 {
            continue;
        }
        let builder = instrument.context.create_builder();
        builder.position_at_end(instrument.context.append_basic_block(function, "entry"));
        let saved = std::mem::replace(&mut instrument.builder, builder);
        let result = match width {
            Some(width) => {
                Some(instrument.choice(width, InputKind::External(format!("{name}()")))?)
            }
            None => None,
        };
        instrument.builder.build_return(result.as_ref().map(|it| it as _))?;
        instrument.builder = saved;
    }
    Ok(())
}
