//! `int __llumc_main(void)`: what runs the program.
//!
//! It gives variables that are only declared arbitrary values, calls the entry function
//! with arbitrary arguments (argc ≥ 0), and returns. Everything is inlined into it, and
//! the native runtime calls it.

use inkwell::module::Linkage;
use inkwell::values::{BasicValueEnum, FunctionValue};

use super::instrument::{Instrument, Outcome, PREFIX};
use super::sites::{GLOBALS, MAIN};
use super::{FrontendError, heap, raw};
use crate::program::{GoalKind, InputKind};

/// The entry function that the user names.
///
/// # Errors
/// [`FrontendError::Input`] if it is not defined, or if the program uses our names.
pub fn find<'ctx>(instrument: &Instrument<'ctx, '_>) -> Result<FunctionValue<'ctx>, FrontendError> {
    let names = instrument.module.get_functions().map(raw::name);
    let globals = instrument.module.get_globals().map(|global| raw::text(global.get_name()));
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
        let message = format!("no function '{entry}' is defined in {}", files.join(", "));
        FrontendError::Input(message)
    })
}

/// Makes the function.
pub fn build<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    entry: FunctionValue<'ctx>,
) -> Result<FunctionValue<'ctx>, FrontendError> {
    let context = instrument.context;
    let ty = context.i32_type().fn_type(&[], false);
    let main = instrument.module.add_function(MAIN, ty, None);
    instrument.builder.position_at_end(context.append_basic_block(main, "entry"));
    raw::set_builder_location(&instrument.builder, raw::function_location(context, entry));
    constructors(instrument)?;
    declared_variables(instrument)?;
    let arguments = arguments(instrument, entry)?;
    // Without a location: the chain of calls ends in the entry function.
    instrument.builder.unset_current_debug_location();
    match arguments {
        Some(arguments) => {
            let arguments: Vec<_> = arguments.into_iter().map(Into::into).collect();
            instrument.builder.build_call(entry, &arguments, "")?;
        }
        None => {
            let name = raw::name(entry);
            let what = format!("a parameter of {name} whose type has no arbitrary values");
            instrument.fail(GoalKind::Unsupported(what), None)?;
        }
    }
    let place = raw::function_location(context, entry);
    raw::set_builder_location(&instrument.builder, place);
    heap::check_cleanup(instrument)?;
    instrument.builder.unset_current_debug_location();
    instrument.builder.build_return(Some(&context.i32_type().const_zero()))?;
    Ok(main)
}

/// Arbitrary arguments for the entry function.
fn arguments<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    entry: FunctionValue<'ctx>,
) -> Result<Option<Vec<BasicValueEnum<'ctx>>>, FrontendError> {
    let is_main = raw::name(entry) == "main";
    let mut arguments = Vec::new();
    for (index, parameter) in entry.get_params().into_iter().enumerate() {
        let name = match raw::text(parameter.get_name()) {
            name if name.is_empty() => format!("parameter {index}"),
            name => name,
        };
        let kind = InputKind::External(name);
        let value = match parameter {
            // argc is not negative: one bit less, extended by zeros.
            BasicValueEnum::IntValue(argc)
                if is_main && index == 0 && argc.get_type().get_bit_width() > 1 =>
            {
                let ty = argc.get_type();
                let bits = instrument.choice(ty.get_bit_width() - 1, kind)?;
                instrument.builder.build_int_z_extend(bits, ty, "argc")?.into()
            }
            other => match instrument.any(other.get_type(), &kind)? {
                Some(value) => value,
                None => return Ok(None),
            },
        };
        arguments.push(value);
    }
    Ok(Some(arguments))
}

/// Variables without a definition start with any value.
fn declared_variables(instrument: &mut Instrument<'_, '_>) -> Outcome {
    use inkwell::types::BasicTypeEnum;
    let globals: Vec<_> = instrument.module.get_globals().collect();
    for global in globals {
        let name = raw::text(global.get_name());
        if global.get_initializer().is_some() || name.starts_with("llvm.") {
            continue;
        }
        let Ok(ty) = BasicTypeEnum::try_from(global.get_value_type()) else { continue };
        // What is not split into registers stays declared, as memory of unknown content.
        // One that need not exist (weak) has an address that may be null.
        let weak = global.get_linkage() == Linkage::ExternalWeak;
        if !raw::is_used(global) || !instrument.is_splittable(ty) || weak {
            continue;
        }
        global.set_initializer(&ty.const_zero());
        global.set_constant(false);
        global.set_linkage(Linkage::Internal);
        instrument.approximate(
            "undefined-variable",
            format!("{name} is declared only: it starts with any value"),
            None,
        );
        let pointer = global.as_pointer_value();
        instrument.scramble(pointer, ty, &InputKind::External(name))?;
    }
    Ok(())
}

/// Functions that run before `main` are not modelled; LLVM's own tables go.
fn constructors(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let tables: Vec<_> = instrument.module.get_globals().collect();
    for table in tables {
        let name = raw::text(table.get_name());
        match name.as_str() {
            "llvm.global_ctors" | "llvm.global_dtors" => {
                let what = "a function that runs before or after main (constructor, destructor)";
                instrument.fail(GoalKind::Unsupported(what.to_owned()), None)?;
            }
            "llvm.used" | "llvm.compiler.used" | "llvm.global.annotations" => {}
            _ => continue,
        }
        // SAFETY: nothing refers to LLVM's tables.
        unsafe { table.delete() };
    }
    Ok(())
}
