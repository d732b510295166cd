//! Craig interpolants along a path, from one resolution proof.
//!
//! The steps of the path become clauses over bits, step after step, that are contradictory
//! together. From the proof of that, for each place between two steps, a system of rules gives
//! a formula over the bits that both sides share: McMillan's (Interpolation and SAT-based model
//! checking, CAV 2003) or Pudlák's (Lower bounds for resolution and cutting plane proofs, JSL 1997).
//! It follows from the steps before, contradicts those after it, and, all made from one proof by
//! one system, each with the next step implies the next.
//!
//! A bit of a variable has a new name after each step that sets the variable, so what both sides
//! share is the state between them.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::options::Interpolation;
use super::super::space::Space;
use crate::aig::blast::Blaster;
use crate::aig::{Edge, Gate};
use crate::bv::{Substitution, SymbolId, Term, TermStore};
use crate::cfa::{Cfa, CfaVarId, EdgeId};
use crate::cnf::tseitin::{Gates, Root};
use crate::cnf::{Cnf, Lit, Var};
use crate::sat::proof::{ProofSink, Session};
use crate::sat::{Answer, Profile};
use crate::support::StopReason;

/// If the steps along these edges lead from states of `from` to states of `to` only: for each of
/// them a formula over the automaton's variables that holds after it. The first step leads from
/// `from` to the first formula, each other from one to the next, and the last formula implies `to`.
/// Else none.
///
/// # Errors
/// If the budget is over.
pub fn interpolants(
    space: &mut Space<'_>,
    from: Term,
    edges: &[EdgeId],
    to: Term,
    system: Interpolation,
) -> Result<Option<Vec<Term>>, StopReason> {
    let unrolled = Unrolled::new(space, from, edges, to);
    let mut session = Session::new(Profile::Incremental, Proof::default());
    for (step, clauses) in unrolled.clauses.iter().enumerate() {
        for clause in clauses.iter() {
            session.sink().next = step;
            session.add(clause);
        }
    }
    match session.solve(&[], &space.budget) {
        Answer::Unsat => {}
        Answer::Sat => return Ok(None),
        Answer::Interrupted => {
            return Err(space.budget.exhausted().unwrap_or(StopReason::Cancelled));
        }
    }
    let sink = session.sink();
    let needed = sink.needed();
    let spans = unrolled.spans();
    let mut result = vec![];
    for step in 0..edges.len() {
        if let Some(reason) = space.budget.exhausted() {
            return Err(reason);
        }
        let cut = Cut { cfa: space.cfa, system, step, spans: &spans, unrolled: &unrolled };
        result.push(cut.interpolant(&mut space.terms, &sink, &needed));
    }
    Ok(Some(result))
}

/// The steps of a path as clauses, and as a last one that it does not end where it shall.
struct Unrolled {
    /// By step.
    clauses: Vec<Cnf>,
    /// What a variable of the clauses is, unless it is a gate.
    bits: FxHashMap<Var, Bit>,
    /// By step which variable holds a symbol after it.
    holders: Vec<FxHashMap<SymbolId, CfaVarId>>,
}

/// A symbol, its bit.
type Bit = (SymbolId, usize);

impl Unrolled {
    fn new(space: &mut Space<'_>, from: Term, edges: &[EdgeId], to: Term) -> Self {
        let cfa = space.cfa;
        let mut variables: FxHashMap<Bit, Var> = FxHashMap::default();
        let first = cfa.vars.indices().map(|var| (var, space.first(var)));
        let mut state: BTreeMap<CfaVarId, Term> = first.collect();
        let mut used = 0;
        let (mut clauses, mut holders) = (vec![], vec![]);
        for (step, &edge) in edges.iter().enumerate() {
            let mut now = at(cfa, &state);
            let mut asserted = vec![];
            if step == 0 {
                asserted.push(now.apply(&mut space.terms, from));
            }
            for input in space.reads(edge) {
                let symbol = space.step(step, input);
                now.replace(cfa.inputs[input], symbol);
            }
            for &conjunct in &cfa.edges[edge].guard {
                asserted.push(now.apply(&mut space.terms, conjunct));
            }
            let mut new = vec![];
            for &(var, value) in &cfa.edges[edge].update {
                let value = now.apply(&mut space.terms, value);
                // Copies, too: else nothing would say that two variables are equal.
                let symbol = space.terms.symbol("state", space.terms.sort(value));
                asserted.push(space.terms.eq(symbol, value));
                new.push((var, symbol));
            }
            state.extend(new);
            clauses.push(blast(&space.terms, &asserted, &mut variables, &mut used));
            let holder = |(&var, &symbol): (&CfaVarId, &Term)| {
                (space.terms.as_symbol(symbol).expect("states are symbols here"), var)
            };
            holders.push(state.iter().map(holder).collect());
        }
        let end = at(cfa, &state).apply(&mut space.terms, to);
        let misses = space.terms.not(end);
        clauses.push(blast(&space.terms, &[misses], &mut variables, &mut used));
        let bits = variables.into_iter().map(|(bit, var)| (var, bit)).collect();
        Self { clauses, bits, holders }
    }

    /// For each variable the first and the last step that mentions it.
    fn spans(&self) -> FxHashMap<Var, (usize, usize)> {
        let mut spans: FxHashMap<Var, (usize, usize)> = FxHashMap::default();
        for (step, clauses) in self.clauses.iter().enumerate() {
            for lit in clauses.iter().flatten() {
                spans.entry(lit.var()).or_insert((step, step)).1 = step;
            }
        }
        spans
    }
}

/// Replaces variables by what they are in a state.
fn at(cfa: &Cfa, state: &BTreeMap<CfaVarId, Term>) -> Substitution {
    let mut now = Substitution::new();
    state.iter().for_each(|(&var, &symbol)| now.replace(cfa.vars[var].term, symbol));
    now
}

/// The clauses of some truth values, with a circuit of their own: only symbols are shared.
fn blast(
    terms: &TermStore,
    asserted: &[Term],
    variables: &mut FxHashMap<Bit, Var>,
    used: &mut u32,
) -> Cnf {
    let mut blaster = Blaster::new(terms);
    let edges: Vec<Edge> = asserted.iter().map(|&term| blaster.bit(term)).collect();
    let mut inputs: FxHashMap<usize, Bit> = FxHashMap::default();
    for (symbol, _) in terms.symbols().iter_enumerated() {
        for (bit, edge) in blaster.built.symbol(symbol).into_iter().flatten().enumerate() {
            inputs.insert(edge.node(), (symbol, bit));
        }
    }
    let aig = &blaster.built.aig;
    let roots: Vec<Root> = edges.iter().map(|&edge| Root::Asserted(edge)).collect();
    let gates = Gates::new(aig, &roots);
    let mut names: Vec<Var> = vec![];
    for node in 0..aig.len() {
        let mut new = || {
            *used += 1;
            Var(*used)
        };
        names.push(match aig.gate(node) {
            Gate::Input(_) => *variables.entry(inputs[&node]).or_insert_with(new),
            Gate::False | Gate::And(..) => new(),
        });
    }
    let lit = |edge: Edge| Lit::new(names[edge.node()], !edge.is_complement());
    let mut clauses = Cnf::new();
    clauses.push([!lit(Edge::FALSE)]);
    for (node, shape) in gates.iter() {
        shape.define(lit(Edge::to(node)), lit, &mut clauses);
    }
    for edge in edges {
        gates.assert(aig, edge, lit, &mut clauses);
    }
    clauses
}

/// A clause of the proof.
enum Clause {
    /// Of a step of the path.
    Given(usize, Vec<Lit>),
    /// It follows from these by unit propagation in their order.
    Derived(Vec<i64>, Vec<Lit>),
}

/// The proof as it is told.
#[derive(Default)]
struct Proof {
    /// The step of the clause that is added next.
    next: usize,
    added: std::collections::VecDeque<(usize, Vec<Lit>)>,
    clauses: BTreeMap<i64, Clause>,
    /// The empty clause.
    end: Option<i64>,
}

impl ProofSink for Proof {
    fn added(&mut self, clause: &[Lit]) {
        self.added.push_back((self.next, clause.to_vec()));
    }

    fn original(&mut self, id: i64) {
        let (step, clause) = self.added.pop_front().expect("it was added");
        if clause.is_empty() {
            self.end = Some(id);
        }
        self.clauses.insert(id, Clause::Given(step, clause));
    }

    fn derived(&mut self, id: i64, clause: &[Lit], hints: &[i64]) {
        if clause.is_empty() {
            self.end = Some(id);
        }
        self.clauses.insert(id, Clause::Derived(hints.to_vec(), clause.to_vec()));
    }

    // Without assumptions the empty clause is derived.
    fn refuted(&mut self, _: i64, _: &[Lit], _: &[i64]) {}
    // What was deleted is still named by what was derived from it.
    fn deleted(&mut self, _: i64) {}
    fn set_aside(&mut self, _: i64) {}
    fn restored(&mut self, _: i64) {}
}

impl Proof {
    /// The clauses that the empty one rests on, with it, in the order of the proof.
    fn needed(&self) -> Vec<i64> {
        let mut open: Vec<i64> = self.end.into_iter().collect();
        let mut seen: FxHashSet<i64> = FxHashSet::default();
        while let Some(id) = open.pop() {
            if seen.insert(id)
                && let Clause::Derived(hints, _) = &self.clauses[&id]
            {
                open.extend(hints);
            }
        }
        let mut all: Vec<i64> = seen.into_iter().collect();
        all.sort_unstable();
        all
    }

    fn literals(&self, id: i64) -> &[Lit] {
        match &self.clauses[&id] {
            Clause::Given(_, clause) | Clause::Derived(_, clause) => clause,
        }
    }

    /// A derived clause as a chain of resolutions: the clause to begin with, then clauses with
    /// their literal of the variable to resolve on.
    fn chain(&self, hints: &[i64], clause: &[Lit]) -> (i64, Vec<(i64, Lit)>) {
        let mut truth: FxHashMap<Var, bool> = FxHashMap::default();
        clause.iter().for_each(|lit| _ = truth.insert(lit.var(), !lit.is_positive()));
        let mut forced: Vec<(i64, Lit)> = vec![];
        let mut conflict = None;
        for &hint in hints {
            let mut open = self.literals(hint).iter().filter(|lit| {
                truth.get(&lit.var()).is_none_or(|&value| value == lit.is_positive())
            });
            match (open.next(), open.next()) {
                (None, _) => {
                    conflict = Some(hint);
                    break;
                }
                (Some(&lit), None) => {
                    truth.insert(lit.var(), lit.is_positive());
                    forced.push((hint, lit));
                }
                (Some(_), Some(_)) => {}
            }
        }
        let first = conflict.expect("a clause of the proof follows by unit propagation");
        let mut rest: FxHashSet<Lit> = self.literals(first).iter().copied().collect();
        let mut chain = vec![];
        for (hint, lit) in forced.into_iter().rev() {
            if rest.remove(&!lit) {
                rest.extend(self.literals(hint).iter().filter(|&&other| other != lit));
                chain.push((hint, lit));
            }
        }
        (first, chain)
    }
}

/// A place between two steps: after this one.
struct Cut<'a> {
    cfa: &'a Cfa,
    system: Interpolation,
    step: usize,
    spans: &'a FxHashMap<Var, (usize, usize)>,
    unrolled: &'a Unrolled,
}

impl Cut<'_> {
    /// Whether only steps before the cut mention a variable.
    fn is_before(&self, var: Var) -> bool {
        self.spans[&var].1 <= self.step
    }

    /// Whether only steps behind the cut mention a variable.
    fn is_behind(&self, var: Var) -> bool {
        self.spans[&var].0 > self.step
    }

    fn interpolant(&self, terms: &mut TermStore, proof: &Proof, needed: &[i64]) -> Term {
        let mut partial: FxHashMap<i64, Term> = FxHashMap::default();
        let mut last = terms.bool(true);
        for &id in needed {
            last = match &proof.clauses[&id] {
                Clause::Given(step, clause) if *step <= self.step => self.before(terms, clause),
                Clause::Given(..) => terms.bool(true),
                Clause::Derived(hints, clause) => {
                    let (first, chain) = proof.chain(hints, clause);
                    let mut sum = partial[&first];
                    for (other, lit) in chain {
                        sum = self.resolved(terms, sum, partial[&other], lit);
                    }
                    sum
                }
            };
            partial.insert(id, last);
        }
        last
    }

    /// What is said of a clause of a step before the cut.
    fn before(&self, terms: &mut TermStore, clause: &[Lit]) -> Term {
        match self.system {
            Interpolation::McMillan => {
                let shared = clause.iter().filter(|lit| !self.is_before(lit.var()));
                let literals: Vec<Term> = shared.map(|&lit| self.literal(terms, lit)).collect();
                terms.disjunction(literals)
            }
            Interpolation::Pudlak => terms.bool(false),
        }
    }

    /// What is said of a resolvent; `other` is what is said of the clause that has `lit`.
    fn resolved(&self, terms: &mut TermStore, sum: Term, other: Term, lit: Lit) -> Term {
        let var = lit.var();
        match self.system {
            _ if self.is_before(var) => terms.or(sum, other),
            Interpolation::Pudlak if !self.is_behind(var) => {
                // Where it is false the clause with it must be refuted, else the other one.
                let literal = self.literal(terms, lit);
                terms.ite(literal, sum, other)
            }
            Interpolation::McMillan | Interpolation::Pudlak => terms.and(sum, other),
        }
    }

    fn literal(&self, terms: &mut TermStore, lit: Lit) -> Term {
        // What both sides mention is held by a variable between them.
        let (symbol, place) = self.unrolled.bits[&lit.var()];
        let holder = self.unrolled.holders[self.step][&symbol];
        let place = u32::try_from(place).expect("widths are small");
        let bit = terms.bit(self.cfa.vars[holder].term, place);
        if lit.is_positive() { bit } else { terms.not(bit) }
    }
}
