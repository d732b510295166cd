//! The automaton with what is computed about it once: what edges do to formulas, and the solver.

use rustc_hash::{FxHashMap, FxHashSet};

use super::solver::Words;
use crate::bv::{Node, Substitution, SymbolId, Term, TermStore};
use crate::cfa::{Cfa, CfaInputId, CfaVarId, Edge, EdgeId, LocationId};
use crate::support::{Budget, IndexVec};

/// What all parts of a search share.
pub struct Space<'a> {
    /// The automaton.
    pub cfa: &'a Cfa,
    /// Its terms, and those of formulas.
    pub terms: TermStore,
    /// Answers questions about states before an edge.
    pub words: Words,
    /// The edges that leave each location.
    pub outgoing: IndexVec<LocationId, Vec<EdgeId>>,
    /// The time, whether the search is cancelled, and goals that are decided elsewhere.
    pub budget: Budget,
    updates: IndexVec<EdgeId, Substitution>,
    guards: IndexVec<EdgeId, Term>,
    /// What edges read, found when it is first asked for.
    reads: IndexVec<EdgeId, Option<Vec<CfaInputId>>>,
    variables: FxHashMap<SymbolId, CfaVarId>,
    inputs: FxHashMap<SymbolId, CfaInputId>,
    /// The variables before the first step of a path, and the inputs of each step.
    first: FxHashMap<CfaVarId, Term>,
    steps: FxHashMap<(usize, CfaInputId), Term>,
}

impl<'a> Space<'a> {
    /// Nothing was asked yet.
    pub fn new(cfa: &'a Cfa, budget: &Budget) -> Self {
        let mut terms = cfa.terms.clone();
        let guard = |edge: &Edge| terms.conjunction(edge.guard.iter().copied());
        let guards = cfa.edges.iter().map(guard).collect();
        let updates = cfa.edges.iter().map(|edge| {
            let mut updates = Substitution::new();
            edge.update.iter().for_each(|&(var, new)| updates.replace(cfa.vars[var].term, new));
            updates
        });
        let symbol = |term: Term| cfa.terms.as_symbol(term).expect("variables are symbols");
        let vars = cfa.vars.iter_enumerated().map(|(id, var)| (symbol(var.term), id));
        let inputs = cfa.inputs.iter_enumerated().map(|(id, &term)| (symbol(term), id));
        Self {
            cfa,
            words: Words::new(budget),
            outgoing: cfa.outgoing(),
            budget: budget.clone(),
            updates: updates.collect(),
            guards,
            reads: IndexVec::filled(None, cfa.edges.len()),
            variables: vars.collect(),
            inputs: inputs.collect(),
            first: FxHashMap::default(),
            steps: FxHashMap::default(),
            terms,
        }
    }

    /// The guard of an edge.
    pub fn guard(&self, edge: EdgeId) -> Term {
        self.guards[edge]
    }

    /// What `term` is after the edge, in terms of what is before it.
    pub fn before(&mut self, edge: EdgeId, term: Term) -> Term {
        self.updates[edge].apply(&mut self.terms, term)
    }

    /// What `term` is after a step of a path, in terms of what is before it and the inputs of that
    /// step.
    pub fn before_step(&mut self, step: usize, edge: EdgeId, term: Term) -> Term {
        let term = self.before(edge, term);
        self.at_step(step, edge, term)
    }

    /// A term that reads the edge's inputs, with those of a step of a path.
    pub fn at_step(&mut self, step: usize, edge: EdgeId, term: Term) -> Term {
        let mut inputs = Substitution::new();
        for input in self.reads(edge) {
            let symbol = self.step(step, input);
            inputs.replace(self.cfa.inputs[input], symbol);
        }
        inputs.apply(&mut self.terms, term)
    }

    /// The inputs that an edge reads.
    pub fn reads(&mut self, edge: EdgeId) -> Vec<CfaInputId> {
        if let Some(known) = &self.reads[edge] {
            return known.clone();
        }
        let it = &self.cfa.edges[edge];
        let roots = it.guard.iter().copied().chain(it.update.iter().map(|update| update.1));
        let symbols = symbols(&self.terms, roots);
        let mut reads: Vec<CfaInputId> =
            symbols.iter().filter_map(|symbol| self.inputs.get(symbol).copied()).collect();
        reads.sort_unstable();
        self.reads[edge] = Some(reads.clone());
        reads
    }

    /// Whether a formula speaks of the automaton's variables only.
    pub fn is_of_states(&self, term: Term) -> bool {
        let symbols = symbols(&self.terms, [term]);
        symbols.iter().all(|symbol| self.variables.contains_key(symbol))
    }

    /// The variables that terms speak of.
    pub fn variables(&self, of: impl IntoIterator<Item = Term>) -> FxHashSet<CfaVarId> {
        let symbols = symbols(&self.terms, of);
        symbols.iter().filter_map(|symbol| self.variables.get(symbol).copied()).collect()
    }

    /// The symbol of a variable before the first step of a path.
    pub fn first(&mut self, var: CfaVarId) -> Term {
        let (terms, cfa) = (&mut self.terms, self.cfa);
        let new = || terms.symbol("first", cfa.terms.sort(cfa.vars[var].term));
        *self.first.entry(var).or_insert_with(new)
    }

    /// The symbol of an input in a step of a path.
    pub fn step(&mut self, step: usize, input: CfaInputId) -> Term {
        let (terms, cfa) = (&mut self.terms, self.cfa);
        let new = || terms.symbol("input", cfa.terms.sort(cfa.inputs[input]));
        *self.steps.entry((step, input)).or_insert_with(new)
    }
}

/// The symbols within terms.
fn symbols(terms: &TermStore, roots: impl IntoIterator<Item = Term>) -> FxHashSet<SymbolId> {
    let mut seen = FxHashSet::default();
    let mut open: Vec<Term> = roots.into_iter().collect();
    let mut symbols = FxHashSet::default();
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.node(term) {
            Node::Symbol(symbol) => _ = symbols.insert(*symbol),
            _ => open.extend(terms.args(term)),
        }
    }
    symbols
}
