//! Inline assembly that does nothing a program can see: barriers for the compiler, waiting, fences,
//! switching interrupts off and on. Everything else is an unsupported point.
//!
//! What such assembly gives back in registers is what it was given in the same register
//! (constraints `+r`, `0`), or arbitrary; what it is given in memory (`m`, `+m`) stays as it is. A
//! place in memory that it only writes (`=m`) loses what it held: that is not modelled.
//! Constraints are as LLVM writes them (LLVM Language Reference, "Inline Asm Constraint String").

use inkwell::types::{BasicType, BasicTypeEnum};
use inkwell::values::{BasicValueEnum, CallSiteValue, InstructionValue};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::names::assembly::statements;
use crate::frontend::{FrontendError, llvm};
use crate::program::InputKind;

/// Instructions of x86, ARM, RISC-V and AVR without effect on memory and registers, with their
/// operands.
const NOTHING: [&str; 36] = [
    "nop",
    "pause",
    "rep",
    "rep nop",
    "mfence",
    "lfence",
    "sfence",
    "endbr64",
    "cli",
    "sti",
    "sei",
    "cpsid i",
    "cpsie i",
    "mrs $0, primask",
    "msr primask, $0",
    "csrci mstatus, 8",
    "csrsi mstatus, 8",
    "dmb",
    "dmb sy",
    "dmb ish",
    "dsb",
    "dsb sy",
    "dsb ish",
    "isb",
    "isb sy",
    "dmb 0xf",
    "dsb 0xf",
    "isb 0xf",
    "yield",
    "wfi",
    "wfe",
    "sev",
    "clrex",
    "fence",
    "fence rw,rw",
    "fence.i",
];

/// Removes the assembly, or makes it an unsupported point.
pub fn treat<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    (text, constraints): (&str, &str),
) -> Outcome {
    if !does_nothing(text) {
        return instrument.unsupported(inst, "inline assembly".to_owned());
    }
    instrument.before(inst);
    let Some(results) = results(instrument, call, constraints)? else {
        return instrument.unsupported(inst, "inline assembly".to_owned());
    };
    if llvm::is_used(inst) {
        llvm::replace(inst, results);
    }
    inst.erase_from_basic_block();
    Ok(())
}

/// Whether a text is one of instructions without effect.
pub fn does_nothing(text: &str) -> bool {
    statements(text).all(|statement| NOTHING.contains(&statement.as_str()))
}

/// What the assembly gives back; zero stands for nothing. `None` if it is not known.
fn results<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    call: CallSiteValue<'ctx>,
    constraints: &str,
) -> Result<Option<BasicValueEnum<'ctx>>, FrontendError> {
    let Some(arguments) = llvm::arguments(call) else { return Ok(None) };
    let parsed = Constraints::read(constraints);
    let is_kept = |place: &usize| {
        let same = |input: &usize| arguments.get(*input) == arguments.get(*place);
        parsed.inputs.iter().any(same)
    };
    if !parsed.outputs.iter().flatten().all(is_kept) {
        return Ok(None);
    }
    let Some(ty) = call.get_called_fn_type().get_return_type() else {
        return Ok(Some(instrument.context.bool_type().const_zero().into()));
    };
    let types = match ty {
        BasicTypeEnum::StructType(all) if parsed.registers() > 1 => all.get_field_types(),
        ty => vec![ty],
    };
    if types.len() != parsed.registers() {
        return Ok(None);
    }
    let kind = InputKind::Undefined("what inline assembly leaves in a register".to_owned());
    let mut values = Vec::with_capacity(types.len());
    for (ty, tied) in types.into_iter().zip(parsed.tied()) {
        let value = match tied.map(|index| arguments.get(index).copied()) {
            Some(Some(value)) if value.get_type() == ty => Some(value),
            Some(_) => None,
            None => instrument.any(ty, &kind)?,
        };
        let Some(value) = value else { return Ok(None) };
        values.push(value);
    }
    if let [value] = values[..] {
        return Ok(Some(value));
    }
    let BasicTypeEnum::StructType(ty) = ty.as_basic_type_enum() else { return Ok(None) };
    let mut all = ty.const_zero();
    for (index, value) in (0..).zip(values) {
        let with = instrument.builder.build_insert_value(all, value, index, "register")?;
        all = with.into_struct_value();
    }
    Ok(Some(all.into()))
}

/// The parts of a string of constraints that matter here.
struct Constraints {
    /// For each output in memory the argument that is its address.
    outputs: Vec<Option<usize>>,
    /// The arguments that are inputs.
    inputs: Vec<usize>,
    /// For inputs that are in the same place as an output: the output, and the argument.
    ties: Vec<(usize, usize)>,
}

impl Constraints {
    fn read(text: &str) -> Self {
        let mut read = Self { outputs: Vec::new(), inputs: Vec::new(), ties: Vec::new() };
        let mut argument = 0;
        for constraint in text.split(',') {
            if let Some(output) = constraint.strip_prefix('=') {
                let indirect = output.trim_start_matches('&').starts_with('*');
                read.outputs.push(indirect.then_some(argument));
                argument += usize::from(indirect);
            } else if !constraint.starts_with(['~', '!']) {
                if let Ok(output) = constraint.parse() {
                    read.ties.push((output, argument));
                }
                read.inputs.push(argument);
                argument += 1;
            }
        }
        read
    }

    /// How many outputs are in registers.
    fn registers(&self) -> usize {
        self.outputs.iter().filter(|place| place.is_none()).count()
    }

    /// For each output in a register: the argument that it begins with.
    fn tied(&self) -> impl Iterator<Item = Option<usize>> {
        let outputs = self.outputs.iter().enumerate().filter(|(_, place)| place.is_none());
        outputs.map(|(output, _)| {
            let tie = self.ties.iter().find(|(of, _)| *of == output);
            tie.map(|(_, argument)| *argument)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barriers_and_waiting_do_nothing() {
        for text in ["", " ", "nop", "NOP\n\tnop", "rep; nop", "pause # wait", "cpsid  i"] {
            assert!(does_nothing(text), "{text}");
        }
        for text in ["mov $1, $0", "nop; ret", "lock", "syscall", "nops"] {
            assert!(!does_nothing(text), "{text}");
        }
    }

    #[test]
    fn registers_are_tied_to_arguments() {
        let tied = |text| Constraints::read(text).tied().collect::<Vec<_>>();
        assert_eq!(tied("=r,0,~{dirflag}"), [Some(0)]);
        assert_eq!(tied("=*m,=r,r,1,~{memory}"), [Some(2)]);
        assert_eq!(tied("=&r,=r,m"), [None, None]);
        assert_eq!(tied("~{memory}"), []);
    }
}
