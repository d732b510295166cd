//! Sets of integers: an interval with a congruence.
//!
//! A set `{ start + k·step }` within `[low, high]` stands for bit-vectors of a given width
//! read as signed numbers. Arithmetic is that of the integers; where a result may not fit
//! its width, it wraps, and of the congruence only the largest power of two that divides
//! `step` is left: that survives reduction modulo 2^width, a step of 12 does not.
//!
//! Source: Granger, "Static analysis of arithmetical congruences" (1989).

use crate::bv::{Op, Value};

/// A set of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::memory) struct Numbers {
    /// A member, if `step` is 0 the only one; else below `step` and not negative.
    pub start: i128,
    /// Distance of neighbours.
    pub step: i128,
    /// No member is smaller.
    pub low: i128,
    /// No member is larger.
    pub high: i128,
}

/// Widths above this are not tracked.
const WIDEST: u32 = 64;

/// The greatest common divisor, not negative.
pub(in crate::memory) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

/// The largest power of two that divides a number; 0 for 0.
pub(in crate::memory) fn power_of_two_in(n: i128) -> i128 {
    n & n.wrapping_neg()
}

/// The signed numbers of a width; all that there are, if it is not tracked.
fn range(width: u32) -> (i128, i128) {
    if width > WIDEST {
        (i128::MIN, i128::MAX)
    } else {
        (-(1 << (width - 1)), (1 << (width - 1)) - 1)
    }
}

impl Numbers {
    /// All numbers of a width.
    pub fn any(width: u32) -> Self {
        let (low, high) = range(width);
        Self { start: 0, step: 1, low, high }
    }

    /// Just this one.
    pub fn constant(n: i128) -> Self {
        Self { start: n, step: 0, low: n, high: n }
    }

    /// The numbers from `low` to `high`.
    pub fn between(low: i128, high: i128) -> Self {
        if low == high { Self::constant(low) } else { Self { start: 0, step: 1, low, high } }
    }

    /// A constant bit-vector.
    pub fn of(value: &Value) -> Self {
        match value.small().filter(|_| value.width() <= WIDEST) {
            Some(bits) => Self::constant(bits as i128).fit(value.width()),
            None => Self::any(value.width()),
        }
    }

    /// The one member, if there is just one.
    pub fn as_constant(&self) -> Option<i128> {
        (self.step == 0).then_some(self.start)
    }

    /// Whether every member lies in `[low, high]`.
    pub fn within(&self, low: i128, high: i128) -> bool {
        low <= self.low && self.high <= high
    }

    /// The members in `[low, high]`, of which there must be one.
    pub fn clamp(self, low: i128, high: i128) -> Self {
        Self { low: self.low.clamp(low, high), high: self.high.clamp(low, high), ..self }
    }

    /// Whether the step is neither 0 nor a power of two.
    pub fn is_odd_stride(&self) -> bool {
        self.step != power_of_two_in(self.step)
    }

    fn normal(mut self) -> Self {
        if self.step != 0 {
            self.start = self.start.rem_euclid(self.step);
        }
        self
    }

    /// These numbers modulo 2^width, as signed numbers of that width.
    pub fn fit(self, width: u32) -> Self {
        let (low, high) = range(width);
        if width > WIDEST {
            return Self::any(width);
        }
        if self.within(low, high) {
            return self.normal();
        }
        let all = 1i128 << width;
        let step = gcd(power_of_two_in(self.step), all);
        if step == all {
            let n = self.start.rem_euclid(all);
            return Self::constant(if n > high { n - all } else { n });
        }
        Self { start: self.start, step, low, high }.normal()
    }

    /// Both together.
    pub fn join(self, other: Self) -> Self {
        let apart = self.start.checked_sub(other.start).unwrap_or(1);
        let step = gcd(gcd(self.step, other.step), apart);
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        Self { start: self.start, step, low, high }.normal()
    }

    /// This, made larger so that a chain of joins ends: bounds that differ from those
    /// before go to the ends of the range.
    pub fn widen(self, before: Self, width: u32) -> Self {
        let (low, high) = range(width);
        Self {
            low: if self.low < before.low { low } else { self.low },
            high: if self.high > before.high { high } else { self.high },
            ..self
        }
    }

    /// Sums, not yet reduced to a width.
    pub fn plus(self, other: Self) -> Option<Self> {
        Some(
            Self {
                start: self.start.checked_add(other.start)?,
                step: gcd(self.step, other.step),
                low: self.low.checked_add(other.low)?,
                high: self.high.checked_add(other.high)?,
            }
            .normal(),
        )
    }

    /// Additive inverses, not yet reduced to a width.
    pub fn negated(self) -> Option<Self> {
        Some(
            Self {
                start: self.start.checked_neg()?,
                step: self.step,
                low: self.high.checked_neg()?,
                high: self.low.checked_neg()?,
            }
            .normal(),
        )
    }

    fn times(self, other: Self) -> Option<Self> {
        let (a, b) = (self, other);
        let cross = gcd(a.start.checked_mul(b.step)?, b.start.checked_mul(a.step)?);
        let step = gcd(cross, a.step.checked_mul(b.step)?);
        let mut ends = [0; 4];
        let pairs = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
        for (end, (x, y)) in ends.iter_mut().zip(pairs) {
            *end = x.checked_mul(y)?;
        }
        let (low, high) = (*ends.iter().min()?, *ends.iter().max()?);
        Some(Self { start: a.start.checked_mul(b.start)?, step, low, high })
    }

    /// The numbers read without sign, of a width.
    pub fn unsigned(self, width: u32) -> Option<Self> {
        if width > WIDEST {
            return None;
        }
        if self.low >= 0 {
            return Some(self);
        }
        let all = 1i128 << width;
        if let Some(n) = self.as_constant() {
            return Some(Self::constant(n.rem_euclid(all)));
        }
        let step = gcd(power_of_two_in(self.step), all);
        Some(Self { start: self.start, step, low: 0, high: all - 1 }.normal())
    }

    /// What an operator makes of numbers: a superset, for operands of `from` bits (of the
    /// first) and a result of `to` bits.
    pub fn apply(op: Op, args: &[Self], from: u32, to: u32) -> Self {
        let result = match (op, args) {
            (Op::Add, &[a, b]) => a.plus(b),
            (Op::Sub, &[a, b]) => b.negated().and_then(|b| a.plus(b)),
            (Op::Neg, &[a]) => a.negated(),
            (Op::Mul, &[a, b]) => a.times(b),
            (Op::Shl, &[a, b]) => match b.as_constant() {
                Some(n) if n < i128::from(from.min(WIDEST)) && n >= 0 => {
                    a.times(Self::constant(1 << n))
                }
                _ => None,
            },
            (Op::And, &[a, b]) => a.masked(b).or_else(|| b.masked(a)),
            (Op::Urem, &[a, b]) => match b.as_constant() {
                Some(n) if n > 0 && a.low >= 0 => Some(Self::between(0, (n - 1).min(a.high))),
                Some(n) if n > 0 && from <= WIDEST => Some(Self::between(0, n - 1)),
                _ => None,
            },
            (Op::Srem, &[a, b]) => match b.as_constant() {
                Some(n) if n > 0 => {
                    let low = if a.low >= 0 { 0 } else { 1 - n };
                    Some(Self::between(low, n - 1))
                }
                _ => None,
            },
            (Op::Lshr | Op::Udiv, &[a, b]) => match (b.as_constant(), a.unsigned(from)) {
                (Some(n), Some(a)) if op == Op::Udiv && n > 0 => {
                    Some(Self::between(a.low / n, a.high / n))
                }
                (Some(n), Some(a)) if op == Op::Lshr && (0..i128::from(from)).contains(&n) => {
                    Some(Self::between(a.low >> n, a.high >> n))
                }
                _ => None,
            },
            (Op::Ite, &[_, a, b]) => Some(a.join(b)),
            (Op::ZeroExtend(_), &[a]) => a.unsigned(from),
            (Op::SignExtend(_), &[a]) => Some(a),
            (Op::Extract { low: 0, .. }, &[a]) if from <= WIDEST => Some(a),
            _ => None,
        };
        // Beyond the widths that are tracked nothing is known of the operands either.
        let tracked = from <= WIDEST || matches!(op, Op::Ite);
        result.filter(|_| tracked).map_or(Self::any(to), |numbers| numbers.fit(to))
    }

    /// The bits of these that are set in a constant mask.
    fn masked(self, mask: Self) -> Option<Self> {
        let mask = mask.as_constant()?;
        let grain = power_of_two_in(mask);
        if mask >= 0 {
            let high = if self.low >= 0 { mask.min(self.high) } else { mask };
            let step = if grain == 0 { 1 } else { grain };
            return Some(Self { start: 0, step, low: 0, high }.normal());
        }
        // Only masks that clear some of the low bits: rounding down.
        (mask == -grain).then(|| self.rounded(grain)).flatten()
    }

    /// These, rounded down to multiples of a power of two.
    pub fn rounded(self, grain: i128) -> Option<Self> {
        if self.step % grain == 0 {
            let down = |n: i128| n - n.rem_euclid(grain);
            return Some(Self {
                start: down(self.start),
                low: down(self.low),
                high: self.high,
                ..self
            });
        }
        let low = self.low.checked_sub(self.low.rem_euclid(grain))?;
        Some(Self { start: 0, step: grain, low, high: self.high }.normal())
    }
}

/// Bits that numbers up to `largest` need.
pub(in crate::memory) fn bits_for(largest: u64) -> u32 {
    (u64::BITS - largest.leading_zeros()).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::Random;

    fn contains(set: Numbers, value: &Value) -> bool {
        let n = Numbers::of(value).start;
        let on = if set.step == 0 { n == set.start } else { (n - set.start) % set.step == 0 };
        on && set.within(set.low.min(n), set.high.max(n)) && set.low <= n && n <= set.high
    }

    fn random_set(rng: &mut Random, width: u32) -> Numbers {
        let n = |rng: &mut Random| Numbers::of(&Value::new(width, rng.wide() >> rng.index(120)));
        let mut set = n(rng);
        for _ in 0..rng.index(3) {
            set = set.join(n(rng));
        }
        set
    }

    fn member(rng: &mut Random, set: Numbers, width: u32) -> Value {
        loop {
            let n = if rng.one_in(2) { set.low } else { set.high };
            let n = n.clamp(-(1 << 70), 1 << 70);
            let n = if set.step == 0 {
                set.start
            } else {
                let shift = (set.start - n).rem_euclid(set.step);
                let n = n + shift;
                n + set.step * i128::from(rng.below(3)) * if rng.one_in(2) { 1 } else { -1 }
            };
            if set.low <= n && n <= set.high {
                return Value::new(width, n as u128);
            }
        }
    }

    /// Each operator on random members of random sets gives a member of the result.
    #[test]
    fn results_are_supersets() {
        let mut rng = Random::new(7);
        let ops = [
            Op::Add,
            Op::Sub,
            Op::Mul,
            Op::Shl,
            Op::And,
            Op::Urem,
            Op::Srem,
            Op::Lshr,
            Op::Udiv,
            Op::Or,
            Op::Ashr,
            Op::Neg,
            Op::ZeroExtend(40),
            Op::SignExtend(40),
            Op::Extract { high: 4, low: 0 },
            Op::Extract { high: 6, low: 2 },
        ];
        let mut exact = 0;
        for _ in 0..20_000 {
            let width = *rng.pick(&[8, 16, 32, 64]);
            let op = *rng.pick(&ops);
            if matches!(op, Op::ZeroExtend(to) | Op::SignExtend(to) if to < width) {
                continue;
            }
            let sets: Vec<Numbers> = (0..op.arity()).map(|_| random_set(&mut rng, width)).collect();
            let members: Vec<Value> =
                sets.iter().map(|&set| member(&mut rng, set, width)).collect();
            for (set, value) in sets.iter().zip(&members) {
                assert!(contains(*set, value), "{set:?} {value:?}");
            }
            let value = op.apply(&members.iter().collect::<Vec<_>>());
            let result = Numbers::apply(op, &sets, width, value.width());
            assert!(contains(result, &value), "{op:?} {sets:?} {members:?} {result:?} {value:?}");
            exact += usize::from(result.step > 1);
        }
        assert!(exact > 1000, "{exact}");
    }

    #[test]
    fn a_step_survives_only_where_it_does_not_wrap() {
        let i = Numbers::any(32);
        let index = Numbers::apply(Op::SignExtend(64), &[i], 32, 64);
        let twelve = Numbers::constant(12);
        assert_eq!(Numbers::apply(Op::Mul, &[index, twelve], 64, 64).step, 12);
        assert_eq!(Numbers::apply(Op::Mul, &[i, twelve], 32, 32).step, 4);
    }
}
