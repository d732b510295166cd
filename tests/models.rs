//! `--model FILE`: definitions of the user's for what a program calls and lacks.

#![cfg(feature = "llvm")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt;

const MODEL: &str = "extern int __VERIFIER_nondet_int(void);
static int level;
int sensor_read(int *to) { *to = level; return level < 9; }
void sensor_step(void) { if (level < 9 && __VERIFIER_nondet_int()) level++; }
int helper(void) { return 7; }
";

const PROGRAM: &str = "extern int sensor_read(int *to);
extern void sensor_step(void);
extern void reach_error(void);
int helper(void) { return 1; }
int main(void) {
  int value = 0;
  while (sensor_read(&value)) sensor_step();
  if (value != 9 || helper() != LIMIT) reach_error();
}
";

fn files(folder: &Path) -> (PathBuf, PathBuf) {
    let (model, program) = (folder.join("sensor.c"), folder.join("program.c"));
    std::fs::write(&model, MODEL).expect("written");
    std::fs::write(&program, PROGRAM).expect("written");
    (model, program)
}

fn check(program: &Path, more: &[&str]) -> Output {
    let mut command = Command::cargo_bin("llumc").expect("the binary");
    command.arg("check").arg(program).args(["--quiet", "--timeout", "60"]).args(more);
    command.output().expect("it runs")
}

#[test]
fn a_model_defines_what_the_program_lacks_and_no_more() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (model, program) = files(folder.path());
    let model = model.to_str().expect("UTF-8");
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let without = check(&program, &["-DLIMIT=1", "--extern", "strict"]);
    assert_eq!(without.status.code(), Some(2), "{}", text(&without));
    assert!(text(&without).contains("undefined function sensor_read"), "{}", text(&without));
    let with = check(&program, &["-DLIMIT=1", "--model", model]);
    assert_eq!(with.status.code(), Some(0), "{}", text(&with));
    // The program's own helper is taken, not the model's.
    let other = check(&program, &["-DLIMIT=7", "--model", model]);
    assert_eq!(other.status.code(), Some(1), "{}", text(&other));
}

#[test]
fn models_of_the_user_are_listed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (model, _) = files(folder.path());
    let list = |words: &[&str]| {
        let mut command = Command::cargo_bin("llumc").expect("the binary");
        let output = command.args(words).output().expect("it runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let text = list(&["models", "--model", model.to_str().expect("a name")]);
    assert!(text.contains("sensor.c: sensor_read, sensor_step, helper\n"), "{text}");
    assert!(text.contains("string.c: "), "{text}");
    assert_eq!(list(&["check", "--list-models"]), list(&["models"]));
}
