//! An automaton in which what is known of variables is written into guards and updates: bits
//! that are known become constants, and with them what follows from them in the circuits;
//! edges that can't be taken go.
//!
//! In every state that a run reaches, the automaton does what the original does. In others it
//! need not, so a proof about it holds of the program only together with what was known.

use rustc_hash::FxHashMap;

use super::Ranges;
use crate::bounds::Edge;
use crate::bounds::{Known, WIDEST};
use crate::bv::{Node, Op, Term, TermStore};
use crate::cfa::large::{Blocks, summarise, summarise_keeping};
use crate::cfa::{self, Cfa};
use crate::support::IndexVec;

impl Ranges {
    /// The automaton of single blocks that these were computed for with what is known
    /// written into it, and with larger blocks. Of the heads of loops all stay that runs get
    /// to, also those that are none any more: there certificates say what is known.
    pub fn specialise(&self, single: &Cfa, blocks: Blocks) -> Cfa {
        if self.is_empty() {
            return summarise(single, blocks);
        }
        let heads = single.loops().heads();
        summarise_keeping(&self.rewrite(single), blocks, &heads)
    }

    /// The automaton with what is known written into it.
    pub(super) fn rewrite(&self, cfa: &Cfa) -> Cfa {
        let analysis = self.analysis(cfa);
        let mut terms = cfa.terms.clone();
        let mut edges = IndexVec::new();
        for edge in cfa.edges.iter() {
            let [source, target] = [edge.source, edge.target].map(|it| &analysis.states[it]);
            let (Some(state), Some(_)) = (source, target) else { continue };
            let symbols =
                |term: Term| analysis.vars.get(&term).and_then(|var| state.get(var)).copied();
            if Edge::take(&cfa.terms, &edge.guard, &symbols).is_none() {
                continue;
            }
            let before = Edge::take(&cfa.terms, &[], &symbols).expect("no condition fails");
            let mut rewriter = Rewriter { from: &cfa.terms, before, done: FxHashMap::default() };
            let mut guard = vec![];
            for &conjunct in &edge.guard {
                let conjunct = rewriter.rewrite(&mut terms, conjunct);
                cfa::single::split(&terms, conjunct, &mut guard);
            }
            let update = edge
                .update
                .iter()
                .map(|&(var, value)| (var, rewriter.rewrite(&mut terms, value)))
                .collect();
            edges.push(cfa::Edge { guard, update, ..edge.clone() });
        }
        Cfa { terms, edges, ..cfa.clone() }
    }
}

struct Rewriter<'a> {
    from: &'a TermStore,
    /// What is known before the edge.
    before: Edge<'a>,
    done: FxHashMap<Term, Term>,
}

impl Rewriter<'_> {
    /// The term in `terms`, with constants for what is known.
    fn rewrite(&mut self, terms: &mut TermStore, root: Term) -> Term {
        let mut stack = vec![root];
        while let Some(&top) = stack.last() {
            if self.done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let width = self.from.width(top);
            let known = self.before.eval(top).unwrap_or(Known::any(width));
            let new = match (known.value(), self.from.node(top)) {
                (Some(bits), _) => terms.number(width, bits),
                (None, Node::Const(_)) => top,
                (None, Node::Symbol(_)) => masked(terms, top, &known),
                (None, Node::App(op, _)) => {
                    let args = self.from.args(top);
                    let before = stack.len();
                    stack.extend(args.iter().filter(|arg| !self.done.contains_key(arg)));
                    if stack.len() > before {
                        continue;
                    }
                    let args: Vec<Term> = args.iter().map(|arg| self.done[arg]).collect();
                    terms.app(*op, &args)
                }
            };
            self.done.insert(top, new);
            stack.pop();
        }
        self.done[&root]
    }
}

/// The symbol with constants for its known bits.
fn masked(terms: &mut TermStore, symbol: Term, known: &Known) -> Term {
    let width = known.width();
    let (ones, unknown) = known.known_bits();
    if width > WIDEST || unknown == u128::MAX >> (WIDEST - width) {
        return symbol;
    }
    let is_known = |bit: u32| unknown >> bit & 1 == 0;
    let mut whole: Option<Term> = None;
    let mut low = 0;
    while low < width {
        let mut end = low + 1;
        while end < width && is_known(end) == is_known(low) {
            end += 1;
        }
        let part = match is_known(low) {
            true => terms.number(end - low, ones >> low),
            false => terms.extract(symbol, end - 1, low),
        };
        whole = Some(whole.map_or(part, |rest| terms.app(Op::Concat, &[part, rest])));
        low = end;
    }
    whole.expect("a symbol has bits")
}
