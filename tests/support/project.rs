//! A small project that tests make, and what is run in it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::{Value, json};

/// A file that two tasks share.
pub const HALF: &str = "\
int half(int n) { return n / 2; }
int third(int n) { return n / 3; }
";

pub const CHECKS: &str = "\
#include <assert.h>
#include <limits.h>
int half(int n);
extern int __VERIFIER_nondet_int(void);

void check_half(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0) assert(half(n) <= n);
}

void check_machine(void) {
  int n = __VERIFIER_nondet_int();
  __asm__(\"incl %0\" : \"+r\"(n));
  assert(n != 7);
}
";

pub const SUM: &str = "\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
void check_sum(void) {
  int n = __VERIFIER_nondet_int(); if (n < 7) return;
  int sum = n + 1;
  assert(sum != n);
}
";

pub const TASKS: &str = "\
compile-commands = \"compile_commands.json\"
[options]
timeout = 60
[[task]]
entry = \"check_half\"
[[task]]
entry = \"check_sum\"
[[task]]
name = \"machine\"
entry = \"check_machine\"
";

/// A folder with a project in it.
pub struct Project(pub tempfile::TempDir);

impl Project {
    /// With this `llumc.toml`.
    pub fn new(tasks: &str) -> Self {
        let project = Self(tempfile::tempdir().expect("a temporary folder"));
        project.write("half.c", HALF);
        project.write("checks.c", CHECKS);
        let unit = |file: &str| json!({ "directory": ".", "file": file, "command": "cc -c" });
        project.write("sum.c", SUM);
        let commands = json!([unit("half.c"), unit("checks.c"), unit("sum.c")]);
        project.write("compile_commands.json", &commands.to_string());
        project.write("llumc.toml", tasks);
        project
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("written");
    }

    /// The text of a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("readable")
    }

    /// `llumc project` with these options.
    pub fn command(&self, options: &[&str]) -> Command {
        let mut command = Command::cargo_bin("llumc").expect("the binary");
        command.arg("project").args(options).current_dir(self.0.path());
        command
    }

    /// Runs it.
    pub fn run(&self, options: &[&str]) -> Output {
        self.command(options).output().expect("it runs")
    }
    /// The names of the tasks that were checked now, not taken from what is kept.
    pub fn checked(&self, options: &[&str]) -> Vec<String> {
        let output = self.run(&[options, &["--format", "json", "--quiet"]].concat());
        let report: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
        let tasks = report["tasks"].as_array().expect("a list").iter();
        let now = tasks.filter(|task| task["cached"] == false);
        now.map(|task| task["name"].as_str().expect("text").to_owned()).collect()
    }
}
