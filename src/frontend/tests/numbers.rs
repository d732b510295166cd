//! Checks of floating-point numbers: those of clang's sanitizers, ours where these have none, and
//! what is none of the program's own operations.

use super::*;

use Property::{FloatCastOverflow, FloatDivByZero, FloatOverflow, Nan};

const ALL: [Property; 4] = [FloatCastOverflow, FloatDivByZero, FloatOverflow, Nan];

/// The text of a conversion that is out of range.
fn cast(from: &str, to: &str) -> String {
    format!("float-cast-overflow: conversion from {from} to {to}: the number is out of range")
}

#[test]
fn conversions_are_told_in_words_of_c() {
    for (body, from, to) in [
        ("int n = in() * 1e9;", "double", "int"),
        ("float x = in(); unsigned n = (unsigned)x;", "float", "unsigned int"),
        ("long double x = in(); short n = x;", "long double", "short"),
        ("_Float16 x = in(); unsigned char n = x;", "_Float16", "unsigned char"),
        ("typedef signed char small; small n = in() * 0.5;", "double", "signed char"),
        ("signed _BitInt(5) n = in() * 0.5;", "double", "_BitInt(5)"),
        ("__int128 n = in() * 1e300;", "double", "__int128"),
        ("enum { A, B = -1 } e = in() * 1e9;", "double", "enum (unnamed enum at"),
    ] {
        let found = all(&format!("int main(void) {{ {body} }}"), &[FloatCastOverflow]);
        let is_meant = |text: &String| *text == cast(from, to) || to.starts_with("enum");
        assert!(found.contains("Return") && found.iter().any(is_meant), "{body}: {found:?}");
        assert_eq!(found.len(), 2, "{body}: {found:?}");
    }
}

#[test]
fn what_fits_without_its_fraction_is_converted() {
    for body in [
        "unsigned n = (unsigned)-0.9; int m = (int)2147483647.9;",
        "int n = in() * 0.5;",
        "unsigned char n = (in() & 255) + 0.99f;",
        "_Bool b = in() / 0.0; b = (_Bool)(0.0 * in() / 0.0);",
        "long n = __builtin_lrint(in() * 1e300);",
    ] {
        let source = format!("int main(void) {{ {body} }}");
        assert_outcomes(&source, &[FloatCastOverflow], &["Return"]);
    }
}

/// In what clang's sanitizers leave out: functions that ask for it, and elements of vectors.
#[test]
fn what_clang_does_not_check_is_checked() {
    let mark = "__attribute__((no_sanitize(\"float-cast-overflow\", \"float-divide-by-zero\")))";
    let bits = |to: &str| cast("double", &format!("{to} bits"));
    assert_outcomes(
        &format!("{mark} int main(void) {{ int n = in() * 1e9; }}"),
        &[FloatCastOverflow],
        &[&bits("a signed integer of 32"), "Return"],
    );
    assert_outcomes(
        &format!("{mark} int main(void) {{ unsigned char n = (unsigned char)(in() * 0.5); }}"),
        &[FloatCastOverflow],
        &[&bits("an unsigned integer of 8"), "Return"],
    );
    assert_outcomes(
        &format!("{mark} int main(void) {{ float x = 1.0f / in(); }}"),
        &[FloatDivByZero],
        &["float-div-by-zero: division by zero (float)", "Return"],
    );
    assert_outcomes(
        "typedef double two __attribute__((vector_size(16)));
         typedef int ints __attribute__((vector_size(8)));
         int main(void) { two x = { 1, in() * 1e9 }; ints n = __builtin_convertvector(x, ints); }",
        &[FloatCastOverflow],
        &[&bits("a signed integer of 32"), "Return"],
    );
    assert_outcomes(
        "typedef float two __attribute__((vector_size(8)));
         int main(void) { two x = { in(), 1 }, y = { 1, 2 }; two z = y / x; }",
        &[FloatDivByZero],
        &["float-div-by-zero: division by zero (float)", "Return"],
    );
}

#[test]
fn conversions_of_ir_are_checked() {
    let ir = "
        declare i32 @__VERIFIER_nondet_int()
        define i32 @main() {
          %n = call i32 @__VERIFIER_nondet_int()
          %x = sitofp i32 %n to x86_fp80
          %c = fptoui x86_fp80 %x to i8
          %h = sitofp i32 %n to half
          %q = fdiv half %h, %h
          ret i32 0
        }";
    let found = |properties: &[Property]| {
        let compiled = try_files(&[("a.ll", ir)], &options(properties)).expect("it is valid");
        outcomes(&compiled.program).into_keys().collect::<Vec<_>>()
    };
    let range = cast("long double", "an unsigned integer of 8 bits");
    assert_eq!(found(&[FloatCastOverflow]), ["Return", &range]);
    let zero = "float-div-by-zero: division by zero (_Float16)";
    assert_eq!(found(&[FloatDivByZero]), ["Return", zero]);
    let large = "float-overflow: conversion from an integer of 32 bits overflows (_Float16)";
    assert_eq!(found(&[FloatOverflow]), ["Return", large]);
    assert_eq!(found(&[Nan]), ["Return", "nan: division makes a NaN (_Float16)"]);
    assert_eq!(found(&[]), ["Return"]);
}

/// Nothing checks it: any number, but one.
#[test]
fn unchecked_conversions_are_arbitrary() {
    assert_outcomes(
        "int main(void) { int n = in() * 1e9; if (n == 40 || n != n) reach_error(); }",
        &[UnreachCall],
        &[ERROR, "Return"],
    );
    assert_outcomes(
        "int main(void) { int n = in() * 1e9; if (n != n || n - n) reach_error(); }",
        &[UnreachCall],
        &["Return"],
    );
}

#[test]
fn divisions_of_integers_and_of_numbers_are_told_apart() {
    let source = "int main(void) { int n = in(); if (in() & 1) n = 7 / n; else n = 7.0 / n < 1; }";
    let (integer, number) =
        ("div-by-zero: division by zero (int)", "float-div-by-zero: division by zero (double)");
    assert_outcomes(source, &[DivByZero], &[integer, "Return"]);
    assert_outcomes(source, &[FloatDivByZero], &[number, "Division", "Return"]);
    assert_outcomes(source, &[DivByZero, FloatDivByZero], &[integer, number, "Return"]);
    assert_outcomes("int main(void) { double x = 1.0 / 0.0; }", &[FloatDivByZero], &[number]);
}

#[test]
fn results_are_checked_of_each_operation() {
    let overflows = |what: &str| format!("float-overflow: {what}");
    for (body, expected) in [
        ("float x = in() * 1e37f;", overflows("multiplication overflows (float)")),
        ("double x = (in() & 1) * 1.7e308; x += x;", overflows("addition overflows (double)")),
        ("double x = (in() & 1) * 1e308; x = -x - x;", overflows("subtraction overflows (double)")),
        (
            "double x = (in() & 7) * 1e-300; x = x == 0 ? 0 : 1e300 / x;",
            overflows("division overflows (double)"),
        ),
        ("float x = in() * 1e37;", overflows("conversion from double overflows (float)")),
        (
            "_Float16 x = in();",
            overflows("conversion from an integer of 32 bits overflows (_Float16)"),
        ),
        ("double x = __builtin_ldexp(1.0, in() * 100);", overflows("ldexp overflows (double)")),
        (
            "long double x = in(); for (int i = 0; i < 14; i++) x = x * x;",
            overflows("multiplication overflows (long double)"),
        ),
        // Two operations, of which the first fails.
        (
            "double x = (in() & 7) * 1e200; x = x * x - 1.0;",
            overflows("multiplication overflows (double)"),
        ),
        (
            "double x = (in() & 3) * 1e307; x = 2.0 * x + 1.7e308;",
            overflows("addition overflows (double)"),
        ),
        (
            "double x = (in() & 3) * 1e307, y = 2; x = -1.7e308 - y * x;",
            overflows("subtraction overflows (double)"),
        ),
    ] {
        let source = format!("int main(void) {{ {body} }}");
        assert_outcomes(&source, &[FloatOverflow], &[&expected, "Return"]);
    }
    for (body, expected) in [
        ("double x = in(); x = x / x;", "nan: division makes a NaN (double)"),
        ("float x = in(); x = __builtin_sqrtf(x);", "nan: sqrtf makes a NaN (float)"),
        ("float x = in(); x = __builtin_fmodf(1.0f, x);", "nan: fmodf makes a NaN (float)"),
    ] {
        let source = format!("int main(void) {{ {body} }}");
        assert_outcomes(&source, &[Nan], &[expected, "Return"]);
    }
}

/// Operands that are infinite or NaNs already, and what models of the library compute.
#[test]
fn what_comes_in_and_what_models_do_is_no_violation() {
    for body in [
        "double x = __builtin_inf(); x = in() + x; x = x * x;",
        "double x = __builtin_nan(\"\"); x = in() + x; x = __builtin_sqrt(x);",
        "double x = 1.0 * (in() & 1), y = __builtin_ldexp(x, 3); y = __builtin_fmod(y, 3.0);",
        "float x = in(); x = __builtin_nextafterf(x, 3.0f); x = __builtin_logbf(x);",
        "long n = __builtin_lrint(in() * 1e290);",
    ] {
        let source = format!("int main(void) {{ {body} }}");
        assert_outcomes(&source, &[FloatOverflow, Nan, FloatCastOverflow], &["Return"]);
    }
    let zero = "int main(void) { double x = 1.0 / in(); }";
    assert_outcomes(zero, &[FloatOverflow, Nan], &["Return"]);
}

/// A user's model of a function of the library is one operation, of another function it is none.
#[test]
fn what_models_of_the_user_compute_is_no_violation() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let model = folder.path().join("model.c");
    let text = "extern int __VERIFIER_nondet_int(void);
        double log(double x) { return x < 0 ? 0.0 / (x - x) : __VERIFIER_nondet_int(); }
        double sensor(double x) { return (int)(x * 1e300) / 0.0; }";
    std::fs::write(&model, text).expect("a writable folder");
    let source = "extern int __VERIFIER_nondet_int(void); double log(double), sensor(double);
        int main(void) { double x = sensor(1.0); x = log(__VERIFIER_nondet_int()); }";
    let options = Options { models: vec![model], ..options(&ALL) };
    let compiled = try_files(&[("a.c", source)], &options).expect("it is valid");
    let found: Vec<_> = outcomes(&compiled.program).into_keys().collect();
    assert_eq!(found, ["Return", "nan: log makes a NaN (double)"]);
}

/// The four of them do not disturb each other.
#[test]
fn all_at_once() {
    assert_outcomes(
        "int main(void) { int n = in() * 1e9; double x = in() * 1e300 / (in() * 1e-320); }",
        &ALL,
        &[
            &cast("double", "int"),
            "float-div-by-zero: division by zero (double)",
            "float-overflow: division overflows (double)",
            "float-overflow: multiplication overflows (double)",
            "Return",
        ],
    );
}

#[test]
fn unsigned_divisions_have_one_check() {
    for (ty, checks) in [("unsigned", 1), ("unsigned long", 1), ("unsigned char", 2), ("int", 2)] {
        let source = format!(
            "extern int __VERIFIER_nondet_int(void);\n\
             int main(void) {{ {ty} a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n\
             return a / b; }}\n"
        );
        let asked = [Property::NoOverflow, Property::DivByZero];
        let program = program(&source, &asked);
        let goals: Vec<String> =
            program.goals.iter().chain(&program.folded).map(|goal| describe(&goal.kind)).collect();
        assert_eq!(goals.len(), checks, "{ty}: {goals:?}");
    }
}
