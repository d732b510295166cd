//! Which addresses are numbers of the program's text: those of a device's registers.
//!
//! Drivers keep such numbers in variables, hand them to functions and choose among them. So an
//! address counts as one if all that it can be do, as far as instructions tell before anything is
//! promoted: it is such a number, lies some bytes behind one, is computed from one and other
//! numbers, is read from a variable that is written only with such, or is a parameter of a function
//! that is called only with such.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::{LLVMLinkage, LLVMOpcode};
use inkwell::values::{AsValueRef, BasicValueEnum};
use rustc_hash::FxHashSet;

use super::Identity;
use super::addresses::is_fixed_address;
use super::uses::users_of;
use super::values::basic;

/// Smaller numbers that something is added to are offsets, where numbers have more than 16 bits.
const LEAST: u64 = 0x1000;
/// The same of shorter ones: small machines have their registers at small addresses.
const LEAST_OF_SMALL: u64 = 0x20;

/// Whether all that an address can be are numbers of the program's text; the function `entry` is
/// called from outside.
pub fn is_register(address: BasicValueEnum<'_>, entry: &str) -> bool {
    // SAFETY: it is a value.
    unsafe {
        Search { entry, kind: Kind::Register, seen: FxHashSet::default() }
            .is(address.as_value_ref())
    }
}

/// What values are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Numbers of the text, and addresses computed from them.
    Register,
    /// Numbers that are computed from no address.
    Number,
}

/// Whether all that a value can be is of a kind. What is looked at already is taken to be, as an
/// address that is moved in a loop.
struct Search<'a> {
    entry: &'a str,
    kind: Kind,
    seen: FxHashSet<LLVMValueRef>,
}

impl Search<'_> {
    /// SAFETY: the value is valid.
    unsafe fn is(&mut self, value: LLVMValueRef) -> bool {
        if !self.seen.insert(value) {
            return true;
        }
        // SAFETY: kinds are checked before what only they have is read.
        unsafe {
            if !LLVMIsAConstantInt(value).is_null() {
                let bits = LLVMGetIntTypeWidth(LLVMTypeOf(value));
                let least = if bits > 16 { LEAST } else { LEAST_OF_SMALL };
                return self.kind == Kind::Number
                    || bits <= 64 && LLVMConstIntGetZExtValue(value) >= least;
            }
            if !LLVMIsAConstant(value).is_null() {
                return self.kind == Kind::Register && basic(value).is_some_and(is_fixed_address);
            }
            if !LLVMIsAArgument(value).is_null() {
                return self.is_given(value);
            }
            if LLVMIsAInstruction(value).is_null() {
                return false;
            }
            let operand = |index| LLVMGetOperand(value, index);
            match LLVMGetInstructionOpcode(value) {
                LLVMOpcode::LLVMSelect => self.is(operand(1)) && self.is(operand(2)),
                LLVMOpcode::LLVMPHI => (0..LLVMCountIncoming(value))
                    .all(|index| self.is(LLVMGetIncomingValue(value, index))),
                LLVMOpcode::LLVMLoad => self.is_kept(operand(0)),
                LLVMOpcode::LLVMGetElementPtr | LLVMOpcode::LLVMIntToPtr => {
                    self.kind == Kind::Register && self.is(operand(0))
                }
                LLVMOpcode::LLVMZExt | LLVMOpcode::LLVMSExt | LLVMOpcode::LLVMTrunc => {
                    self.is(operand(0))
                }
                LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMOr if self.kind == Kind::Register => {
                    let (a, b) = (operand(0), operand(1));
                    [(a, b), (b, a)].into_iter().any(|(base, offset)| {
                        // What does not hold of one of both must not count as seen for the other.
                        let mut search = Search { seen: self.seen.clone(), ..*self };
                        search.is(base) && self.is_number(offset)
                    })
                }
                LLVMOpcode::LLVMAdd
                | LLVMOpcode::LLVMSub
                | LLVMOpcode::LLVMMul
                | LLVMOpcode::LLVMShl
                | LLVMOpcode::LLVMLShr
                | LLVMOpcode::LLVMAShr
                | LLVMOpcode::LLVMAnd
                | LLVMOpcode::LLVMOr
                | LLVMOpcode::LLVMXor
                | LLVMOpcode::LLVMUDiv
                | LLVMOpcode::LLVMURem => {
                    self.kind == Kind::Number && self.is(operand(0)) && self.is(operand(1))
                }
                _ => false,
            }
        }
    }

    /// SAFETY: the value is valid.
    unsafe fn is_number(&self, value: LLVMValueRef) -> bool {
        let mut search = Search { kind: Kind::Number, seen: FxHashSet::default(), ..*self };
        // SAFETY: it is a value.
        unsafe { search.is(value) }
    }

    /// Whether a variable is read and written as a whole only, and holds nothing else.
    ///
    /// SAFETY: the value is valid.
    unsafe fn is_kept(&mut self, variable: LLVMValueRef) -> bool {
        // SAFETY: kinds are checked before what only they have is read.
        unsafe {
            let is_global = !LLVMIsAGlobalVariable(variable).is_null();
            if is_global {
                let first = LLVMGetInitializer(variable);
                let own = matches!(
                    LLVMGetLinkage(variable),
                    LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage
                );
                if first.is_null() || !own && LLVMIsGlobalConstant(variable) == 0 || !self.is(first)
                {
                    return false;
                }
            } else if LLVMIsAAllocaInst(variable).is_null() {
                return false;
            }
            let mut written = is_global;
            for Identity(user) in users_of(variable) {
                if LLVMIsAInstruction(user).is_null() {
                    return false;
                }
                match LLVMGetInstructionOpcode(user) {
                    LLVMOpcode::LLVMLoad => {}
                    // What clang writes where nothing is initialised is no number of the text.
                    LLVMOpcode::LLVMStore
                        if LLVMGetOperand(user, 1) == variable && !is_annotated(user) =>
                    {
                        let value = LLVMGetOperand(user, 0);
                        if value == variable || !self.is(value) {
                            return false;
                        }
                        written = true;
                    }
                    LLVMOpcode::LLVMCall => {
                        let called = basic(LLVMGetCalledValue(user));
                        let name = called.map(|it| it.get_name().to_string_lossy().into_owned());
                        if !name.is_some_and(|name| name.starts_with("llvm.lifetime.")) {
                            return false;
                        }
                    }
                    _ => return false,
                }
            }
            written
        }
    }

    /// Whether all calls give a parameter nothing else, and there are some.
    ///
    /// SAFETY: the value is a parameter.
    unsafe fn is_given(&mut self, parameter: LLVMValueRef) -> bool {
        // SAFETY: kinds are checked before what only they have is read.
        unsafe {
            let function = LLVMGetParamParent(parameter);
            let index = (0..LLVMCountParams(function))
                .find(|&index| LLVMGetParam(function, index) == parameter);
            let Some(index) = index else { return false };
            let name = basic(function).map(|it| it.get_name().to_string_lossy().into_owned());
            if name.is_none_or(|name| name == self.entry) {
                return false;
            }
            let calls = users_of(function);
            !calls.is_empty()
                && calls.into_iter().all(|Identity(user)| {
                    let is_call = !LLVMIsACallInst(user).is_null()
                        && LLVMGetCalledValue(user) == function
                        && LLVMGetNumArgOperands(user) == LLVMCountParams(function);
                    is_call && {
                        let argument = LLVMGetOperand(user, index);
                        argument != function && self.is(argument)
                    }
                })
        }
    }
}

/// Whether an instruction has an annotation: clang's initialisation with a pattern.
///
/// SAFETY: the value is an instruction.
unsafe fn is_annotated(inst: LLVMValueRef) -> bool {
    let name = "annotation";
    // SAFETY: the name is as long as is said.
    unsafe {
        let context = LLVMGetTypeContext(LLVMTypeOf(inst));
        let kind = LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32);
        !LLVMGetMetadata(inst, kind).is_null()
    }
}
