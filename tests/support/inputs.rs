//! What generated programs are given: values for `__VERIFIER_nondet_*`, of floating-point
//! numbers their bits.

use llumc::support::random::Random;

use super::differential::interesting;

/// What is read at one place of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Integer,
    Float,
    Double,
}

const PREFIX: &str = "__VERIFIER_nondet_";

impl Kind {
    /// What a function or its call, `__VERIFIER_nondet_float()`, gives. `None` if it is none
    /// of these functions.
    pub fn of(source: &str) -> Option<Kind> {
        let name = source.strip_prefix(PREFIX)?;
        Some(match name.split('(').next().unwrap_or_default() {
            "float" => Kind::Float,
            "double" => Kind::Double,
            _ => Kind::Integer,
        })
    }

    /// A value of a report as bits; what NaN it is gets lost.
    pub fn bits(self, text: &str) -> Option<u64> {
        let number = text.split_whitespace().next().unwrap_or_default();
        match (self, number) {
            (Kind::Float, _) => number.parse::<f32>().ok().map(|it| it.to_bits().into()),
            (Kind::Double, _) => number.parse::<f64>().ok().map(f64::to_bits),
            (Kind::Integer, "true") => Some(1),
            (Kind::Integer, "false") => Some(0),
            // Two's complement.
            (Kind::Integer, _) => number.parse::<i128>().ok().map(|it| it as u64),
        }
    }

    fn draw(self, rng: &mut Random) -> u64 {
        match self {
            Kind::Integer => interesting(rng),
            Kind::Float => float(rng).to_bits().into(),
            Kind::Double => double(rng).to_bits(),
        }
    }
}

/// What the calls in a program's text give, as they stand there.
fn kinds(source: &str) -> Vec<Kind> {
    let calls = source.match_indices(PREFIX).map(|(at, _)| &source[at..]);
    // Declarations have parameters.
    calls
        .filter(|text| !text.split('\n').next().is_some_and(|line| line.ends_with("(void);")))
        .filter_map(Kind::of)
        .collect()
}

/// So many lists of inputs for a program. A run takes them over and over.
pub fn draw(source: &str, rng: &mut Random, count: usize) -> Vec<Vec<u64>> {
    let kinds = kinds(source);
    let numbers = kinds.iter().any(|kind| *kind != Kind::Integer);
    let mut vector = || match numbers {
        true => kinds.iter().map(|kind| kind.draw(rng)).collect(),
        false => (0..1 + rng.index(6)).map(|_| interesting(rng)).collect(),
    };
    (0..count).map(|_| vector()).collect()
}

/// Numbers that something changes at: of formats, and of integers that are converted.
pub const CORNERS: [f64; 24] = [
    0.0,
    0.5,
    1.0,
    1.5,
    2.0,
    2.5,
    3.0,
    7.0,
    10.0,
    0.1,
    1e-3,
    255.0,
    32768.0,
    16_777_216.0,
    2_147_483_648.0,
    4_294_967_296.0,
    9_007_199_254_740_992.0,
    9_223_372_036_854_775_808.0,
    1e10,
    f32::MIN_POSITIVE as f64,
    1e-45,
    f32::MAX as f64,
    f64::INFINITY,
    f64::NAN,
];

/// One with either sign, or what lies beside it.
fn corner(rng: &mut Random) -> f64 {
    let number = *rng.pick(&CORNERS);
    if rng.one_in(2) { -number } else { number }
}

/// Small numbers, corners and what lies beside them, numbers of any size, any bits.
fn float(rng: &mut Random) -> f32 {
    match rng.index(6) {
        0 => rng.index(41) as f32 / 4.0 - 5.0,
        1 => corner(rng) as f32,
        2 => f32::from_bits((corner(rng) as f32).to_bits() ^ rng.below(4) as u32),
        3 => f32::from_bits(rng.bits() as u32 & 0x8fff_ffff | 0x3800_0000),
        // Subnormal ones.
        4 => f32::from_bits(rng.bits() as u32 & 0x80ff_ffff),
        _ => f32::from_bits(rng.bits() as u32),
    }
}

fn double(rng: &mut Random) -> f64 {
    match rng.index(7) {
        0 => rng.index(41) as f64 / 4.0 - 5.0,
        1 => corner(rng),
        2 => f64::from_bits(corner(rng).to_bits() ^ rng.below(4)),
        3 => f64::from_bits(rng.bits() & 0x807f_ffff_ffff_ffff | 0x3fc0_0000_0000_0000),
        4 => f64::from_bits(rng.bits() & 0x801f_ffff_ffff_ffff),
        5 => float(rng).into(),
        _ => f64::from_bits(rng.bits()),
    }
}
