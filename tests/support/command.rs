//! Calls of the command line.

use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt;

/// Runs llumc with these arguments.
pub fn llumc(args: &[&str]) -> Output {
    Command::cargo_bin("llumc").expect("the binary").args(args).output().expect("it runs")
}

/// Its exit code.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

/// What it printed.
pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What it complained about.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A temporary folder with one file; the file's path as text.
pub fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("written");
    let path = path.to_str().expect("UTF-8").to_owned();
    (folder, path)
}
