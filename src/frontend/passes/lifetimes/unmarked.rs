//! Variables of inner blocks that clang does not mark, and the blocks that they live in.
//!
//! Those whose declaration a jump goes past, or that a label of their block precedes, have their
//! block from debug information. A declaration that control never gets to, behind the opening
//! of a `switch` or behind a jump, makes a variable all the same (C17 6.2.4p6), and nothing says
//! where: it can be used only behind a label of its block, or a `case`.

use inkwell::context::Context;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::frontend::llvm::{self, Identified, Node};

/// What clang calls storage that no variable has, as far as this could be one's name.
const TEMPORARIES: [&str; 4] = ["tmp", "coerce", "retval", "saved_stack"];

/// A variable without markers.
pub struct Unmarked<'ctx> {
    pub storage: InstructionValue<'ctx>,
    pub home: Home<'ctx>,
}

/// The block that a variable lives in.
pub enum Home<'ctx> {
    /// This one, with those around it, innermost first.
    Block(Vec<Node>),
    /// Not known; these instructions keep its address.
    Unknown(Vec<InstructionValue<'ctx>>),
}

/// The variables of a function that end with an inner block, and those of which that is not known.
pub fn unmarked<'ctx>(context: &Context, function: FunctionValue<'ctx>) -> Vec<Unmarked<'ctx>> {
    let declared = llvm::declared(context, function);
    let blocks: FxHashMap<_, _> =
        declared.iter().map(|it| (it.storage, it.scopes(context))).collect();
    let slots = llvm::instructions(function).into_iter().filter(is_slot);
    let slots: Vec<_> = slots.filter(|&slot| !is_marked(slot)).collect();
    if slots.is_empty() {
        return Vec::new();
    }
    let landings = landings(context, function);
    let homes = slots.into_iter().filter_map(|storage| {
        let home = match blocks.get(&storage.identity()) {
            Some(around) => Home::Block(around.clone()),
            None => home(context, storage, &landings)?,
        };
        Some(Unmarked { storage, home })
    });
    homes.filter(|it| !matches!(&it.home, Home::Block(around) if around.len() < 2)).collect()
}

/// Whether an instruction makes an object; an array of variable length ends with its block in
/// any case.
fn is_slot(inst: &InstructionValue<'_>) -> bool {
    let constant = |count| matches!(count, BasicValueEnum::IntValue(n) if n.is_const());
    inst.get_opcode() == InstructionOpcode::Alloca && llvm::operand(*inst, 0).is_some_and(constant)
}

fn is_marked(slot: InstructionValue<'_>) -> bool {
    let is_marker = |user| {
        let callee = llvm::as_instruction(user).and_then(llvm::call).and_then(llvm::callee);
        callee.is_some_and(|callee| llvm::name(callee).starts_with("llvm.lifetime."))
    };
    llvm::users(slot).into_iter().any(is_marker)
}

/// The blocks of C that have labels, and the bodies of `switch`: only these can hold a variable
/// whose declaration control never gets to.
fn landings<'ctx>(context: &Context, function: FunctionValue<'ctx>) -> FxHashSet<Node> {
    let mut found: FxHashSet<_> = llvm::labelled(context, function).into_iter().collect();
    for block in function.get_basic_blocks() {
        let Some(switch) =
            block.get_terminator().filter(|it| it.get_opcode() == InstructionOpcode::Switch)
        else {
            continue;
        };
        let Some(&around) = llvm::scopes(context, switch).first() else { continue };
        for case in llvm::successors(block) {
            if case.get_name().to_bytes().starts_with(b"sw.epilog") {
                continue;
            }
            let scopes = case.get_instructions().map(|inst| llvm::scopes(context, inst));
            let Some(scopes) = scopes.into_iter().find(|scopes| !scopes.is_empty()) else {
                continue;
            };
            let at = scopes.iter().position(|&scope| scope == around);
            found.extend(at.and_then(|at| at.checked_sub(1)).map(|body| scopes[body]));
        }
    }
    found
}

/// The block of a variable that nothing declares; `None` if its end can't matter.
fn home<'ctx>(
    context: &Context,
    slot: InstructionValue<'ctx>,
    landings: &FxHashSet<Node>,
) -> Option<Home<'ctx>> {
    let users = llvm::users(slot).into_iter().filter_map(llvm::as_instruction);
    let places = users.map(|user| llvm::scopes(context, user)).filter(|places| !places.is_empty());
    let common = places.reduce(|mut common, other| {
        common.retain(|scope| other.contains(scope));
        common
    })?;
    // What an expression is computed in may be used outside of a block in it: `({ int t; t; })`.
    let name = slot.get_name().map(llvm::text).unwrap_or_default();
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    if name.contains(['.', '-']) || TEMPORARIES.contains(&base) {
        return None;
    }
    let homes: Vec<_> = (0..common.len()).filter(|&at| landings.contains(&common[at])).collect();
    match homes[..] {
        [] => None,
        [home] => Some(Home::Block(common[home..].to_vec())),
        _ => {
            let keepers = keepers(slot);
            (!keepers.is_empty()).then_some(Home::Unknown(keepers))
        }
    }
}

/// The instructions that do more with the address of an object, or of a part of it, than to access it.
fn keepers<'ctx>(address: InstructionValue<'ctx>) -> Vec<InstructionValue<'ctx>> {
    let mut found = Vec::new();
    for user in llvm::users(address).into_iter().filter_map(llvm::as_instruction) {
        match user.get_opcode() {
            InstructionOpcode::Load | InstructionOpcode::ICmp => {}
            InstructionOpcode::Store => {
                let stored = llvm::operand(user, 0).map(|value| value.identity());
                found.extend((stored == Some(address.identity())).then_some(user));
            }
            InstructionOpcode::GetElementPtr => found.extend(keepers(user)),
            _ => {
                let callee = llvm::call(user).and_then(llvm::callee).map(llvm::name);
                let accesses = callee.is_some_and(|name| name.starts_with("llvm.mem"));
                found.extend((!accesses).then_some(user));
            }
        }
    }
    found
}
