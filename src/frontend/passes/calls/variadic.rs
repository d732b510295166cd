//! Functions of the program with a variable number of arguments.
//!
//! Each gets one parameter more instead: the address of an object that holds the further
//! arguments of a call as the machine's calling convention lays them out in memory. So a call
//! passes its arguments in an object of its own, of just their size, and an argument too
//! many that is asked for is an invalid read. `va_start` makes a `va_list` that says that
//! no registers are left (System V ABI, AMD64 supplement, section 3.5.7; where an address has
//! 32 bits it is a plain pointer); the code that clang makes of `va_arg` then reads from memory only.
//!
//! Not checked: that an argument is read with the type that it was given.

use inkwell::attributes::AttributeLoc;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, InstructionValue,
    PointerValue,
};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};

/// String attribute of functions that were rewritten: a call through a pointer does not
/// mean them.
pub const REWRITTEN: &str = "llumc-variadic";

/// Rewrites all of them, and their calls.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for old in llvm::defined(&instrument.module) {
        if !old.get_type().is_var_arg() || llvm::name(old) == instrument.options.entry {
            continue;
        }
        let new = rewritten(instrument, old)?;
        for user in llvm::users(old) {
            let Some(inst) = llvm::as_instruction(user) else { continue };
            let Some(call) = llvm::call(inst) else { continue };
            if llvm::callee(call) == Some(old) && call.get_called_fn_type() == old.get_type() {
                if passes_quads(instrument, call) {
                    let what = "a floating-point number of 128 bits as a further argument";
                    instrument.unsupported(inst, what.to_owned())?;
                    continue;
                }
                replace_call(instrument, inst, call, new)?;
            }
        }
        llvm::replace(old, new);
        llvm::delete_function(old);
    }
    list_operations(instrument)
}

/// The function with a parameter for the further arguments; has the body and the name.
fn rewritten<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    old: FunctionValue<'ctx>,
) -> Result<FunctionValue<'ctx>, FrontendError> {
    let context = instrument.context;
    let mut parameters = old.get_type().get_param_types();
    parameters.push(context.ptr_type(inkwell::AddressSpace::default()).into());
    let ty = match old.get_type().get_return_type() {
        Some(ty) => inkwell::types::BasicType::fn_type(&ty, &parameters, false),
        None => context.void_type().fn_type(&parameters, false),
    };
    let name = llvm::name(old);
    old.as_global_value().set_name(&format!("{name}.variadic"));
    let new = instrument.module.add_function(&name, ty, Some(old.get_linkage()));
    let fixed = old.count_params();
    for place in std::iter::once(AttributeLoc::Function)
        .chain([AttributeLoc::Return])
        .chain((0..fixed).map(AttributeLoc::Param))
    {
        for attribute in old.attributes(place) {
            new.add_attribute(place, attribute);
        }
    }
    new.add_attribute(AttributeLoc::Function, context.create_string_attribute(REWRITTEN, ""));
    for block in old.get_basic_blocks() {
        block.remove_from_function().map_err(|()| internal("a block of no function"))?;
        new.append_existing_basic_block(block);
    }
    for (from, to) in old.get_params().into_iter().zip(new.get_params()) {
        to.set_name(&llvm::text(from.get_name()));
        llvm::replace(from, to);
    }
    if let Some(subprogram) = old.get_subprogram() {
        new.set_subprogram(subprogram);
        llvm::forget_subprogram(old);
    }
    let further = new.get_last_param().map(BasicValueEnum::into_pointer_value);
    let further = further.ok_or_else(|| internal("a function without parameters"))?;
    further.set_name("further");
    for inst in llvm::instructions(new) {
        if calls(inst, "llvm.va_start") {
            start(instrument, inst, further)?;
        }
    }
    Ok(new)
}

fn internal(message: &str) -> FrontendError {
    FrontendError::Internal(message.to_owned())
}

fn calls(inst: InstructionValue<'_>, name: &str) -> bool {
    let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name);
    callee.is_some_and(|callee| callee.starts_with(name))
}

fn is_64_bit(instrument: &Instrument<'_, '_>) -> bool {
    instrument.layout.get_pointer_byte_size(None) == 8
}

/// `va_start`: `{ gp_offset, fp_offset, overflow_arg_area, reg_save_area }`, or a pointer.
fn start<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    further: PointerValue<'ctx>,
) -> Outcome {
    /// Behind the last of 6 general-purpose registers, and of 8 vector registers behind these.
    const NO_REGISTERS: [u64; 2] = [48, 176];
    let Some(BasicValueEnum::PointerValue(list)) = llvm::operand(inst, 0) else {
        return Err(internal("va_start without a list"));
    };
    instrument.before(inst);
    let context = instrument.context;
    if is_64_bit(instrument) {
        for (offset, number) in (0..).step_by(4).zip(NO_REGISTERS) {
            let place = at(instrument, list, offset)?;
            instrument.builder.build_store(place, context.i32_type().const_int(number, false))?;
        }
        let place = at(instrument, list, 8)?;
        instrument.builder.build_store(place, further)?;
        let place = at(instrument, list, 16)?;
        instrument.builder.build_store(place, further.get_type().const_null())?;
    } else {
        instrument.builder.build_store(list, further)?;
    }
    inst.erase_from_basic_block();
    Ok(())
}

/// The place so many bytes behind an address.
fn at<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    place: PointerValue<'ctx>,
    offset: u64,
) -> Result<PointerValue<'ctx>, FrontendError> {
    llvm::part(&instrument.builder, place, offset, "part")
}

/// `va_copy` and `va_end` of all functions.
fn list_operations(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            if calls(inst, "llvm.va_copy") {
                let (
                    Some(BasicValueEnum::PointerValue(to)),
                    Some(BasicValueEnum::PointerValue(from)),
                ) = (llvm::operand(inst, 0), llvm::operand(inst, 1))
                else {
                    return Err(internal("va_copy without lists"));
                };
                instrument.before(inst);
                let bytes = if is_64_bit(instrument) { 24 } else { 4 };
                let bytes = instrument.context.i64_type().const_int(bytes, false);
                instrument.builder.build_memcpy(to, 1, from, 1, bytes)?;
            } else if !calls(inst, "llvm.va_end") {
                continue;
            }
            inst.erase_from_basic_block();
        }
    }
    Ok(())
}

/// Whether a call has a floating-point number of 128 bits (`long double` of RISC-V): its address is
/// passed, by code that LLVM makes only later.
fn passes_quads<'ctx>(instrument: &Instrument<'ctx, '_>, call: CallSiteValue<'ctx>) -> bool {
    let is_quad =
        |it: &BasicValueEnum<'ctx>| it.get_type() == instrument.context.f128_type().into();
    llvm::arguments(call).is_some_and(|arguments| arguments.iter().any(is_quad))
}

/// Puts the further arguments of a call into an object, and calls the rewritten function.
fn replace_call<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    new: FunctionValue<'ctx>,
) -> Outcome {
    let fixed = new.count_params() - 1;
    let arguments = llvm::arguments(call).ok_or_else(|| internal("arguments of no type"))?;
    let word = u64::from(instrument.layout.get_pointer_byte_size(None));
    // Where each further argument goes, and as what type: one that is passed by value in
    // memory is itself an address.
    let mut places: Vec<(u64, BasicValueEnum<'ctx>, Option<BasicTypeEnum<'ctx>>)> = Vec::new();
    let mut end = 0u64;
    for (index, argument) in (0..).zip(&arguments).skip(fixed as usize) {
        let by_value = llvm::by_value(call, index);
        let ty = by_value.unwrap_or(argument.get_type());
        let aligned = u64::from(instrument.layout.get_abi_alignment(&ty));
        // On i386 everything has the alignment of a word (System V ABI, i386 supplement, 3-14); on
        // ARM (AAPCS, 6.5) and RISC-V (psABI, "Integer calling convention") 64 bits have their own.
        let is_i386 = word == 4 && instrument.options.machine.is_none();
        if !is_i386 && aligned > word {
            end = end.next_multiple_of(aligned);
        }
        places.push((end, *argument, by_value));
        end = (end + instrument.layout.get_store_size(&ty)).next_multiple_of(word);
    }
    let bytes = instrument.context.i8_type().array_type(end as u32);
    let object = instrument.local_variable(inst, bytes, "further arguments")?;
    if let Some(alloca) = object.as_instruction() {
        alloca.set_alignment(16).map_err(|error| FrontendError::Internal(error.to_string()))?;
    }
    for (offset, argument, by_value) in places {
        let place = at(instrument, object, offset)?;
        match by_value {
            Some(ty) => {
                let size = instrument.layout.get_abi_size(&ty);
                let size = instrument.context.i64_type().const_int(size, false);
                let from = argument.into_pointer_value();
                instrument.builder.build_memcpy(place, 1, from, 1, size)?;
            }
            None => {
                let store = instrument.builder.build_store(place, argument)?;
                store
                    .set_alignment(1)
                    .map_err(|error| FrontendError::Internal(error.to_string()))?;
            }
        }
    }
    let mut passed: Vec<BasicMetadataValueEnum<'ctx>> =
        arguments[..fixed as usize].iter().map(|&argument| argument.into()).collect();
    passed.push(object.into());
    let result = instrument.builder.build_call(new, &passed, "")?;
    for place in [AttributeLoc::Return].into_iter().chain((0..fixed).map(AttributeLoc::Param)) {
        for attribute in call.attributes(place) {
            result.add_attribute(place, attribute);
        }
    }
    if llvm::is_used(inst) {
        llvm::replace(inst, result);
    }
    inst.erase_from_basic_block();
    Ok(())
}
