//! What runs reach: `llumc check --cover` as text, JSON, LCOV's format and HTML; and warnings of
//! assumptions that no run gets past.

#![cfg(feature = "llvm")]

#[path = "support/command.rs"]
mod command;

use command::{code, file, llumc, stderr, stdout};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

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
    let (folder, source) = file("f.c", program);
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (json, html, lcov) = (path("f.json"), path("f.html"), path("f.info"));
    let files = ["--json", &json, "--html", &html, "--lcov", &lcov];
    let output = llumc(&[&["check", &source], &files[..], options].concat());
    assert!([0, 1, 2].contains(&code(&output)), "{}", stderr(&output));
    let read = |name: &String| fs::read_to_string(name).expect("it was written");
    Run {
        text: stdout(&output),
        json: serde_json::from_str(&read(&json)).expect("it is JSON"),
        lcov: read(&lcov),
        html: read(&html),
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
    let unreachable = [8, 9, 17, 21, 23];
    for (line, reach) in lines(&run) {
        let expected = if unreachable.contains(&line) { "unreachable" } else { "reached" };
        assert_eq!(reach, expected, "line {line}");
    }
    assert!(run.text.contains("lines reached, 5 unreachable"), "{}", run.text);
    assert!(run.text.contains("(never is never called)"), "{}", run.text);
    assert!(run.html.contains("number run-unreachable"));
    for line in ["FNDA:0,never", "FNDA:1,clamp", "DA:17,0", "DA:15,1", "LF:20"] {
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
    let told = |status: &str, line: &str| {
        run.text.lines().any(|it| it.trim_start().starts_with(status) && it.contains(line))
    };
    assert!(told("unreachable", "f.c:17:") && told("proved", "f.c:15:"), "{}", run.text);
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
    assert_eq!(told, ["reached", "reached", "reached", "unreachable"]);
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
    let told = lines(&run(program, &[]));
    assert_eq!((&told[&1][..], &told[&4][..]), ("reached", "unknown"));
    assert!(told.values().all(|reach| reach != "unreachable"), "{told:?}");
}

#[test]
fn code_before_a_failed_assertion_is_reached_and_behind_an_invalid_access_is_not() {
    let program = "\
#include <assert.h>
int g;
void fail(void) {
  g = 1;
  assert(0);
}
int set(int *p) {
  *p = 1;
  g = 6;
  return g;
}
int main(int argc, char **argv) {
  if (argc == 1) fail();
  return set(0);
}
";
    let run = run(program, &[]);
    for (line, reach) in lines(&run) {
        let expected = if [9, 10].contains(&line) { "unreachable" } else { "reached" };
        assert_eq!(reach, expected, "line {line}");
    }
    assert_eq!(run.json["coverage"]["files"][0]["branches"].as_array().map(Vec::len), Some(2));
}

#[test]
fn functions_of_a_header_are_reached_if_one_of_their_copies_is() {
    let (folder, source) = file(
        "f.c",
        "#include \"h.h\"\nint other(void);\nint main(void) { return half(4) + other(); }\n",
    );
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let header = "static int half(int x) {\n  if (x > 3)\n    return x / 2;\n  return 0;\n}\n";
    fs::write(path("h.h"), header).expect("written");
    fs::write(path("o.c"), "#include \"h.h\"\nint other(void) { return half(1); }\n")
        .expect("written");
    let output = llumc(&["check", &source, &path("o.c"), "--cover", "--format", "json"]);
    let report: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
    let files = report["coverage"]["files"].as_array().expect("there are files");
    let of_header = |it: &&Value| it["file"].as_str().is_some_and(|name| name.ends_with("h.h"));
    let header = files.iter().find(of_header).expect("it has code");
    for (what, count) in [("functions", 1), ("lines", 5), ("branches", 2)] {
        let all = header[what].as_array().expect("they are listed");
        assert_eq!(all.len(), count, "{what}: {all:?}");
        assert!(all.iter().all(|it| it["reach"] == "reached"), "{what}: {all:?}");
    }
}

/// Arrays of which single elements are followed, memory, strings.
#[test]
fn verdicts_do_not_depend_on_it() {
    let tasks = concat!(env!("CARGO_MANIFEST_DIR"), "/c-tests");
    for (task, code) in [
        ("blocks/frame_violated", 1),
        ("large-arrays/filled_prefix_violated", 1),
        ("large-arrays/filled_prefix_safe", 0),
        ("paper/diamond_violated", 1),
    ] {
        let task = format!("{tasks}/{task}.yml");
        let output = llumc(&["check", &task, "--cover", "--timeout", "60"]);
        assert_eq!(self::code(&output), code, "{task}: {}", stdout(&output));
    }
}

/// The lines that `llumc check` warns of in a program, whose `main` begins on line 5.
fn warned(body: &str) -> Vec<u64> {
    let head = "\
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
";
    let (_folder, path) = file("f.c", &format!("{head}\nint main(void) {{ {body}\n}}\n"));
    let output = llumc(&["check", &path, "--format", "json"]);
    let report: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
    let warnings = report["warnings"].as_array().cloned().unwrap_or_default();
    warnings.iter().map(|it| it["place"]["line"].as_u64().expect("it has a line")).collect()
}

#[test]
fn an_assumption_that_others_contradict() {
    let body = "int x = __VERIFIER_nondet_int();
        __VERIFIER_assume(x > 10);
        __VERIFIER_assume(x < 5);
        if (x == 3) reach_error();";
    assert_eq!(warned(body), [7]);
}

#[test]
fn one_that_is_always_false() {
    assert_eq!(warned("__VERIFIER_assume(0); reach_error();"), [5]);
}

#[test]
fn one_behind_a_loop_by_its_invariant() {
    let body = "unsigned x = 0;
        for (int i = __VERIFIER_nondet_int(); i > 0; i--) x = x > 4 ? 0 : x + 1;
        __VERIFIER_assume(x == 9);
        if (x == 7) reach_error();";
    assert_eq!(warned(body), [7]);
}

#[test]
fn a_violation_has_no_warning_behind_it_but_what_stands_before_has() {
    let body = "int x = __VERIFIER_nondet_int();
        if (x == 1) reach_error();
        __VERIFIER_assume(x > 10 && x < 5);
        if (x == 3) reach_error();";
    assert_eq!(warned(body), [7]);
}

#[test]
fn none_where_runs_go_on_or_never_come() {
    let goes_on = "int x = __VERIFIER_nondet_int();
        __VERIFIER_assume(x > 10);
        for (int i = 0; i < x; i++) __VERIFIER_assume(i < 20);
        if (x == 7) reach_error();";
    let cut = "int x = __VERIFIER_nondet_int();
        if (x == 7) __VERIFIER_assume(0);
        if (x == 7) reach_error();";
    let dead = "int x = __VERIFIER_nondet_int();
        if (x > 5 && x < 3) __VERIFIER_assume(x == 0);
        if (x > 5 && x < 3) reach_error();";
    for body in [goes_on, cut, dead] {
        assert_eq!(warned(body), [] as [u64; 0], "{body}");
    }
}

#[test]
fn each_call_of_a_function_with_an_assumption_counts_for_itself() {
    let body = "int x = __VERIFIER_nondet_int();
        __VERIFIER_assume(x >= 0);
        for (int i = 0; i < 2; i++) { int y = __VERIFIER_nondet_int(); __VERIFIER_assume(y > x); }
        __VERIFIER_assume(x < 0); if (x == 7) reach_error();";
    assert_eq!(warned(body), [8]);
}
