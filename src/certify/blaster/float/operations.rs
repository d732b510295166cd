//! The arithmetic operations: what is exact, and what is special.

use super::{Blaster, Exact, Number, Special, exponent_bits};
use crate::bv::{Format, Rounding};
use crate::certify::blaster::{Bits, extend};
use crate::cnf::Lit;

impl Blaster<'_> {
    pub(super) fn float_add(
        &mut self,
        format: Format,
        rounding: Rounding,
        a: &[Lit],
        b: &[Lit],
    ) -> Bits {
        let [a, b] = [a, b].map(|bits| self.take_apart(format, bits));
        self.sum(format, rounding, &a, &b)
    }

    /// The sum of two numbers whose significands are equally long.
    fn sum(&mut self, format: Format, rounding: Rounding, a: &Number, b: &Number) -> Bits {
        let truth = self.gates.truth;
        // A zero has the smallest exponent of all.
        let width = exponent_bits(format);
        let lowest = self.constant(width, -(1 << (width - 2)));
        let [of_a, of_b] = [a, b].map(|it| self.choose(it.is_zero, &lowest, &it.exponent));
        let swap = self.signed_less(&of_a, &of_b);
        let exponent = self.choose(swap, &of_b, &of_a);
        let other = self.choose(swap, &of_a, &of_b);
        let distance = self.subtract(&exponent, &other).0;
        let first = self.choose(swap, &b.significand, &a.significand);
        let second = self.choose(swap, &a.significand, &b.significand);
        let first_sign = self.gates.mux(swap, b.sign, a.sign);
        let second_sign = self.gates.mux(swap, a.sign, b.sign);
        let differ = self.gates.xor(a.sign, b.sign);

        // Three more places, of which the last one stands for all that is lost: if something
        // is, the second is less than a quarter of the first, and the sum loses one place.
        let room = [!truth; 3];
        let first = [&room[..], &first, &[!truth]].concat();
        let second = [&room[..], &second, &[!truth]].concat();
        let (mut second, lost) = self.shift_down(&second, &distance);
        second[0] = self.gates.or(second[0], lost);
        let sum = self.add(&first, &second, !truth).0;
        let (less, fits) = self.subtract(&first, &second);
        let negated = self.subtract(&second, &first).0;
        let difference = self.choose(fits, &less, &negated);
        let of_difference = self.gates.mux(fits, first_sign, second_sign);
        let total = self.choose(differ, &difference, &sum);
        let sign = self.gates.mux(differ, of_difference, first_sign);

        let one = self.constant(width, 1);
        let exponent = self.add(&exponent, &one, !truth).0;
        let (significand, exponent) = self.start_with_one(&total, &exponent);
        let is_zero = !self.any(&total);
        // IEEE 754-2019, 6.3: a zero sum of numbers with different signs.
        let cancelled = if rounding == Rounding::Down { truth } else { !truth };
        let zero = self.gates.mux(differ, cancelled, a.sign);
        let both = self.gates.and(a.is_infinite, b.is_infinite);
        let opposite = self.gates.and(both, differ);
        let is_nan = self.gates.or(a.is_nan, b.is_nan);
        let special = Special {
            is_nan: self.gates.or(is_nan, opposite),
            is_infinite: self.gates.or(a.is_infinite, b.is_infinite),
            is_zero,
            infinity: self.gates.mux(a.is_infinite, a.sign, b.sign),
            zero,
        };
        let exact = Exact { sign, exponent, significand, more: !truth };
        self.round(format, rounding, &exact, &special)
    }

    /// The exact product, with twice as many digits.
    fn exact_product(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Number {
        let truth = self.gates.truth;
        let [a, b] = [a, b].map(|bits| self.take_apart(format, bits));
        let length = 2 * format.precision();
        let [x, y] = [&a, &b].map(|it| extend(&it.significand, length, !truth));
        let product = self.multiply(&x, &y);
        // The first digit of the product is that before the one of both factors.
        let exponent = self.add(&a.exponent, &b.exponent, truth).0;
        let (significand, exponent) = self.start_with_one(&product, &exponent);
        let is_zero = self.gates.or(a.is_zero, b.is_zero);
        let is_infinite = self.gates.or(a.is_infinite, b.is_infinite);
        let undefined = self.gates.and(is_zero, is_infinite);
        let is_nan = self.gates.or(a.is_nan, b.is_nan);
        let is_nan = self.gates.or(is_nan, undefined);
        let sign = self.gates.xor(a.sign, b.sign);
        Number { sign, exponent, significand, is_zero, is_infinite, is_nan }
    }

    pub(super) fn float_multiply(
        &mut self,
        format: Format,
        rounding: Rounding,
        a: &[Lit],
        b: &[Lit],
    ) -> Bits {
        let product = self.exact_product(format, a, b);
        self.round_number(format, rounding, product)
    }

    /// A number whose significand may be longer than the format's.
    pub(super) fn round_number(
        &mut self,
        format: Format,
        rounding: Rounding,
        number: Number,
    ) -> Bits {
        let special = Special {
            is_nan: number.is_nan,
            is_infinite: number.is_infinite,
            is_zero: number.is_zero,
            infinity: number.sign,
            zero: number.sign,
        };
        let Number { sign, exponent, significand, .. } = number;
        let exact = Exact { sign, exponent, significand, more: !self.gates.truth };
        self.round(format, rounding, &exact, &special)
    }

    /// The exact product and a number with as many digits are added.
    pub(super) fn float_fused(
        &mut self,
        format: Format,
        rounding: Rounding,
        [a, b, c]: [&Bits; 3],
    ) -> Bits {
        let product = self.exact_product(format, a, b);
        let c = self.take_apart(format, c);
        let zeros = vec![!self.gates.truth; format.precision() as usize];
        let c = Number { significand: [zeros, c.significand.clone()].concat(), ..c };
        self.sum(format, rounding, &product, &c)
    }

    pub(super) fn float_divide(
        &mut self,
        format: Format,
        rounding: Rounding,
        a: &[Lit],
        b: &[Lit],
    ) -> Bits {
        let truth = self.gates.truth;
        let p = format.precision() as usize;
        let [a, b] = [a, b].map(|bits| self.take_apart(format, bits));
        // An integer quotient with at least two digits more than the precision.
        let dividend = [&vec![!truth; p + 2], &a.significand[..]].concat();
        let divisor = extend(&b.significand, dividend.len() as u32, !truth);
        let (quotient, rest) = self.divide(&dividend, &divisor);
        // Significands differ by less than a factor of two: 2^(p+2) is its largest power.
        let quotient = &quotient[..p + 3];
        let exponent = self.subtract(&a.exponent, &b.exponent).0;
        let (significand, exponent) = self.start_with_one(quotient, &exponent);
        let sign = self.gates.xor(a.sign, b.sign);
        let zeros = self.gates.and(a.is_zero, b.is_zero);
        let infinities = self.gates.and(a.is_infinite, b.is_infinite);
        let undefined = self.gates.or(zeros, infinities);
        let is_nan = self.gates.or(a.is_nan, b.is_nan);
        let special = Special {
            is_nan: self.gates.or(is_nan, undefined),
            is_infinite: self.gates.or(a.is_infinite, b.is_zero),
            is_zero: self.gates.or(a.is_zero, b.is_infinite),
            infinity: sign,
            zero: sign,
        };
        let exact = Exact { sign, exponent, significand, more: self.any(&rest) };
        self.round(format, rounding, &exact, &special)
    }

    /// The square root of an integer with an even exponent, digit by digit: the largest `root`
    /// with `root^2 <= radicand`, where the rest is `radicand - root^2` of the digits so far.
    pub(super) fn float_root(&mut self, format: Format, rounding: Rounding, a: &[Lit]) -> Bits {
        let truth = self.gates.truth;
        let p = format.precision() as usize;
        let number = self.take_apart(format, a);
        let is_odd = number.exponent[0];
        let once = [&number.significand[..], &[!truth]].concat();
        let twice = [&[!truth], &number.significand[..]].concat();
        let digits = self.choose(is_odd, &twice, &once);
        // 2p + 4 bits: two before the point, the others behind it.
        let radicand = [vec![!truth; p + 3], digits].concat();
        let width = p + 6;
        let (mut root, mut rest) = (vec![!truth; width], vec![!truth; width]);
        for pair in radicand.chunks(2).rev() {
            rest = [pair, &rest[..width - 2]].concat();
            let trial = [&[truth, !truth], &root[..width - 2]].concat();
            let (difference, fits) = self.subtract(&rest, &trial);
            rest = self.choose(fits, &difference, &rest);
            root = [&[fits], &root[..width - 1]].concat();
        }
        // The root is between 1 and 2, its exponent half of the number's, rounded down.
        let significand = root[..p + 2].to_vec();
        let half = &number.exponent[1..];
        let exponent = extend(half, number.exponent.len() as u32, half[half.len() - 1]);
        let negative = self.gates.and(number.sign, !number.is_zero);
        let special = Special {
            is_nan: self.gates.or(number.is_nan, negative),
            is_infinite: number.is_infinite,
            is_zero: number.is_zero,
            infinity: number.sign,
            zero: number.sign,
        };
        let more = self.any(&rest);
        let exact = Exact { sign: number.sign, exponent, significand, more };
        self.round(format, rounding, &exact, &special)
    }
}
