//! The rows of T, block by block.

use rustc_hash::{FxHashMap, FxHashSet};

use super::blocks::{self, Chain, Chains, Folded};
use super::{CURR, PRED, Row, SmallBlocks, Style, bits_for, code, next_symbol, variables};
use crate::bv::{Op, Term, TermStore, Value};
use crate::cfa::names::Names;
use crate::program::{BlockId, GoalId, Instr, Operand, Program, Terminator, ValueId};
use crate::support::IndexVec;
use crate::system::{Origin, Restore, StateId, StateVar};

/// Encodes all blocks.
pub(super) fn build(program: &Program, only: Option<GoalId>, style: Style) -> SmallBlocks {
    let chains = blocks::chains(program);
    let variables = variables::variables(program, &chains);
    let mut terms = TermStore::new();
    let width = bits_for(chains.all.len() + 3);
    let mut states = IndexVec::new();
    let mut state = |name: String, width: u32, origin: Origin| {
        let current = terms.symbol(name.clone(), width);
        let next = next_symbol(&mut terms, current, &name);
        states.push(StateVar { name, current, next, origin })
    };
    let mut names = Names::new(program);
    state(names.claim("curr"), width, Origin::Location);
    state(names.claim("pred"), width, Origin::Predecessor);
    let vars: FxHashMap<ValueId, StateId> = variables
        .into_iter()
        .map(|value| {
            let width = program.values[value].width();
            (value, state(names.take(value), width, Origin::Value(value)))
        })
        .collect();
    let goals = program.goals.indices().filter(|&goal| only.is_none_or(|only| only == goal));
    let mut result = SmallBlocks {
        terms,
        states,
        inputs: Vec::new(),
        blocks: chains.all.iter().map(Chain::head).collect(),
        rows: Vec::new(),
        goals: goals.collect(),
        restore: Restore::new(CURR),
        style,
    };
    for number in 0..chains.all.len() {
        Encoder::new(program, &chains, &vars, number, &mut result).chain();
    }
    for absorbing in [result.ok(), result.error()] {
        let row = Row { from: absorbing, guard: Vec::new(), to: absorbing, update: Vec::new() };
        result.rows.push(row);
    }
    result.fill_restore(&chains, width);
    result
}

impl SmallBlocks {
    fn fill_restore(&mut self, chains: &Chains, width: u32) {
        let error = code(width, self.error());
        self.restore.predecessor = Some(PRED);
        for (number, &block) in self.blocks.iter().enumerate() {
            self.restore.locations.insert(block, code(width, number + 1));
        }
        for (&block, &chain) in &chains.of {
            self.restore.home.insert(block, self.blocks[chain]);
        }
        self.restore.goals.extend(self.goals.iter().map(|&goal| (goal, error.clone())));
    }
}

/// Encodes one block of the paper.
struct Encoder<'a> {
    program: &'a Program,
    chains: &'a Chains,
    vars: &'a FxHashMap<ValueId, StateId>,
    chain: &'a Chain,
    /// Its code.
    from: usize,
    out: &'a mut SmallBlocks,
    /// Values computed so far.
    known: FxHashMap<ValueId, Term>,
    /// Values of the block that something reads.
    needed: FxHashSet<ValueId>,
    /// Inputs of each width that the block has read so far.
    used: FxHashMap<u32, usize>,
    /// What holds on the path through the block so far.
    path: Vec<Term>,
}

impl<'a> Encoder<'a> {
    fn new(
        program: &'a Program,
        chains: &'a Chains,
        vars: &'a FxHashMap<ValueId, StateId>,
        number: usize,
        out: &'a mut SmallBlocks,
    ) -> Self {
        let chain = &chains.all[number];
        let needed = needed(program, chain, vars);
        Self {
            program,
            chains,
            vars,
            chain,
            from: number + 1,
            out,
            known: FxHashMap::default(),
            needed,
            used: FxHashMap::default(),
            path: Vec::new(),
        }
    }

    /// Adds all rows of the block.
    fn chain(&mut self) {
        self.phis();
        for (place, &block) in self.chain.blocks.iter().enumerate() {
            self.instrs(block);
            let next = self.chain.blocks.get(place + 1).copied();
            self.terminator(block, next);
            if let Some(next) = next {
                self.copies(block, next);
            }
        }
    }

    /// The phis of the first block, read through `pred`.
    fn phis(&mut self) {
        let program = self.program;
        let mut read = Vec::new();
        for phi in &program.blocks[self.chain.head()].phis {
            let mut choices: Vec<(usize, Term)> = Vec::new();
            for (from, operand) in &phi.incoming {
                if let Some(chain) = self.chains.of.get(from) {
                    choices.push((chain + 1, self.operand(operand)));
                }
            }
            let (_, mut value) =
                choices.pop().expect("a reachable block with phis has a predecessor");
            for (from, term) in choices.into_iter().rev() {
                let from = self.out.block_code(from);
                let came = self.out.app(Op::Eq, &[self.out.states[PRED].current, from]);
                value = self.out.app(Op::Ite, &[came, term, value]);
            }
            read.push((phi.dest, value));
        }
        self.known.extend(read);
    }

    /// The phis of a block that only the one before it enters are copies.
    fn copies(&mut self, from: BlockId, block: BlockId) {
        let program = self.program;
        for phi in &program.blocks[block].phis {
            let incoming = phi.incoming.iter().find(|incoming| incoming.0 == from);
            let term = self.operand(&incoming.expect("a phi names every predecessor").1);
            self.known.insert(phi.dest, term);
        }
    }

    fn instrs(&mut self, block: BlockId) {
        let program = self.program;
        let mut reads = Vec::new();
        for instr in &program.blocks[block].instrs {
            match instr {
                Instr::Assign { dest, op, args, .. } if self.needed.contains(dest) => {
                    let args: Vec<Term> = args.iter().map(|arg| self.operand(arg)).collect();
                    let term = self.out.app(*op, &args);
                    self.known.insert(*dest, term);
                }
                Instr::Input { dest, .. } if self.needed.contains(dest) => {
                    let input = self.input(program.values[*dest].width());
                    self.known.insert(*dest, self.out.inputs[input]);
                    reads.push(Some(input));
                }
                Instr::Input { .. } => reads.push(None),
                Instr::Assign { .. } | Instr::Bind { .. } => {}
                Instr::Memory(instr) => instr.unresolved(),
            }
        }
        self.out.restore.reads.insert((self.chain.head(), block), reads);
    }

    /// The next input of this width; blocks share them.
    fn input(&mut self, width: u32) -> usize {
        let index = self.used.entry(width).or_default();
        let terms = &mut self.out.terms;
        let of_width = |&(_, &input): &(usize, &Term)| terms.width(input) == width;
        let known = self.out.inputs.iter().enumerate().filter(of_width).nth(*index);
        let position = known.map_or(self.out.inputs.len(), |(position, _)| position);
        if position == self.out.inputs.len() {
            let name = format!("input{width}.{index}");
            self.out.inputs.push(terms.symbol(name, width));
        }
        *index += 1;
        position
    }

    /// The rows of a block's terminator, but for the way to the block `merged` behind it,
    /// whose condition is added to the path instead.
    fn terminator(&mut self, block: BlockId, merged: Option<BlockId>) {
        let program = self.program;
        let terminator = &program.blocks[block].terminator;
        match terminator {
            Terminator::Goal(goal) => {
                let to = self.goal(*goal);
                self.row(Vec::new(), to, false);
            }
            Terminator::End(_) => {
                let to = self.out.ok();
                self.row(Vec::new(), to, true);
            }
            _ => {
                let mut ways = self.ways(terminator);
                // Checks that failed come first, as in the paper.
                ways.sort_by_key(|way| blocks::folded(program, way.0).is_none());
                for (target, guard) in ways {
                    if Some(target) == merged {
                        self.path.extend(guard);
                        continue;
                    }
                    let (to, computed) = match blocks::folded(program, target) {
                        Some(Folded::Goal(goal)) => (self.goal(goal), false),
                        Some(Folded::End) => (self.out.ok(), false),
                        None => (self.chains.of[&target] + 1, true),
                    };
                    self.row(guard, to, computed);
                }
            }
        }
    }

    /// The targets of a terminator with their conditions.
    fn ways(&mut self, terminator: &Terminator) -> Vec<(BlockId, Vec<Term>)> {
        match terminator {
            Terminator::Goto(to) => vec![(*to, Vec::new())],
            Terminator::Branch { cond, then, otherwise } => {
                let cond = self.operand(cond);
                let not = self.out.app(Op::Not, &[cond]);
                vec![(*then, vec![cond]), (*otherwise, vec![not])]
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.operand(value);
                let mut equal: Vec<(BlockId, Term)> = Vec::new();
                for (case, to) in cases.iter().filter(|case| case.1 != *default) {
                    let case = self.out.terms.constant(case.clone());
                    equal.push((*to, self.out.terms.eq(value, case)));
                }
                let rest = equal.iter().map(|case| self.out.terms.not(case.1)).collect();
                let mut ways = Vec::new();
                for to in terminator.successors() {
                    if to != *default {
                        let own = equal.iter().filter(|case| case.0 == to).map(|case| case.1);
                        let own: Vec<Term> = own.collect();
                        ways.push((to, vec![self.out.terms.disjunction(own)]));
                    }
                }
                ways.push((*default, rest));
                ways
            }
            Terminator::Goal(_) | Terminator::End(_) => Vec::new(),
        }
    }

    fn goal(&self, goal: GoalId) -> usize {
        if self.out.goals.contains(&goal) { self.out.error() } else { self.out.ok() }
    }

    /// Adds a row unless it can't apply. Where the block is left before its end
    /// (`computed` is false), no variable changes.
    fn row(&mut self, guard: Vec<Term>, to: usize, computed: bool) {
        let terms = &self.out.terms;
        let truth = |term: &Term| terms.as_const(*term).map(Value::is_true);
        let mut guard: Vec<Term> = self.path.iter().copied().chain(guard).collect();
        if guard.iter().any(|term| truth(term) == Some(false)) {
            return;
        }
        guard.retain(|term| truth(term).is_none());
        let mut update: Vec<(StateId, Term)> = Vec::new();
        if computed {
            let defined = self.known.iter();
            update
                .extend(defined.filter_map(|(value, &term)| Some((*self.vars.get(value)?, term))));
            update.sort_unstable_by_key(|update| update.0);
        }
        self.out.rows.push(Row { from: self.from, guard, to, update });
    }

    fn operand(&mut self, operand: &Operand) -> Term {
        match operand {
            Operand::Const(value) => self.out.terms.constant(value.clone()),
            Operand::Value(value) => match self.known.get(value) {
                Some(&term) => term,
                None => self.out.states[self.vars[value]].current,
            },
        }
    }
}

/// The values that a block must compute: what its conditions and the variables of V that
/// it defines depend on.
fn needed(
    program: &Program,
    chain: &Chain,
    vars: &FxHashMap<ValueId, StateId>,
) -> FxHashSet<ValueId> {
    let mut needed: FxHashSet<ValueId> = vars.keys().copied().collect();
    let read = |operand: &Operand, needed: &mut FxHashSet<ValueId>| {
        if let Operand::Value(value) = operand {
            needed.insert(*value);
        }
    };
    for &id in chain.blocks.iter().rev() {
        let block = &program.blocks[id];
        variables::condition(program, id).into_iter().for_each(|cond| read(cond, &mut needed));
        for instr in block.instrs.iter().rev() {
            if let Instr::Assign { dest, args, .. } = instr
                && needed.contains(dest)
            {
                args.iter().for_each(|arg| read(arg, &mut needed));
            }
        }
        if id != chain.head() {
            let incoming = block.phis.iter().flat_map(|phi| &phi.incoming);
            incoming.for_each(|incoming| read(&incoming.1, &mut needed));
        }
    }
    needed
}
