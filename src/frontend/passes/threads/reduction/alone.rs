//! Where the program itself is the only thread: before it starts any, for sure; and behind its last
//! `pthread_join`, as it seems: there it is checked.

use inkwell::basic_block::BasicBlock;
use inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::frontend::instrument::Instrument;
use crate::frontend::llvm::{self, Identified, Identity};
use crate::frontend::names::threads::{CREATE, JOIN};
use crate::frontend::passes::environment::shared::calling;

/// Whether other threads run beside an instruction of the program itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// None does.
    Nobody,
    /// It seems that none does.
    SeeminglyNobody,
    /// They may.
    Others,
}

/// See the module.
pub struct Alone {
    behind: FxHashMap<Identity, Behind>,
    /// From where a thread is joined before one is started.
    before_join: FxHashSet<Identity>,
}

impl Alone {
    /// Nothing is known.
    pub fn nowhere() -> Self {
        Self { behind: FxHashMap::default(), before_join: FxHashSet::default() }
    }

    /// Looks at the functions `own` that only the program itself runs, from its entry on.
    pub fn find<'ctx>(
        instrument: &Instrument<'ctx, '_>,
        entry: FunctionValue<'ctx>,
        own: &FxHashSet<FunctionValue<'ctx>>,
    ) -> Self {
        let named = |name| instrument.module.get_function(name);
        let all = llvm::defined(&instrument.module);
        let calls = Calls {
            starting: calling(&all, named(CREATE)),
            joining: calling(&all, named(JOIN)),
            own,
        };
        let (behind, entered) = calls.behind(entry);
        // What starts threads otherwise may do it before.
        let is_known =
            |it: &FunctionValue<'ctx>| entered.contains(it) || Some(*it) == named(CREATE);
        if !calls.starting.iter().all(is_known) {
            return Self::nowhere();
        }
        Self { behind, before_join: calls.before_join(&entered) }
    }

    /// Whether others run beside an instruction of a function that only the program itself runs.
    pub fn beside(&self, inst: InstructionValue<'_>) -> Beside {
        let inst = inst.identity();
        match self.behind.get(&inst) {
            Some(Behind { start: false, join: false, .. }) => Beside::Nobody,
            Some(Behind { join: true, .. }) if !self.before_join.contains(&inst) => {
                Beside::SeeminglyNobody
            }
            _ => Beside::Others,
        }
    }
}

/// What may lie behind, on a path to an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Behind {
    /// Neither of the others.
    neither: bool,
    /// A thread was started, and none joined since.
    start: bool,
    /// A thread was joined, and none started since.
    join: bool,
}

impl Behind {
    fn or(self, other: Self) -> Self {
        Self {
            neither: self.neither || other.neither,
            start: self.start || other.start,
            join: self.join || other.join,
        }
    }
}

/// The functions that start threads, and those that wait for their ends, or call such.
struct Calls<'ctx, 'o> {
    starting: FxHashSet<FunctionValue<'ctx>>,
    joining: FxHashSet<FunctionValue<'ctx>>,
    own: &'o FxHashSet<FunctionValue<'ctx>>,
}

impl<'ctx> Calls<'ctx, '_> {
    /// Whether an instruction starts threads, and whether it waits for one.
    fn of(&self, inst: InstructionValue<'ctx>) -> (bool, bool) {
        let callee = llvm::call(inst).and_then(llvm::callee);
        callee
            .map_or((false, false), |it| (self.starting.contains(&it), self.joining.contains(&it)))
    }

    /// The function of our own that an instruction calls.
    fn entered(&self, inst: InstructionValue<'ctx>) -> Option<FunctionValue<'ctx>> {
        let callee = llvm::call(inst).and_then(llvm::callee);
        callee.filter(|it| it.count_basic_blocks() > 0 && self.own.contains(it))
    }

    /// What lies behind each instruction, and the functions that are entered.
    fn behind(
        &self,
        entry: FunctionValue<'ctx>,
    ) -> (FxHashMap<Identity, Behind>, FxHashSet<FunctionValue<'ctx>>) {
        let mut found = FxHashMap::default();
        let mut entered: FxHashMap<FunctionValue<'ctx>, Behind> = FxHashMap::default();
        entered.insert(entry, Behind { neither: true, ..Behind::default() });
        let mut open = vec![entry];
        while let Some(function) = open.pop() {
            self.flow(function, entered[&function], |inst, behind| {
                found.insert(inst.identity(), behind);
                if let Some(callee) = self.entered(inst) {
                    let before = entered.get(&callee).copied().unwrap_or_default();
                    if before.or(behind) != before {
                        entered.insert(callee, before.or(behind));
                        open.push(callee);
                    }
                }
            });
        }
        (found, entered.into_keys().collect())
    }

    /// Follows a function; `visit` sees each instruction with what lies behind.
    fn flow(
        &self,
        function: FunctionValue<'ctx>,
        start: Behind,
        mut visit: impl FnMut(InstructionValue<'ctx>, Behind),
    ) {
        let Some(first) = function.get_first_basic_block() else { return };
        let step = |behind: Behind, inst| match self.of(inst) {
            (false, false) => behind,
            (start, join) => Behind { neither: false, start, join },
        };
        let mut before: FxHashMap<BasicBlock<'ctx>, Behind> = FxHashMap::default();
        before.insert(first, start);
        let mut open = vec![first];
        while let Some(block) = open.pop() {
            let end = block.get_instructions().fold(before[&block], step);
            for next in llvm::successors(block) {
                let known = before.get(&next).copied().unwrap_or_default();
                if known.or(end) != known {
                    before.insert(next, known.or(end));
                    open.push(next);
                }
            }
        }
        for block in function.get_basic_blocks() {
            let Some(&start) = before.get(&block) else { continue };
            block.get_instructions().fold(start, |behind, inst| {
                visit(inst, behind);
                step(behind, inst)
            });
        }
    }

    /// The instructions from which a thread may be joined before one is started.
    fn before_join(&self, functions: &FxHashSet<FunctionValue<'ctx>>) -> FxHashSet<Identity> {
        // The blocks where that is so at the beginning, and the functions behind which it is.
        let mut blocks: FxHashSet<BasicBlock<'ctx>> = FxHashSet::default();
        let mut behind: FxHashSet<FunctionValue<'ctx>> = FxHashSet::default();
        let mut found = FxHashSet::default();
        let mut changed = true;
        while changed {
            changed = false;
            for &function in functions {
                for block in function.get_basic_blocks() {
                    let mut joins = llvm::successors(block).iter().any(|it| blocks.contains(it));
                    for inst in block.get_instructions().collect::<Vec<_>>().into_iter().rev() {
                        if inst.get_opcode() == InstructionOpcode::Return {
                            joins |= behind.contains(&function);
                        }
                        if let Some(callee) = self.entered(inst).filter(|_| joins) {
                            changed |= behind.insert(callee);
                        }
                        joins = match self.of(inst) {
                            (_, true) => true,
                            (true, false) => false,
                            (false, false) => joins,
                        };
                        if joins {
                            found.insert(inst.identity());
                        }
                    }
                    if joins {
                        changed |= blocks.insert(block);
                    }
                }
            }
        }
        found
    }
}
