//! The functions of ours that an instrumented module calls, declared once.
//!
//! From [`FUNCTIONS`] come the names that instrumentation and lowering use, the header that the
//! models of the C library and the run-time library of native runs include ([`header`]), and
//! what a module may leave undefined that is to be run natively ([`provided`]). In LLVM's terms
//! `_Bool` is `i1`, `unsigned` `i32` and `size_t` an integer of the width of a pointer.
//!
//! The module speaks to the rest through calls whose arguments are constants: numbers of sites
//! for [`GOAL`] and choices, one of [`END_EXIT`], [`END_ASSUMPTION`], [`END_DIVISION`], [`END_NULL`] and [`END_INVALID`] for
//! [`END`].

/// How the names of all functions and variables of ours begin; no name of a program does.
pub const PREFIX: &str = "__llumc_";

/// How the names of the functions begin that a module built with AddressSanitizer calls at each
/// access to memory (`certify/native/sanitizer.c`).
pub const CHECKED: &str = "__llumc_asan_";

/// The first of AddressSanitizer's descriptions of variables, as the linker calls it.
pub const DESCRIPTIONS: &str = "__llumc_descriptions";

/// Who does what a function says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definer {
    /// The run-time library in native runs (`certify/native/runtime.c`), lowering in the program.
    Runtime,
    /// The front end, before the module for native runs is written: only models call it.
    FrontEnd,
    /// The module itself, which has its body or gets one.
    Module,
    /// Lowering only: it comes into the module behind what native runs see, or there is no
    /// native run of a module that calls it.
    Lowering,
}

/// A function that instrumented modules may call.
#[derive(Clone, Copy, Debug)]
pub struct RuntimeFunction {
    /// Its name.
    pub name: &'static str,
    /// Its declaration in C, without a semicolon.
    pub prototype: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// Who does it.
    pub definer: Definer,
}

/// Makes the table, and a constant for each name.
macro_rules! functions {
    ($($(#[doc = $meaning:literal])+
        $constant:ident: $definer:ident, $result:literal $name:literal $parameters:literal;)+) => {
        $($(#[doc = $meaning])+ pub const $constant: &str = concat!("__llumc_", $name);)+

        /// All of them, but for those whose names tell a width or a number
        /// ([`CHOICE_PREFIX`], [`DISPATCHER`], total arithmetic).
        pub const FUNCTIONS: &[RuntimeFunction] = &[$(RuntimeFunction {
            name: $constant,
            prototype: concat!($result, "__llumc_", $name, $parameters),
            meaning: concat!($($meaning),+),
            definer: Definer::$definer,
        }),+];
    };
}

functions! {
    /// Runs the program: everything is inlined into it.
    MAIN: Module, "int " "main" "(void)";
    /// Makes an arbitrary choice of so many bits for a site, in a native run.
    CHOICE: Runtime, "void " "choice" "(void *to, unsigned bits, unsigned site)";
    /// A condition comes out, or a `switch` goes a way ([`super::Branching`]); 0 is none.
    BRANCHED: Runtime, "void " "branched" "(unsigned branching, unsigned way)";
    /// The goal of a site is reached.
    GOAL: Runtime, "_Noreturn void " "goal" "(unsigned site)";
    /// The path ends without a violation.
    END: Runtime, "_Noreturn void " "end" "(unsigned kind)";
    /// The goal is reached, in a function that can be inlined.
    FAIL: Module, "_Noreturn void " "fail" "(unsigned site)";
    /// The goal is reached, if it is bad.
    CHECK: Module, "void " "check" "(_Bool bad, unsigned site)";
    /// The path ends, in a function that can be inlined.
    STOP: Module, "_Noreturn void " "stop" "(unsigned kind)";
    /// Asks for each allocation whether one of its objects lives, if the condition holds.
    ALL_FREED_IF: Module, "void " "all_freed_if" "(_Bool condition, unsigned site)";
    /// The path ends, if the condition holds.
    STOP_IF: Module, "void " "stop_if" "(_Bool condition, unsigned kind)";
    /// Runs interrupt handlers as often as the surroundings choose, while nobody has switched them
    /// off.
    INTERRUPTS: Module, "void " "interrupts" "(void)";
    /// Calls functions whose addresses undefined functions were given, as often as the surroundings
    /// choose.
    CALLBACKS: Module, "void " "callbacks" "(void)";
    /// Writes into an object which call of setjmp this is; returns 0, or what a jump says.
    SET_JUMP: Module, "int " "set_jump" "(void *place, void *active)";
    /// Goes on behind a call of setjmp.
    JUMP: Module, "_Noreturn void " "jump" "(unsigned call, unsigned activation, int value)";
    /// A part of a call of setjmp: the place is written.
    JUMP_HERE: Lowering, "void " "jump_here" "(void *place, void *active)";
    /// Another one: whether a jump arrives.
    JUMP_ARRIVES: Lowering, "_Bool " "jump_arrives" "(void)";
    /// Another one: what the jump says.
    JUMP_VALUE: Lowering, "int " "jump_value" "(void)";
    /// A jump, before it is known where to.
    JUMP_FROM: Lowering, "void " "jump_from" "(unsigned call, unsigned activation, int value)";
    /// Other threads may run here.
    YIELD: Module, "void " "yield" "(void)";
    /// A part of it: a thread stops; the site of the choice which one goes on.
    YIELDS: Runtime, "void " "yields" "(unsigned site)";
    /// Another one: whether it goes on again, from elsewhere.
    RESUMES: Runtime, "_Bool " "resumes" "(void)";
    /// Another one: it has gone on.
    RESUMED: Runtime, "void " "resumed" "(void)";
    /// It is asked whether no other thread runs here.
    ALONE: Module, "void " "alone" "(void)";
    /// Whether the access to come is watched for one that races with it.
    WATCHES: Module, "_Bool " "watches" "(void)";
    /// A thread that was chosen can't go on: the path ends.
    BLOCKED: Module, "void " "blocked" "(void)";
    /// A thread begins, which runs a function with an argument; its number.
    SPAWN: Module, "unsigned " "spawn" "(void *(*run)(void *), void *argument, _Bool detached)";
    /// A part of it: there is this thread now, of so many that there may be.
    SPAWNED: Runtime, "void " "spawned" "(unsigned thread, unsigned of)";
    /// What threads begin with, in the one function that is left: each of them, if it arrives.
    THREADS: Module, "void " "threads" "(void)";
    /// A part of it: which thread arrives; 0, where the program begins.
    ARRIVES: Runtime, "unsigned " "arrives" "(void)";
    /// Another one: here this thread begins.
    BEGINS: Runtime, "void " "begins" "(unsigned thread)";
    /// The thread that calls it ends, with a result.
    LEAVE: Module, "void " "leave" "(void *result)";
    /// A part of it: another thread goes on; the site of the choice.
    LEFT: Runtime, "void " "left" "(unsigned site)";
    /// The number of the thread that asks; 0 is the program itself.
    SELF: Runtime, "unsigned " "self" "(void)";
    /// No other thread runs from here on, or others may again.
    ATOMIC: Runtime, "void " "atomic" "(_Bool begins)";
    /// This thread's own variable in the place of one that each has, with what it holds first.
    THREAD_LOCAL: Runtime,
        "void *" "thread_local" "(void *variable, const void *first, size_t size)";
    /// The machine rounds in the mode of this number from here on.
    SET_ROUNDING: Runtime, "void " "set_rounding" "(int mode)";
    /// Marks a place of which is asked whether runs pass it; does nothing.
    MARK: Module, "void " "mark" "(unsigned place)";
    /// Gets the address of an object that must not be promoted; does nothing.
    KEEP: Module, "void " "keep" "(const void *object)";
    /// Whether so many bytes may be read.
    READABLE: Lowering, "_Bool " "readable" "(const void *from, size_t size)";
    /// Whether so many bytes may be written.
    WRITABLE: Lowering, "_Bool " "writable" "(const void *to, size_t size)";
    /// Whether an address is a multiple of a constant power of two.
    ALIGNED: Lowering, "_Bool " "aligned" "(const void *at, size_t bytes)";
    /// Whether all of so many valid bytes were written.
    WRITTEN: Lowering, "_Bool " "written" "(const void *at, size_t size)";
    /// What can be reached from these addresses may change.
    HAVOC: Lowering, "void " "havoc" "()";
    /// What this address belongs to may change, and nothing else.
    HAVOC_DIRECT: Lowering, "void " "havoc_direct" "(void *at)";
    /// An allocation site, of objects of this size; the next four take its number.
    ALLOCATION: Runtime, "unsigned " "allocation" "(size_t size)";
    /// The same, of objects on the stack.
    STACK_ALLOCATION: Runtime, "unsigned " "stack_allocation" "(size_t size)";
    /// Whether an object of this size is modelled.
    FITS: Runtime, "_Bool " "fits" "(unsigned site, size_t size)";
    /// Whether an object is left.
    AVAILABLE: Runtime, "_Bool " "available" "(unsigned site)";
    /// A new object with arbitrary contents.
    ALLOCATE: Runtime, "void *" "allocate" "(unsigned site, size_t size)";
    /// A new object that holds zeros.
    ALLOCATE_ZEROED: Runtime, "void *" "allocate_zeroed" "(unsigned site, size_t size)";
    /// A new object from outside of the program, of this size and alignment, that holds anything.
    OBJECT: Runtime, "void *" "object" "(size_t size, size_t alignment)";
    /// Whether this is null or the start of a living heap object.
    FREEABLE: Runtime, "_Bool " "freeable" "(const void *start)";
    /// The same, asked by the program: what comes from outside may be on the heap there.
    ON_HEAP: Lowering, "_Bool " "on_heap" "(const void *start)";
    /// A heap object ends.
    FREE: Runtime, "void " "free" "(const void *start)";
    /// An object on the stack ends; nothing, if it is null.
    RELEASE: Runtime, "void " "release" "(const void *start)";
    /// For each allocation, its goal is reached if one of its objects lives.
    ALL_FREED: Runtime, "void " "all_freed" "(unsigned site, ...)";
    /// For each allocation, its goal is reached if one of its objects lives that can't be
    /// reached from a variable in memory, nor from the values that follow.
    ALL_TRACKED: Runtime, "void " "all_tracked" "(unsigned site, ...)";
    /// Whether two valid places have a byte in common.
    OVERLAP: Runtime, "_Bool " "overlap" "(const void *p, size_t n, const void *q, size_t m)";
    /// The two places have no byte in common.
    APART: FrontEnd, "void " "apart" "(const void *to, size_t n, const void *from, size_t m)";
    /// What a function of the mathematical library returns for the bits of one or two numbers
    /// ([`super::computed`]).
    COMPUTED: FrontEnd, "unsigned long long " "computed"
        "(unsigned function, unsigned long long x, unsigned long long y)";
    /// A part of it: that is what was chosen; in a native run what the machine's library computes.
    MEASURED: Runtime, "unsigned long long " "measured"
        "(unsigned long long chosen, unsigned function, unsigned long long x, unsigned long long y)";
    /// What number a text stands for.
    COMPUTED_OF_TEXT: FrontEnd, "unsigned long long " "computed_of_text"
        "(unsigned function, const char *text)";
    /// A part of it, likewise.
    MEASURED_OF_TEXT: Runtime, "unsigned long long " "measured_of_text"
        "(unsigned long long chosen, unsigned function, const char *text)";
    /// What was computed is within what is known of it; else the path ends.
    WITHIN: FrontEnd, "void " "within" "(_Bool holds)";
    /// So many bytes are read by an expression: were they written?
    READ: Runtime, "void " "read" "(const void *from, size_t n)";
    /// How many bytes there are to the end of the living object that this points into; 0 if there
    /// is none. In a native run at least that many.
    ROOM: Runtime, "size_t " "room" "(const void *inside)";
    /// The same, asked by the program: what is not modelled of the object matters.
    TO_END: Lowering, "size_t " "to_end" "(const void *inside)";
    /// How many bytes there are from the start of the living object that this points into, or one
    /// past the end of; 0 if there is none.
    OFFSET: Lowering, "size_t " "offset" "(const void *inside)";
    /// How many of n valid bytes lie before the first one that is this; n if none is.
    FIND: Runtime, "size_t " "find" "(const void *s, unsigned char byte, size_t n)";
    /// The same of the last one.
    FIND_LAST: Runtime, "size_t " "find_last" "(const void *s, unsigned char byte, size_t n)";
    /// How many of n valid bytes lie before the first difference; n if there is none.
    MISMATCH: Runtime, "size_t " "mismatch" "(const void *a, const void *b, size_t n)";
    /// A string from outside, in place of the one before.
    STRING: FrontEnd, "char *" "string" "(void)";
    /// How many bytes an edge has that begins here, with the null character of its string; 0 if
    /// none does.
    REST: FrontEnd, "size_t " "rest" "(const void *at)";
}

/// How the names of choice functions begin, `iN name(i32 site)`; the width in bits follows.
pub const CHOICE_PREFIX: &str = "__llumc_choice_i";
/// How the names of functions begin that stand for calls through pointers; a number follows.
pub const DISPATCHER: &str = "__llumc_dispatch_";
/// The subprogram that, in debug information, owns the local copies of global variables: a
/// variable in its scope is a global one.
pub const GLOBALS: &str = "__llumc_globals";
/// What second names stand for that nothing uses any more.
pub const ALIAS: &str = "__llumc_alias";
/// The variables that hold whether interrupts are off: by the program, since a handler runs (of
/// those that interrupt one another each has its own, with a number), since an atomic section does.
pub const INTERRUPTS_OFF: &str = "__llumc_interrupts_off";
/// See [`INTERRUPTS_OFF`].
pub const HANDLER_RUNS: &str = "__llumc_handler_runs";
/// See [`INTERRUPTS_OFF`].
pub const ATOMIC_RUNS: &str = "__llumc_atomic_runs";
/// What each thread is up to (`models/threads.c`), an array.
pub const THREAD_STATES: &str = "__llumc_thread_states";
/// The results of threads, an array.
pub const THREAD_RESULTS: &str = "__llumc_thread_results";
/// The arguments of threads, an array.
pub const THREAD_ARGUMENTS: &str = "__llumc_thread_arguments";
/// How many threads there may be at once, with the program itself.
pub const THREAD_COUNT: &str = "__llumc_thread_count";
/// How the names begin of variables and functions that keep what undefined functions were given.
pub const GIVEN: &str = "__llumc_given_";
/// The variable that holds whether a callback runs.
pub const CALLBACK_RUNS: &str = "__llumc_callback_runs";
/// The variable that holds the number of the rounding mode (`models/fenv.c`).
pub const ROUNDING_MODE: &str = "__llumc_rounding_mode";
/// How the names begin of what the streams are that a program begins with.
pub const STREAM_PREFIX: &str = "__llumc_stream_";
/// How the names begin of variables that hold whether a multiplication and addition are fused.
pub const FUSED_PREFIX: &str = "__llumc_fused_";
/// How the names begin of functions that hide a number while constants fold, by its format.
pub const HIDDEN_PREFIX: &str = "__llumc_hidden_";
/// The variable that counts activations of functions that call `setjmp`.
pub const ACTIVATIONS: &str = "__llumc_activations";
/// The variable that holds which place the program ends at, if it passes it.
pub const PLACE: &str = "__llumc_place";
/// What the number of an allocation site is called, before the name of the parameter of the entry
/// function that leads to its array.
pub const ARRAY: &str = "array.";
/// The object that addresses lead to which are not modelled.
pub const BEYOND: &str = "__llumc_beyond";

/// Argument of [`END`]: `exit`, `abort` and the like.
pub const END_EXIT: u32 = 0;
/// Argument of [`END`]: an assumption does not hold.
pub const END_ASSUMPTION: u32 = 1;
/// Argument of [`END`]: an unchecked division by zero.
pub const END_DIVISION: u32 = 2;
/// Argument of [`END`]: an unchecked access through a null pointer.
pub const END_NULL: u32 = 3;
/// Argument of [`END`]: an access that is assumed not to be.
pub const END_INVALID: u32 = 4;

/// What the file is called that [`header`] is the text of.
pub const HEADER: &str = "runtime.h";

/// The declarations for what is written in C: models and the run-time library.
pub fn header() -> String {
    let mut text = "typedef __SIZE_TYPE__ size_t;\n".to_owned();
    for RuntimeFunction { prototype, meaning, .. } in FUNCTIONS {
        text += &format!("/*{meaning} */\n{prototype};\n");
    }
    text + &super::computed::header()
}

/// The functions that the run-time library of native runs defines.
pub fn provided() -> impl Iterator<Item = &'static str> {
    let provided = FUNCTIONS.iter().filter(|function| function.definer == Definer::Runtime);
    provided.map(|function| function.name)
}

/// Functions of the mathematical library that compute exactly, in each of three types.
const EXACT: [&str; 22] = [
    "__finite",
    "__fpclassify",
    "__isinf",
    "__isnan",
    "__signbit",
    "ceil",
    "copysign",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "llrint",
    "llround",
    "lrint",
    "lround",
    "nearbyint",
    "rint",
    "round",
    "sqrt",
    "trunc",
];

/// Whether a function of this name, of the mathematical library, is modelled exactly: native
/// runs call it.
pub fn computes_exactly(name: &str) -> bool {
    let is_exact = |base: &str| EXACT.contains(&base);
    is_exact(name) || name.strip_suffix(['f', 'l']).is_some_and(is_exact)
}
