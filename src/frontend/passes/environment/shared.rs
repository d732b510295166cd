//! Which accesses of functions others may see or disturb that run between them: interrupt
//! handlers, and other threads.
//!
//! An over-approximation by names: a global variable that others mention is shared if one side
//! writes it. What pointers lead to may be any variable whose address is kept somewhere. A point
//! that is inserted for nothing changes nothing, as the others don't touch what is accessed there.

use inkwell::module::Linkage;
use inkwell::types::StructType;
use inkwell::values::{
    BasicValueEnum, FunctionValue, GlobalValue, InstructionOpcode, InstructionValue, PointerValue,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::frontend::clang::module::{MODEL, is_marked};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified, Identity};
use crate::frontend::names::threads::{CREATE, CREATE_KEY, JOIN, VALUE_OF_SEMAPHORE};
use crate::frontend::passes::environment::kept;
use crate::program::runtime::{FIND, FIND_LAST, MISMATCH};

/// Noted of atomic accesses when they have become plain ones.
pub const ATOMIC_ACCESS: &str = "llumc.atomic";

/// Functions that end the object that their first argument leads to.
pub const ENDING: [&str; 3] = ["free", "realloc", "reallocarray"];

/// An access to memory.
#[derive(Clone, Copy, Debug)]
pub struct Access<'ctx> {
    /// Where.
    pub place: BasicValueEnum<'ctx>,
    /// Whether it writes.
    pub writes: bool,
    /// Whether it ends the object.
    pub ends: bool,
    /// Whether it is atomic.
    pub atomic: bool,
}

/// What accesses of others are to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Conflict {
    /// They don't matter.
    None,
    /// One sees what the other does, and both are atomic.
    Atomic,
    /// One sees what the other does: if they can be made at the same time it is a data race (C17
    /// 5.1.2.4p25).
    Race,
}

/// A lock that whoever makes an access holds. It is told so that two accesses to the same place
/// by holders of the same guard are made under the same lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard<'ctx> {
    /// Which lock it is.
    pub lock: LockAt<'ctx>,
    /// Whether nobody else holds it in any way, or only nobody who writes.
    pub exclusive: bool,
}

/// Where a lock lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockAt<'ctx> {
    /// So many bytes behind the beginning of this global variable.
    Global(Identity, i64),
    /// So many bytes behind the beginning of the structure of which a member is accessed.
    Structure(StructType<'ctx>, i64),
}

/// What keeps others from what is accessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Protection<'ctx> {
    /// Locks that are held; perhaps none.
    Guards(Vec<Guard<'ctx>>),
    /// It is a lock itself that is accessed, by a function that does nothing else: who does not
    /// end it does not disturb it.
    OwnLock,
}

impl Protection<'_> {
    /// None.
    pub const NONE: Self = Self::Guards(Vec::new());

    /// Whether two accesses can't be made at the same time, or don't matter to one another.
    fn excludes(&self, other: &Self, ends: bool) -> bool {
        match (self, other) {
            (Self::OwnLock, _) | (_, Self::OwnLock) => !ends,
            (Self::Guards(own), Self::Guards(others)) => own.iter().any(|guard| {
                let same = |it: &&Guard<'_>| it.lock == guard.lock;
                others.iter().filter(same).any(|it| it.exclusive || guard.exclusive)
            }),
        }
    }
}

/// What an address is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Root<'ctx> {
    Global(GlobalValue<'ctx>),
    /// A local variable of the same call.
    Local(BasicValueEnum<'ctx>),
    /// A number of the program's text: a register, or nothing valid. No variable lies there.
    Fixed,
    /// A pointer from somewhere.
    Unknown,
}

/// How the others use a variable, or what pointers lead them to.
#[derive(Clone, Debug)]
struct Use<'ctx>(Vec<(Access<'ctx>, Protection<'ctx>)>);

impl<'ctx> Use<'ctx> {
    const NONE: Self = Self(Vec::new());

    fn add(&mut self, access: Access<'ctx>, protection: &Protection<'ctx>) {
        let is_known = self.0.iter().any(|(it, by)| {
            let kind = |it: &Access<'_>| (it.writes, it.ends, it.atomic);
            kind(it) == kind(&access) && by == protection
        });
        if !is_known {
            self.0.push((access, protection.clone()));
        }
    }

    /// What it is to an access.
    fn conflict(&self, access: Access<'_>, protection: &Protection<'_>) -> Conflict {
        let matters = self.0.iter().filter(|(it, by)| {
            (it.writes || access.writes) && !by.excludes(protection, it.ends || access.ends)
        });
        let all = matters.map(|(it, _)| match it.atomic && access.atomic {
            true => Conflict::Atomic,
            false => Conflict::Race,
        });
        all.max().unwrap_or(Conflict::None)
    }
}

/// See the module.
pub struct Shared<'ctx> {
    named: FxHashMap<Identity, Use<'ctx>>,
    through_pointers: Use<'ctx>,
    /// How the others use variables whose address is kept somewhere.
    kept: Use<'ctx>,
}

impl<'ctx> Shared<'ctx> {
    /// What these functions share with others, whom nothing keeps from it.
    pub fn by(functions: impl IntoIterator<Item = FunctionValue<'ctx>>) -> Self {
        Self::protected(functions, |_, _| Some(Protection::NONE))
    }

    /// What these functions share with others; `of` says what keeps these from it, and nothing of
    /// accesses beside which no other runs.
    pub fn protected(
        functions: impl IntoIterator<Item = FunctionValue<'ctx>>,
        of: impl Fn(InstructionValue<'ctx>, Access<'ctx>) -> Option<Protection<'ctx>>,
    ) -> Self {
        let mut shared =
            Self { named: FxHashMap::default(), through_pointers: Use::NONE, kept: Use::NONE };
        let functions = functions.into_iter().filter(|it| !is_told_by_calls(*it));
        for inst in functions.flat_map(llvm::instructions) {
            for access in accesses(inst).into_iter().chain(endings(inst)) {
                if let Some(protection) = of(inst, access) {
                    shared.add(access, &protection);
                }
            }
        }
        shared
    }

    fn add(&mut self, access: Access<'ctx>, protection: &Protection<'ctx>) {
        match root(access.place) {
            Root::Global(global) if global.is_constant() => {}
            Root::Global(global) => {
                let named = self.named.entry(global.identity()).or_insert(Use::NONE);
                named.add(access, protection);
                if kept::is_given(global.as_pointer_value().into()) {
                    self.kept.add(access, protection);
                }
            }
            Root::Local(variable) if kept::is_kept(variable) => self.kept.add(access, protection),
            Root::Local(_) | Root::Fixed => {}
            Root::Unknown => self.through_pointers.add(access, protection),
        }
    }

    /// Whether these functions may see what an access of others does, or change what it sees.
    pub fn conflict(&self, access: Access<'ctx>, protection: &Protection<'ctx>) -> Conflict {
        let pointers = |may: bool| match may {
            true => self.through_pointers.conflict(access, protection),
            false => Conflict::None,
        };
        match root(access.place) {
            Root::Global(global) if global.is_constant() => Conflict::None,
            Root::Fixed => Conflict::None,
            Root::Global(global) => {
                let named = self.named.get(&global.identity());
                let named = named.map_or(Conflict::None, |it| it.conflict(access, protection));
                named.max(pointers(kept::is_given(global.as_pointer_value().into())))
            }
            Root::Local(variable) => pointers(kept::is_kept(variable)),
            Root::Unknown => pointers(true).max(self.kept.conflict(access, protection)),
        }
    }
}

/// Whether an access is one of a variable that it names.
pub fn is_of_variable(access: Access<'_>) -> bool {
    matches!(root(access.place), Root::Global(_))
}

/// Whether others may see an access at all that know of a variable by its name, by an address that is
/// kept, or by a function that they can call by its name: undefined functions, say.
pub fn is_in_reach(access: Access<'_>) -> bool {
    let is_visible = |linkage| !matches!(linkage, Linkage::Internal | Linkage::Private);
    match root(access.place) {
        Root::Global(global) => {
            let is_callable = |function: &FunctionValue<'_>| {
                is_visible(function.get_linkage())
                    && !is_marked(*function, MODEL)
                    && llvm::name(*function) != "main"
            };
            !global.is_constant()
                && (is_visible(global.get_linkage())
                    || kept::is_given(global.as_pointer_value().into())
                    || llvm::mentioned_by(global).iter().any(is_callable))
        }
        Root::Local(variable) => kept::is_kept(variable),
        Root::Fixed => false,
        Root::Unknown => true,
    }
}

/// These functions and all that they call.
pub fn called<'ctx>(from: &[FunctionValue<'ctx>]) -> FxHashSet<FunctionValue<'ctx>> {
    let mut all: FxHashSet<_> = from.iter().copied().collect();
    let mut open = from.to_vec();
    while let Some(function) = open.pop() {
        let calls = llvm::instructions(function).into_iter().filter_map(llvm::call);
        for callee in calls.filter_map(llvm::callee) {
            if callee.count_basic_blocks() > 0 && all.insert(callee) {
                open.push(callee);
            }
        }
    }
    all
}

/// These functions, and all `among` others that call any of those.
pub fn calling<'ctx>(
    among: &[FunctionValue<'ctx>],
    of: impl IntoIterator<Item = FunctionValue<'ctx>>,
) -> FxHashSet<FunctionValue<'ctx>> {
    let mut all: FxHashSet<_> = of.into_iter().collect();
    loop {
        let calls = |function: &FunctionValue<'ctx>| {
            let calls = llvm::instructions(*function).into_iter().filter_map(llvm::call);
            calls.filter_map(llvm::callee).any(|callee| all.contains(&callee))
        };
        let more = among.iter().copied().filter(|it| !all.contains(it) && calls(it));
        let more: Vec<_> = more.collect();
        if more.is_empty() {
            return all;
        }
        all.extend(more);
    }
}

/// The accesses of an instruction. A call of an undefined function is none: what it changes is
/// arbitrary anyway.
pub fn accesses(inst: InstructionValue<'_>) -> Vec<Access<'_>> {
    let access = |operand, writes| {
        let place = llvm::operand(inst, operand);
        let place = place.filter(|it| it.is_pointer_value() && !it.into_pointer_value().is_null());
        let atomic = llvm::is_noted(inst, ATOMIC_ACCESS);
        place.map(|place| Access { place, writes, ends: false, atomic })
    };
    match inst.get_opcode() {
        InstructionOpcode::Load => access(0, false).into_iter().collect(),
        InstructionOpcode::Store => access(1, true).into_iter().collect(),
        InstructionOpcode::Call => {
            let Some(call) = llvm::call(inst) else { return Vec::new() };
            let name = llvm::callee(call).map(llvm::name).unwrap_or_default();
            let is_model = || llvm::callee(call).is_some_and(|it| is_marked(it, MODEL));
            match name.as_str() {
                CREATE if is_model() => {
                    access(0, true).into_iter().chain(access(1, false)).collect()
                }
                JOIN | VALUE_OF_SEMAPHORE if is_model() => access(1, true).into_iter().collect(),
                CREATE_KEY if is_model() => access(0, true).into_iter().collect(),
                _ if is_copy(&name) => {
                    access(0, true).into_iter().chain(access(1, false)).collect()
                }
                _ if name.starts_with("llvm.memset.") => access(0, true).into_iter().collect(),
                FIND | FIND_LAST => access(0, false).into_iter().collect(),
                MISMATCH => access(0, false).into_iter().chain(access(1, false)).collect(),
                _ if ENDING.contains(&name.as_str()) => {
                    access(0, true).into_iter().map(|it| Access { ends: true, ..it }).collect()
                }
                // Structures that are handed over by value are copied where the call is.
                _ => (0..inst.get_num_operands())
                    .filter(|&index| llvm::by_value(call, index).is_some())
                    .filter_map(|index| access(index, false))
                    .collect(),
            }
        }
        _ => Vec::new(),
    }
}

/// The local variables, of those whose address is kept, that end with an instruction: which others
/// see as a write.
pub fn endings(inst: InstructionValue<'_>) -> Vec<Access<'_>> {
    let ending = |place| Access { place, writes: true, ends: true, atomic: false };
    match inst.get_opcode() {
        InstructionOpcode::Call => {
            let name = llvm::call(inst).and_then(llvm::callee).map(llvm::name);
            let ends = name.is_some_and(|name| name.starts_with("llvm.lifetime.end."));
            let place = llvm::operand(inst, 0).filter(|place| ends && kept::is_kept(*place));
            place.map(ending).into_iter().collect()
        }
        InstructionOpcode::Return => {
            let function = inst.get_parent().and_then(|block| block.get_parent());
            let first = function.and_then(FunctionValue::get_first_basic_block);
            let all = first.into_iter().flat_map(|first| first.get_instructions());
            let places = all.filter(|it| it.get_opcode() == InstructionOpcode::Alloca);
            let places = places.filter_map(|it| PointerValue::try_from(it).ok());
            places.map(BasicValueEnum::from).filter(|it| kept::is_kept(*it)).map(ending).collect()
        }
        _ => Vec::new(),
    }
}

/// Marks where atomic operations begin and end, which become several accesses afterwards.
///
/// # Errors
/// If LLVM refuses.
pub fn around_atomic_operations(
    instrument: &Instrument<'_, '_>,
    mark: impl Fn(bool) -> Outcome,
) -> Outcome {
    use InstructionOpcode::{AtomicCmpXchg, AtomicRMW};
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            if matches!(inst.get_opcode(), AtomicRMW | AtomicCmpXchg) {
                instrument.before(inst);
                mark(true)?;
                instrument.behind(inst);
                mark(false)?;
            }
        }
    }
    Ok(())
}

fn is_copy(name: &str) -> bool {
    ["llvm.memcpy.", "llvm.memmove."].iter().any(|it| name.starts_with(it))
}

fn root(mut place: BasicValueEnum<'_>) -> Root<'_> {
    loop {
        if let Some(global) = llvm::global_of(place) {
            return Root::Global(global);
        }
        if llvm::is_fixed_address(place) {
            return Root::Fixed;
        }
        if let Some(gep) = llvm::constant_gep(place.identity()) {
            match llvm::constant_base(gep) {
                Some(base) => place = base,
                None => return Root::Unknown,
            }
            continue;
        }
        match llvm::as_instruction(place.identity()) {
            Some(inst) if inst.get_opcode() == InstructionOpcode::Alloca => {
                return Root::Local(place);
            }
            Some(inst) if inst.get_opcode() == InstructionOpcode::GetElementPtr => {
                match llvm::operand(inst, 0) {
                    Some(base) => place = base,
                    None => return Root::Unknown,
                }
            }
            _ => return Root::Unknown,
        }
    }
}

/// Whether the accesses of a model are those of the call.
pub fn is_told_by_calls(function: FunctionValue<'_>) -> bool {
    is_marked(function, MODEL) && [CREATE, JOIN].contains(&llvm::name(function).as_str())
}
