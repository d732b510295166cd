//! The module for native replay: instrumented, before inlining.
//!
//! It makes the same choices in the same order as the lowered program: a choice promises
//! nothing to LLVM, so no later pass moves, merges or drops one.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::{Linkage, Module};
use inkwell::values::{BasicValue, FunctionValue};

use super::branchings;
use super::environment::floating;
use crate::frontend::instrument::Instrument;
use crate::frontend::names::library;
use crate::frontend::{DataModel, FrontendError, llvm};
use crate::program::NativeModule;
use crate::program::runtime::{CHOICE, CHOICE_PREFIX, KEEP, MAIN, MARK, PREFIX, THREADS};

/// A copy of the module in which choice functions call the native runtime.
pub fn write(instrument: &Instrument<'_, '_>) -> Result<NativeModule, FrontendError> {
    instrument.module.verify()?;
    let copy = instrument.module.clone();
    let choices: Vec<_> = copy
        .get_functions()
        .filter(|&function| llvm::name(function).starts_with(CHOICE_PREFIX))
        .collect();
    for choice in choices {
        define_choice(instrument, &copy, choice)?;
    }
    // What the compiler calls for blocks of memory is the machine's own, not what the program
    // or a model calls so, which may be made of blocks itself.
    for name in ["memcpy", "memmove", "memset", "memcmp"] {
        let own = copy.get_function(name).filter(|function| function.count_basic_blocks() > 0);
        if let Some(own) = own {
            own.as_global_value().set_name(&format!("{PREFIX}own_{name}"));
        }
    }
    for nothing in [KEEP, MARK].into_iter().filter_map(|name| copy.get_function(name)) {
        let builder = instrument.context.create_builder();
        builder.position_at_end(instrument.context.append_basic_block(nothing, "entry"));
        builder.build_return(None)?;
        nothing.set_linkage(Linkage::Internal);
    }
    // The run-time library begins threads with it.
    if let Some(threads) = copy.get_function(THREADS) {
        threads.set_linkage(Linkage::External);
    }
    let branchings = branchings::tell(instrument, &copy)?;
    // Frame pointers tell who called, if AddressSanitizer complains.
    let (context, place) = (instrument.context, AttributeLoc::Function);
    let checked = Attribute::get_named_enum_kind_id("sanitize_address");
    for function in llvm::defined(&copy) {
        function.add_attribute(place, context.create_enum_attribute(checked, 0));
        function.add_attribute(place, context.create_string_attribute("frame-pointer", "all"));
    }
    for function in copy.get_functions() {
        let name = llvm::name(function);
        let is_computed =
            library::computes(&name) && !crate::program::runtime::computes_exactly(&name);
        if function.count_basic_blocks() == 0 && is_computed {
            give_zero(instrument, function)?;
        }
    }
    floating::return_exactly(&copy, MAIN);
    copy.verify()?;
    let ilp32 = match llvm::text(copy.get_triple().as_str()).split('-').next() {
        Some("i386" | "i486" | "i586" | "i686") => true,
        Some("x86_64") => false,
        _ => instrument.options.data_model == DataModel::Ilp32,
    };
    let bitcode = copy.write_bitcode_to_memory().as_slice().to_vec();
    let foreign = instrument.options.machine.as_ref().map(|machine| machine.triple.clone());
    Ok(NativeModule { bitcode, ilp32, foreign, branchings })
}

/// Defines a function whose result nothing depends on that is checked.
fn give_zero<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
) -> Result<(), FrontendError> {
    let builder = instrument.context.create_builder();
    builder.position_at_end(instrument.context.append_basic_block(function, "entry"));
    let zero = function.get_type().get_return_type().map(|ty| ty.const_zero());
    builder.build_return(zero.as_ref().map(|zero| zero as &dyn BasicValue<'ctx>))?;
    function.set_linkage(Linkage::Internal);
    Ok(())
}

/// `iN choice(i32 site) { iB x = 0; CHOICE(&x, N, site); return (iN)x; }` with B
/// the next multiple of 8: loads of other integers would have undefined high bits.
fn define_choice<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    module: &Module<'ctx>,
    choice: FunctionValue<'ctx>,
) -> Result<(), FrontendError> {
    let context = instrument.context;
    let internal = |message: &str| FrontendError::Internal(message.to_owned());
    let ty = choice.get_type().get_return_type().map(|ty| ty.into_int_type());
    let ty = ty.ok_or_else(|| internal("a choice without value"))?;
    let site = choice.get_first_param().ok_or_else(|| internal("a choice without site"))?;
    let bits = ty.get_bit_width();
    let stored = instrument.int(bits.next_multiple_of(8));
    let number = context.i32_type();
    let pointer = context.ptr_type(inkwell::AddressSpace::default());
    let parameters = [pointer.into(), number.into(), number.into()];
    let runtime_type = context.void_type().fn_type(&parameters, false);
    let runtime = module
        .get_function(CHOICE)
        .unwrap_or_else(|| module.add_function(CHOICE, runtime_type, None));
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(choice, "entry"));
    let place = builder.build_alloca(stored, "place")?;
    builder.build_store(place, stored.const_zero())?;
    let width = number.const_int(bits.into(), false);
    builder.build_call(runtime, &[place.into(), width.into(), site.into()], "")?;
    let value = builder.build_load(stored, place, "value")?.into_int_value();
    let value = if bits == stored.get_bit_width() {
        value
    } else {
        builder.build_int_truncate(value, ty, "low")?
    };
    builder.build_return(Some(&value))?;
    choice.set_linkage(Linkage::Internal);
    Ok(())
}
