//! Checks of answers about a transition system on words: those of files that others wrote.
//!
//! A run is evaluated formula by formula. An invariant Inv, clauses over bits of state
//! variables, is right if `I ∧ U ⇒ Inv`, `Inv ∧ U ∧ T ∧ U' ⇒ Inv'` and `Inv ∧ U ⇒ ¬G`; the
//! solvers are asked about the terms of the file, so that neither bit-blasting for engines
//! nor their clauses are trusted.

use rustc_hash::FxHashSet;

use super::region::Malformed;
use super::solvers::{self, CertifyError, Solvers};
use crate::bv::{Assignment, Batch, Substitution, Term, TermStore, Value};
use crate::support::{Budget, IndexVec};
use crate::system::{ProofLit, StateId, StateLit, Transition, TransitionSystem, WordState};

/// The states are not a run to the goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRun {
    /// There is no state.
    #[error("the run has no states")]
    Empty,
    /// There is no such goal.
    #[error("there is no goal {0}")]
    Goal(usize),
    /// A state has other variables than the system.
    #[error("state {0} has not the variables of the system")]
    Variables(usize),
    /// A condition is false.
    #[error("in step {step} {what} does not hold")]
    False {
        /// Which state, from 0.
        step: usize,
        /// What: an initial condition, a constraint, a next value, the goal.
        what: String,
    },
}

/// Checks that `run` is one of `system` and that the bad condition at place `goal` holds at
/// its end.
///
/// # Errors
/// If it is not.
pub fn check_run(system: &TransitionSystem, goal: usize, run: &[WordState]) -> Result<(), BadRun> {
    let bad = system.bad.get(goal).ok_or(BadRun::Goal(goal))?.condition;
    let last = run.len().checked_sub(1).ok_or(BadRun::Empty)?;
    let mut assignments = Vec::new();
    for (step, state) in run.iter().enumerate() {
        assignments.push(assignment(system, state).ok_or(BadRun::Variables(step))?);
    }
    let next_values: Vec<Term> = match &system.transition {
        Transition::Functional(values) => values.iter().copied().collect(),
        Transition::Relation(conjuncts) => conjuncts.clone(),
    };
    let roots = [&system.init, &system.universal, &next_values, &vec![bad]];
    let mut values = Batch::new(&system.terms, roots.into_iter().flatten().copied());
    let all = |conjuncts: &[Term], what: &str, step: usize, values: &Batch<'_>| match conjuncts
        .iter()
        .position(|&term| !values.value(term).is_true())
    {
        Some(place) => Err(BadRun::False { step, what: format!("{what} {place}") }),
        None => Ok(()),
    };
    for (step, mut assignment) in assignments.into_iter().enumerate() {
        if let Some(next) = run.get(step + 1) {
            let symbols = system.states.iter().map(|state| system.terms.as_symbol(state.next));
            for (symbol, value) in symbols.zip(next.states.iter()) {
                assignment.insert(symbol.ok_or(BadRun::Variables(step))?, value.clone());
            }
        }
        values.run(&assignment);
        if step == 0 {
            all(&system.init, "initial condition", step, &values)?;
        }
        all(&system.universal, "constraint", step, &values)?;
        let Some(next) = run.get(step + 1) else { break };
        match &system.transition {
            Transition::Functional(terms) => {
                for (id, &term) in terms.iter_enumerated() {
                    if *values.value(term) != next.states[id] {
                        let what = format!("the next value of {}", system.states[id].name);
                        return Err(BadRun::False { step, what });
                    }
                }
            }
            Transition::Relation(conjuncts) => {
                all(conjuncts, "condition of the step", step, &values)?;
            }
        }
    }
    // Those of the last state.
    all(&[bad], "the goal", last, &values)
}

/// The values of a state by symbol; `None` if number or widths don't fit.
fn assignment(system: &TransitionSystem, state: &WordState) -> Option<Assignment> {
    let symbols = system.states.iter().map(|state| state.current);
    let symbols = symbols.chain(system.inputs.iter().copied());
    let values = state.states.iter().chain(&state.inputs);
    let counts = (state.states.len(), state.inputs.len());
    if counts != (system.states.len(), system.inputs.len()) {
        return None;
    }
    let terms = &system.terms;
    symbols
        .zip(values)
        .map(|(symbol, value)| {
            let fits = terms.width(symbol) == value.width();
            Some((terms.as_symbol(symbol).filter(|_| fits)?, value.clone()))
        })
        .collect()
}

/// Checks that an invariant holds in every run of the system and excludes the bad
/// conditions at the places `goals`.
///
/// # Errors
/// See [`CertifyError`]; only `Ok` means that the goals can't be reached.
pub fn check_invariant(
    system: &TransitionSystem,
    goals: &[usize],
    invariant: &[Vec<impl Into<ProofLit> + Copy>],
    budget: &Budget,
) -> Result<Solvers, CertifyError> {
    let malformed = |what: String| CertifyError::Malformed(Malformed(what));
    let known = |lit: ProofLit| match lit {
        ProofLit::Predicate(place, _) => place < system.predicates.len(),
        ProofLit::Bit(lit) => {
            let state = system.states.get(lit.state);
            state.is_some_and(|state| lit.bit < system.terms.width(state.current))
        }
    };
    if !invariant.iter().flatten().all(|&lit| known(lit.into())) {
        return Err(malformed("the invariant is not of this model".to_owned()));
    }
    let mut terms = system.terms.clone();
    let holds = formula(system, &mut terms, invariant);
    check_inductive(system, goals, (terms, holds), budget)
}

/// As [`check_invariant`], for an invariant that is a term: a truth value over symbols of the
/// system, with the system's terms and what was added to them. It may speak of inputs; then
/// it says something of every step, whatever its inputs.
///
/// # Errors
/// See [`CertifyError`]; only `Ok` means that the goals can't be reached.
pub fn check_inductive(
    system: &TransitionSystem,
    goals: &[usize],
    (mut terms, holds): (TermStore, Term),
    budget: &Budget,
) -> Result<Solvers, CertifyError> {
    if let Some(goal) = goals.iter().find(|&&goal| goal >= system.bad.len()) {
        return Err(CertifyError::Malformed(Malformed(format!("there is no goal {goal}"))));
    }
    if !is_of_one_step(system, &terms, holds) {
        let what = "the invariant speaks of something else than state variables and inputs";
        return Err(CertifyError::Malformed(Malformed(what.to_owned())));
    }
    let universal = terms.conjunction(system.universal.iter().copied());

    // The next state, with inputs of its own.
    let mut after = Substitution::new();
    let mut step = Vec::new();
    for (id, state) in system.states.iter_enumerated() {
        let next = match &system.transition {
            Transition::Functional(values) => values[id],
            Transition::Relation(_) => state.next,
        };
        after.replace(state.current, next);
    }
    if let Transition::Relation(conjuncts) = &system.transition {
        step.extend(conjuncts.iter().copied());
    }
    for &input in &system.inputs {
        let width = terms.width(input);
        let later = terms.symbol("later input", width);
        after.replace(input, later);
    }
    let universal_after = after.apply(&mut terms, universal);
    let holds_after = after.apply(&mut terms, holds);

    let mut solvers = Solvers::default();
    let mut refute = |terms: &mut TermStore, name, conjuncts: Vec<Term>| {
        let violation = terms.conjunction(conjuncts);
        match solvers::refute(terms, violation, &mut solvers, budget)? {
            None => Ok(()),
            Some(_) => Err(CertifyError::ClausesFail(name)),
        }
    };
    let broken = terms.not(holds);
    let start: Vec<Term> = system.init.iter().copied().chain([universal, broken]).collect();
    refute(&mut terms, "I ∧ U ⇒ Inv", start)?;
    let broken = terms.not(holds_after);
    step.extend([holds, universal, universal_after, broken]);
    refute(&mut terms, "Inv ∧ U ∧ T ∧ U' ⇒ Inv'", step)?;
    let bad = goals.iter().map(|&goal| system.bad[goal].condition);
    let bad = terms.disjunction(bad.collect::<Vec<_>>());
    refute(&mut terms, "Inv ∧ U ⇒ ¬G", vec![holds, universal, bad])?;
    Ok(solvers)
}

/// Whether a truth value depends on current state variables and inputs only.
fn is_of_one_step(system: &TransitionSystem, terms: &TermStore, root: Term) -> bool {
    let current = system.states.iter().map(|state| state.current);
    let known: FxHashSet<Term> = current.chain(system.inputs.iter().copied()).collect();
    let (mut seen, mut stack) = (FxHashSet::default(), vec![root]);
    while let Some(term) = stack.pop() {
        if terms.as_symbol(term).is_some() && !known.contains(&term) {
            return false;
        }
        if seen.insert(term) {
            stack.extend(terms.args(term));
        }
    }
    terms.width(root) == 1
}

/// The conjunction of clauses over the current state, in `terms`, which has the system's.
fn formula(
    system: &TransitionSystem,
    terms: &mut TermStore,
    clauses: &[Vec<impl Into<ProofLit> + Copy>],
) -> Term {
    let mut all = Vec::new();
    for clause in clauses {
        let mut any = Vec::new();
        for &lit in clause {
            let (holds, positive) = match lit.into() {
                ProofLit::Predicate(place, positive) => (system.predicates[place], positive),
                ProofLit::Bit(StateLit { state, bit, positive }) => {
                    (terms.bit(system.states[state].current, bit), positive)
                }
            };
            any.push(if positive { holds } else { terms.not(holds) });
        }
        all.push(terms.disjunction(any));
    }
    terms.conjunction(all)
}

/// Runs a functional system from a state, with these inputs in each step: as many states
/// as there are inputs. `None` if the system is relational or a value does not fit.
pub fn simulate(
    system: &TransitionSystem,
    start: IndexVec<StateId, Value>,
    inputs: Vec<Vec<Value>>,
) -> Option<Vec<WordState>> {
    let Transition::Functional(next) = &system.transition else { return None };
    let mut values = Batch::new(&system.terms, next.iter().copied());
    let mut run = Vec::new();
    let mut states = start;
    for inputs in inputs {
        let state = WordState { states: states.clone(), inputs };
        values.run(&assignment(system, &state)?);
        states = next.iter().map(|&value| values.value(value).clone()).collect();
        run.push(state);
    }
    Some(run)
}
