//! The order in which generalisation drops literals.
//!
//! Those go first that stood in few lemmas of late (activity), so that lemmas of one shape
//! come about. What a literal means may count before that (`--ic3-with order`): where the
//! program is, then predicates, then the bits of words from high to low.
//!
//! Literals that a lemma of the frame below has are tried last: together with few others they
//! make a lemma that moves up with it (Xia, Becchi, Cimatti, Griggio, Li, Pu: Searching for
//! i-Good Lemmas to Accelerate Safety Model Checking, CAV 2023, who reach the same by
//! activity, and by leaving them out of the attempts).

use std::cmp::Reverse;

use super::cube::Cube;
use super::options::{Options, Technique};
use super::system::System;
use crate::cnf::Lit;

/// The factor by which the weight of a new lemma's literals grows.
const GROWTH: f64 = 1.05;

/// What a literal means: the order of this type is the one in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A bit of a word that says where the program is, the highest first.
    Location(Reverse<u32>),
    Predicate,
    /// A bit of another word.
    Bit(Reverse<u32>),
}

/// What is known of literals when some are to be dropped.
pub(super) struct Order {
    /// By literal: how often it stood in lemmas, later ones counting more.
    scores: Vec<f64>,
    weight: f64,
    /// By variable.
    kinds: Vec<Kind>,
    /// By variable: the word that it is a bit of, if that is known.
    words: Vec<Option<u32>>,
    /// Whether scores change.
    is_active: bool,
}

impl Order {
    /// All equally active but for small differences drawn from the seed; seed 0 draws none.
    pub fn new(system: &System<'_>, options: &Options, seed: u64) -> Self {
        let mut state = seed;
        let mut draw = || {
            // xorshift64, George Marsaglia: Xorshift RNGs, 2003. Zero stays zero.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 40) as f64 * 1e-9
        };
        let size = system.num_vars as usize + 1;
        let scores = (0..2 * size).map(|_| draw()).collect();
        let mut kinds = vec![Kind::Bit(Reverse(0)); size];
        let mut words = vec![None; size];
        for (number, word) in (0..).zip(&system.model.words) {
            for (place, var) in (0..).map(Reverse).zip(&word.bits) {
                words[var.0 as usize] = Some(number);
                if options.uses(Technique::Order) {
                    kinds[var.0 as usize] = match word.is_location {
                        true => Kind::Location(place),
                        false => Kind::Bit(place),
                    };
                }
            }
        }
        for var in system.predicates.iter().filter(|_| options.uses(Technique::Order)) {
            kinds[var.0 as usize] = Kind::Predicate;
        }
        Order { scores, weight: 1.0, kinds, words, is_active: options.uses(Technique::Activity) }
    }

    /// The literals of `cube` stand in a new lemma.
    pub fn bump(&mut self, cube: &Cube) {
        if !self.is_active {
            return;
        }
        self.weight *= GROWTH;
        for lit in cube.lits() {
            self.scores[lit.code()] += self.weight;
        }
        if self.weight > 1e100 {
            self.scores.iter_mut().for_each(|score| *score *= 1e-100);
            self.weight *= 1e-100;
        }
    }

    /// The literals of `cube` in the order in which they are to be dropped, those of `parent`
    /// last.
    pub fn literals(&self, cube: &[Lit], parent: Option<&Cube>) -> Vec<Lit> {
        let is_parents = |lit: &Lit| parent.is_some_and(|parent| parent.lits().contains(lit));
        let key = |lit: &Lit| (is_parents(lit), self.kinds[lit.var().0 as usize]);
        let score = |lit: &Lit| self.scores[lit.code()];
        let mut lits = cube.to_vec();
        lits.sort_by(|a, b| key(a).cmp(&key(b)).then(score(a).total_cmp(&score(b))).then(a.cmp(b)));
        lits
    }

    /// The literals of each word of which there are several, in the order of `lits`.
    pub fn words(&self, lits: &[Lit]) -> Vec<Vec<Lit>> {
        let mut words: Vec<(u32, Vec<Lit>)> = vec![];
        for &lit in lits {
            let Some(word) = self.words[lit.var().0 as usize] else { continue };
            match words.iter_mut().find(|other| other.0 == word) {
                Some((_, lits)) => lits.push(lit),
                None => words.push((word, vec![lit])),
            }
        }
        words.into_iter().map(|(_, lits)| lits).filter(|lits| lits.len() > 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::super::tests::{cnf, relational};
    use super::*;
    use crate::cnf::{Cnf, Var};
    use crate::dimspec::{Model, Word};

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&number| Lit::from_dimacs(number)).collect()
    }

    /// 1 and 2: where the program is. 3 to 5: a word. 6: a bit of no word. 7: a predicate.
    fn model() -> Model {
        let universal = cnf(&[&[-7, 3], &[-7, 4], &[7, -3, -4]]);
        let init = cnf(&[&[1], &[2], &[3], &[4], &[5], &[6]]);
        let mut model = relational(7, init, universal, Cnf::new(), vec![cnf(&[&[-7]])]);
        let word = |is_location, bits: &[u32]| Word {
            is_location,
            bits: bits.iter().copied().map(Var).collect(),
        };
        model.words = vec![word(true, &[1, 2]), word(false, &[3, 4, 5])];
        model.predicates = vec![Var(7)];
        model
    }

    fn order(without: &[Technique]) -> Order {
        let (without, with) = (without.to_vec(), vec![Technique::Order]);
        let options = Options { without, with, ..Options::default() };
        Order::new(&System::new(Cow::Owned(model()), &options), &options, 0)
    }

    #[test]
    fn what_literals_mean_counts_before_activity() {
        let mut order = order(&[]);
        let cube = lits(&[1, -2, 3, -4, 5, 6, 7]);
        assert_eq!(order.literals(&cube, None), lits(&[-2, 1, 7, 5, -4, 3, 6]));
        order.bump(&Cube::new(lits(&[-2, 3])));
        assert_eq!(order.literals(&cube, None), lits(&[-2, 1, 7, 5, -4, 6, 3]));
        let parent = Cube::new(lits(&[-2, 7]));
        assert_eq!(order.literals(&cube, Some(&parent)), lits(&[1, 5, -4, 6, 3, -2, 7]));
    }

    #[test]
    fn without_meaning_activity_counts_and_without_both_the_number() {
        let cube = lits(&[1, -2, 3, -4, 5, 6, 7]);
        let mut by_activity = order(&[Technique::Order]);
        by_activity.bump(&Cube::new(lits(&[1, 4])));
        assert_eq!(by_activity.literals(&cube, None), lits(&[-2, 3, -4, 5, 6, 7, 1]));
        let mut plain = order(&[Technique::Order, Technique::Activity]);
        plain.bump(&Cube::new(lits(&[1, 4])));
        assert_eq!(plain.literals(&cube, None), cube);
    }

    #[test]
    fn words_of_several_literals_are_found() {
        let found = order(&[]).words(&lits(&[-2, 7, 5, -4, 1, 6]));
        assert_eq!(found, [lits(&[-2, 1]), lits(&[5, -4])]);
        assert!(order(&[]).words(&lits(&[1, 3, 6, 7])).is_empty());
    }
}
