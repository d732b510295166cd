//! Gates as clauses: each a fresh variable with the clauses of its truth table, unless it
//! is a constant, one of its inputs, or there already.
//!
//! Without that much the clauses of an unrolled program are mostly about constants: of
//! addresses above all. What the rules below say is all that is simplified; each is a line
//! of the gate's truth table.

use rustc_hash::FxHashMap;

use crate::cnf::{Cnf, Lit, Var};

/// A gate by its inputs, in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Gate {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Mux(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
}

/// Gates and their clauses.
#[derive(Debug)]
pub struct Gates {
    /// The clauses so far.
    pub clauses: Cnf,
    /// The largest number of a variable so far.
    pub variables: u32,
    /// A literal that is always true.
    pub truth: Lit,
    known: FxHashMap<Gate, Lit>,
}

impl Gates {
    /// No gate yet.
    pub fn new() -> Self {
        let truth = Var(1).lit();
        let mut clauses = Cnf::new();
        clauses.push([truth]);
        Self { clauses, variables: 1, truth, known: FxHashMap::default() }
    }

    /// A new variable.
    pub fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Var(self.variables).lit()
    }

    /// The output of a gate, and whether it is new and wants its clauses.
    fn output(&mut self, gate: Gate) -> (Lit, bool) {
        if let Some(&output) = self.known.get(&gate) {
            return (output, false);
        }
        let output = self.fresh();
        self.known.insert(gate, output);
        (output, true)
    }

    /// `a ∧ b`.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == self.truth || a == b {
            return b;
        }
        if b == self.truth {
            return a;
        }
        if a == !self.truth || b == !self.truth || a == !b {
            return !self.truth;
        }
        let (gate, is_new) = self.output(Gate::And(a, b));
        if is_new {
            self.clauses.push([!gate, a]);
            self.clauses.push([!gate, b]);
            self.clauses.push([gate, !a, !b]);
        }
        gate
    }

    /// `a ∨ b`.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// `a ≠ b`.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        // A negated input negates the output.
        let negated = a.is_positive() != b.is_positive();
        let (a, b) = (a.var().lit(), b.var().lit());
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let output = if a == b {
            !self.truth
        } else if a == self.truth {
            !b
        } else if b == self.truth {
            !a
        } else {
            let (gate, is_new) = self.output(Gate::Xor(a, b));
            if is_new {
                self.clauses.push([!gate, a, b]);
                self.clauses.push([!gate, !a, !b]);
                self.clauses.push([gate, !a, b]);
                self.clauses.push([gate, a, !b]);
            }
            gate
        };
        output.xor(negated)
    }

    /// `if c then a else b`.
    pub fn mux(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        let (c, a, b) = if c.is_positive() { (c, a, b) } else { (!c, b, a) };
        if c == self.truth || a == b {
            return a;
        }
        if a == !b {
            return self.xor(c, b);
        }
        if a == self.truth || a == c {
            return self.or(c, b);
        }
        if a == !self.truth || a == !c {
            return self.and(!c, b);
        }
        if b == self.truth || b == !c {
            return self.or(!c, a);
        }
        if b == !self.truth || b == c {
            return self.and(c, a);
        }
        let (gate, is_new) = self.output(Gate::Mux(c, a, b));
        if is_new {
            self.clauses.push([!c, !a, gate]);
            self.clauses.push([!c, a, !gate]);
            self.clauses.push([c, !b, gate]);
            self.clauses.push([c, b, !gate]);
        }
        gate
    }

    /// Whether at least two of three hold.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        for (first, second, third) in [(0, 1, 2), (0, 2, 1), (1, 2, 0)] {
            let [x, y, z] = [first, second, third].map(|place| inputs[place]);
            if x == y {
                return x;
            }
            if x == !y {
                return z;
            }
            if z == self.truth {
                return self.or(x, y);
            }
            if z == !self.truth {
                return self.and(x, y);
            }
        }
        let [a, b, c] = inputs;
        let (gate, is_new) = self.output(Gate::Majority(a, b, c));
        if is_new {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                self.clauses.push([!x, !y, gate]);
                self.clauses.push([x, y, !gate]);
            }
        }
        gate
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::{Answer, CaDiCaL, Profile, Solver};
    use crate::support::Budget;

    type Inputs = [Lit; 3];
    /// How a gate is made, and what it is.
    type Kind = (fn(&mut Gates, Inputs) -> Lit, fn([bool; 3]) -> bool);

    /// Every gate on all inputs that are constants or two variables, negated or not: for
    /// all values of the variables it is what its truth table says.
    #[test]
    fn gates_are_their_truth_tables() {
        let kinds: [Kind; 5] = [
            (|gates, [a, b, _]| gates.and(a, b), |[a, b, _]| a && b),
            (|gates, [a, b, _]| gates.or(a, b), |[a, b, _]| a || b),
            (|gates, [a, b, _]| gates.xor(a, b), |[a, b, _]| a != b),
            (|gates, [c, a, b]| gates.mux(c, a, b), |[c, a, b]| if c { a } else { b }),
            (
                |gates, [a, b, c]| gates.majority(a, b, c),
                |[a, b, c]| usize::from(a) + usize::from(b) + usize::from(c) >= 2,
            ),
        ];
        for (build, table) in kinds {
            let mut gates = Gates::new();
            let symbols: Vec<Lit> = (0..3).map(|_| gates.fresh()).collect();
            let mut choices = vec![gates.truth, !gates.truth];
            choices.extend(symbols.iter().flat_map(|&lit| [lit, !lit]));
            let mut outputs = Vec::new();
            for &a in &choices {
                for &b in &choices {
                    for &c in &choices {
                        outputs.push(([a, b, c], build(&mut gates, [a, b, c])));
                    }
                }
            }
            let mut solver = CaDiCaL::new(Profile::Incremental);
            gates.clauses.iter().for_each(|clause| solver.add(clause));
            for values in 0..8 {
                let given: Vec<Lit> =
                    (0..3).map(|i| symbols[i].xor(values >> i & 1 == 0)).collect();
                assert_eq!(solver.solve(&given, &Budget::unlimited()), Answer::Sat);
                let wrong: Vec<Lit> = outputs
                    .iter()
                    .map(|&(inputs, output)| {
                        let expected = table(inputs.map(|lit| solver.value(lit)));
                        output.xor(expected)
                    })
                    .collect();
                // No model has another value anywhere.
                for lit in wrong {
                    let assumptions = [&given[..], &[lit]].concat();
                    assert_eq!(solver.solve(&assumptions, &Budget::unlimited()), Answer::Unsat);
                }
            }
        }
    }

    #[test]
    fn a_gate_is_made_once() {
        let mut gates = Gates::new();
        let [a, b, c] = [(); 3].map(|()| gates.fresh());
        let made = (gates.and(a, b), gates.xor(!a, b), gates.mux(a, b, c));
        let third = gates.majority(a, b, c);
        let (clauses, variables) = (gates.clauses.len(), gates.variables);
        let again = (gates.and(b, a), gates.xor(b, !a), gates.mux(!a, c, b));
        assert_eq!((again, gates.majority(c, a, b)), (made, third));
        assert_eq!((gates.clauses.len(), gates.variables), (clauses, variables));
    }
}
