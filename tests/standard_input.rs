//! `-` is a C file that is read from the standard input.

use assert_cmd::Command;

fn given(text: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::cargo_bin("llumc").expect("the binary");
    let output = command.args(arguments).write_stdin(text).output().expect("it runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

const OVERFLOWS: &str = "extern int __VERIFIER_nondet_int(void);\n\
                         int main(void) { return __VERIFIER_nondet_int() + 1; }\n";

#[test]
fn the_standard_input_is_checked_and_quoted() {
    let (code, text) = given(OVERFLOWS, &["check", "-", "--quiet"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("at <stdin>:2:49 in main"), "{text}");
    assert!(text.contains("2 | int main(void) {"), "{text}");
    // clang reads it as often as is needed.
    let list = "int main(void) { int a[2] = { 1 << 31, 2 }; return a[0]; }\n";
    let (code, text) = given(list, &["check", "-", "--quiet"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("<stdin>:1:33"), "{text}");
}

#[test]
fn what_is_wrong_with_it_is_told() {
    for (text, arguments, expected) in [
        ("int main(void) { return x; }\n", &["check", "-"][..], "<stdin>:1:25: error:"),
        ("", &["check", "-"], "no function 'main' is defined in <stdin>"),
        ("", &["check", "-", "-"], "named twice"),
        (
            "static void reset(void) {} int main(void) { reset(); return 0; }\n",
            &["check", "-", "--entry", "rest"],
            "no function 'rest' is defined in <stdin>; did you mean 'reset'?",
        ),
        ("int main(void) { return 0; }\n", &["check", "-", "--entry", "f"], "defined in <stdin>\n"),
        (
            "static void tick(void) {} int main(void) { tick(); return 0; }\n",
            &["check", "-", "--interrupt", "tic"],
            "which --interrupt names; did you mean 'tick'?",
        ),
        (
            "void irq_on(void); void tick(void) {} int main(void) { irq_on(); return 0; }\n",
            &["check", "-", "--interrupt", "tick", "--interrupt-on", "irq_no"],
            "which --interrupt-on names; did you mean 'irq_on'?",
        ),
        (
            "void my_fail(void) {} int main(void) { my_fail(); return 0; }\n",
            &["check", "-", "--error-function", "my_fali"],
            "which --error-function names; did you mean 'my_fail'?",
        ),
    ] {
        let (code, text) = given(text, arguments);
        assert_eq!(code, Some(3), "{text}");
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn other_subcommands_read_it_too() {
    let (code, text) = given(OVERFLOWS, &["show", "-", "--stage", "program"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("signed addition overflows"), "{text}");
    // Each run names it alike.
    let json = |_| {
        let (_, text) = given(OVERFLOWS, &["check", "-", "--quiet", "--format", "json"]);
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")["files"].clone()
    };
    assert_eq!(
        [json(0), json(1)],
        [serde_json::json!(["<stdin>"]), serde_json::json!(["<stdin>"])]
    );
    // Also where another file can't be read, before it is.
    let words = ["check", "-", "missing.c", "--quiet", "--format", "json"];
    let (code, text) = given(OVERFLOWS, &words);
    assert_eq!(code, Some(3), "{text}");
    let report = &text[text.find('{').expect("JSON")..=text.rfind('}').expect("JSON")];
    let report: serde_json::Value = serde_json::from_str(report).expect("JSON");
    assert_eq!(report["files"], serde_json::json!(["<stdin>", "missing.c"]));
}
