//! Floating-point numbers: what the compile command says of their arithmetic.
//!
//! `-ffast-math` and its parts allow results that IEEE 754 does not: such operations are not
//! modelled.
//!
//! On 32-bit x86 clang and gcc take the registers of the x87 unless they are told to use SSE: a `float` or
//! `double` that only passes through one may change (a signalling NaN becomes a quiet one), and
//! arithmetic is more precise. Here such values are moved about exactly, so the program is taken
//! as one compiled for SSE; that is listed. The native runs are built so, too.

use inkwell::module::Module;
use inkwell::types::{AnyTypeEnum, FloatType};
use inkwell::values::InstructionOpcode;

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::program::AssumptionKind;

/// LLVM's number of `fastcc`, which returns floating-point numbers in SSE registers.
const FAST: u32 = 8;

/// Lists how numbers are kept on 32-bit x86, and makes unsupported points of operations whose
/// results are up to the compiler.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let short = |ty: FloatType<'_>| instrument.layout.get_bit_size(&ty) <= 64;
    let has_float = instrument
        .functions()
        .into_iter()
        .flat_map(llvm::instructions)
        .any(|inst| matches!(inst.get_type(), AnyTypeEnum::FloatType(ty) if short(ty)));
    if is_32_bits(&instrument.module) && has_float {
        let what = "floating-point numbers are kept in SSE registers (-msse2 -mfpmath=sse)";
        instrument.assume(AssumptionKind::SseArithmetic, what.to_owned(), None);
    }
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            let is_choice =
                matches!(inst.get_opcode(), InstructionOpcode::Phi | InstructionOpcode::Select);
            if llvm::is_fast(inst) && !is_choice {
                let what = "floating-point arithmetic with -ffast-math";
                instrument.unsupported(inst, what.to_owned())?;
            }
        }
    }
    Ok(())
}

/// Whether a module is for 32-bit x86.
pub fn is_32_bits(module: &Module<'_>) -> bool {
    let triple = llvm::text(module.get_triple().as_str());
    ["i386", "i486", "i586", "i686"].iter().any(|machine| triple.starts_with(machine))
}

/// Lets the functions of a module that is run natively return what they return exactly. Only
/// calls by name may be left, and `main`, which the runtime calls, stays as it is.
pub fn return_exactly(module: &Module<'_>, main: &str) {
    if !is_32_bits(module) {
        return;
    }
    let defined = llvm::defined(module);
    let changes = |name: &str, variadic: bool| name != main && !variadic;
    for &function in &defined {
        if changes(&llvm::name(function), function.get_type().is_var_arg()) {
            function.set_call_conventions(FAST);
        }
        for call in llvm::instructions(function).into_iter().filter_map(llvm::call) {
            let callee = llvm::callee(call).filter(|callee| callee.count_basic_blocks() > 0);
            let fast = |callee: inkwell::values::FunctionValue<'_>| {
                changes(&llvm::name(callee), callee.get_type().is_var_arg())
            };
            if callee.is_some_and(fast) {
                call.set_call_convention(FAST);
            }
        }
    }
}
