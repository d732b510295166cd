//! Terms as polynomials, operator by operator.

use super::ring::{Atom, Polynomial, power};
use super::{AtomInfo, Form, Ring, WIDEST, cone};
use crate::bv::{Node, Op, Term};

impl Ring<'_> {
    pub(super) fn form(&mut self, root: Term) -> Form {
        for term in cone(self.terms, root, |term| self.forms.contains_key(&term)) {
            let form = self.make(term).unwrap_or_else(|| self.opaque(term));
            self.forms.insert(term, form);
        }
        self.forms[&root].clone()
    }

    /// The form of a term that is not looked into.
    fn opaque(&mut self, term: Term) -> Form {
        let atom = self.atom_of(term);
        if let (Node::App(Op::Eq, _), &[a, b]) = (self.terms.node(term), self.terms.args(term))
            && self.terms.width(a) > 1
        {
            self.atoms[atom].holds = self.solved(a, b);
        }
        let atom = Polynomial::atom(atom);
        Form { low: atom.clone(), whole: atom }
    }

    fn atom_of(&mut self, term: Term) -> Atom {
        if let Some(&atom) = self.of_term.get(&term) {
            return atom;
        }
        let is_symbol = self.terms.as_symbol(term).is_some();
        let width = self.terms.width(term);
        self.atoms.push(AtomInfo { width, value: None, is_symbol, holds: None });
        self.of_term.insert(term, self.atoms.len() - 1);
        self.atoms.len() - 1
    }

    /// `None` if the term is better left alone.
    fn make(&mut self, term: Term) -> Option<Form> {
        let width = self.terms.width(term);
        let args = self.terms.args(term);
        if width > WIDEST || args.iter().any(|&arg| self.terms.width(arg) > WIDEST) {
            return None;
        }
        let arg = |place: usize| &self.forms[&args[place]];
        let one = Polynomial::number(1);
        let ones = Polynomial::number(power(width).wrapping_sub(1));
        // Values of operators on words, modulo 2^width.
        let low = match self.terms.node(term) {
            Node::Symbol(_) => Polynomial::atom(self.atom_of(term)),
            Node::App(Op::Add, _) => arg(0).low.add(1, &arg(1).low),
            Node::App(Op::Sub, _) => arg(0).low.sub(&arg(1).low),
            Node::App(Op::Neg, _) => Polynomial::default().sub(&arg(0).low),
            Node::App(Op::Mul, _) => self.multiply(&arg(0).low, &arg(1).low)?,
            Node::App(Op::Shl, _) => {
                let amount = u32::try_from(arg(1).low.as_number()?).unwrap_or(u32::MAX);
                Polynomial::default().add(power(amount), &arg(0).low)
            }
            Node::App(Op::Extract { low: 0, .. }, _) => arg(0).low.clone(),
            _ => {
                // Those whose value as an integer is known.
                let (low, whole) = match self.terms.node(term) {
                    Node::Const(value) => {
                        let number = Polynomial::number(value.small()?);
                        (number.clone(), number)
                    }
                    Node::App(Op::Not, _) => (ones.sub(&arg(0).low), ones.sub(&arg(0).whole)),
                    Node::App(Op::ZeroExtend(_), _) => (arg(0).whole.clone(), arg(0).whole.clone()),
                    Node::App(Op::Concat, _) => {
                        let shift = power(self.terms.width(args[1]));
                        let above = |form: &Polynomial| arg(1).whole.add(shift, form);
                        (above(&arg(0).low), above(&arg(0).whole))
                    }
                    Node::App(Op::Ite, _) => {
                        let choose = |a: &Polynomial, b: &Polynomial| {
                            Some(self.multiply(&arg(0).whole, &a.sub(b))?.add(1, b))
                        };
                        (choose(&arg(1).low, &arg(2).low)?, choose(&arg(1).whole, &arg(2).whole)?)
                    }
                    Node::App(op @ (Op::And | Op::Or | Op::Xor), _) if width == 1 => {
                        let (a, b) = (&arg(0).whole, &arg(1).whole);
                        let both = self.multiply(a, b)?;
                        let truth = match op {
                            Op::And => both,
                            Op::Or => a.add(1, b).sub(&both),
                            _ => a.add(1, b).sub(&both).sub(&both),
                        };
                        (truth.clone(), truth)
                    }
                    Node::App(Op::Eq, _) => {
                        let (a, b) = (&arg(0), &arg(1));
                        let inner = self.terms.width(args[0]);
                        let truth = if inner == 1 {
                            let both = self.multiply(&a.whole, &b.whole)?;
                            one.sub(&a.whole).sub(&b.whole).add(2, &both)
                        } else {
                            let difference = a.low.sub(&b.low);
                            let settled = self.compare(difference, inner)?.as_number()?;
                            Polynomial::number(u128::from(settled == 0))
                        };
                        (truth.clone(), truth)
                    }
                    _ => return None,
                };
                let low = self.settle(low, width)?;
                let whole = self.settle(whole, WIDEST)?;
                return Some(Form { low, whole });
            }
        };
        let low = self.settle(low, width)?;
        let whole = self.remainder(low.clone(), width);
        Some(Form { low, whole })
    }

    /// The integer below 2^width that is congruent to `low`.
    fn remainder(&mut self, low: Polynomial, width: u32) -> Polynomial {
        let small = low.as_atom().is_some_and(|atom| self.atoms[atom].width <= width);
        if small || low.as_number().is_some() || width == WIDEST {
            return low;
        }
        let next = self.atoms.len();
        let atom = *self.remainders.entry((width, low.clone())).or_insert(next);
        if atom == next {
            self.atoms.push(AtomInfo {
                width,
                value: Some((width, low)),
                is_symbol: false,
                holds: None,
            });
        }
        Polynomial::atom(atom)
    }
}
