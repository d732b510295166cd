//! Whether the address of a variable goes anywhere but into accesses.

use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue};
use rustc_hash::FxHashSet;

use crate::frontend::clang::module::{MODEL, is_marked};
use crate::frontend::llvm::{self, Identified, Identity};
use crate::frontend::names::threads::{self, CREATE, JOIN};
use crate::support::limits;

/// What a use makes of an address.
enum Use<'ctx> {
    /// It accesses what is there, or asks something.
    Access,
    /// It is known by these values, too.
    Alias(Vec<BasicValueEnum<'ctx>>),
    /// It may be known anywhere.
    Anywhere,
}

/// Whether a model accesses nothing but a lock, and keeps no address of it.
pub fn is_of_locks(function: FunctionValue<'_>) -> bool {
    is_marked(function, MODEL) && threads::accesses_locks(&llvm::name(function))
}

/// Whether anybody but who runs the function of a local variable may know its address: it goes
/// further than into accesses, into variables that hold it and into functions that do the same with
/// it.
pub fn is_kept(variable: BasicValueEnum<'_>) -> bool {
    goes_anywhere(variable, |inst, address| match inst.get_opcode() {
        InstructionOpcode::Store => held(inst).map_or(Use::Anywhere, Use::Alias),
        InstructionOpcode::Call => taken(inst, address).map_or(Use::Anywhere, Use::Alias),
        _ => Use::Anywhere,
    })
}

/// Whether a variable is accessed in another way than by its name.
pub fn is_given(variable: BasicValueEnum<'_>) -> bool {
    goes_anywhere(variable, |_, _| Use::Anywhere)
}

/// Whether an address, or one that is computed from it, is used otherwise than in accesses, and in
/// uses of which `other` says that they do no more.
fn goes_anywhere<'ctx>(
    address: BasicValueEnum<'ctx>,
    other: impl Fn(InstructionValue<'ctx>, BasicValueEnum<'ctx>) -> Use<'ctx>,
) -> bool {
    let mut seen: FxHashSet<Identity> = FxHashSet::default();
    let mut open = vec![address];
    while let Some(address) = open.pop() {
        if !seen.insert(address.identity()) {
            continue;
        }
        if seen.len() > limits::ALIASES_OF_A_VARIABLE {
            return true;
        }
        for user in llvm::users(address) {
            let used = match llvm::as_instruction(user) {
                Some(inst) => match used(inst, address) {
                    Use::Anywhere => other(inst, address),
                    used => used,
                },
                None => llvm::constant_gep(user).map_or(Use::Anywhere, |it| Use::Alias(vec![it])),
            };
            match used {
                Use::Access => {}
                Use::Alias(values) => open.extend(values),
                Use::Anywhere => return true,
            }
        }
    }
    false
}

/// What an instruction alone makes of an address.
fn used<'ctx>(inst: InstructionValue<'ctx>, address: BasicValueEnum<'ctx>) -> Use<'ctx> {
    match inst.get_opcode() {
        InstructionOpcode::Load => Use::Access,
        InstructionOpcode::Store if llvm::operand(inst, 0) != Some(address) => Use::Access,
        InstructionOpcode::GetElementPtr => {
            llvm::result(inst).map_or(Use::Anywhere, |it| Use::Alias(vec![it]))
        }
        InstructionOpcode::Call if is_access(inst, address) => Use::Access,
        _ => Use::Anywhere,
    }
}

/// Whether a call does no more with an address than accesses do, or locks.
fn is_access<'ctx>(call: InstructionValue<'ctx>, address: BasicValueEnum<'ctx>) -> bool {
    let Some(callee) = llvm::call(call).and_then(llvm::callee) else { return false };
    if is_of_locks(callee) {
        return true;
    }
    let name = llvm::name(callee);
    // The number or the result of a thread, in a local variable.
    let is_local = || llvm::storage(address).is_some_and(|it| llvm::global_of(it).is_none());
    let written = [(CREATE, 0), (JOIN, 1)].into_iter().find(|it| it.0 == name);
    if let Some((_, written)) = written.filter(|_| is_marked(callee, MODEL) && is_local()) {
        let mut others = (0..callee.count_params()).filter(|it| *it != written);
        return others.all(|it| llvm::operand(call, it) != Some(address));
    }
    // What computes an address of it gives it on.
    name.starts_with("llvm.") && !call.get_type().is_pointer_type()
}

/// What is read of a variable that an address is written to, if the variable is only read and
/// written by its name.
fn held<'ctx>(store: InstructionValue<'ctx>) -> Option<Vec<BasicValueEnum<'ctx>>> {
    let (reads, _) = llvm::plain_accesses(llvm::operand(store, 1)?)?;
    reads.into_iter().map(llvm::result).collect()
}

/// The parameters by which a defined function gets an address; what starts threads, or waits for
/// one, keeps it.
fn taken<'ctx>(
    call: InstructionValue<'ctx>,
    address: BasicValueEnum<'ctx>,
) -> Option<Vec<BasicValueEnum<'ctx>>> {
    let callee = llvm::callee(llvm::call(call)?)?;
    let is_of_threads = [CREATE, JOIN].contains(&llvm::name(callee).as_str());
    if callee.count_basic_blocks() == 0 || is_of_threads {
        return None;
    }
    let arguments = llvm::arguments(llvm::call(call)?)?;
    let given = (0..arguments.len()).filter(|&index| arguments[index] == address);
    given.map(|index| callee.get_nth_param(index as u32)).collect()
}
