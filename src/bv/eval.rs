//! The evaluator: what the operators mean. Everything else is tested against it.
//!
//! Source: SMT-LIB 2.6, theories FixedSizeBitVectors and ArraysEx, logic QF_BV.

use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Array, Node, Op, SymbolId, Term, TermStore, Value};

/// Values of symbols.
pub type Assignment = FxHashMap<SymbolId, Value>;

impl Op {
    /// Applies the operator to constants.
    ///
    /// # Panics
    /// If number or widths of the operands don't fit (see [`Op::result_width`]).
    pub fn apply(self, args: &[&Value]) -> Value {
        let first = args[0];
        match self {
            Op::Ite => return if first.is_true() { args[1].clone() } else { args[2].clone() },
            Op::Eq => return Value::bool(first == args[1]),
            Op::Select => return array(first).select(args[1]).clone(),
            Op::Float(op) => return op.apply(args),
            Op::Store => {
                let word = (args[1].clone(), args[2].clone());
                return array(first).clone().with([word]).into();
            }
            _ => {}
        }
        let width = first.width();
        match (first.small(), args.get(1).map_or(Some(0), |b| b.small())) {
            (Some(a), Some(b)) if self.fits_small(args) => self.apply_small(width, a, b, args),
            _ => self.apply_big(args),
        }
    }

    /// Whether the result of operands of at most 128 bits has at most 128 bits.
    fn fits_small(self, args: &[&Value]) -> bool {
        match self {
            Op::Concat => args[0].width() + args[1].width() <= 128,
            Op::ZeroExtend(to) | Op::SignExtend(to) => to <= 128,
            _ => true,
        }
    }

    fn apply_small(self, width: u32, a: u128, b: u128, args: &[&Value]) -> Value {
        // Two's complement as a machine integer.
        let signed = |n: u128| ((n << (128 - width)) as i128) >> (128 - width);
        let result = match self {
            Op::Not => !a,
            Op::Neg => a.wrapping_neg(),
            Op::And => a & b,
            Op::Or => a | b,
            Op::Xor => a ^ b,
            Op::Add => a.wrapping_add(b),
            Op::Sub => a.wrapping_sub(b),
            Op::Mul => a.wrapping_mul(b),
            Op::Udiv => a.checked_div(b).unwrap_or(u128::MAX),
            Op::Urem => a.checked_rem(b).unwrap_or(a),
            Op::Sdiv if b == 0 => {
                if signed(a) >= 0 {
                    u128::MAX
                } else {
                    1
                }
            }
            Op::Sdiv => signed(a).wrapping_div(signed(b)) as u128,
            Op::Srem if b == 0 => a,
            Op::Srem => signed(a).wrapping_rem(signed(b)) as u128,
            Op::Shl if b >= u128::from(width) => 0,
            Op::Shl => a << b,
            Op::Lshr if b >= u128::from(width) => 0,
            Op::Lshr => a >> b,
            Op::Ashr => (signed(a) >> b.min(u128::from(width - 1))) as u128,
            Op::Ult => return Value::bool(a < b),
            Op::Ule => return Value::bool(a <= b),
            Op::Slt => return Value::bool(signed(a) < signed(b)),
            Op::Sle => return Value::bool(signed(a) <= signed(b)),
            Op::Concat => return Value::new(width + args[1].width(), a << args[1].width() | b),
            Op::Extract { high, low } => return Value::new(high - low + 1, a >> low),
            Op::ZeroExtend(to) => return Value::new(to, a),
            Op::SignExtend(to) => return Value::new(to, signed(a) as u128),
            Op::Eq | Op::Ite | Op::Select | Op::Store | Op::Float(_) => {
                unreachable!("handled before")
            }
        };
        Value::new(width, result)
    }

    fn apply_big(self, args: &[&Value]) -> Value {
        let width = args[0].width();
        let a = args[0].to_big();
        let b = args.get(1).map_or_else(BigUint::zero, |b| b.to_big());
        let signed = |i: usize| args[i].to_signed_big();
        let shift = || b.iter_u64_digits().next().unwrap_or(0);
        let over = b >= BigUint::from(width);
        match self {
            Op::Not => Value::from_big(width, &(Value::ones(width).to_big() ^ a)),
            Op::Neg => Value::from_signed_big(width, &-BigInt::from(a)),
            Op::And => Value::from_big(width, &(a & b)),
            Op::Or => Value::from_big(width, &(a | b)),
            Op::Xor => Value::from_big(width, &(a ^ b)),
            Op::Add => Value::from_big(width, &(a + b)),
            Op::Sub => Value::from_signed_big(width, &(BigInt::from(a) - BigInt::from(b))),
            Op::Mul => Value::from_big(width, &(a * b)),
            Op::Udiv if b.is_zero() => Value::ones(width),
            Op::Udiv => Value::from_big(width, &(a / b)),
            Op::Urem if b.is_zero() => args[0].clone(),
            Op::Urem => Value::from_big(width, &(a % b)),
            Op::Sdiv if b.is_zero() => {
                if args[0].sign() {
                    Value::one(width)
                } else {
                    Value::ones(width)
                }
            }
            Op::Sdiv => Value::from_signed_big(width, &(signed(0) / signed(1))),
            Op::Srem if b.is_zero() => args[0].clone(),
            Op::Srem => Value::from_signed_big(width, &(signed(0) % signed(1))),
            Op::Shl | Op::Lshr if over => Value::zero(width),
            Op::Shl => Value::from_big(width, &(a << shift())),
            Op::Lshr => Value::from_big(width, &(a >> shift())),
            Op::Ashr if over => {
                if args[0].sign() {
                    Value::ones(width)
                } else {
                    Value::zero(width)
                }
            }
            Op::Ashr => Value::from_signed_big(width, &(signed(0) >> shift())),
            Op::Ult => Value::bool(a < b),
            Op::Ule => Value::bool(a <= b),
            Op::Slt => Value::bool(signed(0) < signed(1)),
            Op::Sle => Value::bool(signed(0) <= signed(1)),
            Op::Concat => {
                let low = args[1].width();
                Value::from_big(width + low, &((a << low) | b))
            }
            Op::Extract { high, low } => Value::from_big(high - low + 1, &(a >> low)),
            Op::ZeroExtend(to) => Value::from_big(to, &a),
            Op::SignExtend(to) => Value::from_signed_big(to, &signed(0)),
            Op::Eq | Op::Ite | Op::Select | Op::Store | Op::Float(_) => {
                unreachable!("handled before")
            }
        }
    }
}

fn array(value: &Value) -> &Array {
    value.as_array().expect("the sorts fit")
}

/// Evaluates terms one after the other, sharing what they share.
pub struct Evaluator<'a> {
    store: &'a TermStore,
    symbols: &'a Assignment,
    known: FxHashMap<Term, Value>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator under the given values of symbols.
    pub fn new(store: &'a TermStore, symbols: &'a Assignment) -> Self {
        Self { store, symbols, known: FxHashMap::default() }
    }

    /// The value of `term`. A symbol without a value counts as 0.
    pub fn eval(&mut self, term: Term) -> Value {
        // An explicit stack: terms of large programs are deeper than the machine's.
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let args = self.store.args(top);
            let pending = stack.len();
            stack.extend(args.iter().filter(|arg| !self.known.contains_key(arg)));
            if stack.len() > pending {
                continue;
            }
            let args = args.iter().map(|arg| &self.known[arg]);
            let value = apply(self.store, top, args, self.symbols);
            self.known.insert(top, value);
            stack.pop();
        }
        self.known[&term].clone()
    }
}

/// The value of a term whose operands have these values. A symbol without one counts as 0.
pub(super) fn apply<'v>(
    store: &TermStore,
    term: Term,
    operands: impl Iterator<Item = &'v Value>,
    symbols: &Assignment,
) -> Value {
    match store.node(term) {
        Node::Const(value) => value.clone(),
        Node::Symbol(symbol) => match symbols.get(symbol) {
            Some(value) => value.clone(),
            None => store.sort(term).zero(),
        },
        Node::App(op, _) => op.apply(&operands.collect::<SmallVec<[&Value; 3]>>()),
    }
}

/// The value of one term. A symbol without a value counts as 0.
pub fn eval(store: &TermStore, term: Term, symbols: &Assignment) -> Value {
    Evaluator::new(store, symbols).eval(term)
}

#[cfg(test)]
mod tests {
    use num_traits::One;

    use super::*;

    /// The machine-integer and the big-integer evaluator are two opinions on one meaning.
    #[test]
    fn small_and_big_agree() {
        for width in 1..=5u32 {
            for a in 0..1u128 << width {
                for b in 0..1u128 << width {
                    let (x, y) = (Value::new(width, a), Value::new(width, b));
                    // Equality is decided before either of the two is asked.
                    for op in Op::binary().filter(|&op| op != Op::Eq) {
                        assert_eq!(
                            op.apply(&[&x, &y]),
                            op.apply_big(&[&x, &y]),
                            "{op:?} {x:?} {y:?}"
                        );
                    }
                }
                let x = Value::new(width, a);
                let mut unary =
                    vec![Op::Not, Op::Neg, Op::ZeroExtend(width + 3), Op::SignExtend(width + 3)];
                for high in 0..width {
                    unary.extend((0..=high).map(|low| Op::Extract { high, low }));
                }
                for op in unary {
                    assert_eq!(op.apply(&[&x]), op.apply_big(&[&x]), "{op:?} {x:?}");
                }
            }
        }
    }

    #[test]
    fn corner_cases_at_full_width() {
        let min = Value::min_signed(128);
        let minus_one = Value::ones(128);
        assert_eq!(Op::Sdiv.apply(&[&min, &minus_one]), min);
        assert!(Op::Srem.apply(&[&min, &minus_one]).is_zero());
        assert_eq!(Op::Ashr.apply(&[&min, &minus_one]), minus_one);
        assert_eq!(Op::SignExtend(256).apply(&[&min]).to_signed_big(), min.to_signed_big());
        assert!(BigUint::one() == Op::Urem.apply(&[&Value::one(129), &Value::zero(129)]).to_big());
    }
}
