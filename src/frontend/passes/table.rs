//! The passes in their order.

use super::facts::Fact::{self, *};
use super::{
    Pass, calls, checks, environment, libc, lifetimes, native, promotion, rounding, strip, threads,
    vectors,
};
use crate::frontend::{llvm, lower};

/// What lowering needs.
pub const LOWERING_NEEDS: &[Fact] = &[
    PlainAccesses,
    ModesChosen,
    ChecksListed,
    ValuesHeld,
    FunctionsNumbered,
    MarksGone,
    OneFunction,
];

/// All passes.
pub const TABLE: &[Pass] = &[
    Pass {
        name: "entry",
        meaning: "finds the entry function, refuses names that begin like ours and misspelt ones",
        needs: &[],
        establishes: &[NamesFree, EntryKnown],
        run: |state| {
            state.entry = Some(environment::entry::find(&state.instrument)?);
            environment::named::check(&state.instrument)
        },
    },
    Pass {
        name: "places",
        meaning: "marks where coverage goals are to be, if coverage is asked for",
        // Later passes bring blocks and functions that are not the program's.
        needs: &[NamesFree],
        establishes: &[PlacesMarked],
        run: |state| checks::cover::mark(&mut state.instrument),
    },
    Pass {
        name: "plain-accesses",
        meaning: "atomic accesses become plain ones: threads take turns",
        // Marks of ours keep interrupts and other threads away from them.
        needs: &[NamesFree],
        establishes: &[PlainAccesses],
        run: |state| {
            threads::compound::check(&mut state.instrument)?;
            threads::atomic::let_fail(&mut state.instrument)?;
            environment::interrupts::keep_atomic(&state.instrument)?;
            threads::atomic::keep(&state.instrument)?;
            llvm::run_passes(&state.instrument.module, "function(lower-atomic)")?;
            threads::atomic::note_parts(&state.instrument);
            Ok(())
        },
    },
    Pass {
        name: "floating",
        meaning: "lists how floating-point numbers are kept on 32-bit x86, refuses -ffast-math",
        needs: &[],
        establishes: &[FloatsListed],
        run: |state| environment::floating::run(&mut state.instrument),
    },
    Pass {
        name: "contraction",
        meaning: "whether a multiplication and addition are fused becomes a choice",
        // -ffast-math is refused before.
        needs: &[NamesFree, FloatsListed],
        establishes: &[FusedChosen],
        run: |state| rounding::contraction::run(&mut state.instrument),
    },
    Pass {
        name: "plain-floats",
        meaning: "operations that say how they are rounded become plain instructions",
        // -ffast-math is refused before; fused operations are told by a flag that is lost.
        needs: &[FloatsListed, FusedChosen],
        establishes: &[PlainFloats],
        run: |state| rounding::plain::run(&mut state.instrument),
    },
    Pass {
        name: "variadic",
        meaning: "further arguments of functions of the program go into objects",
        needs: &[],
        establishes: &[FixedArguments],
        run: |state| calls::variadic::run(&mut state.instrument),
    },
    Pass {
        name: "initial-values",
        meaning: "lists what variables hold at first, if the entry is not main",
        needs: &[],
        establishes: &[StartListed],
        run: |state| {
            environment::globals::list(&mut state.instrument);
            Ok(())
        },
    },
    Pass {
        name: "stack-arrays",
        meaning: "alloca and arrays of variable length become allocations",
        needs: &[NamesFree],
        establishes: &[FixedStack],
        run: |state| lifetimes::stack_arrays::run(&mut state.instrument),
    },
    Pass {
        name: "copies",
        meaning: "calls of memcpy are told from assignments, where a check asks for that",
        needs: &[NamesFree],
        establishes: &[CopiesMarked],
        run: |state| checks::overlap::copies(&mut state.instrument),
    },
    Pass {
        name: "errno",
        meaning: "library functions that may fail may change errno",
        needs: &[],
        establishes: &[ErrnoMayChange],
        run: |state| libc::errno::run(&mut state.instrument, libc::models::asks_system),
    },
    Pass {
        name: "exact",
        meaning: "frem, the parts of numbers, and sines become calls of models",
        // The first two set no errno.
        needs: &[NamesFree, ErrnoMayChange, PlainFloats],
        establishes: &[RestsCalled],
        run: |state| libc::exact::run(&mut state.instrument),
    },
    Pass {
        name: "models",
        meaning: "links models of library functions that the program calls and lacks",
        // Where the rounding mode can't be followed, what changes it has a body before.
        needs: &[
            NamesFree,
            FloatsListed,
            PlainFloats,
            StartListed,
            CopiesMarked,
            ErrnoMayChange,
            RestsCalled,
        ],
        establishes: &[LibraryDefined],
        run: |state| libc::models::run(&mut state.instrument),
    },
    Pass {
        name: "overlap",
        meaning: "models that copy check that places don't overlap, if that is asked for",
        needs: &[LibraryDefined],
        establishes: &[OverlapDecided],
        run: |state| checks::overlap::run(&mut state.instrument),
    },
    Pass {
        name: "aliases",
        meaning: "second names are replaced by what they stand for",
        // Models of the user may have some.
        needs: &[LibraryDefined],
        establishes: &[OneName],
        run: |state| calls::aliases::run(&mut state.instrument),
    },
    Pass {
        name: "prototypes",
        meaning: "calls get the type of the function that they name",
        needs: &[LibraryDefined, OneName],
        establishes: &[CallsFit],
        run: |state| calls::prototypes::run(&mut state.instrument),
    },
    Pass {
        name: "indirect",
        meaning: "calls and jumps through pointers become choices among what they can lead to",
        // A rewritten function is told by its mark; a call by a second name looks like one
        // through a pointer; a model calls what atexit registers.
        needs: &[FixedArguments, LibraryDefined, OneName],
        establishes: &[NamedCalls],
        run: |state| calls::indirect::run(&mut state.instrument),
    },
    Pass {
        name: "interrupts",
        meaning: "handlers may run between accesses to what they share with the program",
        // Which functions run beside handlers the calls say; assembly may switch interrupts off.
        needs: &[PlainAccesses, EntryKnown, LibraryDefined, NamedCalls],
        establishes: &[InterruptsInserted],
        run: |state| {
            state.on_entry(|instrument, entry| {
                environment::interrupts::run(instrument, entry, calls::outside::is_outside)
            })
        },
    },
    Pass {
        name: "threads",
        meaning: "others may run between accesses to what threads share; threads can start",
        // What runs in threads the calls say; models say where these wait.
        needs: &[PlainAccesses, EntryKnown, LibraryDefined, NamedCalls, InterruptsInserted],
        establishes: &[ThreadsStart],
        run: |state| state.on_entry(threads::run),
    },
    Pass {
        name: "calls",
        meaning: "calls of undefined functions become goals, ends, choices, unsupported points",
        // Choices among functions call undefined ones, too.
        needs: &[LibraryDefined, OneName, NamedCalls, InterruptsInserted, ThreadsStart],
        establishes: &[CallsDecided],
        run: |state| {
            environment::unset::heap_objects(&mut state.instrument)?;
            calls::meaning::run(&mut state.instrument)
        },
    },
    Pass {
        name: "vectors",
        meaning: "operations on vectors become operations on their elements",
        needs: &[NamesFree, PlainFloats],
        establishes: &[ElementsOnly],
        run: |state| vectors::run(&mut state.instrument),
    },
    Pass {
        name: "numbers",
        meaning: "checks floating-point divisions and results, if that is asked for",
        // Of library functions only those that compute with numbers are still undefined.
        needs: &[LibraryDefined, CallsDecided, ElementsOnly],
        establishes: &[NumbersChecked],
        run: |state| checks::numbers::run(&mut state.instrument),
    },
    Pass {
        name: "arithmetic",
        meaning: "checks of arithmetic where sanitizers have none; the rest becomes total",
        needs: &[LibraryDefined, ElementsOnly],
        establishes: &[TotalInstructions],
        run: |state| checks::arithmetic::run(&mut state.instrument),
    },
    Pass {
        name: "constants",
        meaning: "where clang computed an undefined constant there is an unsupported point",
        needs: &[],
        establishes: &[ConstantsChecked],
        run: |state| checks::constants::run(&mut state.instrument),
    },
    Pass {
        name: "sanitizers",
        meaning: "failed checks of clang's sanitizers become goals",
        // What is not asked for goes on to the instruction. Handlers tell which arrays have
        // variable length, and which calls don't return.
        // Handlers tell as well which constants have a check.
        needs: &[ConstantsChecked, NumbersChecked, TotalInstructions, FixedStack, CallsDecided],
        establishes: &[SanitizersDecided],
        run: |state| checks::sanitizers::run(&mut state.instrument),
    },
    Pass {
        name: "unreachable",
        meaning: "points that the program declares unreachable become goals",
        // Those behind a goal or an end are none.
        needs: &[CallsDecided, SanitizersDecided],
        establishes: &[UnreachableDecided],
        run: |state| checks::unreachable::run(&mut state.instrument),
    },
    Pass {
        name: "literals",
        meaning: "marks where compound literals and unmarked variables end",
        // A call that does not return is told by what stands right behind it, where a marker
        // could come between.
        needs: &[CallsDecided],
        establishes: &[BlocksMarked],
        run: |state| lifetimes::literals::run(&mut state.instrument),
    },
    Pass {
        name: "nondet",
        meaning: "what C leaves undetermined becomes an arbitrary choice",
        // All storage must be there, with the markers of where it begins to live.
        needs: &[PlainAccesses, FixedArguments, FixedStack, LibraryDefined, BlocksMarked],
        establishes: &[Determined],
        run: |state| lifetimes::nondet::run(&mut state.instrument),
    },
    Pass {
        name: "main",
        meaning: "makes the function that runs the program with arbitrary arguments",
        // It says which functions are inputs, and makes variables its own that undefined
        // functions can see.
        needs: &[EntryKnown, LibraryDefined, FusedChosen, ThreadsStart, CallsDecided],
        establishes: &[MainBuilt],
        run: |state| {
            let entry = state.entry()?;
            let (main, outside) = environment::entry::build(&mut state.instrument, entry)?;
            (state.main, state.outside) = (Some(main), Some(outside));
            Ok(())
        },
    },
    Pass {
        name: "leaks",
        meaning: "asks for lost or left memory where paths end and in loops, if it is checked",
        // It asks before ends, and behind calls of registered functions.
        needs: &[NamedCalls, CallsDecided],
        establishes: &[LeaksAsked],
        run: |state| checks::leaks::run(&mut state.instrument),
    },
    Pass {
        name: "dynamic-rounding",
        meaning: "what depends on a rounding mode that can change becomes a call",
        // These passes know plain instructions only. Models are told by their mark.
        needs: &[PlainFloats, LibraryDefined, ElementsOnly, NumbersChecked, TotalInstructions],
        establishes: &[RoundingSaid],
        run: |state| rounding::dynamic::run(&mut state.instrument),
    },
    Pass {
        name: "strip",
        meaning: "removes everything that promises LLVM that something does not happen",
        // These passes read what it removes: flags, attributes, marks, annotations.
        needs: &[
            FixedStack,
            NamedCalls,
            CallsDecided,
            NumbersChecked,
            TotalInstructions,
            SanitizersDecided,
            Determined,
            MainBuilt,
            RoundingSaid,
        ],
        establishes: &[NoPromises],
        run: |state| {
            strip::run(&state.instrument);
            Ok(())
        },
    },
    Pass {
        name: "native",
        meaning: "writes the module for native runs",
        needs: &[
            OverlapDecided,
            NamedCalls,
            CallsDecided,
            NumbersChecked,
            SanitizersDecided,
            UnreachableDecided,
            MainBuilt,
            LeaksAsked,
            NoPromises,
        ],
        establishes: &[NativeWritten],
        run: |state| {
            state.native = Some(native::write(&state.instrument)?);
            Ok(())
        },
    },
    Pass {
        name: "chosen",
        meaning: "results of sin and its like are what was chosen",
        needs: &[NativeWritten],
        establishes: &[ResultsChosen],
        run: |state| libc::computed::as_chosen(&state.instrument),
    },
    Pass {
        name: "rounding-modes",
        meaning: "such a call becomes a choice among the four rounding modes",
        // Native runs have the machine's.
        needs: &[RoundingSaid, NativeWritten],
        establishes: &[ModesChosen],
        run: |state| rounding::modes::run(&mut state.instrument),
    },
    Pass {
        name: "jumps",
        meaning: "setjmp and longjmp become calls of functions of ours",
        // Native runs use the library's.
        needs: &[CallsDecided, NativeWritten],
        establishes: &[JumpsMarked],
        run: |state| calls::jumps::mark(&mut state.instrument),
    },
    Pass {
        name: "deref",
        meaning: "checks that accesses are valid",
        // Jumps write and read their objects.
        needs: &[PlainAccesses, Determined, NativeWritten, JumpsMarked],
        establishes: &[AccessesChecked],
        run: |state| checks::deref::run(&mut state.instrument),
    },
    Pass {
        name: "alignment",
        meaning: "checks that accesses are aligned, if that is asked for",
        needs: &[NativeWritten, AccessesChecked],
        establishes: &[AlignmentChecked],
        run: |state| checks::alignment::run(&mut state.instrument),
    },
    Pass {
        name: "uninit",
        meaning: "checks that what is read was written, if that is asked for",
        needs: &[Determined, NativeWritten, AccessesChecked],
        establishes: &[ReadsChecked],
        run: |state| checks::uninit::run(&mut state.instrument),
    },
    Pass {
        name: "cover",
        meaning: "marked places become coverage goals",
        needs: &[PlacesMarked, MainBuilt, AccessesChecked, AlignmentChecked, ReadsChecked],
        establishes: &[PlacesAsked],
        run: |state| state.on_main(checks::cover::ask),
    },
    Pass {
        name: "points",
        meaning: "lists the checks that there are",
        needs: &[
            OverlapDecided,
            CallsDecided,
            NumbersChecked,
            TotalInstructions,
            SanitizersDecided,
            UnreachableDecided,
            MainBuilt,
            AccessesChecked,
            AlignmentChecked,
            ReadsChecked,
            PlacesAsked,
        ],
        establishes: &[ChecksListed],
        run: |state| {
            let (module, sites) = (&state.instrument.module, &state.instrument.sites);
            state.points = Some(lower::points(module, state.main()?, sites));
            Ok(())
        },
    },
    Pass {
        name: "recursion",
        meaning: "copies recursive functions, one copy for each level",
        needs: &[NamedCalls, NativeWritten, ChecksListed],
        establishes: &[NoRecursion],
        run: |state| {
            state.recursion = calls::recursion::run(&mut state.instrument)?;
            Ok(())
        },
    },
    Pass {
        name: "assignments",
        meaning: "records the lines of assignments",
        // Arbitrary first values are assigned, too.
        needs: &[Determined],
        establishes: &[AssignmentsRecorded],
        run: |state| {
            promotion::assignments::record_assignments(
                &state.instrument.module,
                &state.instrument.layout,
            );
            Ok(())
        },
    },
    Pass {
        name: "inline",
        meaning: "inlines everything into one function",
        needs: &[
            FixedArguments,
            CallsFit,
            NamedCalls,
            NoPromises,
            ResultsChosen,
            ChecksListed,
            NoRecursion,
        ],
        establishes: &[Inlined],
        run: |state| calls::inline::run(&state.instrument, state.main()?),
    },
    Pass {
        name: "resolved-jumps",
        meaning: "longjmp goes on behind the call of setjmp that it means",
        needs: &[JumpsMarked, Inlined],
        establishes: &[JumpsMade],
        run: |state| state.on_main(calls::jumps::resolve),
    },
    Pass {
        name: "merged-threads",
        meaning: "a scheduler lets threads take turns in the one function",
        // Where threads wait values are registers; so what promotion needs must hold, and jumps
        // lead where they go.
        needs: &[
            ThreadsStart,
            MainBuilt,
            Inlined,
            JumpsMade,
            Determined,
            NoPromises,
            AccessesChecked,
            AlignmentChecked,
            ReadsChecked,
            AssignmentsRecorded,
        ],
        establishes: &[OneRun],
        run: |state| state.on_main(threads::merge),
    },
    Pass {
        name: "residual-calls",
        meaning: "calls that can't be inlined become unsupported points",
        needs: &[Inlined, JumpsMade, OneRun],
        establishes: &[NoCalls],
        run: |state| state.on_main(calls::inline::residual_calls),
    },
    Pass {
        name: "held-values",
        meaning: "hands the values of variables and temporaries to questions for lost memory",
        needs: &[LeaksAsked, NoCalls],
        establishes: &[ValuesHeld],
        run: |state| state.on_main(checks::leaks::hold),
    },
    Pass {
        name: "promote",
        meaning: "variables become registers, and checks are folded whose outcome is plain",
        needs: &[
            Determined,
            NoPromises,
            AccessesChecked,
            AlignmentChecked,
            ReadsChecked,
            AssignmentsRecorded,
            NoCalls,
            ValuesHeld,
        ],
        establishes: &[Promoted],
        run: |state| state.on_main(promotion::promote::run),
    },
    Pass {
        name: "function-pointers",
        meaning: "pointers to functions become numbers",
        needs: &[Promoted],
        establishes: &[FunctionsNumbered],
        run: |state| state.on_main(promotion::promote::function_pointers),
    },
    Pass {
        name: "no-marks",
        meaning: "removes the marks of objects that must not be promoted",
        // Numbers for functions let more be promoted.
        needs: &[Promoted, FunctionsNumbered],
        establishes: &[MarksGone],
        run: |state| promotion::promote::no_longer_kept(&state.instrument, state.main()?),
    },
    Pass {
        name: "check",
        meaning: "makes sure that what is not lowered is not there",
        needs: &[NoCalls, MarksGone],
        establishes: &[OneFunction],
        run: |state| promotion::promote::check(&state.instrument, state.main()?),
    },
];
