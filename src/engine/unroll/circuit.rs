//! The circuit of all time steps in the solver: gates with structural hashing, constants
//! folded as they become known.
//!
//! A literal of variable 0 is a constant ([`TRUE`], [`FALSE`]); all others are literals of
//! the solver. A gate gets a solver variable and clauses only if it's new and not constant.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::gates::Gate;
use crate::cnf::{Lit, Var};
use crate::sat::Solver;

/// The constant true.
pub fn constant(value: bool) -> Lit {
    Lit::new(Var(0), value)
}

/// Gates and clauses over the solver's variables.
pub struct Circuit {
    /// The solver that holds the clauses.
    pub solver: Box<dyn Solver>,
    /// For each solver variable its value, if known for good; entry 0 is the constant.
    known: Vec<Option<bool>>,
    gates: FxHashMap<Gate, Lit>,
    clauses: u64,
    contradiction: bool,
}

impl Circuit {
    /// An empty circuit, for a solver without clauses.
    pub fn new(solver: Box<dyn Solver>) -> Self {
        Self {
            solver,
            known: vec![Some(true)],
            gates: FxHashMap::default(),
            clauses: 0,
            contradiction: false,
        }
    }

    /// Number of clauses added so far.
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// Whether the clauses were seen to contradict each other.
    pub fn contradiction(&self) -> bool {
        self.contradiction
    }

    /// Notes that the solver has found the clauses to contradict each other.
    pub fn contradict(&mut self) {
        self.contradiction = true;
    }

    /// The literal itself, or the constant it is known to be.
    pub fn simplify(&self, lit: Lit) -> Lit {
        match self.known[lit.var().0 as usize] {
            Some(value) => constant(value == lit.is_positive()),
            None => lit,
        }
    }

    /// As [`Circuit::simplify`], and asks the solver what it has found out.
    pub fn ask(&mut self, lit: Lit) -> Lit {
        let simple = self.simplify(lit);
        if simple.var() != Var(0)
            && let Some(value) = self.solver.fixed(simple.var().lit())
        {
            self.known[simple.var().0 as usize] = Some(value);
        }
        self.simplify(simple)
    }

    /// A new variable.
    pub fn fresh(&mut self) -> Lit {
        let var = u32::try_from(self.known.len()).expect("memory ends before 2^32 variables");
        self.known.push(None);
        Var(var).lit()
    }

    /// Adds a clause for good.
    pub fn assert(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let mut simple: SmallVec<[Lit; 8]> = SmallVec::new();
        for lit in clause {
            let lit = self.simplify(lit);
            if lit == constant(true) {
                return;
            }
            if lit != constant(false) {
                simple.push(lit);
            }
        }
        match simple[..] {
            [] => self.contradiction = true,
            [unit] => self.known[unit.var().0 as usize] = Some(unit.is_positive()),
            _ => {}
        }
        self.emit(&simple);
    }

    fn emit(&mut self, clause: &[Lit]) {
        self.solver.add(clause);
        self.clauses += 1;
    }

    /// The output of a gate.
    pub fn gate(&mut self, gate: &Gate, mut input: impl FnMut(Lit) -> Lit) -> Lit {
        match gate {
            Gate::And(inputs) => self.and(inputs.iter().map(|&lit| input(lit))),
            Gate::Xor(a, b) => self.xor(input(*a), input(*b)),
            Gate::Ite(c, t, e) => self.ite(input(*c), input(*t), input(*e)),
        }
    }

    /// The conjunction.
    pub fn and(&mut self, inputs: impl IntoIterator<Item = Lit>) -> Lit {
        let mut simple: SmallVec<[Lit; 2]> = SmallVec::new();
        for lit in inputs {
            let lit = self.simplify(lit);
            if lit == constant(false) {
                return lit;
            }
            if lit != constant(true) {
                simple.push(lit);
            }
        }
        simple.sort_unstable();
        simple.dedup();
        if simple.windows(2).any(|two| two[0] == !two[1]) {
            return constant(false);
        }
        match simple[..] {
            [] => constant(true),
            [only] => only,
            _ => self.hashed(Gate::And(simple)),
        }
    }

    /// The disjunction.
    pub fn or(&mut self, inputs: impl IntoIterator<Item = Lit>) -> Lit {
        !self.and(inputs.into_iter().map(|lit| !lit))
    }

    /// Whether the two differ.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (self.simplify(a), self.simplify(b));
        // The signs are moved to the output; constants have variable 0, so they sort first.
        let negated = !a.is_positive() ^ !b.is_positive();
        let (a, b) = (a.var().min(b.var()), a.var().max(b.var()));
        let positive = if a == b {
            constant(false)
        } else if a == Var(0) {
            !b.lit()
        } else {
            self.hashed(Gate::Xor(a.lit(), b.lit()))
        };
        positive.xor(negated)
    }

    fn ite(&mut self, c: Lit, t: Lit, e: Lit) -> Lit {
        let (mut c, mut t, mut e) = (self.simplify(c), self.simplify(t), self.simplify(e));
        if !c.is_positive() {
            (c, t, e) = (!c, e, t);
        }
        if c == constant(true) || t == e {
            return t;
        }
        // Where a branch is the condition itself it's a constant there.
        if t.var() == c.var() {
            t = constant(t == c);
        }
        if e.var() == c.var() {
            e = constant(e != c);
        }
        if t.var() == Var(0) {
            return if t == constant(true) { self.or([c, e]) } else { self.and([!c, e]) };
        }
        if e.var() == Var(0) {
            return if e == constant(true) { self.or([!c, t]) } else { self.and([c, t]) };
        }
        if t == !e {
            return self.xor(c, e);
        }
        let negated = !t.is_positive();
        self.hashed(Gate::Ite(c, t.xor(negated), e.xor(negated))).xor(negated)
    }

    /// The output of a gate that no rule simplifies.
    fn hashed(&mut self, gate: Gate) -> Lit {
        if let Some(&output) = self.gates.get(&gate) {
            return self.simplify(output);
        }
        let z = self.fresh();
        match &gate {
            Gate::And(inputs) => {
                let mut long: SmallVec<[Lit; 8]> = SmallVec::from_slice(&[z]);
                for &input in inputs {
                    self.emit(&[!z, input]);
                    long.push(!input);
                }
                self.emit(&long);
            }
            &Gate::Xor(a, b) => {
                for (x, y) in [(a, b), (!a, !b)] {
                    self.emit(&[!z, x, y]);
                    self.emit(&[z, !x, y]);
                }
            }
            &Gate::Ite(c, t, e) => {
                for (branch, value) in [(!c, t), (c, e)] {
                    self.emit(&[!z, branch, value]);
                    self.emit(&[z, branch, !value]);
                }
                // Redundant; lets the output follow before the condition is known.
                self.emit(&[!z, t, e]);
                self.emit(&[z, !t, !e]);
            }
        }
        self.gates.insert(gate, z);
        z
    }
}
