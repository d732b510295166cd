//! Bounds of the model: a run of the program that needs more is not decided.

use super::Limit;

limits! {
    MODEL:

    "verify" {
        /// Objects with more parts to be told apart are followed by single elements.
        FOLLOWED_CELLS: usize = 96, "cells";
        /// `llumc encode` writes objects of this many elements or more as array terms, if the
        /// format has them.
        ARRAY_ELEMENTS: u64 = 32, "elements", by "--array-elements";
    }

    "frontend" {
        /// At first a recursive function is followed this many calls deep behind its first call.
        RECURSION: u32 = 5, "calls", by "--recursion";
        /// Where the program would have more, recursive functions are at first followed less
        /// deep: what is read in a second or two, and leaves time to decide the rest.
        RECURSIVE_INSTRUCTIONS: u64 = 30_000, "instructions", by "--recursion";
        /// While nothing else is open a recursive function is followed deeper, this many calls at
        /// most; a run that goes deeper reaches a bound, and the verdict is unknown.
        MAX_RECURSION: u32 = 1000, "calls", by "--recursion";
        /// Where the program would have more, it is not followed deeper than at first.
        DEEP_INSTRUCTIONS: u64 = 300_000, "instructions", by "--recursion";
        /// So many objects are modelled of one allocation in a loop or a recursive function; a
        /// run that needs more reaches a bound.
        ALLOCATIONS: u32 = 4, "objects", by "--allocations";
        /// While nothing else is open an allocation has more objects, up to so many.
        DEEP_ALLOCATIONS: u32 = 256, "objects", by "--allocations";
        /// At first an object whose size is not constant has no more bytes; a run that needs more
        /// reaches a bound.
        MAX_ALLOCATION: u64 = 64, "bytes", by "--max-allocation";
        /// While nothing else is open such objects are larger, up to so many bytes.
        DEEP_ALLOCATION: u64 = 4096, "bytes", by "--max-allocation";
        /// So many characters are modelled of an argument of the program and of a string of the
        /// environment; a run that reads more reaches a bound.
        MAX_STRING: u32 = 16, "characters", by "--max-string";
        /// While nothing else is open such strings have more, up to so many.
        DEEP_STRING: u32 = 255, "characters", by "--max-string";
        /// So many threads of one function are modelled, or as many as calls in the source start;
        /// a run that starts more at once reaches a bound.
        THREADS: u32 = 1, "threads", by "--threads";
        /// While nothing else is open there are more threads of one function, up to so many.
        DEEP_THREADS: u32 = 16, "threads", by "--threads";
        /// So many arguments, and strings of the environment, are modelled; a run that reads
        /// others reaches a bound.
        OUTSIDE_STRINGS: u64 = 3, "strings";
        /// An object from outside has as many bytes as its type, unless that has more than so many.
        OUTSIDE_OBJECT: u64 = 4096, "bytes";
        /// Pointers from outside lead on to objects up to so many steps away; a run that goes further
        /// reaches a bound.
        OUTSIDE_DEPTH: u32 = 3, "steps", by "--outside-depth";
        /// While nothing else is open they lead on further, up to so far.
        DEEP_OUTSIDE_DEPTH: u32 = 24, "steps", by "--outside-depth";
        /// A pointer from outside leads on to at most so many objects.
        OUTSIDE_OBJECTS: u32 = 32, "objects", by "--outside-objects";
        /// While nothing else is open it leads on to more, up to so many.
        DEEP_OUTSIDE_OBJECTS: u32 = 256, "objects", by "--outside-objects";
        /// What types say of pointers from outside is not read further once it tells of more times as
        /// many objects as there are.
        OUTSIDE_TYPES: usize = 16, "times";
        /// Of the pointers that one call in the source gives to an undefined function together with
        /// a function, the last so many are handed to callbacks; after more of them a callback
        /// reaches a bound.
        USER_DATA: usize = 4, "pointers";
    }

    "memory" {
        /// All objects together are told apart into no more cells; an access that would need more
        /// is not resolved, and the verdict is unknown if it can be reached.
        MEMORY_CELLS: usize = 4096, "cells";
        /// Once resolving memory has made more, no further access is resolved, and the verdict is
        /// unknown if one can be reached.
        MEMORY_INSTRUCTIONS: usize = 1 << 20, "instructions";
        /// What is said of more parts of memory, at all blocks together, is not said: that memory
        /// was resolved rightly is not validated then.
        CORRESPONDENCE_PARTS: usize = 1 << 20, "parts";
        /// Elements of more bytes are not followed: each is a value of that size.
        FOLLOWED_BYTES: u64 = 256, "bytes";
        /// No more elements of a group are followed for its loads: each costs its size in state,
        /// and the loads that come last decide most.
        FOLLOWED_LOADS: usize = 4, "elements";
        /// No more elements of a group are followed for copies from it: each costs its size in
        /// state.
        FOLLOWED_COPIES: usize = 4, "elements";
    }
}
