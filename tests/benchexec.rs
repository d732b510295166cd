//! The tool-info module for BenchExec, by BenchExec: its own checker, and real runs whose
//! results and table must be right. `make setup` installs it into `build/benchexec`.

#![cfg(feature = "llvm")]

use std::path::Path;
use std::process::{Command, Output};

/// The project's folder.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The function `main` of a module of BenchExec, to be run in `folder`.
fn benchexec(module: &str, folder: &Path) -> Command {
    let python = root().join("build/benchexec/bin/python");
    assert!(python.exists(), "BenchExec is missing: {} (make setup)", python.display());
    let mut command = Command::new(python);
    command.args(["-c", &format!("import sys, {module}; sys.exit({module}.main())")]);
    command.current_dir(folder).env("PYTHONDONTWRITEBYTECODE", "1");
    command.env("PYTHONPATH", root().join("solvers/benchexec"));
    // Where it finds llumc.
    let binary = assert_cmd::cargo::cargo_bin("llumc");
    let path = std::env::var("PATH").expect("a PATH");
    let folder = binary.parent().expect("a folder").display();
    command.env("PATH", format!("{folder}:{path}"));
    command
}

fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}

#[test]
fn its_checker_accepts_the_module() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let said = folder.path().join("output");
    let cases = [
        ("  \"verdict\": \"true\",\n", "true"),
        ("  \"verdict\": \"false(valid-deref)\",\n", "false(valid-deref)"),
        ("  \"verdict\": \"false(no-overflow, shift)\",\n", "false(no-overflow)"),
        ("  \"verdict\": \"unknown\",\n  \"x\": \"the time limit passed\"\n", "TIMEOUT"),
        ("  \"verdict\": \"unknown\",\n", "unknown"),
        ("llumc: cannot read x\n", "ERROR"),
    ];
    for (output, result) in cases {
        std::fs::write(&said, output).expect("written");
        let mut command = benchexec("benchexec.test_tool_info", folder.path());
        command.args(["llumc.tool", "--no-container"]);
        let output = command.arg("--tool-output").arg(&said).output().expect("it runs");
        let text = text(&output);
        assert!(output.status.success(), "{text}");
        assert!(text.contains("LLUMC") && !text.contains("ERROR:"), "{text}");
        assert!(text.contains(result), "{result}: {text}");
    }
}

/// A task, its property, what BenchExec must report and call it.
const TASKS: [(&str, &str, &str); 4] = [
    ("programs/traffic_light_safe", "unreach-call", "true"),
    ("programs/traffic_light_violated", "unreach-call", "false(unreach-call)"),
    ("overflow/sub_safe", "no-overflow", "true"),
    ("programs/binary_search_midpoint_violated", "no-overflow", "false(no-overflow)"),
];

#[test]
fn runs_have_the_right_results() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tests = root().join("c-tests");
    let tasks: String = TASKS
        .iter()
        .map(|(name, property, _)| {
            format!(
                "<tasks><include>{0}/{name}.yml</include>\
                 <propertyfile>{0}/properties/{property}.prp</propertyfile></tasks>\n",
                tests.display()
            )
        })
        .collect();
    let definition = format!(
        "<?xml version=\"1.0\"?>\n<benchmark tool=\"llumc.tool\" timelimit=\"60 s\">\n\
         <rundefinition name=\"bmc\"><option name=\"--engine\">auto</option></rundefinition>\n\
         {tasks}<columns><column title=\"steps\">depth</column></columns></benchmark>\n"
    );
    std::fs::write(folder.path().join("small.xml"), definition).expect("written");
    let mut command = benchexec("benchexec.benchexec", folder.path());
    command.args(["--no-container", "--no-compress-results", "-o", "results/", "small.xml"]);
    let output = command.output().expect("it runs");
    let said = text(&output);
    assert!(output.status.success(), "{said}");
    for (name, _, result) in TASKS {
        let file = format!("{}.yml", name.rsplit('/').next().expect("a name"));
        let line = said.lines().find(|line| line.contains(&file));
        let line = line.unwrap_or_else(|| panic!("no line for {file}: {said}"));
        assert!(line.contains(&format!(" {result} ")), "{line}");
    }
    assert!(said.contains("correct:               4"), "{said}");

    let mut table = benchexec("benchexec.tablegenerator", folder.path());
    let shipped = std::fs::read_to_string(root().join("solvers/benchexec/table.xml"));
    let one = shipped.expect("the table definition").replace("results/llumc.", "results/small.");
    // The runs of two of its three engines are not made here.
    let one: String = one
        .lines()
        .filter(|line| !line.contains("results.auto") && !line.contains("results.ic3"))
        .map(|line| format!("{line}\n"))
        .collect();
    std::fs::write(folder.path().join("table.xml"), one).expect("written");
    let output = table.args(["-x", "table.xml"]).output().expect("it runs");
    assert!(output.status.success(), "{}", text(&output));
    let csv = std::fs::read_to_string(folder.path().join("table.table.csv")).expect("a table");
    assert_eq!(csv.lines().filter(|line| line.contains("true\t")).count(), 2, "{csv}");
    assert!(csv.contains("steps"), "{csv}");
}
