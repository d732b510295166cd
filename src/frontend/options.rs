//! What to compile and how.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::frontend::clang::Machine;
use crate::frontend::clang::project::Unit;
use crate::frontend::signature::NamedParameter;
use crate::program::Property;
use crate::support::limits;

/// Sizes of the C types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DataModel {
    /// 64-bit `long` and pointers (`-m64`).
    #[default]
    Lp64,
    /// 32-bit `long` and pointers (`-m32`).
    Ilp32,
}

/// What a read of a `volatile` object gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Volatile {
    /// Any value, each time.
    #[default]
    Arbitrary,
    /// What was last written: as if it were not `volatile`.
    Plain,
}

/// What a call of an undefined function does besides returning any value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Undefined {
    /// It may change all that it can reach. [`crate::verify`] looks for violations in runs in which it
    /// changes nothing first.
    #[default]
    Changes,
    /// It may change what its pointer arguments lead to directly, but for those to `const`. It
    /// changes nothing else, and calls nothing back.
    Arguments,
    /// It writes nothing and calls nothing back: what other tools assume.
    Pure,
    /// It is not modelled if it could change memory: a path that comes to it is not decided.
    Strict,
}

/// What undefined functions call back, where they may change memory
/// ([`Undefined::Changes`]): functions of the program whose address they may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Callbacks {
    /// Any of them, any number of times, also from within a callback.
    #[default]
    Nested,
    /// The same, but not from within a callback.
    Flat,
    /// None.
    None,
}

/// Which interrupt handlers interrupt a handler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nested {
    /// None.
    #[default]
    None,
    /// Those that are not running.
    Others,
    /// Any of them, without a bound.
    All,
}

/// Functions that interrupt the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interrupts {
    /// The handlers: functions without parameters.
    pub handlers: Vec<String>,
    /// Functions that switch interrupts off.
    pub off: Vec<String>,
    /// Functions that switch them on again.
    pub on: Vec<String>,
    /// Which handlers interrupt a handler.
    pub nested: Nested,
    /// How many bits the machine reads or writes in one step; none: as many as an address has.
    pub atomic_width: Option<u32>,
}

/// How much of the heap, and of what comes from outside, is modelled. A program that needs more reaches a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Objects of one allocation in a loop or a recursive function.
    pub instances: u32,
    /// Size in bytes of an object whose size is not constant.
    pub allocation: u64,
    /// Whether allocated objects whose size is not constant have as many bytes as there are
    /// addresses ([`crate::program::most_bytes`]) instead.
    pub any_size: bool,
    /// Characters of an argument of the program, or of a string of the environment.
    pub string: u32,
    /// How many steps pointers from outside lead on.
    pub outside_depth: u32,
    /// To how many objects each of them leads in all.
    pub outside_objects: u32,
    /// Threads of one function at once, if no more calls in the source start it.
    pub threads: u32,
    /// Whether other threads run only where they may see or disturb an access, as it seems: not
    /// before accesses under a common lock, and not where the program itself has joined them.
    pub fewer_switches: bool,
}

impl Default for Limits {
    /// Those of the command line.
    fn default() -> Self {
        Self {
            instances: limits::ALLOCATIONS,
            allocation: limits::MAX_ALLOCATION,
            any_size: false,
            string: limits::MAX_STRING,
            outside_depth: limits::OUTSIDE_DEPTH,
            outside_objects: limits::OUTSIDE_OBJECTS,
            threads: limits::THREADS,
            fewer_switches: true,
        }
    }
}

/// What to compile and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The files: `.c`, `.i`, `.ll`, `.bc`; linked into one program.
    pub files: Vec<PathBuf>,
    /// Folders for `#include` (`-I`).
    pub include_dirs: Vec<PathBuf>,
    /// Macros, `NAME` or `NAME=VALUE` (`-D`).
    pub defines: Vec<String>,
    /// Sizes of the C types on x86.
    pub data_model: DataModel,
    /// Another machine than x86; its sizes are its own.
    pub machine: Option<Machine>,
    /// Name of the function where execution starts.
    pub entry: String,
    /// Whether variables hold anything when it is called, if it is not `main`.
    pub globals_arbitrary: bool,
    /// What is said of its parameters.
    pub parameters: Vec<NamedParameter>,
    /// The properties to check; what is not checked goes on as C compilers make it go on
    /// (overflow wraps, and so on).
    pub properties: BTreeSet<Property>,
    /// Whether it is asked of the places of the program whether any run passes them.
    pub cover: bool,
    /// Whether native runs tell how the conditions of the program come out.
    pub branchings: bool,
    /// What a read of a `volatile` object gives.
    pub volatile: Volatile,
    /// What an undefined function does that could change memory.
    pub undefined: Undefined,
    /// What undefined functions call back.
    pub callbacks: Callbacks,
    /// Functions that interrupt the program.
    pub interrupts: Interrupts,
    /// Functions of which a call is a violation of `unreach-call`, besides `reach_error` and
    /// `__VERIFIER_error`.
    pub error_functions: Vec<String>,
    /// Whether what old dialects of C allow (functions that are not declared, conversions between
    /// pointers and integers) is no error in any dialect.
    pub lenient: bool,
    /// How much of the heap, and of what comes from outside, is modelled.
    pub limits: Limits,
    /// Whether `malloc` and its like may return null.
    pub malloc_may_fail: bool,
    /// Whether accesses and calls of `free` that no property asks about are taken to be valid
    /// ([`AccessesValid`](crate::program::AssumptionKind::AccessesValid)).
    pub accesses_valid: bool,
    /// Whether pointers that were never set are assumed to lead to objects of their own, and accesses
    /// through null to end the program, where no property asks whether accesses are valid.
    pub pointers_assumed: bool,
    /// How many calls deep a recursive function is followed behind its first call.
    pub recursion: u32,
    /// How many instructions a recursive program may have when all is inlined; if it had more,
    /// it is followed fewer calls deep, but for the first. None: there is no limit.
    pub inlined: Option<u64>,
    /// C files with definitions of functions that the program calls and does not define;
    /// they come before the models of the C library.
    pub models: Vec<PathBuf>,
    /// The units of a project. If there are any, they are compiled as they say, and `files`
    /// names those that are meant (none: the one with the entry function); others are
    /// linked as they are needed.
    pub project: Vec<Unit>,
    /// Further arguments for clang, after all others.
    pub clang_args: Vec<String>,
}

impl Options {
    /// All files that are named as what the program is made of.
    pub fn inputs(&self) -> Vec<PathBuf> {
        let units = self.project.iter().map(|unit| &unit.file);
        self.files.iter().chain(&self.models).chain(units).cloned().collect()
    }

    /// Whether the ends of the blocks that local variables live in are marked.
    pub fn marks_blocks(&self) -> bool {
        let scopes = [Property::ValidDeref, Property::Uninit, Property::ValidMemtrack];
        // Undefined functions can't change what does not live any more.
        scopes.iter().any(|property| self.properties.contains(property))
            || matches!(self.undefined, Undefined::Changes | Undefined::Arguments)
    }

    /// The same with more that clang is told.
    #[must_use]
    pub fn with(&self, more: &[String]) -> Self {
        let clang_args = self.clang_args.iter().chain(more).cloned().collect();
        Self { clang_args, ..self.clone() }
    }
}

impl Default for Options {
    /// No files; 64 bits, `main`, the default properties, arbitrary `volatile` reads.
    fn default() -> Self {
        Self {
            files: Vec::new(),
            include_dirs: Vec::new(),
            defines: Vec::new(),
            data_model: DataModel::default(),
            machine: None,
            entry: "main".to_owned(),
            globals_arbitrary: false,
            parameters: vec![],
            properties: Property::by_default().collect(),
            cover: false,
            branchings: false,
            volatile: Volatile::default(),
            undefined: Undefined::default(),
            callbacks: Callbacks::default(),
            interrupts: Interrupts::default(),
            error_functions: Vec::new(),
            lenient: false,
            limits: Limits::default(),
            malloc_may_fail: false,
            accesses_valid: false,
            pointers_assumed: false,
            recursion: limits::RECURSION,
            inlined: None,
            models: Vec::new(),
            project: Vec::new(),
            clang_args: Vec::new(),
        }
    }
}
