//! What is told of callbacks: that a violation in one is replayed by the interpreter, what chose it,
//! and which options help where one may come within another.

#![cfg(feature = "llvm")]

#[path = "support/command.rs"]
mod command;

use command::{code, file, llumc, stderr, stdout};

const ALARM: &str = "extern void reach_error(void);
extern void watch(void (*handler)(int));
static void alarm_rings(int level) { if (level == 7) reach_error(); }
int main(void) { watch(alarm_rings); return 0; }
";

#[test]
fn a_violation_in_a_callback_is_replayed_by_the_interpreter() {
    let (folder, program) = file("alarm.c", ALARM);
    let inputs = folder.path().join("inputs.c");
    let path = inputs.to_str().expect("UTF-8");
    let output = llumc(&["check", &program, "-p", "unreach-call", "--reproducer", path]);
    let said = stdout(&output);
    assert_eq!(code(&output), 1, "{said}{}", stderr(&output));
    for expected in [
        "whether an undefined function calls back = 1",
        "level of alarm_rings, which is called back = 7",
        "replayed: by the interpreter; natively: not reproducible: it uses what is not modelled",
        "[callback-arguments]",
    ] {
        assert!(said.contains(expected), "'{expected}' is missing:\n{said}");
    }
    // A C file can't make the choices; it says which there are.
    let text = std::fs::read_to_string(&inputs).expect("it was written");
    let (head, _) = text.split_once("*/").expect("a head");
    assert!(head.contains("whether an undefined function calls back = 1"), "{head}");
}

const NESTED: &str = "extern void reach_error(void);
extern void serve(void (*handler)(void));
extern void log_event(void);
static unsigned events;
static void handle(void) { events |= 1; log_event(); }
int main(void) { serve(handle); if (events > 1) reach_error(); return 0; }
";

#[test]
fn the_bound_of_nested_callbacks_names_options() {
    let (_folder, program) = file("nested.c", NESTED);
    let nested = ["check", &program, "-p", "unreach-call", "--recursion", "1"];
    let output = llumc(&nested);
    let said = stdout(&output);
    assert_eq!(code(&output), 2, "{said}");
    for expected in [
        "bound: a callback from within callbacks, more than 1 deep",
        "try: --callbacks flat",
        "try: --recursion N",
    ] {
        assert!(said.contains(expected), "'{expected}' is missing:\n{said}");
    }
    let output = llumc(&[&nested[..], &["--callbacks", "flat"]].concat());
    let said = stdout(&output);
    assert_eq!(code(&output), 0, "{said}");
    assert!(said.contains("[no-nested-callbacks]"), "{said}");
}
