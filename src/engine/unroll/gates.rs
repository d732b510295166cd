//! Finds the gates that a clause list defines (the reverse of Tseitin's translation).
//!
//! A definition `v <-> gate(inputs)` is equivalent to the clauses it was read from, so a
//! formula stays the same when those clauses are taken out and `v` is replaced by the
//! gate everywhere, as long as no variable depends on itself. Nothing is assumed about
//! who wrote the clauses; what isn't recognised stays a clause.
//!
//! Recognised: conjunctions and disjunctions of any size (equivalences and negations are
//! those of size one), exclusive or, if-then-else. Constants are not: they are unit clauses.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::cnf::{Cnf, Lit, Var};
use crate::support::graph::postorder;
use crate::support::limits;

/// A gate over literals of any kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// All inputs are true.
    And(SmallVec<[Lit; 2]>),
    /// The two inputs differ.
    Xor(Lit, Lit),
    /// The second input if the first is true, else the third.
    Ite(Lit, Lit, Lit),
}

impl Gate {
    /// The inputs.
    pub fn inputs(&self) -> SmallVec<[Lit; 3]> {
        match self {
            Gate::And(inputs) => inputs.iter().copied().collect(),
            Gate::Xor(a, b) => SmallVec::from_slice(&[*a, *b]),
            Gate::Ite(c, t, e) => SmallVec::from_slice(&[*c, *t, *e]),
        }
    }

    /// The output for given inputs.
    pub fn eval(&self, mut value: impl FnMut(Lit) -> bool) -> bool {
        match self {
            Gate::And(inputs) => inputs.iter().all(|&input| value(input)),
            Gate::Xor(a, b) => value(*a) != value(*b),
            Gate::Ite(c, t, e) => {
                if value(*c) {
                    value(*t)
                } else {
                    value(*e)
                }
            }
        }
    }
}

/// `output <-> gate`, and the places of the clauses that say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// What is defined: a variable or its negation.
    pub output: Lit,
    /// As what.
    pub gate: Gate,
    /// The clauses that are equivalent to it.
    pub clauses: SmallVec<[u32; 4]>,
}

/// Looks clauses up by their literals.
struct Index<'a> {
    clauses: Vec<&'a [Lit]>,
    binary: FxHashMap<[Lit; 2], u32>,
    ternary: FxHashMap<[Lit; 3], u32>,
    /// For two literals of a ternary clause the third ones.
    thirds: FxHashMap<[Lit; 2], SmallVec<[Lit; 2]>>,
}

fn pair(a: Lit, b: Lit) -> [Lit; 2] {
    if a < b { [a, b] } else { [b, a] }
}

fn triple(a: Lit, b: Lit, c: Lit) -> [Lit; 3] {
    let mut all = [a, b, c];
    all.sort_unstable();
    all
}

impl<'a> Index<'a> {
    fn new(cnf: &'a Cnf) -> Self {
        let mut index = Index {
            clauses: cnf.iter().collect(),
            binary: FxHashMap::default(),
            ternary: FxHashMap::default(),
            thirds: FxHashMap::default(),
        };
        for (place, clause) in (0u32..).zip(&index.clauses) {
            match **clause {
                [a, b] => {
                    index.binary.insert(pair(a, b), place);
                }
                [a, b, c] => {
                    index.ternary.insert(triple(a, b, c), place);
                    for (x, y, third) in [(a, b, c), (a, c, b), (b, c, a)] {
                        index.thirds.entry(pair(x, y)).or_default().push(third);
                    }
                }
                _ => {}
            }
        }
        index
    }

    /// The conjunction that `clause` is the long clause of, with `output` as its output.
    fn and(&self, place: u32, output: Lit) -> Option<Definition> {
        let mut inputs = SmallVec::new();
        let mut clauses = SmallVec::from_slice(&[place]);
        for &lit in self.clauses[place as usize].iter().filter(|&&lit| lit != output) {
            clauses.push(*self.binary.get(&pair(!output, !lit))?);
            inputs.push(!lit);
        }
        Some(Definition { output, gate: Gate::And(inputs), clauses })
    }

    /// The exclusive or that the clause belongs to, with `output` as its output.
    fn xor(&self, place: u32, output: Lit) -> Option<Definition> {
        let (a, b) = self.others(place, output)?;
        // The clauses forbid every even number of true literals among the three.
        let mut clauses = SmallVec::from_slice(&[place]);
        for (x, y, z) in [(!output, !a, b), (!output, a, !b), (output, !a, !b)] {
            clauses.push(*self.ternary.get(&triple(x, y, z))?);
        }
        Some(Definition { output: !output, gate: Gate::Xor(a, b), clauses })
    }

    /// The if-then-else that the clause is `¬output ∨ ¬condition ∨ then` of.
    fn ite(&self, place: u32, output: Lit, condition: Lit, then: Lit) -> Option<Definition> {
        let second = *self.ternary.get(&triple(output, !condition, !then))?;
        let distinct = |lit: Lit| ![output.var(), condition.var()].contains(&lit.var());
        let candidates = self.thirds.get(&pair(!output, condition))?;
        candidates.iter().filter(|&&lit| distinct(lit)).find_map(|&otherwise| {
            let third = *self.ternary.get(&triple(!output, condition, otherwise))?;
            let fourth = *self.ternary.get(&triple(output, condition, !otherwise))?;
            let clauses = SmallVec::from_slice(&[place, second, third, fourth]);
            Some(Definition { output, gate: Gate::Ite(condition, then, otherwise), clauses })
        })
    }

    /// The two literals of a ternary clause beside `lit`.
    fn others(&self, place: u32, lit: Lit) -> Option<(Lit, Lit)> {
        match *self.clauses[place as usize] {
            [a, b, c] if lit == a => Some((b, c)),
            [a, b, c] if lit == b => Some((a, c)),
            [a, b, c] if lit == c => Some((a, b)),
            _ => None,
        }
    }

    /// All definitions of the variable of `lit` that have this clause of it as their first.
    fn at(&self, place: u32, lit: Lit) -> Option<Definition> {
        self.and(place, lit).or_else(|| {
            let (a, b) = self.others(place, lit)?;
            self.xor(place, lit)
                .or_else(|| self.ite(place, !lit, !a, b))
                .or_else(|| self.ite(place, !lit, !b, a))
        })
    }
}

/// At most one definition for each variable for which `eligible` holds, the variables
/// with the highest numbers first; none depends on itself through the others.
pub fn definitions(cnf: &Cnf, eligible: impl Fn(Var) -> bool) -> FxHashMap<Var, Definition> {
    let index = Index::new(cnf);
    let mut candidates: FxHashMap<Var, Vec<(u32, Lit)>> = FxHashMap::default();
    for (place, clause) in (0u32..).zip(&index.clauses) {
        let mut vars: SmallVec<[Var; 8]> = clause.iter().map(|lit| lit.var()).collect();
        vars.sort_unstable();
        if clause.len() < 2 || vars.windows(2).any(|two| two[0] == two[1]) {
            continue;
        }
        for &lit in clause.iter().filter(|lit| eligible(lit.var())) {
            candidates.entry(lit.var()).or_default().push((place, lit));
        }
    }
    let mut vars: Vec<Var> = candidates.keys().copied().collect();
    vars.sort_unstable_by(|a, b| b.cmp(a));
    let mut found: FxHashMap<Var, Definition> = FxHashMap::default();
    for var in vars {
        for &(place, lit) in &candidates[&var] {
            let Some(definition) = index.at(place, lit) else { continue };
            // Tseitin variables come after what they are made of. A definition from lower
            // numbers can't close a circle; the others are tried one by one.
            let inputs = definition.gate.inputs();
            let safe = inputs.iter().all(|input| input.var() < var)
                || !inputs.iter().any(|input| reaches(&found, input.var(), var));
            if safe {
                found.insert(var, definition);
                break;
            }
        }
    }
    found
}

/// Whether `to` is among what `from` is made of. Says yes when the search gets long.
fn reaches(found: &FxHashMap<Var, Definition>, from: Var, to: Var) -> bool {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut open = vec![from];
    while let Some(var) = open.pop() {
        if var == to || seen.len() > limits::GATE_CONE {
            return true;
        }
        if seen.insert(var)
            && let Some(definition) = found.get(&var)
        {
            open.extend(definition.gate.inputs().iter().map(|input| input.var()));
        }
    }
    false
}

/// The definitions in an order in which each comes after what it is made of.
pub fn topological(found: &FxHashMap<Var, Definition>) -> Vec<Var> {
    let mut roots: Vec<Var> = found.keys().copied().collect();
    roots.sort_unstable_by(|a, b| b.cmp(a));
    let inputs = |var: Var| {
        let inputs = found[&var].gate.inputs().into_iter().map(|input| input.var());
        inputs.filter(|var| found.contains_key(var)).collect()
    };
    postorder(roots, inputs, &mut FxHashSet::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cnf(clauses: &[&[i32]]) -> Cnf {
        let mut cnf = Cnf::new();
        for clause in clauses {
            cnf.push(clause.iter().map(|&number| Lit::from_dimacs(number)));
        }
        cnf
    }

    /// Each definition must be equivalent to the clauses it names.
    fn check(cnf: &Cnf, definition: &Definition, vars: u32) {
        let clauses: Vec<&[Lit]> = cnf.iter().collect();
        for bits in 0..1u32 << vars {
            let value = |lit: Lit| (bits >> (lit.var().0 - 1) & 1 == 1) == lit.is_positive();
            let clauses = definition
                .clauses
                .iter()
                .all(|&place| clauses[place as usize].iter().any(|&lit| value(lit)));
            assert_eq!(clauses, value(definition.output) == definition.gate.eval(value));
        }
    }

    #[test]
    fn finds_every_kind_of_gate() {
        let all = cnf(&[
            &[4, -1, 2],
            &[-4, 1],
            &[-4, -2], // 4 = 1 and not 2
            &[-5, 4],
            &[5, -4], // 5 = 4
            &[-6, 5, 3],
            &[-6, -5, -3],
            &[6, -5, 3],
            &[6, 5, -3], // 6 = 5 xor 3
            &[-7, -6, 1],
            &[7, -6, -1],
            &[-7, 6, 2],
            &[7, 6, -2],  // 7 = 6 ? 1 : 2
            &[-1, -3, 7], // a constraint
        ]);
        let found = definitions(&all, |_| true);
        let mut outputs: Vec<u32> = found.keys().map(|var| var.0).collect();
        outputs.sort_unstable();
        assert_eq!(outputs, [4, 5, 6, 7]);
        for definition in found.values() {
            check(&all, definition, 7);
        }
        assert_eq!(topological(&found), [Var(4), Var(5), Var(6), Var(7)]);
        assert!(definitions(&all, |var| var.0 < 4).keys().all(|var| var.0 < 4));
    }

    #[test]
    fn no_variable_depends_on_itself() {
        // 1 = 2, 2 = 3, 3 = 1, and 4 = 5 and 1, 5 = 4 and 2.
        let all = cnf(&[
            &[-1, 2],
            &[1, -2],
            &[-2, 3],
            &[2, -3],
            &[-3, 1],
            &[3, -1],
            &[-4, 5],
            &[-4, 1],
            &[4, -5, -1],
            &[-5, 4],
            &[-5, 2],
            &[5, -4, -2],
        ]);
        let found = definitions(&all, |_| true);
        for definition in found.values() {
            check(&all, definition, 5);
        }
        let order = topological(&found);
        assert_eq!(order.len(), found.len());
        for (place, var) in order.iter().enumerate() {
            for input in found[var].gate.inputs() {
                assert!(!order[place..].contains(&input.var()), "{var:?} uses {input:?}");
            }
        }
    }

    #[test]
    fn clauses_with_a_variable_twice_are_left_alone() {
        assert!(definitions(&cnf(&[&[1, -1, 2], &[2, 2], &[-2, 1, 1]]), |_| true).is_empty());
    }
}
