//! What always holds of products, quotients and remainders of integers, said without computing them.
//!
//! A product of numbers in two intervals lies between the least and the greatest product of their
//! ends, for it is linear in each factor while the other stays; this is stated where these
//! products are words of the width, so that none of them wraps around. A quotient is no greater
//! than what is divided, and a remainder less than the divisor; both as numbers without sign, and
//! for two numbers that are not negative also with one.
//!
//! Any interval makes a true statement, as it is stated that *if* the operands lie in them, the
//! result does: where they come from is not trusted.

use smallvec::SmallVec;

use crate::bounds::Known;
use crate::bv::{Op, Term, TermStore};

/// Products of narrower words take few gates.
const NARROW: u32 = 8;

/// An operation of whose result something can be stated.
pub(super) struct Operation<'a> {
    /// [`is_large`].
    pub op: Op,
    pub args: &'a [Term],
    /// What may be known of each operand.
    pub known: &'a [Known],
    pub result: Term,
}

/// Whether the circuit of an operator on operands of this width is large.
pub(super) fn is_large(op: Op, width: u32, has_constant: bool) -> bool {
    width > NARROW
        && match op {
            // One sum for each bit of the number that is set.
            Op::Mul => !has_constant,
            Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => true,
            _ => false,
        }
}

impl Operation<'_> {
    /// Truth values that hold whatever the operands are, if the result is that of the operator.
    pub fn stated(&self, terms: &mut TermStore) -> SmallVec<[Term; 2]> {
        match self.op {
            Op::Mul => {
                let all = [self.product(terms, true), self.product(terms, false)];
                all.into_iter().flatten().collect()
            }
            Op::Udiv => [self.unsigned_quotient(terms)].into_iter().collect(),
            Op::Urem => [self.unsigned_remainder(terms)].into_iter().collect(),
            Op::Sdiv | Op::Srem => [self.not_negative(terms)].into_iter().collect(),
            _ => SmallVec::new(),
        }
    }

    /// Width of operands and result.
    fn width(&self) -> u32 {
        self.known[0].width()
    }

    /// If both factors lie between the ends that are known, so does the product.
    fn product(&self, terms: &mut TermStore, signed: bool) -> Option<Term> {
        let ends = |known: &Known| -> Option<(i128, i128)> {
            if signed {
                return Some(known.signed());
            }
            let (low, high) = known.unsigned();
            Some((low.try_into().ok()?, high.try_into().ok()?))
        };
        let all = (ends(&self.known[0])?, ends(&self.known[1])?);
        let (least, most) = of_factors(all, self.args[0] == self.args[1])?;
        let (lowest, highest) = self.range(signed)?;
        if least < lowest || highest < most {
            return None;
        }
        let mut stated = self.within(terms, signed, self.result, (least, most));
        for (&arg, ends) in self.args.iter().zip([all.0, all.1]) {
            let inside = self.within(terms, signed, arg, ends);
            let outside = terms.app_verbatim(Op::Not, &[inside]);
            stated = terms.app_verbatim(Op::Or, &[outside, stated]);
        }
        Some(stated)
    }

    /// The numbers that words of this width stand for; `None` if there are more than an `i128` can
    /// tell apart.
    fn range(&self, signed: bool) -> Option<(i128, i128)> {
        let half = 1i128.checked_shl(self.width() - 1).filter(|&half| half > 0)?;
        match signed {
            true => Some((-half, half - 1)),
            false => Some((0, half.checked_mul(2)? - 1)),
        }
    }

    /// That a word lies between two numbers of [`Self::range`].
    fn within(
        &self,
        terms: &mut TermStore,
        signed: bool,
        word: Term,
        (low, high): (i128, i128),
    ) -> Term {
        let [low, high] = [low, high].map(|end| terms.number(self.width(), end as u128));
        let op = if signed { Op::Sle } else { Op::Ule };
        let above = terms.app_verbatim(op, &[low, word]);
        let below = terms.app_verbatim(op, &[word, high]);
        terms.app_verbatim(Op::And, &[above, below])
    }

    /// The divisor is 0, or the quotient is no greater than what is divided.
    fn unsigned_quotient(&self, terms: &mut TermStore) -> Term {
        let zero = terms.number(self.width(), 0);
        let by_zero = terms.app_verbatim(Op::Eq, &[self.args[1], zero]);
        let less = terms.app_verbatim(Op::Ule, &[self.result, self.args[0]]);
        terms.app_verbatim(Op::Or, &[by_zero, less])
    }

    /// The remainder is no greater than what is divided; and the divisor is 0, or greater.
    fn unsigned_remainder(&self, terms: &mut TermStore) -> Term {
        let zero = terms.number(self.width(), 0);
        let by_zero = terms.app_verbatim(Op::Eq, &[self.args[1], zero]);
        let less = terms.app_verbatim(Op::Ult, &[self.result, self.args[1]]);
        let less = terms.app_verbatim(Op::Or, &[by_zero, less]);
        let no_greater = terms.app_verbatim(Op::Ule, &[self.result, self.args[0]]);
        terms.app_verbatim(Op::And, &[less, no_greater])
    }

    /// Of numbers that are not negative, by one that is not 0: quotient and remainder are not
    /// negative and no greater than what is divided, and the remainder is less than the divisor.
    fn not_negative(&self, terms: &mut TermStore) -> Term {
        let zero = terms.number(self.width(), 0);
        let mut stated = terms.app_verbatim(Op::Sle, &[zero, self.result]);
        let mut and = |terms: &mut TermStore, op: Op, bound: Term| {
            let below = terms.app_verbatim(op, &[self.result, bound]);
            stated = terms.app_verbatim(Op::And, &[stated, below]);
        };
        and(terms, Op::Sle, self.args[0]);
        if self.op == Op::Srem {
            and(terms, Op::Slt, self.args[1]);
        }
        let negative = terms.app_verbatim(Op::Slt, &[self.args[0], zero]);
        let by_none = terms.app_verbatim(Op::Sle, &[self.args[1], zero]);
        let else_ = terms.app_verbatim(Op::Or, &[negative, by_none]);
        terms.app_verbatim(Op::Or, &[else_, stated])
    }
}

/// Between which numbers the products of numbers between these ends lie; `square` says that both
/// factors are one number. `None` if there is no `i128` for one.
fn of_factors(
    ((a_low, a_high), (b_low, b_high)): ((i128, i128), (i128, i128)),
    square: bool,
) -> Option<(i128, i128)> {
    let corners = [(a_low, b_low), (a_low, b_high), (a_high, b_low), (a_high, b_high)];
    let mut products = SmallVec::<[i128; 4]>::new();
    for (a, b) in corners {
        products.push(a.checked_mul(b)?);
    }
    let (least, most) = (*products.iter().min()?, *products.iter().max()?);
    if !square {
        return Some((least, most));
    }
    let away_from_zero = if a_low > 0 {
        products[0]
    } else if a_high < 0 {
        products[3]
    } else {
        0
    };
    Some((away_from_zero, most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::{Assignment, Value, eval};

    const WIDTH: u32 = 4;

    /// All intervals of numbers without sign, and with one.
    fn intervals() -> Vec<Known> {
        let ends = |low: u128| (low..16).map(move |high| Known::between(WIDTH, low, high));
        let signed = |low: i128| (low..8).map(move |high| Known::signed_between(WIDTH, low, high));
        let all = (0..16).flat_map(ends).chain((-8..8).flat_map(signed));
        all.map(|known| known.expect("not empty")).collect()
    }

    /// Whatever the operands are, and whatever is known of them: it need not be so.
    #[test]
    fn what_is_stated_is_true_of_all_operands() {
        let mut all = 0;
        for op in [Op::Mul, Op::Udiv, Op::Urem, Op::Sdiv, Op::Srem] {
            for (place, &first) in intervals().iter().enumerate() {
                for &second in intervals().iter().skip(place % 7).step_by(7) {
                    for square in [false, true] {
                        let mut terms = TermStore::new();
                        let symbols = ["x", "y", "result"].map(|name| terms.symbol(name, WIDTH));
                        let [x, y, result] = symbols;
                        let args = [x, if square { x } else { y }];
                        let known = [first, if square { first } else { second }];
                        let operation = Operation { op, args: &args, known: &known, result };
                        let said = operation.stated(&mut terms);
                        let whole = terms.conjunction(said.iter().copied());
                        all += said.len();
                        for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
                            let b = if square { a } else { b };
                            let values = [a, b].map(|bits| Value::new(WIDTH, bits));
                            let is = op.apply(&[&values[0], &values[1]]);
                            let [a, b] = values;
                            let values: Assignment = symbols
                                .iter()
                                .zip([a, b, is])
                                .map(|(&it, value)| (terms.as_symbol(it).expect("one"), value))
                                .collect();
                            assert!(
                                eval(&terms, whole, &values).is_true(),
                                "{op:?} {known:?} {values:?}"
                            );
                        }
                    }
                }
            }
        }
        assert!(all > 10_000, "{all}");
    }

    /// Ends are those of the products, as long as no product wraps around.
    #[test]
    fn ends_of_products_are_exact() {
        let by_hand = |a: (i128, i128), b: (i128, i128), square: bool| {
            let pairs = (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y)));
            let products = pairs.filter(|(x, y)| !square || x == y).map(|(x, y)| x * y);
            let products: Vec<i128> = products.collect();
            Some((*products.iter().min()?, *products.iter().max()?))
        };
        let ends = || (-5..6).flat_map(|low| (low..6).map(move |high| (low, high)));
        for a in ends() {
            assert_eq!(of_factors((a, a), true), by_hand(a, a, true), "{a:?}");
            for b in ends() {
                assert_eq!(of_factors((a, b), false), by_hand(a, b, false), "{a:?} {b:?}");
            }
        }
        let most = (i128::MAX, i128::MAX);
        assert_eq!(of_factors((most, most), false), None);
    }
}
