//! Calls of functions that nobody defines: what they return, and what they may change.
//!
//! The policy ([`Undefined`]) says what such a call does to memory; for every policy it is an
//! assumption that the function returns, frees nothing and violates nothing.

use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, InstructionValue,
};

use super::callbacks::Callbacks;
use super::reach::{self, Reach};
use super::structures;
use crate::frontend::clang::declarations;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::names::{harness, library};
use crate::frontend::passes::environment::{objects, unset};
use crate::frontend::passes::libc::{errno, formats};
use crate::frontend::{FrontendError, Undefined, llvm};
use crate::program::runtime::END_EXIT;
use crate::program::{AssumptionKind, InputKind, Reading};

/// Undefined functions that do, leading underscores aside, what no call does: they let something
/// run later. So do others of the library ([`library`]).
const NO_CALLS: [&str; 2] = ["on_exit", "cxa_atexit"];

/// Those whose names begin so, likewise.
const NO_CALLS_OF: [&str; 3] = ["pthread_", "thrd_", "atomic_"];

/// Gives a call of a function that is neither defined nor known its meaning.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn call<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    callee: FunctionValue<'ctx>,
    name: &str,
    (reach, callbacks): (&Reach<'ctx>, &Callbacks<'ctx>),
) -> Outcome {
    if library::is_computation(call, name) {
        return Ok(());
    }
    if library::is_meant(call, name) {
        return instrument.unsupported(inst, library::not_modelled(name));
    }
    if formats::is_one(name) {
        let what = format!("a call of {name} in a way that is not modelled");
        return instrument.unsupported(inst, what);
    }
    if name.starts_with("__builtin_") {
        // Whatever it is, its meaning is a compiler's (C17 7.1.3).
        let what = format!("a call of {name}, which this clang does not know");
        return instrument.unsupported(inst, what);
    }
    // A pointer that nobody looks at is as good as none.
    let returned = call.get_called_fn_type().get_return_type();
    let returned = returned.filter(|ty| llvm::is_used(inst) || !ty.is_pointer_type());
    let in_memory = structures::own(instrument, inst, call, name)?;
    if harness::input_type(name).is_none() {
        let effect = match effect(instrument, inst, name, returned, (reach, callbacks))? {
            Ok(effect) => effect,
            Err(obstacle) => {
                let what = format!("a call of the undefined function {name} {obstacle}");
                return instrument.unsupported(inst, what);
            }
        };
        let returns = match returned.is_some() || in_memory.is_some() {
            true => "returns any value",
            false => "returns",
        };
        let what = format!("{name} is not defined: it {returns}{}", effect.says());
        instrument.assume(AssumptionKind::UndefinedFunction, what, llvm::location(inst));
        if instrument.rounds_dynamically {
            let what = format!("{name}, which is not defined, leaves the rounding mode as it is");
            let loc = llvm::location(inst);
            instrument.assume(AssumptionKind::RoundingToNearest, what, loc);
        }
        let reached = match effect {
            Effect::Changes => Some("all that it can reach"),
            Effect::Arguments { changes: true } => Some("what its arguments lead to"),
            Effect::Arguments { changes: false } | Effect::Nothing { .. } | Effect::Pure { .. } => {
                None
            }
        };
        let returns_address = returned.is_some_and(|ty| ty.is_pointer_type());
        let is_plain = !returns_address && in_memory.is_none() && reached.is_none();
        *instrument.undefined.entry(name.to_owned()).or_insert(true) &= is_plain;
        if let Some(reached) = reached {
            let interrupted = match instrument.options.interrupts.handlers.is_empty() {
                true => "",
                false => ", and no interrupt comes while it runs",
            };
            let what = format!("{name}, which is not defined, may change {reached}{interrupted}");
            instrument.assume(AssumptionKind::ExternChanges, what, llvm::location(inst));
        }
        if effect == Effect::Changes {
            callbacks.list(instrument, inst, name);
        }
        if let Some(function) = &reach.by_name
            && instrument.options.undefined == Undefined::Changes
        {
            let what = format!("no function of the program is called by its name, as {function}");
            instrument.assume(AssumptionKind::NoCallsByName, what, llvm::location(inst));
        }
    }
    if never_returns(inst, call, callee) {
        instrument.assume(
            AssumptionKind::UndefinedNoreturnFunction,
            format!("{name} is not defined and declared not to return: it ends the program"),
            llvm::location(inst),
        );
        instrument.stop(END_EXIT)?;
        return Instrument::finish(inst);
    }
    if let Some(in_memory) = in_memory {
        in_memory.hand_over(instrument)?;
    }
    let Some(ty) = returned else {
        inst.erase_from_basic_block();
        return Ok(());
    };
    let value = match ty {
        BasicTypeEnum::PointerType(_)
            if harness::input_type(name).is_none() || unset::are_valid(instrument) =>
        {
            Some(pointer(instrument, inst, name)?)
        }
        ty => result(instrument, callee, name, ty)?,
    };
    let Some(value) = value else {
        let what = format!("a call of the undefined function {name} with its result type");
        return instrument.unsupported(inst, what);
    };
    if llvm::is_used(inst) {
        llvm::replace(inst, value);
    }
    inst.erase_from_basic_block();
    Ok(())
}

/// What a call does besides returning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// Nothing, as there is nothing that it could get at.
    Nothing {
        /// But that it may set `errno`.
        errno: bool,
    },
    /// It writes nothing, as the policy says.
    Pure {
        /// But that it may set `errno`.
        errno: bool,
    },
    /// It may change what arguments lead to.
    Arguments {
        /// And there are some that are not to `const`.
        changes: bool,
    },
    /// It may change what it can get at.
    Changes,
}

impl Effect {
    /// For people, behind "it returns".
    fn says(self) -> &'static str {
        match self {
            Self::Nothing { errno: false } => " and does nothing else",
            Self::Nothing { errno: true } => ", may set errno and does nothing else",
            Self::Pure { errno: false } => ", writes nothing and calls nothing back",
            Self::Pure { errno: true } => {
                ", may set errno, writes nothing else and calls nothing back"
            }
            Self::Arguments { changes: true } => {
                ", changes only what its pointer arguments lead to directly, but for those to \
                 const, frees nothing and calls nothing back"
            }
            Self::Arguments { changes: false } => {
                ", writes nothing, as its pointer arguments are to const, and calls nothing back"
            }
            Self::Changes => ", frees nothing and violates nothing",
        }
    }
}

/// What stands in the way of a call for which [`does_more`] holds.
const MORE: &str = "that may do more than change memory";

/// Whether a call lets something run later, as far as the name tells.
fn does_more(call: CallSiteValue<'_>, name: &str) -> bool {
    let plain = name.trim_start_matches('_');
    NO_CALLS.contains(&plain)
        || NO_CALLS_OF.iter().any(|prefix| plain.starts_with(prefix))
        || library::is_meant(call, plain)
}

/// Inserts what a call does besides returning; or says what stands in the way.
fn effect<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    name: &str,
    returned: Option<BasicTypeEnum<'ctx>>,
    (reach, callbacks): (&Reach<'ctx>, &Callbacks<'ctx>),
) -> Result<Result<Effect, String>, FrontendError> {
    let callee = llvm::call(inst).and_then(|call| Some((call, llvm::callee(call)?)));
    let Some((call, callee)) = callee else {
        return Err(FrontendError::Internal("a call that names no function".to_owned()));
    };
    match instrument.options.undefined {
        Undefined::Pure => {}
        Undefined::Strict => {
            if returned.is_some_and(|ty| ty.is_pointer_type()) {
                return Ok(Err("that returns a pointer".to_owned()));
            }
            let scalar = |value: &BasicValueEnum<'ctx>| {
                matches!(value, BasicValueEnum::IntValue(_) | BasicValueEnum::FloatValue(_))
            };
            if !llvm::arguments(call).is_some_and(|arguments| arguments.iter().all(scalar)) {
                return Ok(Err("with a pointer".to_owned()));
            }
            if let Some(global) = &reach.visible {
                return Ok(Err(format!("that could change the global variable {global}")));
            }
        }
        Undefined::Arguments if reach::gives_addresses(instrument, call) => {
            if does_more(call, name) {
                return Ok(Err(MORE.to_owned()));
            }
            let Some(arguments) = llvm::arguments(call) else {
                return Ok(Err("whose arguments are not modelled".to_owned()));
            };
            let constant = declarations::constant_parameters(callee);
            let mut changes = false;
            for (index, argument) in (0..).zip(arguments) {
                if let BasicValueEnum::PointerValue(at) = argument
                    && !constant.contains(&index)
                    && llvm::by_value(call, index).is_none()
                {
                    instrument.havoc_direct(at)?;
                    changes = true;
                }
            }
            errno::any(instrument)?;
            return Ok(Ok(Effect::Arguments { changes }));
        }
        Undefined::Arguments => {}
        Undefined::Changes if reach.anything => {
            if does_more(call, name) {
                return Ok(Err(MORE.to_owned()));
            }
            let Some(mut from) = given(instrument, call)? else {
                return Ok(Err("whose arguments are not modelled".to_owned()));
            };
            // It may have been given an address before.
            from.extend(reach.addresses());
            callbacks.give(instrument, inst)?;
            instrument.havoc(&from)?;
            errno::any(instrument)?;
            callbacks.run(instrument)?;
            return Ok(Ok(Effect::Changes));
        }
        // One that was not counted on ([`reach::is_undefined`]).
        Undefined::Changes if reach::gives_addresses(instrument, call) => {
            return Ok(Err("in a way that is not known".to_owned()));
        }
        Undefined::Changes => {}
    }
    let errno = errno::any(instrument)?;
    let pure = instrument.options.undefined == Undefined::Pure;
    Ok(Ok(if pure { Effect::Pure { errno } } else { Effect::Nothing { errno } }))
}

/// The addresses that a call gives away, and numbers that may have been some; none if an argument
/// is neither.
fn given<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    call: CallSiteValue<'ctx>,
) -> Result<Option<Vec<BasicMetadataValueEnum<'ctx>>>, FrontendError> {
    let Some(arguments) = llvm::arguments(call) else { return Ok(None) };
    let mut from: Vec<BasicMetadataValueEnum<'ctx>> = Vec::new();
    for argument in arguments {
        match argument {
            BasicValueEnum::PointerValue(_) => from.push(argument.into()),
            // It may have been an address, or several.
            BasicValueEnum::IntValue(number) => {
                let (ty, address) = (number.get_type(), instrument.pointer_sized());
                let bits = address.get_bit_width();
                for place in 0..ty.get_bit_width() / bits {
                    let low = ty.const_int(u64::from(place * bits), false);
                    let builder = &instrument.builder;
                    let part = builder.build_right_shift(number, low, false, "part")?;
                    from.push(builder.build_int_cast(part, address, "part")?.into());
                }
            }
            BasicValueEnum::FloatValue(_) => {}
            _ => return Ok(None),
        }
    }
    Ok(Some(from))
}

/// Null, or the address of a new object.
fn pointer<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    name: &str,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let caller = inst.get_parent().and_then(|block| block.get_parent());
    let caller =
        caller.ok_or_else(|| FrontendError::Internal("a call in no function".to_owned()))?;
    let pointee = objects::pointee(instrument, caller, inst);
    let what = format!(
        "what {name} returns is null or the address of an object of {} bytes{} that nothing else \
         leads to, in which pointers are likewise",
        pointee.bytes,
        objects::says(&pointee)
    );
    instrument.assume(AssumptionKind::OutsideObject, what, llvm::location(inst));
    let is_input = harness::input_type(name).is_some();
    objects::given(instrument, &format!("{name}()"), &pointee, is_input)
}

/// Any value that a function of this name may return; none if its type has no arbitrary values.
fn result<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    callee: FunctionValue<'ctx>,
    name: &str,
    ty: BasicTypeEnum<'ctx>,
) -> Result<Option<BasicValueEnum<'ctx>>, FrontendError> {
    let reading = match ty {
        BasicTypeEnum::FloatType(_) => Reading::Float,
        _ if is_signed(name, callee) => Reading::Signed,
        _ => Reading::Unsigned,
    };
    let kind = InputKind::Call { function: name.to_owned(), reading };
    match ty {
        // However it is declared, a Boolean input is 0 or 1.
        BasicTypeEnum::IntType(ty)
            if harness::input_type(name) == Some("bool") && ty.get_bit_width() > 1 =>
        {
            let bit = instrument.choice(1, kind)?;
            Ok(Some(instrument.builder.build_int_z_extend(bit, ty, "bool")?.into()))
        }
        ty => instrument.any(ty, &kind),
    }
}

/// Whether the declaration promises that the function does not return: by attribute, or
/// (clang drops that when it checks for returns) by its check for a return, which has
/// the position of the call.
fn never_returns<'ctx>(
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    callee: FunctionValue<'ctx>,
) -> bool {
    use inkwell::attributes::{Attribute, AttributeLoc};
    let noreturn = Attribute::get_named_enum_kind_id("noreturn");
    if call.get_enum_attribute(AttributeLoc::Function, noreturn).is_some()
        || callee.get_enum_attribute(AttributeLoc::Function, noreturn).is_some()
    {
        return true;
    }
    let Some(next) = inst.get_next_instruction() else { return false };
    let block = inst.get_parent().expect("the instruction is in a block");
    // The check is the next instruction, or in a block that a branch right here leads to.
    let behind = match next.is_terminator() {
        true => {
            llvm::successors(block).into_iter().filter_map(|b| b.get_first_instruction()).collect()
        }
        false => vec![next],
    };
    behind.into_iter().any(|next| {
        let handler = llvm::call(next).and_then(llvm::callee).map(llvm::name);
        handler.is_some_and(|name| name.starts_with("__ubsan_handle_builtin_unreachable"))
            && llvm::location(next).is_some()
            && llvm::location(next) == llvm::location(inst)
    })
}

/// Whether an input is to be printed as a signed number: by its name or by the
/// extension of narrow results.
fn is_signed(name: &str, callee: FunctionValue<'_>) -> bool {
    use inkwell::attributes::{Attribute, AttributeLoc};
    let zeroext = Attribute::get_named_enum_kind_id("zeroext");
    if callee.get_enum_attribute(AttributeLoc::Return, zeroext).is_some() {
        return false;
    }
    let unsigned = |ty: &str| {
        ty.starts_with('u') || matches!(ty, "bool" | "size_t" | "pointer" | "charp" | "pchar")
    };
    !harness::input_type(name).is_some_and(unsigned)
}
