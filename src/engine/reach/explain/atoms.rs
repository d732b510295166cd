//! Atoms of weakest preconditions and strongest postconditions along a path, for those of its
//! conditions that contradict each other.
//!
//! As in Newton (Dietsch, Heizmann, Musa, Nutz, Podelski: Craig vs. Newton in software model
//! checking, ESEC/FSE 2017): the unsatisfiable core says which conditions matter, and everything
//! else is forgotten. At a location between the first and the last of them:
//!
//! * backwards: the conditions that are still to come, written over the state here;
//! * forwards: the conditions that were met, written over the state here as far as variables hold
//!   what they spoke of; variables that are constant, or equal to each other.
//!
//! Only variables that the conditions to come speak of are of interest. An atom that reads an
//! input of a later step says nothing about the state here, and is left out: there interpolants
//! have to do.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::path::{Core, Path};
use super::super::space::Space;
use crate::bv::{Node, Op, Substitution, Term, TermStore};
use crate::cfa::CfaVarId;
use crate::support::{StopReason, limits};

/// The atoms backwards and those forwards: in each, entry `i` has those after step `i`, between two
/// steps of the path.
pub fn atoms(space: &mut Space<'_>, path: &Path, core: &Core) -> [Vec<Vec<Term>>; 2] {
    let to_come = backwards(space, path, core);
    let mut result = [vec![], vec![]];
    for step in 1..path.edges.len() {
        let to_come = &to_come[step];
        let wanted = space.variables(to_come.iter().copied());
        let known = forwards(space, path, core, step, &wanted);
        let mut found = Atoms::default();
        for (result, conditions) in result.iter_mut().zip([to_come, &known]) {
            for &condition in conditions {
                found.of(&mut space.terms, condition);
            }
            let mut atoms = std::mem::take(&mut found.atoms);
            atoms.retain(|&atom| space.is_of_states(atom));
            result.push(atoms);
        }
    }
    result
}

/// For each number of steps the conditions of the core that come later, over the state there and
/// the inputs of later steps.
fn backwards(space: &mut Space<'_>, path: &Path, core: &Core) -> Vec<Vec<Term>> {
    let steps = path.edges.len();
    let mut all = vec![vec![]; steps + 1];
    for step in (0..steps).rev() {
        let edge = path.edges[step];
        let mut before: Vec<Term> = vec![];
        for condition in all[step + 1].clone() {
            before.push(space.before_step(step, edge, condition));
        }
        for &(_, place) in core.iter().filter(|it| it.0 == step) {
            let condition = space.cfa.edges[edge].guard[place];
            before.push(space.at_step(step, edge, condition));
        }
        before.sort_unstable();
        before.dedup();
        all[step] = before;
    }
    all
}

/// What is known after so many steps, over the state there.
fn forwards(
    space: &mut Space<'_>,
    path: &Path,
    core: &Core,
    steps: usize,
    wanted: &FxHashSet<CfaVarId>,
) -> Vec<Term> {
    let cfa = space.cfa;
    let mut known = vec![];
    // What some variable holds now is that variable.
    let mut back = Substitution::new();
    let mut holders: FxHashMap<Term, Term> = FxHashMap::default();
    let mut wanted: Vec<CfaVarId> = wanted.iter().copied().collect();
    wanted.sort_unstable();
    let others = cfa.vars.indices().filter(|var| wanted.binary_search(var).is_err());
    let mut all: Vec<CfaVarId> = wanted.clone();
    all.extend(others);
    for (rank, var) in all.into_iter().enumerate() {
        let (symbol, value) = (cfa.vars[var].term, path.states[steps][&var]);
        let is_wanted = rank < wanted.len();
        if space.terms.as_const(value).is_some() {
            if is_wanted {
                known.push(space.terms.eq(symbol, value));
            }
        } else if let Some(&other) = holders.get(&value) {
            if is_wanted {
                known.push(space.terms.eq(symbol, other));
            }
        } else {
            holders.insert(value, symbol);
            back.replace(value, symbol);
        }
    }
    let met: Vec<Term> =
        core.iter().filter(|it| it.0 < steps).map(|&it| path.condition(it)).collect();
    for condition in met {
        known.push(back.apply(&mut space.terms, condition));
    }
    known
}

/// Atoms that were found.
#[derive(Default)]
pub struct Atoms {
    /// In the order in which they were found.
    pub atoms: Vec<Term>,
    seen: FxHashSet<Term>,
}

impl Atoms {
    /// Adds those of a formula.
    pub fn of(&mut self, terms: &mut TermStore, formula: Term) {
        let mut open = vec![formula];
        while let Some(term) = open.pop() {
            if self.seen.len() > limits::ATOMS_LOOKED_AT || !self.seen.insert(term) {
                continue;
            }
            let Node::App(op, _) = *terms.node(term) else {
                if terms.as_const(term).is_none() {
                    self.atoms.push(term);
                }
                continue;
            };
            let args = terms.args(term).to_vec();
            let is_logical = args.iter().all(|&arg| terms.width(arg) == 1);
            match op {
                Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite | Op::Eq if is_logical => {
                    open.extend(args);
                }
                _ => match choice(terms, &args) {
                    // A comparison of a choice is a choice of comparisons.
                    Some((place, [condition, yes, no])) => {
                        open.push(condition);
                        for side in [no, yes] {
                            let mut args = args.clone();
                            args[place] = side;
                            open.push(terms.app(op, &args));
                        }
                    }
                    None => self.atoms.push(term),
                },
            }
        }
    }
}

/// The first of some operands that is a choice between two words, with its parts.
fn choice(terms: &TermStore, args: &[Term]) -> Option<(usize, [Term; 3])> {
    args.iter().enumerate().find_map(|(place, &arg)| match *terms.node(arg) {
        Node::App(Op::Ite, parts) => Some((place, parts)),
        _ => None,
    })
}

/// Along a path that can't be taken, after each step, that what is still to come of the conditions
/// of the core can't be met all: the weakest formulas that show it. None if that takes inputs of
/// later steps and does not do without.
///
/// # Errors
/// If the budget is over.
pub fn weakest(
    space: &mut Space<'_>,
    path: &Path,
    core: &Core,
) -> Result<Option<Vec<Term>>, StopReason> {
    let to_come = backwards(space, path, core);
    let mut formulas = vec![space.terms.bool(true)];
    for conditions in &to_come[1..] {
        let mut known = conditions.clone();
        known.retain(|&condition| space.is_of_states(condition));
        let all = space.terms.conjunction(known);
        formulas.push(space.terms.not(all));
    }
    for (step, &edge) in path.edges.iter().enumerate() {
        let after = space.before(edge, formulas[step + 1]);
        let violated = space.terms.not(after);
        let guard = space.guard(edge);
        let asked = space.words.lits(&space.terms, &[formulas[step], guard, violated]);
        if space.words.is_possible(&asked)? {
            return Ok(None);
        }
    }
    formulas.remove(0);
    Ok(Some(formulas))
}
