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
use crate::support::Budget;
use crate::support::limits;

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
    ///
    /// `None` if the time is over before that is known.
    pub fn new(
        words: &[Word],
        contexts: &[Context],
        points: &Points,
        budget: &Budget,
    ) -> Option<Self> {
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
                columns.truncate(limits::SUM_WORDS);
                let own = columns.first().is_some_and(|&place| words[place].width() == width);
                let enough = context == Context::EVERYWHERE
                    || context.among(&points.all).nth(columns.len() + limits::SUM_MARGIN).is_some();
                let relations = Relations::all(width, 1 + columns.len());
                (own && enough).then_some(Module { context, width, columns, relations })
            })
        });
        let mut modules: Vec<Module> = modules.collect();
        for module in &mut modules {
            if budget.exhausted().is_some() {
                return None;
            }
            module.meet(&points.all);
        }
        Some(Self { modules })
    }
}

impl Candidates for Equalities {
    fn terms(&self, words: &[Word], terms: &mut TermStore) -> Vec<Term> {
        let rows = self.modules.iter().flat_map(|module| {
            let rows = module.relations.solved().into_iter().map(|it| it.0);
            rows.filter(|row| summands(row, module.width) <= limits::SUM_SUMMANDS)
                .map(move |row| (module, row))
        });
        rows.take(limits::SUM_CANDIDATES)
            .map(|(module, row)| module.term(&row, words, terms))
            .collect()
    }

    fn refute(&mut self, verdicts: &[Verdict], points: &[Vec<u64>]) {
        let mut verdicts = verdicts.iter();
        for module in &mut self.modules {
            let (width, relations) = (module.width, &mut module.relations);
            // What was not asked about goes, too.
            relations.give_up(|row| {
                let asked = summands(row, width) <= limits::SUM_SUMMANDS;
                !asked || verdicts.next().is_none_or(|&verdict| verdict == Verdict::Undecided)
            });
            module.meet(points);
        }
    }
}

/// How many words a relation adds.
fn summands(row: &[u128], width: u32) -> u32 {
    let negated = |factor: u128| factor.wrapping_neg() & (u128::MAX >> (128 - width));
    row.iter().map(|&factor| factor.count_ones().min(negated(factor).count_ones())).sum()
}

impl Module {
    /// Keeps what holds at these points, too.
    fn meet(&mut self, points: &[Vec<u64>]) {
        for point in self.context.among(points) {
            let values = self.columns.iter().map(|&place| point[place].into());
            let point: Vec<u128> = std::iter::once(1).chain(values).collect();
            self.relations.meet(&point);
        }
    }

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
