//! What switches interrupts off and on: instructions, and functions that the user names.

use inkwell::types::BasicTypeEnum;
use inkwell::values::InstructionValue;

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::names::assembly;
use crate::frontend::{Interrupts, llvm};
use crate::program::InputKind;

/// Instructions that switch interrupts off (x86 and AVR; ARM; RISC-V).
const OFF: [&str; 3] = ["cli", "cpsid i", "csrci mstatus, 8"];
/// Instructions that switch them on.
const ON: [&str; 4] = ["sti", "sei", "cpsie i", "csrsi mstatus, 8"];
/// The instruction of ARM that says whether they are off, in the lowest bit.
const READ: &str = "mrs $0, primask";
/// The one that sets this.
const WRITE: &str = "msr primask, $0";

/// What an instruction does about interrupts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// Switches them off.
    Off,
    /// Switches them on.
    On,
    /// Says whether they are off.
    Read,
    /// Makes them so.
    Write,
}

/// What an instruction does about interrupts, if it does something.
pub fn switch(instrument: &Instrument<'_, '_>, inst: InstructionValue<'_>) -> Option<Switch> {
    let call = llvm::call(inst)?;
    if let Some((text, _)) = llvm::assembly(call) {
        let all: Vec<String> = assembly::statements(&text).collect();
        return match &all[..] {
            [only] if only == READ => Some(Switch::Read),
            [only] if only == WRITE => Some(Switch::Write),
            all => all.iter().find_map(|statement| match statement.as_str() {
                it if OFF.contains(&it) => Some(Switch::Off),
                it if ON.contains(&it) => Some(Switch::On),
                _ => None,
            }),
        };
    }
    let name = llvm::name(llvm::callee(call)?);
    let Interrupts { off, on, .. } = &instrument.options.interrupts;
    if off.contains(&name) {
        return Some(Switch::Off);
    }
    on.contains(&name).then_some(Switch::On)
}

/// Functions that are named and only declared do nothing else, and return any number.
///
/// # Errors
/// If LLVM refuses.
pub fn define(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let Interrupts { off, on, .. } = &instrument.options.interrupts;
    let all = [off, on].into_iter().flatten();
    for name in all {
        let Some(function) = instrument.module.get_function(name) else { continue };
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
