//! Names by which programs speak to a checker, or to a C library about failed assertions.
//!
//! They mean this only where the program does not define them. Sources: the rules of SV-COMP;
//! the manuals of CBMC, ESBMC and KLEE; the `assert.h` of glibc, musl, macOS, newlib, picolibc and
//! avr-libc, whose functions have the text of the assertion in different places.

/// What a call of an undefined function with such a name does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The program is wrong if control gets here; the argument of this number, or the first one
    /// if there are fewer, may be the text of the assertion.
    Fails {
        /// Number of the argument, from 0.
        text: usize,
    },
    /// The first argument must not be zero; the second may be the text.
    Asserts,
    /// The path ends here, without a violation, if the first argument is zero.
    Assumes,
    /// The process ends.
    Exits,
    /// An arbitrary value.
    Input,
    /// Whether there is an object of which so many bytes behind an address may be accessed.
    AsksAccess {
        /// Whether they may be read.
        read: bool,
        /// Whether they may be written.
        write: bool,
    },
    /// Something about the object that an address leads into.
    AsksObject(Question),
    /// Whether something holds for all values of a variable, or for one.
    Quantifies,
    /// Nothing, in a program with one thread.
    Nothing,
    /// It is meant for a checker, but it is not known what it does.
    NotUnderstood,
}

/// What is asked about the object that an address leads into, or about its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether another address leads into the same one.
    SameObject,
    /// How many bytes there are before the address.
    Offset,
    /// How many bytes it has.
    Size,
    /// A number that it has alone.
    Identity,
    /// Whether it was allocated.
    IsOnHeap,
    /// Whether there is one.
    Lives,
}

/// Beginnings of the names that other checkers keep for themselves.
const FAMILIES: [&str; 7] =
    ["__VERIFIER_", "__CPROVER_", "__ESBMC_", "__SMACK_", "__SEAHORN_", "__blast_", "klee_"];

/// What an undefined function of this name means, if it is for a checker.
pub fn meaning(name: &str) -> Option<Meaning> {
    Some(match name {
        "__assert_fail" | "__assert_perror_fail" | "_wassert" | "_assert" | "__assert_c99" => {
            Meaning::Fails { text: 0 }
        }
        "klee_report_error" => Meaning::Fails { text: 2 },
        "__assert_rtn" | "__assert_func" | "__assert2" => Meaning::Fails { text: 3 },
        // avr-libc and BSD have it last, behind the function, the file and the line; glibc first.
        "__assert" => Meaning::Fails { text: 3 },
        "__assert_no_args" | "__ESBMC_unreachable" => Meaning::Fails { text: usize::MAX },
        "assert"
        | "__VERIFIER_assert"
        | "__CPROVER_assert"
        | "__ESBMC_assert"
        | "klee_assert"
        | "__SMACK_assert"
        | "__CPROVER_precondition"
        | "__CPROVER_postcondition" => Meaning::Asserts,
        "assume" | "__VERIFIER_assume" | "__CPROVER_assume" | "__ESBMC_assume"
        | "__SMACK_assume" | "__blast_assume" | "klee_assume" => Meaning::Assumes,
        "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "__builtin_trap"
        | "klee_silent_exit" => Meaning::Exits,
        "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end"
        | "__CPROVER_atomic_begin"
        | "__CPROVER_atomic_end"
        | "__ESBMC_atomic_begin"
        | "__ESBMC_atomic_end"
        | "__ESBMC_yield"
        | "__ESBMC_unroll"
        | "__CPROVER_printf"
        | "__CPROVER_input"
        | "__CPROVER_output"
        | "__CPROVER_cover"
        | "__ESBMC_cover"
        | "__CPROVER_fence"
        | "klee_warning"
        | "klee_warning_once"
        | "klee_print_expr"
        | "klee_print_range"
        | "klee_open_merge"
        | "klee_close_merge"
        | "klee_prefer_cex" => Meaning::Nothing,
        "__CPROVER_r_ok" | "__ESBMC_r_ok" => Meaning::AsksAccess { read: true, write: false },
        "__CPROVER_w_ok" | "__ESBMC_w_ok" => Meaning::AsksAccess { read: false, write: true },
        "__CPROVER_rw_ok" | "__ESBMC_rw_ok" => Meaning::AsksAccess { read: true, write: true },
        "__CPROVER_same_object" | "__ESBMC_same_object" => {
            Meaning::AsksObject(Question::SameObject)
        }
        "__CPROVER_POINTER_OFFSET" | "__ESBMC_POINTER_OFFSET" => {
            Meaning::AsksObject(Question::Offset)
        }
        "__CPROVER_POINTER_OBJECT" | "__ESBMC_POINTER_OBJECT" => {
            Meaning::AsksObject(Question::Identity)
        }
        // Not ESBMC's, which counts the elements of an array, and takes any number for others.
        "__CPROVER_OBJECT_SIZE" => Meaning::AsksObject(Question::Size),
        "__CPROVER_DYNAMIC_OBJECT" => Meaning::AsksObject(Question::IsOnHeap),
        "__CPROVER_LIVE_OBJECT" => Meaning::AsksObject(Question::Lives),
        "__ESBMC_forall" | "__ESBMC_exists" | "__CPROVER_forall" | "__CPROVER_exists" => {
            Meaning::Quantifies
        }
        _ if is_input(name) => Meaning::Input,
        _ if is_of_a_checker(name) => Meaning::NotUnderstood,
        _ => return None,
    })
}

/// Calls of these, and of those that the user names, are the property `unreach-call`, whether
/// they are defined or not (an `assert(0)` in their body is not a second violation).
pub const ERROR_CALLS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// The variables in which checkers keep how numbers are rounded; 0 is to nearest.
pub const ROUNDING: [&str; 2] = ["__CPROVER_rounding_mode", "__ESBMC_rounding_mode"];

/// Whether a name is one that another checker keeps for itself.
pub fn is_of_a_checker(name: &str) -> bool {
    FAMILIES.iter().any(|family| name.starts_with(family))
}

/// Whether a label of this name begins a thread, in programs for CBMC.
pub fn begins_thread(label: &str) -> bool {
    label.starts_with("__CPROVER_ASYNC_")
}

/// Whether an undefined function of this name returns an arbitrary value, and does nothing else.
fn is_input(name: &str) -> bool {
    let prefixes = ["__VERIFIER_nondet_", "__SMACK_nondet_", "nondet_"];
    ["klee_int", "__VERIFIER_nondet"].contains(&name)
        || prefixes.iter().any(|prefix| name.starts_with(prefix))
}

/// The type that a function of inputs names: `uint` in `nondet_uint`.
pub fn input_type(name: &str) -> Option<&str> {
    is_input(name).then(|| name.split_once("nondet_").map_or(name, |(_, ty)| ty))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_harnesses_mean_what_they_mean_there() {
        assert_eq!(meaning("__CPROVER_assume"), Some(Meaning::Assumes));
        assert_eq!(meaning("__ESBMC_assert"), Some(Meaning::Asserts));
        assert_eq!(meaning("assert"), Some(Meaning::Asserts));
        assert_eq!(meaning("nondet_uint"), Some(Meaning::Input));
        assert_eq!(meaning("__VERIFIER_nondet_int"), Some(Meaning::Input));
        // What is for a checker is never just an input.
        assert_eq!(meaning("__ESBMC_get_object_size"), Some(Meaning::NotUnderstood));
        assert_eq!(meaning("__VERIFIER_assert_something"), Some(Meaning::NotUnderstood));
        assert_eq!(meaning("klee_get_errno"), Some(Meaning::NotUnderstood));
        assert_eq!(meaning("__VERIFIER_nondet"), Some(Meaning::Input));
        assert_eq!(meaning("__ESBMC_requires"), Some(Meaning::NotUnderstood));
        for name in ["strlen", "assertion", "nondet", "reach_error", "exit_code"] {
            assert_eq!(meaning(name), None, "{name}");
        }
        assert_eq!(input_type("__VERIFIER_nondet_uchar"), Some("uchar"));
        assert_eq!(input_type("nondet_long"), Some("long"));
        assert_eq!(input_type("long"), None);
    }
}
