//! The normal forms of terms, operator by operator.

use smallvec::SmallVec;

use super::poly::{Monomial, Poly, TooLarge, inverse, power};
use super::{Atom, AtomInfo, Exact, Key, Mode, Modular, Normaliser, WIDEST, largest};
use crate::bv::{Node, Op, Term, Value};

impl Normaliser<'_> {
    pub(super) fn normal(&mut self, term: Term, mode: Mode) -> Poly {
        // An explicit stack: terms of large programs are deeper than the machine's.
        let mut stack = vec![(term, mode)];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let pending = stack.len();
            let needed = self.needed(top.0, top.1);
            stack.extend(needed.into_iter().filter(|need| !self.known.contains_key(need)));
            if stack.len() > pending {
                continue;
            }
            let width = self.terms.width(top.0);
            let poly = self
                .compute(top.0, top.1)
                .unwrap_or_else(|TooLarge| Poly::atom(self.intern(Key::Opaque(top.0), width)));
            self.known.insert(top, poly);
            stack.pop();
        }
        self.known[&(term, mode)].clone()
    }

    /// The normal forms that [`Self::compute`] reads.
    fn needed(&self, term: Term, mode: Mode) -> SmallVec<[(Term, Mode); 3]> {
        let args = self.terms.args(term);
        let all = |mode| args.iter().map(|&arg| (arg, mode)).collect();
        let op = match self.terms.node(term) {
            Node::Const(_) => return SmallVec::new(),
            Node::Symbol(_) if mode == Modular => return SmallVec::new(),
            Node::Symbol(_) => return [(term, Modular)].into_iter().collect(),
            Node::App(op, _) => op,
        };
        match op {
            Op::And | Op::Or | Op::Xor if self.terms.width(term) == 1 => all(Exact),
            Op::ZeroExtend(_) => all(Exact),
            Op::SignExtend(_) => [(args[0], Exact), (args[0], Modular)].into_iter().collect(),
            Op::Eq if self.terms.width(args[0]) == 1 => all(Exact),
            Op::Concat => [(args[0], mode), (args[1], Exact)].into_iter().collect(),
            Op::Ite => [(args[0], Exact), (args[1], mode), (args[2], mode)].into_iter().collect(),
            Op::Not => all(mode),
            _ if mode == Exact && is_remainder(*op) => [(term, Modular)].into_iter().collect(),
            _ => all(Modular),
        }
    }

    fn compute(&mut self, term: Term, mode: Mode) -> Result<Poly, TooLarge> {
        let width = self.terms.width(term);
        let op = match self.terms.node(term) {
            Node::Const(value) => return Ok(Poly::constant(low_bits(value))),
            Node::Symbol(symbol) if mode == Modular => {
                let atom = Poly::atom(self.intern(Key::Symbol(*symbol), width));
                return self.reduce(atom, width.min(WIDEST));
            }
            Node::App(op, _) if mode == Modular || !is_remainder(*op) => *op,
            _ => {
                let value = self.known[&(term, Modular)].clone();
                return Ok(self.remainder(value, width));
            }
        };
        let args: SmallVec<[Term; 3]> = self.terms.args(term).into();
        let get = |i: usize, mode: Mode| &self.known[&(args[i], mode)];
        let one = Poly::constant(1);
        let minus = u128::MAX;
        let poly = match op {
            Op::And if width == 1 => self.product(get(0, Exact), get(1, Exact))?,
            Op::Or if width == 1 => {
                let both = self.product(get(0, Exact), get(1, Exact))?;
                get(0, Exact).clone().plus(get(1, Exact), 1).plus(&both, minus)
            }
            Op::Xor if width == 1 => {
                let both = self.product(get(0, Exact), get(1, Exact))?;
                get(0, Exact).clone().plus(get(1, Exact), 1).plus(&both, minus - 1)
            }
            Op::Eq if self.terms.width(args[0]) == 1 => {
                let both = self.product(get(0, Exact), get(1, Exact))?;
                one.plus(get(0, Exact), minus).plus(get(1, Exact), minus).plus(&both, 2)
            }
            Op::Eq if self.terms.width(args[0]) <= WIDEST => {
                let difference = get(0, Modular).clone().plus(get(1, Modular), minus);
                return self.zero(difference, self.terms.width(args[0]));
            }
            Op::Not => Poly::constant(power(width).wrapping_sub(1)).plus(get(0, mode), minus),
            Op::Ite => {
                let (a, b) = (get(1, mode), get(2, mode));
                let difference = a.clone().plus(b, minus);
                self.product(get(0, Exact), &difference)?.plus(b, 1)
            }
            Op::ZeroExtend(_) => get(0, Exact).clone(),
            Op::SignExtend(_) => {
                let inner = self.terms.width(args[0]);
                let above = power(width).wrapping_sub(power(inner));
                let (value, sign) = (get(0, Exact).clone(), get(0, Modular).clone());
                // From 128 bits on the bits above don't count.
                if inner >= WIDEST { value } else { value.plus(&self.sign(sign, inner), above) }
            }
            Op::Concat => {
                let shift = power(self.terms.width(args[1]));
                get(1, Exact).clone().plus(get(0, mode), shift)
            }
            Op::Add => get(0, Modular).clone().plus(get(1, Modular), 1),
            Op::Sub => get(0, Modular).clone().plus(get(1, Modular), minus),
            Op::Neg => get(0, Modular).scaled(minus),
            Op::Mul => self.product(get(0, Modular), get(1, Modular))?,
            Op::Shl if width <= WIDEST && get(1, Modular).as_constant().is_some() => {
                let amount = get(1, Modular).as_constant().expect("just seen");
                get(0, Modular).scaled(power(u32::try_from(amount).unwrap_or(u32::MAX)))
            }
            Op::Extract { low: 0, .. } => get(0, Modular).clone(),
            _ => {
                let operands: Option<SmallVec<[Poly; 2]>> = args
                    .iter()
                    .map(|&arg| {
                        (self.terms.width(arg) <= WIDEST)
                            .then(|| self.known[&(arg, Modular)].clone())
                    })
                    .collect();
                let operand_width = self.terms.width(args[0]);
                let operands = operands.ok_or(TooLarge)?;
                return Ok(self.application(op, operand_width, operands, width));
            }
        };
        self.reduce(poly, if mode == Modular { width.min(WIDEST) } else { WIDEST })
    }

    /// The exact value of what is `value` modulo 2^width and less than 2^width.
    fn remainder(&mut self, value: Poly, width: u32) -> Poly {
        if width >= WIDEST || self.is_below(&value, width) {
            return value;
        }
        Poly::atom(self.intern(Key::Remainder(width, value), width))
    }

    /// Whether a polynomial, as one over the integers, is less than 2^width whatever its atoms are.
    fn is_below(&mut self, poly: &Poly, width: u32) -> bool {
        let most = |bounds: bool| {
            let most = |atom: &Atom| {
                let AtomInfo { width, bound, .. } = &self.atoms[*atom];
                let bound = bound.as_ref().filter(|_| bounds);
                bound.map_or(largest(*width), |bound| bound.most)
            };
            let product = |(monomial, &factor): (&Monomial, &u128)| {
                monomial.iter().try_fold(factor, |product, atom| product.checked_mul(most(atom)))
            };
            let mut products = poly.0.iter().map(product);
            products.try_fold(0u128, |sum, product| sum.checked_add(product?))
        };
        let is_less = |most: Option<u128>| most.is_some_and(|most| most < power(width));
        if is_less(most(false)) {
            return true;
        }
        let is_below = is_less(most(true));
        if is_below {
            let atoms = poly.0.keys().flatten();
            let bounds = atoms.filter_map(|atom| self.atoms[*atom].bound.as_ref());
            self.used.extend(bounds.flat_map(|bound| bound.sources.iter().copied()));
        }
        is_below
    }

    /// The highest bit of what is `value` modulo 2^width.
    fn sign(&mut self, value: Poly, width: u32) -> Poly {
        match value.as_constant() {
            Some(constant) => Poly::constant(constant >> (width - 1) & 1),
            None if self.is_below(&value, width - 1) => Poly::default(),
            None if width == 1 => self.remainder(value, 1),
            None => {
                let op = Op::Extract { high: width - 1, low: width - 1 };
                Poly::atom(self.intern(Key::App(op, width, [value].into_iter().collect()), 1))
            }
        }
    }

    /// Whether a polynomial is 0 modulo 2^width, as a polynomial.
    fn zero(&mut self, poly: Poly, width: u32) -> Result<Poly, TooLarge> {
        let poly = self.settle(poly, width)?;
        if let Some(value) = poly.as_constant() {
            return Ok(Poly::constant(u128::from(value == 0)));
        }
        // 2^k·p = 0 modulo 2^w means p = 0 modulo 2^(w−k); an odd factor doesn't matter.
        let twos = poly.twos();
        let width = width - twos;
        let first = poly.0.values().next().expect("it is not zero") >> twos;
        let unit = inverse(first >> first.trailing_zeros());
        let shifted = poly.0.into_iter().map(|(m, c)| (m, (c >> twos).wrapping_mul(unit)));
        let poly = Poly(shifted.collect()).masked(width);
        Ok(Poly::atom(self.intern(Key::Zero(width, poly), 1)))
    }

    /// An operator that has no polynomial, on operands of `inner` bits.
    fn application(
        &mut self,
        op: Op,
        inner: u32,
        mut args: SmallVec<[Poly; 2]>,
        width: u32,
    ) -> Poly {
        match op {
            Op::Ult | Op::Slt | Op::Ule | Op::Sle if args[0] == args[1] => {
                Poly::constant(u128::from(matches!(op, Op::Ule | Op::Sle)))
            }
            Op::Ule | Op::Sle => {
                let strict = if op == Op::Ule { Op::Ult } else { Op::Slt };
                args.reverse();
                let exceeds = self.application(strict, inner, args, width);
                Poly::constant(1).plus(&exceeds, u128::MAX)
            }
            _ => {
                if op.is_commutative() {
                    args.sort();
                }
                Poly::atom(self.intern(Key::App(op, inner, args), width))
            }
        }
    }
}

/// Whether a term of this operator, read as an integer, is taken for the remainder of
/// its own modular form.
fn is_remainder(op: Op) -> bool {
    matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Neg | Op::Shl | Op::Extract { low: 0, .. })
}

/// The constant modulo 2^128.
pub(super) fn low_bits(value: &Value) -> u128 {
    value.small().unwrap_or_else(|| {
        let digits = value.to_big();
        let mut digits = digits.iter_u64_digits();
        let mut next = || u128::from(digits.next().unwrap_or(0));
        next() | next() << 64
    })
}
