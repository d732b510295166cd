//! `llumc compare` with solvers that are described in a folder: shell scripts that say the
//! truth, lie, say nothing or never end.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

/// A folder with solvers and their descriptions.
struct Solvers(tempfile::TempDir);

impl Solvers {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A solver that reads BTOR2.
    fn add(&self, name: &str, script: &str) {
        let program = self.path(name);
        std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("written");
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&program, executable).expect("made executable");
        let description = format!(
            "name = \"{name}\"\nabout = \"a script\"\ninput = \"btor2\"\ncommand = \"{name}\"\n\
             args = [\"{{file}}\"]\nversion = [\"--version\"]\nwitness = true\n[answer]\n\
             reachable = \"sat\"\nunreachable = \"unsat\"\n"
        );
        std::fs::write(self.path(&format!("{name}.toml")), description).expect("written");
    }

    fn llumc(&self, words: &[&str]) -> Output {
        self.command(words).output().expect("it runs")
    }

    fn command(&self, words: &[&str]) -> Command {
        let path = std::env::var("PATH").expect("a PATH");
        let path = format!("{}:{path}", self.0.path().display());
        let mut command = Command::cargo_bin("llumc").expect("the binary");
        command.args(words).arg("--solvers").arg(self.0.path()).env("PATH", path);
        command
    }
}

fn model(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models").join(name);
    path.display().to_string()
}

fn rows(output: &Output) -> Vec<(String, String, Option<bool>)> {
    let json: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let row = |row: &Value| {
        let word = |key: &str| row[key].as_str().expect("a word").to_owned();
        (word("engine"), word("verdict"), row["checked"].as_bool())
    };
    json.as_array().expect("rows").iter().map(row).collect()
}

#[test]
fn answers_in_files_are_read() {
    let solvers = Solvers::new();
    let steps: String = (0..6).map(|k| format!("#{k}\\n1 1\\n@{k}\\n")).collect();
    // It says more on its output that a reader of witnesses would stumble over.
    let script =
        format!("echo '@ 0 s'; test -f \"$2\" && printf 'sat\\nb0\\n{steps}.\\n' > $1/answer");
    solvers.add("filing", &script);
    let description = "name = \"filing\"\nabout = \"a script\"\ninput = \"btor2\"\ncommand = \"filing\"\n\
         args = [\"{dir}\", \"{file}\"]\nreads = [\"{dir}/answer\", \"{dir}/none\"]\nwitness = true\n\
         [answer]\nreachable = \"sat\"\nunreachable = \"unsat\"\n";
    std::fs::write(solvers.path("filing.toml"), description).expect("written");
    let words = ["compare", &model("counter.btor2"), "--engines", "filing", "--format", "json"];
    let filing = ("filing".to_owned(), "false".to_owned(), Some(true));
    assert_eq!(rows(&solvers.llumc(&words)), [filing]);
}

/// A counter that reaches 1 and never 7.
const TWO_GOALS: &str = "1 sort bitvec 8\n2 sort bitvec 1\n3 zero 1\n4 one 1\n5 state 1 x\n\
    6 init 1 5 3\n7 and 1 5 4\n8 xor 1 7 4\n9 next 1 5 8\n10 constd 1 7\n11 eq 2 5 10\n12 bad 11 seven\n\
    13 eq 2 5 4\n14 bad 13 one\n";

/// Who answers for one goal gets one that stands for all, and its witness is one for that.
#[test]
fn one_goal_for_who_looks_at_one() {
    let solvers = Solvers::new();
    let file = solvers.path("two.btor2");
    std::fs::write(&file, TWO_GOALS).expect("written");
    let script = "test $(grep -c ' bad ' $1) = 1 && printf 'sat\\nb0\\n#0\\n@0\\n#1\\n@1\\n.\\n'";
    solvers.add("narrow", script);
    let toml = solvers.path("narrow.toml");
    let text = std::fs::read_to_string(&toml).expect("it is there");
    std::fs::write(&toml, format!("one_goal = true\n{text}")).expect("written");
    // The same without: two properties, about which it says nothing; and one that does not know.
    solvers.add("wide", script);
    solvers.add("puzzled", "echo puzzled; exit 255");
    let toml = solvers.path("puzzled.toml");
    let text = std::fs::read_to_string(&toml).expect("it is there");
    std::fs::write(&toml, format!("{text}unknown = \"puzzled\"\n")).expect("written");
    let file = file.display().to_string();
    let words = ["compare", &file, "--engines", "narrow,wide,puzzled", "--format", "json"];
    let expected =
        [("narrow", "false", Some(true)), ("wide", "error", None), ("puzzled", "unknown", None)];
    let expected = expected.map(|(name, verdict, checked)| (name.into(), verdict.into(), checked));
    assert_eq!(rows(&solvers.llumc(&words)), expected);
}

#[test]
fn answers_and_witnesses_of_others() {
    let solvers = Solvers::new();
    let steps: String = (0..6).map(|k| format!("#{k}\\n1 1\\n@{k}\\n")).collect();
    solvers.add("honest", &format!("printf 'sat\\nb0\\n{steps}.\\n'"));
    solvers.add("liar", "printf 'sat\\nb0\\n#0\\n@0\\n.\\n'");
    solvers.add("contrary", "echo unsat");
    solvers.add("silent", "exit 0");
    solvers.add("broken", "exit 7");
    solvers.add("endless", "echo hello; sleep 100 & sleep 100");
    let engines = "ic3,honest,liar,contrary,silent,broken,endless";
    let words =
        ["compare", &model("counter.btor2"), "--engines", engines, "--timeout", "3", "-f", "json"];
    let output = solvers.llumc(&words);
    assert_eq!(output.status.code(), Some(1), "they disagree");
    let expected = [
        ("ic3", "false", Some(true)),
        ("honest", "false", Some(true)),
        ("liar", "false", Some(false)),
        ("contrary", "true", None),
        ("silent", "unknown", None),
        ("broken", "error", None),
        ("endless", "timeout", None),
    ];
    let expected = expected.map(|(name, verdict, checked)| (name.into(), verdict.into(), checked));
    assert_eq!(rows(&output), expected);
}

/// The wrong one is named, in red where colours are wanted, and on the page; also where none
/// of the answers is certified.
#[test]
fn the_wrong_one_is_named() {
    let solvers = Solvers::new();
    solvers.add("contrary", "echo unsat");
    solvers.add("right", "echo sat");
    let report = solvers.path("report.html");
    let (file, page) = (model("counter.btor2"), report.display().to_string());
    for (engines, judge) in [("contrary,ic3", "ic3"), ("contrary,right", "auto")] {
        let words = ["compare", &file, "--engines", engines, "--report", &page];
        let mut command = solvers.command(&words);
        let output = command.env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR").output();
        let output = output.expect("it runs");
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let named = format!("contrary is wrong: the answer false of {judge} is certified");
        assert!(text.starts_with("\x1b[1;31mDISAGREEMENT on "), "{text}");
        assert!(text.lines().next().is_some_and(|line| line.contains(&named)), "{text}");
        assert!(text.contains("WRONG"), "{text}");
        let html = std::fs::read_to_string(&report).expect("a report");
        assert!(html.contains(&named), "{html}");
        let plain = solvers.command(&words).env("NO_COLOR", "1").output().expect("it runs");
        assert!(!String::from_utf8_lossy(&plain.stdout).contains('\x1b'));
    }
}

/// Runs go on at the same time, each on one core; the rows keep their order.
#[test]
fn several_runs_at_once() {
    let solvers = Solvers::new();
    let folder = solvers.path("").display().to_string();
    // Each waits until the other has started, and writes down on which core it is.
    let rendezvous = |me: &str, other: &str| {
        format!(
            "touch {folder}/{me}.started; while ! [ -e {folder}/{other}.started ]; do sleep 0.02; \
             done; grep Cpus_allowed_list /proc/self/status > {folder}/{me}.core; echo unsat"
        )
    };
    solvers.add("left", &rendezvous("left", "right"));
    solvers.add("right", &rendezvous("right", "left"));
    let file = model("mutex.aag");
    let words = ["compare", &file, "--engines", "left,right", "-j", "2", "-t", "20", "-f", "json"];
    let output = solvers.llumc(&words);
    let expected = ["left", "right"].map(|name| (name.to_owned(), "true".to_owned(), None));
    assert_eq!(rows(&output), expected);
    let core = |name: &str| {
        let text = std::fs::read_to_string(solvers.path(name)).expect("a core");
        text.split(':').nth(1).expect("a list").trim().parse::<u32>().expect("one core")
    };
    let cores = std::thread::available_parallelism().expect("it is known").get();
    assert_eq!(core("left.core") == core("right.core"), cores == 1);
}

/// What is in the log is not run again; half a line at its end is.
#[test]
fn an_interrupted_comparison_goes_on() {
    let solvers = Solvers::new();
    let (runs, log, report) =
        (solvers.path("runs"), solvers.path("log.jsonl"), solvers.path("report.html"));
    solvers.add("counting", &format!("echo run >> {}; echo unsat", runs.display()));
    let (mutex, log_text) = (model("mutex.aag"), log.display().to_string());
    let (memory, report_text) = (model("memory.btor2"), report.display().to_string());
    let compare = |files: &[&str], timeout: &str| {
        let mut words = vec!["compare"];
        words.extend(files);
        words.extend(["--engines", "counting", "--timeout", timeout, "-f", "json"]);
        words.extend(["--log", &log_text, "--report", &report_text]);
        let output = solvers.llumc(&words);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(rows(&output).iter().all(|row| row.1 == "true"), "{:?}", rows(&output));
        assert_eq!(rows(&output).len(), files.len());
        std::fs::read_to_string(&runs).expect("runs").lines().count()
    };
    assert_eq!(compare(&[&mutex], "5"), 1);
    assert_eq!(compare(&[&mutex, &memory], "5"), 2, "the first is known");
    assert_eq!(compare(&[&mutex, &memory], "6"), 4, "other limits are other runs");
    let text = std::fs::read_to_string(&log).expect("a log");
    std::fs::write(&log, &text[..text.len() - 10]).expect("cut");
    assert_eq!(compare(&[&mutex, &memory], "6"), 5, "the last line was not whole");
    assert_eq!(std::fs::read_to_string(&log).expect("a log").lines().count(), 4);
    let changed = solvers.path("changing.aag").display().to_string();
    for (source, runs) in [(&mutex, 6), (&mutex, 6), (&model("counter.aag"), 7)] {
        std::fs::copy(source, &changed).expect("copied");
        assert_eq!(compare(&[&changed], "6"), runs, "another model is another run");
    }
    compare(&[&mutex, &memory], "6");
    let page = std::fs::read_to_string(&report).expect("a report");
    assert!(page.contains("2 files, 1 engine;") && page.ends_with("</html>\n"));
    std::fs::write(&log, "no log\n").expect("written");
    let words = ["compare", &mutex, "--engines", "counting", "--log", &log_text];
    let output = solvers.llumc(&words);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 1"));
}

#[test]
fn solvers_are_listed() {
    let solvers = Solvers::new();
    solvers.add("versioned", "echo version 7");
    let output = solvers.llumc(&["solvers"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("versioned  btor2    yes"), "{text}");
    assert!(text.contains("version: version 7"), "{text}");
    std::fs::write(solvers.path("odd.toml"), "name = 7").expect("written");
    let output = solvers.llumc(&["solvers"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("odd.toml"));
}
