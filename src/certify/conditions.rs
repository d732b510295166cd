//! Verification conditions of an invariant, derived anew from the [`Program`] by the
//! checker's own simple method (after Floyd: Assigning Meanings to Programs, 1967).
//!
//! For each cut point ([`super::cuts`]) there is one region: the blocks on paths from it
//! that meet no cut point. It is acyclic, and becomes one definition per instruction and
//! one truth value per block, "is this block on the path", linear in size:
//!
//! * a block is on the path if one of the region's edges into it is; an edge is, if its
//!   source is and its condition holds. In a deterministic program the blocks on the path
//!   form a single path.
//! * A phi is an if-then-else over the edges into its block.
//! * Each SSA value is defined in one place, so at a later place of the region its last
//!   value is its definition's if the defining block is on the path, and what it was at
//!   the cut point if not: one if-then-else, and none where the definition dominates.
//!
//! The [`Condition`] of a region assumes the invariant at its cut point and claims that
//! it holds wherever an edge leads to a cut point (after the phis there), and that no
//! block with a listed goal is on the path. The entry's condition also claims its own
//! invariant for arbitrary values.
//!
//! Terms are built with [`TermStore::app_verbatim`] only: the rewriter is not trusted.
//! Formulas of the invariant at blocks that are no cut points are not used.

use rustc_hash::FxHashMap;

use super::cuts::Cuts;
use crate::bv::{Node, Op, SymbolId, Term, TermStore};
use crate::program::{Block, BlockId, GoalId, Instr, Operand, Program, Terminator, ValueId};
use crate::support::IndexVec;
use crate::system::LocationInvariant;

/// What one region must satisfy.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The cut point that the region starts from.
    pub head: BlockId,
    /// The terms of everything below.
    pub terms: TermStore,
    /// The invariant at the cut point: truth values that hold.
    pub assumptions: Vec<Term>,
    /// The claims, each with the truth value that would break it.
    pub claims: Vec<(Claim, Term)>,
}

/// One claim about a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The conjunct (by its place) of the entry's invariant holds for arbitrary values.
    Initial(usize),
    /// The conjunct (by its place) of the invariant holds on arrival at the cut point.
    Kept(BlockId, usize),
    /// The goal is not reached in this block.
    Unreached(GoalId, BlockId),
}

/// The invariant does not speak of this program; a bug of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the certificate is malformed: {0}")]
pub struct Malformed(pub String);

/// Makes the conditions of a program, one after the other.
pub struct Conditions<'a> {
    program: &'a Program,
    invariant: &'a LocationInvariant,
    goals: &'a [GoalId],
    cuts: Cuts,
    /// The block that defines each value.
    home: IndexVec<ValueId, Option<BlockId>>,
}

impl<'a> Conditions<'a> {
    /// Prepares the conditions of `invariant`, with the goals that it shall exclude.
    ///
    /// # Errors
    /// If the program is not well-formed, or the invariant speaks of values or widths
    /// that the program doesn't have.
    pub fn new(
        program: &'a Program,
        invariant: &'a LocationInvariant,
        goals: &'a [GoalId],
    ) -> Result<Self, Malformed> {
        program.validate().map_err(|errors| Malformed(errors.join("; ")))?;
        for (&symbol, &value) in &invariant.symbols {
            let width = program.values.get(value).map(|info| info.width);
            if width != invariant.terms.symbols().get(symbol).map(|symbol| symbol.width) {
                return Err(Malformed(format!("{symbol} does not fit {value}")));
            }
        }
        if let Some(goal) = goals.iter().find(|&&goal| program.goals.get(goal).is_none()) {
            return Err(Malformed(format!("there is no {goal}")));
        }
        let cuts = Cuts::new(program).ok_or_else(|| Malformed("a cycle is not cut".to_owned()))?;
        let mut home = IndexVec::filled(None, program.values.len());
        for (id, block) in program.blocks.iter_enumerated() {
            let phis = block.phis.iter().map(|phi| phi.dest);
            for dest in phis.chain(block.instrs.iter().filter_map(Instr::dest)) {
                if home[dest].replace(id).is_some() {
                    return Err(Malformed(format!("{dest} is defined twice")));
                }
            }
        }
        Ok(Self { program, invariant, goals, cuts, home })
    }

    /// The cut points that have a condition.
    pub fn heads(&self) -> Vec<BlockId> {
        self.cuts.heads()
    }

    /// The condition of the region at the cut point `head`.
    ///
    /// # Errors
    /// If a formula of the invariant is not a truth value over known values.
    pub fn condition(&self, head: BlockId) -> Result<Condition, Malformed> {
        let mut region = Region::new(self, head);
        let mut assumptions = Vec::new();
        let mut claims = Vec::new();
        let at_head = region.invariant(head, |region, value| region.at_head(value))?;
        if head == self.program.entry {
            // For arbitrary values, which then makes it a harmless assumption.
            for (i, &conjunct) in at_head.iter().enumerate() {
                claims.push((Claim::Initial(i), region.app(Op::Not, &[conjunct])));
            }
        } else {
            assumptions = at_head;
        }
        let mut exits: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
        for block in self.cuts.region(head) {
            region.enter(block)?;
            region.execute(block);
            if let Terminator::Goal(goal) = self.program.blocks[block].terminator
                && self.goals.contains(&goal)
            {
                claims.push((Claim::Unreached(goal, block), region.on_path[&block]));
            }
            region.leave(block);
            for &to in self.cuts.successors(block).iter().filter(|&&to| self.cuts.is_cut(to)) {
                match exits.iter_mut().find(|exit| exit.0 == to) {
                    Some(exit) => exit.1.push(block),
                    None => exits.push((to, vec![block])),
                }
            }
        }
        for (to, sources) in exits {
            let arrives = region.any_edge(&sources, to);
            let place = region.meet(&sources);
            let phis = region.phis(to, &sources)?;
            let conjuncts = region.invariant(to, |region, value| match phis.get(&value) {
                Some(&phi) => phi,
                None => region.read(value, place),
            })?;
            for (i, conjunct) in conjuncts.into_iter().enumerate() {
                let broken = region.app(Op::Not, &[conjunct]);
                claims.push((Claim::Kept(to, i), region.app(Op::And, &[arrives, broken])));
            }
        }
        Ok(Condition { head, terms: region.terms, assumptions, claims })
    }
}

impl Condition {
    /// A truth value that can be true exactly if some claim can be broken.
    pub fn violation(&mut self) -> Term {
        let no = self.terms.bool(false);
        let broken: Vec<Term> = self.claims.iter().map(|claim| claim.1).collect();
        let any = broken.into_iter().reduce(|a, b| self.terms.app_verbatim(Op::Or, &[a, b]));
        let assumptions = self.assumptions.iter().copied();
        let start = any.unwrap_or(no);
        assumptions.fold(start, |all, term| self.terms.app_verbatim(Op::And, &[all, term]))
    }
}

/// A region while it is walked, its blocks in topological order.
struct Region<'a, 'b> {
    context: &'b Conditions<'a>,
    head: BlockId,
    terms: TermStore,
    /// The values' symbols at the cut point.
    initial: FxHashMap<ValueId, Term>,
    /// The values defined so far in the region.
    defined: FxHashMap<ValueId, Term>,
    /// For values defined on some paths only: the last value.
    merged: FxHashMap<ValueId, Term>,
    /// For each block so far: whether it is on the path.
    on_path: FxHashMap<BlockId, Term>,
    /// For each edge so far: whether it is on the path.
    edges: FxHashMap<(BlockId, BlockId), Term>,
    /// For each block so far its immediate dominator in the region, and its depth in the
    /// dominator tree; the head has itself and 0.
    dominator: FxHashMap<BlockId, (BlockId, usize)>,
    /// For each block the region's blocks so far with an edge to it.
    sources: FxHashMap<BlockId, Vec<BlockId>>,
}

impl<'a, 'b> Region<'a, 'b> {
    fn new(context: &'b Conditions<'a>, head: BlockId) -> Self {
        Self {
            context,
            head,
            terms: TermStore::new(),
            initial: FxHashMap::default(),
            defined: FxHashMap::default(),
            merged: FxHashMap::default(),
            on_path: FxHashMap::default(),
            edges: FxHashMap::default(),
            dominator: FxHashMap::default(),
            sources: FxHashMap::default(),
        }
    }

    fn app(&mut self, op: Op, args: &[Term]) -> Term {
        self.terms.app_verbatim(op, args)
    }

    fn block(&self, block: BlockId) -> &'a Block {
        &self.context.program.blocks[block]
    }

    /// The value's symbol at the cut point.
    fn at_head(&mut self, value: ValueId) -> Term {
        let info = &self.context.program.values[value];
        let name = || format!("{} ({value})", info.name);
        *self.initial.entry(value).or_insert_with(|| self.terms.symbol(name(), info.width))
    }

    /// The last value of `value` at a place after all that was executed so far, given
    /// that the block `place` is on the path.
    fn read(&mut self, value: ValueId, place: BlockId) -> Term {
        let Some(&defined) = self.defined.get(&value) else { return self.at_head(value) };
        let home = self.context.home[value].expect("it was defined");
        if self.dominates(home, place) {
            return defined;
        }
        if let Some(&merged) = self.merged.get(&value) {
            return merged;
        }
        let before = self.at_head(value);
        let merged = self.app(Op::Ite, &[self.on_path[&home], defined, before]);
        self.merged.insert(value, merged);
        merged
    }

    fn operand(&mut self, operand: &Operand, place: BlockId) -> Term {
        match operand {
            Operand::Value(value) => self.read(*value, place),
            Operand::Const(value) => self.terms.constant(value.clone()),
        }
    }

    /// Whether every path from the head to `below` passes `above`.
    fn dominates(&self, above: BlockId, mut below: BlockId) -> bool {
        let Some(&(_, depth)) = self.dominator.get(&above) else { return false };
        while self.dominator[&below].1 > depth {
            below = self.dominator[&below].0;
        }
        above == below
    }

    /// The nearest block that dominates all of `blocks`.
    fn meet(&self, blocks: &[BlockId]) -> BlockId {
        let mut meet = blocks[0];
        for &other in blocks {
            let mut other = other;
            while meet != other {
                let (a, b) = (self.dominator[&meet], self.dominator[&other]);
                if a.1 >= b.1 {
                    meet = a.0;
                }
                if b.1 >= a.1 {
                    other = b.0;
                }
            }
        }
        meet
    }

    /// Whether one of the edges from `sources` to `to` is on the path.
    fn any_edge(&mut self, sources: &[BlockId], to: BlockId) -> Term {
        let edges: Vec<Term> = sources.iter().map(|&from| self.edges[&(from, to)]).collect();
        let any = edges.into_iter().reduce(|a, b| self.app(Op::Or, &[a, b]));
        any.expect("a block of a region other than its head has an edge into it")
    }

    /// The values of the phis of `to` for arrivals from `sources`.
    fn phis(
        &mut self,
        to: BlockId,
        sources: &[BlockId],
    ) -> Result<FxHashMap<ValueId, Term>, Malformed> {
        let mut values = FxHashMap::default();
        for phi in &self.block(to).phis {
            let mut value = None;
            for &from in sources {
                let incoming = phi.incoming.iter().find(|incoming| incoming.0 == from);
                let (_, operand) = incoming
                    .ok_or_else(|| Malformed(format!("{} has no value from {from}", phi.dest)))?;
                let taken = self.operand(operand, from);
                value = Some(match value {
                    None => taken,
                    Some(other) => self.app(Op::Ite, &[self.edges[&(from, to)], taken, other]),
                });
            }
            values.extend(value.map(|value| (phi.dest, value)));
        }
        Ok(values)
    }

    /// Arrival in a block: whether it is on the path, and its phis.
    fn enter(&mut self, block: BlockId) -> Result<(), Malformed> {
        if block == self.head {
            let yes = self.terms.bool(true);
            self.on_path.insert(block, yes);
            self.dominator.insert(block, (block, 0));
            return Ok(());
        }
        let sources = self.sources[&block].clone();
        let on_path = self.any_edge(&sources, block);
        self.on_path.insert(block, on_path);
        // All phis read before any is written.
        let phis = self.phis(block, &sources)?;
        self.defined.extend(phis);
        let dominator = self.meet(&sources);
        self.dominator.insert(block, (dominator, self.dominator[&dominator].1 + 1));
        Ok(())
    }

    fn execute(&mut self, block: BlockId) {
        for instr in &self.block(block).instrs {
            let (dest, value) = match instr {
                Instr::Assign { dest, op, args, .. } => {
                    let args: Vec<Term> = args.iter().map(|arg| self.operand(arg, block)).collect();
                    (*dest, self.app(*op, &args))
                }
                Instr::Input { dest, .. } => {
                    let info = &self.context.program.values[*dest];
                    let name = format!("{} ({dest}) chosen", info.name);
                    (*dest, self.terms.symbol(name, info.width))
                }
                Instr::Bind { .. } => continue,
            };
            self.defined.insert(dest, value);
        }
    }

    /// The edges that leave a block.
    fn leave(&mut self, block: BlockId) {
        let mut conditions: Vec<(BlockId, Term)> = Vec::new();
        match &self.block(block).terminator {
            Terminator::Goto(to) => conditions.push((*to, self.terms.bool(true))),
            Terminator::Branch { cond, then, otherwise } => {
                let cond = self.operand(cond, block);
                conditions.push((*then, cond));
                conditions.push((*otherwise, self.app(Op::Not, &[cond])));
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.operand(value, block);
                let mut none = self.terms.bool(true);
                for (case, to) in cases {
                    let case = self.terms.constant(case.clone());
                    let equal = self.app(Op::Eq, &[value, case]);
                    // Only if no earlier case matched, as the interpreter has it.
                    conditions.push((*to, self.app(Op::And, &[none, equal])));
                    let differs = self.app(Op::Not, &[equal]);
                    none = self.app(Op::And, &[none, differs]);
                }
                conditions.push((*default, none));
            }
            Terminator::Goal(_) | Terminator::End(_) => {}
        }
        let here = self.on_path[&block];
        for (to, condition) in conditions {
            let taken = self.app(Op::And, &[here, condition]);
            match self.edges.get(&(block, to)).copied() {
                Some(other) => {
                    let either = self.app(Op::Or, &[other, taken]);
                    self.edges.insert((block, to), either);
                }
                None => {
                    self.edges.insert((block, to), taken);
                    self.sources.entry(to).or_default().push(block);
                }
            }
        }
    }

    /// The invariant's formula at `block`, each value replaced as `value` says.
    fn invariant(
        &mut self,
        block: BlockId,
        mut value: impl FnMut(&mut Self, ValueId) -> Term,
    ) -> Result<Vec<Term>, Malformed> {
        let invariant = self.context.invariant;
        let roots = invariant.at.get(&block).map_or(&[][..], Vec::as_slice);
        let mut known: FxHashMap<Term, Term> = FxHashMap::default();
        for &root in roots {
            if root.0 as usize >= invariant.terms.len() || invariant.terms.width(root) != 1 {
                return Err(Malformed(format!("{root} at {block} is no truth value")));
            }
            // An explicit stack: terms may be deeper than the machine's.
            let mut stack = vec![root];
            while let Some(&top) = stack.last() {
                if known.contains_key(&top) {
                    stack.pop();
                    continue;
                }
                let copy = match invariant.terms.node(top) {
                    Node::Const(constant) => self.terms.constant(constant.clone()),
                    Node::Symbol(symbol) => value(self, stands_for(invariant, *symbol)?),
                    &Node::App(op, _) => {
                        let args = invariant.terms.args(top);
                        let pending = stack.len();
                        stack.extend(args.iter().filter(|arg| !known.contains_key(arg)));
                        if stack.len() > pending {
                            continue;
                        }
                        let args: Vec<Term> = args.iter().map(|arg| known[arg]).collect();
                        self.app(op, &args)
                    }
                };
                known.insert(top, copy);
                stack.pop();
            }
        }
        Ok(roots.iter().map(|root| known[root]).collect())
    }
}

fn stands_for(invariant: &LocationInvariant, symbol: SymbolId) -> Result<ValueId, Malformed> {
    let value = invariant.symbols.get(&symbol).copied();
    value.ok_or_else(|| Malformed(format!("{symbol} stands for no value")))
}
