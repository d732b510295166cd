//! Where local objects live, by the markers that clang and the inliner leave.

use inkwell::basic_block::BasicBlock;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionValue};
use rustc_hash::FxHashMap;

use crate::frontend::llvm::{self, Identified, Identity};

/// Which local objects certainly, or possibly, live: between their markers on every, or on
/// some path. Objects without an end marker live always.
pub struct Lifetimes<'ctx> {
    /// Objects with an end.
    number: FxHashMap<Identity, usize>,
    /// At the start of each block.
    starts: FxHashMap<BasicBlock<'ctx>, Vec<bool>>,
    now: Vec<bool>,
}

/// What holds where paths meet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meeting {
    /// What holds on all of them.
    All,
    /// What holds on one.
    Any,
}

impl<'ctx> Lifetimes<'ctx> {
    /// Those that certainly live.
    pub fn certain(main: FunctionValue<'ctx>) -> Self {
        Self::new(main, Meeting::All)
    }

    /// Those that may live.
    pub fn possible(main: FunctionValue<'ctx>) -> Self {
        Self::new(main, Meeting::Any)
    }

    /// Forward data flow: to the greatest fixpoint for what holds on all paths, to the least
    /// for what holds on one.
    fn new(main: FunctionValue<'ctx>, meeting: Meeting) -> Self {
        let optimistic = meeting == Meeting::All;
        let mut all =
            Self { number: FxHashMap::default(), starts: FxHashMap::default(), now: Vec::new() };
        for inst in llvm::instructions(main) {
            if let Some((object, false)) = marker(inst) {
                let next = all.number.len();
                all.number.entry(object).or_insert(next);
            }
        }
        let count = all.number.len();
        let blocks = main.get_basic_blocks();
        for (index, block) in blocks.iter().enumerate() {
            all.starts.insert(*block, vec![optimistic && index > 0; count]);
        }
        let mut changed = count > 0;
        while changed {
            changed = false;
            for block in &blocks {
                all.enter(*block);
                for inst in block.get_instructions() {
                    let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name);
                    all.pass(inst, &callee.unwrap_or_default());
                }
                for next in llvm::successors(*block) {
                    let start = all.starts.get_mut(&next);
                    for (alive, &now) in start.into_iter().flatten().zip(&all.now) {
                        let met = if optimistic { *alive && now } else { *alive || now };
                        changed |= *alive != met;
                        *alive = met;
                    }
                }
            }
        }
        all
    }

    /// Goes to the start of a block.
    pub fn enter(&mut self, block: BasicBlock<'ctx>) {
        self.now = self.starts.get(&block).cloned().unwrap_or_default();
    }

    /// Goes past an instruction, which calls a function of this name if it is a call.
    pub fn pass(&mut self, inst: InstructionValue<'_>, callee: &str) {
        if callee.starts_with("llvm.lifetime.")
            && let Some((object, starts)) = marker(inst)
            && let Some(&number) = self.number.get(&object)
        {
            self.now[number] = starts;
        }
    }

    /// Whether an object lives here.
    pub fn is_alive(&self, object: BasicValueEnum<'_>) -> bool {
        self.number.get(&object.identity()).is_none_or(|&number| self.now[number])
    }
}

/// The object of a lifetime marker, and whether it starts to live.
fn marker(inst: InstructionValue<'_>) -> Option<(Identity, bool)> {
    let call = llvm::call(inst)?;
    let callee = llvm::callee(call).map(llvm::name)?;
    let starts = callee.starts_with("llvm.lifetime.start");
    if !starts && !callee.starts_with("llvm.lifetime.end") {
        return None;
    }
    let object = llvm::arguments(call)?.last().copied()?;
    Some((object.identity(), starts))
}
