//! `--compile-commands compile_commands.json`: a small project, made here, is checked with its own commands.

#![cfg(feature = "llvm")]

use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt;

const FILES: &[(&str, &str)] = &[
    ("include/limit.h", "int limit(void);\nint unused(void);\n"),
    ("config.h", "#define STEP 3\n"),
    ("src/limit.c", "#include <limit.h>\nint limit(void) { return LIMIT; }\n"),
    (
        "src/first.c",
        "#include <limit.h>
extern void reach_error(void);
int main(void) {
  int sum = 0;
  while (sum < limit()) sum += STEP;
  if (sum != 9) reach_error();
  return 0;
}
int twice(int n) {
  if (n == limit()) reach_error();
  return 0;
}
",
    ),
    ("src/second.c", "int main(void) { return 0; }\n"),
    ("src/broken.cpp", "class X {};\n"),
];

/// What is taken to hold when a function that is not `main` is called is listed.
#[test]
fn variables_have_their_initial_values_where_the_program_begins() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    for (qualifier, listed) in [("", true), ("const ", false)] {
        let program = format!(
            "static {qualifier}int base = 3;\nint divide(int n) {{ return (n % 100 - 200) / base; }}\n"
        );
        std::fs::write(&file, program).expect("written");
        let (code, text) = check(&[file.to_str().expect("UTF-8"), "--entry", "divide"]);
        assert_eq!(code, Some(0), "{text}");
        let note = "variables have their initial values when divide is called [initial-values]";
        assert_eq!(text.contains(note), listed, "{text}");
    }
}

/// One of two files is compiled with `-fwrapv`.
#[test]
fn signed_overflow_is_defined_where_the_command_says_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("written");
    };
    write("wraps.c", "int next(int n) { return n + 1; }\n");
    write(
        "main.c",
        "extern int __VERIFIER_nondet_int(void);
         int next(int n);
         int main(void) {
           int n = next(__VERIFIER_nondet_int());
           return n ADDED;
         }\n",
    );
    for (added, code) in [("", 0), ("+ 1", 1)] {
        let entries = serde_json::json!([
            {"directory": folder.path(), "file": "wraps.c", "command": "cc -fwrapv -c wraps.c"},
            {"directory": folder.path(), "file": "main.c",
             "arguments": ["cc", format!("-DADDED={added}"), "-c", "main.c"]},
        ]);
        write("compile_commands.json", &entries.to_string());
        let mut command = Command::cargo_bin("llumc").expect("the binary");
        let arguments =
            ["check", "--compile-commands", "compile_commands.json", "--quiet", "--timeout", "60"];
        let output = command.args(arguments).current_dir(&folder).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{text}");
        // A violation does not rest on it.
        assert_eq!(text.contains("wraps.c:1:28 [wraps]"), code == 0, "{text}");
    }
}

/// Writes the project; the command of one file is a list, the other's one text.
fn project(folder: &Path, second: bool) -> String {
    for (name, text) in FILES {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    let directory = folder.join("src");
    let mut entries = vec![
        serde_json::json!({
            "directory": directory, "file": "limit.c",
            "arguments": ["cc", "-O2", "-Wall", "-MD", "-MF", "limit.d", "-I../include",
                          "-DLIMIT=9", "-c", "-o", "limit.o", "limit.c"],
        }),
        serde_json::json!({
            "directory": directory, "file": "first.c",
            "command": "gcc -O3 -fno-such-option -I ../include -include '../config.h' -c first.c",
        }),
        serde_json::json!({
            "directory": directory, "file": "broken.cpp", "command": "c++ -c broken.cpp",
        }),
    ];
    if second {
        entries.push(serde_json::json!({
            "directory": directory, "file": "second.c", "command": "gcc -c second.c",
        }));
    }
    let database = folder.join("compile_commands.json");
    let text = serde_json::to_string(&entries).expect("JSON");
    std::fs::write(&database, text).expect("written");
    database.to_str().expect("UTF-8").to_owned()
}

fn check(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::cargo_bin("llumc").expect("the binary");
    let output: Output =
        command.args(["check", "--quiet"]).args(arguments).output().expect("it runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn a_project_is_compiled_with_its_own_commands() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = project(folder.path(), false);
    let (code, text) = check(&["--compile-commands", &database]);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) =
        check(&["--compile-commands", &database, "-p", "unreach-call", "--entry", "twice"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("n = 9"), "{text}");
    let (code, text) = check(&["--compile-commands", folder.path().to_str().expect("UTF-8")]);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) =
        check(&["--compile-commands", folder.path().join("src").to_str().expect("UTF-8")]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("src/compile_commands.json"), "{text}");
}

#[test]
fn which_file_is_meant_must_be_clear() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = project(folder.path(), true);
    let (code, text) = check(&["--compile-commands", &database]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("'main' is defined in several files"), "{text}");
    assert!(text.contains("first.c") && text.contains("second.c"), "{text}");
    let first = folder.path().join("src/first.c");
    let (code, text) = check(&["--compile-commands", &database, first.to_str().expect("UTF-8")]);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = check(&["--compile-commands", &database, "--entry", "nowhere"]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("no function 'nowhere' is defined in the project"), "{text}");
}

/// A `long` of 32 bits must not be taken for one of 64: commands for machines that are not modelled
/// are refused, and others give what their `long` gives.
#[test]
fn commands_say_for_which_machine_they_are() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("written");
    };
    write("main.c", "int main(void) { long n = 2147483647; return n + 1 < 0; }\n");
    let arm = ["arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb", "clang --target=riscv32-unknown-elf"];
    for compiler in [arm[0], arm[1], "avr-gcc", "clang --target=mips-linux-gnu", "cl.exe"] {
        let entries = serde_json::json!([
            {"directory": folder.path(), "file": "main.c", "command": format!("{compiler} -c main.c")},
        ]);
        write("compile_commands.json", &entries.to_string());
        let (code, text) = check(&["--compile-commands", folder.path().to_str().expect("UTF-8")]);
        if arm.contains(&compiler) {
            assert_eq!(code, Some(1), "{text}");
            assert!(text.contains("verdict: FALSE(no-overflow)"), "{text}");
            assert!(text.contains("not tried: the program is for another machine"), "{text}");
            continue;
        }
        assert_eq!(code, Some(3), "{text}");
        assert!(text.contains("main.c: it is compiled"), "{text}");
        assert!(text.contains("for a machine that is modelled"), "{text}");
    }
}

/// gcc's enumerations are short on bare metal, and so they are in models of the user's: else these
/// would read another byte than the program writes.
#[test]
fn models_have_the_programs_layout() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    };
    let device = "enum state { OFF, ON };\nstruct device { enum state state; unsigned char n; };\n";
    let program = "int get(struct device *d);\n\
                   int main(void) { struct device d = {ON, 7}; return 1 / (get(&d) == 7); }\n";
    write("main.c", &format!("{device}{program}"));
    let model =
        write("model.c", &format!("{device}int get(struct device *d) {{ return d->n; }}\n"));
    let entries = serde_json::json!([
        {"directory": folder.path(), "file": "main.c",
         "command": "arm-none-eabi-gcc -mcpu=cortex-m4 -mfloat-abi=hard -c main.c"},
    ]);
    write("compile_commands.json", &entries.to_string());
    let (code, text) =
        check(&["--compile-commands", folder.path().to_str().expect("UTF-8"), "--model", &model]);
    assert_eq!(code, Some(0), "{text}");
}
