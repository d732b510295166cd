//! The models of math.h against the host's library, natively.

#![cfg(feature = "llvm")]

use std::fs;
use std::path::Path;
use std::process::Command;

/// Pairs of numbers in each format.
const PAIRS: u32 = 300_000;

#[test]
fn models_of_functions_of_numbers_agree_with_the_library() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let models = root.join("src/frontend/passes/libc/models");
    let folder = tempfile::tempdir().expect("a temporary folder");
    // Under other names: the library has these.
    let text = fs::read_to_string(models.join("math.c")).expect("it can be read");
    let mut names = String::new();
    for line in text.lines().filter(|line| line.starts_with("MODEL ")) {
        let head = line.split('(').next().expect("it has a head");
        let name = head.rsplit(' ').next().expect("it has a name");
        names += &format!("#define {name} model_{name}\n");
    }
    let own = names.lines().map(|line| line.split(' ').nth(1).expect("it has a name"));
    let forget: String = own.map(|name| format!("#undef {name}\n")).collect();
    fs::write(folder.path().join("models.h"), format!("{names}{text}{forget}")).expect("written");
    let program = folder.path().join("program");
    let mut build = Command::new("clang-22");
    build.args(["-O2", "-w", "-fno-builtin", &format!("-DPAIRS={PAIRS}")]);
    build.arg("-I").arg(folder.path()).arg("-I").arg(&models);
    build.arg(root.join("tests/support/math.c")).arg("-o").arg(&program).arg("-lm");
    assert!(build.status().expect("clang starts").success());
    let output = Command::new(&program).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("0 disagreements"), "{said}");
}
