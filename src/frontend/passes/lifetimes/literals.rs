//! Where compound literals end, and variables that clang does not mark.
//!
//! A compound literal in a function lives as long as the block around it (C17 6.5.2.5p5), but
//! clang gives it storage without markers, which would live until the function returns. Here it
//! gets the markers that a variable of its block has. The blocks are those of debug information:
//! an instruction whose position lies outside of the literal's block is not executed within it.
//!
//! The body of a loop is a block even without braces (C17 6.8.5p5), and debug information does
//! not know of it. It is recognised by the names that clang gives to the parts of loops. Where
//! this does not tell what block a literal belongs to, it is an unsupported point.
//!
//! clang marks where most variables begin and end to live. The others ([`unmarked`]) get markers
//! where positions enter and leave their block in debug information.

use inkwell::basic_block::BasicBlock;
use inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue, PointerValue};
use rustc_hash::{FxHashMap, FxHashSet};

use super::unmarked::{Home, Unmarked, unmarked};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Node};
use crate::frontend::names::storage::LITERAL;
use crate::program::GoalKind;

const UNKNOWN_BLOCK: &str =
    "a compound literal in a statement of which it is not known when it ends";

const UNKNOWN_HOME: &str =
    "a variable whose declaration no jump gets to and of which it is not known when it ends";

/// Inserts the markers, if blocks matter.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    if !instrument.options.marks_blocks() {
        return Ok(());
    }
    for function in instrument.functions() {
        let literals: Vec<_> =
            llvm::instructions(function).into_iter().filter(is_literal).collect();
        let unmarked = unmarked(instrument.context, function);
        if literals.is_empty() && unmarked.is_empty() {
            continue;
        }
        let body = Body::new(instrument, function);
        for literal in literals {
            mark(instrument, &body, literal)?;
        }
        for Unmarked { storage, home } in unmarked {
            let around = match home {
                Home::Block(around) => around,
                Home::Unknown(keepers) => {
                    for keeper in keepers {
                        instrument.before(keeper);
                        instrument.fail(GoalKind::Unsupported(UNKNOWN_HOME.to_owned()), None)?;
                    }
                    continue;
                }
            };
            let Some(scope) = body.scope_of(&around) else { continue };
            let changes = body.changes(&Place { scope, only: None, again: None }, None);
            insert(instrument, storage, changes.unwrap_or_default())?;
        }
    }
    Ok(())
}

fn is_literal(inst: &InstructionValue<'_>) -> bool {
    inst.get_opcode() == InstructionOpcode::Alloca
        && inst.get_name().is_some_and(|name| name.to_bytes().starts_with(LITERAL.as_bytes()))
}

/// A block of C.
#[derive(Clone, Copy)]
struct Scope {
    /// As a node of debug information.
    node: Node,
    /// The node of a `for` statement, if this is the one within it of its condition, increment
    /// and body: the branch on the condition has the outer one, but is executed in this.
    branches: Option<Node>,
}

/// A function with the blocks of C that its instructions lie in.
struct Body<'ctx> {
    blocks: Vec<BasicBlock<'ctx>>,
    /// Of each instruction that has a position: its block and those around it, innermost first.
    scopes: FxHashMap<InstructionValue<'ctx>, Vec<Node>>,
}

/// What a basic block is to the loop or `switch` that it belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The beginning of the body of a loop.
    Body,
    /// The beginning of the body of a `do` loop, or what a label of a `switch` marks.
    OnceOrBody,
    /// A condition, an increment, or what comes behind.
    Control,
}

fn part(block: BasicBlock<'_>) -> Option<Part> {
    let name = block.get_name().to_str().ok()?;
    match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "while.body" | "for.body" => Some(Part::Body),
        "do.body" | "sw.bb" | "sw.default" => Some(Part::OnceOrBody),
        "while.cond" | "for.cond" | "for.inc" | "do.cond" | "while.end" | "for.end" | "do.end"
        | "sw.epilog" => Some(Part::Control),
        _ => None,
    }
}

/// Where a literal lives.
struct Place<'ctx> {
    scope: Scope,
    /// Only in these basic blocks, if its block is the body of a loop without braces.
    only: Option<FxHashSet<BasicBlock<'ctx>>>,
    /// Where its block begins anew.
    again: Option<BasicBlock<'ctx>>,
}

impl<'ctx> Body<'ctx> {
    fn new(instrument: &Instrument<'ctx, '_>, function: FunctionValue<'ctx>) -> Self {
        let mut scopes = FxHashMap::default();
        for inst in llvm::instructions(function) {
            let around = llvm::scopes(instrument.context, inst);
            if !around.is_empty() {
                scopes.insert(inst, around);
            }
        }
        Self { blocks: function.get_basic_blocks(), scopes }
    }

    /// The innermost block of C around an instruction.
    fn scope(&self, inst: InstructionValue<'ctx>) -> Option<Scope> {
        self.scope_of(self.scopes.get(&inst)?)
    }

    /// The first of these blocks of C, innermost first.
    fn scope_of(&self, around: &[Node]) -> Option<Scope> {
        let branches = around.get(1).copied().filter(|outer| {
            let bodies =
                self.blocks.iter().filter(|at| at.get_name().to_bytes().starts_with(b"for.body"));
            let branches = bodies.flat_map(|&body| llvm::predecessors(body));
            branches.filter_map(BasicBlock::get_terminator).any(|branch| {
                self.scopes.get(&branch).is_some_and(|around| around.first() == Some(outer))
            })
        });
        Some(Scope { node: *around.first()?, branches })
    }

    /// Whether an instruction lies in a block of C; `None` if its position does not tell.
    fn is_inside(&self, inst: InstructionValue<'ctx>, scope: Scope) -> Option<bool> {
        let around = self.scopes.get(&inst)?;
        let inside = around.contains(&scope.node);
        (inside || scope.branches.is_none() || around.first() != scope.branches.as_ref())
            .then_some(inside)
    }

    /// Whether a basic block never leaves a block of C.
    fn stays(&self, block: BasicBlock<'ctx>, scope: Scope) -> bool {
        block.get_instructions().all(|inst| self.is_inside(inst, scope) != Some(false))
    }

    /// Whether the end of a basic block lies in a block of C.
    fn ends_inside(&self, block: BasicBlock<'ctx>, scope: Scope) -> bool {
        let last = block.get_instructions().filter_map(|inst| self.is_inside(inst, scope)).last();
        last.unwrap_or(true)
    }

    /// Whether a basic block lies directly in a block of C, in none within it.
    fn is_directly_in(&self, block: BasicBlock<'ctx>, scope: Scope) -> bool {
        let first = block.get_instructions().find_map(|inst| self.scopes.get(&inst));
        first.is_none_or(|around| around.first() == Some(&scope.node))
    }

    /// The basic blocks that `next` leads to from one, within a block of C; where `stop` holds
    /// it goes no further.
    fn reach(
        &self,
        from: Vec<BasicBlock<'ctx>>,
        scope: Scope,
        next: impl Fn(BasicBlock<'ctx>) -> Vec<BasicBlock<'ctx>>,
        stop: impl Fn(BasicBlock<'ctx>) -> bool,
    ) -> FxHashSet<BasicBlock<'ctx>> {
        let mut seen = FxHashSet::default();
        let mut open = from;
        while let Some(block) = open.pop() {
            if self.stays(block, scope) && seen.insert(block) && !stop(block) {
                open.extend(next(block));
            }
        }
        seen
    }

    /// Where a literal lives that is made at `first`; `None` if that is not known.
    fn place(&self, first: InstructionValue<'ctx>) -> Option<Place<'ctx>> {
        let (home, scope) = (first.get_parent()?, self.scope(first)?);
        let whole = Place { scope, only: None, again: None };
        let repeats = self.reach(llvm::successors(home), scope, llvm::successors, |_| false);
        let repeats = repeats.contains(&home);
        // The parts of loops that the literal may come next after. What a label of a `switch` with
        // braces marks was left before, by a jump.
        let is_label = |at: BasicBlock<'ctx>| {
            ["sw.bb", "sw.default"]
                .iter()
                .any(|it| at.get_name().to_bytes().starts_with(it.as_bytes()))
        };
        let is_left = |at| is_label(at) && !self.is_directly_in(at, scope);
        let is_part = |at| part(at).is_some() && !is_left(at);
        let before = self.reach(vec![home], scope, llvm::predecessors, is_part);
        let parts = before.into_iter().filter(|&at| is_part(at));
        let parts: Vec<_> = parts.filter_map(|block| Some((block, part(block)?))).collect();
        // A body with braces is a block of its own: something leads into it from outside.
        let braced = |block: BasicBlock<'ctx>| {
            !llvm::predecessors(block).into_iter().all(|from| self.ends_inside(from, scope))
        };
        if !repeats {
            let open = |&(block, part): &_| part == Part::OnceOrBody && !braced(block);
            return (!parts.iter().any(open)).then_some(whole);
        }
        match parts[..] {
            // The loop is made of labels.
            [] => Some(whole),
            [(_, Part::Control)] => None,
            [(body, _)] if braced(body) => Some(Place { again: Some(body), ..whole }),
            [(body, _)] => {
                let ends = |at| part(at) == Some(Part::Control) && self.is_directly_in(at, scope);
                let mut only = self.reach(vec![body], scope, llvm::successors, ends);
                only.retain(|&at| !ends(at));
                Some(Place { scope, only: Some(only), again: Some(body) })
            }
            _ => None,
        }
    }

    /// Whether everything of a block comes before all of others.
    fn dominates(&self, block: BasicBlock<'ctx>, others: &FxHashSet<BasicBlock<'ctx>>) -> bool {
        let mut seen = FxHashSet::from_iter([block]);
        let mut open: Vec<_> = self.blocks.first().copied().into_iter().collect();
        while let Some(at) = open.pop() {
            if seen.insert(at) {
                open.extend(llvm::successors(at));
            }
        }
        others.iter().all(|other| *other == block || !seen.contains(other))
    }

    /// Where something begins or ends: before which instructions, and whether it lives from
    /// there on. It begins before `first` or, if that is none, where its block is entered. `None`
    /// if it may begin while it lives.
    fn changes(
        &self,
        place: &Place<'ctx>,
        first: Option<InstructionValue<'ctx>>,
    ) -> Option<Changes<'ctx>> {
        let mut life = Life { body: self, place, first, early: FxHashSet::default() };
        loop {
            let starts = life.starts()?;
            let early = life.dead_ways(&starts);
            if early.is_empty() {
                let mut found = Vec::new();
                for block in &self.blocks {
                    if let Some(&state) = starts.get(block) {
                        life.pass(*block, state, &mut found)?;
                    }
                }
                return Some(found);
            }
            life.early.extend(early);
        }
    }
}

/// Follows whether something lives, for [`Body::changes`].
struct Life<'a, 'ctx> {
    body: &'a Body<'ctx>,
    place: &'a Place<'ctx>,
    first: Option<InstructionValue<'ctx>>,
    /// Blocks at whose end it begins already, outside of its block: they lead to where it lives if
    /// control comes from elsewhere, as at a label.
    early: FxHashSet<BasicBlock<'ctx>>,
}

impl<'ctx> Life<'_, 'ctx> {
    /// What may be at the start of each basic block.
    fn starts(&self) -> Option<FxHashMap<BasicBlock<'ctx>, State>> {
        let mut starts: FxHashMap<BasicBlock<'ctx>, State> = FxHashMap::default();
        let entry = self.body.blocks.first();
        let entry = entry.map(|&entry| (entry, State { lives: false, ended: true }));
        let mut open: Vec<_> = entry.into_iter().collect();
        while let Some((block, state)) = open.pop() {
            let start = starts.entry(block).or_default();
            let met =
                State { lives: start.lives || state.lives, ended: start.ended || state.ended };
            if std::mem::replace(start, met) == met {
                continue;
            }
            let end = self.pass(block, met, &mut Vec::new())?;
            open.extend(llvm::successors(block).into_iter().map(|next| (next, end)));
        }
        Some(starts)
    }

    /// Where control comes from without it, if it would begin though it may live.
    fn dead_ways(
        &self,
        starts: &FxHashMap<BasicBlock<'ctx>, State>,
    ) -> FxHashSet<BasicBlock<'ctx>> {
        let may_live = |(block, state): (&BasicBlock<'ctx>, &State)| {
            let mut found = Vec::new();
            self.pass(*block, *state, &mut found);
            let begins = found.first().is_some_and(|&(_, lives)| lives);
            (state.lives && state.ended && begins).then_some(*block)
        };
        let mut open: Vec<_> = starts.iter().filter_map(may_live).collect();
        let mut seen: FxHashSet<_> = open.iter().copied().collect();
        let mut dead = FxHashSet::default();
        while let Some(block) = open.pop() {
            for from in llvm::predecessors(block) {
                let Some(&start) = starts.get(&from) else { continue };
                let end = self.pass(from, start, &mut Vec::new()).unwrap_or_default();
                if !end.lives {
                    dead.insert(from);
                } else if end.ended && seen.insert(from) {
                    open.push(from);
                }
            }
        }
        dead
    }

    /// Goes through a basic block: what holds at its end, and what changes on the way.
    fn pass(
        &self,
        block: BasicBlock<'ctx>,
        mut state: State,
        found: &mut Changes<'ctx>,
    ) -> Option<State> {
        let Self { body, place, first, early } = self;
        let only = place.only.as_ref().is_none_or(|only| only.contains(&block));
        let mut again = place.again == Some(block);
        for inst in block.get_instructions() {
            if inst.get_opcode() == InstructionOpcode::Phi {
                continue;
            }
            let inside = body.is_inside(inst, place.scope).map(|inside| inside && only);
            let renewed = std::mem::take(&mut again);
            if state.lives && (renewed || inside == Some(false)) {
                found.push((inst, false));
                state = State { lives: false, ended: true };
            }
            let begins = first.map_or(inside == Some(true), |first| first == inst);
            if state.ended && begins {
                if state.lives && first.is_some() {
                    return None;
                }
                found.push((inst, true));
                state = State { lives: true, ended: false };
            }
        }
        if let Some(last) = block.get_terminator()
            && early.contains(&block)
            && !state.lives
        {
            found.push((last, true));
            state = State { lives: true, ended: false };
        }
        Some(state)
    }
}

/// What may be before an instruction.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct State {
    lives: bool,
    ended: bool,
}

/// Before which instructions something changes, and whether it lives then.
type Changes<'ctx> = Vec<(InstructionValue<'ctx>, bool)>;

/// Inserts the markers of a literal.
fn mark<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    body: &Body<'ctx>,
    literal: InstructionValue<'ctx>,
) -> Outcome {
    let users: FxHashSet<_> =
        llvm::users(literal).into_iter().filter_map(llvm::as_instruction).collect();
    let mut all = body.blocks.iter().flat_map(|block| block.get_instructions());
    let Some(first) = all.find(|inst| users.contains(inst) && body.scopes.contains_key(inst))
    else {
        return Ok(());
    };
    if let Some(location) = first.get_debug_location() {
        literal.set_debug_location(Some(location));
    }
    let Some(place) = body.place(first) else {
        instrument.before(first);
        return instrument.fail(GoalKind::Unsupported(UNKNOWN_BLOCK.to_owned()), None);
    };
    // It begins to live with its block, but nobody has its address before it is made. So it
    // may begin there, so that an address of an earlier iteration of a loop is not valid again;
    // unless it may live already then (what it holds must not be forgotten).
    let homes = users.iter().filter_map(|user| user.get_parent()).collect();
    let home = first.get_parent().filter(|&home| body.dominates(home, &homes));
    let changes = home.and_then(|_| body.changes(&place, Some(first)));
    let changes = changes.or_else(|| body.changes(&place, None)).unwrap_or_default();
    insert(instrument, literal, changes)
}

/// Inserts markers, if something ends before its function does.
fn insert<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    storage: InstructionValue<'ctx>,
    changes: Changes<'ctx>,
) -> Outcome {
    if changes.iter().all(|&(_, lives)| lives) {
        return Ok(());
    }
    let Ok(object) = PointerValue::try_from(storage) else { return Ok(()) };
    for (inst, lives) in changes {
        instrument.before(inst);
        instrument.mark_lifetime(object, lives)?;
    }
    Ok(())
}
