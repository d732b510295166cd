//! Which accesses of functions others may see or disturb that run between them: interrupt
//! handlers, and other threads.
//!
//! An over-approximation by names: a global variable that others mention is shared if one side
//! writes it. What pointers lead to may be any variable whose address is kept somewhere. A point
//! that is inserted for nothing changes nothing, as the others don't touch what is accessed there.

use inkwell::module::Linkage;
use inkwell::values::{
    BasicValueEnum, FunctionValue, GlobalValue, InstructionOpcode, InstructionValue, PointerValue,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified, Identity};
use crate::program::runtime::{FIND, FIND_LAST, MISMATCH};

/// Functions that end the object that their first argument leads to.
pub const ENDING: [&str; 3] = ["free", "realloc", "reallocarray"];

/// An access to memory.
#[derive(Clone, Copy, Debug)]
pub struct Access<'ctx> {
    /// Where.
    pub place: BasicValueEnum<'ctx>,
    /// Whether it writes.
    pub writes: bool,
}

/// What an address is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Root<'ctx> {
    Global(GlobalValue<'ctx>),
    /// A local variable of the same call.
    Local(BasicValueEnum<'ctx>),
    /// A number of the program's text: a register, or nothing valid. No variable lies there.
    Fixed,
    /// A pointer from somewhere.
    Unknown,
}

/// How the others use a variable, or what pointers lead them to.
#[derive(Clone, Copy, Debug, Default)]
struct Use {
    reads: bool,
    writes: bool,
}

impl Use {
    fn add(&mut self, writes: bool) {
        if writes {
            self.writes = true;
        } else {
            self.reads = true;
        }
    }

    /// Whether an access matters to it.
    fn conflicts(self, writes: bool) -> bool {
        self.writes || writes && self.reads
    }
}

/// See the module.
pub struct Shared {
    named: FxHashMap<Identity, Use>,
    through_pointers: Use,
    /// How the others use variables whose address is kept somewhere.
    kept: Use,
}

impl Shared {
    /// What these functions share with others.
    pub fn by<'ctx>(functions: impl IntoIterator<Item = FunctionValue<'ctx>>) -> Self {
        let mut shared = Self {
            named: FxHashMap::default(),
            through_pointers: Use::default(),
            kept: Use::default(),
        };
        for function in functions {
            for access in llvm::instructions(function).into_iter().flat_map(accesses) {
                shared.add(access);
            }
        }
        shared
    }

    fn add(&mut self, Access { place, writes }: Access<'_>) {
        match root(place) {
            Root::Global(global) if global.is_constant() => {}
            Root::Global(global) => {
                self.named.entry(global.identity()).or_default().add(writes);
                if is_kept(global.as_pointer_value().into()) {
                    self.kept.add(writes);
                }
            }
            // Where its function returns it ends, which others see as a write.
            Root::Local(variable) if is_kept(variable) => self.kept.add(true),
            Root::Local(_) | Root::Fixed => {}
            Root::Unknown => self.through_pointers.add(writes),
        }
    }

    /// Whether these functions may see what an access of others does, or change what it sees.
    pub fn has(&self, Access { place, writes }: Access<'_>) -> bool {
        match root(place) {
            Root::Global(global) if global.is_constant() => false,
            Root::Fixed => false,
            Root::Global(global) => {
                let named = self.named.get(&global.identity());
                named.is_some_and(|it| it.conflicts(writes))
                    || self.through_pointers.conflicts(writes)
                        && is_kept(global.as_pointer_value().into())
            }
            Root::Local(variable) => self.through_pointers.conflicts(writes) && is_kept(variable),
            Root::Unknown => self.through_pointers.conflicts(writes) || self.kept.conflicts(writes),
        }
    }
}

/// Whether an access is one of a variable that it names.
pub fn is_of_variable(access: Access<'_>) -> bool {
    matches!(root(access.place), Root::Global(_))
}

/// Whether others may see an access at all that know of a variable by its name, or by an address
/// that is kept: of undefined functions, say.
pub fn is_in_reach(access: Access<'_>) -> bool {
    match root(access.place) {
        Root::Global(global) => {
            let is_visible = !matches!(global.get_linkage(), Linkage::Internal | Linkage::Private);
            !global.is_constant() && (is_visible || is_kept(global.as_pointer_value().into()))
        }
        Root::Local(variable) => is_kept(variable),
        Root::Fixed => false,
        Root::Unknown => true,
    }
}

/// These functions and all that they call.
pub fn called<'ctx>(from: &[FunctionValue<'ctx>]) -> FxHashSet<FunctionValue<'ctx>> {
    let mut all: FxHashSet<_> = from.iter().copied().collect();
    let mut open = from.to_vec();
    while let Some(function) = open.pop() {
        let calls = llvm::instructions(function).into_iter().filter_map(llvm::call);
        for callee in calls.filter_map(llvm::callee) {
            if callee.count_basic_blocks() > 0 && all.insert(callee) {
                open.push(callee);
            }
        }
    }
    all
}

/// The accesses of an instruction. A call of an undefined function is none: what it changes is
/// arbitrary anyway.
pub fn accesses(inst: InstructionValue<'_>) -> Vec<Access<'_>> {
    let access = |operand, writes| {
        let place = llvm::operand(inst, operand);
        place.filter(|place| place.is_pointer_value()).map(|place| Access { place, writes })
    };
    match inst.get_opcode() {
        InstructionOpcode::Load => access(0, false).into_iter().collect(),
        InstructionOpcode::Store => access(1, true).into_iter().collect(),
        InstructionOpcode::Call => {
            let Some(call) = llvm::call(inst) else { return Vec::new() };
            let name = llvm::callee(call).map(llvm::name).unwrap_or_default();
            match name.as_str() {
                _ if is_copy(&name) => {
                    access(0, true).into_iter().chain(access(1, false)).collect()
                }
                _ if name.starts_with("llvm.memset.") => access(0, true).into_iter().collect(),
                FIND | FIND_LAST => access(0, false).into_iter().collect(),
                MISMATCH => access(0, false).into_iter().chain(access(1, false)).collect(),
                _ if ENDING.contains(&name.as_str()) => access(0, true).into_iter().collect(),
                // Structures that are handed over by value are copied where the call is.
                _ => (0..inst.get_num_operands())
                    .filter(|&index| llvm::by_value(call, index).is_some())
                    .filter_map(|index| access(index, false))
                    .collect(),
            }
        }
        _ => Vec::new(),
    }
}

/// Marks where atomic operations begin and end, which become several accesses afterwards.
///
/// # Errors
/// If LLVM refuses.
pub fn around_atomic_operations(
    instrument: &Instrument<'_, '_>,
    mark: impl Fn(bool) -> Outcome,
) -> Outcome {
    use InstructionOpcode::{AtomicCmpXchg, AtomicRMW};
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            if matches!(inst.get_opcode(), AtomicRMW | AtomicCmpXchg) {
                instrument.before(inst);
                mark(true)?;
                instrument.behind(inst);
                mark(false)?;
            }
        }
    }
    Ok(())
}

fn is_copy(name: &str) -> bool {
    ["llvm.memcpy.", "llvm.memmove."].iter().any(|it| name.starts_with(it))
}

fn root(mut place: BasicValueEnum<'_>) -> Root<'_> {
    loop {
        if let Some(global) = llvm::global_of(place) {
            return Root::Global(global);
        }
        if llvm::is_fixed_address(place) {
            return Root::Fixed;
        }
        if let Some(gep) = llvm::constant_gep(place.identity()) {
            match llvm::constant_base(gep) {
                Some(base) => place = base,
                None => return Root::Unknown,
            }
            continue;
        }
        match llvm::as_instruction(place.identity()) {
            Some(inst) if inst.get_opcode() == InstructionOpcode::Alloca => {
                return Root::Local(place);
            }
            Some(inst) if inst.get_opcode() == InstructionOpcode::GetElementPtr => {
                match llvm::operand(inst, 0) {
                    Some(base) => place = base,
                    None => return Root::Unknown,
                }
            }
            _ => return Root::Unknown,
        }
    }
}

/// Whether an address goes anywhere but into accesses.
fn is_kept(address: BasicValueEnum<'_>) -> bool {
    llvm::users(address).into_iter().any(|user| {
        let Some(inst) = llvm::as_instruction(user) else {
            return llvm::constant_gep(user).is_none_or(is_kept);
        };
        match inst.get_opcode() {
            InstructionOpcode::Load => false,
            InstructionOpcode::Store => llvm::operand(inst, 0) == Some(address),
            InstructionOpcode::GetElementPtr => match PointerValue::try_from(inst) {
                Ok(part) => is_kept(part.into()),
                Err(()) => true,
            },
            InstructionOpcode::Call => {
                let callee = llvm::call(inst).and_then(llvm::callee);
                !callee.is_some_and(|callee| llvm::name(callee).starts_with("llvm."))
            }
            _ => true,
        }
    })
}
