//! `--reproducer`: the inputs of a violation as a C file, which makes a program of the program's
//! own files that goes wrong.

#![cfg(feature = "llvm")]

#[path = "support/command.rs"]
mod command;

use std::process::Command;

use command::{code, file, llumc, stderr, stdout};

/// Checks a program with a reproducer, and builds and runs both with each of the compilers; what
/// that prints on standard error.
fn reproduced(text: &str, options: &[&str]) -> Vec<String> {
    let (folder, program) = file("program.c", text);
    let inputs = folder.path().join("inputs.c");
    let path = inputs.to_str().expect("UTF-8");
    let output = llumc(&[&["check", &program, "--reproducer", path], options].concat());
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    let run = |compiler: &str| {
        let built = Command::new(compiler)
            .args(["-w", "program.c", "inputs.c", "-o", "program"])
            .current_dir(folder.path())
            .output()
            .expect("the compiler");
        let inputs = std::fs::read_to_string(&inputs).expect("it was written");
        assert!(built.status.success(), "{}\n{inputs}", stderr(&built));
        let run = Command::new(folder.path().join("program")).output().expect("it runs");
        assert!(!run.status.success(), "{compiler}: it goes well with\n{inputs}");
        stderr(&run)
    };
    ["clang-22", "gcc"].map(run).to_vec()
}

const REACHED: &str = "reach_error is called\n";

/// A function of inputs that is not called before the violation is defined, too.
#[test]
fn without_inputs() {
    let said = reproduced(
        "extern int __VERIFIER_nondet_int(void);
         extern double __VERIFIER_nondet_double(void);
         extern void reach_error(void);
         extern void __CPROVER_assume(int);
         int main(void) {
           int n = 3;
           __CPROVER_assume(n == 3);
           if (n * n == 9) reach_error();
           return __VERIFIER_nondet_int() + __VERIFIER_nondet_double();
         }",
        &["-p", "unreach-call"],
    );
    assert_eq!(said, [REACHED; 2]);
}

/// Undefined functions are, too, whether they return something or not.
#[test]
fn undefined_functions_are_defined() {
    let said = reproduced(
        "struct message { int kind; };
         extern void trace(int event);
         extern struct message *next(void);
         extern int __VERIFIER_nondet_int(void);
         extern void reach_error(void);
         int main(void) {
           int n = __VERIFIER_nondet_int();
           trace(n);
           struct message *m = next();
           if (!m && n == 5) reach_error();
           return 0;
         }",
        &["-p", "unreach-call"],
    );
    assert_eq!(said, [REACHED; 2]);
}

#[test]
fn another_entry_with_numbers() {
    let said = reproduced(
        "extern void reach_error(void);
         int scale(signed char a, unsigned short b, long long c, _Bool d) {
           if (a == -7 && b == 65000 && c == -5000000000 && d) reach_error();
           return 0;
         }",
        &["-p", "unreach-call", "--entry", "scale"],
    );
    assert_eq!(said, [REACHED; 2]);
}

#[test]
fn numbers_with_a_point() {
    let said = reproduced(
        "extern double __VERIFIER_nondet_double(void);
         extern float __VERIFIER_nondet_float(void);
         extern void reach_error(void);
         int main(void) {
           double d = __VERIFIER_nondet_double();
           float f = __VERIFIER_nondet_float(), g = __VERIFIER_nondet_float();
           if (d > 2.25 && d < 2.5 && f == 0.1f && g != g) reach_error();
           return 0;
         }",
        &["-p", "unreach-call"],
    );
    assert_eq!(said, [REACHED; 2]);
}

#[test]
fn another_entry_with_objects() {
    let said = reproduced(
        "extern void reach_error(void);
         struct pair { int first; char second; };
         void look(const struct pair *pair, const char *text, unsigned length) {
           if (!pair || text || length != 3) return;
           if (pair->first == -5 && pair->second == 'x') reach_error();
         }",
        &["-p", "unreach-call", "--entry", "look"],
    );
    assert_eq!(said, [REACHED; 2]);
}

/// What can't be passed is said when it runs; it is linked all the same.
#[test]
fn another_entry_with_pointers_in_objects() {
    let said = reproduced(
        "extern void reach_error(void);
         struct node { struct node *next; int value; };
         void walk(struct node *node) {
           if (node && node->next && node->next->value == 6) reach_error();
         }",
        &["-p", "unreach-call", "--entry", "walk"],
    );
    assert!(said.iter().all(|said| said.contains("the arguments of walk")), "{said:?}");
}

/// Variables that are only declared begin as in the trace, and one of the program is left alone.
#[test]
fn declared_variables() {
    let said = reproduced(
        "extern void reach_error(void);
         extern int limits[3];
         extern unsigned char mode;
         int own = 4;
         int first(int n) {
           if (limits[1] == 77 && limits[2] == -1 && mode == 200 && n == own) reach_error();
           return 0;
         }",
        &["-p", "unreach-call", "--entry", "first"],
    );
    assert_eq!(said, [REACHED; 2]);
}

/// Where it can't be written that is said before anything is done.
#[test]
fn a_folder_that_is_not_there_is_refused() {
    let (folder, program) = file("program.c", "int main(void) { return 0; }");
    let path = folder.path().join("missing").join("inputs.c");
    let path = path.to_str().expect("UTF-8");
    let output = llumc(&["check", &program, "--reproducer", path]);
    assert_eq!(code(&output), 3);
    let said = stderr(&output);
    assert!(said.contains("--reproducer") && said.contains(path), "{said}");
    assert_eq!(stdout(&output), "");
}
