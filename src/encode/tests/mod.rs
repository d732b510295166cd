//! The systems do what the program does: random runs step by step ([`runs`]), all runs
//! of small programs ([`search`]), and invariants on the way back ([`invariants`]). Loops that
//! one step takes many iterations of are in [`accelerated`].

mod accelerated;
mod invariants;
mod predicates;
mod runs;
mod search;
mod swept;

use super::*;
use crate::bv::eval::Evaluator;
use crate::bv::{Assignment, Value, eval};
use crate::cfa::accelerate::accelerate;
use crate::cfa::large::{Blocks, summarise};
use crate::cfa::single;
use crate::program::{GoalId, Program};
use crate::support::{IndexVec, Random};
use crate::system::{Origin, ProofLit, StateId, StateVar, Transition, WordState};

type States = IndexVec<StateId, Value>;

fn widths(system: &TransitionSystem, terms: impl Iterator<Item = Term>) -> Vec<u32> {
    terms.map(|term| system.terms.width(term)).collect()
}

fn state_widths(system: &TransitionSystem) -> Vec<u32> {
    widths(system, system.states.iter().map(|state| state.current))
}

fn input_widths(system: &TransitionSystem) -> Vec<u32> {
    widths(system, system.inputs.iter().copied())
}

fn random_value(rng: &mut Random, width: u32) -> Value {
    match rng.below(4) {
        0 => Value::new(width, rng.below(3).into()),
        1 => Value::ones(width),
        _ => Value::new(width, rng.wide()),
    }
}

fn assignment(system: &TransitionSystem, state: &WordState) -> Assignment {
    let terms =
        system.states.iter().map(|state| state.current).chain(system.inputs.iter().copied());
    let symbols = terms.map(|term| system.terms.as_symbol(term).expect("a symbol"));
    symbols.zip(state.states.iter().chain(&state.inputs).cloned()).collect()
}

fn holds(system: &TransitionSystem, terms: &[Term], symbols: &Assignment) -> bool {
    let mut evaluator = Evaluator::new(&system.terms, symbols);
    terms.iter().all(|&term| evaluator.eval(term).is_true())
}

/// Whether clauses of a proof hold in all of these states.
fn hold_in_all(system: &TransitionSystem, states: &[States], clauses: &[Vec<ProofLit>]) -> bool {
    states.iter().all(|states| {
        let state = WordState { states: states.clone(), inputs: Vec::new() };
        let symbols = assignment(system, &state);
        let is = |lit: &ProofLit| match *lit {
            ProofLit::Bit(lit) => states[lit.state].bit(lit.bit) == lit.positive,
            ProofLit::Predicate(place, positive) => {
                holds(system, &[system.predicates[place]], &symbols) == positive
            }
        };
        clauses.iter().all(|clause| clause.iter().any(is))
    })
}

/// An encoding under test, with what computes successors.
struct Machine {
    encoded: Encoded,
    /// The rows of the paper's T: what finds the successor that the relation then accepts.
    rows: Option<paper::SmallBlocks>,
}

impl Machine {
    fn automaton(program: &Program, blocks: Blocks) -> Self {
        let cfa = summarise(&single::build(program), blocks);
        let encoded = automaton::encode(program, &cfa);
        Self { encoded, rows: None }
    }

    fn accelerated(program: &Program) -> Self {
        let cfa = summarise(&single::build(program), Blocks::Large);
        let cfa = accelerate(&cfa, |_| true).unwrap_or(cfa);
        let encoded = automaton::encode(program, &cfa);
        Self { encoded, rows: None }
    }

    fn paper(program: &Program, only: Option<GoalId>) -> Self {
        let rows = paper::SmallBlocks::new(program, only);
        Self { encoded: paper::encode(program, only), rows: Some(rows) }
    }

    /// The successor of a state.
    fn successor(&self, symbols: &Assignment) -> States {
        let system = &self.encoded.system;
        match &system.transition {
            Transition::Functional(next) => {
                let mut evaluator = Evaluator::new(&system.terms, symbols);
                next.iter().map(|&term| evaluator.eval(term)).collect()
            }
            Transition::Relation(relation) => {
                let next = self.by_rows(symbols);
                assert!(related(system, relation, symbols, &next), "T refuses the step");
                next
            }
        }
    }

    /// By the only row that applies.
    fn by_rows(&self, symbols: &Assignment) -> States {
        let paper = self.rows.as_ref().expect("a relational system");
        let mut evaluator = Evaluator::new(&paper.terms, symbols);
        let mut now: States =
            paper.states.iter().map(|state| evaluator.eval(state.current)).collect();
        let (curr, pred) = (StateId(0), StateId(1));
        let mut rows = paper.rows.iter().filter(|row| {
            now[curr].to_u64() == Some(row.from as u64)
                && row.guard.iter().all(|&term| evaluator.eval(term).is_true())
        });
        let row = rows.next().expect("every state's transition is explicit");
        assert_eq!(rows.next(), None, "rows overlap");
        let width = now[curr].width();
        now[curr] = code(width, row.to);
        now[pred] = code(width, row.from);
        for &(state, term) in &row.update {
            now[state] = eval(&paper.terms, term, symbols);
        }
        now
    }
}

/// Whether T relates the state to the next one.
fn related(
    system: &TransitionSystem,
    relation: &[Term],
    symbols: &Assignment,
    next: &States,
) -> bool {
    let mut both = symbols.clone();
    for (state, value) in system.states.iter().zip(next.iter()) {
        let symbol = system.terms.as_symbol(state.next).expect("a symbol");
        both.insert(symbol, value.clone());
    }
    holds(system, relation, &both)
}

/// Goals whose bad condition holds.
fn bad(system: &TransitionSystem, symbols: &Assignment) -> Vec<Vec<GoalId>> {
    let mut evaluator = Evaluator::new(&system.terms, symbols);
    let met = system.bad.iter().filter(|bad| evaluator.eval(bad.condition).is_true());
    met.map(|bad| bad.goals.clone()).collect()
}

/// A first state: arbitrary but for what I says.
fn start(rng: &mut Random, program: &Program, encoded: &Encoded) -> States {
    let system = &encoded.system;
    let entry = &encoded.restore.locations[&program.entry];
    let value = |(state, width): (&StateVar, u32)| match state.origin {
        Origin::Value(_) => random_value(rng, width),
        Origin::Location | Origin::Predecessor | Origin::Foreign => entry.clone(),
    };
    system.states.iter().zip(state_widths(system)).map(value).collect()
}
