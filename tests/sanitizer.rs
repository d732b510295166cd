//! Violations of `valid-deref` are confirmed by AddressSanitizer where it sees them, and only where
//! it sees the same.

#![cfg(feature = "llvm")]

use std::path::Path;
use std::process::Command;

/// What `llumc check` says of the native run of a program that violates a property.
fn natively(program: &Path, property: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_llumc"))
        .args(["check", "--property", property])
        .arg(program)
        .output()
        .expect("llumc runs");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains(&format!("verdict: FALSE({property})")), "{}: {text}", program.display());
    let line = text.lines().find_map(|line| line.split_once("natively: "));
    line.unwrap_or_else(|| panic!("{}: {text}", program.display())).1.to_owned()
}

#[test]
fn sanitizer_confirms_what_it_sees() {
    let table = [
        ("arrays/binary_search", "confirmed by AddressSanitizer: global-buffer-overflow"),
        ("externals/device_found", "confirmed by a segmentation fault"),
        ("library/snprintf_offset", "confirmed by AddressSanitizer: stack-buffer-overflow"),
        ("library/puts_null", "confirmed by a segmentation fault"),
        ("memory-bugs/dangling_block", "confirmed by AddressSanitizer: stack-use-after-scope"),
        ("memory-bugs/dangling_local", "confirmed by AddressSanitizer: stack-use-after-return"),
        ("memory-bugs/write_to_constant", "confirmed by a segmentation fault"),
        (
            "variadic/too_many_asked_for_32_bits",
            "confirmed by AddressSanitizer: stack-buffer-overflow",
        ),
        // What it can't see, for the storage is in use again.
        ("memory-bugs/local_of_last_round", "not confirmed: AddressSanitizer says nothing: the"),
    ];
    for (name, expected) in table {
        let task = Path::new("c-tests").join(format!("{name}_violated.yml"));
        let said = natively(&task, "valid-deref");
        assert!(said.starts_with(expected), "{name}: {said}");
    }
}

/// The module for native runs has the checks of floating-point numbers in it.
#[test]
fn checks_of_numbers_are_met_natively() {
    for (name, property) in [
        ("cast_of_nan", "float-cast-overflow"),
        ("cast_of_constant", "float-cast-overflow"),
        ("inverse_square", "float-div-by-zero"),
        ("narrowing", "float-overflow"),
        ("scaled", "float-overflow"),
        ("long_double_overflow", "float-overflow"),
        ("share_of_nothing", "nan"),
        ("root_of_difference", "nan"),
        ("rest_of_division", "nan"),
    ] {
        let task = Path::new("c-tests/floats").join(format!("{name}_violated.yml"));
        assert_eq!(natively(&task, property), "confirmed", "{name}");
    }
}

/// On the heap; an access far behind the end of an object, which lies in another one or nowhere; and
/// one after which the program would come to another invalid access.
#[test]
fn other_reports_confirm_nothing() {
    let programs = [
        (
            "#include <stdlib.h>
            int nondet(void);
            int main(void) {
                int *p = malloc(4 * sizeof *p);
                int i = nondet();
                if (!p || i < 0 || i > 4) return 0;
                p[i] = 1;
                free(p);
                return 0;
            }",
            "confirmed by AddressSanitizer: heap-buffer-overflow",
        ),
        (
            "#include <stdlib.h>
            int main(void) {
                int *p = malloc(4);
                if (!p) return 0;
                free(p);
                return *p;
            }",
            "confirmed by AddressSanitizer: heap-use-after-free",
        ),
        (
            "int nondet(void);
            int first[4], second[4096];
            int main(void) {
                int i = nondet();
                if (i == 100) first[i] = 1;
                return second[1];
            }",
            "not confirmed: AddressSanitizer",
        ),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (number, (text, expected)) in programs.into_iter().enumerate() {
        let file = folder.path().join(format!("program{number}.c"));
        std::fs::write(&file, text).expect("written");
        let said = natively(&file, "valid-deref");
        assert!(said.starts_with(expected), "{text}: {said}");
    }
}

/// Nothing of clang's is left behind the end of a path.
#[test]
fn a_call_that_does_not_return_can_be_linked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    let text = "extern int nondet(void);
        extern void reach_error(void) __attribute__((noreturn));
        __attribute__((always_inline)) static inline void check(int v) { if (!v) reach_error(); }
        int main(void) { check(nondet() != 3); return 0; }";
    std::fs::write(&file, text).expect("written");
    assert_eq!(natively(&file, "unreach-call"), "confirmed");
}
