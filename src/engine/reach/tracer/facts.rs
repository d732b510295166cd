//! What is known after an edge, as separate facts over the automaton's variables.
//!
//! Strongest postconditions, as far as no quantifier is left: what spoke of variables that keep
//! their value, or whose old value can be told from new ones (`x' = x + 1`, `y' = x`), stays; each
//! update is an equation; the conditions of the edge are facts like others.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::space::Space;
use crate::bv::{Node, Op, Substitution, Term, TermStore};
use crate::cfa::{CfaVarId, EdgeId};
use crate::support::limits;

/// The facts after an edge, if these hold before it.
pub fn after(space: &mut Space<'_>, before: &[Term], edge: EdgeId) -> Vec<Term> {
    let mut known = Facts::default();
    before.iter().for_each(|&fact| known.add(&space.terms, fact));
    for &conjunct in &space.cfa.edges[edge].guard {
        for part in conjuncts(&mut space.terms, conjunct) {
            if space.is_of_states(part) {
                known.add(&space.terms, part);
            }
        }
    }
    let update = &space.cfa.edges[edge].update;
    let symbol = |var: CfaVarId| space.cfa.vars[var].term;
    let changed: FxHashMap<CfaVarId, Term> =
        update.iter().copied().filter(|&(var, new)| symbol(var) != new).collect();
    if changed.is_empty() {
        return known.all;
    }
    let constants = constants(&mut space.terms, &known.all);
    let mut back = Back::new(space, update, &changed);
    let mut facts = Facts::default();
    for fact in known.all {
        if let Some(fact) = back.over_new(space, fact) {
            facts.add(&space.terms, fact);
        }
    }
    let mut constants = constants;
    for &(var, new) in update.iter().filter(|it| changed.contains_key(&it.0)) {
        let symbol = space.cfa.vars[var].term;
        let known = constants.apply(&mut space.terms, new);
        let value = match space.terms.as_const(known) {
            Some(_) => Some(known),
            None if space.is_of_states(new) => back.over_new(space, new),
            None => None,
        };
        if let Some(value) = value {
            let fact = space.terms.eq(symbol, value);
            facts.add(&space.terms, fact);
        }
    }
    facts.all
}

/// The orders that an equation of two words implies.
pub fn orders(terms: &mut TermStore, fact: Term) -> Vec<Term> {
    match *terms.node(fact) {
        Node::App(Op::Eq, [a, b, _]) if terms.width(a) > 1 => {
            let mut all = vec![];
            for op in [Op::Sle, Op::Ule] {
                all.extend([terms.app(op, &[a, b]), terms.app(op, &[b, a])]);
            }
            all.retain(|&order| terms.as_const(order).is_none());
            all
        }
        _ => vec![],
    }
}

/// The conjuncts of a condition.
pub fn conjuncts(terms: &mut TermStore, condition: Term) -> Vec<Term> {
    let (mut open, mut all) = (vec![condition], vec![]);
    while let Some(term) = open.pop() {
        match *terms.node(term) {
            Node::App(Op::And, [a, b, _]) => open.extend([a, b]),
            Node::App(Op::Not, [inner, ..]) => match *terms.node(inner) {
                Node::App(Op::Or, [a, b, _]) => open.extend([a, b].map(|it| terms.not(it))),
                _ => all.push(term),
            },
            _ => all.push(term),
        }
    }
    all
}

/// Facts, each once, in the order in which they were found; not those that always hold, nor large
/// ones.
#[derive(Default)]
struct Facts {
    all: Vec<Term>,
    seen: FxHashSet<Term>,
}

impl Facts {
    fn add(&mut self, terms: &TermStore, fact: Term) {
        if terms.as_const(fact).is_none() && is_small(terms, fact) && self.seen.insert(fact) {
            self.all.push(fact);
        }
    }
}

/// Whether a formula is small enough to be handed on from place to place.
pub fn is_small(terms: &TermStore, formula: Term) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = vec![formula];
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            if seen.len() > limits::FACT_SIZE {
                return false;
            }
            open.extend(terms.args(term));
        }
    }
    true
}

/// What facts say of single variables, as a substitution.
fn constants(terms: &mut TermStore, facts: &[Term]) -> Substitution {
    let mut constants = Substitution::new();
    for &fact in facts {
        let (symbol, value) = match *terms.node(fact) {
            Node::Symbol(_) => (fact, terms.bool(true)),
            Node::App(Op::Not, [a, ..]) => (a, terms.bool(false)),
            Node::App(Op::Eq, [a, b, _]) if terms.as_const(a).is_some() => (b, a),
            Node::App(Op::Eq, [a, b, _]) if terms.as_const(b).is_some() => (a, b),
            _ => continue,
        };
        if terms.as_symbol(symbol).is_some() {
            constants.replace(symbol, value);
        }
    }
    constants
}

/// Old values of variables, written over new ones.
struct Back {
    values: Substitution,
    /// The variables whose old value is lost.
    lost: FxHashSet<CfaVarId>,
}

impl Back {
    fn new(
        space: &mut Space<'_>,
        update: &[(CfaVarId, Term)],
        changed: &FxHashMap<CfaVarId, Term>,
    ) -> Self {
        let vars = &space.cfa.vars;
        let mut lost: FxHashSet<CfaVarId> = changed.keys().copied().collect();
        let mut values = Substitution::new();
        for &(var, new) in update {
            let symbol = vars[var].term;
            // `new` is `old`, or `old` and something that does not change.
            let mut variables: Vec<CfaVarId> = space.variables([new]).into_iter().collect();
            variables.retain(|it| lost.contains(it));
            let [old] = variables[..] else { continue };
            let old_symbol = vars[old].term;
            let value = match *space.terms.node(new) {
                Node::Symbol(_) => symbol,
                Node::App(Op::Add, [a, b, _]) if a == old_symbol && is_known(space, b, changed) => {
                    space.terms.app(Op::Sub, &[symbol, b])
                }
                Node::App(Op::Add, [a, b, _]) if b == old_symbol && is_known(space, a, changed) => {
                    space.terms.app(Op::Sub, &[symbol, a])
                }
                Node::App(Op::Sub, [a, b, _]) if a == old_symbol && is_known(space, b, changed) => {
                    space.terms.app(Op::Add, &[symbol, b])
                }
                _ => continue,
            };
            lost.remove(&old);
            values.replace(old_symbol, value);
        }
        Self { values, lost }
    }

    /// A term over old values as one over new values, if none of them is lost.
    fn over_new(&mut self, space: &mut Space<'_>, term: Term) -> Option<Term> {
        let variables = space.variables([term]);
        variables.is_disjoint(&self.lost).then(|| self.values.apply(&mut space.terms, term))
    }
}

/// Whether a term has the same value after the edge.
fn is_known(space: &Space<'_>, term: Term, changed: &FxHashMap<CfaVarId, Term>) -> bool {
    space.is_of_states(term)
        && space.variables([term]).iter().all(|variable| !changed.contains_key(variable))
}
