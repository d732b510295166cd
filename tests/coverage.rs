//! `llumc check --cover`: what runs reach, as text, JSON, LCOV's format and HTML.

#![cfg(feature = "llvm")]

#[path = "support/command.rs"]
mod command;

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use command::code;
use serde_json::Value;

/// Lines that are reached, unreachable for different reasons, and behind a long loop.
const PROGRAM: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
static int clamp(int x) {
  if (x < 0)
    return 0;
  return x > 5 ? 5 : x;
}
int never(int x) {
  return 2 * x;
}
static void stop(void) { abort(); }
int main(void) {
  int c = clamp(__VERIFIER_nondet_int()), sum = 0;
  for (int i = 0; i < 100000; i++)
    sum++;
  if (c > 5)
    return 1 / (c - c);
  switch (c) {
  case 5:
    stop();
    sum = 3;
  case 7:
    return never(c);
  }
  return sum;
}
";

/// What the command printed and wrote.
struct Run {
    text: String,
    json: Value,
    lcov: String,
    html: String,
}

fn run(program: &str, options: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("f.c"), program).expect("a writable folder");
    let mut command = Command::cargo_bin("llumc").expect("it is built");
    command.current_dir(folder.path()).args(["check", "f.c", "--json", "f.json"]);
    command.args(["--html", "f.html", "--lcov", "f.info"]).args(options);
    let output = command.output().expect("it starts");
    assert!([0, 1].contains(&code(&output)), "{output:?}");
    let read = |name: &str| fs::read_to_string(path(name)).expect("it was written");
    Run {
        text: String::from_utf8(output.stdout).expect("it is text"),
        json: serde_json::from_str(&read("f.json")).expect("it is JSON"),
        lcov: read("f.info"),
        html: read("f.html"),
    }
}

/// Lines with what is known of them.
fn lines(run: &Run) -> BTreeMap<u64, String> {
    let lines = run.json["coverage"]["files"][0]["lines"].as_array().expect("there are lines");
    let line = |it: &Value| (it["line"].as_u64().unwrap(), it["reach"].as_str().unwrap().into());
    lines.iter().map(line).collect()
}

#[test]
fn what_runs_reach_is_told_in_all_forms() {
    let run = run(PROGRAM, &[]);
    let unreachable = [8, 9, 17, 21, 22, 23];
    for (line, reach) in lines(&run) {
        let expected = if unreachable.contains(&line) { "unreachable" } else { "reached" };
        assert_eq!(reach, expected, "line {line}");
    }
    assert!(run.text.contains("lines reached, 5 unreachable"), "{}", run.text);
    assert!(run.text.contains("(never is never called)"), "{}", run.text);
    assert!(run.html.contains("number run-unreachable"));
    for line in ["SF:f.c", "FNDA:0,never", "FNDA:1,clamp", "DA:17,0", "DA:15,1", "LF:16"] {
        assert!(run.lcov.lines().any(|it| it == line), "{line} is missing:\n{}", run.lcov);
    }
    assert_eq!(run.json["verdict"], "true");
}

#[test]
fn a_check_that_no_run_meets_is_not_called_proved() {
    let run = run(PROGRAM, &[]);
    let met = |line: u64| {
        let checks = run.json["checks"].as_array().expect("there are checks");
        let of_line = checks.iter().filter(move |it| it["place"]["line"] == line);
        of_line.map(|it| it["met"].as_str().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    assert!(met(17).iter().all(|it| it == "unreachable") && !met(17).is_empty(), "{:?}", met(17));
    assert_eq!(met(15), ["reached"]);
    assert!(run.text.contains("  unreachable  f.c:17:"), "{}", run.text);
    assert!(run.text.contains("  proved       f.c:15:"), "{}", run.text);
}

#[test]
fn what_lies_behind_a_violation_of_all_runs_is_unreachable() {
    let program = "\
int main(void) {
  int zero = 0;
  int one = 1 / zero;
  return one;
}
";
    let run = run(program, &[]);
    assert_eq!(run.json["verdict"], "false(div-by-zero)");
    let told: Vec<String> = lines(&run).into_values().collect();
    assert_eq!(told, ["reached", "reached", "unreachable"]);
}

#[test]
fn what_lies_behind_something_that_is_not_modelled_is_unknown() {
    let program = "\
int main(void) {
  int k = 1;
  __asm__(\"incl %0\" : \"+r\"(k));
  if (k == 2)
    return 1;
  return 0;
}
";
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("f.c"), program).expect("a writable folder");
    let mut command = Command::cargo_bin("llumc").expect("it is built");
    command.current_dir(folder.path()).args(["check", "f.c", "--cover"]);
    let output = command.output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(!text.contains("unreachable  f.c"), "{text}");
}
