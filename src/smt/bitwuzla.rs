//! Bitwuzla (Niemetz, Preiner: Bitwuzla, CAV 2023) through its C interface.
//!
//! Our truth values are bit-vectors of width 1; Bitwuzla's predicates are Boolean and
//! are turned into such bit-vectors one by one.

mod float;

use std::ffi::{CStr, CString, c_char, c_void};

use bitwuzla_sys as ffi;
use rustc_hash::FxHashMap;

use super::Solver;
use crate::bv::{Node, Op, Term, TermStore, Value};
use crate::sat::Answer;
use crate::support::Budget;

/// A Bitwuzla solver for the terms of one store.
pub struct Bitwuzla<'a> {
    store: &'a TermStore,
    manager: *mut ffi::BitwuzlaTermManager,
    options: *mut ffi::BitwuzlaOptions,
    solver: *mut ffi::Bitwuzla,
    known: float::Known,
    sorts: FxHashMap<u32, ffi::BitwuzlaSort>,
    one: ffi::BitwuzlaTerm,
    zero: ffi::BitwuzlaTerm,
    /// What the termination callback looks at.
    budget: Box<Budget>,
}

impl<'a> Bitwuzla<'a> {
    /// A solver without assertions.
    pub fn new(store: &'a TermStore) -> Self {
        // SAFETY: the three objects live until `drop`; a solver needs its manager and a
        // copy of its options. The truth values are terms of the manager.
        unsafe {
            ffi::bitwuzla_set_abort_callback(Some(misused));
            let manager = ffi::bitwuzla_term_manager_new();
            let options = ffi::bitwuzla_options_new();
            let solver = ffi::bitwuzla_new(manager, options);
            let bit = ffi::bitwuzla_mk_bv_sort(manager, 1);
            Self {
                store,
                manager,
                options,
                solver,
                known: FxHashMap::default(),
                sorts: FxHashMap::from_iter([(1, bit)]),
                one: ffi::bitwuzla_mk_bv_one(manager, bit),
                zero: ffi::bitwuzla_mk_bv_zero(manager, bit),
                budget: Box::default(),
            }
        }
    }

    /// Name and version, for reports.
    pub fn version() -> String {
        // SAFETY: a static string that ends in 0.
        let version = unsafe { CStr::from_ptr(ffi::bitwuzla_version()) };
        format!("Bitwuzla {}", version.to_string_lossy())
    }

    fn sort(&mut self, width: u32) -> ffi::BitwuzlaSort {
        let manager = self.manager;
        // SAFETY: the manager is alive, the width positive.
        let make = || unsafe { ffi::bitwuzla_mk_bv_sort(manager, width.into()) };
        *self.sorts.entry(width).or_insert_with(make)
    }

    /// The Boolean that a term of width 1 is 1.
    fn truth(&mut self, term: Term) -> ffi::BitwuzlaTerm {
        assert_eq!(self.store.width(term), 1, "only truth values can be asserted");
        let bit = self.translate(term);
        self.two(ffi::BITWUZLA_KIND_EQUAL, bit, self.one)
    }

    fn translate(&mut self, term: Term) -> ffi::BitwuzlaTerm {
        let mut known = std::mem::take(&mut self.known);
        let translated = self.translate_in(self.store, &mut known, term);
        self.known = known;
        translated
    }

    /// A term of some store, of whose terms `known` are translated.
    fn translate_in(
        &mut self,
        store: &TermStore,
        known: &mut float::Known,
        term: Term,
    ) -> ffi::BitwuzlaTerm {
        // An explicit stack: terms of large programs are deeper than the machine's.
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let sort = self.sort(store.width(top));
            let translated = match store.node(top) {
                Node::Const(value) => self.value(value),
                // SAFETY: a symbol may have no name.
                Node::Symbol(_) => unsafe {
                    ffi::bitwuzla_mk_const(self.manager, sort, std::ptr::null())
                },
                &Node::App(op, _) => {
                    let args = store.args(top);
                    let pending = stack.len();
                    stack.extend(args.iter().filter(|arg| !known.contains_key(arg)));
                    if stack.len() > pending {
                        continue;
                    }
                    let translated: Vec<_> = args.iter().map(|arg| known[arg]).collect();
                    self.apply(op, &translated, store.width(args[0]))
                }
            };
            known.insert(top, translated);
            stack.pop();
        }
        known[&term]
    }

    fn value(&mut self, value: &Value) -> ffi::BitwuzlaTerm {
        let sort = self.sort(value.width());
        let digits = CString::new(value.to_binary()).expect("digits have no 0 byte");
        // SAFETY: as many binary digits as the sort has bits.
        unsafe { ffi::bitwuzla_mk_bv_value(self.manager, sort, digits.as_ptr(), 2) }
    }

    /// `op` applied to operands, the first of which has `width` bits.
    fn apply(&mut self, op: Op, args: &[ffi::BitwuzlaTerm], width: u32) -> ffi::BitwuzlaTerm {
        let a = args[0];
        let b = args.get(1).copied().unwrap_or(a);
        match op {
            Op::Not => self.one(ffi::BITWUZLA_KIND_BV_NOT, a),
            Op::Neg => self.one(ffi::BITWUZLA_KIND_BV_NEG, a),
            Op::And => self.two(ffi::BITWUZLA_KIND_BV_AND, a, b),
            Op::Or => self.two(ffi::BITWUZLA_KIND_BV_OR, a, b),
            Op::Xor => self.two(ffi::BITWUZLA_KIND_BV_XOR, a, b),
            Op::Add => self.two(ffi::BITWUZLA_KIND_BV_ADD, a, b),
            Op::Sub => self.two(ffi::BITWUZLA_KIND_BV_SUB, a, b),
            Op::Mul => self.two(ffi::BITWUZLA_KIND_BV_MUL, a, b),
            Op::Udiv => self.two(ffi::BITWUZLA_KIND_BV_UDIV, a, b),
            Op::Urem => self.two(ffi::BITWUZLA_KIND_BV_UREM, a, b),
            Op::Sdiv => self.two(ffi::BITWUZLA_KIND_BV_SDIV, a, b),
            Op::Srem => self.two(ffi::BITWUZLA_KIND_BV_SREM, a, b),
            Op::Shl => self.two(ffi::BITWUZLA_KIND_BV_SHL, a, b),
            Op::Lshr => self.two(ffi::BITWUZLA_KIND_BV_SHR, a, b),
            Op::Ashr => self.two(ffi::BITWUZLA_KIND_BV_ASHR, a, b),
            Op::Concat => self.two(ffi::BITWUZLA_KIND_BV_CONCAT, a, b),
            Op::Eq => self.predicate(ffi::BITWUZLA_KIND_EQUAL, a, b),
            Op::Ult => self.predicate(ffi::BITWUZLA_KIND_BV_ULT, a, b),
            Op::Ule => self.predicate(ffi::BITWUZLA_KIND_BV_ULE, a, b),
            Op::Slt => self.predicate(ffi::BITWUZLA_KIND_BV_SLT, a, b),
            Op::Sle => self.predicate(ffi::BITWUZLA_KIND_BV_SLE, a, b),
            Op::Ite => {
                let condition = self.two(ffi::BITWUZLA_KIND_EQUAL, a, self.one);
                self.choose(condition, b, args[2])
            }
            // SAFETY: `Op::result_width` saw that the indices fit.
            Op::Extract { high, low } => unsafe {
                let kind = ffi::BITWUZLA_KIND_BV_EXTRACT;
                ffi::bitwuzla_mk_term1_indexed2(self.manager, kind, a, high.into(), low.into())
            },
            Op::ZeroExtend(to) => self.extend(ffi::BITWUZLA_KIND_BV_ZERO_EXTEND, a, to - width),
            Op::SignExtend(to) => self.extend(ffi::BITWUZLA_KIND_BV_SIGN_EXTEND, a, to - width),
            Op::Float(op) => self.float(op, args),
            Op::Select | Op::Store => unreachable!("what is certified has no arrays"),
        }
    }

    // SAFETY of the following: all operands are terms of this manager, of the sorts that
    // `Op::result_width` demands when the term is made.

    fn one(&self, kind: ffi::BitwuzlaKind, a: ffi::BitwuzlaTerm) -> ffi::BitwuzlaTerm {
        unsafe { ffi::bitwuzla_mk_term1(self.manager, kind, a) }
    }

    fn two(
        &self,
        kind: ffi::BitwuzlaKind,
        a: ffi::BitwuzlaTerm,
        b: ffi::BitwuzlaTerm,
    ) -> ffi::BitwuzlaTerm {
        unsafe { ffi::bitwuzla_mk_term2(self.manager, kind, a, b) }
    }

    fn choose(
        &self,
        condition: ffi::BitwuzlaTerm,
        a: ffi::BitwuzlaTerm,
        b: ffi::BitwuzlaTerm,
    ) -> ffi::BitwuzlaTerm {
        unsafe { ffi::bitwuzla_mk_term3(self.manager, ffi::BITWUZLA_KIND_ITE, condition, a, b) }
    }

    fn predicate(
        &self,
        kind: ffi::BitwuzlaKind,
        a: ffi::BitwuzlaTerm,
        b: ffi::BitwuzlaTerm,
    ) -> ffi::BitwuzlaTerm {
        let truth = self.two(kind, a, b);
        self.choose(truth, self.one, self.zero)
    }

    fn extend(&self, kind: ffi::BitwuzlaKind, a: ffi::BitwuzlaTerm, by: u32) -> ffi::BitwuzlaTerm {
        unsafe { ffi::bitwuzla_mk_term1_indexed1(self.manager, kind, a, by.into()) }
    }
}

/// Bitwuzla reports a wrong use of its interface: a bug here. It can't go on, and would
/// end the process with the code that means a violation; this one means an internal error.
extern "C" fn misused(message: *const c_char) {
    // SAFETY: a string that ends in 0.
    let message = unsafe { CStr::from_ptr(message) };
    eprintln!("internal error: Bitwuzla: {}", message.to_string_lossy());
    std::process::exit(4);
}

/// Bitwuzla asks this now and then whether to stop.
extern "C" fn exhausted(budget: *mut c_void) -> i32 {
    // SAFETY: the solver's own budget (see `check`), which nobody writes while it runs.
    let budget = unsafe { &*budget.cast::<Budget>() };
    budget.exhausted().is_some().into()
}

impl Solver for Bitwuzla<'_> {
    fn assert(&mut self, term: Term) {
        let truth = self.truth(term);
        // SAFETY: a Boolean term of the solver's manager.
        unsafe { ffi::bitwuzla_assert(self.solver, truth) }
    }

    fn assert_any(&mut self, terms: &[Term]) {
        let truths: Vec<_> = terms.iter().map(|&term| self.truth(term)).collect();
        let any = truths.into_iter().reduce(|a, b| self.two(ffi::BITWUZLA_KIND_OR, a, b));
        // SAFETY: the manager is alive.
        let any = any.unwrap_or_else(|| unsafe { ffi::bitwuzla_mk_false(self.manager) });
        // SAFETY: a Boolean term of the solver's manager.
        unsafe { ffi::bitwuzla_assert(self.solver, any) }
    }

    fn check(&mut self, assumptions: &[Term], budget: &Budget) -> Answer {
        if budget.exhausted().is_some() {
            return Answer::Interrupted;
        }
        let mut terms: Vec<_> = assumptions.iter().map(|&term| self.truth(term)).collect();
        let count = u32::try_from(terms.len()).expect("fewer than 2^32 assumptions");
        *self.budget = budget.clone();
        let state: *mut Budget = &mut *self.budget;
        // SAFETY: the budget stays where it is, and is written only here, as long as the
        // solver lives.
        let result = unsafe {
            ffi::bitwuzla_set_termination_callback(self.solver, Some(exhausted), state.cast());
            ffi::bitwuzla_check_sat_assuming(self.solver, count, terms.as_mut_ptr())
        };
        match result {
            ffi::BITWUZLA_SAT => Answer::Sat,
            ffi::BITWUZLA_UNSAT => Answer::Unsat,
            _ => Answer::Interrupted,
        }
    }
}

impl Drop for Bitwuzla<'_> {
    fn drop(&mut self) {
        // SAFETY: made in `new`, deleted once, the manager last as it owns the terms.
        unsafe {
            ffi::bitwuzla_delete(self.solver);
            ffi::bitwuzla_options_delete(self.options);
            ffi::bitwuzla_term_manager_delete(self.manager);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::Value;

    /// The operator on symbols that equal the operands must have the evaluator's result,
    /// and no other.
    fn agrees(op: Op, operands: &[Value]) {
        let expected = op.apply(&operands.iter().collect::<Vec<_>>());
        let mut store = TermStore::new();
        let mut equalities = Vec::new();
        let mut args = Vec::new();
        for operand in operands {
            let symbol = store.symbol("x", operand.width());
            let constant = store.constant(operand.clone());
            equalities.push(store.app_verbatim(Op::Eq, &[symbol, constant]));
            args.push(symbol);
        }
        let result = store.app_verbatim(op, &args);
        let constant = store.constant(expected);
        let right = store.app_verbatim(Op::Eq, &[result, constant]);
        let wrong = store.app_verbatim(Op::Not, &[right]);
        let mut solver = Bitwuzla::new(&store);
        for equality in equalities {
            solver.assert(equality);
        }
        let budget = Budget::unlimited();
        assert_eq!(solver.check(&[right], &budget), Answer::Sat, "{op:?} {operands:?}");
        assert_eq!(solver.check(&[wrong], &budget), Answer::Unsat, "{op:?} {operands:?}");
    }

    #[test]
    fn every_operator_means_what_the_evaluator_says() {
        use Op::*;
        for width in [1, 2, 3, 8, 65] {
            let mut values = vec![
                Value::zero(width),
                Value::one(width),
                Value::ones(width),
                Value::min_signed(width),
                Value::new(width, 0x5a5a_6b3c_1d0f_7e92),
            ];
            values.dedup();
            for a in &values {
                for op in [
                    Not,
                    Neg,
                    Extract { high: width - 1, low: width / 2 },
                    ZeroExtend(width),
                    ZeroExtend(width + 5),
                    SignExtend(2 * width),
                ] {
                    agrees(op, std::slice::from_ref(a));
                }
                for b in &values {
                    for op in [
                        And, Or, Xor, Add, Sub, Mul, Udiv, Urem, Sdiv, Srem, Shl, Lshr, Ashr, Eq,
                        Ult, Ule, Slt, Sle, Concat,
                    ] {
                        agrees(op, &[a.clone(), b.clone()]);
                    }
                    for truth in [false, true] {
                        agrees(Ite, &[Value::bool(truth), a.clone(), b.clone()]);
                    }
                }
            }
        }
    }

    /// Numbers of its own formats by its theory, those of others by circuits.
    #[test]
    fn floating_point_operators() {
        use crate::bv::float::samples::{binary, from_integers, random_number, unary};
        use crate::bv::{FloatOp, Format, Rounding};
        let mut random = crate::support::Random::new(4);
        for format in [Format::Mini, Format::Half, Format::Single, Format::Double] {
            let mut ops = binary(format);
            ops.extend(unary(format, &[8, 32, 64]));
            ops.extend(from_integers(32, format));
            ops.extend(Rounding::ALL.map(|rounding| FloatOp::Fma(format, rounding)));
            for op in ops {
                for _ in 0..6 {
                    let mut last = 0;
                    let operands: Vec<Value> = (0..op.arity())
                        .map(|_| {
                            last = random_number(&mut random, format, last);
                            Value::new(op.operand_width(), last)
                        })
                        .collect();
                    agrees(Op::Float(op), &operands);
                }
            }
        }
    }

    /// Neither side recurses over the depth of a term.
    #[test]
    fn deep_terms() {
        let mut store = TermStore::new();
        let (start, step) = (store.symbol("x", 2), store.symbol("y", 2));
        let mut term = start;
        for _ in 0..10_000 {
            term = store.app_verbatim(Op::Add, &[term, step]);
            term = store.app_verbatim(Op::Xor, &[term, start]);
        }
        let claim = store.app_verbatim(Op::Eq, &[term, step]);
        let mut solver = Bitwuzla::new(&store);
        solver.assert(claim);
        let budget = Budget::unlimited().at_most(std::time::Duration::from_secs(20));
        assert_ne!(solver.check(&[], &budget), Answer::Unsat, "x = y = 0 is a model");
    }

    #[test]
    fn stops_when_told() {
        let mut store = TermStore::new();
        // Factors of a product of two primes of 61 bits: out of reach on any machine.
        let (x, y) = (store.symbol("x", 128), store.symbol("y", 128));
        let product = store.app(Op::Mul, &[x, y]);
        let number = store.number(128, ((1 << 61) - 1) * ((1 << 61) - 31));
        let mut all = vec![store.eq(product, number)];
        let (one, limit) = (store.number(128, 1), store.number(128, 1 << 62));
        for factor in [x, y] {
            all.push(store.app(Op::Ult, &[one, factor]));
            all.push(store.app(Op::Ult, &[factor, limit]));
        }
        let mut solver = Bitwuzla::new(&store);
        for term in all {
            solver.assert(term);
        }
        let budget = Budget::unlimited();
        let soon = budget.at_most(std::time::Duration::from_millis(50));
        assert_eq!(solver.check(&[], &soon), Answer::Interrupted);
        budget.cancel();
        assert_eq!(solver.check(&[], &budget), Answer::Interrupted);
    }
}
