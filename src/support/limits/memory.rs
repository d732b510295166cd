//! Limits of memory and of output.

use super::Limit;

limits! {
    MEMORY:

    "verify" {
        /// Engines may use this many fifths of the memory that the machine has left: it must not
        /// run out for the sake of a search that has no end.
        MEMORY_FIFTHS: u64 = 4, "fifths", by "--memory";
        /// Stack of the thread that searches in parallel with the engines: what is searched may be deep,
        /// and be handed to a solver that has its own ways to walk it.
        SEARCH_STACK: usize = 256 << 20, "bytes";
    }

    "cli::project" {
        /// Each task of a project may take as much, however many are checked at once.
        LEAST_TASK_MEMORY: u64 = 256, "MiB";
    }
    "cli::compare" {
        /// A run of an engine that takes more memory is ended.
        COMPARE_MEMORY: u64 = 4096, "MiB", by "--memory";
        /// An external solver that takes more memory to print its version has none.
        VERSION_MEMORY: u64 = 4 << 30, "bytes";
    }

    "engine" {
        /// Stack of the thread that hears orders for an engine.
        WORKER_STACK: usize = 1 << 18, "bytes";
    }

    "sat::ipasir" {
        /// Stack of the thread that hears orders for a library.
        IPASIR_STACK: usize = 1 << 18, "bytes";
    }

    "support" {
        /// A limited process that prints more is stopped; what is printed more until then is
        /// lost.
        MOST_OUTPUT: u64 = 256 << 20, "bytes";
        /// Of a limited process's standard error no more is kept.
        MOST_ERRORS: u64 = 64 << 10, "bytes";
        /// Of what a process says before it ends the last this many bytes are kept.
        LAST_TEXT: usize = 4096, "bytes";
    }
}
