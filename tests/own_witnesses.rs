//! What stands in the witnesses that `check --witness` writes, each of which `validate` confirms.

#![cfg(feature = "llvm")]

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

/// Runs `llumc` in a folder; the exit code and all that it said.
fn llumc(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::cargo_bin("llumc").expect("the binary");
    let output = command.current_dir(folder).args(words).output().expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// The entries of a witness that `check` writes about a program with this verdict, each as one line
/// without blanks; `validate` confirms it.
fn own(program: &str, verdict: i32, options: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("p.c"), program).expect("written");
    let words = ["check", "p.c", "--timeout", "60", "--witness", "w.yml"];
    let (code, said) = llumc(folder.path(), &[&words[..], options].concat());
    assert_eq!(code, Some(verdict), "{said}");
    let (code, said) = llumc(folder.path(), &["validate", "p.c", "w.yml", "--timeout", "60"]);
    let text = fs::read_to_string(folder.path().join("w.yml")).expect("a witness");
    assert_eq!(code, Some(0), "{said}\n{text}");
    let entries: Value = serde_saphyr::from_str(&text).expect("YAML");
    let content = entries[0]["content"].as_array().expect("entries").clone();
    let told = content.iter().map(|entry| {
        let told = match entry.get("invariant") {
            Some(invariant) => invariant,
            None => &entry["segment"][0]["waypoint"],
        };
        let (at, constraint) = (&told["location"], told.get("constraint"));
        let value = constraint.map_or(&told["value"], |it| &it["value"]).as_str();
        let kind = told["type"].as_str().expect("a type");
        format!("{kind} {}:{} {}", at["line"], at["column"], value.unwrap_or_default())
    });
    told.collect()
}

#[test]
fn own_witnesses_say_how_conditions_come_out() {
    let program = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int kind(int x) {
  switch (x) { case 1: return 5; case 'a': return x > 7 ? 6 : 9; default: return 7; }
}
int main(void) {
  int total = 0;
  for (int i = 0; i < 1000; i++)
    if (i & 1) total++;
  int x = __VERIFIER_nondet_int();
  if (x < 90 || x > 97) return 0;
  int seen = 0;
  if (kind(x) == 6 && !(x & 2)) { do total++; while (total < 505); seen = 1; }
  do {
    total++;
  } while (total < 510);
  if (seen && total == 510) reach_error();
  return 0;
}
";
    let told = own(program, 1, &["-p", "unreach-call"]);
    assert_eq!(
        told,
        [
            "branching 8:3 true",
            "branching 9:5 false",
            "function_return 10:33 \\result == 97",
            "branching 11:3 false",
            "branching 4:3 97",
            "branching 13:3 true",
            "branching 14:3 true",
            "branching 17:3 true",
            "target 17:29 ",
        ]
    );
}

/// Where only one kind of input is told, conditions say the rest.
#[test]
fn own_witnesses_say_how_conditions_on_other_inputs_come_out() {
    let program = "\
extern void reach_error(void);
volatile int port;
int main(void) {
  int seen = 0;
  while (port != 3) {
    if (port > 10) seen++;
    if (seen == 2) break;
  }
  if (seen == 2) reach_error();
  return 0;
}
";
    let told = own(program, 1, &["-p", "unreach-call"]);
    let port: Vec<&String> = told.iter().filter(|it| it.contains(" 6:5 ")).collect();
    assert!(port.len() >= 2 && port.iter().any(|it| it.ends_with("true")), "{told:?}");
    assert_eq!(told.last().map(String::as_str), Some("target 9:18 "));
}

/// What is not freed was allocated before the conditions that lead to the end: the target is where
/// the run ends, so that waypoints come in their order.
#[test]
fn own_witnesses_of_leaks_lead_to_the_end() {
    let program = "\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (__VERIFIER_nondet_int() == 7)
    exit(2);
  if (__VERIFIER_nondet_int() == 8)
    p = 0;
  free(p);
  return 0;
}
";
    let told = own(program, 1, &["-p", "valid-memcleanup"]);
    let target = told.last().map(String::as_str);
    assert!(matches!(target, Some("target 6:5 " | "target 10:3 " | "target 11:1 ")), "{told:?}");
    let told = own(&program.replace("== 8", "== 7"), 1, &["-p", "valid-memtrack"]);
    let target = told.last().map(String::as_str);
    assert!(matches!(target, Some("target 6:5 " | "target 10:3 " | "target 11:1 ")), "{told:?}");
}

#[test]
fn own_witnesses_have_invariants_of_do_loops() {
    let program = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = 0;
  if (n > 300) return 0;
  do {
    k += 2;
  } while (k < n);
  if (k > 302) reach_error();
  return 0;
}
";
    let told = own(program, 0, &["-p", "unreach-call"]);
    assert!(!told.is_empty() && told.iter().all(|it| it.starts_with("location_invariant 7:5 ")));
}

#[test]
fn own_witnesses_have_invariants_of_all_copies_of_a_loop() {
    let program = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned count(unsigned to, unsigned step) {
  unsigned i = 0;
  while (i < to) {
    if (i + step > to) break;
    i += step;
  }
  return i;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 300) return 0;
  unsigned a = count(n, 2), b = count(1000, 3);
  if (a > 300 || a % 2 || b > 1000) reach_error();
  return 0;
}
";
    let told = own(program, 0, &["-p", "unreach-call"]);
    let is_either = |it: &String| it.starts_with("loop_invariant 5:3 ") && it.contains(" || ");
    assert!(told.iter().any(is_either), "{told:?}");
    // A copy that folds away: its loop comes to the condition once, and nothing is known of it.
    let folded = program.replace("return 0;\n}\n", "return count(0, 1);\n}\n");
    assert_eq!(own(&folded, 0, &["-p", "unreach-call"]), [""; 0]);
    // A call that only a macro shows.
    let hidden = program
        .replace("int main", "#define COUNT count(0, 1)\nint main")
        .replace("return 0;\n}\n", "return COUNT;\n}\n");
    assert_eq!(own(&hidden, 0, &["-p", "unreach-call"]), [""; 0]);
}
