//! Checks that fold while the program is made are remembered, where they are, and only those.

use super::*;
use crate::program::AssumptionKind;
use Property::ValidDeref;

/// Properties and lines of the checks that folded, and of those that are left.
fn checks(body: &str, properties: &[Property]) -> [Vec<(String, u32)>; 2] {
    let head =
        "int in(void); void __VERIFIER_assert(int); void exit(int); void die(void) { exit(1); }";
    let program = program(&format!("{head}\n{body}"), properties);
    let read = |goals: &mut dyn Iterator<Item = &Goal>| {
        let mut all: Vec<(String, u32)> = goals
            .filter_map(|goal| {
                let GoalKind::Check(check) = &goal.kind else { return None };
                let line = goal.loc.map_or(0, |loc| program.sources.loc(loc).line);
                Some((check.property.to_string(), line))
            })
            .collect();
        all.sort();
        all
    };
    [read(&mut program.folded.iter()), read(&mut program.goals.iter())]
}

fn assert_checks(body: &str, folded: &[(Property, u32)], left: &[(Property, u32)]) {
    let names = |all: &[(Property, u32)]| -> Vec<_> {
        all.iter().map(|(property, line)| (property.to_string(), *line)).collect()
    };
    let properties = [Assert, NoOverflow, DivByZero, Shift, ValidDeref, Unreachable];
    assert_eq!(checks(body, &properties), [names(folded), names(left)], "{body}");
}

#[test]
fn what_is_constant_is_remembered() {
    assert_checks("int main(void) { int x = 3; __VERIFIER_assert(x == 3); }", &[(Assert, 2)], &[]);
    assert_checks(
        "int main(void) { int x = 3;\nreturn in() / x; }",
        &[(DivByZero, 3), (NoOverflow, 3)],
        &[],
    );
    // Nothing leads there.
    assert_checks(
        "int main(void) { int x = 3; if (x > 5)\n__VERIFIER_assert(in()); }",
        &[(Assert, 3)],
        &[],
    );
    // A place that lies in its object, seen through a function.
    assert_checks(
        "int f(int *p, int i) {\nreturn p[i]; }\nint main(void) { int a[3] = {1}; return f(a, 2); }",
        &[(ValidDeref, 3)],
        &[],
    );
    // A function that is declared not to return, and does not.
    assert_checks(
        "__attribute__((noreturn)) void end(void) { die(); }\nint main(void) { if (in())\nend(); }",
        &[(Unreachable, 2), (Unreachable, 4)],
        &[],
    );
}

#[test]
fn what_is_no_check_is_not() {
    for body in [
        // Never called.
        "void f(void) { __VERIFIER_assert(in()); } int main(void) { return 0; }",
        // clang knows; a variable; the end of a path.
        "int main(void) { int x = 8 / 2; int a[2]; a[1] = x; return a[1]; }",
        "int main(void) { if (in()) exit(1); }",
        "int main(void) { if (0) __VERIFIER_assert(in()); }",
    ] {
        assert_checks(body, &[], &[]);
    }
}

/// As long as one copy of a check is left it is that one which is told.
#[test]
fn a_check_with_a_goal_has_not_folded() {
    let divides = "int f(int a, int b) {\nreturn a / b; }\n";
    let both = [(DivByZero, 3), (NoOverflow, 3)];
    assert_checks(&format!("{divides}int main(void) {{ return f(6, 2); }}"), &both, &[]);
    let twice = "int main(void) { return f(6, 2) + f(6, in()); }";
    let sum = (NoOverflow, 4);
    let left = [(DivByZero, 3), sum];
    assert_checks(&format!("{divides}{twice}"), &[(NoOverflow, 3)], &left);
    // Each copy for recursion has the check, at its own place.
    assert_checks(
        "int f(int n) {\n__VERIFIER_assert(n > 1); return\nn == 3 ? 0 : f(in()); }\n\
         int main(void) { return f(2); }",
        &[],
        &[(Assert, 3); 5],
    );
}

/// LLVM decides that two variables have different addresses. Where one has ended, that is an
/// assumption, and it is listed.
#[test]
fn comparisons_with_the_address_of_what_has_ended_are_listed() {
    let listed = |body: &str| {
        let source = format!("typedef unsigned long num; int in(void); {body}");
        let program = program(&source, &[Assert]);
        let mut all = program.assumptions.iter();
        all.any(|assumption| assumption.kind == AssumptionKind::StackNoReuse)
    };
    let number = "static num f(void) { char c = 0; return (num)&c; }";
    assert!(listed(&format!("{number} int main(void) {{ num a = f(), b = f(); return a == b; }}")));
    // Folded while it is inlined, if that goes from the inner to the outer.
    let inner = "static int g(void) { return f() != f(); }";
    assert!(listed(&format!("{number} {inner} int main(void) {{ return g(); }}")));
    let chosen = "int main(void) { num a = in() ? f() : f(), b = f(); return a == b; }";
    assert!(listed(&format!("{number} {chosen}")));
    // Both live.
    assert!(!listed("int main(void) { int x = in(), y = in(); return (num)&x == (num)&y; }"));
    assert!(!listed(
        "static int same(int *a, int *b) { return a == b; }
         int main(void) { int x = in(), y = in(); return same(&x, &y); }"
    ));
}
