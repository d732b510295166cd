//! What passes establish and need: the reasons for their order.

/// Makes the enumeration and gives each fact the text of its own documentation.
macro_rules! facts {
    ($($(#[doc = $text:literal])+ $fact:ident,)+) => {
        /// Something that holds of the module, or of what goes with it, once a pass has run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fact {
            $($(#[doc = $text])+ $fact,)+
        }

        impl Fact {
            /// All of them.
            pub const ALL: &[Fact] = &[$(Fact::$fact),+];

            /// What the fact says.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Fact::$fact => concat!($($text),+).trim_start(),)+
                }
            }
        }
    };
}

facts! {
    /// Every access to memory is a load, a store or a copy of a block; none is atomic.
    PlainAccesses,
    /// What is assumed of the program's own floating-point numbers is listed: models of the
    /// library bring further ones.
    FloatsListed,
    /// Whether a multiplication and an addition of the program are fused is chosen where it
    /// begins; no operation of its functions leaves that open.
    FusedChosen,
    /// No operation on floating-point numbers says how it is rounded: all are plain instructions.
    PlainFloats,
    /// Operations whose result depends on the rounding mode of the machine say so, if the program
    /// can change it: LLVM does not compute them.
    RoundingSaid,
    /// The rounding mode of each operation is a constant, and a variable chooses among them.
    ModesChosen,
    /// No function of the program has a variable number of arguments, its entry aside; further
    /// ones are in objects, and the functions that were rewritten so are marked.
    FixedArguments,
    /// No name of the program begins like ours: functions of ours can be added.
    NamesFree,
    /// The entry function is known.
    EntryKnown,
    /// Where runs may pass that are asked for, there are marks: passes bring further blocks.
    PlacesMarked,
    /// Marks of places are goals: they know the checks behind them.
    PlacesAsked,
    /// What is assumed of the program's own variables at the start is listed: models bring
    /// further ones.
    StartListed,
    /// Every object on the stack has a constant size and one place in its function.
    FixedStack,
    /// Calls of the library's `memcpy` that are to be checked are intrinsics: they are no calls
    /// of the model.
    CopiesMarked,
    /// Calls of library functions that may fail are preceded by a change of `errno`: once there
    /// are models, calls don't show any more which functions are the library's.
    ErrnoMayChange,
    /// Remainders and parts of numbers that LLVM computes are calls of models.
    RestsCalled,
    /// Nothing is computed of vectors as a whole.
    ElementsOnly,
    /// Functions of the C library that are modelled have bodies.
    LibraryDefined,
    /// What models say of the places that they copy between is checked or dropped.
    OverlapDecided,
    /// No function or variable is used by a second name.
    OneName,
    /// A call that names a defined function has its type: it can be inlined.
    CallsFit,
    /// Every call names a function, and no jump goes to an address.
    NamedCalls,
    /// Calls of setjmp and longjmp are such of functions of ours.
    JumpsMarked,
    /// There are jumps in the place of calls of longjmp.
    JumpsMade,
    /// Where interrupt handlers may run they are called.
    InterruptsInserted,
    /// Threads can start, and where others may run is marked.
    ThreadsStart,
    /// All threads run in turns in the one function.
    OneRun,
    /// Calls of functions that nobody defines are goals, ends, choices or unsupported points;
    /// sanitizer handlers and computations with floating-point numbers are left.
    CallsDecided,
    /// Operations on floating-point numbers that are to be checked have their checks.
    NumbersChecked,
    /// Constants that clang computed although an operation in them is undefined have a check or an
    /// unsupported point.
    ConstantsChecked,
    /// No instruction of the program has undefined behaviour of its own.
    TotalInstructions,
    /// Every failed check of a sanitizer is a goal, or goes on with what C compilers do.
    SanitizersDecided,
    /// Every `unreachable` stands behind a goal or an end.
    UnreachableDecided,
    /// Objects that end with a block of C have markers that say so.
    BlocksMarked,
    /// Storage is written where it begins to live, or stays in memory; no operand is undefined
    /// and no access volatile.
    Determined,
    /// There is a function that runs the program, and variables that are only declared have
    /// contents.
    MainBuilt,
    /// Memory that is lost or not freed is asked for wherever that may be.
    LeaksAsked,
    /// Nothing promises LLVM that something does not happen: passes of LLVM keep what C means.
    NoPromises,
    /// The module for native runs is written. They follow recursion to its end, and their
    /// run-time library can't tell which accesses are valid.
    NativeWritten,
    /// What functions compute of which only a range is known is what was chosen: native runs take
    /// what the machine's library computes.
    ResultsChosen,
    /// Every access that may be invalid has a check before it.
    AccessesChecked,
    /// Every access that may be misaligned has a check behind the one that its place is valid.
    AlignmentChecked,
    /// Every read that may be of something never written has a check behind the one that its
    /// place is valid.
    ReadsChecked,
    /// It is known which checks there are: later passes copy them, and fold some away.
    ChecksListed,
    /// Calls of functions form no cycle.
    NoRecursion,
    /// Each assignment to a variable of C has a record of its line, which promotion would lose.
    AssignmentsRecorded,
    /// What can be inlined is part of one function.
    Inlined,
    /// That function calls no other function of the program; the others are gone.
    NoCalls,
    /// Questions for lost memory have the values of what may be promoted.
    ValuesHeld,
    /// Variables are registers where they can be.
    Promoted,
    /// Pointers to functions are numbers where they can be.
    FunctionsNumbered,
    /// Nothing marks an object as one that must stay in memory: none may be promoted any more.
    MarksGone,
    /// The module is valid, and all but one function is declared only.
    OneFunction,
}

impl Fact {
    /// Its name in words.
    pub fn name(self) -> String {
        let mut name = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_uppercase() && !name.is_empty() {
                name.push(' ');
            }
            name.push(letter.to_ascii_lowercase());
        }
        name
    }
}
