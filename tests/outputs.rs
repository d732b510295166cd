//! The files that `llumc check` writes, read back by what others made: SARIF by its published
//! schema and the types made from it, JUnit's XML by a reader of XML, JSON by its own schema.

#![cfg(feature = "llvm")]

#[path = "support/command.rs"]
mod command;
#[path = "support/schemas.rs"]
mod schemas;

use std::fs;
use std::process::{Command, Output};
use std::time::Duration;

use assert_cmd::cargo::CommandCargoExt;
use command::code;
use serde_json::{Value, json};

/// A violation in a function that is called twice, what is proved, and an input that decides
/// nothing.
const VIOLATED: &str = "\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int half(int a, int b) {
  return a / b;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), unused = __VERIFIER_nondet_int();
  int *p = malloc(4);
  if (!p || n < 0) return 0;
  *p = n;
  int r = half(8, *p - 7) + half(4, 2);
  free(p);
  return r & unused;
}
";

const PROVED: &str = "\
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int sum = 0;
  for (int i = __VERIFIER_nondet_uchar(); i > 0; i--) sum += 1;
  return sum;
}
";

/// Something that is not modelled, a bound, and assumptions.
const UNKNOWN: &str = "\
#include <stdlib.h>
struct node { struct node *next; };
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
volatile int port;
int main(void) {
  int k = __VERIFIER_nondet_int(), many = 0;
  if (port == 3) __asm__(\"incl %0\" : \"+r\"(k));
  struct node *list = 0;
  for (int i = 0; i < k; i++) {
    struct node *new = malloc(sizeof *new);
    new->next = list;
    list = new;
  }
  for (; list; list = list->next) many++;
  if (many > 2000000000) reach_error();
  return 0;
}
";

/// What the command wrote and printed.
struct Run {
    output: Output,
    json: Value,
    sarif: Value,
    junit: String,
    html: String,
    witness: Option<Value>,
}

/// Checks a program with all output files at once.
fn run(name: &str, text: Option<&str>, options: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    if let Some(text) = text {
        fs::write(path(name), text).expect("written");
    }
    let output = Command::cargo_bin("llumc")
        .expect("the binary")
        .args(["check", name, "--json", "r.json", "--sarif", "r.sarif", "--junit", "r.xml"])
        .args(["--html", "r.html", "--witness", "r.yml"])
        .args(options)
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    let read = |name: &str| fs::read_to_string(path(name)).expect("a file was written");
    let parse = |name: &str| serde_json::from_str(&read(name)).expect("JSON");
    let witness = fs::read_to_string(path("r.yml")).ok();
    let witness = witness.map(|text| serde_saphyr::from_str(&text).expect("YAML"));
    let (junit, html) = (read("r.xml"), read("r.html"));
    Run { json: parse("r.json"), sarif: parse("r.sarif"), junit, html, witness, output }
}

/// All that is to be read back, with the exit code that is expected.
fn runs() -> Vec<(&'static str, i32, Run)> {
    let unknown = ["-p", "unreach-call", "--timeout", "20", "--engine", "bmc", "--bound", "3"];
    vec![
        ("violated", 1, run("violated.c", Some(VIOLATED), &[])),
        ("proved", 0, run("a proof.c", Some(PROVED), &[])),
        ("unknown", 2, run("unknown.c", Some(UNKNOWN), &unknown)),
        ("missing", 3, run("missing.c", None, &[])),
        ("malformed", 3, run("malformed.c", Some("int main(void) { return <&\">; }\n"), &[])),
    ]
}

#[test]
fn files_are_what_their_readers_expect() {
    let (sarif, report) = (schemas::sarif(), schemas::own("check"));
    for (name, exit, run) in runs() {
        assert_eq!(code(&run.output), exit, "{name}: {}", command::stderr(&run.output));
        schemas::assert_valid(&sarif, &run.sarif, name);
        let typed: Result<serde_sarif::sarif::Sarif, _> = serde_json::from_value(run.sarif.clone());
        typed.unwrap_or_else(|error| panic!("{name}: {error}"));
        schemas::assert_valid(&report, &run.json, name);
        assert_eq!(run.json["exit_code"], exit, "{name}");
        let invocation = &run.sarif["runs"][0]["invocations"][0];
        assert_eq!(invocation["exitCode"], exit, "{name}");
        assert_eq!(invocation["executionSuccessful"], exit != 3, "{name}");
        junit(name, &run);
        assert_eq!(run.witness.is_some(), exit < 2, "{name}: a verdict has a witness");
        assert!(run.html.ends_with("</html>\n") && !run.html.contains("://"), "{name}: a page");
    }
}

/// Counts in JUnit's XML are those of its elements, and of the checks.
fn junit(name: &str, run: &Run) {
    let document = roxmltree::Document::parse(&run.junit).expect("XML");
    schemas::assert_junit(&document, name);
    let root = document.root_element();
    let count = schemas::count;
    let checks = run.json["checks"].as_array().expect("a list").len();
    let whole = usize::from(run.json.get("error").is_some());
    assert_eq!(count(root, "testcase"), (checks + whole).to_string(), "{name}");
    let names = || {
        let cases = document.descendants().filter(|it| it.has_tag_name("testcase"));
        cases.map(|it| (it.attribute("classname"), it.attribute("name")))
    };
    for case in names() {
        assert_eq!(names().filter(|other| *other == case).count(), 1, "{name}: {case:?} twice");
    }
}

/// The results of a log, each as its line, rule, kind and level.
fn results(sarif: &Value) -> Vec<(u64, String, String, String)> {
    let results = sarif["runs"][0]["results"].as_array().expect("a list");
    let text = |it: &Value| it.as_str().expect("text").to_owned();
    let line = |it: &Value| {
        let region = &it["locations"][0]["physicalLocation"]["region"];
        region["startLine"].as_u64().expect("a line")
    };
    let row = |it: &Value| (line(it), text(&it["ruleId"]), text(&it["kind"]), text(&it["level"]));
    results.iter().map(row).collect()
}

#[test]
fn sarif_tells_what_the_report_tells() {
    let run = run("violated.c", Some(VIOLATED), &[]);
    let found = results(&run.sarif);
    let of = |line: u64, rule: &str| -> Vec<(&str, &str)> {
        let here = found.iter().filter(|it| it.0 == line && it.1 == rule);
        here.map(|it| (it.2.as_str(), it.3.as_str())).collect()
    };
    assert_eq!(of(4, "div-by-zero"), [("fail", "error")], "two copies are one result");
    assert_eq!(of(4, "no-overflow"), [("pass", "none")]);
    let all = run.sarif["runs"][0]["results"].as_array().expect("a list");
    let violated = all.iter().find(|it| it["kind"] == "fail").expect("a violation");
    let physical = &violated["locations"][0]["physicalLocation"];
    let expected = json!({ "startLine": 4, "endLine": 4, "startColumn": 12, "endColumn": 13,
        "snippet": { "text": "  return a / b;" } });
    assert_eq!(physical["region"], expected);
    assert_eq!(physical["artifactLocation"]["uri"], "violated.c");
    assert_eq!(violated["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 11);
    let flow = &violated["codeFlows"][0];
    let text = flow["message"]["text"].as_str().expect("text");
    assert!(text.contains("__VERIFIER_nondet_int() = 7"), "{text}");
    let steps = flow["threadFlows"][0]["locations"].as_array().expect("a list");
    let state = steps.iter().find_map(|it| it["state"].get("n")).expect("n changes");
    assert_eq!(state["text"], "7");
    let driver = &run.sarif["runs"][0]["tool"]["driver"];
    let rules = driver["rules"].as_array().expect("a list");
    for result in all {
        let index = result["ruleIndex"].as_u64().expect("a number") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
    let taxa = run.sarif["runs"][0]["taxonomies"][0]["taxa"].as_array().expect("a list");
    for rule in rules {
        assert!(!rule["help"]["text"].as_str().expect("text").is_empty());
        for relationship in rule["relationships"].as_array().expect("a list") {
            let target = &relationship["target"];
            let index = target["index"].as_u64().expect("a number") as usize;
            assert_eq!(taxa[index]["id"], target["id"]);
        }
    }
    let unknown = ["-p", "unreach-call", "--engine", "bmc", "--bound", "3"];
    let run = self::run("unknown.c", Some(UNKNOWN), &unknown);
    let told = run.sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"].clone();
    let told = told.as_array().expect("a list");
    for (id, line) in [("not-modelled", Some(9)), ("bound", Some(12)), ("open", None)] {
        let is = |it: &&Value| {
            let place = &it["locations"][0]["physicalLocation"]["region"]["startLine"];
            it["descriptor"]["id"] == id && place.as_u64() == line
        };
        assert!(told.iter().any(|it| is(&it)), "{id}: {told:#?}");
    }
}

/// Fingerprints tell results from each other, and stay when other lines change.
#[test]
fn fingerprints_stay_under_unrelated_edits() {
    let of = |text: &str| -> Vec<(String, Value)> {
        let sarif = run("violated.c", Some(text), &["--engine", "unroll"]).sarif;
        let results = sarif["runs"][0]["results"].as_array().expect("a list").clone();
        let key = |it: &Value| format!("{} {}", it["ruleId"], it["message"]["text"]);
        results.iter().map(|it| (key(it), it["partialFingerprints"].clone())).collect()
    };
    let before = of(VIOLATED);
    let edited = VIOLATED
        .replace("#include <stdlib.h>\n", "#include <stdlib.h>\n\n/* more\n lines */\nint other;\n")
        .replace("  return a / b;", "\treturn a / b;");
    let after = of(&edited);
    let prints = |all: &[(String, Value)]| all.iter().map(|it| it.1.clone()).collect::<Vec<_>>();
    assert_eq!(prints(&before), prints(&after));
    let mut different = prints(&before);
    different.sort_by_key(Value::to_string);
    different.dedup();
    assert_eq!(different.len(), before.len());
}

/// What is random or depends on the machine: times, and what was done in them.
fn without_times(mut report: Value) -> Value {
    let object = report.as_object_mut().expect("an object");
    for key in ["seconds", "replay_seconds", "attack_seconds", "attack_runs", "phases"] {
        assert!(object.remove(key).is_some(), "no {key}");
    }
    // How far engines say they are is told now and then.
    for engine in object["engines"].as_array_mut().expect("a list") {
        engine.as_object_mut().expect("an object").remove("depth").expect("a depth");
    }
    report
}

#[test]
fn equal_runs_are_equal_but_for_times() {
    for text in [VIOLATED, PROVED] {
        let run = || run("p.c", Some(text), &["--engine", "bmc", "--format", "json"]);
        let (one, other) = (run(), run());
        assert_eq!(without_times(one.json.clone()), without_times(other.json));
        let printed: Value = serde_json::from_slice(&one.output.stdout).expect("JSON");
        assert_eq!(one.json, printed, "the file has what is printed");
    }
}

#[test]
fn errors_are_told_in_all_files() {
    let run = run("missing.c", None, &["--format", "json"]);
    assert_eq!(code(&run.output), 3);
    for json in [&run.json, &serde_json::from_slice(&run.output.stdout).expect("JSON")] {
        assert_eq!(json["verdict"], "unknown");
        assert_eq!(json["error"]["kind"], "input");
        let message = json["error"]["message"].as_str().expect("text");
        assert!(message.contains("missing.c"), "{message}");
    }
    assert!(command::stderr(&run.output).contains("cannot read missing.c"));
    assert!(run.junit.contains("<error message=\"cannot read missing.c"), "{}", run.junit);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let nowhere = folder.path().join("none/r.sarif");
    let (_keep, path) = command::file("p.c", PROVED);
    let nowhere = nowhere.to_str().expect("UTF-8");
    let refused = command::llumc(&["check", &path, "--sarif", nowhere]);
    assert_eq!(code(&refused), 3);
    assert!(command::stderr(&refused).contains("(--sarif)"), "{}", command::stderr(&refused));
}

/// No engine gets far with this in a second, and no stage ends at once.
fn long() -> String {
    let mut text = "extern unsigned long __VERIFIER_nondet_ulong(void);\n\
        extern void reach_error(void);\nint main(void) {\n  unsigned long x = 1, y;\n"
        .to_owned();
    for _ in 0..400 {
        text += "  y = __VERIFIER_nondet_ulong(); x = (x / (y | 1)) * (y % (x | 1)) + y;\n";
    }
    text + "  if (x * x == 1234577) reach_error();\n  return 0;\n}\n"
}

#[test]
fn files_are_written_when_the_time_is_over_and_on_an_interrupt() {
    let run = run("long.c", Some(&long()), &["--timeout", "1", "-p", "unreach-call"]);
    assert_eq!(code(&run.output), 2, "{}", command::stdout(&run.output));
    assert_eq!(run.json["exit_code"], 2);
    assert!(run.json["reasons"][0].as_str().expect("text").contains("--timeout"), "{}", run.json);
    assert_eq!(run.sarif["runs"][0]["invocations"][0]["exitCode"], 2);

    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("long.c"), long()).expect("written");
    let process = Command::cargo_bin("llumc")
        .expect("the binary")
        .args(["check", "long.c", "--json", "r.json", "-p", "unreach-call"])
        .current_dir(folder.path())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    std::thread::sleep(Duration::from_secs(2));
    // SAFETY: sends a signal to a process of ours, which was not waited for yet.
    unsafe { libc::kill(process.id() as i32, libc::SIGINT) };
    let output = process.wait_with_output().expect("it ends");
    assert_eq!(code(&output), 130);
    let json = fs::read_to_string(folder.path().join("r.json")).expect("a file was written");
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["exit_code"], 130);
    assert!(json["reasons"][0].as_str().expect("text").contains("interrupted"), "{json}");
}

/// A violation witness has the inputs at the parentheses that close their calls, and the target.
#[test]
fn a_violation_witness_leads_to_the_violation() {
    let run = run("violated.c", Some(VIOLATED), &["-p", "div-by-zero", "-m", "32"]);
    let witness = &run.witness.expect("a witness")[0];
    assert_eq!(witness["entry_type"], "violation_sequence");
    let task = &witness["metadata"]["task"];
    assert_eq!(task["data_model"], "ILP32");
    assert_eq!(task["specification"], "CHECK( init(main()), LTL(G ! div-by-zero) )");
    let hash = task["input_file_hashes"]["violated.c"].as_str().expect("text");
    assert_eq!(hash.len(), 64);
    let segments = witness["content"].as_array().expect("a list");
    let of = |segment: &Value| {
        let waypoint = &segment["segment"][0]["waypoint"];
        let (kind, location) = (waypoint["type"].clone(), &waypoint["location"]);
        let value = waypoint["constraint"]["value"].as_str().map(str::to_owned);
        (kind, location["line"].clone(), location["column"].clone(), value)
    };
    let found: Vec<_> = segments.iter().map(of).collect();
    let expected = (json!("function_return"), json!(7), json!(33), Some("\\result == 7".into()));
    assert_eq!(found[0], expected);
    assert_eq!(found.last(), Some(&(json!("target"), json!(4), json!(3), None)));
}

/// Invariants of a correctness witness hold where they stand: as assertions in the program they
/// are proved.
#[test]
fn invariants_in_c_hold_where_they_stand() {
    let program = |assertions: &str| {
        format!(
            "extern void reach_error(void); extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);
int main(void) {{
  unsigned x = __VERIFIER_nondet_bool();
  while ({assertions}x < 1000) {{
    x++;
  }}
  if (x > 1000) reach_error();
  return 0;
}}
"
        )
    };
    let run = self::run("c.c", Some(&program("")), &["-p", "unreach-call"]);
    assert_eq!(code(&run.output), 0, "{}", command::stdout(&run.output));
    let witness = &run.witness.expect("a witness")[0];
    assert_eq!(witness["entry_type"], "invariant_set");
    let content = witness["content"].as_array().expect("a list");
    let mut assertions = String::new();
    for entry in content {
        let invariant = &entry["invariant"];
        assert_eq!(invariant["type"], "loop_invariant");
        assert_eq!(
            (&invariant["location"]["line"], &invariant["location"]["column"]),
            (&json!(5), &json!(3))
        );
        let value = invariant["value"].as_str().expect("text");
        assertions += &format!("__VERIFIER_assert({value}), ");
    }
    assert!(assertions.contains('x'), "something is said of the loop: {content:?}");
    let run = self::run("d.c", Some(&program(&assertions)), &["-p", "unreach-call,assert"]);
    assert_eq!(code(&run.output), 0, "{assertions}: {}", command::stdout(&run.output));
    assert!(!run.json["checks"].as_array().expect("a list").is_empty());
}

/// An output must not cost a source, nor another output.
#[test]
fn inputs_and_outputs_are_different_files() {
    let kept = tempfile::tempdir().expect("a temporary folder");
    let folder = kept.path();
    let text = format!("#include \"hh.h\"\n{PROVED}");
    fs::write(folder.join("v.c"), text).expect("a writable folder");
    fs::write(folder.join("hh.h"), "#define A 1\n").expect("the same");
    fs::write(folder.join("m.cnf"), "i cnf 1 0\nu cnf 1 0\ng cnf 1 0\nt cnf 2 0\n")
        .expect("the same");
    let unit = json!([{ "directory": folder, "file": "v.c", "arguments": ["cc", "-c", "v.c"] }]);
    fs::write(folder.join("compile_commands.json"), unit.to_string()).expect("the same");
    let toml = "compile-commands = \".\"\n\n[[task]]\nentry = \"main\"\n";
    fs::write(folder.join("llumc.toml"), toml).expect("the same");
    for (words, expected) in [
        ("check v.c --witness v.c", "--witness v.c would overwrite an input"),
        ("check v.c --json ./v.c", "--json ./v.c would overwrite an input"),
        ("check --compile-commands . --html v.c", "--html v.c would overwrite an input"),
        ("check v.c --json x --html ./x", "--json and --html name one file"),
        ("check v.c --json x --evidence x", "--json and --evidence name one file"),
        ("encode v.c -o v.c", "--output v.c would overwrite an input"),
        ("solve m.cnf --invariant m.cnf", "--invariant m.cnf would overwrite an input"),
        ("convert m.cnf --to btor2 -o m.cnf", "--output m.cnf would overwrite an input"),
        ("project --json a --sarif a", "--json and --sarif name one file"),
        ("project --json v.c", "would overwrite an input"),
        ("project --lcov llumc.toml", "would overwrite an input"),
        ("check v.c --json hh.h", "--json hh.h would overwrite an input"),
        ("check --compile-commands . --sarif hh.h", "--sarif hh.h would overwrite an input"),
        ("encode v.c -o hh.h", "--output hh.h would overwrite an input"),
        ("project --junit hh.h", "would overwrite an input"),
    ] {
        let files = || {
            let read = |name: &str| fs::read(folder.join(name)).ok();
            ["v.c", "m.cnf", "compile_commands.json", "llumc.toml", "x", "a", "hh.h"].map(read)
        };
        let before = files();
        let mut command = Command::cargo_bin("llumc").expect("the binary");
        let output = command.current_dir(folder).args(words.split(' ')).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{words}: {said}");
        assert!(said.contains(expected), "{words}: {said}");
        assert!(files() == before, "{words}: a file has changed");
    }
}

/// A file that was asked for and can't be written is an error, though the verdict is told. A violation
/// counts more.
#[test]
fn a_report_that_cannot_be_written_is_an_error() {
    let (_keep, safe) = command::file("safe.c", "int main(void) { return 0; }\n");
    let (keep, bug) = command::file("bug.c", VIOLATED);
    let other = keep.path().join("other.json");
    let other = other.to_str().expect("UTF-8");
    for (file, option, expected) in
        [(&safe, "--sarif", 3), (&safe, "--junit", 3), (&bug, "--html", 1)]
    {
        let output = command::llumc(&["check", file, option, "/dev/full", "--json", other]);
        assert_eq!(code(&output), expected, "{option}: {}", command::stderr(&output));
        assert!(
            command::stderr(&output).contains("cannot write /dev/full"),
            "{}",
            command::stderr(&output)
        );
        assert!(command::stdout(&output).contains("verdict"), "{}", command::stdout(&output));
        let report = fs::read_to_string(other).expect("it was written");
        let report: Value = serde_json::from_str(&report).expect("JSON");
        assert_eq!(report["exit_code"], expected, "{option}");
    }
    let output = command::llumc(&["check", &safe, "--json", "/dev/full"]);
    assert_eq!(code(&output), 3, "{}", command::stderr(&output));
}
