//! Formats that are chosen at run time: a parameter of a function that logs, an element of a table
//! of messages.
//!
//! What such a format may be is guessed from where it comes from, and each guess is tried, one after
//! the other: `if (format == "a") return printf("a", …); …; return printf(format, …);`. That means
//! the same whatever is guessed. A guess that is right is a call with a constant format; where none
//! is, the call is left as it is.

use inkwell::IntPredicate;
use inkwell::module::Linkage;
use inkwell::targets::TargetData;
use inkwell::types::{BasicMetadataTypeEnum, BasicType};
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, GlobalValue, InstructionOpcode,
    InstructionValue, PointerValue,
};
use rustc_hash::FxHashSet;

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified, Identity};
use crate::support::limits;

/// What the functions are called that try the guesses.
const CHOICE: &str = "__format_choice";

/// Replaces a call whose argument `index` is no constant format by one of a function that tries
/// what it may be, if anything is guessed.
///
/// # Errors
/// If LLVM refuses to build it.
pub(super) fn run<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    index: usize,
) -> Outcome {
    let Some(call) = llvm::call(inst) else { return Ok(()) };
    let (Some(callee), Some(arguments)) = (llvm::callee(call), llvm::arguments(call)) else {
        return Ok(());
    };
    let by_value = |index| llvm::by_value(call, index as u32).is_some();
    let Some(BasicValueEnum::PointerValue(format)) = arguments.get(index).copied() else {
        return Ok(());
    };
    if (0..arguments.len()).any(by_value) {
        return Ok(());
    }
    let texts = texts(instrument);
    let mut guesses = guesses(&instrument.layout, format.into());
    if guesses.is_empty() {
        guesses = kept(&texts);
    }
    if guesses.is_empty() {
        return Ok(());
    }
    for guess in &guesses {
        // A text that shares its place with no other is an object of its own, so that choices fold
        // as soon as the format is known.
        if is_apart(&texts, *guess) {
            guess.set_unnamed_addr(false);
        }
    }
    let types: Vec<BasicMetadataTypeEnum<'ctx>> =
        arguments.iter().map(|argument| argument.get_type().into()).collect();
    let ty = match call.get_called_fn_type().get_return_type() {
        Some(result) => result.fn_type(&types, false),
        None => instrument.context.void_type().fn_type(&types, false),
    };
    let choice = instrument.module.add_function(CHOICE, ty, Some(Linkage::Internal));
    let builder = instrument.context.create_builder();
    builder.position_at_end(instrument.context.append_basic_block(choice, "entry"));
    let parameters = choice.get_params();
    let given = |format: PointerValue<'ctx>| -> Vec<BasicMetadataValueEnum<'ctx>> {
        let mut given = parameters.clone();
        given[index] = format.into();
        given.into_iter().map(Into::into).collect()
    };
    let chosen = parameters[index].into_pointer_value();
    let called = call.get_called_fn_type();
    let function = callee.as_global_value().as_pointer_value();
    for guess in guesses {
        let [hit, miss] =
            ["hit", "miss"].map(|name| instrument.context.append_basic_block(choice, name));
        let guess = guess.as_pointer_value();
        let is = builder.build_int_compare(IntPredicate::EQ, chosen, guess, "is")?;
        builder.build_conditional_branch(is, hit, miss)?;
        builder.position_at_end(hit);
        let result = builder.build_indirect_call(called, function, &given(guess), "")?;
        builder.build_return(result.try_as_basic_value().basic().as_ref().map(|it| it as _))?;
        builder.position_at_end(miss);
    }
    let result = builder.build_indirect_call(called, function, &given(chosen), "")?;
    builder.build_return(result.try_as_basic_value().basic().as_ref().map(|it| it as _))?;
    instrument.before(inst);
    let mut passed: Vec<BasicMetadataValueEnum<'ctx>> =
        arguments.iter().map(|&argument| argument.into()).collect();
    passed[index] = direct(format.into()).into();
    let result = instrument.builder.build_call(choice, &passed, "")?;
    if llvm::is_used(inst) {
        llvm::replace(inst, result);
    }
    inst.erase_from_basic_block();
    Ok(())
}

/// The constant texts of the program.
fn texts<'ctx>(instrument: &Instrument<'ctx, '_>) -> Vec<(GlobalValue<'ctx>, Vec<u8>)> {
    let all = instrument.module.get_globals();
    let text = |global: GlobalValue<'ctx>| {
        Some((global, llvm::constant_bytes(global.as_pointer_value().into())?))
    };
    all.filter_map(text).collect()
}

/// Whether no other text ends like this one, or it like another one (C17 6.4.5p7).
fn is_apart<'ctx>(texts: &[(GlobalValue<'ctx>, Vec<u8>)], one: GlobalValue<'ctx>) -> bool {
    let bytes = texts.iter().find(|(text, _)| *text == one).map(|it| &it.1);
    bytes.is_some_and(|bytes| {
        let shares = |other: &[u8]| bytes.ends_with(other) || other.ends_with(bytes);
        !texts.iter().any(|(text, other)| *text != one && shares(other))
    })
}

/// Texts that are kept somewhere, in a table or a variable: a format that comes from memory may be
/// one of them. None if there are too many.
fn kept<'ctx>(texts: &[(GlobalValue<'ctx>, Vec<u8>)]) -> Vec<GlobalValue<'ctx>> {
    let is_kept = |text: &GlobalValue<'ctx>| {
        llvm::users(*text).into_iter().any(|user| match llvm::as_instruction(user) {
            Some(inst) => inst.get_opcode() == InstructionOpcode::Store,
            None => true,
        })
    };
    let all: Vec<_> = texts.iter().map(|it| it.0).filter(is_kept).collect();
    if all.len() > limits::FORMATS { Vec::new() } else { all }
}

/// Constant texts that an address may be, in an order that does not depend on addresses; none if
/// there are too many.
fn guesses<'ctx>(layout: &TargetData, format: BasicValueEnum<'ctx>) -> Vec<GlobalValue<'ctx>> {
    let mut found = Vec::new();
    let mut seen: FxHashSet<Identity> = FxHashSet::default();
    let mut open = vec![format];
    while let Some(value) = open.pop() {
        if !seen.insert(value.identity()) {
            continue;
        }
        if seen.len() > limits::VALUES_OF_A_FORMAT {
            return Vec::new();
        }
        match llvm::global_of(value) {
            Some(global) if llvm::constant_bytes(value).is_some() => found.push(global),
            Some(_) => {}
            None => open.extend(sources(layout, value)),
        }
    }
    if found.len() > limits::FORMATS { Vec::new() } else { found }
}

/// What a value may be a copy of.
fn sources<'ctx>(layout: &TargetData, value: BasicValueEnum<'ctx>) -> Vec<BasicValueEnum<'ctx>> {
    let operands = |inst: InstructionValue<'ctx>, from: u32| -> Vec<BasicValueEnum<'ctx>> {
        (from..inst.get_num_operands()).filter_map(|index| llvm::operand(inst, index)).collect()
    };
    let Some(inst) = llvm::as_instruction(value.identity()) else {
        return llvm::parameter(value).map(|(of, index)| passed(of, index)).unwrap_or_default();
    };
    match inst.get_opcode() {
        InstructionOpcode::Phi => operands(inst, 0),
        InstructionOpcode::Select => operands(inst, 1),
        InstructionOpcode::Load => {
            llvm::operand(inst, 0).map(|place| held(layout, place)).unwrap_or_default()
        }
        InstructionOpcode::Call => returned(inst),
        _ => Vec::new(),
    }
}

/// What callers give for a parameter. They give it directly then, if they have it in a variable
/// that holds nothing else.
fn passed<'ctx>(function: FunctionValue<'ctx>, index: u32) -> Vec<BasicValueEnum<'ctx>> {
    let mut all = Vec::new();
    for inst in llvm::users(function).into_iter().filter_map(llvm::as_instruction) {
        let Some(call) = llvm::call(inst).filter(|call| llvm::callee(*call) == Some(function))
        else {
            continue;
        };
        let Some(given) = llvm::arguments(call).and_then(|all| all.get(index as usize).copied())
        else {
            continue;
        };
        let given = direct(given);
        inst.set_operand(index, given);
        all.push(given);
    }
    all
}

/// What a function returns that is called.
fn returned<'ctx>(inst: InstructionValue<'ctx>) -> Vec<BasicValueEnum<'ctx>> {
    let callee = llvm::call(inst).and_then(llvm::callee);
    let all = callee.into_iter().flat_map(llvm::instructions);
    let ends = all.filter(|inst| inst.get_opcode() == InstructionOpcode::Return);
    ends.filter_map(|end| llvm::operand(end, 0)).collect()
}

/// The parameter that a variable holds for as long as its function runs, in the place of what was
/// read from there: what is known of the parameter is known of it then.
fn direct(value: BasicValueEnum<'_>) -> BasicValueEnum<'_> {
    let kept = llvm::kept_value(value).filter(|kept| llvm::parameter(*kept).is_some());
    kept.unwrap_or(value)
}

/// What is written to a place, or is there at first.
fn held<'ctx>(layout: &TargetData, place: BasicValueEnum<'ctx>) -> Vec<BasicValueEnum<'ctx>> {
    let mut base = place;
    loop {
        let inst = llvm::as_instruction(base.identity());
        let inst = inst.filter(|inst| inst.get_opcode() == InstructionOpcode::GetElementPtr);
        let of = inst.and_then(|inst| llvm::operand(inst, 0)).or_else(|| llvm::constant_base(base));
        match of {
            Some(of) => base = of,
            None => break,
        }
    }
    let users = llvm::users(base).into_iter().filter_map(llvm::as_instruction);
    let stores = users.filter(|user| {
        user.get_opcode() == InstructionOpcode::Store && llvm::operand(*user, 1) == Some(base)
    });
    let mut all: Vec<BasicValueEnum<'ctx>> =
        stores.filter_map(|store| llvm::operand(store, 0)).collect();
    let mut leaves = Vec::new();
    if let Some(contents) = llvm::global_of(base).and_then(|global| global.get_initializer()) {
        llvm::constant_leaves(layout, contents, 0, &mut leaves);
    }
    all.extend(leaves.into_iter().map(|(_, leaf)| leaf).filter(|leaf| leaf.is_pointer_value()));
    all
}
