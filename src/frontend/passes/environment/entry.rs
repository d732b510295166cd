//! `int __llumc_main(void)`: what runs the program.
//!
//! It gives variables that are only declared arbitrary values, calls the entry function
//! with arbitrary arguments (argc ≥ 0), lets what `atexit` registered run, and returns. Functions
//! that run before and behind it are called, too. Everything is inlined into it, and the native
//! runtime calls it.

use inkwell::AddressSpace;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::Linkage;
use inkwell::values::{
    BasicValue, BasicValueEnum, FunctionValue, GlobalValue, InstructionOpcode, PointerValue,
};

use super::{arrays, globals, objects, outside};
use crate::frontend::FrontendError;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified};
use crate::frontend::lower::Pointee;
use crate::frontend::passes::checks::leaks;
use crate::frontend::passes::libc::{atexit, constructors};
use crate::program::runtime::{GLOBALS, MAIN, PREFIX, STREAM_PREFIX, THREADS, YIELD};
use crate::program::{AssumptionKind, GoalKind, InputKind, Outside, Parameter, Passed, Property};
use crate::support::similar;

/// The entry function that the user names.
///
/// # Errors
/// [`FrontendError::Input`] if it is not defined, or if the program uses our names.
pub fn find<'ctx>(instrument: &Instrument<'ctx, '_>) -> Result<FunctionValue<'ctx>, FrontendError> {
    let names = instrument.module.get_functions().map(llvm::name);
    let globals = instrument.module.get_globals().map(|global| llvm::text(global.get_name()));
    if let Some(name) = names.chain(globals).find(|name| name.starts_with(PREFIX)) {
        let message = format!("the name {name} is reserved: names may not start with {PREFIX}");
        return Err(FrontendError::Input(message));
    }
    debug_assert!(GLOBALS.starts_with(PREFIX));
    let entry = &instrument.options.entry;
    let function = instrument.module.get_function(entry);
    function.filter(|function| function.count_basic_blocks() > 0).ok_or_else(|| {
        let files: Vec<_> =
            instrument.options.files.iter().map(|file| file.display().to_string()).collect();
        let names = llvm::defined(&instrument.module).into_iter().map(llvm::name);
        let question = similar::question(entry, names);
        let message = format!("no function '{entry}' is defined in {}{question}", files.join(", "));
        FrontendError::Input(message)
    })
}

/// Makes the function; says also what the program expects from outside.
pub fn build<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    entry: FunctionValue<'ctx>,
) -> Result<(FunctionValue<'ctx>, Outside), FrontendError> {
    let context = instrument.context;
    let ty = context.i32_type().fn_type(&[], false);
    let main = instrument.module.add_function(MAIN, ty, None);
    instrument.builder.position_at_end(context.append_basic_block(main, "entry"));
    llvm::set_builder_location(&instrument.builder, llvm::function_location(context, entry));
    if let Some(threads) = instrument.module.get_function(THREADS) {
        // Without a location: the chain of calls ends in the function of a thread.
        instrument.builder.unset_current_debug_location();
        instrument.builder.build_call(threads, &[], "")?;
        llvm::set_builder_location(&instrument.builder, llvm::function_location(context, entry));
    }
    chosen_at_start(instrument)?;
    let functions = instrument.sites.functions();
    let before = instrument.sites.count();
    declared_variables(instrument)?;
    let mut outside = Outside {
        functions,
        undefined: std::mem::take(&mut instrument.undefined),
        variables: instrument.sites.count() - before,
        entry: llvm::name(entry),
        parameters: vec![],
    };
    let arguments = arguments(instrument, entry, &mut outside.parameters)?;
    outside::define(instrument)?;
    llvm::set_builder_location(&instrument.builder, llvm::function_location(context, entry));
    constructors::begin(instrument)?;
    globals::set(instrument, entry)?;
    llvm::set_builder_location(&instrument.builder, llvm::function_location(context, entry));
    // Without a location: the chain of calls ends in the entry function.
    instrument.builder.unset_current_debug_location();
    match arguments {
        Some(arguments) => {
            let arguments: Vec<_> = arguments.into_iter().map(Into::into).collect();
            instrument.builder.build_call(entry, &arguments, "")?;
        }
        None => {
            let name = llvm::name(entry);
            let what = format!("a parameter of {name} whose type has no arbitrary values");
            instrument.fail(GoalKind::Unsupported(what), None)?;
        }
    }
    let mut ends = llvm::instructions(entry).into_iter();
    let end = ends.find(|inst| inst.get_opcode() == InstructionOpcode::Return);
    match end.and_then(|end| end.get_debug_location()) {
        Some(place) => instrument.builder.set_current_debug_location(place),
        None => {
            let place = llvm::function_location(context, entry);
            llvm::set_builder_location(&instrument.builder, place);
        }
    }
    others_may_run(instrument)?;
    leaks::at_the_end(instrument)?;
    atexit::run_handlers(instrument)?;
    leaks::all_freed(instrument)?;
    instrument.builder.unset_current_debug_location();
    instrument.builder.build_return(Some(&context.i32_type().const_zero()))?;
    no_tables(instrument);
    Ok((main, outside))
}

/// Inserts: what is chosen when the program begins.
fn chosen_at_start(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for (variable, kind) in std::mem::take(&mut instrument.at_start) {
        let bit = instrument.choice(1, kind)?;
        let byte = instrument.context.i8_type();
        let value = instrument.builder.build_int_z_extend(bit, byte, "chosen")?;
        instrument.builder.build_store(variable.as_pointer_value(), value)?;
    }
    Ok(())
}

/// Inserts, if there are threads: others may run before all ends.
fn others_may_run(instrument: &Instrument<'_, '_>) -> Outcome {
    if instrument.module.get_function(THREADS).is_some() {
        instrument.tell(YIELD, &[])?;
    }
    Ok(())
}

/// Arbitrary arguments for the entry function. Notes how each is passed.
fn arguments<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    entry: FunctionValue<'ctx>,
    parameters: &mut Vec<Parameter>,
) -> Result<Option<Vec<BasicValueEnum<'ctx>>>, FrontendError> {
    let is_main = llvm::name(entry) == "main";
    let mut arguments = Vec::new();
    let lengths = arrays::lengths(instrument, entry)?;
    for (index, parameter) in entry.get_params().into_iter().enumerate() {
        let name = match llvm::text(parameter.get_name()) {
            name if name.is_empty() => format!("parameter {index}"),
            name => name,
        };
        let kind = InputKind::External(name);
        let before = instrument.sites.count();
        let mut passed = Passed::Otherwise;
        let value = match parameter {
            // argc is not negative: fewer bits, extended by zeros.
            BasicValueEnum::IntValue(argc)
                if is_main && index == 0 && argc.get_type().get_bit_width() > 1 =>
            {
                let ty = argc.get_type();
                let bits = outside::count_bits(instrument, ty.get_bit_width());
                let bits = instrument.choice(bits, kind)?;
                instrument.builder.build_int_z_extend(bits, ty, "argc")?.into()
            }
            // Objects of other address spaces (segment registers of x86, say) are not modelled.
            BasicValueEnum::PointerValue(parameter)
                if parameter.get_type().get_address_space() != AddressSpace::default() =>
            {
                return Ok(None);
            }
            BasicValueEnum::PointerValue(parameter)
                if llvm::by_value_parameter(entry, index as u32).is_some() =>
            {
                by_value(instrument, entry, index as u32, parameter)?
            }
            // It is made when its length is known.
            BasicValueEnum::PointerValue(parameter) if lengths[index].is_some() => {
                parameter.get_type().const_null().into()
            }
            // Where the caller wants the result: an object that nobody else knows.
            BasicValueEnum::PointerValue(_)
                if let Some(ty) = llvm::returned_in_parameter(entry, index as u32) =>
            {
                let bytes = instrument.layout.get_abi_size(&ty);
                let result = Pointee { bytes, ..Pointee::default() };
                let object = variable(instrument, &result, "result")?;
                if let Some(inst) = object.as_instruction() {
                    let alignment = instrument.layout.get_abi_alignment(&ty);
                    inst.set_alignment(alignment)
                        .map_err(|error| FrontendError::Internal(error.to_string()))?;
                }
                object.into()
            }
            BasicValueEnum::PointerValue(pointer) if is_read(pointer) => {
                if is_main
                    && index == 1
                    && let Some(BasicValueEnum::IntValue(argc)) = arguments.first()
                {
                    outside::strings(instrument, *argc, "argument")?
                } else if is_main && index == 2 {
                    outside::environment(instrument)?
                } else if objects::may_be_other(instrument, entry, pointer) {
                    let InputKind::External(name) = kind else { return Ok(None) };
                    match instrument.any(pointer.get_type().into(), &InputKind::Pointer(name))? {
                        Some(value) => value,
                        None => return Ok(None),
                    }
                } else {
                    let pointee = objects::pointee(instrument, entry, pointer);
                    if pointee.pointers.is_empty() && pointee.others.is_empty() {
                        passed = Passed::Object(pointee.bytes);
                    }
                    fresh_object(instrument, &llvm::name(entry), kind, &pointee)?
                }
            }
            other => match instrument.any(other.get_type(), &kind)? {
                Some(value) => {
                    passed = by_itself(entry, index as u32, value);
                    value
                }
                None => return Ok(None),
            },
        };
        parameters.push(Parameter { inputs: instrument.sites.count() - before, passed });
        arguments.push(value);
    }
    for (index, length) in lengths.iter().enumerate() {
        if let Some(length) = length {
            arguments[index] = arrays::make(instrument, entry, (index, length), &arguments)?;
        }
    }
    Ok(Some(arguments))
}

/// How a value is passed that is no address of an object of ours.
fn by_itself(entry: FunctionValue<'_>, index: u32, value: BasicValueEnum<'_>) -> Passed {
    match value {
        BasicValueEnum::IntValue(_) => {
            let kind = Attribute::get_named_enum_kind_id("signext");
            let attribute = entry.get_enum_attribute(AttributeLoc::Param(index), kind);
            Passed::Integer { signed: attribute.is_some() }
        }
        BasicValueEnum::FloatValue(_) => Passed::Float,
        _ => Passed::Otherwise,
    }
}

/// Whether a function does more with a parameter than to store it in a variable that it
/// never reads.
fn is_read(parameter: PointerValue<'_>) -> bool {
    llvm::users(parameter).into_iter().any(|user| match llvm::as_instruction(user) {
        Some(inst) if inst.get_opcode() == InstructionOpcode::Store => {
            let place = llvm::operand(inst, 1);
            let part = place.and_then(|place| place.as_instruction_value());
            let users = place.map(llvm::users).unwrap_or_default();
            // A part of a structure is read by another address.
            part.is_some_and(|part| part.get_opcode() != InstructionOpcode::Alloca)
                || users.into_iter().any(|user| user != inst.identity())
        }
        _ => true,
    })
}

/// A new variable of the program's start, with arbitrary contents.
fn variable<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    pointee: &Pointee,
    name: &str,
) -> Result<PointerValue<'ctx>, FrontendError> {
    let ty = instrument.context.i8_type().array_type(objects::size(pointee));
    if instrument.requested(Property::Uninit) && !instrument.is_splittable(ty.into()) {
        let message = "with uninit, --max-allocation must be smaller: what a parameter points to \
                       is written byte by byte";
        return Err(FrontendError::Input(message.to_owned()));
    }
    let here = instrument.builder.get_insert_block().expect("the builder stands in main");
    match here.get_first_instruction() {
        Some(first) => instrument.builder.position_before(&first),
        None => instrument.builder.position_at_end(here),
    }
    let variable = instrument.builder.build_alloca(ty, name)?;
    if let Some(inst) = variable.as_instruction() {
        let alignment = objects::alignment(instrument, pointee);
        inst.set_alignment(alignment).map_err(|it| FrontendError::Internal(it.to_string()))?;
    }
    instrument.builder.position_at_end(here);
    instrument.scramble(variable, ty.into(), &InputKind::External(name.to_owned()))?;
    Ok(variable)
}

/// What a pointer is that the entry function gets: null, or the address of an object of its
/// own, in which pointers are likewise.
fn fresh_object<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    entry: &str,
    kind: InputKind,
    pointee: &Pointee,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let InputKind::External(name) = &kind else {
        return Err(FrontendError::Internal("a parameter is no input".to_owned()));
    };
    let bytes = pointee.bytes;
    let inside = match pointee.pointers.is_empty() {
        true => "",
        false => "; so are pointers in it",
    };
    instrument.assume(
        AssumptionKind::PointerParameter,
        format!(
            "the parameter {name} of {entry} is null or points to an object of {bytes} bytes{} \
             (option --max-allocation), not on the heap, that nothing else points to{inside}",
            objects::says(pointee)
        ),
        None,
    );
    let object = variable(instrument, pointee, name)?;
    objects::point_on(instrument, object, name, pointee, variable)?;
    objects::null_or(instrument, object, kind)
}

/// A structure that the caller passes by the address of a copy.
fn by_value<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    entry: FunctionValue<'ctx>,
    index: u32,
    parameter: PointerValue<'ctx>,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let name = llvm::text(parameter.get_name());
    let ty = llvm::by_value_parameter(entry, index);
    let size = ty.map_or(0, |ty| instrument.layout.get_abi_size(&ty));
    let bytes = instrument.options.limits.allocation;
    let inside = objects::contents(instrument, entry, (&name, size));
    if !inside.pointers.is_empty() {
        let what = format!(
            "pointers in the parameter {name} of {} are null or point to objects of {bytes} bytes \
             (option --max-allocation) that nothing else points to",
            llvm::name(entry)
        );
        instrument.assume(AssumptionKind::PointerParameter, what, None);
    }
    let object = variable(instrument, &inside, &name)?;
    objects::point_on(instrument, object, &name, &inside, variable)?;
    Ok(object.into())
}

/// Variables without a definition start with any value; pointers are null or lead to objects.
fn declared_variables(instrument: &mut Instrument<'_, '_>) -> Outcome {
    use inkwell::types::BasicTypeEnum;
    let globals: Vec<_> = instrument.module.get_globals().collect();
    for global in globals {
        let name = llvm::text(global.get_name());
        if global.get_initializer().is_some() || name.starts_with("llvm.") {
            continue;
        }
        let Ok(ty) = BasicTypeEnum::try_from(global.get_value_type()) else { continue };
        if STREAMS.contains(&name.as_str()) && ty.is_pointer_type() {
            stream(instrument, global, &name);
            continue;
        }
        if ENVIRONMENT.contains(&name.as_str()) && ty.is_pointer_type() {
            if llvm::is_used(global) {
                global.set_initializer(&ty.const_zero());
                global.set_linkage(Linkage::Internal);
                let strings = outside::environment(instrument)?;
                instrument.builder.build_store(global.as_pointer_value(), strings)?;
            }
            continue;
        }
        // What is not split into registers stays declared, as memory of unknown content.
        // One that need not exist (weak) has an address that may be null.
        let weak = global.get_linkage() == Linkage::ExternalWeak;
        // Nor is known how long an array is that is declared without a length.
        let size = instrument.layout.get_abi_size(&ty);
        if !llvm::is_used(global) || !instrument.is_splittable(ty) || weak || size == 0 {
            continue;
        }
        global.set_initializer(&ty.const_zero());
        global.set_constant(false);
        global.set_linkage(Linkage::Internal);
        let place = global.as_pointer_value();
        let kind = InputKind::External(name.clone());
        let pointee = objects::pointee_of(instrument, global).filter(|_| ty.is_pointer_type());
        let Some(pointee) = pointee else {
            let what = format!("{name} is declared only: it starts with any value");
            instrument.assume(AssumptionKind::UndefinedVariable, what, None);
            instrument.scramble(place, ty, &kind)?;
            continue;
        };
        let what = format!(
            "{name}, which is declared only, is null or the address of an object of {} bytes{} that \
             nothing else leads to, in which pointers are likewise",
            pointee.bytes,
            objects::says(&pointee)
        );
        instrument.assume(AssumptionKind::OutsideObject, what, None);
        let target = format!("*{name}");
        let object = variable(instrument, &pointee, &target)?;
        objects::point_on(instrument, object, &target, &pointee, variable)?;
        let value = objects::null_or(instrument, object, kind)?;
        instrument.builder.build_store(place, value)?;
    }
    Ok(())
}

/// The names of the variable of POSIX that leads to the strings of the environment.
const ENVIRONMENT: [&str; 3] = ["environ", "__environ", "_environ"];

/// The streams that are open when a program begins (C17 7.21.1p3), where they are variables.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// Gives the variable of a stream an object of its own.
fn stream<'ctx>(instrument: &Instrument<'ctx, '_>, variable: GlobalValue<'ctx>, name: &str) {
    let byte = instrument.context.i8_type();
    let object = instrument.module.add_global(byte, None, &format!("{STREAM_PREFIX}{name}"));
    object.set_initializer(&byte.const_zero());
    object.set_linkage(Linkage::Internal);
    variable.set_initializer(&object.as_pointer_value());
    variable.set_linkage(Linkage::Internal);
}

/// LLVM's own tables go.
fn no_tables(instrument: &Instrument<'_, '_>) {
    let tables: Vec<_> = instrument.module.get_globals().collect();
    for table in tables {
        let name = llvm::text(table.get_name());
        let more = ["llvm.used", "llvm.compiler.used", "llvm.global.annotations"];
        if [constructors::BEFORE, constructors::BEHIND].contains(&name.as_str())
            || more.contains(&name.as_str())
        {
            llvm::delete_variable(table);
        }
    }
}
