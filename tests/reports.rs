//! What `llumc check` tells of a program: checks, obstacles, violations and their traces.

#![cfg(feature = "llvm")]

#[path = "support/command.rs"]
mod command;

use command::{code, file, llumc, stderr, stdout};
use serde_json::Value;

/// A point that is not modelled ends its path: a check behind it is not proved by that.
#[test]
fn nothing_behind_an_obstacle_is_proved() {
    let (_keep, path) = file(
        "asm.c",
        "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (__VERIFIER_nondet_int()) __asm__(\"incl %0\" : \"+r\"(a));
  if ((unsigned)a * (unsigned)a == 3) reach_error();
  return a;
}
",
    );
    let output = llumc(&["check", &path, "-p", "unreach-call", "--format", "json"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["verdict"], "unknown");
    assert_eq!(json["obstacles"][0]["place"]["line"], 5);
    let checks = json["checks"].as_array().expect("a list");
    assert_eq!(checks.len(), 1, "{json}");
    assert_eq!(checks[0]["status"], "holds-where-modelled");
}

/// Elements and fields are told where they are assigned, whether they lie in memory or in
/// registers, and once.
#[test]
fn traces_tell_elements_and_fields() {
    let (_keep, path) = file(
        "parts.c",
        "extern int __VERIFIER_nondet_int(void);
struct point { short x, y; char name[4]; };
int main(void) {
  int split[3] = {1, 2, 3};
  struct point here = {5, 6, \"ab\"};
  int i = __VERIFIER_nondet_int();
  split[1] = i;
  here.y = 7; here.name[1] = '!';
  if (i < 0 || i > 2) return 0;
  int whole[3] = {0};
  whole[i] = 4;
  int *place = &whole[i];
  return split[1] / (whole[2] + here.y - 11 + (*place - 4));
}
",
    );
    let output = llumc(&["check", &path, "-p", "div-by-zero", "--format", "json"]);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let steps = json["checks"][0]["status"]["violated"]["steps"].as_array().expect("a list");
    let of = |line: u64| -> Vec<String> {
        let here = steps.iter().filter(|step| step["place"]["line"] == line);
        let changes = here.flat_map(|step| step["changes"].as_array().expect("a list"));
        let text = |it: &Value, key: &str| it[key].as_str().expect("text").to_owned();
        changes.map(|it| format!("{} = {}", text(it, "variable"), text(it, "value"))).collect()
    };
    assert_eq!(of(7), ["split[1] = 2"], "{json}");
    assert_eq!(of(8), ["here.y = 7", "here.name[1] = 33 ('!')"], "{json}");
    assert_eq!(of(11), ["whole[2] = 4"], "{json}");
    assert_eq!(of(12), ["place = &whole[2]"], "{json}");
}

/// Behind a violation that native runs do not see nothing is proved that they could contradict.
#[test]
fn native_runs_go_on_behind_what_they_do_not_see() {
    for (name, properties, text) in [
        (
            "unwritten.c",
            "uninit,div-by-zero",
            "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x, *p = &x;
  if (__VERIFIER_nondet_int() > 0) *p = 1;
  int one = *p;
  return __VERIFIER_nondet_int() / (one == 1);
}
",
        ),
        (
            "lost.c",
            "valid-memtrack,valid-memcleanup",
            "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(4), *kept = malloc(4);
  *kept = __VERIFIER_nondet_int();
  if (*kept > 0) p = 0;
  free(p);
  free(kept);
  return 0;
}
",
        ),
    ] {
        let (_keep, path) = file(name, text);
        let output = llumc(&["check", &path, "-p", properties]);
        assert_eq!(code(&output), 1, "{name}: {}{}", stdout(&output), stderr(&output));
    }
}

/// An object is as large as was asked for, not as the largest that is modelled.
#[test]
fn a_violation_tells_the_size_of_the_object() {
    let (_keep, path) = file(
        "size.c",
        "#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n != 5) return 0;
  char *p = malloc(n);
  p[n] = 1;
  return 0;
}
",
    );
    let text = stdout(&llumc(&["check", &path, "-p", "valid-deref"]));
    assert!(text.contains("size.c:6:13, [5], and the object has 5 bytes"), "{text}");
}

/// Checks whose conditions fold before anything is solved are proved, each with its place:
/// those of the program's own functions and those in models, beside others that are not.
#[test]
fn what_folds_is_listed_and_proved() {
    let (_keep, path) = file(
        "folds.c",
        "#include <string.h>
extern int __VERIFIER_nondet_int(void);
static int quotient(int a, int b) {
  return a / b;
}
int main(void) {
  char small[4], large[8];
  int n = __VERIFIER_nondet_int();
  strcpy(large, \"abcdef\");
  if (n) strcpy(small, large);
  return quotient(6, 3);
}
",
    );
    let properties = ["-p", "div-by-zero,valid-deref"];
    let check = |more: &[&str]| llumc(&[&["check", &path][..], &properties, more].concat());
    let listed = stdout(&check(&["--list-checks"]));
    for place in ["4:12: division by zero (int)", "9:3: invalid write", "10:10: invalid write"] {
        assert!(listed.contains(&format!("folds.c:{place} [")), "no {place} in:\n{listed}");
    }
    let text = stdout(&check(&["--show-invariant"]));
    assert!(text.contains("proved    ") && text.contains("by folding: what it asks is constant"));
    let output = check(&["--format", "json"]);
    assert_eq!(code(&output), 1, "{}", stdout(&output));
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let checks = json["checks"].as_array().expect("a list");
    assert_eq!(checks.len(), listed.lines().count());
    let of = |line: u64, what: &str| {
        let here = checks.iter().filter(|check| check["place"]["line"] == line);
        let mut all = here.filter(|check| check["what"].as_str().unwrap().starts_with(what));
        let found = all.next().unwrap_or_else(|| panic!("no {what} in line {line} of {json}"));
        assert!(all.next().is_none(), "once: {json}");
        found["status"].clone()
    };
    assert_eq!(of(4, "division")["proved"]["proof"], "folded");
    assert_eq!(of(9, "invalid write")["proved"]["proof"], "folded");
    assert!(of(10, "invalid write").get("violated").is_some(), "{json}");
}

/// Of an unknown verdict the reason comes first, and then each place once.
#[test]
fn each_place_of_an_unknown_verdict_is_named_once() {
    let (_keep, path) = file(
        "list.c",
        "#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *list = malloc(sizeof *list);
  list->next = list;
  for (int i = 0; i < 9; i++)
    list = list->next;
  return list == 0;
}
",
    );
    let engine = ["--engine", "bmc", "--bound", "2"];
    let output = llumc(&[&["check", &path, "-p", "unreach-call"], &engine[..]].concat());
    let text = stdout(&output);
    assert_eq!(code(&output), 2, "{text}");
    assert!(text.starts_with("reason: bmc: "), "{text}");
    let place = |line: &&str| line.starts_with("unsupported: ") && line.contains("list.c:7:18");
    assert_eq!(text.lines().filter(place).count(), 1, "{text}");
    assert!(text.contains("; or an address that was made from a number"), "{text}");
}

#[test]
fn that_there_is_nothing_to_check_is_said_only_where_it_is_known() {
    let sentence = "no check: the program has nothing";
    let (_keep, path) = file("none.c", "int main(void) { return 0; }\n");
    let output = llumc(&["check", &path]);
    assert!(stdout(&output).contains(sentence), "{}", stdout(&output));
    let (_keep, path) = file(
        "weak.c",
        "int maybe(void) __attribute__((weak));
int main(void) { return maybe ? maybe() : 0; }
",
    );
    let output = llumc(&["check", &path]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(!stdout(&output).contains(sentence), "{}", stdout(&output));
}

/// A conversion to a bit-field says so: both types are the same.
#[test]
fn a_conversion_to_a_bit_field_tells_its_width() {
    let (_keep, path) = file(
        "level.c",
        "extern unsigned __VERIFIER_nondet_uint(void);
static struct { unsigned level : 3; } state;
int main(void) {
  state.level = __VERIFIER_nondet_uint() % 9;
  return (int)state.level;
}
",
    );
    let output = llumc(&["check", &path, "-p", "conversion"]);
    assert_eq!(code(&output), 1, "{}", stdout(&output));
    let told = "conversion from unsigned int to a bit-field of 3 bits changes the number";
    assert!(stdout(&output).contains(told), "{}", stdout(&output));
}

#[test]
fn volatile_objects_have_their_names_in_c() {
    let (_keep, path) = file(
        "device.c",
        "struct device { volatile int status[2]; } port;
int main(void) {
  volatile int local[3];
  for (int i = 0; i < 2; i++)
    if (local[i] + port.status[i] == 7) return 1;
  return *(volatile int *)0x1000;
}
",
    );
    let output = llumc(&["check", &path, "-p", "unreach-call"]);
    let text = stdout(&output);
    for name in ["the volatile object local", "the volatile object port", "a volatile object"] {
        assert!(text.contains(&format!("each read of {name} gives any value")), "{text}");
    }
}

/// On 32-bit machines the model's addresses lie in a part of those that there are: where native
/// runs contradict what that proves, nothing is proved.
#[test]
fn nothing_is_proved_where_native_runs_contradict_it() {
    let (_keep, path) = file(
        "bits.c",
        "#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int one = 1, other = 2;
  int *p = __VERIFIER_nondet_int() ? &one : &other;
  assert((int)(uintptr_t)&one > 0);
  assert((int)(uintptr_t)p > 0);
  return *p;
}
",
    );
    let output = llumc(&["check", "-m32", &path, "-p", "assert"]);
    let text = stdout(&output);
    assert_eq!(code(&output), 2, "{text}");
    assert!(text.contains("2 checks: 0 violated, 0 proved, 2 unknown"), "{text}");
    assert!(text.contains("rests on the numbers of addresses"), "{text}");
}

/// Every point that is not modelled and may be reached is named, also where a check of the same
/// place is not decided; of the others the number is told.
#[test]
fn text_names_the_obstacles_that_json_has() {
    let (_keep, path) = file(
        "input.c",
        "extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  int first = 0, second = 1;
  int *place = &first;
  for (int i = 0; __VERIFIER_nondet_int(); i++) {
    if (i == 5) place = (int *)__VERIFIER_nondet_ulong();
    if (i == 9) place = &second;
    *place = i;
    if (i > 100) __asm__(\"incl %0\" : \"+r\"(i));
  }
  return 0;
}
",
    );
    let options = ["check", &path, "-p", "valid-deref", "--engine", "bmc", "--bound", "3"];
    let json = llumc(&[&options[..], &["--format", "json"]].concat());
    let json: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    let checks = json["checks"].as_array().expect("a list");
    let text = stdout(&llumc(&options));
    let (mut named, mut beside) = (0, 0);
    for obstacle in json["obstacles"].as_array().expect("a list") {
        let part = |key: &str| obstacle[key].as_str().expect("text");
        if part("status") == "unreachable" {
            assert!(text.contains("not modelled"), "{text}");
            continue;
        }
        let mut lines = text.lines().filter(|line| line.starts_with(part("kind")));
        assert!(lines.any(|line| line.contains(part("what"))), "{obstacle} in\n{text}");
        named += 1;
        let same = |check: &&Value| check["place"] == obstacle["place"];
        beside += checks.iter().filter(same).filter(|check| check["status"] == "unknown").count();
    }
    assert!(named > 1 && beside > 0, "{json}");
}
