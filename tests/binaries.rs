//! `llumc` and `llumc-c`: which of them has LLVM in it, and what they do without each other.
#![cfg(feature = "llvm")]

use std::process::{Command, Output};

const LLUMC: &str = env!("CARGO_BIN_EXE_llumc");
const LLUMC_C: &str = env!("CARGO_BIN_EXE_llumc-c");

fn run(binary: &str, arguments: &[&str]) -> Output {
    Command::new(binary).args(arguments).output().expect("it starts")
}

fn needs_llvm(binary: &str) -> bool {
    let needs = run("ldd", &[binary]);
    let needs = String::from_utf8_lossy(&needs.stdout).into_owned();
    assert!(needs.contains("libc.so"), "{needs}");
    needs.contains("LLVM")
}

/// The point of having two.
#[test]
fn only_the_one_that_reads_c_loads_llvm() {
    assert!(!needs_llvm(LLUMC));
    assert!(needs_llvm(LLUMC_C));
}

#[test]
fn both_do_the_same() {
    let file = "c-tests/programs/crc_step_safe.c";
    let (check, show) = (["check", "--list-checks", file], ["show", "--stage", "program", file]);
    let all: [&[&str]; 6] =
        [&["--help"], &["check", "--help"], &["models"], &check, &show, &["check", "--nonsense"]];
    for arguments in all {
        let (one, other) = (run(LLUMC, arguments), run(LLUMC_C, arguments));
        assert!(!one.stdout.is_empty() || !one.stderr.is_empty(), "{arguments:?}");
        assert_eq!(one, other, "{arguments:?}");
    }
}

#[test]
fn one_without_the_other_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let alone = folder.path().join("llumc");
    // Copied by another process: one that another test starts meanwhile could inherit the open
    // file, and what is open for writing can't be executed.
    let copied = Command::new("cp").arg(LLUMC).arg(&alone).status().expect("cp runs");
    assert!(copied.success());
    let alone = alone.to_str().expect("a name in UTF-8");
    let refused = run(alone, &["models"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(3), "{said}");
    assert!(said.contains("llumc-c, which reads C") && said.contains("make build"), "{said}");
    for command in ["solvers", "limits"] {
        assert!(run(alone, &[command]).status.success(), "{command}");
    }
}

#[test]
fn builds_are_not_mixed() {
    let refused = run(LLUMC_C, &["__from", "no stamp", "models"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(3), "{said}");
    assert!(said.contains("different builds"), "{said}");
}
