//! One edge of the automaton under an abstract state: whether it can be taken, and what is
//! known behind it.
//!
//! The guard is propagated through its terms until nothing changes or often enough: forward
//! to what its parts can be, backward from its truth to what the variables must be
//! ([`crate::bounds`]). As equal terms are one term, what the guard tells of a part
//! is known of it in the updates, too.

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::bounds::{Known, backward, forward};
use crate::bv::{Node, Op, Term, TermStore};
use crate::support::limits;

/// What a condition tells of terms.
type Told = SmallVec<[(Term, Known); 8]>;

/// Terms under an abstract state in which some conditions hold.
pub struct Edge<'a> {
    terms: &'a TermStore,
    /// What is known of symbols before the edge.
    symbols: &'a dyn Fn(Term) -> Option<Known>,
    /// What the conditions tell of terms.
    told: FxHashMap<Term, Known>,
    /// What is known of terms, given that.
    known: FxHashMap<Term, Known>,
}

impl<'a> Edge<'a> {
    /// Takes the conditions for true; `None` if they can't be.
    pub fn take(
        terms: &'a TermStore,
        guard: &[Term],
        symbols: &'a dyn Fn(Term) -> Option<Known>,
    ) -> Option<Self> {
        let (told, known) = (FxHashMap::default(), FxHashMap::default());
        let mut edge = Self { terms, symbols, told, known };
        for _ in 0..limits::GUARD_ROUNDS {
            let before = edge.told.len();
            let mut news = false;
            for &condition in guard {
                news |= edge.propagate(condition)?;
            }
            if !news && edge.told.len() == before {
                break;
            }
            edge.known.clear();
        }
        Some(edge)
    }

    /// What is known of a term; `None` if it can have no value.
    pub fn eval(&mut self, root: Term) -> Option<Known> {
        let mut stack = vec![root];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let width = self.terms.width(top);
            let found = match self.terms.node(top) {
                Node::Const(value) => {
                    value.small().map_or(Known::any(width), |bits| Known::constant(width, bits))
                }
                Node::Symbol(_) => (self.symbols)(top).unwrap_or(Known::any(width)),
                Node::App(op, _) => {
                    let args = self.terms.args(top);
                    let before = stack.len();
                    stack.extend(args.iter().filter(|arg| !self.known.contains_key(arg)));
                    if stack.len() > before {
                        continue;
                    }
                    let mut known: SmallVec<[Known; 3]> =
                        args.iter().map(|arg| self.known[arg]).collect();
                    if let (Op::Ite, &[condition, then, otherwise]) = (op, args) {
                        known[1] = self.chosen(condition, true, then);
                        known[2] = self.chosen(condition, false, otherwise);
                    }
                    forward::apply(*op, &known, width)
                }
            };
            let found = match self.told.get(&top) {
                Some(told) => found.meet(told)?,
                None => found,
            };
            self.known.insert(top, found);
            stack.pop();
        }
        Some(self.known[&root])
    }

    /// What is known of a side of a choice where it is chosen: of `x < 5 ? x + 1 : 5` both are at
    /// most 5.
    fn chosen(&self, condition: Term, truth: bool, side: Term) -> Known {
        let mut told = SmallVec::new();
        match self.tells(condition, truth, limits::CHOICE_DEPTH, &mut told) {
            Some(()) if !told.is_empty() => self.given(&told, side, limits::CHOICE_DEPTH),
            // A side that is never chosen stays as it is: the condition tells that.
            _ => self.known[&side],
        }
    }

    /// What a condition tells of terms near it if it has this truth; `None` if it can't have.
    fn tells(&self, condition: Term, truth: bool, depth: u32, told: &mut Told) -> Option<()> {
        let mut open: SmallVec<[_; 8]> = smallvec![(condition, Known::constant(1, truth.into()))];
        for _ in 0..depth {
            for (term, known) in std::mem::take(&mut open) {
                let Node::App(op, _) = self.terms.node(term) else { continue };
                let args = self.terms.args(term);
                let before: SmallVec<[Known; 3]> = args.iter().map(|arg| self.known[arg]).collect();
                let after = backward::refine(*op, &before, known)?;
                for ((&arg, before), after) in args.iter().zip(before).zip(after) {
                    if after != before {
                        open.push((arg, after));
                    }
                }
            }
            told.extend(open.iter().copied());
        }
        Some(())
    }

    /// What is known of a term given what was told of others, as far as those stand near to it.
    fn given(&self, told: &Told, term: Term, depth: u32) -> Known {
        let known = self.known[&term];
        let about = told.iter().filter(|told| told.0 == term);
        // What contradicts itself is never chosen.
        let known = about.fold(known, |known, told| known.meet(&told.1).unwrap_or(known));
        let Node::App(op, _) = self.terms.node(term) else { return known };
        let args = self.terms.args(term);
        if depth == 0 || args.is_empty() {
            return known;
        }
        let now: SmallVec<[Known; 3]> =
            args.iter().map(|&arg| self.given(told, arg, depth - 1)).collect();
        if args.iter().zip(&now).all(|(arg, now)| self.known[arg] == *now) {
            return known;
        }
        known.meet(&forward::apply(*op, &now, self.terms.width(term))).unwrap_or(known)
    }

    /// Hands down that a condition is true; says whether that told anything.
    fn propagate(&mut self, condition: Term) -> Option<bool> {
        let found = self.eval(condition)?;
        let mut news = false;
        let mut open = vec![(condition, found.meet(&Known::constant(1, 1))?)];
        while let Some((term, wanted)) = open.pop() {
            let before = self.known[&term];
            let now = before.meet(&wanted)?;
            if now == before && term != condition {
                continue;
            }
            news |= now != before;
            if now != before {
                self.known.insert(term, now);
                self.told.insert(term, now);
            }
            if let Node::App(op, _) = self.terms.node(term) {
                let args = self.terms.args(term);
                let known: SmallVec<[Known; 3]> = args.iter().map(|arg| self.known[arg]).collect();
                let told = backward::refine(*op, &known, now)?;
                open.extend(args.iter().copied().zip(told));
            }
        }
        Some(news)
    }
}
