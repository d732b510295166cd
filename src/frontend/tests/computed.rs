//! Functions of the mathematical library of which only a range is known.

use std::fs;
use std::process::Command;

use super::*;
use crate::program::runtime;

/// So many numbers of each kind for each function.
const SAMPLES: u32 = 100_000;

#[test]
fn the_host_s_library_keeps_within_the_ranges() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    let write = |name: &str, text: &str| fs::write(at.join(name), text).expect("written");
    write(runtime::HEADER, &format!("{}#define ERRNO_MATTERS 1\n", runtime::header()));
    write("number.h", include_str!("../passes/libc/models/number.h"));
    write("range.h", include_str!("../passes/libc/models/range.h"));
    // Under other names: the library has these.
    let model = include_str!("../passes/libc/models/computed.c");
    let model = model.replace("MODEL double ", "MODEL double model_");
    write("model.c", &model.replace("MODEL float ", "MODEL float model_"));
    let native = include_str!("../../certify/native/computed.c");
    write("native.c", &format!("#include \"{}\"\n{native}", runtime::HEADER));
    write("test.c", include_str!("computed.c"));
    for width in [&["-m64"][..], &["-m32", "-msse2", "-mfpmath=sse"]] {
        let mut build = Command::new("clang-22");
        build.args(["-O1", "-w", "-fno-builtin", &format!("-DSAMPLES={SAMPLES}")]).args(width);
        build.args(["-idirafter/usr/include/x86_64-linux-gnu", "model.c", "test.c"]);
        build.args(["-o", "test", "-lm"]).current_dir(at);
        assert!(build.status().expect("clang starts").success());
        let output = Command::new(at.join("test")).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains(" 0 out of range"), "{said}");
    }
}

#[test]
fn results_are_choices_and_the_ranges_are_listed() {
    let source = "double sin(double); int main(void) { return sin(1.5) > 2; }";
    let compiled = program(source, &[]);
    let mut listed = compiled.assumptions.iter();
    assert!(listed.any(|it| it.kind == AssumptionKind::MathFunctions));
}
