//! What C leaves undefined: checked where it is asked for, else given a meaning that
//! hides no error.

use std::collections::BTreeSet;

use super::*;

/// Uninitialised storage is arbitrary: none of these errors may be lost.
#[test]
fn uninitialised_storage_is_arbitrary() {
    for source in [
        "int main(void) { int x; if (in()) x = 5; if (x != 5) reach_error(); }",
        // Declared in a loop: arbitrary anew each time.
        "int main(void) { for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 5;
           if (i == 1 && x != 5) reach_error(); } }",
        "int main(void) { goto l; { int x; l: if (x == 7) reach_error(); } }",
        "int main(void) { switch (in()) { int x; case 1: x = 3; case 2: if (x == 8) reach_error(); } }",
        // The return slot of a function that falls off its end.
        "int f(int c) { if (c) return 1; } int main(void) { if (f(in()) == 2) reach_error(); }",
        "struct s { int a, b; }; int main(void) { struct s x; x.a = 1; if (x.b == 4) reach_error(); }",
        "int main(void) { int a[3]; a[0] = a[2] = 1; if (a[1] == 4) reach_error(); }",
        "extern int e; int main(void) { if (e == 3) reach_error(); }",
    ] {
        assert_outcomes(source, &[UnreachCall], &[ERROR, "Return"]);
    }
    // Arbitrary, but the same at each read.
    assert_outcomes(
        "int main(void) { int x; int y = x; if (x != y || x - x) reach_error(); }",
        &[UnreachCall],
        &["Return"],
    );
}

/// What C leaves undefined is not used against errors behind it.
#[test]
fn unchecked_overflow_wraps() {
    assert_outcomes(
        "int main(void) { int a = in(); if (a + 1 < a) reach_error(); }",
        &[UnreachCall],
        &[ERROR, "Return"],
    );
    assert_outcomes(
        "int main(void) { int a = in(); if (a < 0 && -a == a && a / -1 == a && a % -1 == 0) reach_error(); }",
        &[UnreachCall],
        &[ERROR, "Return"],
    );
    assert_outcomes(
        "int main(void) { int a = in(); if (a < 0 && __builtin_abs(a) < 0) reach_error(); }",
        &[UnreachCall],
        &[ERROR, "Return"],
    );
}

#[test]
fn unchecked_divisions_end_and_unchecked_shifts_are_arbitrary() {
    assert_outcomes(
        "int main(void) { int a = in(); int b = 5 % a; if (a == 0) reach_error(); }",
        &[UnreachCall],
        &["Division", "Return"],
    );
    // The amount is taken before it is cut to the width of the base.
    for source in [
        "int main(void) { int a = in(); if (a == 40 && (1 << a) == 7) reach_error(); }",
        "int main(void) { long a = in(); if (a == 40 && (1 >> (a + (1L << 32))) == 7) reach_error(); }",
    ] {
        assert_outcomes(source, &[UnreachCall], &[ERROR, "Return"]);
    }
    assert_outcomes(
        "int main(void) { int a = in(); if (a > 0 && a < 10 && (1 << a) == 7) reach_error(); }",
        &[UnreachCall],
        &["Return"],
    );
}

/// A check is there though nobody uses the result.
#[test]
fn dead_operations_are_checked() {
    let division = ["div-by-zero: division by zero (int)", "Return"];
    assert_outcomes("int main(void) { int d = 5 / in(); }", &[DivByZero], &division);
    let overflow = ["no-overflow: signed addition overflows (int)", "Return"];
    assert_outcomes("int main(void) { int d = 5 + in(); }", &[NoOverflow], &overflow);
}

#[test]
fn handlers_of_several_properties_are_split() {
    let division = "int main(void) { int d = in() / in(); }";
    assert_outcomes(
        division,
        &[NoOverflow, DivByZero],
        &[
            "no-overflow: signed division overflows (int)",
            "div-by-zero: division by zero (int)",
            "Return",
        ],
    );
    assert_outcomes(
        division,
        &[NoOverflow],
        &["no-overflow: signed division overflows (int)", "Division", "Return"],
    );
    let remainder = "int main(void) { int d = in() % in(); }";
    assert_outcomes(
        remainder,
        &[NoOverflow],
        &["no-overflow: signed remainder overflows (int)", "Division", "Return"],
    );
    let amount = "shift: shift amount is negative or not less than 32";
    let base = "shift: left shift of a negative number (int)";
    let result = "no-overflow: result of a left shift can't be represented (int)";
    let shift = "int main(void) { int a = in(), b = in(); int d = a << b; if (d != a << b) reach_error(); }";
    assert_outcomes(shift, &[NoOverflow, Shift], &[amount, base, result, "Return"]);
    assert_outcomes(shift, &[Shift, UnreachCall], &[amount, base, "Return"]);
    // Over-wide shifts give two arbitrary values here.
    assert_outcomes(shift, &[NoOverflow, UnreachCall], &[result, ERROR, "Return"]);
    let right = "int main(void) { int d = in() >> in(); }";
    assert_outcomes(right, &[Shift], &[amount, "Return"]);
}

#[test]
fn operands_wider_than_a_register_are_checked_too() {
    assert_outcomes(
        "int main(void) { __int128 a = in(); a <<= in(); a = a / in(); }",
        &[NoOverflow, Shift, DivByZero],
        &[
            "shift: shift amount is negative or not less than 128",
            "shift: left shift of a negative number (__int128)",
            "no-overflow: result of a left shift can't be represented (__int128)",
            "div-by-zero: division by zero (__int128)",
            "Return",
        ],
    );
    assert_outcomes(
        "int main(void) { signed _BitInt(37) a = in(); a = a << in(); }",
        &[Shift],
        &[
            "shift: shift amount is negative or not less than 37",
            "shift: left shift of a negative number (_BitInt(37))",
            "Return",
        ],
    );
}

#[test]
fn unreachable_points_are_goals() {
    let what = "a point is reached that the program declares unreachable";
    for source in [
        "int main(void) { if (in() == 2) __builtin_unreachable(); }",
        "_Noreturn void f(void) { } int main(void) { if (in() == 2) f(); }",
    ] {
        assert_outcomes(source, &[Unreachable], &[&format!("unreachable: {what}"), "Return"]);
        let unsupported = format!("unsupported: {what}, whose behaviour is undefined");
        assert_outcomes(source, &[UnreachCall], &[&unsupported, "Return"]);
    }
    // Declared not to return, and not defined: believed.
    assert_outcomes(
        "_Noreturn void die(void); int main(void) { if (in() == 2) die(); }",
        &[Unreachable],
        &["Exit", "Return"],
    );
}

/// Checks from LLVM's flags, divisions and shifts, for IR that has none.
#[test]
fn ir_without_checks_gets_them() {
    let ir = "
        declare i32 @__VERIFIER_nondet_int()
        define i32 @main() {
          %a = call i32 @__VERIFIER_nondet_int()
          %b = call i32 @__VERIFIER_nondet_int()
          %d = sdiv i32 %a, %b
          %s = add nsw i32 %a, %b
          %l = shl nsw i32 %s, %b
          %w = add i32 %l, %d
          ret i32 %w
        }";
    let overflow = |what: &str| format!("no-overflow: {what} (32 bits)");
    let (sum, quotient, shifted) = (
        overflow("signed addition overflows"),
        overflow("signed division overflows"),
        overflow("result of a left shift can't be represented"),
    );
    let amount = "shift: shift amount is negative or not less than 32".to_owned();
    let zero = "div-by-zero: division by zero (32 bits)".to_owned();
    let end = "Return".to_owned();
    for (properties, expected) in [
        (
            &[NoOverflow, Shift, DivByZero][..],
            vec![&sum, &quotient, &shifted, &amount, &zero, &end],
        ),
        (&[Shift, DivByZero], vec![&amount, &zero, &end]),
        (&[], vec![&end]),
    ] {
        let compiled = try_files(&[("a.ll", ir)], &options(properties)).expect("it is valid");
        let mut found: BTreeSet<_> = outcomes(&compiled.program).into_keys().collect();
        found.remove("Division");
        assert_eq!(found, expected.into_iter().cloned().collect());
    }
}
