//! Control words: variables each of whose values is a constant of the program, such as the state
//! of a machine.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bv::{Node, Op, Term};
use crate::cfa::live::live;
use crate::cfa::{Cfa, CfaVarId};
use crate::support::{Budget, limits};

/// Variables that hand their values to each other, one source variable with all its copies in SSA
/// form, each with the values that it may have.
pub type Word = FxHashMap<CfaVarId, BTreeSet<u128>>;

/// What a new value is chosen from: constants and other variables.
struct Choice {
    constants: BTreeSet<u128>,
    vars: Vec<CfaVarId>,
}

/// The control words of an automaton, those with the most values first; none if the time is over.
pub fn words(cfa: &Cfa, budget: &Budget) -> Vec<Word> {
    let vars: FxHashMap<Term, CfaVarId> =
        cfa.vars.iter_enumerated().map(|(id, var)| (var.term, id)).collect();
    let updates = cfa.edges.iter().flat_map(|edge| &edge.update);
    let choices: Vec<(CfaVarId, Option<Choice>)> =
        updates.map(|&(var, value)| (var, choice(cfa, &vars, value))).collect();
    let Some(mut values) = values(cfa, &choices, budget) else { return vec![] };
    let mut related: FxHashMap<CfaVarId, Vec<CfaVarId>> = FxHashMap::default();
    for (var, choice) in &choices {
        for other in choice.iter().flat_map(|choice| &choice.vars) {
            related.entry(*var).or_default().push(*other);
            related.entry(*other).or_default().push(*var);
        }
    }
    let mut words = Vec::new();
    for start in cfa.vars.indices() {
        let (mut word, mut open) = (Word::default(), vec![start]);
        while let Some(var) = open.pop() {
            if let Some(own) = values.remove(&var) {
                word.insert(var, own);
                open.extend(related.get(&var).into_iter().flatten());
            }
        }
        if word.values().any(|values| values.len() > 1) {
            words.push(word);
        }
    }
    let most = |word: &Word| word.values().map(BTreeSet::len).max();
    words.sort_by_key(|word| Reverse(most(word)));
    words
}

/// What a term chooses from; `None` if it computes anything.
fn choice(cfa: &Cfa, vars: &FxHashMap<Term, CfaVarId>, root: Term) -> Option<Choice> {
    let mut choice = Choice { constants: BTreeSet::new(), vars: Vec::new() };
    let (mut seen, mut open) = (FxHashSet::default(), vec![root]);
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match cfa.terms.node(term) {
            Node::Const(value) => _ = choice.constants.insert(value.small()?),
            Node::Symbol(_) => choice.vars.push(*vars.get(&term)?),
            Node::App(Op::Ite, _) => open.extend(&cfa.terms.args(term)[1..]),
            Node::App(..) => return None,
        }
    }
    Some(choice)
}

/// The variables whose values are all constants of the program, not too many, with these; `None` if
/// the time is over.
fn values(cfa: &Cfa, choices: &[(CfaVarId, Option<Choice>)], budget: &Budget) -> Option<Word> {
    let mut values: Word = choices.iter().map(|it| (it.0, BTreeSet::new())).collect();
    // What is read before it was ever set may be anything.
    for var in &live(cfa)[cfa.entry] {
        values.remove(var);
    }
    let mut changed = true;
    while changed {
        changed = false;
        if budget.exhausted().is_some() {
            return None;
        }
        for (var, choice) in choices {
            let Some(own) = values.get(var) else { continue };
            let joined = choice.as_ref().and_then(|choice| {
                let mut joined = own.clone();
                joined.extend(&choice.constants);
                for var in &choice.vars {
                    joined.extend(values.get(var)?);
                }
                (joined.len() <= limits::PART_VALUES).then_some(joined)
            });
            if joined.as_ref() == Some(own) {
                continue;
            }
            changed = true;
            match joined {
                Some(joined) => _ = values.insert(*var, joined),
                None => _ = values.remove(var),
            }
        }
    }
    Some(values)
}
