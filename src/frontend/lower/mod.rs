//! Lowering: the one function of an LLVM module that is left after inlining becomes a
//! [`Program`].
//!
//! * Integer instructions and intrinsics of every width become operators of
//!   [`crate::bv`]; flags that make results poison are ignored (the result wraps).
//! * First-class structures and arrays become lists of values, their phis several phis.
//! * `undef` and `poison` become an arbitrary value at each use, listed as an
//!   assumption; the front end has seen to it that C programs lead to next to none.
//! * Pointers are integers of their width; what they point to are objects
//!   ([`crate::program::Memory`]), reads and writes operations on these.
//! * Floating-point numbers and vectors may exist, but a path ends in an unsupported goal
//!   as soon as a read, a write, a call or an integer depends on one. What stands behind
//!   it in its block is dropped, so are blocks then unreachable.
//! * Debug locations become positions with their inlining chains, debug records
//!   [`crate::program::Instr::Bind`]s.
//!
//! The blocks are those of LLVM. Deliberately absent: optimisation of any kind, and
//! `llvm.assume` as a fact.

mod constant;
mod control;
mod ctype;
mod debug;
mod emit;
mod floats;
mod instr;
mod intrinsics;
mod leaks;
mod memory;
mod parameters;
mod phi;
mod points;
#[cfg(test)]
mod tests;
mod unsupported;
mod value;
mod vectors;

use inkwell::module::Module;
use inkwell::values::FunctionValue;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::support::graph::reverse_postorder;

use crate::frontend::llvm::handles::{self, Bb, Val};
use crate::frontend::sites::Sites;
use crate::frontend::{FrontendError, Limits};
use crate::program::{
    Assumption, Block, BlockId, EndKind, Goal, GoalId, GoalKind, InputKind, LocId, Memory, Operand,
    Program, Terminator, ValueId,
};
use debug::Debug;
use emit::Cursor;
use memory::Objects;
pub use parameters::{
    Inside, Pointee, Target, contents, contents_of, inside_of, may_be_other, pointee, target_type,
};
pub use points::{Points, points};
use unsupported::Unsupported;
use value::Lowered;

/// Turns `entry` into a program. `sites` says what the calls of the choice and goal
/// functions mean, `points` which checks there were before anything folded.
///
/// # Errors
/// If `entry` has no body, or a call names a site that does not exist: bugs of ours.
pub fn lower(
    module: &Module<'_>,
    entry: FunctionValue<'_>,
    sites: &Sites,
    limits: Limits,
    points: Points,
) -> Result<Program, FrontendError> {
    let (function, context) = handles::open(module, entry);
    let Some(&first) = function.blocks().first() else {
        return Err(FrontendError::Internal("the entry function has no body".to_owned()));
    };
    // Definitions come before uses except in phis.
    let order = reverse_postorder(first, |block| {
        block.terminator().map(Val::successors).unwrap_or_default()
    });
    let mut lowering = Lowering {
        sites,
        limits,
        program: Program { sources: points.sources, ..Program::default() },
        context,
        blocks: FxHashMap::default(),
        values: FxHashMap::default(),
        canonical: FxHashMap::default(),
        names: names(function),
        phis: Vec::new(),
        debug: Debug::new(function, context),
        objects: Objects::default(),
        questions: Vec::new(),
        goals: FxHashMap::default(),
        assumptions: Vec::new(),
        at: Cursor { block: BlockId(0), loc: None, name: String::new(), parts: 0 },
    };
    lowering.program.memory.pointer_width = context.pointer_width();
    lowering.declare(&order);
    lowering.note_pointers(&order);
    lowering.parameters(function);
    for &block in &order {
        lowering.block(block)?;
    }
    lowering.connect_phis();
    lowering.answer_questions();
    let program = lowering.finish(points.checks);
    debug_assert_eq!(program.validate(), Ok(()));
    Ok(program)
}

/// A function under way.
struct Lowering<'m> {
    sites: &'m Sites,
    limits: Limits,
    program: Program,
    context: handles::Context<'m>,
    blocks: FxHashMap<Bb<'m>, BlockId>,
    /// What each LLVM value has become.
    values: FxHashMap<Val<'m>, Lowered>,
    /// For results of floating-point operations: the operator's own result, whose NaN is
    /// always the same.
    canonical: FxHashMap<ValueId, Operand>,
    /// What each LLVM value is called.
    names: FxHashMap<Val<'m>, String>,
    /// Phis whose operands are still to be filled in.
    phis: Vec<(BlockId, Val<'m>)>,
    debug: Debug<'m>,
    objects: Objects<'m>,
    /// Questions for leaks, in the order of blocks and instructions.
    questions: Vec<leaks::Question>,
    /// Goals by identity, with the site's number.
    goals: FxHashMap<(Option<u32>, String, Option<LocId>), GoalId>,
    /// With the blocks that they belong to.
    assumptions: Vec<(BlockId, Assumption)>,
    at: Cursor,
}

/// How a block goes on after an instruction.
enum Flow {
    /// With the next instruction.
    Next,
    /// Not at all.
    Stop(Terminator),
}

impl<'m> Lowering<'m> {
    /// Makes all blocks and the targets of all phis, so that uses may come before
    /// definitions; notes what objects in memory are called.
    fn declare(&mut self, order: &[Bb<'m>]) {
        for &block in order {
            let id = self.program.blocks.push(Block {
                name: self.names.get(&block.value()).cloned().unwrap_or_default(),
                phis: Vec::new(),
                instrs: Vec::new(),
                terminator: Terminator::End(EndKind::Return),
                loc: None,
            });
            self.blocks.insert(block, id);
        }
        for &block in order {
            for instr in block.instructions() {
                self.declare_phi(self.blocks[&block], instr);
                for record in instr.records().filter(|record| record.is_declare()) {
                    if let (Some(value), Some(variable)) = (record.value(), record.variable()) {
                        self.objects.declare(value, variable);
                    }
                }
            }
        }
    }

    /// Parameters of the entry function are arbitrary.
    fn parameters(&mut self, function: Val<'m>) {
        for parameter in function.parameters() {
            let name = self.names[&parameter].clone();
            self.at = Cursor { block: BlockId(0), loc: None, name: name.clone(), parts: 0 };
            let lowered = self.shape(parameter.ty()).fill(&mut |width| {
                Lowered::Int(self.input(width, InputKind::External(name.clone())))
            });
            self.values.insert(parameter, lowered);
        }
    }

    /// Lowers the instructions of a block, up to the one where its path ends.
    fn block(&mut self, block: Bb<'m>) -> Result<(), FrontendError> {
        let id = self.blocks[&block];
        let mut last = None;
        for instr in block.instructions() {
            let exact = self.debug.position(&mut self.program.sources, instr);
            let name = self.names.get(&instr).cloned().unwrap_or_default();
            self.at = Cursor { block: id, loc: exact, name, parts: 0 };
            self.records(instr, last);
            last = exact.or(last);
            let flow = match self.instruction(instr)? {
                Ok(flow) => flow,
                Err(Unsupported(what)) => {
                    self.at.loc = last
                        .or_else(|| self.position_after(instr))
                        .or_else(|| self.position_before(block));
                    Flow::Stop(self.unsupported(what))
                }
            };
            if let Flow::Stop(terminator) = flow {
                self.program.blocks[id].terminator = terminator;
                self.program.blocks[id].loc = self.at.loc;
                return Ok(());
            }
        }
        Err(FrontendError::Internal("a block without terminator".to_owned()))
    }

    /// The first known position after an instruction in its block.
    fn position_after(&mut self, instr: Val<'m>) -> Option<LocId> {
        let rest = std::iter::successors(Some(instr), |instr| instr.next());
        rest.into_iter().find_map(|next| self.debug.position(&mut self.program.sources, next))
    }

    /// The position of a jump to a block that the compiler made, which has none of its own.
    fn position_before(&mut self, block: Bb<'m>) -> Option<LocId> {
        let jumps = |(from, id): (&Bb<'m>, &BlockId)| {
            let jump = from.terminator()?;
            jump.successors().contains(&block).then_some((*id, jump))
        };
        let (_, jump) = self.blocks.iter().filter_map(jumps).min_by_key(|it| it.0)?;
        self.debug.position(&mut self.program.sources, jump)
    }

    /// A path that ends at a construct that is not modelled, at the current position.
    fn unsupported(&mut self, what: String) -> Terminator {
        let loc = self.at.loc;
        self.goal(None, GoalKind::Unsupported(what), loc)
    }

    /// A path that reaches a goal. Copies of a check that agree in kind, position and
    /// inlining chain are one goal.
    fn goal(&mut self, site: Option<u32>, kind: GoalKind, loc: Option<LocId>) -> Terminator {
        let key = (site, format!("{kind:?}"), loc);
        let id = match self.goals.get(&key) {
            Some(&known) => known,
            None => self.program.goals.push(Goal { kind, loc, site }),
        };
        self.goals.insert(key, id);
        Terminator::Goal(id)
    }

    /// Puts the addresses of the objects first, and drops what is unreachable. Of the checks
    /// that there were those have folded that have no goal.
    fn finish(mut self, checks: Vec<Goal>) -> Program {
        self.number_allocated();
        let addresses = self.objects.take_addresses();
        self.program.blocks[self.program.entry].instrs.splice(0..0, addresses);
        let reached = FxHashSet::from_iter(self.program.reverse_postorder());
        for (block, assumption) in self.assumptions {
            if reached.contains(&block) && !self.program.assumptions.contains(&assumption) {
                self.program.assumptions.push(assumption);
            }
        }
        let folded = points::without_goal(checks, &self.program);
        debug::drop_unfounded(&mut self.program);
        let mut program = self.program.prune();
        program.folded.extend(folded);
        refuse_too_large(program)
    }
}

/// The program, or one that ends at once where an object has more bytes than addresses can tell apart
/// beside the other objects.
fn refuse_too_large(mut program: Program) -> Program {
    let memory = &program.memory;
    let Some(object) = (!memory.objects.is_empty()).then(|| memory.too_large()).flatten() else {
        return program;
    };
    let what = format!(
        "an object of {} bytes ('{}') among {} objects: addresses of {} bits have room for {} in each",
        object.size,
        object.name,
        memory.objects.len(),
        memory.pointer_width,
        (1u64 << (memory.offset_bits() - 1)) - 1
    );
    let loc = object.loc;
    let goal = program.goals.push(Goal { kind: GoalKind::Unsupported(what), loc, site: None });
    let entry = &mut program.blocks[program.entry];
    entry.instrs.clear();
    entry.terminator = Terminator::Goal(goal);
    let pointer_width = program.memory.pointer_width;
    program.memory = Memory { pointer_width, ..Memory::default() };
    program.prune()
}

/// The names of all parameters, blocks and instructions, numbered as LLVM prints them where they have none.
fn names(function: Val<'_>) -> FxHashMap<Val<'_>, String> {
    let mut count = 0;
    let mut label = |name: String| {
        if !name.is_empty() {
            return name;
        }
        count += 1;
        (count - 1).to_string()
    };
    let mut names = FxHashMap::default();
    for parameter in function.parameters() {
        names.insert(parameter, label(parameter.name()));
    }
    for block in function.blocks() {
        names.insert(block.value(), label(block.value().name()));
        for instr in block.instructions().filter(|instr| !instr.ty().is_void()) {
            names.insert(instr, label(instr.name()));
        }
    }
    names
}
