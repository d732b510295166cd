//! Warnings of assumptions that no run satisfies.

#![cfg(feature = "llvm")]

#[allow(dead_code)]
#[path = "support/command.rs"]
mod command;

use command::{file, llumc, stdout};

/// The lines with assumptions that are warned of.
fn warned(assumptions: &[&str], property: &str) -> Vec<usize> {
    let text = format!(
        "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n\
         extern void __VERIFIER_assume(int);\nint main(void) {{ int k = __VERIFIER_nondet_int();\n\
         {}\nfree(malloc(4)); }}\n",
        assumptions.join("\n")
    );
    let (_folder, program) = file("p.c", &text);
    let said = stdout(&llumc(&["check", "--quiet", "-p", property, &program]));
    let lines = said.lines().filter(|line| line.contains("no run satisfies this assumption"));
    let place = |line: &str| line.rsplit("p.c:").next()?.split(':').next()?.parse().ok();
    lines.filter_map(place).collect()
}

#[test]
fn contradictions_are_told() {
    for property in ["valid-memtrack", "valid-deref", "all"] {
        let assume = ["__VERIFIER_assume(k > 3);", "__VERIFIER_assume(k < 3);"];
        assert_eq!(warned(&assume[..1], property), [0; 0], "{property}");
        assert_eq!(warned(&assume, property), [6], "{property}");
        let always = ["__VERIFIER_assume(0);"];
        assert_eq!(warned(&always, property), [5], "{property}");
    }
}
