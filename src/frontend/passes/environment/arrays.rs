//! Parameters of the entry function that lead to arrays of which another parameter is the length
//! (`--entry 'f(data[length], length)'`): each is an object of that many elements, of any number, as
//! an array of variable length is ([`crate::frontend::passes::lifetimes::stack_arrays`]).

use inkwell::IntPredicate;
use inkwell::values::{BasicValueEnum, FunctionValue, IntValue};

use super::objects;
use crate::frontend::instrument::Instrument;
use crate::frontend::lower::Pointee;
use crate::frontend::passes::libc::heap;
use crate::frontend::{ArrayLength, FrontendError, llvm, lower};
use crate::program::runtime::END_ASSUMPTION;
use crate::program::{AssumptionKind, Property};

/// No object of a program has more bytes, on a machine with addresses of so many bits: half of those
/// that addresses tell apart, of which 64-bit machines use 48 bits.
fn most_bytes(bits: u32) -> u128 {
    1 << (bits.min(48) - 1)
}

/// How many bytes an element has of an array that a pointer leads to.
fn bytes_of_element(pointee: &Pointee) -> u64 {
    if pointee.of.is_some() { pointee.element.max(1) } else { 1 }
}

/// Of each parameter of the entry function the length of the array that it leads to, if it does.
///
/// # Errors
/// [`FrontendError::Input`] if a name is none of a parameter, or its type is another one.
pub fn lengths<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    entry: FunctionValue<'ctx>,
) -> Result<Vec<Option<ArrayLength>>, FrontendError> {
    let function = llvm::name(entry);
    let all = entry.get_params();
    let names: Vec<String> = all.iter().map(|it| llvm::text(it.get_name())).collect();
    let index = |name: &str| {
        names.iter().position(|it| it == name).ok_or_else(|| {
            let message =
                format!("--entry: {function} has no parameter '{name}', but {}", names.join(", "));
            FrontendError::Input(message)
        })
    };
    let mut lengths = vec![None; all.len()];
    for parameter in &instrument.options.parameters {
        let at = index(&parameter.name)?;
        let Some(length) = &parameter.length else { continue };
        let refuse = |what: &str| {
            let said = format!("--entry '{function}({}[…])'", parameter.name);
            Err(FrontendError::Input(format!("{said}: {what}")))
        };
        if function == "main" {
            return refuse("the arguments of main are strings; call another function");
        }
        if !all[at].is_pointer_value() || llvm::by_value_parameter(entry, at as u32).is_some() {
            return refuse(&format!("{} is no pointer to an array", parameter.name));
        }
        let bits = instrument.pointer_sized().get_bit_width();
        if let ArrayLength::Parameter(name) = length {
            match all[index(name)?] {
                BasicValueEnum::IntValue(count) if count.get_type().get_bit_width() <= bits => {}
                _ => return refuse(&format!("{name} is no integer of at most {bits} bits")),
            }
        }
        let element = objects::pointee(instrument, entry, all[at].into_pointer_value());
        if !element.pointers.is_empty() || !element.others.is_empty() {
            let ty = element.of.unwrap_or_default();
            return refuse(&format!("arrays of what holds pointers ({ty}) are not modelled"));
        }
        // With one that is longer than any there would be no run.
        if let ArrayLength::Constant(number) = length
            && u128::from(*number) * u128::from(bytes_of_element(&element)) > most_bytes(bits)
        {
            return refuse(&format!("no array has {number} elements here"));
        }
        lengths[at] = Some(length.clone());
    }
    Ok(lengths)
}

/// Makes the array that a parameter leads to, where all other arguments are known.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn make<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    entry: FunctionValue<'ctx>,
    (at, length): (usize, &ArrayLength),
    arguments: &[BasicValueEnum<'ctx>],
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let all = entry.get_params();
    let name = llvm::text(all[at].get_name());
    let pointee = objects::pointee(instrument, entry, all[at].into_pointer_value());
    let element = bytes_of_element(&pointee);
    let size = instrument.pointer_sized();
    let (count, says, from): (IntValue<'ctx>, String, &str) = match length {
        ArrayLength::Constant(number) => (size.const_int(*number, false), number.to_string(), ""),
        ArrayLength::Parameter(of) => {
            let index = all.iter().position(|it| llvm::text(it.get_name()) == *of);
            let index = index.expect("it was looked up");
            let signed = is_signed(instrument, entry, all[index]);
            let count = arguments[index].into_int_value();
            if signed {
                let zero = count.get_type().const_zero();
                let negative = instrument.builder.build_int_compare(
                    IntPredicate::SLT,
                    count,
                    zero,
                    "negative",
                )?;
                instrument.stop_if(negative, END_ASSUMPTION)?;
            }
            let count =
                instrument.builder.build_int_cast_sign_flag(count, size, signed, "count")?;
            (count, of.clone(), if signed { " (not negative)" } else { "" })
        }
    };
    let of = pointee.of.as_ref().map_or_else(String::new, |of| format!(" ({of})"));
    let function = llvm::name(entry);
    let most = most_bytes(size.get_bit_width());
    let what = format!(
        "the parameter {name} of {function} is not null: it points to an array of {says}{from} elements of \
         {element} bytes{of}, 2^{} bytes at most, aligned as by malloc, that nothing else points to",
        most.ilog2()
    );
    instrument.assume(AssumptionKind::PointerParameter, what, None);
    let (bytes, lost) = heap::product(instrument, count, size.const_int(element, false))?;
    // There is none that is larger than memory.
    instrument.stop_if(lost, END_ASSUMPTION)?;
    let most = size.const_int(most as u64, false);
    let builder = &instrument.builder;
    let beyond = builder.build_int_compare(IntPredicate::UGT, bytes, most, "beyond")?;
    instrument.stop_if(beyond, END_ASSUMPTION)?;
    let object = heap::allocate(instrument, bytes, heap::Place::Parameter(&name))?;
    if instrument.requested(Property::Uninit) {
        // The caller has written it.
        instrument.havoc_direct(object.into_pointer_value())?;
    }
    Ok(object)
}

/// Whether an integer parameter is signed, as its declaration says; if that is not known it is not.
fn is_signed<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    entry: FunctionValue<'ctx>,
    parameter: BasicValueEnum<'ctx>,
) -> bool {
    let storage = objects::storage(instrument, parameter);
    storage.is_some_and(|storage| {
        lower::inside_of(&instrument.module, entry, (None, &storage), 0).signed
    })
}
