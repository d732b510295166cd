//! Arithmetic on [`Progression`]s: a superset of what an operator makes of their members.
//!
//! It is that of the integers; a result that may not fit its width wraps, and of the step only the
//! largest power of two that divides it is left then: that survives reduction modulo 2^width.
//!
//! Source: Granger, "Static analysis of arithmetical congruences" (1989).

use crate::bv::{Op, Value};
use crate::program::Progression;

/// Wider words may be anything.
const WIDEST: u32 = 64;

impl Progression {
    /// All signed numbers of a width.
    pub(super) fn any(width: u32) -> Self {
        let (low, high) = ends(width);
        Self { start: 0, step: 1, low, high }
    }

    /// Only this one.
    pub(super) fn constant(n: i128) -> Self {
        Self { start: n, step: 0, low: n, high: n }
    }

    /// All from `low` to `high`.
    pub(super) fn between(low: i128, high: i128) -> Self {
        if low == high { Self::constant(low) } else { Self { start: 0, step: 1, low, high } }
    }

    /// A constant bit-vector, as a signed number.
    pub(super) fn of(value: &Value) -> Self {
        let width = value.width();
        match value.small().filter(|_| width <= WIDEST) {
            Some(bits) => {
                let n = bits.cast_signed();
                Self::constant(if value.sign() { n - (1 << width) } else { n })
            }
            None => Self::any(width),
        }
    }

    /// The only member.
    pub(super) fn only(&self) -> Option<i128> {
        (self.step == 0).then_some(self.start)
    }

    /// Whether it is as all here are: bounds that are far from those of the numbers that we compute
    /// with, but for words that may be anything; and a member, where there is no step.
    pub(super) fn is_regular(&self) -> bool {
        const FAR: i128 = 1 << 66;
        let near = |n: i128| (-FAR..=FAR).contains(&n);
        let bounded = near(self.start) && near(self.low) && near(self.high);
        let single = self.low <= self.start && self.start <= self.high;
        *self == Self::any(WIDEST + 1)
            || bounded && (0..=1 << WIDEST).contains(&self.step) && (self.step != 0 || single)
    }

    /// Whether all members lie within these ends.
    pub(super) fn within(&self, low: i128, high: i128) -> bool {
        low <= self.low && self.high <= high
    }

    /// Whether a number is on it, whatever its bounds.
    fn meets(&self, n: i128) -> bool {
        match self.step {
            0 => n == self.start,
            step => n.wrapping_sub(self.start).rem_euclid(step) == 0,
        }
    }

    /// Whether the other's members differ from these by multiples of the step only, whatever the
    /// bounds.
    pub(super) fn is_in_step(&self, other: &Self) -> bool {
        self.meets(other.start)
            && (self.step == 0 && other.step == 0 || self.step != 0 && other.step % self.step == 0)
    }

    /// Whether every member of the other one is a member.
    pub(super) fn includes(&self, other: &Self) -> bool {
        if other.low > other.high {
            return true;
        }
        let single = (other.low == other.high).then_some(other.low);
        let same_step = match single {
            Some(n) => !other.meets(n) || self.meets(n),
            None => self.is_in_step(other),
        };
        other.within(self.low, self.high) && same_step
    }

    /// The same with every bound.
    pub(super) fn unbounded(self) -> Self {
        Self { low: i128::MIN / 4, high: i128::MAX / 4, ..self }
    }

    /// Whether the step survives reduction modulo 2^width.
    pub(super) fn survives(&self, width: u32) -> bool {
        self.step.count_ones() == 1 && self.step <= 1 << width
    }

    /// The smallest that includes both.
    pub(super) fn join(self, other: Self) -> Self {
        let step = gcd(gcd(self.step, other.step), self.start.wrapping_sub(other.start));
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        Self { start: self.start, step, low, high }.normal()
    }

    /// Sums, not yet reduced.
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let sum = Self {
            start: self.start.checked_add(other.start)?,
            step: gcd(self.step, other.step),
            low: self.low.checked_add(other.low)?,
            high: self.high.checked_add(other.high)?,
        };
        Some(sum.normal())
    }

    /// Negations, not yet reduced.
    pub(super) fn minus(self) -> Option<Self> {
        let negated = Self {
            start: self.start.checked_neg()?,
            step: self.step,
            low: self.high.checked_neg()?,
            high: self.low.checked_neg()?,
        };
        Some(negated.normal())
    }

    fn times(self, other: Self) -> Option<Self> {
        let cross = [
            self.start.checked_mul(other.step)?,
            self.step.checked_mul(other.start)?,
            self.step.checked_mul(other.step)?,
        ];
        let step = cross.into_iter().fold(0, gcd);
        let mut ends = vec![];
        for a in [self.low, self.high] {
            for b in [other.low, other.high] {
                ends.push(a.checked_mul(b)?);
            }
        }
        let (low, high) = (*ends.iter().min()?, *ends.iter().max()?);
        Some(Self { start: self.start.checked_mul(other.start)?, step, low, high }.normal())
    }

    /// The start is the least that is not negative, if there are several.
    fn normal(self) -> Self {
        match self.step {
            0 => self,
            step => Self { start: self.start.rem_euclid(step), ..self },
        }
    }

    /// The same modulo 2^width, as signed numbers.
    pub(super) fn fit(self, width: u32) -> Self {
        if width > WIDEST {
            return Self::any(width);
        }
        let (low, high) = ends(width);
        if self.within(low, high) {
            return self.normal();
        }
        let all = 1i128 << width;
        let step = gcd(self.step & self.step.wrapping_neg(), all);
        if step == all {
            let n = self.start.rem_euclid(all);
            return Self::constant(if n > high { n - all } else { n });
        }
        Self { start: self.start, step, low, high }.normal()
    }

    /// Read without sign, of a width.
    fn unsigned(self, width: u32) -> Option<Self> {
        if width > WIDEST {
            return None;
        }
        if self.low >= 0 {
            return Some(self);
        }
        let all = 1i128 << width;
        match self.only() {
            Some(n) => Some(Self::constant(n.rem_euclid(all))),
            None => {
                let step = gcd(self.step & self.step.wrapping_neg(), all);
                Some(Self { start: self.start, step, low: 0, high: all - 1 }.normal())
            }
        }
    }

    /// Rounded down to multiples of a power of two.
    pub(super) fn rounded(self, grain: i128) -> Option<Self> {
        let down = |n: i128| n.checked_sub(n.rem_euclid(grain));
        let low = down(self.low)?;
        match self.step % grain {
            0 => Some(Self { start: down(self.start)?, low, ..self }.normal()),
            _ => Some(Self { start: 0, step: grain, low, high: self.high }),
        }
    }

    fn masked(self, mask: i128) -> Option<Self> {
        let grain = mask & mask.wrapping_neg();
        if mask >= 0 {
            let high = if self.low >= 0 { mask.min(self.high) } else { mask };
            return Some(Self { start: 0, step: grain.max(1), low: 0, high });
        }
        // Other masks than those that clear low bits only say nothing.
        if mask == -grain { self.rounded(grain) } else { None }
    }

    /// What an operator makes of numbers, for operands of `from` bits (of the first) and a result
    /// of `to` bits.
    pub(super) fn apply(op: Op, args: &[Self], from: u32, to: u32) -> Self {
        let result = match (op, args) {
            (Op::Ite, &[_, a, b]) => return a.join(b).fit(to),
            _ if from > WIDEST => None,
            (Op::Add, &[a, b]) => a.plus(b),
            (Op::Sub, &[a, b]) => b.minus().and_then(|b| a.plus(b)),
            (Op::Neg, &[a]) => a.minus(),
            (Op::Mul, &[a, b]) => a.times(b),
            (Op::Shl, &[a, by]) => match by.only() {
                Some(n @ 0..WIDE) if n < from.into() => a.times(Self::constant(1 << n)),
                _ => None,
            },
            (Op::And, &[a, b]) => b
                .only()
                .and_then(|mask| a.masked(mask))
                .or_else(|| a.only().and_then(|mask| b.masked(mask))),
            (Op::Urem, &[a, b]) => match b.only() {
                Some(n @ 1..) if a.low >= 0 => Some(Self::between(0, (n - 1).min(a.high))),
                Some(n @ 1..) => Some(Self::between(0, n - 1)),
                _ => None,
            },
            (Op::Srem, &[a, b]) => match b.only() {
                Some(n @ 1..) => Some(Self::between(if a.low >= 0 { 0 } else { 1 - n }, n - 1)),
                _ => None,
            },
            (Op::Udiv, &[a, b]) => match (b.only(), a.unsigned(from)) {
                (Some(n @ 1..), Some(a)) => Some(Self::between(a.low / n, a.high / n)),
                _ => None,
            },
            (Op::Lshr, &[a, b]) => match (b.only(), a.unsigned(from)) {
                (Some(n @ 0..WIDE), Some(a)) if n < from.into() => {
                    Some(Self::between(a.low >> n, a.high >> n))
                }
                _ => None,
            },
            (Op::ZeroExtend(_), &[a]) => a.unsigned(from),
            (Op::SignExtend(_) | Op::Extract { low: 0, .. }, &[a]) => Some(a),
            _ => None,
        };
        result.map_or(Self::any(to), |numbers| numbers.fit(to))
    }
}

const WIDE: i128 = WIDEST as i128;

/// The least and the greatest signed number of a width.
fn ends(width: u32) -> (i128, i128) {
    match width {
        ..=WIDEST => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        _ => (i128::MIN, i128::MAX),
    }
}

/// The greatest common divisor, not negative.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operator on all members of progressions of four bits.
    #[test]
    fn results_include_what_members_give() {
        let width = 4;
        let mut all = vec![];
        for low in -8..8 {
            for high in low..8 {
                for step in [1, 2, 3, 4] {
                    for start in 0..step {
                        all.push(Progression { start, step, low, high });
                    }
                }
            }
            all.push(Progression::constant(low));
        }
        let members = |set: &Progression| -> Vec<Value> {
            let on = (-8..8).filter(|&n| set.includes(&Progression::constant(n)));
            on.map(|n| Value::new(width, n as u128)).collect()
        };
        let check = |op: Op, sets: &[Progression], args: &[&Value]| {
            let value = op.apply(args);
            let result = Progression::apply(op, sets, width, value.width());
            assert!(
                result.includes(&Progression::of(&value)),
                "{op:?} {sets:?} {args:?} {result:?}"
            );
        };
        let one = [
            Op::Neg,
            Op::Not,
            Op::ZeroExtend(7),
            Op::SignExtend(7),
            Op::Extract { high: 2, low: 0 },
            Op::Extract { high: 3, low: 1 },
        ];
        for a in &all {
            for x in &members(a) {
                one.iter().for_each(|&op| check(op, &[*a], &[x]));
            }
        }
        // Much is known only where one is a single number.
        let few = all.iter().enumerate().filter(|(at, set)| at % 7 == 0 || set.step == 0);
        let few: Vec<&Progression> = few.map(|it| it.1).collect();
        for a in &few {
            for b in &few {
                for x in &members(a) {
                    for y in &members(b) {
                        for op in Op::BINARY_WORD {
                            check(op, &[**a, **b], &[x, y]);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_included_is_on_every_step() {
        let fours = Progression { start: 0, step: 4, low: -8, high: 8 };
        assert!(fours.includes(&Progression::constant(-4)));
        assert!(!fours.includes(&Progression::constant(2)));
        assert!(!fours.includes(&Progression::constant(12)));
        assert!(fours.includes(&Progression { start: 4, step: 8, low: -4, high: 4 }));
        assert!(!fours.includes(&Progression { start: 0, step: 2, low: 0, high: 4 }));
    }
}
