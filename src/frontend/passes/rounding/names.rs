//! What the rounding mode is called: by functions of the library, by LLVM, and by our models.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::Module;
use inkwell::values::{
    FunctionValue, GlobalValue, InstructionOpcode, InstructionValue, PointerValue,
};
use rustc_hash::FxHashSet;

use crate::frontend::llvm;
use crate::program::runtime::ROUNDING_MODE;

/// Functions of the library that change it.
pub const SETTERS: [&str; 3] = ["fesetround", "fesetenv", "feupdateenv"];

/// How the names of intrinsics begin that round in a mode that they name.
pub const CONSTRAINED: &str = "llvm.experimental.constrained.";

/// How LLVM calls the mode that the machine is in.
pub const DYNAMIC: &str = "round.dynamic";

/// The functions that change it and that the program uses and does not define.
pub fn setters<'ctx>(module: &Module<'ctx>) -> Vec<FunctionValue<'ctx>> {
    let known = SETTERS.iter().filter_map(|name| module.get_function(name));
    known.filter(|it| it.count_basic_blocks() == 0 && llvm::is_used(*it)).collect()
}

/// The variable of the models that holds the mode, if something changes it.
pub fn variable<'ctx>(module: &Module<'ctx>) -> Option<PointerValue<'ctx>> {
    let variable = module.get_global(ROUNDING_MODE)?;
    is_written(variable).then(|| variable.as_pointer_value())
}

fn is_written(variable: GlobalValue<'_>) -> bool {
    let mut users = llvm::users(variable).into_iter().filter_map(llvm::as_instruction);
    users.any(|user| user.get_opcode() == InstructionOpcode::Store)
}

/// How the constrained intrinsic that an instruction calls is called, without its beginning and
/// its types.
pub fn constrained(inst: InstructionValue<'_>) -> Option<String> {
    let name = llvm::name(llvm::call(inst).and_then(llvm::callee)?);
    Some(without_types(name.strip_prefix(CONSTRAINED)?).to_owned())
}

/// The name of an intrinsic without the types that it has at its end.
pub fn without_types(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// The rounding mode that a constrained intrinsic names, if its result depends on one.
pub fn mode(inst: InstructionValue<'_>) -> Option<String> {
    let texts = (0..inst.get_num_operands()).filter_map(|at| llvm::metadata_text(inst, at));
    texts.into_iter().find(|text| text.starts_with("round."))
}

/// The functions in which the program says that it changes the mode (`FENV_ACCESS`,
/// `-frounding-math`), by name.
pub fn aware(module: &Module<'_>) -> FxHashSet<String> {
    let kind = Attribute::get_named_enum_kind_id("strictfp");
    let says =
        |it: &FunctionValue<'_>| it.get_enum_attribute(AttributeLoc::Function, kind).is_some();
    llvm::defined(module).into_iter().filter(says).map(llvm::name).collect()
}

/// The first operation of a module that depends on the mode, in a function that is none of these.
pub fn unaware<'ctx>(
    module: &Module<'ctx>,
    aware: &FxHashSet<String>,
) -> Option<InstructionValue<'ctx>> {
    use InstructionOpcode::*;
    let rounds = |inst: &InstructionValue<'ctx>| match inst.get_opcode() {
        FAdd | FSub | FMul | FDiv | FPTrunc | SIToFP | UIToFP => true,
        Call => constrained(*inst).is_some() && mode(*inst).is_some(),
        _ => false,
    };
    let functions = llvm::defined(module).into_iter();
    let functions = functions.filter(|it| !aware.contains(&llvm::name(*it)));
    functions.flat_map(llvm::instructions).find(rounds)
}
