//! `llumc validate`: witnesses are confirmed and rejected for the right reason, and those that
//! `check --witness` writes are confirmed.
//!
//! `LLUMC_WITNESSES` says how many tasks of `c-tests` make the round trip (`make test-long`: all).

#![cfg(feature = "llvm")]

#[path = "support/tasks.rs"]
mod tasks;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use llumc::support::Random;
use serde_json::Value;
use tasks::task_files;

const SEED: u64 = 28;

/// Runs `llumc` in a folder; the exit code and all that it said.
fn llumc(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::cargo_bin("llumc").expect("the binary");
    let output = command.current_dir(folder).args(words).output().expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// A witness about `p.c`, with this content.
fn witness(kind: &str, property: &str, content: &str) -> String {
    format!(
        "- entry_type: {kind}\n  metadata:\n    format_version: '2.0'\n    uuid: \
         00000000-0000-4000-8000-000000000000\n    creation_time: 2026-11-26T00:00:00Z\n    \
         producer: {{name: us, version: '1'}}\n    task:\n      input_files: [p.c]\n      \
         input_file_hashes: {{}}\n      specification: '{property}'\n      data_model: LP64\n      \
         language: C\n  content:{}",
        if content.is_empty() { " []\n".to_owned() } else { format!("\n{content}") }
    )
}

/// Action, type, line, column and constraint of a waypoint.
type Waypoint = (&'static str, &'static str, u32, u32, &'static str);

/// Segments: each waypoint that is followed ends one.
fn segments(waypoints: &[Waypoint]) -> String {
    let mut out = String::new();
    let mut is_first = true;
    for (action, kind, line, column, constraint) in waypoints {
        if is_first {
            out.push_str("  - segment:\n");
        }
        is_first = *action == "follow";
        // Writing to a string can't fail.
        let _ = write!(
            out,
            "    - waypoint:\n        type: {kind}\n        action: {action}\n        location: \
             {{file_name: p.c, line: {line}, column: {column}}}\n"
        );
        if !constraint.is_empty() {
            let _ = writeln!(out, "        constraint: {{value: '{constraint}'}}");
        }
    }
    out
}

/// Validates a witness about a program; the exit code and the last line.
fn validate(program: &str, witness: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("p.c"), program).expect("written");
    fs::write(folder.path().join("w.yml"), witness).expect("written");
    let (code, said) = llumc(folder.path(), &["validate", "p.c", "w.yml", "--timeout", "60"]);
    let last = said.trim_end().lines().last().unwrap_or_default().to_owned();
    (code, if code == Some(3) { said } else { last })
}

const SEARCH: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int twice(int x) { return x * 2; }
int main(void) {
  int a = __VERIFIER_nondet_int(), n = 0;
  if (a < 0 || a > 9) return 0;
  while (n < 3) {
    int b = __VERIFIER_nondet_int();
    if (b > a)
      n++;
    else
      n += 2;
  }
  switch (twice(n)) {
  case 6: a = a == 4 ? 1 : 2; break;
  case 'h': return 0;
  default: a = 3;
  }
  if (a == 1) reach_error();
  return 0;
}
";

#[test]
fn runs_follow_waypoints() {
    let target = ("follow", "target", 19, 15, "");
    let cases: &[(i32, &[Waypoint])] = &[
        (0, &[]),
        (0, &[("follow", "function_return", 5, 33, "\\result == 4")]),
        (1, &[("follow", "function_return", 5, 33, "\\result == 5")]),
        // The next visit counts: `n` is 0 at the first.
        (0, &[("follow", "assumption", 8, 5, "n == 0"), ("follow", "assumption", 8, 5, "n == 1")]),
        (1, &[("follow", "assumption", 8, 5, "n == 1")]),
        (0, &[("follow", "branching", 9, 5, "true"), ("follow", "branching", 9, 5, "true")]),
        // 0, 1, 3; or 0, 2, 3. Not 0, 2, 4, which doubled is no 6.
        (0, &[("follow", "branching", 9, 5, "false"), ("follow", "branching", 9, 5, "true")]),
        (1, &[("follow", "branching", 9, 5, "false"), ("follow", "branching", 9, 5, "false")]),
        (0, &[("avoid", "branching", 9, 5, "false"), ("follow", "function_enter", 14, 18, "")]),
        (
            1,
            &[
                ("avoid", "function_return", 14, 18, "\\result == 6"),
                ("follow", "branching", 15, 22, "true"),
            ],
        ),
        (0, &[("follow", "branching", 14, 3, "6"), ("follow", "branching", 15, 22, "true")]),
        (1, &[("follow", "branching", 14, 3, "default")]),
        (1, &[("avoid", "branching", 14, 3, "6")]),
        (0, &[("avoid", "branching", 14, 3, "default"), ("avoid", "branching", 14, 3, "104")]),
        (1, &[("follow", "branching", 15, 22, "false")]),
        // The body of an `if`, and of one with an `else`.
        (0, &[("follow", "assumption", 10, 7, "b > a"), ("follow", "assumption", 12, 7, "n == 1")]),
        (1, &[("follow", "assumption", 12, 7, "b > a")]),
    ];
    for (expected, waypoints) in cases {
        let all = [waypoints, &[target][..]].concat();
        let witness = witness("violation_sequence", "G ! call(reach_error())", &segments(&all));
        let (code, said) = validate(SEARCH, &witness);
        assert_eq!(code, Some(*expected), "{waypoints:?}: {said}");
    }
}

#[test]
fn a_violation_is_where_the_witness_says() {
    let program = "\
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int total = 0, step = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++)
    total += step;
  return step + 2147483600;
}
";
    let of = |waypoints: &[Waypoint]| {
        validate(program, &witness("violation_sequence", "G ! overflow", &segments(waypoints)))
    };
    // The first addition can't overflow, the second one can.
    assert_eq!(of(&[("follow", "target", 5, 5, "")]).0, Some(0));
    let first = ("follow", "branching", 4, 3, "true");
    let left = ("follow", "branching", 4, 3, "false");
    assert_eq!(of(&[first, left, ("follow", "target", 5, 5, "")]).0, Some(1));
    let around = ("follow", "branching", 4, 3, "true");
    let (code, said) = of(&[around, around, ("follow", "target", 5, 5, "")]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = of(&[("follow", "target", 3, 3, "")]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("p.c:3 can't violate the property"), "{said}");
    assert_eq!(of(&[("follow", "target", 6, 3, "")]).0, Some(0));
}

const COUNT: &str = "\
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
  int *none = 0;
  if (n > 1000) return 0;
  while (i < n) {
    i++;
    j += 2;
  }
  do { j--; } while (j > 1000000);
  for (;;) { if (j < 5) break; j--; }
  if (i != n) reach_error();
  return 0;
}
";

/// Validates a witness of a proof with one invariant.
fn invariant(kind: &str, line: u32, column: u32, value: &str) -> (Option<i32>, String) {
    let content = format!(
        "  - invariant:\n      type: {kind}\n      location: {{file_name: ./p.c, line: {line}, \
         column: {column}}}\n      value: '{value}'\n      format: c_expression\n"
    );
    let property = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
    validate(COUNT, &witness("invariant_set", property, &content))
}

#[test]
fn invariants_hold_or_not() {
    assert_eq!(invariant("loop_invariant", 7, 3, "i <= n && j == 2 * i").0, Some(0));
    let (code, said) = invariant("loop_invariant", 7, 3, "i < n");
    assert_eq!(code, Some(1));
    assert!(said.contains("w.yml:16:") && said.contains("does not hold"), "{said}");
    assert_eq!(invariant("location_invariant", 9, 5, "j + 2 == 2 * i").0, Some(0));
    assert_eq!(invariant("location_invariant", 9, 5, "j == 2 * i").0, Some(1));
    assert_eq!(invariant("loop_invariant", 11, 3, "j <= 4294967295U").0, Some(0));
    assert_eq!(invariant("loop_invariant", 12, 3, "j != 3 || i <= 1000").0, Some(0));
    assert_eq!(invariant("loop_invariant", 12, 3, "j > 4").0, Some(1));
    // Nothing divides by zero, and what does is no invariant.
    assert_eq!(invariant("loop_invariant", 7, 3, "j / 2 == i").0, Some(0));
    let (code, said) = invariant("loop_invariant", 7, 3, "1 / (i - i) == 1");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("division by zero"), "{said}");
    // That a variable is in scope where nobody says it is.
    assert_eq!(invariant("location_invariant", 13, 15, "i != n && 0").0, Some(0));
}

/// What is put before the statement behind a label leaves that in the statement around it.
#[test]
fn labelled_statements_stay_where_they_are() {
    let program = "\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int(), r = 0;
  switch (c) case 3: r = 1;
  if (c == 4) one: r = 2;
  if (r == 0) reach_error();
  return 0;
}
";
    let property = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
    for (line, column) in [(5, 22), (6, 20)] {
        let content = format!(
            "  - invariant:\n      type: location_invariant\n      location: {{file_name: ./p.c, \
             line: {line}, column: {column}}}\n      value: '1'\n      format: c_expression\n"
        );
        let (code, said) = validate(program, &witness("invariant_set", property, &content));
        assert_eq!(code, Some(1), "{said}");
    }
}

#[test]
fn an_incorrect_program_has_no_proof() {
    let program = COUNT.replace("i != n", "i == n");
    let property = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
    let (code, said) = validate(&program, &witness("invariant_set", property, ""));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("REJECTED (p.c:13:15: reach_error() is called"), "{said}");
}

#[test]
fn what_is_malformed_is_refused_with_its_line() {
    let property = "G ! call(reach_error())";
    let target = segments(&[("follow", "target", 13, 15, "")]);
    let violation = |content: &str| witness("violation_sequence", property, content);
    let swapped = segments(&[("avoid", "target", 13, 15, "")]);
    for (text, expected) in [
        (witness("ghosts", property, ""), "w.yml:1: entries of type ghosts"),
        (violation(&target).replace("'2.0'", "'1.0'"), "w.yml:3: format 1.0"),
        (violation(&target).replace(property, "F end"), "w.yml:10: not a supported property"),
        (violation(""), "w.yml:1: the last segment follows no target"),
        (violation(&swapped), "w.yml:17: a target can't be avoided"),
        (violation(&target.replace("target", "jump")), "w.yml:16: unknown type of waypoint: jump"),
        (violation(&target.replace("line: 13", "line: 99")), "w.yml:18: there is no statement"),
        (violation(&target.replace("p.c", "q.c")), "there is no file of the program at q.c:13:15"),
        (violation(&target.replace("action: follow", "")), "is not a witness in SV-COMP's format"),
        ("]".to_owned(), "is not a witness in SV-COMP's format"),
    ] {
        let (code, said) = validate(COUNT, &text);
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains(expected), "{expected}: {said}");
    }
    for (value, expected) in [("nothing > 0", "nothing"), ("i <", "expression")] {
        let (code, said) = invariant("loop_invariant", 7, 3, value);
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains("w.yml in it") && said.contains(expected), "{said}");
    }
}

/// A witness whose expressions do something would be one about another program.
#[test]
fn expressions_only_look() {
    for value in ["i = 0", "__VERIFIER_nondet_uint() >= 0", "1) != 0); i = n; ((1"] {
        let (code, said) = invariant("loop_invariant", 7, 3, value);
        assert_eq!(code, Some(3), "{value}: {said}");
        assert!(said.contains("not an expression without side effects"), "{said}");
    }
    assert_eq!(invariant("loop_invariant", 7, 3, "(unsigned short)(i) <= 65535").0, Some(0));
}

/// What stands behind a point that is not modelled has no checks: that is no reason to reject.
#[test]
fn targets_behind_what_is_not_modelled_are_not_rejected() {
    let program = "extern double j0(double);
extern void reach_error(void);
int main(void) {
  if (j0(1.0) > 2.0) return 0;
  reach_error();
}
";
    let target = segments(&[("follow", "target", 5, 3, "")]);
    let witness = witness("violation_sequence", "G ! call(reach_error())", &target);
    let (code, said) = validate(program, &witness);
    assert_eq!(code, Some(2), "{said}");
}

/// A target that runs may come to and pass, though the property is about calls.
#[test]
fn targets_may_be_passed_before() {
    let program = "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int holds) { if (!holds) reach_error(); }
int main(void) {
  for (int i = 0; i < 3; i++) {
    if (__VERIFIER_nondet_int()) continue;
    check(i < 2);
  }
}
";
    let around = ("follow", "branching", 6, 5, "false");
    let waypoints = [around, around, around, ("follow", "target", 7, 5, "")];
    let witness = witness("violation_sequence", "G ! call(reach_error())", &segments(&waypoints));
    let (code, said) = validate(program, &witness);
    assert_eq!(code, Some(0), "{said}");
}

/// A condition within the statement of the target, in a program without inputs, of which nothing
/// looks at the condition any more.
#[test]
fn conditions_within_the_target_are_followed() {
    // A function of its own by the name of inputs takes no part.
    let program = "static int half(int n) {
  if (n > 5) return 0;
  return n / 2;
}
int main(void) {
  return 10 / half(7);
}
unsigned __VERIFIER_nondet_uint(void) { return 5; }
";
    for (value, expected) in [("true", Some(0)), ("false", Some(1))] {
        let waypoints = [("follow", "branching", 2, 3, value), ("follow", "target", 6, 3, "")];
        let text = witness("violation_sequence", "G ! div-by-zero", &segments(&waypoints));
        let (code, said) = validate(program, &text);
        assert_eq!(code, expected, "{said}");
    }
}

#[test]
fn what_is_not_decided_is_told_as_json() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = SEARCH.replace("a == 1", "j0(a) > 0.5");
    let program = format!("extern double j0(double); {program}");
    fs::write(folder.path().join("p.c"), program).expect("written");
    let all = segments(&[("follow", "target", 19, 21, "")]);
    let text = witness("violation_sequence", "G ! call(reach_error())", &all);
    fs::write(folder.path().join("w.yml"), text).expect("written");
    let words = ["validate", "p.c", "w.yml", "--format", "json"];
    let (code, said) = llumc(folder.path(), &words);
    let start = said.find('{').expect("JSON");
    let end = said.rfind('}').expect("JSON");
    let told: Value = serde_json::from_str(&said[start..=end]).expect("JSON");
    assert_eq!(told["outcome"], "unknown", "{said}");
    assert_eq!(told["report"]["exit_code"], code.expect("a code"));
    assert_eq!(code, Some(2));
}

#[test]
fn headers_beside_the_program_are_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    write("src/limit.h", "#define LIMIT 7\n");
    write("src/other.c", "unsigned next(unsigned x) { return x + 1; }\n");
    let program = "#include \"limit.h\"
extern void reach_error(void);
extern unsigned next(unsigned);
int main(void) {
  unsigned x = 0;
  while (x < LIMIT) x = next(x);
  if (x != LIMIT) reach_error();
  return 0;
}
";
    write("src/p.c", program);
    let invariant = |value: &str| {
        let content = format!(
            "  - invariant:\n      type: loop_invariant\n      location: {{file_name: p.c, line: 6, \
             column: 3}}\n      value: {value}\n      format: c_expression\n"
        );
        witness("invariant_set", "G ! call(reach_error())", &content)
    };
    write("here/right.yml", &invariant("x <= LIMIT"));
    write("here/wrong.yml", &invariant("x < LIMIT"));
    let here = folder.path().join("here");
    let validate = |witness| {
        llumc(&here, &["validate", "../src/p.c", "../src/other.c", witness, "--timeout", "60"])
    };
    let (code, said) = validate("right.yml");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = validate("wrong.yml");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("wrong.yml:16:"), "{said}");
}

/// Tasks of `c-tests` with a verdict, and options that both subcommands have.
fn tasks() -> Vec<PathBuf> {
    let mut all = task_files();
    all.retain(|path| {
        let text = fs::read_to_string(path).expect("a readable file");
        !["unknown:", "arguments:", "engine:", "hard:", ".ll"].iter().any(|it| text.contains(it))
    });
    all
}

/// Tasks whose witnesses were wrong: a union as a number, and what is printed as a result.
const FIXED: [&str; 2] =
    ["uninitialised/union_pieces_violated.yml", "floats/number_printed_with_exponent_violated.yml"];

#[test]
fn own_witnesses_are_confirmed() {
    let mut tasks = tasks();
    let drawn = match std::env::var("LLUMC_WITNESSES").as_deref() {
        Ok("all") => tasks.len(),
        Ok(number) => number.parse().expect("LLUMC_WITNESSES is a number or `all`"),
        Err(_) => 24,
    };
    let mut random = Random::new(SEED);
    println!("seed {SEED}");
    let is_fixed = |task: &PathBuf| FIXED.iter().any(|fixed| task.ends_with(fixed));
    let fixed: Vec<PathBuf> = tasks.extract_if(.., |task| is_fixed(task)).collect();
    assert_eq!(fixed.len(), FIXED.len());
    while tasks.len() > drawn {
        tasks.swap_remove(random.below(tasks.len() as u64) as usize);
    }
    tasks.extend(fixed);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut wrong, mut open) = (vec![], vec![]);
    let mut confirmed = 0;
    for task in &tasks {
        let task = task.display().to_string();
        let words = ["check", &task, "--timeout", "20", "--stop-at-first", "--witness", "w.yml"];
        if !matches!(llumc(folder.path(), &words).0, Some(0 | 1)) {
            continue;
        }
        match llumc(folder.path(), &["validate", &task, "w.yml", "--timeout", "30"]) {
            (Some(0), _) => confirmed += 1,
            (code, said) => {
                let last = said.trim_end().lines().last().unwrap_or_default();
                let which = if code == Some(2) { &mut open } else { &mut wrong };
                which.push(format!("{task}: {code:?}: {last}"));
            }
        }
    }
    println!("{confirmed} confirmed; unknown:\n{}", open.join("\n"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // An invariant of many products takes longer than the proof that it came from.
    assert!(open.len() * 10 <= confirmed, "{confirmed} confirmed; unknown:\n{}", open.join("\n"));
}

#[test]
fn witnesses_say_what_is_not_initialised() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = "\
#include <assert.h>
struct pair { int a; unsigned char b[2]; };
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() > 3) {
    int x, y;
    float f;
    if (x == -7 && y == 9 && f == 0.5f) {
      for (int i = 0; i < 2; i++) {
        unsigned char k;
        struct pair q;
        if (k != 200 || q.a != -1 || q.b[1] != i)
          return 0;
      }
      assert(0);
    }
  }
  return 0;
}
";
    fs::write(folder.path().join("p.c"), program).expect("written");
    let said = llumc(folder.path(), &["check", "p.c", "--witness", "w.yml"]);
    assert_eq!(said.0, Some(1), "{}", said.1);
    let witness = fs::read_to_string(folder.path().join("w.yml")).expect("written");
    for line in [
        "type: assumption",
        "value: \"x == -7 && y == 9\"",
        "value: \"f == 0.5f\"",
        "value: \"q.a == -1 && q.b[1] == 0\"",
        "value: \"k == 200\"",
        "format: c_expression",
    ] {
        assert!(witness.contains(line), "{line}:\n{witness}");
    }
    assert_eq!(witness.matches("type: assumption").count(), 6, "{witness}");
    let (code, said) = llumc(folder.path(), &["validate", "p.c", "w.yml"]);
    assert_eq!(code, Some(0), "{said}");
    // Another value of a variable leads elsewhere.
    let other = witness.replace("f == 0.5f", "f == 0.25f");
    fs::write(folder.path().join("w.yml"), other).expect("written");
    let (code, said) = llumc(folder.path(), &["validate", "p.c", "w.yml"]);
    assert_eq!(code, Some(1), "{said}");
    // To look at such a variable is the violation itself.
    let said = llumc(folder.path(), &["check", "p.c", "-p", "uninit", "--witness", "u.yml"]);
    assert_eq!(said.0, Some(1), "{}", said.1);
    let witness = fs::read_to_string(folder.path().join("u.yml")).expect("written");
    assert!(!witness.contains("assumption"), "{witness}");
}
