//! `llumc project`: witnesses, evidence and coverage of all tasks, from a first run and from what
//! is kept of it.

#![cfg(feature = "llvm")]

#[path = "support/command.rs"]
mod command;
#[path = "support/project.rs"]
mod project;
#[allow(dead_code)]
#[path = "support/schemas.rs"]
mod schemas;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assert_cmd::cargo::CommandCargoExt;
use command::{code, file, stderr, stdout};
use project::{CHECKS, HALF, Project, SUM, TASKS};
use serde_json::Value;

/// Of a file that another task needs, too.
const THIRD: &str = "[[task]]\nentry = \"third\"\nfiles = [\"half.c\"]\n";

/// Runs another subcommand in a project; exit code and all that it said.
fn llumc(project: &Project, words: &[&str]) -> (Option<i32>, String) {
    let mut command = std::process::Command::cargo_bin("llumc").expect("the binary");
    let output = command.args(words).current_dir(project.path(".")).output().expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// What is in a file, or in all files of a folder.
fn content(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut open = vec![path.to_owned()];
    while let Some(next) = open.pop() {
        match fs::read_dir(&next) {
            Ok(entries) => open.extend(entries.map(|it| it.expect("readable").path())),
            Err(_) => {
                let name = next.strip_prefix(path).expect("it is inside").display().to_string();
                all.insert(name, fs::read(&next).expect("readable"));
            }
        }
    }
    all
}

/// The files in a run's folder of results.
const OUTPUTS: [&str; 3] = ["witnesses", "evidence", "all.info"];

#[test]
fn a_warm_run_writes_the_same_files() {
    let project = Project::new(&format!("{TASKS}{THIRD}"));
    let run = |folder: &str| {
        fs::create_dir_all(project.path(folder)).expect("made");
        let place = |name: &str| format!("{folder}/{name}");
        let files = OUTPUTS.map(place);
        let [witnesses, evidence, lcov] = files.each_ref().map(String::as_str);
        let (json, html) = (place("all.json"), place("pages"));
        let options = ["--witness", witnesses, "--evidence", evidence, "--lcov", lcov, "--quiet"];
        let output = project.run(&[&options[..], &["--json", &json, "--html", &html]].concat());
        assert_eq!(code(&output), 1, "{}", stdout(&output));
        let report: Value = serde_json::from_str(&project.read(&json)).expect("JSON");
        (output, report, files.map(|name| content(&project.path(&name))))
    };
    let cached = |report: &Value| -> Vec<bool> {
        let tasks = report["tasks"].as_array().expect("a list").iter();
        tasks.map(|it| it["cached"].as_bool().expect("a truth value")).collect()
    };
    let (output, report, cold) = run("cold");
    assert_eq!(cached(&report), [false; 4]);
    schemas::assert_valid(&schemas::own("project"), &report, "JSON");
    let names: Vec<&String> = cold[0].keys().collect();
    assert_eq!(names, ["check_half.yml", "check_sum.yml", "third.yml"]);
    let note = "witnesses/machine.yml is not written: there is nothing to say in it (UNKNOWN)";
    assert!(stderr(&output).contains(note), "{}", stderr(&output));
    let witness = String::from_utf8_lossy(&cold[0]["check_sum.yml"]);
    assert!(witness.contains("type: branching"), "{witness}");
    let (_, report, warm) = run("warm");
    assert_eq!(cached(&report), [true; 4]);
    assert!(cold == warm, "{:?} {:?}", cold[0].keys(), warm[0].keys());
    // Where they are already, too.
    let (_, report, again) = run("warm");
    assert!(cached(&report) == [true; 4] && cold == again);

    // What each of them is.
    let commands = ["validate", "--compile-commands", "compile_commands.json"];
    for (task, why) in [("check_sum", "signed addition overflows"), ("check_half", "hold")] {
        let witness = format!("warm/witnesses/{task}.yml");
        let (code, said) = llumc(&project, &[&commands[..], &[&witness]].concat());
        assert!(code == Some(0) && said.contains(why), "{task}: {said}");
    }
    for task in ["check_half", "check_sum", "machine", "third"] {
        let (code, said) = llumc(&project, &["certify", &format!("warm/evidence/{task}")]);
        assert!(code == Some(0) && said.contains("follows"), "{task}: {said}");
    }
    let index = project.read("warm/pages/index.html");
    assert!(index.contains("<h2>Coverage</h2>") && index.contains("href=\"coverage.html\""));
    let page = project.read("warm/pages/coverage.html");
    assert!(page.contains("<h2>half.c</h2>") && page.contains("run-reached"), "{page}");
}

/// Reach of the lines of a file in the report of a project.
fn lines(report: &Value, file: &str) -> Vec<(u64, String)> {
    let files = report["coverage"]["files"].as_array().expect("files");
    let found = files.iter().find(|it| it["file"] == file).expect("the file");
    let line = |it: &Value| {
        (it["line"].as_u64().expect("a line"), it["reach"].as_str().expect("a word").to_owned())
    };
    found["lines"].as_array().expect("lines").iter().map(line).collect()
}

#[test]
fn coverage_is_that_of_all_tasks_together() {
    let half = "[[task]]\nentry = \"check_half\"\n";
    let head = "compile-commands = \".\"\n";
    let never = "int never(int n) { return n; }\n";
    let project = Project::new(&format!("{head}{half}{THIRD}"));
    project.write("half.c", &format!("{HALF}{never}"));
    let run = |options: &[&str]| {
        let output = project.run(&[options, &["--quiet", "--json", "all.json"]].concat());
        let report: Value = serde_json::from_str(&project.read("all.json")).expect("JSON");
        (output, report)
    };
    let of_half = |report: &Value| -> Vec<String> {
        lines(report, "half.c").into_iter().map(|(_, reach)| reach).collect()
    };
    // `half` is reached by one task, `third` by the other.
    let (output, report) = run(&["--cover"]);
    assert_eq!(of_half(&report), ["reached", "reached", "unreachable"], "{}", stdout(&output));
    let said = stdout(&output);
    assert!(said.contains("half.c:3 (never is never called)"), "{said}");
    assert!(report["tasks"][0]["command"].as_str().expect("text").contains(" --cover"));
    let (_, report) = run(&["--cover", "--task", "check_half"]);
    assert_eq!(of_half(&report), ["reached", "unreachable", "unreachable"]);
    // A run without coverage is of its own.
    let (output, report) = run(&[]);
    assert!(report.get("coverage").is_none() && !stdout(&output).contains("coverage:"));
    assert!(report["tasks"][0]["report"].get("coverage").is_none());

    // A task without a program may be one that reaches all.
    let broken = "[[task]]\nname = \"broken\"\nentry = \"nothing\"\n";
    project.write("llumc.toml", &format!("{head}{half}{THIRD}{broken}"));
    let (output, report) = run(&["--lcov", "all.info"]);
    assert_eq!(code(&output), 3, "{}", stdout(&output));
    assert_eq!(of_half(&report), ["reached", "reached", "unknown"]);
    let note = "note: what broken may reach is not known";
    assert!(stdout(&output).contains(note), "{}", stdout(&output));
    let lcov = project.read("all.info");
    for line in ["SF:half.c", "FNDA:1,half", "FNDA:1,third", "FNDA:0,never", "DA:3,0"] {
        assert!(lcov.lines().any(|it| it == line), "{line} is missing:\n{lcov}");
    }
}

#[test]
fn evidence_that_is_not_kept_is_made_anew() {
    let project = Project::new(&format!("compile-commands = \".\"\n{THIRD}"));
    let none: [&str; 0] = [];
    assert_eq!(project.checked(&[]), ["third"]);
    assert_eq!(project.checked(&["--evidence", "e"]), ["third"]);
    assert_eq!(project.checked(&["--evidence", "e"]), none);
    assert_eq!(project.checked(&[]), none);
    // A comment that moves nothing: the hash of the file is another one.
    project.write("half.c", &format!("{HALF}// behind all\n"));
    assert_eq!(project.checked(&[]), none);
    assert_eq!(project.checked(&["--evidence", "e"]), ["third"]);
    assert_eq!(project.checked(&["--evidence", "e"]), none);
    let (code, said) = llumc(&project, &["certify", "e/third"]);
    assert!(code == Some(0) && !said.contains("is another file"), "{said}");
    // What is damaged is none.
    let kept = |name: &str| {
        let cache = fs::read_dir(project.path(".llumc/cache")).expect("a folder");
        let mut all = cache.map(|it| it.expect("readable").path().join(name));
        all.find(|path| path.is_file()).expect("it is there")
    };
    for name in ["program.txt", "README.txt"] {
        fs::write(kept(name), "another").expect("written");
        assert_eq!(project.checked(&["--evidence", "e"]), ["third"], "{name}");
        assert_eq!(project.checked(&["--evidence", "e"]), none, "{name}");
    }
    // It goes with the result.
    let cache = fs::read_dir(project.path(".llumc/cache")).expect("a folder");
    let kept: Vec<_> = cache.map(|it| it.expect("readable").path()).collect();
    assert_eq!(kept.len(), 2, "{kept:?}");
    for path in kept.iter().filter(|path| path.is_file()) {
        fs::remove_file(path).expect("removed");
    }
    project.write("half.c", &HALF.replace("n / 3", "n / 5"));
    assert_eq!(project.checked(&[]), ["third"]);
    let cache = fs::read_dir(project.path(".llumc/cache")).expect("a folder");
    assert_eq!(cache.count(), 1);
}

#[test]
fn what_is_of_another_run_goes_and_what_is_not_ours_stays() {
    let project = Project::new(TASKS);
    let options = ["--task", "check_sum", "--witness", "w", "--evidence", "e", "--quiet"];
    project.write("w", "");
    let output = project.run(&options);
    assert_eq!(code(&output), 3);
    assert!(stderr(&output).contains("w (--witness)"), "{}", stderr(&output));
    fs::remove_file(project.path("w")).expect("removed");
    fs::create_dir_all(project.path("w")).expect("made");
    project.write("w/mine.yml", "mine\n");
    assert_eq!(code(&project.run(&options)), 1);
    assert!(project.path("w/check_sum.yml").exists() && project.path("e/check_sum").exists());
    project.write("sum.c", &SUM.replace("n + 1", "n +"));
    assert_eq!(code(&project.run(&options)), 3);
    assert!(!project.path("w/check_sum.yml").exists() && !project.path("e/check_sum").exists());
    assert_eq!(project.read("w/mine.yml"), "mine\n");

    // The verdict stands where evidence can't be written.
    project.write("sum.c", SUM);
    fs::create_dir_all(project.path("e/check_sum")).expect("made");
    project.write("e/check_sum/mine.txt", "mine\n");
    let output = project.run(&options);
    assert_eq!(code(&output), 1);
    let said = stderr(&output);
    assert!(said.contains("no evidence is in") && said.contains("there is something in"), "{said}");
    assert_eq!(content(&project.path("e/check_sum")).len(), 1);
}

/// Of a project whose tasks name their files.
#[test]
fn files_need_no_compile_commands() {
    let tasks = "[[task]]\nentry = \"check_half\"\nfiles = [\"checks.c\", \"./half.c\"]\n\
                 [[task]]\nentry = \"third\"\nfiles = [\"half.c\"]\n";
    let project = Project::new(tasks);
    project.write("checks.c", CHECKS);
    let output = project.run(&["--quiet", "--lcov", "all.info", "--witness", "w"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    let lcov = project.read("all.info");
    let files: Vec<&str> = lcov.lines().filter(|line| line.starts_with("SF:")).collect();
    assert_eq!(files, ["SF:checks.c", "SF:half.c"]);
    let words = ["validate", "checks.c", "half.c", "--entry", "check_half", "w/check_half.yml"];
    let (code, said) = llumc(&project, &words);
    assert_eq!(code, Some(0), "{said}");
    // From elsewhere.
    let (elsewhere, _) = file("x.c", "");
    let mut command = std::process::Command::cargo_bin("llumc").expect("the binary");
    let output = command
        .arg("project")
        .arg(project.path("."))
        .args(["--quiet", "--witness", "w"])
        .current_dir(elsewhere.path())
        .output()
        .expect("it runs");
    assert_eq!(self::code(&output), 0, "{}", stderr(&output));
    assert!(elsewhere.path().join("w/third.yml").exists());
}
