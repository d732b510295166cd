//! Programs with floating-point numbers, which come in sizes.

use std::fmt::Write;

/// What every program starts with.
const HEADER: &str = "extern float __VERIFIER_nondet_float(void);\nextern void reach_error(void);\n\
                      static float input(void) {\n  float x = __VERIFIER_nondet_float();\n  \
                      return x >= -1 && x <= 1 ? x : 0;\n}\nint main(void) {\n";

fn program(lines: impl IntoIterator<Item = String>) -> String {
    let mut text = String::from(HEADER);
    lines.into_iter().for_each(|line| writeln!(text, "  {line}").expect("writing to a string"));
    text + "  return 0;\n}\n"
}

/// A sum of `count` numbers between −1 and 1.
pub fn sums(count: u32) -> String {
    let mut lines = vec!["float sum = input();".to_owned()];
    lines.extend((1..count).map(|_| "sum += input();".to_owned()));
    lines.push(format!("if (!(sum >= -{count} && sum <= {count})) reach_error();"));
    program(lines)
}

/// A dot product of `count` numbers, and the same from the other end: they differ.
pub fn dots(count: u32) -> String {
    let mut lines = vec!["float one = 0, other = 0;".to_owned()];
    lines.extend((0..count).map(|i| format!("float x{i} = input(), y{i} = input();")));
    lines.extend((0..count).map(|i| format!("one += x{i} * y{i};")));
    lines.extend((0..count).rev().map(|i| format!("other += x{i} * y{i};")));
    lines.push("if (one != other) reach_error();".to_owned());
    program(lines)
}

/// A polynomial of degree `degree` with coefficients 1, 1/2, 1/4, … by Horner's rule: between −2
/// and 2 in any case.
pub fn polynomials(degree: u32) -> String {
    let coefficient = |i: u32| f64::from(1 << i).recip();
    let mut lines = vec![format!("float x = input(), sum = {}f;", scientific(coefficient(degree)))];
    lines.extend(
        (0..degree).rev().map(|i| format!("sum = sum * x + {}f;", scientific(coefficient(i)))),
    );
    lines.push("if (!(sum >= -2 && sum <= 2)) reach_error();".to_owned());
    program(lines)
}

fn scientific(number: f64) -> String {
    format!("{number:e}")
}

/// A filter of first order, `count` inputs long.
pub fn first_order(count: u32) -> String {
    program([
        "float y = 0;".to_owned(),
        format!("for (int i = 0; i < {count}; i++) y = 0.9f * y + 0.1f * input();"),
        "if (!(y >= -1.01f && y <= 1.01f)) reach_error();".to_owned(),
    ])
}

/// A filter of second order, `count` inputs long.
pub fn second_order(count: u32) -> String {
    program([
        "float y = 0, before = 0;".to_owned(),
        format!("for (int i = 0; i < {count}; i++) {{"),
        "  float now = 1.2f * y - 0.5f * before + 0.3f * input();".to_owned(),
        "  before = y;\n    y = now;\n  }".to_owned(),
        "if (!(y >= -2 && y <= 2)) reach_error();".to_owned(),
    ])
}
