//! Bitwuzla's theory of floating-point numbers.
//!
//! Its numbers are values of a sort, with one NaN. A word becomes such a value by `to_fp`; the
//! way back is a fresh word that `to_fp` makes the result of, and that is our NaN if that is
//! one: there is exactly one such word. Formats for which Bitwuzla is not built get the
//! circuits that the engines have, too: there the checker's own blaster is the only check that
//! is independent of them.

use bitwuzla_sys as ffi;
use rustc_hash::FxHashMap;

use super::Bitwuzla;
use crate::bv::float::circuit;
use crate::bv::{FloatOp, Format, Rounding, TermStore};

type Kind = ffi::BitwuzlaKind;
type Term = ffi::BitwuzlaTerm;

/// Whether Bitwuzla has numbers of this format (without its build option `fpexp`).
fn is_known(format: Format) -> bool {
    matches!(format, Format::Half | Format::Single | Format::Double)
}

// SAFETY of the following: terms and sorts of this manager, of the sorts that the operators
// demand.
impl Bitwuzla<'_> {
    pub(super) fn float(&mut self, op: FloatOp, args: &[Term]) -> Term {
        let operand = op.operand_format().or(op.result_format()).expect("one is of numbers");
        if !is_known(operand) || !op.result_format().is_none_or(is_known) {
            return self.circuit(op, args);
        }
        let (a, b) = (args[0], args.get(1).copied().unwrap_or(args[0]));
        match op {
            FloatOp::Add(format, rounding) => {
                self.arithmetic(ffi::BITWUZLA_KIND_FP_ADD, format, rounding, args)
            }
            FloatOp::Mul(format, rounding) => {
                self.arithmetic(ffi::BITWUZLA_KIND_FP_MUL, format, rounding, args)
            }
            FloatOp::Div(format, rounding) => {
                self.arithmetic(ffi::BITWUZLA_KIND_FP_DIV, format, rounding, args)
            }
            FloatOp::Fma(format, rounding) => {
                self.arithmetic(ffi::BITWUZLA_KIND_FP_FMA, format, rounding, args)
            }
            FloatOp::Sqrt(format, rounding) => {
                self.arithmetic(ffi::BITWUZLA_KIND_FP_SQRT, format, rounding, args)
            }
            FloatOp::Integral(format, rounding) => {
                self.arithmetic(ffi::BITWUZLA_KIND_FP_RTI, format, rounding, args)
            }
            FloatOp::Equal(format) => {
                let [a, b] = [a, b].map(|word| self.number(format, word));
                self.predicate(ffi::BITWUZLA_KIND_FP_EQUAL, a, b)
            }
            FloatOp::Less(format) => {
                let [a, b] = [a, b].map(|word| self.number(format, word));
                self.predicate(ffi::BITWUZLA_KIND_FP_LT, a, b)
            }
            FloatOp::IsNan(format) => {
                let number = self.number(format, a);
                let is_nan = self.one(ffi::BITWUZLA_KIND_FP_IS_NAN, number);
                self.choose(is_nan, self.one, self.zero)
            }
            FloatOp::Convert { from, to, rounding } => {
                let number = self.number(from, a);
                let kind = ffi::BITWUZLA_KIND_FP_TO_FP_FROM_FP;
                let result = self.to_format(kind, to, rounding, number);
                self.word(to, result)
            }
            FloatOp::FromInteger { signed, to, rounding, .. } => {
                let kind = if signed {
                    ffi::BITWUZLA_KIND_FP_TO_FP_FROM_SBV
                } else {
                    ffi::BITWUZLA_KIND_FP_TO_FP_FROM_UBV
                };
                let result = self.to_format(kind, to, rounding, a);
                self.word(to, result)
            }
            FloatOp::ToInteger { from, to, signed, rounding } => {
                self.integer_of(from, (to, signed), rounding, a)
            }
        }
    }

    /// The operator as the engines have it.
    fn circuit(&mut self, op: FloatOp, args: &[Term]) -> Term {
        let mut store = TermStore::new();
        let symbols: Vec<_> =
            args.iter().map(|_| store.symbol("operand", op.operand_width())).collect();
        let result = circuit::expand(&mut store, op, &symbols);
        let mut known = symbols.into_iter().zip(args.iter().copied()).collect();
        self.translate_in(&store, &mut known, result)
    }

    fn mode(&self, rounding: Rounding) -> Term {
        let mode = match rounding {
            Rounding::NearestEven => ffi::BITWUZLA_RM_RNE,
            Rounding::NearestAway => ffi::BITWUZLA_RM_RNA,
            Rounding::Up => ffi::BITWUZLA_RM_RTP,
            Rounding::Down => ffi::BITWUZLA_RM_RTN,
            Rounding::Zero => ffi::BITWUZLA_RM_RTZ,
        };
        unsafe { ffi::bitwuzla_mk_rm_value(self.manager, mode) }
    }

    /// The value that a word is the bits of.
    fn number(&self, format: Format, word: Term) -> Term {
        let (exponent, precision) = (format.exponent().into(), format.precision().into());
        let kind = ffi::BITWUZLA_KIND_FP_TO_FP_FROM_BV;
        unsafe { ffi::bitwuzla_mk_term1_indexed2(self.manager, kind, word, exponent, precision) }
    }

    /// The bits of a value.
    fn word(&mut self, format: Format, number: Term) -> Term {
        let sort = self.sort(format.width());
        let word = unsafe { ffi::bitwuzla_mk_const(self.manager, sort, std::ptr::null()) };
        let same = self.number(format, word);
        let is_same = self.two(ffi::BITWUZLA_KIND_EQUAL, same, number);
        let is_nan = self.one(ffi::BITWUZLA_KIND_FP_IS_NAN, number);
        let nan = self.constant(format.width(), format.nan());
        let is_ours = self.two(ffi::BITWUZLA_KIND_EQUAL, word, nan);
        let is_right = self.choose(is_nan, is_ours, is_same);
        unsafe { ffi::bitwuzla_assert(self.solver, is_right) }
        word
    }

    fn constant(&mut self, width: u32, bits: u128) -> Term {
        self.value(&crate::bv::Value::new(width, bits))
    }

    fn to_format(&self, kind: Kind, to: Format, rounding: Rounding, a: Term) -> Term {
        let (exponent, precision) = (to.exponent().into(), to.precision().into());
        let mode = self.mode(rounding);
        unsafe { ffi::bitwuzla_mk_term2_indexed2(self.manager, kind, mode, a, exponent, precision) }
    }

    fn arithmetic(
        &mut self,
        kind: Kind,
        format: Format,
        rounding: Rounding,
        args: &[Term],
    ) -> Term {
        let mut terms = vec![self.mode(rounding)];
        terms.extend(args.iter().map(|&word| self.number(format, word)));
        let count = terms.len() as u32;
        let result =
            unsafe { ffi::bitwuzla_mk_term(self.manager, kind, count, terms.as_mut_ptr()) };
        self.word(format, result)
    }

    /// SMT-LIB leaves open what numbers out of range become: that is asked for before.
    fn integer_of(
        &mut self,
        from: Format,
        (to, signed): (u32, bool),
        rounding: Rounding,
        a: Term,
    ) -> Term {
        let number = self.number(from, a);
        let mode = self.mode(rounding);
        let whole = self.two(ffi::BITWUZLA_KIND_FP_RTI, mode, number);
        let kind = if signed { ffi::BITWUZLA_KIND_FP_TO_SBV } else { ffi::BITWUZLA_KIND_FP_TO_UBV };
        let exact =
            unsafe { ffi::bitwuzla_mk_term2_indexed1(self.manager, kind, mode, number, to.into()) };
        // The first power of two above the range; infinity if no number is that large.
        let magnitude = if signed { to - 1 } else { to };
        let field = u128::from((from.bias() + magnitude).min(from.top()));
        let limit = field << (from.precision() - 1);
        let limit = self.constant(from.width(), limit);
        let limit = self.number(from, limit);
        let is_over = self.two(ffi::BITWUZLA_KIND_FP_GEQ, whole, limit);
        let least = if signed { field << (from.precision() - 1) | from.sign() } else { 0 };
        let least = self.constant(from.width(), least);
        let least = self.number(from, least);
        let mut is_under = self.two(ffi::BITWUZLA_KIND_FP_LT, whole, least);
        if field == from.top().into() {
            let equal = self.two(ffi::BITWUZLA_KIND_FP_LEQ, whole, least);
            is_under = if signed { equal } else { is_under };
        }
        let (low, high) =
            if signed { (1 << (to - 1), (1 << (to - 1)) - 1) } else { (0, u128::MAX) };
        let [low, high] = [low, high].map(|bits| self.constant(to, bits));
        let result = self.choose(is_under, low, exact);
        let result = self.choose(is_over, high, result);
        let is_nan = self.one(ffi::BITWUZLA_KIND_FP_IS_NAN, number);
        let nothing = self.constant(to, 0);
        self.choose(is_nan, nothing, result)
    }
}

/// What is known of the terms of one store.
pub(super) type Known = FxHashMap<crate::bv::Term, Term>;
