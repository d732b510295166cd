//! Operations in a rounding mode of their own, against what the x86 gives.

use super::*;

/// The modes in LLVM's names: to nearest, downward, upward, toward zero.
const MODES: [&str; 4] = ["tonearest", "downward", "upward", "towardzero"];

/// The bits of `operation` on these bits, in each mode; `types` are those of the result and of
/// the operands.
fn results(operation: &str, types: (&str, &str), operands: &[u128]) -> [u128; 4] {
    MODES.map(|mode| {
        let (to, from) = types;
        let width = |ty: &str| match ty {
            "float" | "i32" => 32,
            _ => 64,
        };
        let suffix = |ty: &str| match ty {
            "float" => "f32".to_owned(),
            "double" => "f64".to_owned(),
            integer => integer.to_owned(),
        };
        let bits = format!("i{}", width(from));
        let mut body = String::new();
        let mut arguments = String::new();
        let mut parameters = String::new();
        for index in 0..operands.len() {
            body += &format!("%n{index} = call {bits} @__llumc_choice_{bits}(i32 0)\n");
            body += &format!("%x{index} = bitcast {bits} %n{index} to {from}\n");
            arguments += &format!("{from} %x{index}, ");
            parameters += &format!("{from}, ");
        }
        let name = match to == from {
            true => format!("{operation}.{}", suffix(to)),
            false => format!("{operation}.{}.{}", suffix(to), suffix(from)),
        };
        let name = format!("llvm.experimental.constrained.{name}");
        let program = program(&format!(
            "declare {bits} @__llumc_choice_{bits}(i32)\n\
             declare {to} @{name}({parameters}metadata, metadata)\n\
             define void @f() {{\n{body}%r = call {to} @{name}({arguments}metadata !\"round.{mode}\", \
             metadata !\"fpexcept.maytrap\")\nret void\n}}\n"
        ));
        let (_, run) = run(&program, operands);
        let result = run.value(named(&program, "r")).expect("it has a value");
        result.small().expect("it is small")
    })
}

fn double(number: f64) -> u128 {
    number.to_bits().into()
}

fn float(number: f32) -> u128 {
    number.to_bits().into()
}

#[test]
fn sums_products_quotients() {
    let both = ("double", "double");
    let third = 0x3fd5_5555_5555_5555;
    let next = third + 1;
    assert_eq!(results("fdiv", both, &[double(1.0), double(3.0)]), [third, third, next, third]);
    let sign = 1 << 63;
    let results_of_negative = results("fdiv", both, &[double(-1.0), double(3.0)]);
    assert_eq!(results_of_negative, [third, next, third, third].map(|bits| bits | sign));
    let one = double(1.0);
    let small = double(1e-30);
    assert_eq!(results("fadd", both, &[one, small]), [one, one, one + 1, one]);
    assert_eq!(results("fsub", both, &[one, small]), [one, one - 1, one, one - 1]);
    // Of equal numbers.
    assert_eq!(results("fsub", both, &[one, one]), [0, sign, 0, 0]);
    let (most, infinity) = (double(f64::MAX), double(f64::INFINITY));
    let two = double(2.0);
    assert_eq!(results("fmul", both, &[most, two]), [infinity, most, infinity, most]);
    assert_eq!(
        results("fma", both, &[double(0.1), double(10.0), double(-1.0)]),
        [double(1.0 / 18_014_398_509_481_984.0); 4]
    );
}

#[test]
fn conversions_and_roots() {
    let n = 16_777_217;
    let (low, high) = (float(16_777_216.0), float(16_777_218.0));
    assert_eq!(results("sitofp", ("float", "i32"), &[n]), [low, low, high, low]);
    let (low, high) = (float(-16_777_218.0), float(-16_777_216.0));
    let minus = u128::from((-16_777_217i32).cast_unsigned());
    assert_eq!(results("sitofp", ("float", "i32"), &[minus]), [high, low, high, high]);
    let (low, high) = (float(0.1) - 1, float(0.1));
    assert_eq!(results("fptrunc", ("float", "double"), &[double(0.1)]), [high, low, high, low]);
    let root = 0x3ff6_a09e_667f_3bcc;
    let roots = results("sqrt", ("double", "double"), &[double(2.0)]);
    assert_eq!(roots, [root + 1, root, root + 1, root]);
}

#[test]
fn integers_next_to_a_number() {
    for operation in ["rint", "nearbyint"] {
        let found = results(operation, ("double", "double"), &[double(-2.5)]);
        assert_eq!(found, [-2.0, -3.0, -2.0, -2.0].map(double), "{operation}");
    }
    let found = results("lrint", ("i64", "float"), &[float(3.5)]);
    assert_eq!(found, [4, 3, 4, 3]);
}
