//! `llumc project`: tasks of a small project that is made here, what is kept of them, what does not
//! count, and what is written.

#![cfg(feature = "llvm")]

#[path = "support/command.rs"]
mod command;
#[path = "support/project.rs"]
mod project;
#[path = "support/schemas.rs"]
mod schemas;

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;
use command::{code, stderr, stdout};
use project::{CHECKS, HALF, Project, SUM, TASKS};
use serde_json::Value;

/// Nobody forgets a verdict for a run that came to none.
#[test]
fn an_open_result_replaces_no_verdict() {
    let project = Project::new(TASKS);
    let verdict = |options: &[&str]| {
        let task = ["--task", "check_sum", "--format", "json", "--quiet"];
        let output = project.run(&[&task, options].concat());
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let task = &report["tasks"][0];
        (task["cached"].clone(), task["report"]["verdict"].clone())
    };
    let (_, decided) = verdict(&[]);
    assert_eq!(decided, "false(no-overflow)");
    let (cached, open) = verdict(&["--fresh", "--timeout", "0.01"]);
    assert_eq!((cached, open), (false.into(), "unknown".into()));
    assert_eq!(verdict(&[]), (true.into(), decided.clone()));
    assert_eq!(verdict(&["--fresh"]), (false.into(), decided));
}

#[test]
fn only_what_has_changed_is_checked_again() {
    let project = Project::new(TASKS);
    let first = project.run(&[]);
    assert_eq!(code(&first), 1, "{}", stdout(&first));
    let said = stdout(&first);
    for line in ["check_half  TRUE", "check_sum   FALSE(no-overflow)", "machine     UNKNOWN"] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    assert!(said.contains("more: llumc explain .llumc/tasks/check_sum.json"), "{said}");
    assert_eq!(project.read(".llumc/.gitignore"), "*\n");

    let none: [&str; 0] = [];
    assert_eq!(project.checked(&[]), none);
    // A comment that moves nothing; a file that only one task needs; the position of a check.
    project.write("half.c", &format!("{HALF}// behind all\n"));
    assert_eq!(project.checked(&[]), none);
    let sum = project.read("sum.c");
    project.write("sum.c", &sum.replace("n + 1;", "n + 1; // <- here"));
    assert_eq!(project.checked(&[]), none);
    assert!(project.read(".llumc/tasks/check_sum.json").contains("n + 1; // <- here"));
    project.write("sum.c", &sum);
    project.write("half.c", &HALF.replace("n / 2", "n / 2 + 0 * n"));
    assert_eq!(project.checked(&[]), ["check_half", "machine"]);
    project.write("half.c", HALF);
    assert_eq!(project.checked(&[]), none, "what was there before is still known");
    project.write("checks.c", &format!("\n{CHECKS}"));
    assert_eq!(project.checked(&[]), ["check_half", "machine"]);
    // Options, and what is asked for.
    project.write(
        "llumc.toml",
        &TASKS.replace("entry = \"check_sum\"", "entry = \"check_sum\"\nproperty = [\"assert\"]"),
    );
    assert_eq!(project.checked(&[]), ["check_sum"]);
    assert_eq!(
        project.checked(&["--task", "machine,check_sum", "--fresh"]),
        ["check_sum", "machine"]
    );

    // What is kept tells the whole story.
    let explained = Command::cargo_bin("llumc")
        .expect("the binary")
        .args(["explain", ".llumc/tasks/machine.json", "--html", "page.html"])
        .current_dir(project.0.path())
        .output()
        .expect("it runs");
    assert_eq!(code(&explained), 0, "{}", stderr(&explained));
    assert!(stdout(&explained).contains("verdict: UNKNOWN"), "{}", stdout(&explained));
    assert!(project.read("page.html").contains("incl %0"), "the source is in the page");
}

#[test]
fn what_is_suppressed_or_was_there_before_does_not_count() {
    let project = Project::new(TASKS);
    project.write(
        "sum.c",
        &SUM.replace("n + 1;", "n + 1; // llumc-suppress no-overflow: n is small in practice"),
    );
    let output = project.run(&["--quiet"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stdout(&output).contains("1 suppressed"), "{}", stdout(&output));
    let reason = "[[suppress]]\ntask = \"machine\"\nreason = \"assembly was looked at\"\n\
                  [[suppress]]\nfile = \"other.c\"\nreason = \"no such file\"\n";
    project.write("llumc.toml", &format!("{TASKS}{reason}"));
    let output = project.run(&["--quiet"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    let note = "note: the suppression \"no such file\" meets no finding";
    assert!(stdout(&output).contains(note), "{}", stdout(&output));

    project.write("llumc.toml", &format!("baseline = \"known.json\"\n{TASKS}"));
    let output = project.run(&["--quiet"]);
    assert_eq!(code(&output), 3);
    assert!(stderr(&output).contains("--update-baseline"), "{}", stderr(&output));
    assert_eq!(code(&project.run(&["--quiet", "--update-baseline"])), 0);
    assert!(project.read("known.json").contains("the task as a whole"));
    let output = project.run(&["--quiet"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(stdout(&output).contains("in the baseline"), "{}", stdout(&output));
    // Another violation of the same task.
    project.write("sum.c", &SUM.replace("assert(sum != n)", "assert(sum != 8)"));
    let output = project.run(&["--quiet"]);
    assert_eq!(code(&output), 1, "{}", stdout(&output));
    assert!(stdout(&output).contains("assertion 'sum != 8' fails"), "{}", stdout(&output));
}

#[test]
fn files_are_what_their_readers_expect() {
    let missing = "[[task]]\nname = \"missing\"\nentry = \"nothing\"\n\
                   [[suppress]]\nproperty = \"no-overflow\"\nreason = \"<it> & \\\"that\\\"\"\n";
    let project = Project::new(&format!("baseline = \"known.json\"\n{TASKS}{missing}"));
    project.write("known.json", r#"{ "format": 1, "findings": [] }"#);
    let files = ["--json", "o.json", "--sarif", "o.sarif", "--junit", "o.xml", "--html", "pages"];
    let output = project.run(&[&files[..], &["--quiet"]].concat());
    assert_eq!(code(&output), 3, "{}", stdout(&output));
    let parse = |name: &str| serde_json::from_str::<Value>(&project.read(name)).expect("JSON");

    let report = parse("o.json");
    schemas::assert_valid(&schemas::own("project"), &report, "JSON");
    assert_eq!(report["tasks"][3]["findings"][0]["kind"], "error");

    let log = parse("o.sarif");
    schemas::assert_valid(&schemas::sarif(), &log, "SARIF");
    serde_json::from_value::<serde_sarif::sarif::Sarif>(log.clone()).expect("SARIF");
    let runs = log["runs"].as_array().expect("a list");
    let id = |run: &Value| run["automationDetails"]["id"].clone();
    let expected = ["llumc/check_half/", "llumc/check_sum/", "llumc/machine/", "llumc/missing/"];
    assert_eq!(runs.iter().map(id).collect::<Vec<_>>(), expected);
    let of_sum = runs[1]["results"].as_array().expect("a list");
    let fails: Vec<&Value> = of_sum.iter().filter(|it| it["kind"] == "fail").collect();
    assert_eq!(fails.len(), 1);
    assert_eq!(fails[0]["suppressions"][0]["kind"], "external");
    assert_eq!(fails[0]["baselineState"], "new");
    assert!(of_sum.iter().all(|it| it.get("baselineState").is_some()), "all or none have it");

    let text = project.read("o.xml");
    let document = roxmltree::Document::parse(&text).expect("XML");
    schemas::assert_junit(&document, "project");
    let root = document.root_element();
    assert_eq!((root.attribute("failures"), root.attribute("errors")), (Some("0"), Some("1")));

    let index = project.read("pages/index.html");
    for task in ["check_half", "check_sum", "machine", "missing"] {
        let page = format!("task-{task}.html");
        assert!(index.contains(&format!("href=\"{page}\"")), "{index}");
        assert!(project.read(&format!("pages/{page}")).ends_with("</html>\n"));
    }
    assert!(
        index.contains("&lt;it&gt; &amp; &quot;that&quot;") && !index.contains("://"),
        "{index}"
    );
}

#[test]
fn what_is_wrong_is_told() {
    let project = Project::new(TASKS);
    let refused = |tasks: &str, options: &[&str], expected: &str| {
        project.write("llumc.toml", tasks);
        let output = project.run(options);
        assert_eq!(code(&output), 3, "{expected}: {}", stdout(&output));
        assert!(stderr(&output).contains(expected), "{expected}: {}", stderr(&output));
    };
    refused("[[task]\n", &[], "llumc.toml is not understood");
    refused("task = 3\n", &[], "line 1, column 8");
    refused("", &[], "lists no task");
    refused(
        TASKS,
        &["--task", "x"],
        "there is no task x; there are check_half, check_sum, machine",
    );
    refused("[[task]]\nvolatil = \"plain\"\n", &[], "task main: unexpected argument '--volatil'");
    refused("[[task]]\nname = \"a/b\"\n", &[], "a name has letters, digits");
    refused("[[task]]\n[[task]]\n", &[], "two tasks have the name main");
    refused("[[functions]]\nin = [\".\"]\n", &[], "needs compile-commands");
    refused(TASKS, &["--update-baseline"], "which one?");
    let nowhere = project.run(&["nowhere"]);
    assert!(code(&nowhere) == 3 && stderr(&nowhere).contains("nowhere"), "{}", stderr(&nowhere));
    // A task without a program leaves the others alone.
    project.write("half.c", "int half(int n) { return }\n");
    project.write("llumc.toml", TASKS);
    let broken = project.run(&["--quiet"]);
    assert_eq!(code(&broken), 3);
    assert!(stdout(&broken).contains("half.c:1:26: error: expected expression"));
}

#[test]
fn a_first_file_lists_what_is_found() {
    let project = Project::new("");
    fs::remove_file(project.path("llumc.toml")).expect("removed");
    let output = project.run(&[]);
    assert!(code(&output) == 3 && stderr(&output).contains("--init"), "{}", stderr(&output));
    assert_eq!(code(&project.run(&["--init"])), 0);
    let listed = stdout(&project.run(&["--list"]));
    let expected = "check_half: llumc check --compile-commands compile_commands.json --entry check_half --timeout 60";
    assert_eq!(listed.lines().next(), Some(expected));
    assert_eq!(listed.lines().count(), 3, "{listed}");
    let again = project.run(&["--init"]);
    assert!(code(&again) == 3 && stderr(&again).contains("already"), "{}", stderr(&again));
    // Functions by themselves.
    project.write(
        "llumc.toml",
        "compile-commands = \".\"\n[[functions]]\nin = [\"half.c\"]\nexcept = [\"third\"]\n\
         timeout = 30\n",
    );
    let listed = stdout(&project.run(&["--list"]));
    assert_eq!(listed, "half: llumc check --compile-commands . --entry half half.c --timeout 30\n");
    assert_eq!(code(&project.run(&["--quiet"])), 0);
    // A folder without compile commands.
    let bare = Project(command::file("main.c", "int main(void) { return 0; }\n").0);
    assert_eq!(code(&bare.run(&["--init"])), 0);
    assert_eq!(code(&bare.run(&["--quiet"])), 0);
}

/// No engine decides this within the patience of a test.
const LONG: &str = "\
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
void check_long(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  if (a > 1 && b > 1 && a < 4294967296 && b < 4294967296 && a * b == 1000000016000000063) {
    reach_error();
  }
}
";

/// Runs it, does `what` to its process and that of the long task as soon as the quick one has ended
/// and that runs, and waits for the end.
#[cfg(target_os = "linux")]
fn disturbed(project: &Project, what: impl Fn(u32, u32)) -> Output {
    let mut command = project.command(&["-j", "1"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    let limit = Instant::now() + Duration::from_secs(60);
    let long = loop {
        if Instant::now() > limit {
            break None;
        }
        std::thread::sleep(Duration::from_millis(50));
        if let Some(long) = long_task(child.id()) {
            break Some(long);
        }
    };
    if let Some(long) = long {
        what(child.id(), long);
    }
    let output = child.wait_with_output().expect("it ends");
    assert!(long.is_some(), "the second task does not begin: {}", stderr(&output));
    output
}

/// The process of the long task.
#[cfg(target_os = "linux")]
fn long_task(project: u32) -> Option<u32> {
    let children = fs::read_dir(format!("/proc/{project}/task"));
    let tasks = children.expect("it runs").flatten();
    let texts = tasks.map(|it| fs::read_to_string(it.path().join("children")));
    let ids: Vec<u32> = texts
        .flatten()
        .flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .filter_map(|it| it.parse().ok())
        .collect();
    let is_long = |id: &u32| {
        let line = fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
        line.contains("check_long") && line.contains("--json")
    };
    ids.into_iter().find(is_long)
}

#[cfg(target_os = "linux")]
fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").args([name, &process.to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// Interrupted runs go on where they were, and nothing is lost when a task's process dies.
#[cfg(target_os = "linux")]
#[test]
fn neither_interrupts_nor_deaths_lose_anything() {
    let tasks = "[[task]]\nentry = \"check_half\"\nfiles = [\"checks.c\", \"half.c\"]\n\
                 [[task]]\nentry = \"check_long\"\nfiles = [\"long.c\"]\n";
    let project = Project::new(tasks);
    project.write("long.c", LONG);
    let output = disturbed(&project, |all, _| signal(all, "-INT"));
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("the same command goes on"), "{}", stderr(&output));
    assert!(stdout(&output).contains("project: 1 task: 1 TRUE"), "{}", stdout(&output));

    let output = disturbed(&project, |_, long| signal(long, "-KILL"));
    assert_eq!(code(&output), 4, "{}", stdout(&output));
    let said = stdout(&output);
    assert!(said.contains("it was killed") && said.contains("1 unchanged"), "{said}");
    let kept = fs::read_dir(project.path(".llumc/cache")).expect("a folder").count();
    assert_eq!(kept, 1, "internal errors are not kept");
}

/// What is checked while its file changes is not the result of what the file was before.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_changes_meanwhile_leaves_no_result() {
    let tasks = "[[task]]\nentry = \"check_long\"\nfiles = [\"long.c\"]\ntimeout = 3\n";
    let project = Project::new(tasks);
    project.write("long.c", LONG);
    let edited = LONG.replace("a > 1", "a > 2");
    disturbed(&project, |_, _| project.write("long.c", &edited));
    let kept = || fs::read_dir(project.path(".llumc/cache")).expect("a folder").count();
    assert_eq!(kept(), 0);
    project.write("long.c", LONG);
    assert_eq!(project.checked(&[]), ["check_long"]);
    assert_eq!(kept(), 1);
    let none: [&str; 0] = [];
    assert_eq!(project.checked(&[]), none);
}
