//! Which instructions others see or disturb, and what is to come before these.

use inkwell::basic_block::BasicBlock;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionValue};
use rustc_hash::FxHashSet;

use super::races;
use super::reduction::{Beside, Reduction, is_freeing};
use super::roles::Role;
use crate::frontend::clang::module::{MODEL, is_marked};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::frontend::names::threads::{CREATE, JOIN};
use crate::frontend::passes::calls::outside::is_outside;
use crate::frontend::passes::environment::blocks;
use crate::frontend::passes::environment::shared::{
    Access, Conflict, Protection, accesses, is_of_variable,
};
use crate::program::GoalKind;
use crate::program::runtime::ALONE;

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
    /// Of a model that searches through bytes, and others access these.
    Search,
    /// Of an undefined function, or of what makes a lock anew.
    Outside,
    /// Of the number of a thread, or its result.
    Thread,
}

impl Hidden {
    /// Why races are not looked for, where that is not only listed.
    fn unlooked(self) -> Option<&'static str> {
        match self {
            Self::Search => {
                Some("data races of a function that looks through memory which others write")
            }
            Self::Thread => Some("data races on the number or the result of a thread"),
            Self::Outside => None,
        }
    }
}

/// Searches that only read what they are given.
const READING: [&str; 17] = [
    "bcmp",
    "index",
    "memchr",
    "memcmp",
    "memmem",
    "memrchr",
    "rawmemchr",
    "rindex",
    "strchr",
    "strchrnul",
    "strcmp",
    "strcspn",
    "strlen",
    "strncmp",
    "strnlen",
    "strrchr",
    "strspn",
];

/// Beginnings of the names of LLVM's operations on blocks of memory.
const BLOCKS: [&str; 3] = ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."];

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
        pause: FunctionValue<'ctx>,
        races: bool,
    ) -> Outcome {
        instrument.before(self.inst);
        let What::Pause { racing, hidden } = self.what else {
            return instrument.tell(ALONE, &[]);
        };
        let racing = if races { racing } else { Vec::new() };
        for access in &racing {
            races::look(instrument, self.inst, *access)?;
        }
        if let Some(what) = hidden.filter(|_| races).and_then(Hidden::unlooked) {
            instrument.fail(GoalKind::Unsupported(what.to_owned()), None)?;
        }
        instrument.builder.build_call(pause, &[], "")?;
        if !racing.is_empty() {
            return races::made(instrument);
        }
        // Nobody copies a block in one step. What is too large is, as is listed.
        let callee = llvm::call(self.inst).and_then(llvm::callee).map(llvm::name);
        if callee.is_some_and(|name| BLOCKS.iter().any(|it| name.starts_with(it))) {
            let width = instrument.pointer_sized().get_bit_width();
            blocks::split(instrument, self.inst, pause, width)?;
        }
        Ok(())
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
        if let Some(callee) = callee.filter(|callee| self.searches.contains(callee)) {
            let races =
                self.searched(inst, callee).any(|it| self.conflict(inst, it) != Conflict::None);
            let hidden = races.then_some(Hidden::Search);
            return Some(What::Pause { racing: Vec::new(), hidden });
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
        let makes_free = is_freeing(inst);
        if !makes_free && all.iter().all(|it| it.1 == Conflict::None) {
            return None;
        }
        let racing = all.iter().filter(|it| it.1 == Conflict::Race).map(|it| it.0);
        let mut racing: Vec<_> = racing.collect();
        // What is made free may be held.
        let mut hidden = makes_free.then_some(Hidden::Outside);
        // Its number is written when a thread may run already, its result when it has ended.
        if !racing.is_empty() && [CREATE, JOIN].into_iter().any(|it| llvm::is_call_of(inst, it)) {
            hidden = Some(Hidden::Thread);
            racing.clear();
        }
        Some(What::Pause { racing, hidden })
    }

    /// What a search accesses: what it is given addresses of; and perhaps more, what these lead to.
    fn searched(
        &self,
        inst: InstructionValue<'ctx>,
        callee: FunctionValue<'ctx>,
    ) -> impl Iterator<Item = Access<'ctx>> {
        let only_reads = READING.contains(&llvm::name(callee).as_str());
        let given = (0..callee.count_params()).filter_map(move |it| llvm::operand(inst, it));
        let anywhere = BasicValueEnum::from(callee.as_global_value().as_pointer_value());
        let places = given.filter(|it| it.is_pointer_value());
        let places = places.chain((!only_reads).then_some(anywhere));
        places.map(move |place| Access { place, writes: !only_reads, ends: false, atomic: false })
    }

    /// What the accesses of others are to one.
    fn conflict(&self, inst: InstructionValue<'ctx>, access: Access<'ctx>) -> Conflict {
        let protection = self.reduction.protection(inst, access).unwrap_or(Protection::NONE);
        let all = self.others.iter().map(|other| other.conflict(access, &protection));
        all.max().unwrap_or(Conflict::None)
    }
}
