//! The formulas of a [`LocationInvariant`] over other terms: each value that they speak of
//! is replaced by what it is at some moment of a run.

use rustc_hash::{FxHashMap, FxHashSet};

use super::region::Malformed;
use crate::bv::{Node, Term, TermStore};
use crate::program::{BlockId, Program, ValueId};
use crate::system::LocationInvariant;

/// Checks that the formulas speak of the values of `program`, with their widths.
///
/// # Errors
/// If they don't.
pub fn check(program: &Program, invariant: &LocationInvariant) -> Result<(), Malformed> {
    for (&symbol, &value) in &invariant.symbols {
        let sort = program.values.get(value).map(|info| info.sort);
        if sort != invariant.terms.symbols().get(symbol).map(|symbol| symbol.sort) {
            return Err(Malformed(format!("{symbol} does not fit {value}")));
        }
    }
    Ok(())
}

/// The values that the conjuncts at `block` speak of, each once.
///
/// # Errors
/// If one is not a truth value over known values.
pub fn mentioned(invariant: &LocationInvariant, block: BlockId) -> Result<Vec<ValueId>, Malformed> {
    let terms = &invariant.terms;
    let mut values = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = conjuncts(invariant, block).to_vec();
    if let Some(root) =
        open.iter().find(|root| root.0 as usize >= terms.len() || terms.width(**root) != 1)
    {
        return Err(Malformed(format!("{root} at {block} is no truth value")));
    }
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Node::Symbol(symbol) = terms.node(term) {
            let value = invariant.symbols.get(symbol).copied();
            values.push(value.ok_or_else(|| Malformed(format!("{symbol} stands for no value")))?);
        }
        open.extend(terms.args(term));
    }
    values.sort_unstable();
    values.dedup();
    Ok(values)
}

/// The conjuncts at `block`, made in `terms`, with a term for each value that
/// [`mentioned`] names.
pub fn instantiate(
    invariant: &LocationInvariant,
    block: BlockId,
    terms: &mut TermStore,
    values: &FxHashMap<ValueId, Term>,
) -> Vec<Term> {
    let roots = conjuncts(invariant, block);
    let mut known: FxHashMap<Term, Term> = FxHashMap::default();
    for &root in roots {
        // An explicit stack: terms may be deeper than the machine's.
        let mut stack = vec![root];
        while let Some(&top) = stack.last() {
            if known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let copy = match invariant.terms.node(top) {
                Node::Const(constant) => terms.constant(constant.clone()),
                Node::Symbol(symbol) => values[&invariant.symbols[symbol]],
                &Node::App(op, _) => {
                    let args = invariant.terms.args(top);
                    let pending = stack.len();
                    stack.extend(args.iter().filter(|arg| !known.contains_key(arg)));
                    if stack.len() > pending {
                        continue;
                    }
                    let args: Vec<Term> = args.iter().map(|arg| known[arg]).collect();
                    terms.app_verbatim(op, &args)
                }
            };
            known.insert(top, copy);
            stack.pop();
        }
    }
    roots.iter().map(|root| known[root]).collect()
}

fn conjuncts(invariant: &LocationInvariant, block: BlockId) -> &[Term] {
    invariant.at.get(&block).map_or(&[], Vec::as_slice)
}
