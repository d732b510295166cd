//! Words for what is not modelled: what the person who wrote the C program sees.

use crate::frontend::llvm::handles::LLVMOpcode::*;
use crate::frontend::llvm::handles::LLVMTypeKind::*;
use crate::frontend::llvm::handles::LLVMValueKind::*;
use crate::frontend::llvm::handles::{Context, LLVMOpcode, Ty, Val};
use crate::frontend::names::library;
use rustc_hash::FxHashSet;

use super::debug;

/// The construct at which a path ends because it is not modelled; the text is a noun
/// phrase for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported(pub String);

impl Unsupported {
    /// With this text.
    pub fn new(what: impl Into<String>) -> Self {
        Self(what.into())
    }
}

/// What an instruction that has no meaning here is called.
pub fn instruction<'m>(instr: Val<'m>) -> Unsupported {
    let operands = instr.operands();
    let is_vector = |value: &Val<'m>| {
        matches!(value.ty().kind(), LLVMVectorTypeKind | LLVMScalableVectorTypeKind)
    };
    if is_vector(&instr) || operands.iter().any(is_vector) {
        return Unsupported::new("vector arithmetic");
    }
    let opcode = instr.opcode();
    Unsupported(match opcode {
        LLVMAtomicRMW | LLVMAtomicCmpXchg => "an atomic operation".to_owned(),
        LLVMFence => "a memory fence".to_owned(),
        LLVMFNeg | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMFCmp | LLVMFPToUI
        | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt => {
            "floating-point arithmetic".to_owned()
        }
        LLVMIndirectBr => "a computed goto".to_owned(),
        LLVMVAArg => "a variable argument list".to_owned(),
        LLVMCallBr => "inline assembly with jumps".to_owned(),
        LLVMInvoke | LLVMResume | LLVMLandingPad | LLVMCleanupRet | LLVMCatchRet | LLVMCatchPad
        | LLVMCleanupPad | LLVMCatchSwitch => "exception handling".to_owned(),
        LLVMUnreachable => "a point that the compiler takes to be unreachable".to_owned(),
        _ if operands.iter().any(|operand| is_floating(operand.ty())) => {
            "floating-point arithmetic".to_owned()
        }
        _ => format!("the LLVM instruction '{}'", mnemonic(opcode)),
    })
}

/// The integer value `operand` that can't be represented.
pub fn operand(operand: Val<'_>) -> Unsupported {
    Unsupported(match operand.ty().kind() {
        LLVMPointerTypeKind => match addressed(operand) {
            Some(name) => format!("the address of '{name}', which is not modelled"),
            None => "an address that is not modelled".to_owned(),
        },
        LLVMVectorTypeKind | LLVMScalableVectorTypeKind => "vector arithmetic".to_owned(),
        _ if is_floating(operand.ty()) => "floating-point arithmetic".to_owned(),
        _ => match addressed(operand) {
            Some(name) => format!("arithmetic with the address of '{name}', which is not modelled"),
            None => "arithmetic on addresses".to_owned(),
        },
    })
}

/// The variable or function whose address a constant is made of.
fn addressed(constant: Val<'_>) -> Option<String> {
    match constant.kind() {
        LLVMGlobalVariableValueKind | LLVMFunctionValueKind => Some(constant.name()),
        LLVMConstantExprValueKind => constant.operands().into_iter().find_map(addressed),
        _ => None,
    }
}

/// Whether a type is that of a floating-point number, or of a vector of them.
fn is_floating(ty: Ty<'_>) -> bool {
    let ty = if ty.kind() == LLVMVectorTypeKind { ty.vector().0 } else { ty };
    matches!(
        ty.kind(),
        LLVMHalfTypeKind
            | LLVMBFloatTypeKind
            | LLVMFloatTypeKind
            | LLVMDoubleTypeKind
            | LLVMX86_FP80TypeKind
            | LLVMFP128TypeKind
            | LLVMPPC_FP128TypeKind
    )
}

/// A call that was not inlined.
pub fn call<'m>(instr: Val<'m>, context: Context<'m>) -> Unsupported {
    let Some(callee) = instr.callee() else { return Unsupported::new("a call") };
    match callee.kind() {
        LLVMInlineAsmValueKind => return Unsupported::new("inline assembly"),
        LLVMFunctionValueKind => {}
        _ => return Unsupported::new("a call through a pointer"),
    }
    let name = debug::function_name(callee, context);
    Unsupported(if callee.intrinsic().is_some() {
        intrinsic(&callee.name())
    } else if !callee.is_declaration() {
        let recursive = if calls_itself(callee) { "recursive " } else { "" };
        format!("{recursive}call of '{name}'")
    } else if instr.arguments().iter().any(|arg| arg.ty().kind() == LLVMPointerTypeKind) {
        format!("call of the undefined function '{name}' with pointer arguments")
    } else {
        format!("call of the undefined function '{name}'")
    })
}

/// Words for intrinsics that C programs lead to.
fn intrinsic(name: &str) -> String {
    let plain = name.strip_prefix("llvm.").unwrap_or(name);
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| plain.starts_with(prefix));
    if starts(&["memcpy", "memmove"]) {
        "a copy of a block of memory".to_owned()
    } else if starts(&["memset"]) {
        "the filling of a block of memory".to_owned()
    } else if starts(&["va_"]) {
        "a variable argument list".to_owned()
    } else if starts(&["eh.sjlj", "eh.return", "stackaddress"]) {
        "setjmp or longjmp".to_owned()
    } else if starts(&["trap", "debugtrap", "ubsantrap"]) {
        "a trap instruction".to_owned()
    } else {
        format!("the LLVM intrinsic '{name}'")
    }
}

/// Intrinsics on floating-point numbers, by how their names start; they do nothing but
/// compute.
const FLOATING: [&str; 31] = [
    "fabs",
    "sqrt",
    "fma",
    "fmuladd",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "lrint",
    "llrint",
    "lround",
    "llround",
    "pow",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "exp",
    "log",
    "ldexp",
    "frexp",
    "copysign",
    "min",
    "max",
    "canonicalize",
    "is.fpclass",
    "fpto",
];

/// Intrinsics that tell something about the machine.
const MACHINE: [&str; 8] = [
    "returnaddress",
    "addressofreturnaddress",
    "frameaddress",
    "readcyclecounter",
    "readsteadycounter",
    "read_register",
    "get.rounding",
    "stacksave",
];

/// What the result of an intrinsic or of a function of the C library is called that only
/// computes something that is not modelled.
pub fn computation<'m>(instr: Val<'m>) -> Option<String> {
    let callee = instr.callee().filter(|it| it.kind() == LLVMFunctionValueKind)?;
    let name = callee.name();
    if callee.is_declaration() && library::computes(&name) {
        return Some(library::not_modelled(&name));
    }
    let plain = name.strip_prefix("llvm.")?;
    let starts = |all: &[&str]| all.iter().any(|prefix| plain.starts_with(prefix));
    let arguments = instr.arguments();
    let floats = |value: &Val<'m>| is_floating(value.ty());
    let what = if starts(&MACHINE) {
        "a question about the machine"
    } else if plain.starts_with("vector.reduce.") {
        "vector arithmetic"
    } else if starts(&FLOATING) && (floats(&instr) || arguments.iter().any(floats)) {
        "floating-point arithmetic"
    } else {
        return None;
    };
    Some(what.to_owned())
}

/// Whether a defined function can reach a call of itself.
fn calls_itself(function: Val<'_>) -> bool {
    let mut seen = FxHashSet::default();
    let mut pending = vec![function];
    while let Some(caller) = pending.pop() {
        let instrs = caller.blocks().into_iter().flat_map(|block| block.instructions());
        for callee in instrs.filter(|i| i.opcode() == LLVMCall).filter_map(Val::callee) {
            if callee == function {
                return true;
            }
            let defined = callee.kind() == LLVMFunctionValueKind && !callee.is_declaration();
            if defined && seen.insert(callee) {
                pending.push(callee);
            }
        }
    }
    false
}

/// `LLVMShuffleVector` → `shufflevector`.
fn mnemonic(opcode: LLVMOpcode) -> String {
    format!("{opcode:?}").trim_start_matches("LLVM").to_lowercase()
}
