//! The LBE paper's rule 2 on edges that are still being composed: two edges with the same
//! ends become one, whose guard is their disjunction and whose update chooses between
//! theirs. Nothing is enumerated: what the two share stays shared.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{CfaVar, CfaVarId, Executed, LocationId};
use crate::bv::{Sort, Term, TermStore};
use crate::support::Fault;
use crate::support::IndexVec;

/// An edge on the way to its target.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub source: LocationId,
    pub target: LocationId,
    /// Conjuncts in the order in which they are asked.
    pub guard: Vec<Term>,
    /// New values of the variables that change.
    pub update: BTreeMap<CfaVarId, Term>,
    pub blocks: Vec<Executed>,
    /// How many inputs of each sort were read at most.
    pub used: FxHashMap<Sort, usize>,
}

/// Merges paths that leave one location and enter one; their guards exclude each other.
/// The two that have most in common go first: that is how they branched.
pub(super) fn merge(
    terms: &mut TermStore,
    vars: &IndexVec<CfaVarId, CfaVar>,
    mut paths: Vec<Path>,
) -> Path {
    while paths.len() > 1 {
        let common = |i: usize| common_prefix(&paths[i].guard, &paths[i + 1].guard);
        // Neighbours are enough: paths come in the order of the branches, so those that
        // parted last stand side by side.
        let at = (0..paths.len() - 1).max_by_key(|&i| common(i)).expect("two paths");
        let second = paths.remove(at + 1);
        let first = &paths[at];
        paths[at] = pair(terms, vars, first, &second);
    }
    paths.pop().expect("at least one path")
}

fn pair(terms: &mut TermStore, vars: &IndexVec<CfaVarId, CfaVar>, a: &Path, b: &Path) -> Path {
    let prefix = common_prefix(&a.guard, &b.guard);
    let mut guard = a.guard[..prefix].to_vec();
    let (mut rest_a, mut rest_b) = (a.guard[prefix..].to_vec(), b.guard[prefix..].to_vec());
    let (shared, rest): (Vec<Term>, _) = rest_a.iter().partition(|term| rest_b.contains(term));
    rest_a = rest;
    rest_b.retain(|term| !shared.contains(term));
    guard.extend(shared);
    // One condition that tells the two apart, if there is one, else all that `a` asks.
    let negated: Vec<Term> = rest_a.iter().map(|&term| terms.not(term)).collect();
    let place = negated.iter().position(|term| rest_b.contains(term));
    let (select, either) = match place {
        Some(place) => {
            let select = rest_a.remove(place);
            rest_b.retain(|&term| term != negated[place]);
            let (all_a, all_b) = (terms.conjunction(rest_a), terms.conjunction(rest_b));
            let all_b = if Fault::MergeGuard.is_planted() { terms.bool(false) } else { all_b };
            (select, terms.ite(select, all_a, all_b))
        }
        None => {
            let (all_a, all_b) = (terms.conjunction(rest_a), terms.conjunction(rest_b));
            (all_a, terms.or(all_a, all_b))
        }
    };
    super::single::split(terms, either, &mut guard);
    let mut update = BTreeMap::new();
    for &var in a.update.keys().chain(b.update.keys()) {
        let value = |path: &Path| path.update.get(&var).copied().unwrap_or(vars[var].term);
        let (a, b) = if Fault::MergeSelect.is_planted() { (b, a) } else { (a, b) };
        update.insert(var, terms.ite(select, value(a), value(b)));
    }
    let mut blocks = a.blocks.clone();
    blocks.extend(b.blocks.iter().filter(|block| !a.blocks.contains(block)).cloned());
    let mut used = a.used.clone();
    for (&sort, &count) in &b.used {
        let most = used.entry(sort).or_default();
        *most = count.max(*most);
    }
    Path { source: a.source, target: a.target, guard, update, blocks, used }
}

fn common_prefix(a: &[Term], b: &[Term]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}
