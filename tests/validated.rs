//! With a verdict it is said whether it was validated that memory was resolved rightly.

use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;

/// What `check --verbose` prints of a task of `c-tests`.
fn check(task: &str) -> String {
    let file = format!("{}/c-tests/{task}.yml", env!("CARGO_MANIFEST_DIR"));
    let output = Command::cargo_bin("llumc")
        .expect("it was built")
        .args(["check", &file, "--verbose", "--timeout", "60"])
        .output()
        .expect("it runs");
    String::from_utf8(output.stdout).expect("it prints text")
}

const RIGHTLY: &str = "checked: memory was resolved into values rightly, by ";

#[test]
fn memory_is_validated_with_proofs() {
    for task in [
        "arrays/insertion_sort_safe",
        "heap/list_push_pop_safe",
        "heap/size_wraps_safe",
        "library/strtol_safe",
        "memory-bugs/literals_in_their_blocks_safe",
        "arrays/bubble_sort_safe",
        "control/threaded_interpreter_safe",
    ] {
        let said = check(task);
        assert!(said.contains(RIGHTLY) && said.contains("verdict: TRUE"), "{task}:\n{said}");
    }
}

#[test]
fn what_has_no_rule_is_said_to_be_trusted() {
    for (task, why) in [
        ("addresses/hash_safe", "it asks for the numbers of addresses"),
        ("any-size/memcpy_safe", "it asks for the numbers of addresses"),
        ("externals/uart_safe", "undefined functions may change memory"),
        ("unwritten/heap_safe", "it asks what was never written"),
    ] {
        let said = check(task);
        let trusted = format!("checked: how memory was resolved into values is trusted: {why}");
        assert!(said.contains(&trusted) && said.contains("verdict: TRUE"), "{task}:\n{said}");
    }
}

/// Where single elements are followed, that is validated, too.
#[test]
fn what_is_followed_is_validated_with_proofs() {
    const FOLLOWED: &str =
        "checked: memory was resolved into values, and elements are followed, rightly, by ";
    for task in ["large-arrays/copy_safe", "any-size/maximum_safe"] {
        let said = check(task);
        assert!(said.contains(FOLLOWED), "{task}:\n{said}");
    }
}

/// Programs without memory have nothing to be validated.
#[test]
fn nothing_is_said_without_memory() {
    let said = check("control/switch_safe");
    assert!(!said.contains("memory") && said.contains("verdict: TRUE"), "{said}");
}
