//! From clauses over a system's state bits to a formula for each location.
//!
//! At a location the bits of the program counter are known: a clause that they satisfy
//! says nothing there, from the others they vanish. What is left speaks of the last
//! values of SSA values, which is what a [`LocationInvariant`] speaks of too.
//!
//! In an encoding with a predecessor variable (the paper's) a location stands before its
//! block's phis and a [`LocationInvariant`] behind them. So there the formula is a
//! disjunction over the predecessors, each disjunct with what the phis then are. An old
//! value of such a phi is gone behind it: clauses that mention one are dropped. The
//! result then holds still, but may be too weak to be inductive.
//!
//! Predicates become formulas over SSA values; systems with a predecessor variable have none.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::copy::Copier;
use super::{LocationInvariant, Origin, ProofLit, Restore, StateId, StateLit, TransitionSystem};
use crate::bv::{SymbolId, Term, TermStore, Value};
use crate::program::{BlockId, Operand, Program, ValueId};
use crate::support::IndexVec;

impl Restore {
    /// Turns clauses over state bits and predicates into a formula for each location.
    pub fn invariant(
        &self,
        program: &Program,
        system: &TransitionSystem,
        clauses: &[Vec<impl Into<ProofLit> + Copy>],
    ) -> LocationInvariant {
        self.writer(program, system, clauses).write(Writer::at)
    }

    /// Turns cubes over state bits and predicates, one of which holds in every state of a run,
    /// into a formula for each location. `None` if the encoding has a predecessor variable.
    pub fn cover(
        &self,
        program: &Program,
        system: &TransitionSystem,
        cubes: &[Vec<impl Into<ProofLit> + Copy>],
    ) -> Option<LocationInvariant> {
        let writer = self.writer(program, system, cubes);
        self.predecessor.is_none().then(|| writer.write(Writer::covered))
    }

    fn writer<'a>(
        &'a self,
        program: &'a Program,
        system: &TransitionSystem,
        clauses: &[Vec<impl Into<ProofLit> + Copy>],
    ) -> Writer<'a> {
        let literals = clauses.iter().map(|clause| clause.iter().map(|&lit| lit.into()).collect());
        let mut writer = Writer {
            restore: self,
            program,
            clauses: literals.collect(),
            origins: system.states.iter().map(|state| state.origin).collect(),
            predicates: FxHashMap::default(),
            terms: TermStore::new(),
            symbols: FxHashMap::default(),
            known: FxHashMap::default(),
        };
        writer.copy_predicates(system);
        writer
    }
}

struct Writer<'a> {
    restore: &'a Restore,
    program: &'a Program,
    /// Or cubes.
    clauses: Rc<[Vec<ProofLit>]>,
    origins: IndexVec<StateId, Origin>,
    /// By place those that the clauses speak of, over SSA values.
    predicates: FxHashMap<usize, Term>,
    terms: TermStore,
    symbols: FxHashMap<SymbolId, ValueId>,
    known: FxHashMap<ValueId, Term>,
}

impl Writer<'_> {
    /// The invariant with these conjuncts at each location.
    fn write(mut self, conjuncts: impl Fn(&mut Self, BlockId) -> Vec<Term>) -> LocationInvariant {
        let mut blocks: Vec<BlockId> = self.restore.locations.keys().copied().collect();
        blocks.sort_unstable();
        let at: BTreeMap<BlockId, Vec<Term>> = blocks
            .into_iter()
            .map(|block| (block, conjuncts(&mut self, block)))
            .filter(|(_, conjuncts)| !conjuncts.is_empty())
            .collect();
        LocationInvariant { terms: self.terms, symbols: self.symbols, at }
    }

    /// That one of the cubes holds at the location of `block`: first the bits that all of
    /// them there agree on.
    fn covered(&mut self, block: BlockId) -> Vec<Term> {
        let code = self.restore.locations[&block].clone();
        let counter = self.restore.counter;
        let of_counter = |lit: &ProofLit| matches!(lit, ProofLit::Bit(lit) if lit.state == counter);
        let is_here = |lit: &ProofLit| match lit {
            ProofLit::Bit(lit) if lit.state == counter => code.bit(lit.bit) == lit.positive,
            _ => true,
        };
        let here = self.clauses.iter().filter(|cube| cube.iter().all(is_here));
        let mut cubes: Vec<BTreeSet<ProofLit>> =
            here.map(|cube| cube.iter().copied().collect()).collect();
        cubes.iter_mut().for_each(|cube| cube.retain(|lit| !of_counter(lit)));
        let common = cubes.iter().cloned().reduce(|common, cube| &common & &cube);
        let Some(common) = common else { return vec![self.terms.bool(false)] };
        let mut conjuncts: Vec<Term> = common.iter().map(|lit| self.literal(lit)).collect();
        let mut cases = Vec::new();
        for cube in &cubes {
            let case: Vec<Term> = (cube - &common).iter().map(|lit| self.literal(lit)).collect();
            cases.push(self.terms.conjunction(case));
        }
        let some = self.terms.disjunction(cases);
        conjuncts.extend((some != self.terms.bool(true)).then_some(some));
        conjuncts
    }

    /// A bit of a state variable that holds an SSA value, or a predicate.
    fn literal(&mut self, lit: &ProofLit) -> Term {
        let (holds, positive) = match *lit {
            ProofLit::Predicate(place, positive) => (self.predicates[&place], positive),
            ProofLit::Bit(StateLit { state, bit, positive }) => {
                let Origin::Value(value) = self.origins[state] else {
                    unreachable!("in a program only counter and predecessor have another origin")
                };
                let symbol = self.value(value);
                (self.terms.bit(symbol, bit), positive)
            }
        };
        if positive { holds } else { self.terms.not(holds) }
    }

    /// Writes the predicates that the clauses speak of over SSA values.
    fn copy_predicates(&mut self, system: &TransitionSystem) {
        let clauses = Rc::clone(&self.clauses);
        let places = clauses.iter().flatten().filter_map(|lit| match lit {
            ProofLit::Predicate(place, _) => Some(*place),
            ProofLit::Bit(_) => None,
        });
        let places: BTreeSet<usize> = places.collect();
        let mentioned = subterms(&system.terms, places.iter().map(|&at| system.predicates[at]));
        let mut symbols = FxHashMap::default();
        for state in system.states.iter().filter(|state| mentioned.contains(&state.current)) {
            if let (Some(symbol), Origin::Value(value)) =
                (system.terms.as_symbol(state.current), state.origin)
            {
                symbols.insert(symbol, self.value(value));
            }
        }
        let mut copier = Copier::new(&system.terms, symbols);
        for place in places {
            let term = copier.copy(system.predicates[place], &mut self.terms);
            self.predicates.insert(place, term.expect("predicates speak of values"));
        }
    }

    /// The conjuncts that hold at the location of `block`.
    fn at(&mut self, block: BlockId) -> Vec<Term> {
        let code = self.restore.locations[&block].clone();
        let Some(predecessor) = self.restore.predecessor else {
            return self.conjuncts(&[(self.restore.counter, &code)], &[]);
        };
        let gone: Vec<ValueId> =
            self.program.blocks[block].phis.iter().map(|phi| phi.dest).collect();
        let mut cases: Vec<Vec<Term>> = Vec::new();
        for from in self.sources(block) {
            let came = self.restore.locations[&self.restore.home[&from]].clone();
            let fixed = [(self.restore.counter, &code), (predecessor, &came)];
            let mut case = self.conjuncts(&fixed, &gone);
            if from != block || block != self.program.entry {
                self.phis(block, from, &gone, &mut case);
            }
            cases.push(case);
        }
        match cases.len() {
            1 => cases.remove(0),
            _ if cases.iter().any(Vec::is_empty) => Vec::new(),
            _ => {
                let cases: Vec<Term> =
                    cases.into_iter().map(|case| self.terms.conjunction(case)).collect();
                vec![self.terms.disjunction(cases)]
            }
        }
    }

    /// Blocks that control may come from; the entry comes from itself.
    fn sources(&self, block: BlockId) -> Vec<BlockId> {
        if block == self.program.entry {
            return vec![block];
        }
        let blocks = self.program.blocks.iter_enumerated();
        blocks
            .filter(|(from, _)| self.restore.home.contains_key(from))
            .filter(|(_, from)| from.terminator.successors().contains(&block))
            .map(|(from, _)| from)
            .collect()
    }

    /// What the clauses say where some state variables have known values.
    fn conjuncts(&mut self, fixed: &[(StateId, &Value)], gone: &[ValueId]) -> Vec<Term> {
        let clauses = Rc::clone(&self.clauses);
        clauses.iter().filter_map(|clause| self.clause(clause, fixed, gone)).collect()
    }

    /// `None` if the clause says nothing there.
    fn clause(
        &mut self,
        clause: &[ProofLit],
        fixed: &[(StateId, &Value)],
        gone: &[ValueId],
    ) -> Option<Term> {
        let mut rest = Vec::new();
        for lit in clause {
            let ProofLit::Bit(bit) = lit else {
                rest.push(lit);
                continue;
            };
            match (fixed.iter().find(|fixed| fixed.0 == bit.state), self.origins[bit.state]) {
                (Some((_, value)), _) if value.bit(bit.bit) == bit.positive => return None,
                (Some(_), _) => {}
                (None, Origin::Value(value)) if !gone.contains(&value) => rest.push(lit),
                (None, _) => return None,
            }
        }
        let literals: Vec<Term> = rest.into_iter().map(|lit| self.literal(lit)).collect();
        Some(self.terms.disjunction(literals))
    }

    /// What the phis of `block` are when control came from `from`.
    fn phis(&mut self, block: BlockId, from: BlockId, gone: &[ValueId], into: &mut Vec<Term>) {
        let program = self.program;
        for phi in &program.blocks[block].phis {
            let incoming = phi.incoming.iter().find(|incoming| incoming.0 == from);
            let value = match &incoming.expect("a phi names every predecessor").1 {
                Operand::Value(value) if gone.contains(value) => continue,
                Operand::Value(value) => self.value(*value),
                Operand::Const(value) => self.terms.constant(value.clone()),
            };
            let dest = self.value(phi.dest);
            into.push(self.terms.eq(dest, value));
        }
    }

    /// The symbol of an SSA value.
    fn value(&mut self, value: ValueId) -> Term {
        if let Some(&term) = self.known.get(&value) {
            return term;
        }
        let info = &self.program.values[value];
        let term = self.terms.symbol(info.name.clone(), info.sort);
        self.symbols.insert(self.terms.as_symbol(term).expect("just made"), value);
        self.known.insert(value, term);
        term
    }
}

/// All terms within these, they included.
fn subterms(terms: &TermStore, roots: impl Iterator<Item = Term>) -> FxHashSet<Term> {
    let (mut seen, mut stack) = (FxHashSet::default(), roots.collect::<Vec<_>>());
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            stack.extend(terms.args(term));
        }
    }
    seen
}
