//! The small-block encoding of the LLUMC paper (section 3), kept as the baseline.
//!
//! The state is `curr`, `pred` and V; a transition executes one basic block, the one that
//! `curr` names: its phis, read through `pred`, its instructions, its terminator. Codes
//! are 1 to |B| for the blocks, |B|+1 for `ok`, |B|+2 for `error`. T is a conjunction of
//! implications ([`Row`]); each row gives every state variable its next value, so for
//! given inputs each state with a block's code has exactly one successor.
//!
//! `docs/ENCODING.md` lists where the paper's text has slips and what is done instead.
//!
//! Deliberately absent: arithmetic (the conditions of checks are in the program).

mod blocks;
mod print;
mod rows;
mod variables;

use super::{Encoded, bits_for, code, next_symbol};
use crate::bv::{Node, Op, Term, TermStore};
use crate::program::{BlockId, GoalId, Program};
use crate::support::IndexVec;
use crate::system::{Bad, Restore, StateId, StateVar, Transition, TransitionSystem};

/// Encodes `program` with one bad condition: `curr` is at the error block. It stands for
/// all goals, or for the goal `only`; then the other goals lead to `ok`.
pub fn encode(program: &Program, only: Option<GoalId>) -> Encoded {
    SmallBlocks::new(program, only).encoded()
}

/// The size of an encoding in the terms of the paper's Table 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Basic blocks, without `ok` and `error`.
    pub blocks: usize,
    /// State variables, `curr` and `pred` included.
    pub variables: usize,
    /// Bits of all state variables.
    pub bits: u32,
}

/// One implication of T: `curr = from` and all of `guard` imply that every state variable
/// has this next value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Code of the current block.
    pub from: usize,
    /// Conjuncts over current-state symbols and inputs.
    pub guard: Vec<Term>,
    /// Code of the next block.
    pub to: usize,
    /// New values of variables of V; the others keep theirs (the paper's `same()`).
    pub update: Vec<(StateId, Term)>,
}

/// The encoding before it becomes a [`TransitionSystem`].
#[derive(Clone, Debug)]
pub struct SmallBlocks {
    /// The terms of the rows.
    pub terms: TermStore,
    /// `curr`, `pred`, V.
    pub states: IndexVec<StateId, StateVar>,
    /// Symbols that are arbitrary in each step.
    pub inputs: Vec<Term>,
    /// The blocks with codes 1, 2, …
    pub blocks: Vec<BlockId>,
    /// The rows of T.
    pub rows: Vec<Row>,
    /// The goals that `error` stands for.
    pub goals: Vec<GoalId>,
    restore: Restore,
    style: Style,
}

/// How terms are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Simplified.
    Rewritten,
    /// Only constants are folded, and double negations.
    Verbatim,
}

/// The state variable `curr`.
const CURR: StateId = StateId(0);
/// The state variable `pred`.
const PRED: StateId = StateId(1);

impl SmallBlocks {
    /// Encodes `program`; see [`encode`].
    pub fn new(program: &Program, only: Option<GoalId>) -> Self {
        rows::build(program, only, Style::Rewritten)
    }

    /// The same with terms as the program writes them: for reading.
    pub fn verbatim(program: &Program, only: Option<GoalId>) -> Self {
        rows::build(program, only, Style::Verbatim)
    }

    /// Code of the block `ok`.
    pub fn ok(&self) -> usize {
        self.blocks.len() + 1
    }

    /// Code of the block `error`.
    pub fn error(&self) -> usize {
        self.blocks.len() + 2
    }

    /// The paper's Table 2 columns.
    pub fn counts(&self) -> Counts {
        let widths = self.states.iter().map(|state| self.terms.width(state.current));
        Counts { blocks: self.blocks.len(), variables: self.states.len(), bits: widths.sum() }
    }

    /// Definitions 4 to 7: I, G, U, T.
    pub fn encoded(mut self) -> Encoded {
        let entry = self.block_code(1);
        let last = self.block_code(self.error());
        let terms = &mut self.terms;
        let (curr, pred) = (self.states[CURR].current, self.states[PRED].current);
        let init = vec![terms.eq(curr, entry), terms.eq(pred, entry)];
        let at_most = Op::Ule;
        let universal = vec![terms.app(at_most, &[curr, last]), terms.app(at_most, &[pred, last])];
        let condition = terms.eq(curr, last);
        let ok = self.block_code(self.ok());
        let terminated = Some(self.terms.eq(curr, ok));
        let rows = std::mem::take(&mut self.rows);
        let relation = rows.iter().map(|row| self.implication(row)).collect();
        let system = TransitionSystem {
            terms: self.terms,
            states: self.states,
            inputs: self.inputs,
            init,
            universal,
            transition: Transition::Relation(relation),
            bad: vec![Bad { goals: self.goals, condition }],
            terminated,
            facts: Vec::new(),
            predicates: vec![],
        };
        Encoded { system, restore: self.restore }
    }

    fn app(&mut self, op: Op, args: &[Term]) -> Term {
        let constant = args.iter().all(|&arg| self.terms.as_const(arg).is_some());
        match (self.style, op, args) {
            // A branch on a negated condition needs no double negation.
            (Style::Verbatim, Op::Not, &[arg])
                if matches!(self.terms.node(arg), Node::App(Op::Not, _)) =>
            {
                self.terms.args(arg)[0]
            }
            (Style::Verbatim, ..) if !constant => self.terms.app_verbatim(op, args),
            _ => self.terms.app(op, args),
        }
    }

    fn block_code(&mut self, number: usize) -> Term {
        let width = self.terms.width(self.states[CURR].current);
        self.terms.constant(code(width, number))
    }

    /// The implication that a row stands for.
    fn implication(&mut self, row: &Row) -> Term {
        let from = self.block_code(row.from);
        let at = self.terms.eq(self.states[CURR].current, from);
        let antecedent = self.terms.conjunction(std::iter::once(at).chain(row.guard.clone()));
        let mut consequent = Vec::new();
        for id in self.states.indices() {
            let value = self.next_value(row, id);
            consequent.push(self.terms.eq(self.states[id].next, value));
        }
        let consequent = self.terms.conjunction(consequent);
        self.terms.implies(antecedent, consequent)
    }

    /// The next value of a state variable where the row applies.
    fn next_value(&mut self, row: &Row, id: StateId) -> Term {
        match id {
            CURR => self.block_code(row.to),
            PRED => self.block_code(row.from),
            _ => {
                let updated = row.update.iter().find(|update| update.0 == id);
                updated.map_or(self.states[id].current, |update| update.1)
            }
        }
    }
}

#[cfg(test)]
mod tests;
