//! Which locks a thread holds for sure where it makes an access ("locksets" of Savage, Burrows,
//! Nelson, Sobalvarro, Anderson: Eraser, SOSP 1997, as a static analysis).
//!
//! Locks are told by where they lie: so far behind a global variable, a parameter, or what an
//! instruction has computed. Calls take those of the caller along, and give those back that the
//! callee acquires in any case. What is released by an address that could be another one's is no
//! longer held.

use inkwell::basic_block::BasicBlock;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue};
use rustc_hash::FxHashMap;

use super::origin::origin;
use crate::frontend::clang::module::{MODEL, is_marked};
use crate::frontend::instrument::Instrument;
use crate::frontend::llvm::{self, Identified, Identity};
use crate::frontend::passes::calls::outside::is_outside;
use crate::frontend::passes::environment::shared::accesses;

/// Functions that acquire a lock, and whether nobody else holds it then in any way.
const ACQUIRING: [(&str, bool); 4] = [
    ("pthread_mutex_lock", true),
    ("pthread_rwlock_wrlock", true),
    ("pthread_spin_lock", true),
    ("pthread_rwlock_rdlock", false),
];

/// Functions that release a lock, and whether only who holds it can.
const RELEASING: [(&str, bool); 3] = [
    ("pthread_mutex_unlock", true),
    ("pthread_rwlock_unlock", false),
    ("pthread_spin_unlock", false),
];

/// Functions that release a mutex and acquire it again: who calls them holds it before and
/// afterwards.
const WAITING: [&str; 2] = ["pthread_cond_wait", "pthread_cond_timedwait"];

/// So many locks are told one by one that a function releases, or acquires.
const MOST_LOCKS: usize = 64;

/// A lock that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lock {
    /// What its address is computed from.
    pub base: Identity,
    /// So many bytes behind it.
    pub offset: i64,
    /// Whether nobody else holds it in any way.
    pub exclusive: bool,
}

/// A place that is known: so many bytes behind something.
type Place<'ctx> = (BasicValueEnum<'ctx>, i64);

/// What an instruction does with locks.
enum Action<'ctx> {
    Acquires(Option<Place<'ctx>>, bool),
    Releases(Option<Place<'ctx>>),
    Calls(FunctionValue<'ctx>),
    Nothing,
}

/// What a function does with locks, told by its parameters and global variables.
#[derive(Clone, Debug)]
struct Summary {
    /// The locks that it may release; none: any.
    released: Option<Vec<(Identity, i64)>>,
    /// The locks that are held when it returns, whatever was held before.
    gained: Vec<Lock>,
}

/// The locks that are held at accesses.
pub struct Held {
    at: FxHashMap<Identity, Vec<Lock>>,
}

impl Held {
    /// Those at an access.
    pub fn at(&self, inst: InstructionValue<'_>) -> &[Lock] {
        self.at.get(&inst.identity()).map_or(&[], Vec::as_slice)
    }

    /// None anywhere.
    pub fn none() -> Self {
        Self { at: FxHashMap::default() }
    }

    /// Finds them, if locks are used as they should be: if nobody releases a lock that it does not
    /// hold for sure and that anybody could release.
    pub fn find<'ctx>(instrument: &Instrument<'ctx, '_>, entry: FunctionValue<'ctx>) -> Self {
        let mut analysis = Analysis {
            instrument,
            functions: llvm::defined(&instrument.module),
            summaries: FxHashMap::default(),
        };
        analysis.summarise();
        analysis.held(entry).map_or_else(Self::none, |at| Self { at })
    }
}

struct Analysis<'ctx, 'i, 'a> {
    instrument: &'i Instrument<'ctx, 'a>,
    functions: Vec<FunctionValue<'ctx>>,
    summaries: FxHashMap<FunctionValue<'ctx>, Summary>,
}

impl<'ctx> Analysis<'ctx, '_, '_> {
    fn place(&self, value: Option<BasicValueEnum<'ctx>>) -> Option<Place<'ctx>> {
        origin(&self.instrument.layout, value?)
    }

    fn action(&self, inst: InstructionValue<'ctx>) -> Action<'ctx> {
        let Some(callee) = llvm::call(inst).and_then(llvm::callee) else { return Action::Nothing };
        if callee.count_basic_blocks() == 0 {
            // It may call back what releases any.
            return match is_outside(self.instrument, callee) {
                true => Action::Releases(None),
                false => Action::Nothing,
            };
        }
        let name = llvm::name(callee);
        let name = name.as_str();
        if is_marked(callee, MODEL) {
            if let Some((_, exclusive)) = ACQUIRING.into_iter().find(|it| it.0 == name) {
                return Action::Acquires(self.place(llvm::operand(inst, 0)), exclusive);
            }
            if RELEASING.into_iter().any(|it| it.0 == name) {
                return Action::Releases(self.place(llvm::operand(inst, 0)));
            }
            if WAITING.contains(&name) {
                return Action::Nothing;
            }
        }
        Action::Calls(callee)
    }

    /// What functions do, from what their callees do: first what they may release, then what they
    /// acquire for sure. Each step from less to more is right.
    fn summarise(&mut self) {
        for &function in &self.functions {
            let nothing = Summary { released: Some(Vec::new()), gained: Vec::new() };
            self.summaries.insert(function, nothing);
        }
        let functions = self.functions.clone();
        self.settle(&functions, |analysis, function| {
            let old = &analysis.summaries[&function];
            Summary { released: analysis.released(function), ..old.clone() }
        });
        self.settle(&functions, |analysis, function| {
            let old = &analysis.summaries[&function];
            let mut gained = analysis.flow(function, Vec::new(), |_, _| ());
            gained.retain(|lock| is_visible(function, lock.base));
            gained.truncate(MOST_LOCKS);
            Summary { gained, ..old.clone() }
        });
    }

    /// Until nothing is added any more.
    fn settle(
        &mut self,
        functions: &[FunctionValue<'ctx>],
        next: impl Fn(&Self, FunctionValue<'ctx>) -> Summary,
    ) {
        let mut changed = true;
        while changed {
            changed = false;
            for &function in functions {
                let next = next(self, function);
                let size = |it: &Summary| (it.released.as_ref().map(Vec::len), it.gained.len());
                changed |= size(&next) != size(&self.summaries[&function]);
                self.summaries.insert(function, next);
            }
        }
    }

    /// What a function may release.
    fn released(&self, function: FunctionValue<'ctx>) -> Option<Vec<(Identity, i64)>> {
        let mut all: Vec<(Identity, i64)> = Vec::new();
        for inst in llvm::instructions(function) {
            let released = match self.action(inst) {
                Action::Releases(place) => {
                    let (base, offset) = place?;
                    vec![(base.identity(), offset)]
                }
                Action::Calls(callee) => self.of_caller(inst, callee)?,
                Action::Acquires(..) | Action::Nothing => Vec::new(),
            };
            for place in released {
                if !is_visible(function, place.0) {
                    return None;
                }
                if !all.contains(&place) {
                    all.push(place);
                }
                // A recursion may step from one to the next.
                if all.len() > MOST_LOCKS {
                    return None;
                }
            }
        }
        Some(all)
    }

    /// What a call may release, as the caller tells it.
    fn of_caller(
        &self,
        call: InstructionValue<'ctx>,
        callee: FunctionValue<'ctx>,
    ) -> Option<Vec<(Identity, i64)>> {
        let released = self.summaries[&callee].released.clone()?;
        released.into_iter().map(|(base, offset)| self.given(call, callee, base, offset)).collect()
    }

    /// A place of a callee, as the caller tells it.
    fn given(
        &self,
        call: InstructionValue<'ctx>,
        callee: FunctionValue<'ctx>,
        base: Identity,
        offset: i64,
    ) -> Option<(Identity, i64)> {
        let Some(index) = parameter(callee, base) else { return Some((base, offset)) };
        if is_copied(call, index) {
            return None;
        }
        let (base, before) = self.place(llvm::operand(call, index))?;
        Some((base.identity(), before.checked_add(offset)?))
    }

    /// Follows a function from its beginning; `visit` sees each instruction with the locks that
    /// are held before it. The result is what is held where it returns.
    fn flow(
        &self,
        function: FunctionValue<'ctx>,
        start: Vec<Lock>,
        mut visit: impl FnMut(InstructionValue<'ctx>, &[Lock]),
    ) -> Vec<Lock> {
        let Some(first) = function.get_first_basic_block() else { return Vec::new() };
        let mut before: FxHashMap<BasicBlock<'ctx>, Vec<Lock>> = FxHashMap::default();
        before.insert(first, start);
        let mut open = vec![first];
        while let Some(block) = open.pop() {
            let mut held = before[&block].clone();
            block.get_instructions().for_each(|inst| self.step(inst, &mut held));
            for next in llvm::successors(block) {
                let merged = match before.get(&next) {
                    Some(known) => common(known, &held),
                    None => held.clone(),
                };
                if before.get(&next) != Some(&merged) {
                    before.insert(next, merged);
                    open.push(next);
                }
            }
        }
        let mut at_end: Option<Vec<Lock>> = None;
        for block in function.get_basic_blocks() {
            let Some(mut held) = before.remove(&block) else { continue };
            for inst in block.get_instructions() {
                visit(inst, &held);
                if inst.get_opcode() == InstructionOpcode::Return {
                    at_end =
                        Some(at_end.map_or_else(|| held.clone(), |known| common(&known, &held)));
                }
                self.step(inst, &mut held);
            }
        }
        at_end.unwrap_or_default()
    }

    /// What is held behind an instruction.
    fn step(&self, inst: InstructionValue<'ctx>, held: &mut Vec<Lock>) {
        // What it computed before it computes anew.
        held.retain(|lock| lock.base != inst.identity());
        match self.action(inst) {
            Action::Acquires(Some((base, offset)), exclusive) => {
                let lock = Lock { base: base.identity(), offset, exclusive };
                held.retain(|it| (it.base, it.offset) != (lock.base, offset));
                held.push(lock);
            }
            Action::Releases(Some((base, offset))) => {
                held.retain(|lock| is_another(lock, base.identity(), offset));
            }
            Action::Releases(None) => held.clear(),
            Action::Calls(callee) => {
                match self.of_caller(inst, callee) {
                    Some(released) => held.retain(|lock| {
                        released.iter().all(|&(base, offset)| is_another(lock, base, offset))
                    }),
                    None => held.clear(),
                }
                for lock in &self.summaries[&callee].gained {
                    let place = self.given(inst, callee, lock.base, lock.offset);
                    if let Some((base, offset)) = place {
                        held.retain(|it| (it.base, it.offset) != (base, offset));
                        held.push(Lock { base, offset, exclusive: lock.exclusive });
                    }
                }
            }
            Action::Acquires(None, _) | Action::Nothing => {}
        }
    }

    /// What is held at accesses; nothing, if a lock is released that anybody could release, by one
    /// who may not hold it.
    fn held(&self, entry: FunctionValue<'ctx>) -> Option<FxHashMap<Identity, Vec<Lock>>> {
        // The program, threads, what has its address somewhere, and what others may call.
        let begun = self
            .functions
            .iter()
            .copied()
            .filter(|&it| it == entry || llvm::is_address_taken(it) || !llvm::is_used(it));
        let mut entered: FxHashMap<FunctionValue<'ctx>, Vec<Lock>> =
            begun.map(|function| (function, Vec::new())).collect();
        let mut open: Vec<FunctionValue<'ctx>> = entered.keys().copied().collect();
        while let Some(function) = open.pop() {
            self.flow(function, entered[&function].clone(), |inst, held| {
                let Action::Calls(callee) = self.action(inst) else { return };
                let taken = self.taken(inst, callee, held);
                let merged = match entered.get(&callee) {
                    Some(known) => common(known, &taken),
                    None => taken,
                };
                if entered.get(&callee) != Some(&merged) {
                    entered.insert(callee, merged);
                    open.push(callee);
                }
            });
        }
        let mut at: FxHashMap<Identity, Vec<Lock>> = FxHashMap::default();
        let mut reliable = true;
        for (&function, start) in &entered {
            self.flow(function, start.clone(), |inst, held| {
                reliable &= !self.releases_unheld(inst, held);
                let is_call = inst.get_opcode() == InstructionOpcode::Call;
                if !held.is_empty() && (is_call || !accesses(inst).is_empty()) {
                    at.insert(inst.identity(), held.to_vec());
                }
            });
        }
        reliable.then_some(at)
    }

    /// The locks of a caller, as the callee tells them.
    fn taken(
        &self,
        call: InstructionValue<'ctx>,
        callee: FunctionValue<'ctx>,
        held: &[Lock],
    ) -> Vec<Lock> {
        let is_global = |lock: &Lock| llvm::as_variable(lock.base).is_some();
        let mut taken: Vec<Lock> = held.iter().copied().filter(is_global).collect();
        let parameters = (0..).zip(callee.get_params());
        for (index, parameter) in parameters.filter(|it| !is_copied(call, it.0)) {
            let Some((base, before)) = self.place(llvm::operand(call, index)) else { continue };
            for lock in held.iter().filter(|lock| lock.base == base.identity()) {
                let Some(offset) = lock.offset.checked_sub(before) else { continue };
                taken.push(Lock { base: parameter.identity(), offset, ..*lock });
            }
        }
        taken
    }

    fn releases_unheld(&self, inst: InstructionValue<'ctx>, held: &[Lock]) -> bool {
        let Action::Releases(place) = self.action(inst) else { return false };
        let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name);
        let anybody_can = RELEASING.into_iter().any(|it| callee.as_deref() == Some(it.0) && !it.1);
        let is_held = place.is_some_and(|(base, offset)| {
            held.iter().any(|lock| (lock.base, lock.offset) == (base.identity(), offset))
        });
        anybody_can && !is_held
    }
}

/// Whether a parameter is a copy of what the caller hands over.
fn is_copied(call: InstructionValue<'_>, index: u32) -> bool {
    llvm::call(call).is_some_and(|call| llvm::by_value(call, index).is_some())
}

/// What is held in both cases.
fn common(one: &[Lock], other: &[Lock]) -> Vec<Lock> {
    let both = |lock: &Lock| {
        let same = other.iter().find(|it| (it.base, it.offset) == (lock.base, lock.offset))?;
        Some(Lock { exclusive: lock.exclusive && same.exclusive, ..*lock })
    };
    one.iter().filter_map(both).collect()
}

/// Whether a lock lies elsewhere for sure.
fn is_another(lock: &Lock, base: Identity, offset: i64) -> bool {
    let are_variables = || [lock.base, base].into_iter().all(|it| llvm::as_variable(it).is_some());
    match lock.base == base {
        true => lock.offset != offset,
        false => are_variables(),
    }
}

/// The number of the parameter that a value is.
fn parameter(function: FunctionValue<'_>, value: Identity) -> Option<u32> {
    (0..).zip(function.get_params()).find(|(_, it)| it.identity() == value).map(|it| it.0)
}

/// Whether callers can tell a place, too.
fn is_visible(function: FunctionValue<'_>, base: Identity) -> bool {
    llvm::as_variable(base).is_some() || parameter(function, base).is_some()
}
