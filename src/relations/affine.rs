//! Equalities modulo 2^w between words: for each context and width a module of affine relations
//! ([`crate::analysis::affine`]) that shrinks with each point that is met.
//!
//! A module modulo 2^w reads narrower words as they are. Wider ones have no part in it: their
//! own module says more.

use super::contexts::Context;
use super::points::Points;
use super::words::Word;
use super::{Candidates, Verdict};
use crate::analysis::affine::Relations;
use crate::bv::{Op, Term, TermStore};

/// Words of one module at most.
const MOST_WORDS: usize = 24;

/// See the module.
pub(super) struct Equalities {
    modules: Vec<Module>,
}

struct Module {
    context: Context,
    width: u32,
    /// The words of the columns behind the first one, which is 1.
    columns: Vec<usize>,
    relations: Relations,
}

impl Equalities {
    /// What holds at all points.
    pub fn new(words: &[Word], contexts: &[Context], points: &Points) -> Self {
        let mut widths: Vec<u32> =
            words.iter().filter(|word| word.is_wide()).map(Word::width).collect();
        widths.sort_unstable();
        widths.dedup();
        let modules = contexts.iter().flat_map(|&context| {
            widths.iter().filter_map(move |&width| {
                let fits = |&place: &usize| {
                    words[place].is_wide() && words[place].width() <= width && !context.fixes(place)
                };
                let mut columns: Vec<usize> = (0..words.len()).filter(fits).collect();
                // The widest first.
                columns.sort_by_key(|&place| std::cmp::Reverse(words[place].width()));
                columns.truncate(MOST_WORDS);
                let own = columns.first().is_some_and(|&place| words[place].width() == width);
                let relations = Relations::all(width, 1 + columns.len());
                own.then_some(Module { context, width, columns, relations })
            })
        });
        let mut all = Self { modules: modules.collect() };
        all.meet(&points.all);
        all
    }

    fn meet(&mut self, points: &[Vec<u64>]) {
        for module in &mut self.modules {
            for point in module.context.among(points) {
                let values = module.columns.iter().map(|&place| point[place].into());
                let point: Vec<u128> = std::iter::once(1).chain(values).collect();
                module.relations.meet(&point);
            }
        }
    }
}

impl Candidates for Equalities {
    fn terms(&self, words: &[Word], terms: &mut TermStore) -> Vec<Term> {
        let rows = self.modules.iter().flat_map(|module| {
            module.relations.solved().into_iter().map(move |(row, _)| (module, row))
        });
        rows.map(|(module, row)| module.term(&row, words, terms)).collect()
    }

    fn refute(&mut self, verdicts: &[Verdict], points: &[Vec<u64>]) {
        let mut verdicts = verdicts.iter();
        for module in &mut self.modules {
            module.relations.give_up(|_| verdicts.next() == Some(&Verdict::Undecided));
        }
        self.meet(points);
    }
}

impl Module {
    /// The equality: what has a negative coefficient stands on the other side.
    fn term(&self, row: &[u128], words: &[Word], terms: &mut TermStore) -> Term {
        let zero = terms.number(self.width, 0);
        let mut sides = [zero, zero];
        let one = terms.number(self.width, 1);
        for (column, &factor) in row.iter().enumerate().filter(|column| *column.1 != 0) {
            let value = match column.checked_sub(1) {
                None => one,
                Some(column) => {
                    let word = &words[self.columns[column]];
                    match word.width() == self.width {
                        true => word.term,
                        false => terms.app(Op::ZeroExtend(self.width), &[word.term]),
                    }
                }
            };
            let opposite = factor.wrapping_neg() & (u128::MAX >> (128 - self.width));
            let side = usize::from(opposite < factor);
            let factor = terms.number(self.width, factor.min(opposite));
            let product = terms.app(Op::Mul, &[value, factor]);
            sides[side] = terms.app(Op::Add, &[sides[side], product]);
        }
        let equal = terms.eq(sides[0], sides[1]);
        self.context.implies(words, terms, equal)
    }
}
