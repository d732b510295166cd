//! Which instructions others see or disturb, and what is to come before these.

use inkwell::basic_block::BasicBlock;
use inkwell::values::{FunctionValue, InstructionValue};
use rustc_hash::FxHashSet;

use super::outside::is_outside;
use super::races;
use super::reduction::{Beside, Reduction};
use super::roles::Role;
use crate::frontend::clang::module::{MODEL, is_marked};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::frontend::passes::environment::shared::{
    Access, Conflict, Protection, accesses, is_of_variable,
};
use crate::program::GoalKind;

/// A place before an instruction.
pub struct Place<'ctx> {
    inst: InstructionValue<'ctx>,
    what: What<'ctx>,
}

/// What comes there.
enum What<'ctx> {
    /// Others may run. These accesses may race; and perhaps some of a function that is not looked
    /// into.
    Pause { racing: Vec<Access<'ctx>>, hidden: Option<Hidden> },
    /// It is asked whether no other thread runs.
    Ask,
}

/// Accesses that are not told one by one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hidden {
    /// Of a model that searches through bytes that others write.
    Search,
    /// Of an undefined function.
    Outside,
}

impl<'ctx> Place<'ctx> {
    /// Whether a data race is possible there.
    pub fn may_race(&self) -> bool {
        matches!(&self.what, What::Pause { racing, hidden } if !racing.is_empty() || hidden.is_some())
    }

    /// Whether one is possible that is never looked for.
    pub fn may_race_outside(&self) -> bool {
        matches!(self.what, What::Pause { hidden: Some(Hidden::Outside), .. })
    }

    /// Inserts it: where others may run, or the question whether none does. Perhaps data races are
    /// looked for.
    ///
    /// # Errors
    /// If LLVM refuses.
    pub fn insert(
        self,
        instrument: &mut Instrument<'ctx, '_>,
        [pause, alone]: [FunctionValue<'ctx>; 2],
        races: bool,
    ) -> Outcome {
        instrument.before(self.inst);
        let What::Pause { racing, hidden } = self.what else {
            instrument.builder.build_call(alone, &[], "")?;
            return Ok(());
        };
        let racing = if races { racing } else { Vec::new() };
        for access in &racing {
            races::look(instrument, self.inst, *access)?;
        }
        if races && hidden == Some(Hidden::Search) {
            let what = "data races of a search through memory that other threads write".to_owned();
            instrument.fail(GoalKind::Unsupported(what), None)?;
        }
        instrument.builder.build_call(pause, &[], "")?;
        if racing.is_empty() { Ok(()) } else { races::made(instrument) }
    }
}

/// What others see of a function.
pub struct Seen<'ctx, 's, 'a> {
    /// The program.
    pub instrument: &'s Instrument<'ctx, 'a>,
    /// Who they are.
    pub others: Vec<&'s Role<'ctx>>,
    /// What they can't disturb.
    pub reduction: &'s Reduction<'ctx, 's>,
    /// Functions that are one step, though they access memory.
    pub searches: &'s FxHashSet<FunctionValue<'ctx>>,
}

impl<'ctx> Seen<'ctx, '_, '_> {
    /// Adds the places in it.
    pub fn add_places(&self, function: FunctionValue<'ctx>, places: &mut Vec<Place<'ctx>>) {
        // Where it was asked whether this is the only thread, nothing having been called since.
        let mut asked: Option<BasicBlock<'ctx>> = None;
        for inst in llvm::instructions(function) {
            let what = match self.reduction.beside(inst) {
                Beside::Nobody => None,
                Beside::SeeminglyNobody => {
                    let is_new = asked != inst.get_parent();
                    let asks = is_new && (Reduction::matters(inst) || self.pause(inst).is_some());
                    asks.then_some(What::Ask)
                }
                Beside::Others => self.pause(inst),
            };
            if let Some(What::Ask) = what {
                asked = inst.get_parent();
            }
            places.extend(what.map(|what| Place { inst, what }));
            let callee = llvm::call(inst).and_then(llvm::callee);
            if callee.is_some_and(|callee| callee.count_basic_blocks() > 0) {
                asked = None;
            }
        }
    }

    /// The place before an instruction, if others may see what it does, or disturb it.
    fn pause(&self, inst: InstructionValue<'ctx>) -> Option<What<'ctx>> {
        let callee = llvm::call(inst).and_then(llvm::callee);
        if callee.is_some_and(|callee| self.searches.contains(&callee)) {
            let operands = (0..inst.get_num_operands()).filter_map(|it| llvm::operand(inst, it));
            let places = operands.filter(|it| it.is_pointer_value());
            let mut read =
                places.map(|place| Access { place, writes: false, ends: false, atomic: false });
            let races = read.any(|access| self.conflict(inst, access) != Conflict::None);
            return Some(What::Pause {
                racing: Vec::new(),
                hidden: races.then_some(Hidden::Search),
            });
        }
        if callee.is_some_and(|callee| is_outside(self.instrument, callee)) {
            let pause = What::Pause { racing: Vec::new(), hidden: Some(Hidden::Outside) };
            return (!self.others.is_empty()).then_some(pause);
        }
        // What models keep for themselves they keep safe from other threads.
        let function = inst.get_parent().and_then(|block| block.get_parent());
        let is_model = function.is_some_and(|function| is_marked(function, MODEL));
        let all = accesses(inst).into_iter().filter(|it| !(is_model && is_of_variable(*it)));
        let all: Vec<_> = all.map(|access| (access, self.conflict(inst, access))).collect();
        let racing = all.iter().filter(|it| it.1 == Conflict::Race).map(|it| it.0);
        let pause = What::Pause { racing: racing.collect(), hidden: None };
        all.iter().any(|it| it.1 != Conflict::None).then_some(pause)
    }

    /// What the accesses of others are to one.
    fn conflict(&self, inst: InstructionValue<'ctx>, access: Access<'ctx>) -> Conflict {
        let protection = self.reduction.protection(inst, access).unwrap_or(Protection::NONE);
        let all = self.others.iter().map(|other| other.conflict(access, &protection));
        all.max().unwrap_or(Conflict::None)
    }
}
