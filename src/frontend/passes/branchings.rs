//! Native runs tell how the conditions of the program come out, if that is asked for: what a witness
//! says of the way to a violation.
//!
//! Conditions are found in what clang made, by the names that it gives to the blocks behind them,
//! in the copy of the module that is run natively. The program that is verified has nothing of this.

use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue, IntValue};

use super::checks::cover::{SYSTEM, own_name};
use crate::frontend::instrument::Instrument;
use crate::frontend::sites::RawLoc;
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::{BRANCHED, PREFIX};
use crate::program::{Branches, Branching};

/// What clang calls the blocks behind conditions, and what leads there: the statement, and whether
/// its condition holds.
const BEHIND: [(&str, Branches, bool); 11] = [
    ("if.then", Branches::If, true),
    ("if.else", Branches::If, false),
    ("if.end", Branches::If, false),
    ("while.body", Branches::While, true),
    ("while.end", Branches::While, false),
    ("while.exit", Branches::While, false),
    ("for.body", Branches::For, true),
    ("for.end", Branches::For, false),
    ("for.cond.cleanup", Branches::For, false),
    ("do.body", Branches::Do, true),
    ("do.end", Branches::Do, false),
];

/// Calls the run-time library at each condition and `switch` of the program; which these are.
///
/// # Errors
/// If LLVM refuses the calls.
pub fn tell<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    copy: &Module<'ctx>,
) -> Result<Vec<Branching>, FrontendError> {
    let mut found = vec![];
    if !instrument.options.branchings {
        return Ok(found);
    }
    let number = instrument.context.i32_type();
    let ty = instrument.context.void_type().fn_type(&[number.into(), number.into()], false);
    let branched = copy.add_function(BRANCHED, ty, None);
    for function in llvm::defined(copy) {
        if llvm::name(function).starts_with(PREFIX) {
            continue;
        }
        for block in function.get_basic_blocks() {
            let Some(end) = block.get_terminator() else { continue };
            let place = llvm::location(end).filter(|loc| loc.line > 0);
            let Some(place) = place.filter(|loc| !loc.file.starts_with(SYSTEM)) else { continue };
            instrument.before(end);
            let ways = match end.get_opcode() {
                InstructionOpcode::Br => condition(instrument, block, end)?,
                InstructionOpcode::Switch => labels(instrument, block, end)?,
                _ => None,
            };
            let Some(Ways { statement, taken, cases }) = ways else { continue };
            let index = number.const_int(found.len() as u64, false);
            instrument.builder.build_call(branched, &[index.into(), taken.into()], "")?;
            let RawLoc { file, line, column } = place;
            let function = own_name(function);
            found.push(Branching { file, line, column, function, statement, cases });
        }
    }
    Ok(found)
}

/// The ways that a run may go behind a block.
struct Ways<'ctx> {
    statement: Branches,
    /// The number of the one that it goes.
    taken: IntValue<'ctx>,
    /// See [`Branching::cases`].
    cases: Vec<Option<u64>>,
}

/// The ways of a branch of clang's, if one of them decides a condition.
fn condition<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    block: BasicBlock<'ctx>,
    branch: InstructionValue<'ctx>,
) -> Result<Option<Ways<'ctx>>, FrontendError> {
    let [yes, no] = llvm::successors(block)[..] else { return Ok(None) };
    let known = [yes, no].map(behind);
    let Some((statement, _)) = known[0].or(known[1]) else { return Ok(None) };
    let Some(BasicValueEnum::IntValue(holds)) = llvm::operand(branch, 0) else { return Ok(None) };
    // The other one goes on in a part of the condition, or is of another statement.
    let [yes, no] = known.map(|known| match known {
        Some((of, true)) if of == statement => Branching::TRUE,
        Some((of, false)) if of == statement => Branching::FALSE,
        _ => 0,
    });
    let [yes, no] = [yes, no].map(|way| instrument.int(32).const_int(way.into(), false));
    let taken = instrument.builder.build_select(holds, yes, no, "way")?.into_int_value();
    Ok(Some(Ways { statement, taken, cases: vec![] }))
}

/// The statement whose condition leads to a block, and whether it holds there, as the block's name
/// says: names that are there several times end in a number.
fn behind(block: BasicBlock<'_>) -> Option<(Branches, bool)> {
    let name = llvm::text(block.get_name());
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let known = BEHIND.iter().find(|known| known.0 == name)?;
    Some((known.1, known.2))
}

/// The ways of a `switch`.
fn labels<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    block: BasicBlock<'ctx>,
    switch: InstructionValue<'ctx>,
) -> Result<Option<Ways<'ctx>>, FrontendError> {
    let Some(BasicValueEnum::IntValue(value)) = llvm::operand(switch, 0) else { return Ok(None) };
    let number = |way: u32| instrument.int(32).const_int(way.into(), false);
    let width = value.get_type().get_bit_width();
    let mut taken = number(Branching::DEFAULT);
    let mut cases = vec![];
    for (index, case) in (0..).zip(llvm::cases(block)) {
        let builder = &instrument.builder;
        let is = builder.build_int_compare(IntPredicate::EQ, value, case, "is")?;
        let way = number(Branching::case(index));
        taken = builder.build_select(is, way, taken, "way")?.into_int_value();
        let plain = case.get_zero_extended_constant();
        cases.push(plain.filter(|plain| width <= 64 && plain >> (width - 1) == 0));
    }
    Ok(Some(Ways { statement: Branches::Switch, taken, cases }))
}
