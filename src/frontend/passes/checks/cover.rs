//! Coverage goals: whether runs reach lines and branches, if that is asked for (`--cover`).
//!
//! Places for them are found in what clang made, before anything is inserted: where functions and
//! the ways of branchings begin, and behind what may end a run: calls, and accesses to memory that
//! are checked later. Until all checks are there they are marked by calls that do nothing
//! ([`MARK`]); then each becomes a goal ([`Cover`]).

use std::collections::{BTreeMap, BTreeSet};

use inkwell::basic_block::BasicBlock;
use inkwell::module::Linkage;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue};
use rustc_hash::FxHashMap;

use super::handlers::HANDLER_PREFIX;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::frontend::names::harness::{self, Meaning};
use crate::frontend::sites::RawLoc;
use crate::program::runtime::{CHECK, FAIL, MARK, PLACE, PREFIX};
use crate::program::{Cover, GoalKind, InputKind, Way};

/// How paths of headers begin that are not the program's.
pub const SYSTEM: &str = "/usr/";

/// Marks the places.
pub fn mark(instrument: &mut Instrument<'_, '_>) -> Outcome {
    if !instrument.options.cover {
        return Ok(());
    }
    let is_theirs = |function: &FunctionValue<'_>| {
        file_of(*function).is_some_and(|loc| loc.file.starts_with(SYSTEM))
    };
    let mut functions = instrument.functions();
    functions.retain(|function| !is_theirs(function));
    let own: BTreeMap<String, Vec<BasicBlock<'_>>> = functions
        .iter()
        .map(|&function| (llvm::name(function), function.get_basic_blocks()))
        .collect();
    // Then every way of a condition or a switch has a block of its own.
    llvm::run_passes(&instrument.module, "function(break-crit-edges)")?;
    for function in functions {
        let places = Places::of(function, &own[&llvm::name(function)]);
        for (at, place) in places.found {
            let number = instrument.covers.len() as u32;
            instrument.covers.push(Cover { number, ..place });
            instrument.before(at);
            let number = instrument.context.i32_type().const_int(number.into(), false);
            instrument.tell(MARK, &[number.into()])?;
        }
    }
    Ok(())
}

/// Makes a goal of each mark.
pub fn ask<'ctx>(instrument: &mut Instrument<'ctx, '_>, main: FunctionValue<'ctx>) -> Outcome {
    if instrument.covers.is_empty() {
        return Ok(());
    }
    let functions = instrument.functions();
    for function in &functions {
        for (mark, check) in met_behind(*function) {
            instrument.covers[mark as usize].checks.push(check);
        }
    }
    let number = instrument.context.i32_type();
    let asked = instrument.module.add_global(number, None, PLACE);
    asked.set_initializer(&number.const_zero());
    asked.set_linkage(Linkage::Internal);
    let asked = asked.as_pointer_value();
    for function in functions {
        for call in llvm::instructions(function) {
            let Some(mark) = marked(call) else { continue };
            let place = instrument.covers[mark as usize].clone();
            instrument.before(call);
            let chosen = instrument.builder.build_load(number, asked, "place")?.into_int_value();
            let here = number.const_int(mark.into(), false);
            let ends = instrument.equals(chosen, here)?;
            instrument.check(ends, GoalKind::Cover(Box::new(place)), None)?;
            call.erase_from_basic_block();
        }
    }
    let first = llvm::instructions(main)[0];
    instrument.before(first);
    let place = instrument.choice(32, InputKind::Cover)?;
    instrument.builder.build_store(asked, place)?;
    Ok(())
}

/// The places of a function.
struct Places<'ctx> {
    /// With the instructions that they stand before.
    found: Vec<(InstructionValue<'ctx>, Cover)>,
    /// The lines that have a place in a block, or before it.
    told: FxHashMap<BasicBlock<'ctx>, BTreeSet<u32>>,
    /// The ways of branchings that lead to blocks.
    ways: FxHashMap<BasicBlock<'ctx>, Way>,
}

impl<'ctx> Places<'ctx> {
    /// `own` are the blocks that clang made.
    fn of(function: FunctionValue<'ctx>, own: &[BasicBlock<'ctx>]) -> Self {
        let ways = ways(function);
        let mut places = Self { found: vec![], told: FxHashMap::default(), ways };
        let mut begins = llvm::function_line(function);
        for block in function.get_basic_blocks() {
            if !is_failure(block) {
                places.look(function, block, begins.take(), own.contains(&block));
            }
        }
        places
    }

    /// Looks for places in a block: before its first new line, and before the first one behind
    /// what may end a run, or in another file. A way of a branching has one in any case.
    fn look(
        &mut self,
        function: FunctionValue<'ctx>,
        block: BasicBlock<'ctx>,
        mut begins: Option<u32>,
        is_own: bool,
    ) {
        let mut told = self.told_before(block);
        let mut way = self.ways.get(&block).cloned();
        // Whether the next new line needs a place.
        let mut is_due = true;
        let instructions = block.get_instructions();
        for inst in instructions.filter(|inst| inst.get_opcode() != InstructionOpcode::Phi) {
            // The jump of a block that was put into an edge is the branching's own.
            let loc = llvm::location(inst).filter(|loc| is_own && loc.line > 0);
            // A block of C ends at its brace.
            let loc =
                loc.filter(|_| !called(inst).is_some_and(|it| it.starts_with("llvm.lifetime.")));
            let new = loc.clone().filter(|loc| !told.contains(&loc.line));
            is_due |= matches!((self.found.last(), &new),
                (Some((_, place)), Some(loc)) if place.file != loc.file);
            if (is_due && new.is_some()) || (inst.is_terminator() && way.is_some()) {
                let at = loc.or_else(|| file_of(function));
                let place = Cover {
                    number: 0,
                    function: own_name(function),
                    begins,
                    file: at.map(|at| at.file).unwrap_or_default(),
                    lines: begins.take().into_iter().collect(),
                    way: way.take(),
                    checks: vec![],
                };
                self.found.push((inst, place));
                is_due = false;
            }
            if let (Some(RawLoc { line, .. }), Some((_, place))) = (new, self.found.last_mut()) {
                told.insert(line);
                if !place.lines.contains(&line) {
                    place.lines.push(line);
                    place.lines.sort_unstable();
                }
            }
            is_due |= may_end(inst);
        }
        self.told.insert(block, told);
    }

    /// The lines that were told of if a block only goes on behind a check.
    fn told_before(&self, block: BasicBlock<'ctx>) -> BTreeSet<u32> {
        match llvm::predecessors(block)[..] {
            [before] if llvm::successors(before).into_iter().any(is_failure) => {
                self.told.get(&before).cloned().unwrap_or_default()
            }
            _ => BTreeSet::new(),
        }
    }
}

/// The branchings of C: those of which no way is that of a failed check.
fn ways<'ctx>(function: FunctionValue<'ctx>) -> FxHashMap<BasicBlock<'ctx>, Way> {
    let mut ways = FxHashMap::default();
    let mut branching = 0;
    for block in function.get_basic_blocks() {
        let next = llvm::successors(block);
        if next.len() < 2 || next.iter().copied().any(is_failure) {
            continue;
        }
        let loc = block.get_terminator().and_then(llvm::location);
        let Some(RawLoc { file, line, column }) = loc.filter(|loc| loc.line > 0) else { continue };
        for (way, to) in (0..).zip(next) {
            // What a computed goto leads to other ways lead to, too.
            if llvm::predecessors(to).len() == 1 {
                ways.insert(to, Way { file: file.clone(), branching, line, column, way });
            }
        }
        branching += 1;
    }
    ways
}

/// Whether a block says that a check of a sanitizer or an assertion fails, and nothing else. What
/// stands before `assert(0)` is in one block with it: that is code like any other.
fn is_failure(block: BasicBlock<'_>) -> bool {
    if block.get_instructions().filter_map(called).any(|name| name.starts_with(HANDLER_PREFIX)) {
        return true;
    }
    // A block that was put into an edge.
    if let ([next], true) = (&llvm::successors(block)[..], block.get_instructions().count() == 1) {
        return *next != block && is_failure(*next);
    }
    let fails = |name: String| matches!(harness::meaning(&name), Some(Meaning::Fails { .. }));
    if !block.get_instructions().filter_map(called).any(fails) {
        return false;
    }
    let mut places = block.get_instructions().filter_map(llvm::location);
    let Some(place) = places.next().filter(|place| places.all(|it| it == *place)) else {
        return false;
    };
    // The condition is where the macro begins that calls this, or among its arguments: of
    // `if (c) assert(0)` it stands before.
    let is_inside = |condition: RawLoc| {
        condition.file == place.file
            && (condition.line, condition.column) >= (place.line, place.column)
    };
    let before = llvm::predecessors(block);
    let mut conditions = before.iter().map(|it| it.get_terminator().and_then(llvm::location));
    !before.is_empty() && conditions.all(|it| it.is_some_and(is_inside))
}

/// Where any instruction of a function stands.
fn file_of(function: FunctionValue<'_>) -> Option<RawLoc> {
    llvm::instructions(function).into_iter().find_map(llvm::location)
}

/// Whether a run may end at an instruction: in a function that is called, unless it is LLVM's or
/// ours, or at an access to memory that is no plain variable.
fn may_end(inst: InstructionValue<'_>) -> bool {
    let place = match inst.get_opcode() {
        InstructionOpcode::Load => llvm::operand(inst, 0),
        InstructionOpcode::Store => llvm::operand(inst, 1),
        InstructionOpcode::Call => {
            let ours = |name: String| {
                let copies = name.starts_with("llvm.mem");
                name.starts_with(PREFIX) || name.starts_with("llvm.") && !copies
            };
            return !called(inst).is_some_and(ours);
        }
        _ => return false,
    };
    let Some(BasicValueEnum::PointerValue(place)) = place else { return false };
    let made = place.as_instruction().map(|it| it.get_opcode() == InstructionOpcode::Alloca);
    !made.unwrap_or_else(|| llvm::global_of(place.into()).is_some())
}

/// The name of a function in C: LLVM tells static ones of one name apart by a number behind a dot.
pub fn own_name(function: FunctionValue<'_>) -> String {
    let name = llvm::name(function);
    name.split('.').next().unwrap_or_default().to_owned()
}

/// The name of the function that an instruction calls.
fn called(inst: InstructionValue<'_>) -> Option<String> {
    llvm::call(inst).and_then(llvm::callee).map(llvm::name)
}

/// The number of a mark.
fn marked(inst: InstructionValue<'_>) -> Option<u32> {
    constant_argument(inst, MARK, 0)
}

fn constant_argument(inst: InstructionValue<'_>, name: &str, index: usize) -> Option<u32> {
    let arguments = llvm::call(inst).filter(|_| called(inst).is_some_and(|it| it == name));
    let argument = arguments.and_then(llvm::arguments)?.get(index).copied();
    let Some(BasicValueEnum::IntValue(number)) = argument else { return None };
    number.get_zero_extended_constant().and_then(|number| u32::try_from(number).ok())
}

/// Marks with the sites of checks that are met only behind them, before any other mark.
fn met_behind(function: FunctionValue<'_>) -> Vec<(u32, u32)> {
    let blocks = function.get_basic_blocks();
    let last = |block: BasicBlock<'_>| block.get_instructions().filter_map(marked).last();
    let lasts: FxHashMap<BasicBlock<'_>, Option<u32>> =
        blocks.iter().map(|&block| (block, last(block))).collect();
    let mut found = vec![];
    for &block in &blocks {
        let mut mark = before(block, &lasts);
        for inst in block.get_instructions() {
            mark = marked(inst).or(mark);
            let site = constant_argument(inst, CHECK, 1).or(constant_argument(inst, FAIL, 0));
            found.extend(mark.zip(site));
        }
    }
    found
}

/// The last mark that every run passes on its way to a block, as far as there is one way.
fn before<'ctx>(
    block: BasicBlock<'ctx>,
    lasts: &FxHashMap<BasicBlock<'ctx>, Option<u32>>,
) -> Option<u32> {
    let (mut at, mut seen) = (block, BTreeSet::from([block.as_mut_ptr() as usize]));
    loop {
        let [from] = llvm::predecessors(at)[..] else { return None };
        if let Some(mark) = lasts.get(&from).copied().flatten() {
            return Some(mark);
        }
        if !seen.insert(from.as_mut_ptr() as usize) {
            return None;
        }
        at = from;
    }
}
