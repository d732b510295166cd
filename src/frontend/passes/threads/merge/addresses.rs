//! Addresses that a thread need not keep while others run.
//!
//! What is a constant away from another address is computed anew in each block that uses it. Else
//! it were a value that a thread carries along, and that shares its place with others: which
//! object such an address leads to would be known no more.

use inkwell::basic_block::BasicBlock;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue};
use rustc_hash::FxHashMap;

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;

/// Computes them anew.
///
/// # Errors
/// If LLVM refuses.
pub fn run<'ctx>(instrument: &Instrument<'ctx, '_>, main: FunctionValue<'ctx>) -> Outcome {
    let mut all = llvm::instructions(main);
    // Those that are computed from others come first: their copies use these.
    while let Some(inst) = all.pop() {
        if !is_constant_step(inst) {
            continue;
        }
        let Some(address) = llvm::result(inst) else { continue };
        let mut copies: FxHashMap<BasicBlock<'ctx>, BasicValueEnum<'ctx>> = FxHashMap::default();
        for user in llvm::users(inst).into_iter().filter_map(llvm::as_instruction) {
            let Some(block) = user.get_parent().filter(|it| Some(*it) != inst.get_parent()) else {
                continue;
            };
            let is_phi = |it: &InstructionValue<'_>| it.get_opcode() == InstructionOpcode::Phi;
            let Some(first) = block.get_instructions().find(|it| !is_phi(it)) else { continue };
            if is_phi(&user) {
                continue;
            }
            let own = match copies.get(&block) {
                Some(own) => *own,
                None => {
                    instrument.before(first);
                    let copy = llvm::copy(&instrument.builder, inst);
                    // What it is computed from may be in another block.
                    all.push(copy);
                    let Some(own) = llvm::result(copy) else { continue };
                    copies.insert(block, own);
                    own
                }
            };
            for index in 0..user.get_num_operands() {
                if llvm::operand(user, index) == Some(address) {
                    user.set_operand(index, own);
                }
            }
        }
    }
    Ok(())
}

/// Whether an instruction computes an address that is a constant away from another one.
fn is_constant_step(inst: InstructionValue<'_>) -> bool {
    let is_constant = |index| match llvm::operand(inst, index) {
        Some(BasicValueEnum::IntValue(number)) => number.is_const(),
        _ => false,
    };
    inst.get_opcode() == InstructionOpcode::GetElementPtr
        && (1..inst.get_num_operands()).all(is_constant)
}
