//! Questions about words: truth values are translated to clauses when they are first asked for.
//!
//! One solver serves thousands of small questions. Nothing is asserted: each question assumes
//! the literals of what it is about, so answers come with the assumptions that they need.

use crate::aig::Edge;
use crate::aig::blast::Paused;
use crate::bv::{SymbolId, Term, TermStore, Value};
use crate::cnf::tseitin::Shape;
use crate::cnf::{Cnf, Lit, Var};
use crate::sat::{Answer, CaDiCaL, Profile, Solver};
use crate::support::{Budget, Fault, StopReason, limits};

/// A solver for truth values of one [`TermStore`], which may grow between questions.
pub struct Words {
    blasted: Paused,
    solver: CaDiCaL,
    /// By node of the graph: whether the solver knows its variable.
    defined: Vec<bool>,
    budget: Budget,
    /// Questions asked so far.
    pub asked: u64,
}

impl Words {
    /// A solver that knows nothing.
    pub fn new(budget: &Budget) -> Self {
        Self {
            blasted: Paused::default(),
            solver: CaDiCaL::new(Profile::Incremental),
            defined: vec![],
            budget: budget.clone(),
            asked: 0,
        }
    }

    /// The literal of a truth value.
    pub fn lit(&mut self, terms: &TermStore, term: Term) -> Lit {
        let mut blaster = std::mem::take(&mut self.blasted).resume(terms);
        let edge = blaster.bit(term);
        self.blasted = blaster.pause();
        self.define(edge);
        lit(edge)
    }

    /// The literals of several.
    pub fn lits(&mut self, terms: &TermStore, of: &[Term]) -> Vec<Lit> {
        of.iter().map(|&term| self.lit(terms, term)).collect()
    }

    /// A literal that nothing is known of: clauses with it hold only where it is assumed false.
    pub fn switch(&mut self) -> Lit {
        let edge = self.blasted.aig.input();
        self.define(edge);
        lit(edge)
    }

    /// Adds a clause for good.
    pub fn add(&mut self, clause: &[Lit]) {
        self.solver.add(clause);
    }

    fn define(&mut self, edge: Edge) {
        let aig = &self.blasted.aig;
        if self.defined.is_empty() {
            // Node 0 is the constant 0.
            self.solver.add(&[!lit(Edge::FALSE)]);
            self.defined.push(true);
        }
        self.defined.resize(aig.len(), false);
        let mut open = vec![edge.node()];
        let mut clauses = Cnf::new();
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut self.defined[node], true) {
                continue;
            }
            if let Some(shape) = Shape::of(aig, node) {
                open.extend(shape.leaves().map(Edge::node));
                shape.define(lit(Edge::to(node)), lit, &mut clauses);
            }
        }
        clauses.iter().for_each(|clause| self.solver.add(clause));
    }

    /// Whether all of `assumed` can be true.
    ///
    /// # Errors
    /// If the budget is over.
    pub fn is_possible(&mut self, assumed: &[Lit]) -> Result<bool, StopReason> {
        self.asked += 1;
        match self.solver.solve(assumed, &self.budget) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Interrupted => Err(self.budget.exhausted().unwrap_or(StopReason::Cancelled)),
        }
    }

    /// If not all of `asked` can be true where `given` are: the places of some that can't, few if
    /// that is found soon. What comes last is left out first.
    ///
    /// # Errors
    /// If the budget is over.
    pub fn contradiction(
        &mut self,
        given: &[Lit],
        asked: &[Lit],
    ) -> Result<Option<Vec<usize>>, StopReason> {
        let with = |places: &[usize]| -> Vec<Lit> {
            given.iter().copied().chain(places.iter().map(|&place| asked[place])).collect()
        };
        let mut core: Vec<usize> = (0..asked.len()).collect();
        if self.is_possible(&with(&core))? {
            return Ok(None);
        }
        core.retain(|&place| self.needed(asked[place]));
        // A core is seldom least: without which of its parts is it still one?
        let mut at = core.len();
        let mut tried = 0;
        while at > 0 && given.len() + core.len() > 1 && tried < limits::CORE_ATTEMPTS {
            at -= 1;
            tried += 1;
            let mut rest = core.clone();
            rest.remove(at);
            if !self.is_possible(&with(&rest))? {
                rest.retain(|&place| self.needed(asked[place]));
                core = rest;
                at = at.min(core.len());
            }
        }
        if core.len() > 1 && Fault::PathCore.is_planted() {
            core.pop();
        }
        Ok(Some(core))
    }

    /// If all of `assumed` can be true: for each literal its value, if that is the same whenever
    /// they are.
    ///
    /// # Errors
    /// If the budget is over.
    pub fn implied(
        &mut self,
        assumed: &[Lit],
        of: &[Lit],
    ) -> Result<Option<Vec<Option<bool>>>, StopReason> {
        if !self.is_possible(assumed)? {
            return Ok(None);
        }
        let mut values: Vec<Option<bool>> = of.iter().map(|&lit| Some(self.holds(lit))).collect();
        if Fault::ReachImplied.is_planted() {
            return Ok(Some(values));
        }
        let mut asked = assumed.to_vec();
        for place in 0..of.len() {
            let Some(value) = values[place] else { continue };
            asked.push(if value { !of[place] } else { of[place] });
            if self.is_possible(&asked)? {
                // What differs from what was seen before has two values.
                for (value, &lit) in values.iter_mut().zip(of) {
                    *value = value.filter(|&value| value == self.holds(lit));
                }
            }
            asked.pop();
        }
        Ok(Some(values))
    }

    /// After a question that was answered with no: whether an assumption was needed.
    pub fn needed(&mut self, assumed: Lit) -> bool {
        self.solver.failed(assumed) && !Fault::WordsNeeded.is_planted()
    }

    /// After a question that was answered with yes: the value of a literal.
    pub fn holds(&mut self, lit: Lit) -> bool {
        self.solver.value(lit)
    }

    /// After a question that was answered with yes: the value of a symbol, 0 in bits that
    /// nothing was asked of.
    pub fn value(&mut self, symbol: SymbolId, width: u32) -> Value {
        let Some(bits) = self.blasted.symbol(symbol) else { return Value::zero(width) };
        let bits: Vec<bool> = bits
            .iter()
            .copied()
            .map(|bit| self.defined.get(bit.node()) == Some(&true) && self.solver.value(lit(bit)))
            .collect();
        Value::from_bits(&bits)
    }
}

fn lit(edge: Edge) -> Lit {
    let var = u32::try_from(edge.node() + 1).expect("fewer than 2^31 nodes");
    Lit::new(Var(var), !edge.is_complement())
}
