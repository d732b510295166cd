//! Assumptions: what C, the machine or the world leaves open, and a verdict takes to be in one way.
//!
//! Each kind removes runs of the program, adds some that there are not, or does both. What removes
//! runs threatens a proof, what adds some threatens a violation; so a verdict lists those that it
//! may rest on, and users can refuse them by name (`--refuse`, `--strict`). An assumption never
//! makes a check weaker that was asked for.
//!
//! Deliberately absent: what the front end can't be wrong about (that compiler and machine are
//! right), and bounds of the model, which runs reach as goals.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::LocId;

/// An assumption at a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assumption {
    /// Which.
    pub kind: AssumptionKind,
    /// What is taken to be how, for people.
    pub what: String,
    /// Where.
    pub loc: Option<LocId>,
}

/// What an assumption does to the runs of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// There may be others: a proof says nothing of them.
    Removed,
    /// There may be less: a violation may be none.
    Added,
    /// Both.
    Replaced,
}

impl Runs {
    /// Whether a proof rests on it.
    pub fn matter_for_proofs(self) -> bool {
        matches!(self, Self::Removed | Self::Replaced)
    }

    /// Whether a violation rests on it.
    pub fn matter_for_violations(self) -> bool {
        matches!(self, Self::Added | Self::Replaced)
    }

    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Removed => "removes",
            Self::Added => "adds",
            Self::Replaced => "replaces",
        }
    }
}

/// Makes the kinds, by name.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident $name:literal $runs:ident;)+) => {
        /// The kinds of assumptions.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        pub enum AssumptionKind {
            $($(#[doc = $doc])+ #[serde(rename = $name)] $kind,)+
        }

        impl AssumptionKind {
            /// All of them, by name.
            pub const ALL: &[Self] = &[$(Self::$kind,)+];

            /// The name, which stays the same.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }

            /// What it does to the runs of the program.
            pub fn runs(self) -> Runs {
                match self {
                    $(Self::$kind => Runs::$runs,)+
                }
            }

            /// What it says, in a sentence.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Self::$kind => concat!($($doc),+).trim_ascii_start(),)+
                }
            }
        }
    };
}

kinds! {
    /// No access is invalid that is not checked, no address made from a number or far out of its object, and nothing is freed that is not to be (`--accept accesses-valid`).
    AccessesValid "accesses-valid" Removed;
    /// The number of an address is any up to a limit that its alignment allows.
    AddressAsNumber "address-as-number" Replaced;
    /// Different objects lie in any order and distance, the same throughout a run.
    AddressOrder "address-order" Added;
    /// What __builtin_assume says holds.
    BuiltinAssume "builtin-assume" Removed;
    /// What an undefined function calls back may get any arguments, any number of times.
    CallbackArguments "callback-arguments" Added;
    /// A pointer that a callback gets is one that the place says: given with its address, null, or to an object of its own.
    CallbackPointers "callback-pointers" Removed;
    /// Functions whose address an undefined function may have are called during calls of undefined functions only.
    CallbacksSynchronous "callbacks-synchronous" Removed;
    /// Contracts and loop invariants for other checkers are neither checked nor assumed.
    ContractsIgnored "contracts-ignored" Replaced;
    /// A division by zero that is not checked ends the program.
    DivisionByZeroEnds "division-by-zero-ends" Removed;
    /// Variables have any values when an entry other than main is called (`--entry-globals any`).
    EntryGlobals "entry-globals" Added;
    /// Each call of getenv may find another value, also of the same variable.
    EnvironmentVariables "environment-variables" Added;
    /// Flags of floating-point exceptions are arbitrary whenever they are read.
    ExceptionFlags "exception-flags" Added;
    /// An undefined function changes what it can reach, and need not (`--extern pure`: it does not).
    ExternChanges "extern-changes" Added;
    /// What is read from files is arbitrary, whatever was written to them, and where they end, too.
    FileContents "file-contents" Added;
    /// Files of a project that nothing in the program needs are no part of it, though functions in them run by themselves, or take the place of weak ones.
    FilesLeftOut "files-left-out" Replaced;
    /// Memory that is freed is never used again for another object.
    HeapNoReuse "heap-no-reuse" Removed;
    /// Variables have their initial values when an entry other than main is called.
    InitialValues "initial-values" Removed;
    /// What longjmp leaves is not used again, and variables that were changed since setjmp keep their values.
    LongjmpVariables "longjmp-variables" Removed;
    /// sin, exp, pow and their like return numbers within the ranges that mathematics gives, rounded outward.
    MathFunctions "math-functions" Removed;
    /// An allocation that is not too large succeeds (`--malloc-may-fail`: it may fail).
    MemorySuffices "memory-suffices" Removed;
    /// Undefined functions call nothing back (`--callbacks none`).
    NoCallbacks "no-callbacks" Removed;
    /// No function of the program is called by its name from outside.
    NoCallsByName "no-calls-by-name" Removed;
    /// What a callback calls does not call back (`--callbacks flat`).
    NoNestedCallbacks "no-nested-callbacks" Removed;
    /// No interrupt handler is interrupted (`--interrupt-nested`: it may be).
    NoNestedInterrupts "no-nested-interrupts" Removed;
    /// No interrupt handler is interrupted by itself (`--interrupt-nested=all`: it may be).
    NoReentrantInterrupts "no-reentrant-interrupts" Removed;
    /// In what is given as LLVM IR properties are not checked whose checks clang inserts.
    NotInIr "not-in-ir" Removed;
    /// An access through a null pointer that is not checked (`valid-deref`) ends the program.
    NullAccessEnds "null-access-ends" Removed;
    /// A pointer from an undefined function or variable is null or leads to an object of its own, of a fixed size.
    OutsideObject "outside-object" Replaced;
    /// A signed overflow that is not checked wraps around.
    OverflowWraps "overflow-wraps" Replaced;
    /// A pointer that the entry is called with is null or leads to an object that nothing else leads to.
    PointerParameter "pointer-parameter" Replaced;
    /// Of products, only those are fused with what is added to them (by gcc) that stand in the same expression.
    ProductsRounded "products-rounded" Replaced;
    /// An argument of the program is in an object of a fixed size, however short it is.
    ProgramArguments "program-arguments" Removed;
    /// Interrupt handlers see accesses in the order of the program.
    ProgramOrder "program-order" Removed;
    /// Floating-point operations are rounded in the mode that the program sets, also where FENV_ACCESS is not on.
    RoundingMode "rounding-mode" Replaced;
    /// Undefined functions leave the rounding mode as it is.
    RoundingToNearest "rounding-to-nearest" Removed;
    /// Threads see accesses to memory in one order, each in one step, though there may be data races, or atomic operations that ask for less.
    SequentialConsistency "sequential-consistency" Removed;
    /// A shift by a negative or too large amount that is not checked has an arbitrary result.
    ShiftArbitrary "shift-arbitrary" Replaced;
    /// Floating-point numbers are kept in SSE registers on 32-bit x86.
    SseArithmetic "sse-arithmetic" Replaced;
    /// Memory of a variable that has ended is never used again for another one.
    StackNoReuse "stack-no-reuse" Removed;
    /// The stack is large enough for recursion and arrays of variable length.
    StackSuffices "stack-suffices" Removed;
    /// pthread_create succeeds, and calls threads by small numbers.
    ThreadsStart "threads-start" Removed;
    /// An undefined function returns, and returns any value; what it may change, the place says.
    UndefinedFunction "undefined-function" Replaced;
    /// An undefined function that is declared not to return ends the program.
    UndefinedNoreturnFunction "undefined-noreturn-function" Removed;
    /// A value that LLVM calls undefined is arbitrary.
    UndefinedValue "undefined-value" Added;
    /// A variable that is declared only starts with any value.
    UndefinedVariable "undefined-variable" Added;
    /// A pointer that is used before it is set, where no check asks whether accesses are valid, leads to an object of its own.
    UnsetPointersValid "unset-pointers-valid" Replaced;
    /// Each read of a volatile object gives any value.
    Volatile "volatile" Added;
    /// A write to a volatile object at a fixed address has no effect.
    VolatileWrite "volatile-write" Removed;
    /// An address in memory of which a part is overwritten by something else is not used again.
    WholeAddresses "whole-addresses" Replaced;
    /// Signed overflow wraps around, as the compile command says, and is no violation.
    Wraps "wraps" Removed;
}

/// What [`AssumptionKind::StackNoReuse`] says with a verdict.
pub const NO_STACK_REUSE: &str =
    "memory of a variable that has ended is never used again for another one";

impl AssumptionKind {
    /// Whether addresses may be others in a native run, and matter.
    pub fn is_of_addresses(self) -> bool {
        matches!(
            self,
            Self::AddressAsNumber
                | Self::AddressOrder
                | Self::HeapNoReuse
                | Self::StackNoReuse
                | Self::WholeAddresses
        )
    }
}

impl fmt::Display for AssumptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for AssumptionKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().copied().find(|kind| kind.name() == text);
        found.ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|kind| kind.name()).collect();
            format!("no assumption is called so; known are {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order_and_lead_back() {
        let names: Vec<&str> = AssumptionKind::ALL.iter().map(|kind| kind.name()).collect();
        assert!(names.is_sorted());
        for kind in AssumptionKind::ALL {
            assert_eq!(kind.name().parse(), Ok(*kind));
            assert!(kind.meaning().ends_with('.'), "{kind}");
        }
        let unknown = "heap".parse::<AssumptionKind>().expect_err("no name");
        assert!(unknown.contains("heap-no-reuse"));
    }
}
