//! Conversions of floating-point numbers to integers at the ends of ranges, for all formats and
//! widths: exact arithmetic, the program's interpreter, and native runs under clang's sanitizer
//! say the same of each.

#![cfg(feature = "llvm")]

use std::fmt::Write;
use std::path::Path;

use llumc::frontend::{self, Options};
use llumc::memory;
use llumc::program::{Program, Property};
use num_bigint::BigInt;

#[allow(dead_code)]
mod support;

use support::interpreted;
use support::native::{Build, Native, Outcome};

/// A format: its name in C, and how many bits exponents and fractions have.
struct Format {
    name: &'static str,
    exponent: u32,
    fraction: u32,
}

const FORMATS: [Format; 4] = [
    Format { name: "_Float16", exponent: 5, fraction: 10 },
    Format { name: "float", exponent: 8, fraction: 23 },
    Format { name: "double", exponent: 11, fraction: 52 },
    Format { name: "long double", exponent: 15, fraction: 63 },
];

/// Integer types: name, width, whether they are signed.
const INTEGERS: [(&str, u32, bool); 12] = [
    ("signed char", 8, true),
    ("unsigned char", 8, false),
    ("short", 16, true),
    ("unsigned short", 16, false),
    ("int", 32, true),
    ("unsigned", 32, false),
    ("long", 64, true),
    ("unsigned long", 64, false),
    ("__int128", 128, true),
    ("unsigned __int128", 128, false),
    ("signed _BitInt(37)", 37, true),
    ("unsigned _BitInt(37)", 37, false),
];

impl Format {
    fn bias(&self) -> u32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The bits of a power of two, without a sign, or those of infinity if it is too large.
    fn power(&self, exponent: u32) -> u128 {
        u128::from((exponent + self.bias()).min((1 << self.exponent) - 1)) << self.fraction
    }

    /// What is next to the ends of ranges, in bits without the x87's leading one.
    fn numbers(&self) -> Vec<u128> {
        let mut all = vec![0, 1, self.power(0) - 1, self.power(0), self.power(0) + 1];
        let infinity = self.power(u32::MAX >> 16);
        all.extend([infinity - 1, infinity, infinity + 1, infinity | 1 << (self.fraction - 1)]);
        for exponent in [7, 8, 15, 16, 31, 32, 36, 37, 63, 64, 127, 128] {
            let power = self.power(exponent);
            // One more, and one less, if these are numbers of the format.
            let above = self.fraction.checked_sub(exponent).map_or(1, |shift| 1 << shift);
            for step in [0, 1, above, 2 * above] {
                for near in [power + step, power - step] {
                    all.extend([near - 1, near, near + 1]);
                }
            }
        }
        let sign = 1 << (self.exponent + self.fraction);
        all.iter().flat_map(|&bits| [bits, bits | sign]).collect()
    }

    /// The integral part; none of infinities and NaNs.
    fn integral(&self, bits: u128) -> Option<BigInt> {
        let fraction = bits & ((1 << self.fraction) - 1);
        let exponent =
            u32::try_from(bits >> self.fraction).expect("16 bits") & ((1 << self.exponent) - 1);
        if exponent == (1 << self.exponent) - 1 {
            return None;
        }
        if exponent < self.bias() {
            return Some(BigInt::ZERO);
        }
        let scaled = BigInt::from(fraction | 1 << self.fraction) << (exponent - self.bias());
        let magnitude = scaled >> self.fraction;
        let is_negative = bits >> (self.exponent + self.fraction) & 1 == 1;
        Some(if is_negative { -magnitude } else { magnitude })
    }

    /// The two words that an object of the format has.
    fn words(&self, bits: u128) -> [u64; 2] {
        let leading = self.name == "long double";
        let stored = match leading {
            true => {
                let upper = bits >> 63;
                let is_normal = upper & 0x7fff != 0;
                upper << 64 | u128::from(is_normal) << 63 | bits & ((1 << 63) - 1)
            }
            false => bits,
        };
        [stored as u64, (stored >> 64) as u64]
    }
}

/// Whether C defines the conversion.
fn is_defined(integral: Option<&BigInt>, width: u32, signed: bool) -> bool {
    let magnitude = BigInt::from(1) << (if signed { width - 1 } else { width });
    let least = if signed { -magnitude.clone() } else { BigInt::ZERO };
    integral.is_some_and(|number| *number >= least && *number < magnitude)
}

/// A program that does one of all conversions, each on the line of its number.
fn source(mark: &str) -> String {
    let mut text = String::from(
        "#ifndef HARNESS\nextern unsigned long __VERIFIER_nondet_ulong(void);\n#endif\n",
    );
    let _ = writeln!(text, "{mark} int main(void) {{");
    text += "unsigned long which = __VERIFIER_nondet_ulong(); union { _Float16 f0; float f1; double f2; \
             long double f3; unsigned long words[2]; } u; \
             u.words[0] = __VERIFIER_nondet_ulong(); u.words[1] = __VERIFIER_nondet_ulong(); switch (which) {\n";
    for (number, (format, integer)) in pairs().enumerate() {
        let _ = writeln!(
            text,
            "case {number}: {{ {} n = ({0})u.f{format}; break; }}",
            INTEGERS[integer].0
        );
    }
    text + "}\nreturn 0;\n}\n"
}

/// The line of the first conversion.
const FIRST: usize = 6;

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..FORMATS.len()).flat_map(|format| (0..INTEGERS.len()).map(move |integer| (format, integer)))
}

/// The inputs of all runs, and how they must end.
fn runs() -> Vec<(Vec<u64>, Outcome)> {
    let mut all = Vec::new();
    for (number, (format, integer)) in pairs().enumerate() {
        let format = &FORMATS[format];
        let (_, width, signed) = INTEGERS[integer];
        let line = u32::try_from(FIRST + number).expect("few lines");
        for bits in format.numbers() {
            let [low, high] = format.words(bits);
            let outcome = match is_defined(format.integral(bits).as_ref(), width, signed) {
                true => Outcome::Returns,
                false => Outcome::Fails(Property::FloatCastOverflow, line),
            };
            all.push((vec![number as u64, low, high], outcome));
        }
    }
    all
}

/// The program with its memory resolved, checked for conversions.
fn compiled(folder: &Path, text: &str) -> Program {
    let file = folder.join("p.c");
    std::fs::write(&file, text).expect("a writable folder");
    let properties = [Property::FloatCastOverflow].into();
    let options = Options { files: vec![file], properties, ..Options::default() };
    let compiled = frontend::compile(&options).expect("it is valid");
    memory::resolve(memory::tell_apart(compiled.program), &memory::Limits::default())
}

#[test]
fn all_formats_and_widths_agree() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let runs = runs();
    assert!(runs.len() > 4000 && runs.iter().any(|run| run.1 == Outcome::Returns));
    // Clang's checks, and ours, which stand where clang has none.
    for mark in ["", "__attribute__((no_sanitize(\"float-cast-overflow\")))"] {
        let program = compiled(folder.path(), &source(mark));
        for (values, expected) in &runs {
            assert_eq!(interpreted::run(&program, values), *expected, "{mark}{values:x?}");
        }
    }
    std::fs::write(folder.path().join("p.c"), source("")).expect("a writable folder");
    let sanitizers = "float-cast-overflow";
    let build = Build { sanitizers, ilp32: false, cleanup: false, errors: false };
    let native = Native::build(folder.path(), build).expect("it is built");
    // The sanitizer's run-time library can't print numbers of 16 bits.
    let half = INTEGERS.len() as u64;
    let runs: Vec<_> = runs.into_iter().filter(|(values, _)| values[0] >= half).collect();
    let inputs: Vec<Vec<u64>> = runs.iter().map(|run| run.0.clone()).collect();
    for ((values, expected), seen) in runs.iter().zip(native.each(&inputs).expect("it runs")) {
        assert_eq!(seen, *expected, "natively {values:x?}");
    }
}
