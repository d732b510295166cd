//! Automata for tests: written down, and small random ones with what they do, by the definition: on
//! all states.

use super::space::Space;
use crate::bv::{Assignment, Op, Term, TermStore, Value, eval};
use crate::cfa::{Cfa, CfaInputId, CfaVar, CfaVarId, Edge, EdgeId, Location, LocationId};
use crate::engine::subject::Automaton;
use crate::engine::{Event, Proof, Sink};
use crate::program::{BlockId, GoalId, ValueId};
use crate::support::{IndexVec, Random, StopReason};

/// Bits of each variable and input of random automata.
const WIDTH: u32 = 2;
/// How many variables there are.
const VARIABLES: u32 = 3;

/// Bits of the variables of others.
const WORD: u32 = 32;

/// An automaton under construction, of words of 32 bits; its last location is the error.
pub struct Builder {
    pub cfa: Cfa,
}

impl Builder {
    /// With so many variables, and locations beside the error.
    pub fn new(variables: u32, locations: u32) -> Self {
        let mut terms = TermStore::new();
        let vars = (0..variables)
            .map(|place| CfaVar {
                term: terms.symbol(format!("x{place}"), WORD),
                value: ValueId(place),
            })
            .collect();
        let blocks = (0..locations).map(|place| Location::Block(BlockId(place)));
        let locations = blocks.chain([Location::Goal(GoalId(0))]).collect();
        let cfa = Cfa {
            terms,
            vars,
            inputs: IndexVec::new(),
            locations,
            edges: IndexVec::new(),
            entry: LocationId(0),
        };
        Self { cfa }
    }

    /// A variable.
    pub fn var(&self, place: u32) -> Term {
        self.cfa.vars[CfaVarId(place)].term
    }

    /// That a variable has this value.
    pub fn is(&mut self, place: u32, value: u128) -> Term {
        let number = self.cfa.terms.number(WORD, value);
        let var = self.var(place);
        self.cfa.terms.eq(var, number)
    }

    /// Adds an edge.
    pub fn edge(
        &mut self,
        [source, target]: [u32; 2],
        guard: Vec<Term>,
        update: &[(u32, Term)],
    ) -> EdgeId {
        self.cfa.edges.push(Edge {
            source: LocationId(source),
            target: LocationId(target),
            guard,
            update: update.iter().map(|&(var, value)| (CfaVarId(var), value)).collect(),
            blocks: vec![],
            iterations: None,
        })
    }

    /// The automaton, with the error as its goal.
    pub fn automaton(self) -> Automaton {
        let error = LocationId(u32::try_from(self.cfa.locations.len() - 1).expect("it is small"));
        Automaton { cfa: self.cfa, goals: vec![Some(error)], hints: vec![] }
    }
}

/// What a search for the goal of a [`Builder`] ends with, which can't be reached: whether that is
/// proved.
pub fn is_proved(run: impl FnOnce(Sink<'_>) -> Result<(), StopReason>) -> bool {
    let mut proved = false;
    let mut sink = |event: Event| match event {
        Event::Unreachable { goals, proof: Proof::Formulas(_) } => proved = goals == [0],
        Event::ReachedAlong { .. } => panic!("the goal can't be reached"),
        _ => {}
    };
    run(&mut sink).expect("it ends");
    proved
}

/// Whether two formulas say the same.
pub fn equal(space: &mut Space<'_>, a: Term, b: Term) -> bool {
    let same = space.terms.eq(a, b);
    let not = space.terms.not(same);
    let lit = space.words.lit(&space.terms, not);
    !space.words.is_possible(&[lit]).expect("there is time")
}

/// A term of this width over some symbols.
fn term(terms: &mut TermStore, random: &mut Random, symbols: &[Term], depth: u32) -> Term {
    if depth == 0 || random.one_in(4) {
        return match random.one_in(4) {
            true => terms.number(WIDTH, random.below(4).into()),
            false => *random.pick(symbols),
        };
    }
    let [a, b] = [(); 2].map(|()| term(terms, random, symbols, depth - 1));
    match random.below(5) {
        0 => terms.app(Op::Sub, &[a, b]),
        1 => terms.and(a, b),
        2 => {
            let condition = truth(terms, random, symbols, depth - 1);
            terms.ite(condition, a, b)
        }
        _ => terms.app(Op::Add, &[a, b]),
    }
}

/// A truth value.
pub fn truth(terms: &mut TermStore, random: &mut Random, symbols: &[Term], depth: u32) -> Term {
    let [a, b] = [(); 2].map(|()| term(terms, random, symbols, depth));
    match random.below(5) {
        0 => terms.app(Op::Ult, &[a, b]),
        1 => terms.app(Op::Sle, &[a, b]),
        2 if depth > 0 => {
            let [a, b] = [(); 2].map(|()| truth(terms, random, symbols, depth - 1));
            terms.or(a, b)
        }
        3 => {
            let equal = terms.eq(a, b);
            terms.not(equal)
        }
        _ => terms.eq(a, b),
    }
}

/// A random edge between each two of these locations.
pub fn automaton(random: &mut Random, locations: Vec<Location>, steps: &[[u32; 2]]) -> Cfa {
    let mut terms = TermStore::new();
    let vars: IndexVec<_, CfaVar> = (0..VARIABLES)
        .map(|place| CfaVar {
            term: terms.symbol(format!("x{place}"), WIDTH),
            value: ValueId(place),
        })
        .collect();
    let inputs: IndexVec<_, Term> = [terms.symbol("in", WIDTH)].into_iter().collect();
    let symbols: Vec<Term> =
        vars.iter().map(|var| var.term).chain([inputs[CfaInputId(0)]]).collect();
    let mut edges = IndexVec::new();
    for &[source, target] in steps {
        let guard = (0..random.below(3)).map(|_| truth(&mut terms, random, &symbols, 1)).collect();
        let mut update = vec![];
        for var in vars.indices() {
            if random.one_in(2) {
                update.push((var, term(&mut terms, random, &symbols, 2)));
            }
        }
        edges.push(Edge {
            source: LocationId(source),
            target: LocationId(target),
            guard,
            update,
            blocks: vec![],
            iterations: None,
        });
    }
    let locations = locations.into_iter().collect();
    Cfa { terms, vars, inputs, locations, edges, entry: LocationId(0) }
}

/// A location that is a block.
pub fn block(place: u32) -> Location {
    Location::Block(BlockId(place))
}

/// Values of the variables.
pub type State = Vec<Value>;

/// All there are.
pub fn states() -> impl Iterator<Item = State> {
    let bits = WIDTH * VARIABLES;
    (0..1u128 << bits).map(|number| {
        (0..VARIABLES).map(|place| Value::new(WIDTH, number >> (place * WIDTH))).collect()
    })
}

pub fn assignment(cfa: &Cfa, state: &State, input: u128) -> Assignment {
    let symbol = |term: Term| cfa.terms.as_symbol(term).expect("variables are symbols");
    let vars = cfa.vars.iter().zip(state).map(|(var, value)| (symbol(var.term), value.clone()));
    vars.chain([(symbol(cfa.inputs[CfaInputId(0)]), Value::new(WIDTH, input))]).collect()
}

/// Whether a formula is true in a state.
pub fn holds(terms: &TermStore, cfa: &Cfa, formula: Term, state: &State) -> bool {
    eval(terms, formula, &assignment(cfa, state, 0)).is_true()
}

/// The states that an edge leads to.
pub fn successors(cfa: &Cfa, edge: &Edge, state: &State) -> Vec<State> {
    let mut all = vec![];
    for input in 0..1 << WIDTH {
        let values = assignment(cfa, state, input);
        if edge.guard.iter().all(|&conjunct| eval(&cfa.terms, conjunct, &values).is_true()) {
            let mut next = state.clone();
            for &(var, value) in &edge.update {
                next[var.0 as usize] = eval(&cfa.terms, value, &values);
            }
            all.push(next);
        }
    }
    all
}
