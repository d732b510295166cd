//! `--error-function`: names that the program has, and names that it has not.

#![cfg(feature = "llvm")]

#[path = "support/command.rs"]
mod command;

use command::{code, file, llumc, stderr, stdout};

/// Nothing would be looked for.
#[test]
fn an_error_function_has_to_be_there() {
    let text = "void nosucs(int); void unused(void); int main(void) { nosucs(1); return 0; }\n";
    let (_keep, path) = file("p.c", text);
    let output = llumc(&["check", &path, "--error-function", "nosuch"]);
    assert_eq!(code(&output), 3, "{}", stdout(&output));
    assert!(stderr(&output).contains("did you mean 'nosucs'?"), "{}", stderr(&output));
    let output = llumc(&["check", &path, "--error-function", "other"]);
    assert_eq!(code(&output), 3, "{}", stdout(&output));
    let told = "the program names no function 'other', which --error-function names";
    assert!(stderr(&output).contains(told), "{}", stderr(&output));
    for (name, expected) in [("unused", 0), ("nosucs", 1), ("reach_error", 0)] {
        let output = llumc(&["check", &path, "--error-function", name, "-p", "unreach-call"]);
        assert_eq!(code(&output), expected, "{name}: {}", stderr(&output));
    }
}
