//! The single-block automaton of a program: one location per basic block, one edge per
//! control-flow edge.
//!
//! What becomes a state variable is decided by two analyses on the SSA form:
//! * *relevance*: a value matters only if it flows, over any number of instructions and
//!   phis, into a condition that decides where control goes. Counters that nothing asks
//!   about and values kept for traces only disappear here, cyclic ones included;
//! * *liveness*: of those, a state variable is what some location still needs.
//!
//! A state variable always holds the *last* value that its SSA value was given: each
//! edge out of the defining block into another block updates it, whether or not the
//! target needs it (for a phi: each edge into its block). So a formula over the state
//! variables at a location is a formula over the program's values there, as
//! `LocationInvariant` wants it.
//!
//! A block that ends in a goal or an end decides nothing any more, so it has no location
//! of its own: its predecessors lead straight to the goal's location. Nor has a block from
//! which no goal can be reached, whatever the values: its predecessors lead to the end.
//! Only the entry is always a location.

use rustc_hash::{FxHashMap, FxHashSet};

use super::names::Names;
use super::{Cfa, CfaInputId, CfaVar, CfaVarId, Edge, Executed, Location, LocationId};
use crate::bv::{Node, Op, Sort, Term, TermStore};
use crate::program::{Block, BlockId, GoalId, Instr, Operand, Phi, Program, Terminator, ValueId};
use crate::support::Fault;
use crate::support::IndexVec;
use crate::support::graph::reverse_postorder;

/// The single-block automaton of `program`.
pub fn build(program: &Program) -> Cfa {
    let order = reverse_postorder(program.entry, |block| successors(program, block));
    let order = leading_to_goals(program, order);
    let located: Vec<BlockId> =
        order.iter().copied().filter(|&block| is_location(program, block)).collect();
    let relevant = relevant(program, &order);
    let live = live(program, &located, &relevant);
    let mut builder = Builder::new(program, &order, relevant, &live);
    for &block in &located {
        builder.leave(block);
    }
    builder.cfa
}

/// Whether a reachable block is a location of its own.
fn is_location(program: &Program, block: BlockId) -> bool {
    let ends = matches!(program.blocks[block].terminator, Terminator::Goal(_) | Terminator::End(_));
    block == program.entry || !ends
}

/// Of `order`, the entry and the blocks from which some block that ends in a goal can be
/// reached along edges.
fn leading_to_goals(program: &Program, mut order: Vec<BlockId>) -> Vec<BlockId> {
    let predecessors = program.predecessors();
    let is_goal =
        |block: &BlockId| matches!(program.blocks[*block].terminator, Terminator::Goal(_));
    let mut work: Vec<BlockId> = order.iter().copied().filter(is_goal).collect();
    let mut leading: FxHashSet<BlockId> = work.iter().copied().collect();
    while let Some(block) = work.pop() {
        work.extend(predecessors[block].iter().filter(|&&from| leading.insert(from)));
    }
    order.retain(|block| *block == program.entry || leading.contains(block));
    order
}

fn successors(program: &Program, block: BlockId) -> Vec<BlockId> {
    program.blocks[block].terminator.successors()
}

/// The operand that decides where control goes.
fn condition(block: &Block) -> Option<&Operand> {
    match &block.terminator {
        Terminator::Branch { cond, .. } => Some(cond),
        Terminator::Switch { value, .. } => Some(value),
        Terminator::Goto(_) | Terminator::Goal(_) | Terminator::End(_) => None,
    }
}

/// The values that flow into a condition of a reachable block.
fn relevant(program: &Program, reachable: &[BlockId]) -> FxHashSet<ValueId> {
    let reached: FxHashSet<BlockId> = reachable.iter().copied().collect();
    let mut sources: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
    let value = |operand: &Operand| match operand {
        Operand::Value(id) => Some(*id),
        Operand::Const(_) => None,
    };
    let mut work = Vec::new();
    for &id in reachable {
        let block = &program.blocks[id];
        for phi in &block.phis {
            let incoming = phi.incoming.iter().filter(|incoming| reached.contains(&incoming.0));
            sources.insert(phi.dest, incoming.filter_map(|incoming| value(&incoming.1)).collect());
        }
        for instr in &block.instrs {
            if let Instr::Assign { dest, args, .. } = instr {
                sources.insert(*dest, args.iter().filter_map(value).collect());
            }
        }
        work.extend(condition(block).and_then(value));
    }
    let mut relevant = FxHashSet::default();
    while let Some(id) = work.pop() {
        if relevant.insert(id) {
            work.extend(sources.get(&id).into_iter().flatten());
        }
    }
    relevant
}

/// For each location the relevant values that it or what follows still reads.
fn live(
    program: &Program,
    located: &[BlockId],
    relevant: &FxHashSet<ValueId>,
) -> FxHashMap<BlockId, FxHashSet<ValueId>> {
    let mut live: FxHashMap<BlockId, FxHashSet<ValueId>> =
        located.iter().map(|&block| (block, FxHashSet::default())).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for &id in located.iter().rev() {
            let block = &program.blocks[id];
            let mut now: FxHashSet<ValueId> = FxHashSet::default();
            let read = |now: &mut FxHashSet<ValueId>, operand: &Operand| {
                if let Operand::Value(value) = operand {
                    now.insert(*value);
                }
            };
            for next in successors(program, id) {
                let Some(after) = live.get(&next) else { continue };
                let phis = &program.blocks[next].phis;
                let written = |value: &ValueId| phis.iter().any(|phi| phi.dest == *value);
                now.extend(after.iter().filter(|value| !written(value)));
                for phi in phis.iter().filter(|phi| relevant.contains(&phi.dest)) {
                    read(&mut now, incoming(phi, id));
                }
            }
            condition(block).into_iter().for_each(|operand| read(&mut now, operand));
            for instr in block.instrs.iter().rev() {
                if let Some(dest) = instr.dest() {
                    now.remove(&dest);
                }
                if let Instr::Assign { dest, args, .. } = instr
                    && relevant.contains(dest)
                {
                    args.iter().for_each(|operand| read(&mut now, operand));
                }
            }
            if now.len() > live[&id].len() {
                live.insert(id, now);
                changed = true;
            }
        }
    }
    live
}

/// What a phi takes when control comes from `from`.
fn incoming(phi: &Phi, from: BlockId) -> &Operand {
    let found = phi.incoming.iter().find(|incoming| incoming.0 == from);
    &found.expect("a phi names every predecessor").1
}

struct Builder<'a> {
    program: &'a Program,
    relevant: FxHashSet<ValueId>,
    /// Location of each block that has one.
    located: FxHashMap<BlockId, LocationId>,
    /// Location of each goal that some block reaches, and of the end.
    goals: FxHashMap<GoalId, LocationId>,
    end: Option<LocationId>,
    /// State variable of each SSA value that has one.
    vars: FxHashMap<ValueId, CfaVarId>,
    /// The inputs of each sort, shared among all locations.
    inputs: FxHashMap<Sort, Vec<CfaInputId>>,
    cfa: Cfa,
}

/// What a block's instructions compute, over state variables and inputs.
struct Computed {
    terms: FxHashMap<ValueId, Term>,
    reads: Vec<Option<CfaInputId>>,
}

impl<'a> Builder<'a> {
    fn new(
        program: &'a Program,
        order: &[BlockId],
        relevant: FxHashSet<ValueId>,
        live: &FxHashMap<BlockId, FxHashSet<ValueId>>,
    ) -> Self {
        let mut builder = Self {
            program,
            relevant,
            located: FxHashMap::default(),
            goals: FxHashMap::default(),
            end: None,
            vars: FxHashMap::default(),
            inputs: FxHashMap::default(),
            cfa: Cfa {
                terms: TermStore::new(),
                vars: IndexVec::new(),
                inputs: IndexVec::new(),
                locations: IndexVec::new(),
                edges: IndexVec::new(),
                entry: LocationId(0),
            },
        };
        for &block in order {
            if is_location(program, block) {
                let location = builder.cfa.locations.push(Location::Block(block));
                builder.located.insert(block, location);
            }
        }
        for &block in order {
            if let Terminator::Goal(goal) = program.blocks[block].terminator {
                let locations = &mut builder.cfa.locations;
                let add = || locations.push(Location::Goal(goal));
                builder.goals.entry(goal).or_insert_with(add);
            }
        }
        let known: FxHashSet<BlockId> = order.iter().copied().collect();
        let leaves = |block: &BlockId| {
            let ends = matches!(program.blocks[*block].terminator, Terminator::End(_));
            ends || successors(program, *block).iter().any(|next| !known.contains(next))
        };
        if order.iter().any(leaves) {
            builder.end = Some(builder.cfa.locations.push(Location::End));
        }
        let mut names = Names::new(program);
        let mut kept: Vec<ValueId> = live.values().flatten().copied().collect();
        kept.sort_unstable();
        kept.dedup();
        for value in kept {
            let name = names.take(value);
            let term = builder.cfa.terms.symbol(name, program.values[value].sort);
            let var = builder.cfa.vars.push(CfaVar { term, value });
            builder.vars.insert(value, var);
        }
        builder
    }

    /// The location that a path is at once it has entered `block`.
    fn location(&self, block: BlockId) -> LocationId {
        self.located.get(&block).copied().unwrap_or_else(|| self.terminal(block))
    }

    fn terminal(&self, block: BlockId) -> LocationId {
        match &self.program.blocks[block].terminator {
            Terminator::Goal(goal) => self.goals[goal],
            _ => self.end.expect("what leads to no goal leads to the end"),
        }
    }

    /// Adds the edges that leave the location of a block.
    fn leave(&mut self, block: BlockId) {
        let body = &self.program.blocks[block];
        let computed = self.compute(body);
        match &body.terminator {
            Terminator::Goto(to) => self.edge(block, *to, Vec::new(), &computed),
            Terminator::Branch { cond, then, otherwise } => {
                let cond = self.operand(cond, &computed);
                let negated = match Fault::BranchElse.is_planted() {
                    true => cond,
                    false => self.cfa.terms.not(cond),
                };
                self.edge(block, *then, vec![cond], &computed);
                self.edge(block, *otherwise, vec![negated], &computed);
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.operand(value, &computed);
                // For each target the cases that lead there; the default takes the rest.
                let mut matches: FxHashMap<BlockId, Vec<Term>> = FxHashMap::default();
                let mut taken = Vec::new();
                for (case, to) in cases.iter().filter(|case| case.1 != *default) {
                    let case = self.cfa.terms.constant(case.clone());
                    let equal = self.cfa.terms.eq(value, case);
                    matches.entry(*to).or_default().push(equal);
                    taken.push(equal);
                }
                for to in body.terminator.successors() {
                    let guard = match matches.remove(&to) {
                        Some(equal) => vec![self.cfa.terms.disjunction(equal)],
                        None if Fault::SwitchDefault.is_planted() => vec![],
                        None => taken.iter().map(|&equal| self.cfa.terms.not(equal)).collect(),
                    };
                    self.edge(block, to, guard, &computed);
                }
            }
            Terminator::Goal(_) | Terminator::End(_) => {
                let edge = Edge {
                    source: self.located[&block],
                    target: self.terminal(block),
                    guard: Vec::new(),
                    update: Vec::new(),
                    blocks: vec![Executed { block, reads: computed.reads }],
                    iterations: None,
                };
                self.cfa.edges.push(edge);
            }
        }
    }

    /// Adds the edge from the location of `from` to that of `to`.
    fn edge(&mut self, from: BlockId, to: BlockId, guard: Vec<Term>, computed: &Computed) {
        let is_goal = matches!(self.program.blocks[to].terminator, Terminator::Goal(_));
        if is_goal && Fault::GoalEdge.is_planted() {
            return;
        }
        let mut conjuncts = Vec::new();
        guard.into_iter().for_each(|term| split(&self.cfa.terms, term, &mut conjuncts));
        let mut update = Vec::new();
        if self.located.contains_key(&to) {
            let defined = self.program.blocks[from].instrs.iter().filter_map(Instr::dest);
            for dest in defined {
                if let Some(&var) = self.vars.get(&dest) {
                    update.push((var, computed.terms[&dest]));
                }
            }
            let phis = &self.program.blocks[to].phis;
            let kept = usize::from(Fault::PhiUpdate.is_planted());
            for phi in &phis[..phis.len().saturating_sub(kept)] {
                if let Some(&var) = self.vars.get(&phi.dest) {
                    update.push((var, self.operand(incoming(phi, from), computed)));
                }
            }
        }
        let edge = Edge {
            source: self.located[&from],
            target: self.location(to),
            guard: conjuncts,
            update,
            blocks: vec![Executed { block: from, reads: computed.reads.clone() }],
            iterations: None,
        };
        self.cfa.edges.push(edge);
    }

    /// Turns the relevant instructions of a block into terms.
    fn compute(&mut self, block: &Block) -> Computed {
        let mut computed = Computed { terms: FxHashMap::default(), reads: Vec::new() };
        let mut used: FxHashMap<Sort, usize> = FxHashMap::default();
        for instr in &block.instrs {
            match instr {
                Instr::Assign { dest, op, args, .. } if self.relevant.contains(dest) => {
                    let args: smallvec::SmallVec<[Term; 3]> =
                        args.iter().map(|arg| self.operand(arg, &computed)).collect();
                    let term = self.cfa.terms.app(*op, &args);
                    computed.terms.insert(*dest, term);
                }
                Instr::Input { dest, .. } if self.relevant.contains(dest) => {
                    let sort = self.program.values[*dest].sort;
                    let index = used.entry(sort).or_default();
                    let input = self.input(sort, *index);
                    *index += 1;
                    computed.terms.insert(*dest, self.cfa.inputs[input]);
                    computed.reads.push(Some(input));
                }
                Instr::Input { .. } => computed.reads.push(None),
                Instr::Assign { .. } | Instr::Bind { .. } => {}
                Instr::Memory(instr) => instr.unresolved(),
            }
        }
        computed
    }

    /// The automaton's input number `index` of this sort.
    fn input(&mut self, sort: Sort, index: usize) -> CfaInputId {
        let known = self.inputs.entry(sort).or_default();
        if index == known.len() {
            let term = self.cfa.terms.symbol(format!("input{sort}.{index}"), sort);
            known.push(self.cfa.inputs.push(term));
        }
        known[index]
    }

    fn operand(&mut self, operand: &Operand, computed: &Computed) -> Term {
        match operand {
            Operand::Const(value) => self.cfa.terms.constant(value.clone()),
            Operand::Value(value) => match computed.terms.get(value) {
                Some(&term) => term,
                None => self.cfa.vars[self.vars[value]].term,
            },
        }
    }
}

/// Splits a truth value into its conjuncts; drops those that are constantly true.
pub(crate) fn split(terms: &TermStore, term: Term, into: &mut Vec<Term>) {
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        match terms.node(term) {
            Node::App(Op::And, _) => stack.extend(terms.args(term).iter().rev()),
            Node::Const(value) if value.is_true() => {}
            _ if into.contains(&term) => {}
            _ => into.push(term),
        }
    }
}
