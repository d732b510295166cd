//! Variable elimination: a gate that only other gates read is resolved into them.
//!
//! Davis and Putnam's resolution, bounded as in Eén, Biere: Effective Preprocessing in SAT
//! through Variable and Clause Elimination (SAT 2005), with their rule for definitions:
//! only clauses of the definition are resolved with clauses that read the gate. Each query of
//! IC3 assigns all variables of its cone, so fewer of them is less work, most of all
//! for conjunctions of many arguments, which come as trees.
//!
//! What results is again a definition: if `g` is a total function of its arguments and `h`
//! one of `g` and others, `h` is one of all of those. So nothing else of IC3 has
//! to know, and since cubes are over variables that are not defined, no answer has to be
//! translated.

use smallvec::SmallVec;

use crate::cnf::{Cnf, Lit, Var};
use crate::support::limits;

struct Eliminator<'a> {
    /// By variable: whether it stays.
    kept: &'a [bool],
    /// By variable: the clauses of its definition, the literals of each in ascending order.
    definitions: Vec<Cnf>,
    /// By variable that may go: whose definitions mention it, or did before.
    readers: Vec<Vec<u32>>,
    /// By variable: whether something changed since it was tried.
    untried: Vec<bool>,
    /// What was eliminated, with the definitions that it had then.
    gone: Vec<(Var, Cnf)>,
    resolver: Resolver,
}

/// Eliminates variables other than `kept` (by variable) from the definitions; those that it
/// eliminates have none afterwards. Returns them in an order in which their values can be
/// computed from those of the others, each by the definition that comes with it.
pub(super) fn eliminate(definitions: &mut Vec<Cnf>, kept: &[bool]) -> Vec<(Var, Cnf)> {
    let mut eliminator = Eliminator::new(definitions, kept);
    // One that stays may go when others went. Each round but the last takes one away.
    while (1..kept.len()).filter(|&var| eliminator.try_one(var)).count() > 0 {}
    *definitions = eliminator.definitions;
    eliminator.gone.reverse();
    eliminator.gone
}

impl<'a> Eliminator<'a> {
    fn new(definitions: &[Cnf], kept: &'a [bool]) -> Self {
        let mut new = Self {
            kept,
            definitions: definitions.iter().map(sorted).collect(),
            readers: vec![vec![]; definitions.len()],
            untried: definitions.iter().map(|definition| !definition.is_empty()).collect(),
            gone: vec![],
            resolver: Resolver::default(),
        };
        for var in 0..definitions.len() {
            for argument in new.arguments(var) {
                new.readers[argument].push(var as u32);
            }
        }
        new
    }

    /// What the definition of a variable mentions of those that may go.
    fn arguments(&self, var: usize) -> SmallVec<[usize; 8]> {
        let may_go = |&other: &usize| {
            other != var && !self.kept[other] && !self.definitions[other].is_empty()
        };
        let others = self.definitions[var].iter().flatten().map(|lit| lit.var().0 as usize);
        let mut arguments: SmallVec<[usize; 8]> = others.filter(may_go).collect();
        arguments.sort_unstable();
        arguments.dedup();
        arguments
    }

    /// Eliminates a variable if that makes no more clauses.
    fn try_one(&mut self, var: usize) -> bool {
        if self.kept[var] || !std::mem::take(&mut self.untried[var]) {
            return false;
        }
        let own = &self.definitions[var];
        let readers = &self.readers[var];
        if readers.is_empty() || readers.len() > limits::IC3_READERS {
            return false;
        }
        let sum: usize =
            readers.iter().map(|&reader| self.definitions[reader as usize].len()).sum();
        let mut left = own.len() + sum;
        let mut replaced: SmallVec<[(usize, Cnf); limits::IC3_READERS]> = SmallVec::new();
        for &reader in readers {
            let reading = &self.definitions[reader as usize];
            let resolved = self.resolver.resolve(Var(var as u32), own, reading, left);
            let Some(clauses) = resolved else { return false };
            left -= clauses.len();
            replaced.push((reader as usize, clauses));
        }
        for argument in self.arguments(var) {
            let readers = &mut self.readers[argument];
            readers.retain(|&reader| reader as usize != var);
            for &(reader, _) in &replaced {
                if !readers.contains(&(reader as u32)) {
                    readers.push(reader as u32);
                }
            }
            self.untried[argument] = true;
        }
        for (reader, clauses) in replaced {
            self.definitions[reader] = clauses;
            self.untried[reader] = true;
        }
        let own = std::mem::take(&mut self.definitions[var]);
        self.gone.push((Var(var as u32), own));
        true
    }
}

/// The same clauses, the literals of each in ascending order and once.
fn sorted(cnf: &Cnf) -> Cnf {
    let mut sorted = Cnf::new();
    let mut clause = vec![];
    for lits in cnf.iter() {
        clause.clear();
        clause.extend_from_slice(lits);
        clause.sort_unstable();
        clause.dedup();
        sorted.push(clause.iter().copied());
    }
    sorted
}

/// Resolves; what it holds is scratch.
#[derive(Default)]
struct Resolver {
    lits: Vec<Lit>,
    /// Of each clause: where it is in `lits`, and a bit for each of its variables.
    clauses: Vec<(u32, u32, u64)>,
    /// Those that no other implies.
    least: Vec<(u32, u32, u64)>,
}

impl Resolver {
    /// The clauses that read `var`, with its definition in its place; none if they get too
    /// long or are more than `most`.
    fn resolve(&mut self, var: Var, definition: &Cnf, reading: &Cnf, most: usize) -> Option<Cnf> {
        self.lits.clear();
        self.clauses.clear();
        for clause in reading.iter() {
            let Some(&lit) = clause.iter().find(|lit| lit.var() == var) else {
                let start = self.lits.len();
                self.lits.extend_from_slice(clause);
                self.close(start);
                continue;
            };
            for other in definition.iter().filter(|other| other.contains(&!lit)) {
                let start = self.lits.len();
                if !self.resolvent(var, clause, other) {
                    self.lits.truncate(start);
                    continue;
                }
                if self.lits.len() - start > limits::IC3_ELIMINATED_LENGTH
                    || self.clauses.len() > most
                {
                    return None;
                }
                self.close(start);
            }
        }
        self.clauses.sort_by_key(|(start, end, _)| end - start);
        self.least.clear();
        let lits = |(start, end, _)| &self.lits[start as usize..end as usize];
        for &clause in &self.clauses {
            let implied = |&smaller: &(u32, u32, u64)| {
                smaller.2 & !clause.2 == 0
                    && lits(smaller).iter().all(|lit| lits(clause).contains(lit))
            };
            if !self.least.iter().any(implied) {
                self.least.push(clause);
            }
        }
        if self.least.len() > most {
            return None;
        }
        let mut least = Cnf::new();
        self.least.iter().for_each(|&clause| least.push(lits(clause).iter().copied()));
        Some(least)
    }

    /// The literals from `start` on are a clause.
    fn close(&mut self, start: usize) {
        let variables = self.lits[start..].iter().fold(0, |all, lit| all | 1 << (lit.var().0 % 64));
        self.clauses.push((start as u32, self.lits.len() as u32, variables));
    }

    /// Appends the literals of both clauses without `var`, in ascending order; says whether
    /// they are a clause, and no tautology.
    fn resolvent(&mut self, var: Var, one: &[Lit], other: &[Lit]) -> bool {
        let stays = |lit: &Lit| lit.var() != var;
        let mut one = one.iter().copied().filter(stays).peekable();
        let mut other = other.iter().copied().filter(stays).peekable();
        loop {
            let lit = match (one.peek(), other.peek()) {
                (Some(a), Some(b)) if *a == !*b => return false,
                (Some(a), Some(b)) if a == b => {
                    other.next();
                    one.next()
                }
                (Some(a), Some(b)) if a < b => one.next(),
                (Some(_), None) => one.next(),
                (_, Some(_)) => other.next(),
                (None, None) => return true,
            };
            self.lits.extend(lit);
        }
    }
}

/// The value that its definition gives a variable: the one that a clause forces, all other
/// literals of which are false.
pub(super) fn value(var: Var, definition: &Cnf, values: &[bool]) -> bool {
    let is_false = |lit: &Lit| values[lit.var().0 as usize] != lit.is_positive();
    definition.iter().any(|clause| {
        clause.contains(&var.lit()) && clause.iter().all(|lit| *lit == var.lit() || is_false(lit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::Random;

    /// A random total function of up to three of the variables below.
    fn gate(random: &mut Random, var: u32) -> Cnf {
        let mut arguments: Vec<u32> =
            (0..1 + random.below(3)).map(|_| 1 + random.below(u64::from(var) - 1) as u32).collect();
        arguments.sort_unstable();
        arguments.dedup();
        let mut cnf = Cnf::new();
        for row in 0..1u32 << arguments.len() {
            let differs = |place: usize| row >> place & 1 == 0;
            let others = arguments
                .iter()
                .enumerate()
                .map(|(place, &arg)| Lit::new(Var(arg), differs(place)));
            cnf.push(others.chain([Lit::new(Var(var), random.one_in(2))]));
        }
        cnf
    }

    /// The values that definitions give the variables above `inputs`; those without one stay
    /// open.
    fn evaluate(definitions: &[Cnf], inputs: u32, row: u32) -> Vec<Option<bool>> {
        let mut values: Vec<Option<bool>> = vec![None; definitions.len()];
        for (var, definition) in definitions.iter().enumerate().skip(1) {
            if var as u32 <= inputs {
                values[var] = Some(row >> (var - 1) & 1 == 1);
                continue;
            }
            let mut forced = [false; 2];
            for clause in definition.iter() {
                let own = clause.iter().find(|lit| lit.var().0 as usize == var).expect("own");
                let is_false = |lit: &&Lit| {
                    values[lit.var().0 as usize].expect("an argument without value")
                        != lit.is_positive()
                };
                let others = clause.iter().filter(|lit| *lit != own);
                if others.clone().count() == others.filter(is_false).count() {
                    forced[usize::from(own.is_positive())] = true;
                }
            }
            values[var] = match forced {
                [false, false] if definition.is_empty() => None,
                [negative, positive] => {
                    assert!(negative != positive, "{var} is no function: {definition:?}");
                    Some(positive)
                }
            };
        }
        values
    }

    #[test]
    fn what_is_kept_has_the_same_values_and_clauses_get_no_more() {
        let mut random = Random::new(11);
        let (mut gone, mut rows) = (0, 0);
        for _ in 0..300 {
            let inputs = 2 + random.below(4) as u32;
            let size = inputs + 1 + random.below(14) as u32;
            let mut definitions = vec![Cnf::new(); size as usize + 1];
            for var in inputs + 1..=size {
                definitions[var as usize] = gate(&mut random, var);
            }
            let kept: Vec<bool> = (0..=size).map(|var| var <= inputs || random.one_in(3)).collect();
            let mut reduced = definitions.clone();
            let order = eliminate(&mut reduced, &kept);
            let count = |all: &[Cnf]| all.iter().map(Cnf::len).sum::<usize>();
            assert!(count(&reduced) <= count(&definitions));
            for row in 0..1 << inputs {
                let before = evaluate(&definitions, inputs, row);
                let after = evaluate(&reduced, inputs, row);
                for var in 1..=size as usize {
                    match after[var] {
                        Some(value) => assert_eq!(before[var], Some(value)),
                        None => assert!(!kept[var], "variable {var} was to be kept"),
                    }
                }
                let mut values: Vec<bool> =
                    after.iter().map(|value| value.unwrap_or_default()).collect();
                for (var, definition) in &order {
                    values[var.0 as usize] = value(*var, definition, &values);
                }
                assert!((1..=size as usize).all(|var| before[var] == Some(values[var])));
                rows += 1;
            }
            gone += reduced
                .iter()
                .zip(&definitions)
                .filter(|(a, b)| a.is_empty() && !b.is_empty())
                .count();
        }
        assert!(gone > 500 && rows > 2000, "{gone} {rows}");
    }

    #[test]
    fn a_tree_of_conjunctions_becomes_one() {
        let lit = |n: i32| Lit::from_dimacs(n);
        let mut definitions = vec![Cnf::new(); 8];
        for (out, a, b) in [(5, 1, 2), (6, 5, 3), (7, 6, 4)] {
            let cnf = &mut definitions[out as usize];
            cnf.push([lit(-out), lit(a)]);
            cnf.push([lit(-out), lit(b)]);
            cnf.push([lit(out), lit(-a), lit(-b)]);
        }
        let kept = [true, true, true, true, true, false, false, true];
        eliminate(&mut definitions, &kept);
        assert!(definitions[5].is_empty() && definitions[6].is_empty());
        assert_eq!(definitions[7].len(), 5);
    }
}
