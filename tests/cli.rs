//! The command line as a user meets it: exit codes, messages, JSON.

#![cfg(feature = "llvm")]

#[path = "support/command.rs"]
mod command;

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use command::{code, file, llumc, stderr, stdout};
use llumc::support::limits::Limit;
use serde_json::Value;

const BUG: &str = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 1000) return 0;
  int twice = a + a;
  return twice;
}
";

#[test]
fn help_and_version_are_no_errors() {
    for words in [&["--help"][..], &["check", "--help"], &["--version"]] {
        let output = llumc(words);
        assert_eq!(code(&output), 0, "{words:?}");
        assert!(!output.stdout.is_empty() && output.stderr.is_empty(), "{words:?}");
    }
    assert!(stdout(&llumc(&["--help"])).contains("Exit codes"));
}

/// Wrong input: one clear message that names what is wrong, exit code 3, no panic.
#[test]
fn wrong_input_is_refused() {
    let (_keep, good) = file("good.c", BUG);
    let (_keep, syntax) = file("syntax.c", "int main(void) { return x; }\n");
    let (_keep, no_main) = file("nomain.c", "int f(void) { return 1; }\n");
    let (_keep, odd) = file("notes.txt", "hello");
    let (_keep, property) = file("odd.prp", "not a property");
    let (_keep, memory) = file("mem.prp", "CHECK( init(main()), LTL(G no-data-race) )");
    let (_keep, task) =
        file("t.yml", "format_version: '2.0'\ninput_files: 'none.c'\nproperties: []\n");
    let (_keep, broken) = file("broken.ll", "define i32 @main( {");
    let (_keep, garbage) = file("garbage.bc", "BC not bitcode");
    let ir = "define i32 @main() {\n  ret i32 0\n}\n";
    let (_keep, arm) = file("arm.ll", &format!("target triple = \"arm-none-eabi\"\n{ir}"));
    let (_keep, big) = file("big.ll", &format!("target datalayout = \"E-p:32:32\"\n{ir}"));
    let cases: &[(&[&str], &str)] = &[
        (&["check"], "FILE"),
        (&["check", "-p", "assert"], "compile_commands.json"),
        (&["check", &good, "-p", "/"], "--compile-commands /"),
        (&["check", "/no/such/file.c"], "/no/such/file.c"),
        (&["check", "/"], "folder"),
        (&["check", &odd], "notes.txt"),
        (&["check", &syntax], "undeclared identifier"),
        (&["check", &no_main], "main"),
        (&["check", &good, "--entry", "nowhere"], "nowhere"),
        (&["check", &good, "--property", "no-such"], "no-such"),
        (&["check", &good, "--property", &property], "odd.prp"),
        (&["check", &good, "--property", &memory], "not supported"),
        (&["check", &good, "--engine", "magic"], "magic"),
        (&["check", &good, "--timeout", "0"], "positive"),
        (&["check", &good, "--", "--no-such-clang-option"], "no-such-clang-option"),
        (&["check", &good, "--", "--target=arm-none-eabi"], "by --target TRIPLE of llumc"),
        (&["check", &good, "--", "-target", "riscv32"], "by --target TRIPLE of llumc"),
        (&["check", &good, "--", "--target=i686-linux-gnu"], "by -m 32"),
        (&["check", &good, "--target", "avr"], "this machine is not modelled"),
        (&["check", &arm], "it is compiled for arm-none-eabi"),
        (&["check", &big], "highest byte first"),
        (&["check", &arm, "--target", "arm-none-eabi"], "read for x86 only"),
        (&["check", &task], "properties"),
        (&["check", &broken], "broken.ll"),
        (&["check", &garbage], "garbage.bc"),
        (&["frobnicate"], "frobnicate"),
        (&["encode", &good, "-o", "/no/such/folder/x.dimspec"], "/no/such/folder"),
        (&["encode", &good, "-o", "/dev/null", "--goal", "99"], "99"),
        (&["encode", &good, "--arrays", "terms"], "have no arrays"),
        (&["solve", "/no/such/file.dimspec"], "/no/such/file.dimspec"),
        (&["solve", &good], "line 1"),
        (&["show", "--stage", "ir"], "FILE"),
        (&["show", &good, "--stage", "ir", "--dot"], "--stage cfa"),
        (&["show", &good, "--stage", "cfa", "--after", "strip"], "--stage ir"),
        (&["show", &good, "--stage", "ir", "--after", "stirp"], "the passes are entry, "),
        (&["compare", "/no/such/file.c"], "/no/such/file.c"),
        (&["compare", &good, "--engines", "magic"], "magic"),
    ];
    for (words, expected) in cases {
        let output = llumc(words);
        let errors = stderr(&output);
        assert_eq!(code(&output), 3, "{words:?}: {errors}");
        assert!(errors.contains(expected), "{words:?}: {errors}");
        assert!(!errors.contains("panicked"), "{words:?}: {errors}");
        assert!(output.stdout.is_empty(), "{words:?}: {}", stdout(&output));
    }
}

/// A full disk is an error with a message, and nothing half-written stays.
#[test]
fn a_full_disk_is_reported() {
    let (_keep, good) = file("good.c", BUG);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output = Command::cargo_bin("llumc")
        .expect("the binary")
        .args(["show", &good, "--stage", "program"])
        .stdout(full)
        .output()
        .expect("it runs");
    assert_eq!(code(&output), 3);
    assert!(stderr(&output).contains("standard output"), "{}", stderr(&output));
}

#[test]
fn a_violation_is_told_with_names_and_lines() {
    let (_keep, path) = file("sum.c", BUG);
    let output = llumc(&["check", &path]);
    let text = stdout(&output);
    assert_eq!(code(&output), 1, "{text}{}", stderr(&output));
    for expected in
        ["sum.c:5:17", "int twice = a + a;", "a = ", "(int)", "replayed", "FALSE(no-overflow)"]
    {
        assert!(text.contains(expected), "no '{expected}' in:\n{text}");
    }
    assert!(stderr(&output).is_empty(), "nothing is drawn when piped: {}", stderr(&output));
}

#[test]
fn json_carries_the_same() {
    let (_keep, path) = file("sum.c", BUG);
    let output = llumc(&["check", &path, "--format", "json"]);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["verdict"], "false(no-overflow)");
    let checks = json["checks"].as_array().expect("a list");
    let violated: Vec<_> = checks.iter().filter(|c| !c["status"]["violated"].is_null()).collect();
    assert_eq!(violated.len(), 1);
    let check = violated[0];
    assert_eq!(check["place"]["line"], 5);
    let violation = &check["status"]["violated"];
    assert_eq!(violation["native"], "confirmed");
    assert_eq!(violation["inputs"][0]["source"], "__VERIFIER_nondet_int()");
    let steps = violation["steps"].as_array().expect("a list");
    let changes = || steps.iter().flat_map(|s| s["changes"].as_array().expect("a list"));
    assert!(changes().any(|c| c["variable"] == "a" && c["type"] == "int"), "{violation}");
}

#[test]
fn properties_can_be_chosen() {
    let (_keep, path) = file("sum.c", BUG);
    for (property, expected) in
        [("unreach-call", 0), ("no-overflow", 1), ("shift,no-overflow", 1), ("all", 1)]
    {
        let output = llumc(&["check", &path, "-p", property]);
        assert_eq!(code(&output), expected, "{property}: {}", stdout(&output));
    }
}

/// Over bits there is no proof of a bearable size.
#[test]
fn ic3_proves_by_comparisons_of_words() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/c-tests/engines/ic3_predicates_safe.c");
    let output = llumc(&["check", path, "--engine", "ic3"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    let without = ["--ic3-without", "predicates", "--timeout", "2"];
    let output = llumc(&[&["check", path, "--engine", "ic3"][..], &without].concat());
    assert_eq!(code(&output), 2, "{}", stdout(&output));
}

#[test]
fn floating_point_results_by_their_bounds_are_told() {
    let file = "c-tests/floats/controller_with_limits_safe.c";
    let output = llumc(&["check", file, "-p", "unreach-call"]);
    let text = stdout(&output);
    assert_eq!(code(&output), 0, "{text}");
    assert!(text.contains("floating-point results by their bounds in 1 of 2 conditions"), "{text}");
}

#[test]
fn limits_end_in_unknown_with_the_reason() {
    // Needs an invariant about the product: hard at 32 bits.
    let hard = "extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned i = 0, s = 0, n = __VERIFIER_nondet_uint();
  while (i < n) { s += 2 * i + 1; i++; }
  if (s != i * i) reach_error();
}
";
    let (_keep, path) = file("hard.c", hard);
    let output = llumc(&["check", &path, "--engine", "ic3", "--timeout", "1"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stdout(&output).contains("time limit"), "{}", stdout(&output));
    let output = llumc(&["check", &path, "--engine", "unroll", "--bound", "10"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stdout(&output).contains("10 steps"), "{}", stdout(&output));
}

#[test]
fn encode_writes_what_solve_reads() {
    let (folder, path) = file("sum.c", BUG);
    for encoding in ["cfa", "paper"] {
        let output_file = folder.path().join(format!("{encoding}.dimspec"));
        let output_file = output_file.to_str().expect("UTF-8");
        let output = llumc(&["encode", &path, "-o", output_file, "--encoding", encoding]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stdout(&output).contains("state bits"), "{}", stdout(&output));
        for engine in ["unroll", "bmc", "kinduction", "ic3", "ic3-2", "race", "auto"] {
            let output = llumc(&["solve", output_file, "--engine", engine]);
            assert_eq!(code(&output), 1, "{encoding} {engine}: {}", stdout(&output));
            assert!(stdout(&output).starts_with("solution "), "{}", stdout(&output));
        }
    }
}

/// Counts up any elements; one can be 2.
const COUNTERS: &str = "extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
unsigned char counts[40];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  while (__VERIFIER_nondet_uint()) {
    unsigned k = __VERIFIER_nondet_uint();
    if (k >= 40) return 0;
    counts[k] = counts[k] + 1;
  }
  if (i < 40 && counts[i] == 2) reach_error();
}
";

/// Arrays are terms in formats of words, unless that is not wanted; they have the object's
/// name.
#[test]
fn large_objects_become_array_terms() {
    let (folder, path) = file("counters.c", COUNTERS);
    for (options, has) in [
        (&["--arrays", "terms"][..], true),
        (&["--array-elements", "40"], true),
        (&["--array-elements", "41"], false),
        (&["--arrays", "exact"], false),
        (&["--encoding", "paper"], false),
    ] {
        for (format, sort) in [("btor2", " sort array "), ("smt2", "(Array "), ("vmt", "(Array ")] {
            let name = folder.path().join(format!("x.{format}"));
            let name = name.to_str().expect("UTF-8");
            let words = ["encode", &path, "-p", "unreach-call", "-o", name, "--to", format];
            let output = llumc(&[&words, options].concat());
            assert_eq!(code(&output), 0, "{}", stderr(&output));
            let text = std::fs::read_to_string(name).expect("the model");
            assert_eq!(text.contains(sort), has, "{text}");
            let map = std::fs::read_to_string(format!("{name}.map.json")).expect("the map");
            let map: Value = serde_json::from_str(&map).expect("JSON");
            let states = map["states"].as_array().expect("a list");
            let array = states.iter().find(|state| state["name"] == "counts[*]");
            let shape = array.map(|state| (state["width"].as_u64(), state["index_width"].as_u64()));
            assert_eq!(shape, has.then_some((Some(8), Some(6))), "{map}");
        }
    }
}

/// Safe; the loop ends after four rounds, and what it does is 2-inductive.
const ROUNDS: &str = "extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned window = 15;
  for (int i = 0; i < 4; i++) {
    unsigned open = __VERIFIER_nondet_uint() & 1;
    if ((window & 3) == 0) open = 1;
    window = (window << 1 | open) & 15;
    if ((window & 7) == 0 || window >> 1 == 0) reach_error();
  }
}
";

#[test]
fn proofs_by_unrolling_are_told() {
    let (folder, path) = file("rounds.c", ROUNDS);
    let check = |engine: &str, format: &str| {
        let words = ["check", &path, "-p", "unreach-call", "--engine", engine, "--format", format];
        let output = llumc(&[&words[..], &["--show-invariant"]].concat());
        assert_eq!(code(&output), 0, "{engine}: {}{}", stdout(&output), stderr(&output));
        stdout(&output)
    };
    let proof = |engine: &str| -> Value {
        let json: Value = serde_json::from_str(&check(engine, "json")).expect("JSON");
        json["checks"][0]["status"]["proved"]["proof"].clone()
    };
    // To the loop, four rounds, and out of it.
    assert_eq!(proof("bmc")["exhausted"]["steps"], 6);
    assert_eq!(proof("kinduction")["k-inductive"]["k"], 2);
    assert_eq!(proof("kinduction")["k-inductive"]["simple_path"], false);
    assert!(check("unroll", "text").contains("by unroll; all runs end within 6 loop iterations"));
    assert!(check("kinduction", "text").contains("by kinduction; k-inductive with k = 2"));

    // A DimSpec says nothing of ends, so only the induction is left.
    let dimspec = folder.path().join("rounds.dimspec");
    let dimspec = dimspec.to_str().expect("UTF-8");
    llumc(&["encode", &path, "-p", "unreach-call", "-o", dimspec]);
    let output = llumc(&["solve", dimspec, "--engine", "kinduction"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(stdout(&output).starts_with("k-inductive "), "{}", stdout(&output));
    assert!(stdout(&output).contains("(proof checked)"), "{}", stdout(&output));
    let output = llumc(&["solve", dimspec, "--engine", "kinduction", "--simple-path"]);
    assert!(stdout(&output).contains(" simple-path\n"), "{}", stdout(&output));
    let output = llumc(&["solve", dimspec, "--engine", "bmc", "--bound", "20"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
}

/// A file whose runs can't go on for ever.
#[test]
fn a_dimspec_without_long_runs() {
    // 1 becomes true, and from there no step leads; 2 stays false.
    let text =
        "i cnf 2 2\n-1 0\n-2 0\nu cnf 2 0\ng cnf 2 2\n1 0\n2 0\nt cnf 4 3\n-1 0\n3 0\n-4 0\n";
    let (_keep, path) = file("end.dimspec", text);
    for engine in ["unroll", "bmc", "kinduction"] {
        let output = llumc(&["solve", &path, "--engine", engine]);
        assert_eq!(code(&output), 0, "{engine}: {}{}", stdout(&output), stderr(&output));
        let proof = if engine == "kinduction" { "k-inductive 1\n" } else { "exhausted 1\n" };
        assert!(stdout(&output).starts_with(proof), "{engine}: {}", stdout(&output));
    }
}

#[test]
fn every_stage_can_be_shown() {
    let (_keep, path) = file("sum.c", BUG);
    for (stage, expected) in
        [("ir", "define"), ("program", "add"), ("cfa", "L0"), ("system", "define-fun")]
    {
        let output = llumc(&["show", "--stage", stage, &path]);
        assert_eq!(code(&output), 0, "{stage}: {}", stderr(&output));
        assert!(stdout(&output).contains(expected), "{stage}: {}", stdout(&output));
    }
    let output = llumc(&["show", "--stage", "cfa", "--dot", &path]);
    assert!(stdout(&output).starts_with("digraph"), "{}", stdout(&output));
}

/// Step by step: the first refinement takes nodes away, at the end a node is covered.
#[test]
fn the_reachability_graph_is_drawn() {
    let (_keep, path) = file(
        "flag.c",
        "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
         int main(void) {
           int state = 0, on = 0;
           while (__VERIFIER_nondet_int()) {
             if (state == 0) { on = 1; state = 1; }
             else if (state == 1) { if (!on) reach_error(); state = 2; }
             else { on = 0; state = 0; }
           }
           return 0;
         }",
    );
    for engine in ["predicate", "impact", "blast", "tracer"] {
        let show = |more: &[&str]| {
            let words = ["show", &path, "-p", "unreach-call", "--stage", "arg", "--engine", engine];
            let output = llumc(&[&words[..], more].concat());
            assert_eq!(code(&output), 0, "{}", stderr(&output));
            stdout(&output)
        };
        let last = show(&[]);
        assert!(last.starts_with("digraph") && last.contains("covered"), "{last}");
        assert!(!last.contains("gray"), "{last}");
        assert!(!show(&["--step", "0"]).contains("covered"));
        let first = show(&["--step", "1"]);
        assert_eq!(engine != "impact", first.contains("gray"), "{first}");
    }
}

/// The passes need no file; the module behind one has what it inserts, and the one before has not.
#[test]
fn passes_can_be_followed() {
    let passes = llumc(&["show", "--stage", "passes"]);
    assert_eq!(code(&passes), 0, "{}", stderr(&passes));
    assert!(stdout(&passes).contains("needs: plain accesses"), "{}", stdout(&passes));
    let (_keep, path) = file("sum.c", BUG);
    let after = |pass| {
        let output = llumc(&["show", &path, "--stage", "ir", "--after", pass]);
        assert_eq!(code(&output), 0, "{pass}: {}", stderr(&output));
        stdout(&output)
    };
    assert!(!after("nondet").contains("@__llumc_main") && after("main").contains("@__llumc_main"));
    let whole = stdout(&llumc(&["show", &path, "--stage", "ir"]));
    let without_name = |text: &str| text.split_once('\n').map(|(_, rest)| rest.to_owned());
    assert_eq!(without_name(&after("check")), without_name(&whole));
}

#[test]
fn shells_and_the_manual_know_each_subcommand() {
    let help = stdout(&llumc(&["--help"]));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = commands.take_while(|line| !line.is_empty()).filter_map(|line| {
        let is_name = line.starts_with("  ") && !line.starts_with("   ");
        line.split_whitespace().next().filter(|name| is_name && *name != "help")
    });
    let names: Vec<&str> = names.collect();
    assert!(names.contains(&"check") && names.contains(&"man"), "{names:?}");
    for shell in ["bash", "zsh", "fish"] {
        let output = llumc(&["completions", shell]);
        assert_eq!(code(&output), 0);
        let script = stdout(&output);
        let unknown = names.iter().find(|&&name| !script.contains(name));
        assert!(unknown.is_none() && script.contains("no-slackening"), "{shell}: {unknown:?}");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pages = folder.path().join("share/man1");
    assert_eq!(code(&llumc(&["man", &pages.display().to_string()])), 0);
    for name in names {
        let page = std::fs::read_to_string(pages.join(format!("llumc-{name}.1"))).expect("a page");
        assert!(page.contains(".SH OPTIONS"), "{name}: {page}");
    }
    let page = std::fs::read_to_string(pages.join("llumc.1")).expect("a page");
    assert!(page.contains("llumc\\-check(1)"), "{page}");
}

#[test]
fn limits_are_listed_as_text_and_as_json() {
    let (text, json) = (llumc(&["limits"]), llumc(&["limits", "--format", "json"]));
    assert_eq!((code(&text), code(&json)), (0, 0), "{}{}", stderr(&text), stderr(&json));
    let text = stdout(&text);
    let json: Value = serde_json::from_str(&stdout(&json)).expect("JSON");
    let rows = json.as_array().expect("a list");
    let all = Limit::all();
    assert_eq!(rows.len(), all.len());
    for (limit, row) in all.iter().zip(rows) {
        let shown = |line: &str| {
            let rest = line.trim_start().strip_prefix(limit.name);
            rest.is_some_and(|rest| rest.trim_start().starts_with(&limit.value.to_string()))
        };
        assert!(text.lines().any(shown), "{} is not in:\n{text}", limit.name);
        assert_eq!(row["name"], limit.name);
        assert_eq!(row["meaning"], limit.meaning());
        assert!(row["value"].is_number() && row["unit"].is_string(), "{row}");
    }
    let recursion = rows.iter().find(|row| row["option"] == "--recursion").expect("a row");
    assert_eq!(recursion["value"], 5);
    assert!(text.contains("[--recursion]"), "{text}");
}

#[test]
fn compare_draws_a_table_and_a_plot() {
    let (folder, path) = file("sum.c", BUG);
    let plot = folder.path().join("cactus.svg");
    let plot_text = plot.to_str().expect("UTF-8");
    let output = llumc(&[
        "compare",
        &path,
        "--engines",
        "unroll,ic3",
        "--timeout",
        "20",
        "--plot",
        plot_text,
    ]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert_eq!(text.matches("false(no-overflow)").count(), 2, "{text}");
    assert!(std::fs::read_to_string(Path::new(plot_text)).expect("written").contains("<svg"));
}

/// Recursion that multiplies is followed less deep at first, and as deep as it goes in the end.
#[test]
fn recursion_is_followed_deeper_where_that_is_left() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/c-tests/recursion/deepening_safe.c");
    let shown = stdout(&llumc(&["show", "--stage", "program", path, "-p", "unreach-call"]));
    assert!(shown.contains("more than 4 deep"), "{shown}");
    let check = |words: &[&str]| {
        code(&llumc(
            &[&["check", path, "-p", "unreach-call", "--no-native-replay"], words].concat(),
        ))
    };
    assert_eq!(check(&[]), 0);
    assert_eq!(check(&["--recursion", "4"]), 2);
}
