//! Results of operations on floating-point numbers: which overflow, which are NaNs of numbers, and
//! which divide by zero, compared with what the processor computes.

#![cfg(feature = "llvm")]

use llumc::frontend::{self, Options};
use llumc::memory;
use llumc::program::{Program, Property};

#[allow(dead_code)]
mod support;

use support::interpreted;
use support::native::Outcome;

/// One operation in each line, from the fifth one on.
const SOURCE: &str = "extern unsigned long __VERIFIER_nondet_ulong(void);
float sqrtf(float); double sqrt(double);
union u { unsigned long bits; float f; double d; } a, b; float f; double d;
int main(void) { unsigned long which = __VERIFIER_nondet_ulong(); a.bits = __VERIFIER_nondet_ulong(); b.bits = __VERIFIER_nondet_ulong(); switch (which) {
case 0: f = a.f + b.f; break;
case 1: f = a.f - b.f; break;
case 2: f = a.f * b.f; break;
case 3: f = a.f / b.f; break;
case 4: f = sqrtf(a.f); break;
case 5: f = a.d; break;
case 6: d = a.d + b.d; break;
case 7: d = a.d - b.d; break;
case 8: d = a.d * b.d; break;
case 9: d = a.d / b.d; break;
case 10: d = sqrt(a.d); break;
} return 0; }
";

/// The program that checks one property.
fn compiled(property: Property) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("p.c");
    std::fs::write(&file, SOURCE).expect("a writable folder");
    let options =
        Options { files: vec![file], properties: [property].into(), ..Options::default() };
    let compiled = frontend::compile(&options).expect("it is valid");
    memory::resolve(memory::tell_apart(compiled.program), &memory::Limits::default())
}

/// An operation as the processor does it.
struct Done {
    operands: Vec<f64>,
    result: f64,
    /// Whether it is a division by zero.
    by_zero: bool,
}

/// Each operation of two numbers; every `float` is a `double`, so these are all told as such.
fn done(which: u64, a: u64, b: u64) -> Done {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    let [p, q] = [a, b].map(|bits| f32::from_bits(bits as u32));
    let two = [p.into(), q.into()].to_vec();
    let (operands, result) = match which {
        0 => (two, (p + q).into()),
        1 => (two, (p - q).into()),
        2 => (two, (p * q).into()),
        3 => (two, (p / q).into()),
        4 => (vec![p.into()], p.sqrt().into()),
        5 => (vec![x], (x as f32).into()),
        6 => (vec![x, y], x + y),
        7 => (vec![x, y], x - y),
        8 => (vec![x, y], x * y),
        9 => (vec![x, y], x / y),
        _ => (vec![x], x.sqrt()),
    };
    let by_zero = matches!(which, 3 | 9) && operands[1] == 0.0;
    Done { operands, result, by_zero }
}

impl Done {
    fn violates(&self, property: Property) -> bool {
        let all = |is: fn(f64) -> bool| self.operands.iter().all(|&it| is(it));
        match property {
            Property::FloatDivByZero => self.by_zero,
            Property::FloatOverflow => {
                self.result.is_infinite() && all(f64::is_finite) && !self.by_zero
            }
            _ => self.result.is_nan() && all(|it| !it.is_nan()),
        }
    }
}

/// Bits of numbers that are close to where something happens.
fn numbers(is_float: bool) -> Vec<u64> {
    let doubles = [
        0.0,
        5e-324,
        f64::MIN_POSITIVE,
        1e-160,
        0.5,
        1.0,
        3.0,
        1.3e154,
        f64::MAX.sqrt() * 1.000_000_001,
        f64::MAX / 2.0,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
        f32::MAX.into(),
        // The middle between the largest float and 2^128, and the number before it.
        3.402_823_567_797_336_6e38,
        3.402_823_567_797_336_2e38,
    ];
    let floats = [0.0, 1e-45, f32::MIN_POSITIVE, 1e-20, 0.5, 1.0, 3.0, 1.8e19, 1.9e19];
    let more = [f32::MAX / 2.0, f32::MAX, f32::INFINITY, f32::NAN];
    let bits: Vec<u64> = match is_float {
        true => floats.iter().chain(&more).map(|it| it.to_bits().into()).collect(),
        false => doubles.iter().map(|it| it.to_bits()).collect(),
    };
    let sign = if is_float { 1 << 31 } else { 1 << 63 };
    bits.into_iter().flat_map(|bits| [bits, bits | sign]).collect()
}

#[test]
fn operations_fail_as_on_the_processor() {
    for property in [Property::FloatDivByZero, Property::FloatOverflow, Property::Nan] {
        let program = compiled(property);
        let mut violations = 0;
        for which in 0..11 {
            let numbers = numbers(which < 5);
            for (&a, &b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (a, b))) {
                let expected = match done(which, a, b).violates(property) {
                    true => Outcome::Fails(property, 5 + u32::try_from(which).expect("few")),
                    false => Outcome::Returns,
                };
                violations += usize::from(expected != Outcome::Returns);
                let seen = interpreted::run(&program, &[which, a, b]);
                assert_eq!(seen, expected, "{property} {which} {a:x} {b:x}");
            }
        }
        assert!(violations > 50, "{property}: {violations}");
    }
}
