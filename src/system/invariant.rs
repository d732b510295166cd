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

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::{LocationInvariant, Origin, Restore, StateId, StateLit, TransitionSystem};
use crate::bv::{SymbolId, Term, TermStore, Value};
use crate::program::{BlockId, Operand, Program, ValueId};
use crate::support::IndexVec;

impl Restore {
    /// Turns clauses over state bits into a formula for each location.
    pub fn invariant(
        &self,
        program: &Program,
        system: &TransitionSystem,
        clauses: &[Vec<StateLit>],
    ) -> LocationInvariant {
        self.writer(program, system, clauses).write(Writer::at)
    }

    /// Turns cubes over state bits, one of which holds in every state of a run, into a
    /// formula for each location. `None` if the encoding has a predecessor variable.
    pub fn cover(
        &self,
        program: &Program,
        system: &TransitionSystem,
        cubes: &[Vec<StateLit>],
    ) -> Option<LocationInvariant> {
        let writer = self.writer(program, system, cubes);
        self.predecessor.is_none().then(|| writer.write(Writer::covered))
    }

    fn writer<'a>(
        &'a self,
        program: &'a Program,
        system: &TransitionSystem,
        clauses: &'a [Vec<StateLit>],
    ) -> Writer<'a> {
        Writer {
            restore: self,
            program,
            clauses,
            origins: system.states.iter().map(|state| state.origin).collect(),
            terms: TermStore::new(),
            symbols: FxHashMap::default(),
            known: FxHashMap::default(),
        }
    }
}

struct Writer<'a> {
    restore: &'a Restore,
    program: &'a Program,
    /// Or cubes.
    clauses: &'a [Vec<StateLit>],
    origins: IndexVec<StateId, Origin>,
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
        let is_here = |lit: &&StateLit| lit.state != counter || code.bit(lit.bit) == lit.positive;
        let here = self.clauses.iter().filter(|cube| cube.iter().all(|lit| is_here(&lit)));
        let mut cubes: Vec<BTreeSet<StateLit>> =
            here.map(|cube| cube.iter().copied().collect()).collect();
        cubes.iter_mut().for_each(|cube| cube.retain(|lit| lit.state != counter));
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

    /// A bit of a state variable that holds an SSA value.
    fn literal(&mut self, lit: &StateLit) -> Term {
        let Origin::Value(value) = self.origins[lit.state] else {
            unreachable!("in a program only counter and predecessor have another origin")
        };
        let symbol = self.value(value);
        let bit = self.terms.bit(symbol, lit.bit);
        if lit.positive { bit } else { self.terms.not(bit) }
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
        let clauses = self.clauses;
        clauses.iter().filter_map(|clause| self.clause(clause, fixed, gone)).collect()
    }

    /// `None` if the clause says nothing there.
    fn clause(
        &mut self,
        clause: &[StateLit],
        fixed: &[(StateId, &Value)],
        gone: &[ValueId],
    ) -> Option<Term> {
        let mut rest = Vec::new();
        for lit in clause {
            match (fixed.iter().find(|fixed| fixed.0 == lit.state), self.origins[lit.state]) {
                (Some((_, value)), _) if value.bit(lit.bit) == lit.positive => return None,
                (Some(_), _) => {}
                (None, Origin::Value(value)) if !gone.contains(&value) => rest.push((value, lit)),
                (None, _) => return None,
            }
        }
        let mut literals = Vec::new();
        for (value, lit) in rest {
            let symbol = self.value(value);
            let bit = self.terms.bit(symbol, lit.bit);
            literals.push(if lit.positive { bit } else { self.terms.not(bit) });
        }
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
