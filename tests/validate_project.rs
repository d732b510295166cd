//! `llumc validate` with a project's compile commands: its programs are compiled as `check` does, and
//! witnesses may name their files in whatever way.

#![cfg(feature = "llvm")]

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;

/// Runs `llumc` in a folder; the exit code and all that it said.
fn llumc(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::cargo_bin("llumc").expect("the binary");
    let output = command.current_dir(folder).args(words).output().expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

const MAIN: &str = "\
#include <limit.h>
#include \"next.h\"
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int count(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 2) return 0;
  while (x < LIMIT) x = next(x);
  if (x != LIMIT) reach_error();
  return 0;
}
";

/// A project with two programs whose files have the same names. One counts by `step`.
fn project(step: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    write("include/limit.h", "#define LIMIT 7\n");
    write("one/next.h", "unsigned next(unsigned x);\n");
    write("one/next.c", "#include \"next.h\"\nunsigned next(unsigned x) { return x + STEP; }\n");
    write("one/main.c", MAIN);
    write("two/main.c", "int main(void) { return 0; }\n");
    write("two/next.c", "unsigned step(unsigned x) { return x + 3; }\n");
    let unit = |folder: &str, file: &str, options: &str| {
        let command = format!("cc -I../include {options} -c {file}");
        serde_json::json!({ "directory": folder, "file": file, "command": command })
    };
    let units = serde_json::json!([
        unit("two", "main.c", ""),
        unit("two", "next.c", ""),
        unit("one", "main.c", ""),
        unit("one", "next.c", &format!("-DSTEP={step}")),
    ]);
    write("compile_commands.json", &units.to_string());
    folder
}

/// Runs a subcommand on the program that begins in `count`.
fn run(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let options =
        ["--compile-commands", "compile_commands.json", "--entry", "count", "--timeout", "60"];
    let (options, rest) = match words.iter().position(|word| *word == "--") {
        Some(at) => ([&words[..at], &options].concat(), &words[at..]),
        None => ([words, &options].concat(), &[][..]),
    };
    llumc(folder, &[&options[..], rest].concat())
}

#[test]
fn a_violation_is_followed_in_the_files_that_the_program_needs() {
    let folder = project(2);
    let folder = folder.path();
    let (code, said) = run(folder, &["check", "-p", "unreach-call", "--witness", "w.yml"]);
    assert_eq!(code, Some(1), "{said}");
    let written = fs::read_to_string(folder.join("w.yml")).expect("it was written");
    for name in ["main.c", "next.c"] {
        assert!(written.contains(&format!("one/{name}\"\n")), "{written}");
    }
    assert!(!written.contains("two/"), "{written}");
    let (code, said) = run(folder, &["validate", "w.yml"]);
    assert!(code == Some(0) && !said.contains("another version"), "{said}");
    // However the file is named.
    let line = written.lines().find(|line| line.contains("file_name: ")).expect("a place");
    let path = line.trim().trim_start_matches("file_name: ");
    for name in ["main.c", "./one/main.c", "/elsewhere/one/main.c"] {
        fs::write(folder.join("n.yml"), written.replace(path, name)).expect("written");
        let (code, said) = run(folder, &["validate", "n.yml"]);
        assert_eq!(code, Some(0), "{name}: {said}");
    }
    fs::write(folder.join("n.yml"), written.replace(path, "other.c")).expect("written");
    let (code, said) = run(folder, &["validate", "n.yml"]);
    assert!(code == Some(3) && said.contains("no file of the program at other.c"), "{said}");
    // From another folder, and with the file that is meant.
    let words =
        ["validate", "--compile-commands", "..", "--entry", "count", "../w.yml", "--timeout", "60"];
    let (code, said) = llumc(&folder.join("two"), &words);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = run(folder, &["validate", "one/main.c", "w.yml"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = run(folder, &["validate", "two/next.c", "w.yml"]);
    assert_eq!(code, Some(3), "{said}");
    // Options count as in a check: with these no run goes wrong.
    let (code, said) = run(folder, &["validate", "w.yml", "--", "-USTEP", "-DSTEP=1"]);
    assert_eq!(code, Some(1), "{said}");
    // Properties that are named are those that are looked at: here there is nothing to violate.
    let (code, said) = run(folder, &["validate", "-p", "no-overflow", "w.yml"]);
    assert!(code == Some(2) && said.contains("no check"), "{said}");
    let (code, said) = llumc(folder, &["validate", "w.yml"]);
    assert!(code == Some(3) && said.contains("or its compile commands"), "{said}");
    let main = folder.join("one/main.c");
    fs::write(&main, format!("{MAIN}// behind all\n")).expect("written");
    let (code, said) = run(folder, &["validate", "w.yml"]);
    let note = "w.yml was made for another version of";
    assert!(code == Some(0) && said.contains(note) && said.contains("one/main.c"), "{said}");
}

#[test]
fn invariants_are_put_where_they_hold() {
    let folder = project(1);
    for (value, expected) in [("x <= LIMIT", 0), ("x < LIMIT", 1)] {
        let text = format!(
            "- entry_type: invariant_set
  metadata:
    format_version: '2.0'
    task:
      input_files: [main.c]
      specification: 'G ! call(reach_error())'
      data_model: LP64
      language: C
  content:
  - invariant:
      type: loop_invariant
      location: {{file_name: main.c, line: 8, column: 3}}
      value: {value}
      format: c_expression
"
        );
        fs::write(folder.path().join("i.yml"), text).expect("written");
        let (code, said) = run(folder.path(), &["validate", "i.yml"]);
        assert_eq!(code, Some(expected), "{value}: {said}");
        assert!(expected == 0 || said.contains("i.yml:12:"), "{said}");
    }
}

/// The commands say for which machine the program is, whatever a witness says of data models.
#[test]
fn the_data_model_is_that_of_the_commands() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("written");
    };
    write("main.c", "int main(void) { long n = 2147483647; return n + 1 < 0; }\n");
    let commands = |compiler: &str| {
        let command = format!("{compiler} -c main.c");
        serde_json::json!([{ "directory": ".", "file": "main.c", "command": command }]).to_string()
    };
    let witness = "- entry_type: violation_sequence
  metadata:
    format_version: '2.0'
    task:
      input_files: [main.c]
      specification: 'G ! overflow'
      data_model: LP64
      language: C
  content:
  - segment:
    - waypoint:
        type: target
        action: follow
        location: {file_name: main.c, line: 1, column: 39}
";
    write("w.yml", witness);
    let validate =
        |words: &[&str]| llumc(folder.path(), &[&["validate", "--timeout", "60"], words].concat());
    for (compiler, expected) in [("cc", 1), ("cc -m32", 0), ("arm-none-eabi-gcc", 0)] {
        write("compile_commands.json", &commands(compiler));
        let (code, said) = validate(&["--compile-commands", "compile_commands.json", "w.yml"]);
        assert_eq!(code, Some(expected), "{compiler}: {said}");
    }
    for (target, expected) in [("x86_64-linux-gnu", 1), ("i686-linux-gnu", 0), ("arm-none-eabi", 0)]
    {
        let (code, said) = validate(&["--target", target, "main.c", "w.yml"]);
        assert_eq!(code, Some(expected), "{target}: {said}");
    }
}
