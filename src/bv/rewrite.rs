//! Local rewriting: constant folding and identities that shrink a term.
//!
//! Every rule is an equivalence over all values of its variables.

use smallvec::SmallVec;

use super::{Op, Term, TermStore, Value};

/// A simpler term equal to `op(args)`, if a rule matches.
pub(super) fn rewrite(store: &mut TermStore, op: Op, args: &[Term]) -> Option<Term> {
    let constants: Option<SmallVec<[&Value; 3]>> =
        args.iter().map(|&arg| store.as_const(arg)).collect();
    let folded = constants.map(|constants| op.apply(&constants));
    folded.map(|value| store.constant(value))
}
