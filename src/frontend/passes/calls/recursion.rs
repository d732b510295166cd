//! Recursion: functions that call themselves are copied, one copy for each level.
//!
//! A call that closes a cycle of calls goes to the copy of the next level; in the last
//! copy it is a bound point. What is found within the bound is exact, and if the point
//! can't be reached, nothing is missing. Afterwards no cycle of calls is left, and
//! inlining takes everything.
//!
//! LLVM's C interface copies whole modules only: each level is a copy of the module in
//! which all but the recursive functions is declared, linked back into it. Copies have no
//! debug information (linking can't take the compile units of such copies along) but the
//! positions of the original's instructions.
//!
//! Where a function calls itself in several places, or functions call one another, copies
//! multiply. So there is a size beyond which there are fewer levels than were asked for.

use inkwell::module::{Linkage, Module};
use inkwell::values::{FunctionValue, InstructionValue};
use rustc_hash::FxHashMap;

use super::inlined::{self, Call, Own};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::passes::libc::atexit;
use crate::frontend::{FrontendError, Options, llvm};
use crate::program::runtime::{CALLBACKS, DISPATCHER, INTERRUPTS, MAIN};
use crate::program::{AssumptionKind, Bound, GoalKind, ModelLimit};

/// A call in `caller` of `callee` that closes a cycle, by names.
struct Cycle {
    caller: String,
    callee: String,
    /// The levels that it costs.
    cost: u32,
}

/// How deep recursive functions are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// So many calls behind the first one.
    pub levels: u32,
    /// The instructions that the program has with them once everything is inlined and nothing
    /// simplified.
    pub instructions: u64,
    /// The same with one level more.
    pub instructions_with_next: u64,
}

/// Copies the recursive functions, as often as the options say or the size allows; returns
/// how often, if there are any.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Result<Option<Depth>, FrontendError> {
    let cycles = cycles(&instrument.module);
    if cycles.is_empty() {
        return Ok(None);
    }
    let what = "the stack is large enough for recursive calls".to_owned();
    instrument.assume(AssumptionKind::StackSuffices, what, None);
    let depth = depth(instrument, &cycles);
    let levels = depth.levels;
    name_and_publish(&instrument.module);
    let original = instrument.module.clone();
    for level in 1..=levels {
        let copy = level_copy(&original, &cycles, level);
        let linked = instrument.module.link_in_module(copy);
        linked.map_err(|error| FrontendError::Internal(error.to_string_lossy().into_owned()))?;
        for cycle in &cycles {
            locate(&instrument.module, &cycle.caller, level);
        }
    }
    for level in 0..=levels {
        for function in llvm::defined(&instrument.module) {
            let name = llvm::name(function);
            let Some(plain) = at_level(&name, level) else { continue };
            for inst in llvm::instructions(function) {
                let Some(call) = llvm::call(inst) else { continue };
                let Some(callee) = llvm::callee(call).map(llvm::name) else { continue };
                let cycle = cycles.iter().find(|it| it.caller == plain && it.callee == callee);
                let Some(cycle) = cycle else { continue };
                let next = level + cycle.cost;
                match instrument.module.get_function(&copy_name(&callee, next)) {
                    Some(next) => llvm::set_callee(call, next),
                    None => bound(instrument, inst, &callee, levels)?,
                }
            }
        }
    }
    Ok(Some(depth))
}

/// How deep it is: as many levels as were asked for, or as are not too large; one at least
/// of those.
fn depth(instrument: &Instrument<'_, '_>, cycles: &[Cycle]) -> Depth {
    let Options { recursion, inlined: limit, .. } = *instrument.options;
    let functions = llvm::defined(&instrument.module);
    let names: Vec<String> = functions.iter().map(|&function| llvm::name(function)).collect();
    let place: FxHashMap<&str, usize> =
        names.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
    let own = |(place_of_caller, &function): (usize, &FunctionValue<'_>)| {
        let caller = &names[place_of_caller];
        let mut own = Own::default();
        for inst in llvm::instructions(function) {
            own.instructions += 1;
            let Some(callee) = llvm::call(inst).and_then(llvm::callee).map(llvm::name) else {
                continue;
            };
            let Some(&place) = place.get(callee.as_str()) else { continue };
            let cycle = cycles.iter().find(|it| it.caller == *caller && it.callee == callee);
            own.calls.push(Call { callee: place, cycle: cycle.map(|cycle| cycle.cost) });
        }
        own
    };
    let all: Vec<Own> = functions.iter().enumerate().map(own).collect();
    let size = |levels| inlined::size(&all, place[MAIN], levels);
    let fits = |levels: &u32| limit.is_none_or(|limit| size(*levels) <= limit);
    let levels = (2..=recursion).take_while(fits).last().unwrap_or(recursion.min(1));
    Depth { levels, instructions: size(levels), instructions_with_next: size(levels + 1) }
}

/// The levels that a call costs which closes a cycle: a call through a pointer is one call,
/// not two, and so is a callback or an interrupt. Where only `exit` closes the cycle, in functions that run at the end, they run again
/// first.
fn cost<'ctx>(
    callee: FunctionValue<'ctx>,
    caller: FunctionValue<'ctx>,
    end: Option<FunctionValue<'ctx>>,
) -> u32 {
    let pointer = llvm::name(callee).starts_with(DISPATCHER)
        || [CALLBACKS, INTERRUPTS].contains(&llvm::name(caller).as_str());
    let again = end == Some(callee) || leads_to(callee, caller, end);
    u32::from(!pointer && again)
}

/// All calls that close a cycle of calls.
fn cycles(module: &Module<'_>) -> Vec<Cycle> {
    let mut all: Vec<Cycle> = Vec::new();
    let end = module.get_function(atexit::RUN);
    for function in llvm::defined(module) {
        for inst in llvm::instructions(function) {
            let Some(callee) = llvm::call(inst).and_then(llvm::callee) else { continue };
            let known =
                |it: &Cycle| it.caller == llvm::name(function) && it.callee == llvm::name(callee);
            if callee.count_basic_blocks() > 0
                && !all.iter().any(known)
                && leads_to(callee, function, None)
            {
                let cost = cost(callee, function, end);
                all.push(Cycle { caller: llvm::name(function), callee: llvm::name(callee), cost });
            }
        }
    }
    all
}

/// Whether calls lead from one function to the other, not by way of another one; always if
/// they are the same.
fn leads_to<'ctx>(
    from: FunctionValue<'ctx>,
    to: FunctionValue<'ctx>,
    without: Option<FunctionValue<'ctx>>,
) -> bool {
    let mut seen = vec![from];
    seen.extend(without);
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if at == to {
            return true;
        }
        for inst in llvm::instructions(at) {
            let Some(callee) = llvm::call(inst).and_then(llvm::callee) else { continue };
            if !seen.contains(&callee) {
                seen.push(callee);
                open.push(callee);
            }
        }
    }
    false
}

/// The name of a copy; the original is level 0.
fn copy_name(name: &str, level: u32) -> String {
    match level {
        0 => name.to_owned(),
        _ => format!("{name}.level{level}"),
    }
}

/// The name of the original, if this is a copy of the level.
fn at_level(name: &str, level: u32) -> Option<&str> {
    match level {
        0 => (!name.contains(".level")).then_some(name),
        _ => name.strip_suffix(&format!(".level{level}")),
    }
}

/// Gives everything a name that linking goes by.
fn name_and_publish(module: &Module<'_>) {
    for function in llvm::defined(module).into_iter().filter(|it| llvm::name(*it) != MAIN) {
        function.set_linkage(Linkage::External);
    }
    for (number, global) in module.get_globals().enumerate() {
        if llvm::text(global.get_name()).is_empty() {
            global.set_name(&format!("unnamed{number}"));
        }
        if global.get_initializer().is_some() {
            global.set_linkage(Linkage::External);
        }
    }
}

/// The module with nothing defined but this level's copies of the recursive functions.
fn level_copy<'ctx>(original: &Module<'ctx>, cycles: &[Cycle], level: u32) -> Module<'ctx> {
    let copy = original.clone();
    copy.strip_debug_info();
    for global in copy.get_globals() {
        llvm::forget_initializer(global);
        if global.get_linkage() != Linkage::ExternalWeak {
            global.set_linkage(Linkage::External);
        }
    }
    for function in llvm::defined(&copy) {
        let name = llvm::name(function);
        if !cycles.iter().any(|it| it.caller == name) {
            function.set_linkage(Linkage::External);
            llvm::delete_body(function);
            continue;
        }
        // Whoever takes the address means the original, and so do the calls: those that
        // close a cycle are redirected when all levels are there.
        function.as_global_value().set_name(&copy_name(&name, level));
        let declared = copy.add_function(&name, function.get_type(), Some(Linkage::External));
        function.replace_all_uses_with(declared);
    }
    copy
}

/// Gives the instructions of a copy the positions of those of the original.
fn locate(module: &Module<'_>, name: &str, level: u32) {
    let functions = [name, &copy_name(name, level)].map(|name| module.get_function(name));
    let [Some(original), Some(copy)] = functions else { return };
    for (from, to) in llvm::instructions(original).into_iter().zip(llvm::instructions(copy)) {
        debug_assert_eq!(from.get_opcode(), to.get_opcode(), "{name}, level {level}");
        to.set_debug_location(from.get_debug_location());
    }
}

/// Puts a bound point in the place of a call.
fn bound<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    callee: &str,
    levels: u32,
) -> Outcome {
    instrument.before(inst);
    let what = match callee {
        CALLBACKS => format!("a callback from within callbacks, more than {levels} deep"),
        INTERRUPTS => format!("an interrupt within interrupts, more than {levels} deep"),
        _ => format!("a recursive call of {callee}, more than {levels} deep"),
    };
    let bound = Bound::of(ModelLimit::Recursion, what);
    instrument.fail(GoalKind::Bound(bound), None)?;
    if llvm::is_used(inst) {
        llvm::replace_by_zero(inst);
    }
    inst.erase_from_basic_block();
    Ok(())
}
