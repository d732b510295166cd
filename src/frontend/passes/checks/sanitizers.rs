//! clang's sanitizer checks become goals.
//!
//! A failed check of clang branches to a block that calls `__ubsan_handle_…` with static
//! data (position, types) and the operands. One handler may serve several properties:
//! division by zero and `INT_MIN / -1`; amount and base of a shift. They are told apart
//! by the operands, each a goal of its own. A part whose property is not requested goes
//! on behind the check as if nothing had happened, which [`super::arithmetic`] has made
//! well defined.

use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::values::{
    BasicValue, BasicValueEnum, CallSiteValue, InstructionOpcode, InstructionValue, IntValue,
};

use super::bit_fields;
use super::handlers::{HANDLER_PREFIX, StaticData, TypeDescriptor};
use crate::frontend::clang::module;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use crate::program::{AssumptionKind, GoalKind, Property};

/// Replaces every call of a handler.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        for block in function.get_basic_blocks() {
            let mut ended = false;
            for inst in block.get_instructions() {
                ended |= Instrument::ends_path(inst);
                let Some(call) = llvm::call(inst) else { continue };
                let Some(name) = llvm::callee(call).map(llvm::name) else { continue };
                if let Some(handler) = name.strip_prefix(HANDLER_PREFIX) {
                    // Nothing comes there, but native runs could not be linked.
                    if ended {
                        inst.erase_from_basic_block();
                        continue;
                    }
                    let handler = handler.strip_suffix("_abort").unwrap_or(handler);
                    replace(instrument, block, inst, call, handler)?;
                    break;
                }
            }
        }
    }
    Ok(())
}

/// One part of what a handler stands for.
struct Part<'ctx> {
    /// When it is this part, unless it is one before; `None`: in all other cases.
    condition: Option<IntValue<'ctx>>,
    property: Property,
    what: String,
}

/// The block that branches to a check, and the one that it branches to if the check holds.
type Next<'ctx> = Option<(BasicBlock<'ctx>, BasicBlock<'ctx>)>;

fn replace<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    block: BasicBlock<'ctx>,
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    handler: &str,
) -> Outcome {
    let data = StaticData::of(call).unwrap_or_default();
    let loc = data.loc.clone();
    instrument.before(inst);
    let next = continuation(block);
    if let (Some((check, _)), "implicit_conversion") = (next, handler) {
        bit_fields::compare_before(check);
    }
    let Some(parts) = parts(instrument, block, call, handler, &data, next)? else {
        let what = format!("undefined behaviour that is not modelled ({handler})");
        instrument.fail(GoalKind::Unsupported(what), loc)?;
        inst.erase_from_basic_block();
        return Ok(());
    };
    // A requested part ends the path; a part that is not excludes those behind it.
    let mut skipped: Option<IntValue<'ctx>> = None;
    let mut goes_on = false;
    // INT_MIN / -1 does not wrap around, whatever the options say: it traps.
    let wraps = handler != "divrem_overflow"
        && block.get_parent().is_some_and(|function| module::is_marked(function, module::WRAPS));
    for part in parts {
        let defined = wraps && part.property == Property::NoOverflow;
        if defined && instrument.requested(Property::NoOverflow) {
            let what = "signed overflow wraps around, as -fwrapv says: no-overflow is checked only \
                        for divisions";
            instrument.assume(AssumptionKind::Wraps, what.to_owned(), loc.clone());
        }
        let builder = &instrument.builder;
        let kind = if instrument.requested(part.property) && !defined {
            Instrument::check_kind(part.property, part.what)
        } else if matches!(part.property, Property::Unreachable | Property::VlaBound) {
            GoalKind::Unsupported(format!("{}, whose behaviour is undefined", part.what))
        } else {
            goes_on = true;
            skipped = match (skipped, part.condition) {
                (Some(before), Some(condition)) => {
                    Some(builder.build_or(before, condition, "skipped")?)
                }
                (before, condition) => before.or(condition),
            };
            continue;
        };
        let not_skipped = match skipped {
            Some(before) => Some(builder.build_not(before, "else")?),
            None => None,
        };
        let condition = match (part.condition, not_skipped) {
            (Some(condition), Some(rest)) => Some(builder.build_and(condition, rest, "part")?),
            (condition, rest) => condition.or(rest),
        };
        match condition {
            Some(condition) => instrument.check(condition, kind, loc.clone())?,
            None => instrument.fail(kind, loc.clone())?,
        }
    }
    inst.erase_from_basic_block();
    remove_operands(block);
    if goes_on {
        let Some((from, next)) = next else {
            return Err(FrontendError::Internal("a sanitizer check without branch".to_owned()));
        };
        go_on(instrument, block, from, next)?;
    }
    Ok(())
}

/// What a handler stands for; none if that is not known.
fn parts<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    block: BasicBlock<'ctx>,
    call: CallSiteValue<'ctx>,
    handler: &str,
    data: &StaticData,
    next: Next<'ctx>,
) -> Result<Option<Vec<Part<'ctx>>>, FrontendError> {
    let part = |property, what| Part { condition: None, property, what };
    let ty = |index| data.type_name(index);
    let (property, what) = match handler {
        "add_overflow" | "sub_overflow" | "mul_overflow" | "negate_overflow" => {
            overflow(handler, data)
        }
        "divrem_overflow" if data.is_floating(0) => {
            (Property::FloatDivByZero, format!("division by zero ({})", ty(0)))
        }
        "divrem_overflow" => return division_parts(instrument, block, call, data, next).map(Some),
        "shift_out_of_bounds" => return shift_parts(instrument, block, call, data).map(Some),
        "implicit_conversion" => {
            // Behind the kind of conversion, the width of the bit-field if it is to one.
            let bits = data.numbers.get(1).filter(|&&bits| bits > 0);
            let to = bits.map_or(ty(1).to_owned(), |bits| format!("a bit-field of {bits} bits"));
            let what = format!("an implicit conversion from {} to {to} changes the number", ty(0));
            (Property::Conversion, what)
        }
        "float_cast_overflow" => (
            Property::FloatCastOverflow,
            format!("conversion from {} to {}: the number is out of range", ty(0), ty(1)),
        ),
        "out_of_bounds" => {
            (Property::ArrayBounds, format!("an index lies outside of its array ({})", ty(0)))
        }
        "builtin_unreachable" => (
            Property::Unreachable,
            "a point is reached that the program declares unreachable".to_owned(),
        ),
        "vla_bound_not_positive" => {
            (Property::VlaBound, format!("the length of an array is not positive ({})", ty(0)))
        }
        _ => return Ok(None),
    };
    Ok(Some(vec![part(property, what)]))
}

/// What a handler of overflows stands for.
fn overflow(handler: &str, data: &StaticData) -> (Property, String) {
    let what = match handler {
        "add_overflow" => "addition",
        "sub_overflow" => "subtraction",
        "mul_overflow" => "multiplication",
        _ => "negation",
    };
    let name = data.type_name(0);
    match data.is_unsigned(0) {
        true => (Property::UnsignedOverflow, format!("unsigned {what} wraps around ({name})")),
        false if handler == "negate_overflow" => {
            (Property::NoOverflow, format!("negation overflows ({name})"))
        }
        false => (Property::NoOverflow, format!("signed {what} overflows ({name})")),
    }
}

fn division_parts<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    block: BasicBlock<'ctx>,
    call: CallSiteValue<'ctx>,
    data: &StaticData,
    next: Next<'ctx>,
) -> Result<Vec<Part<'ctx>>, FrontendError> {
    let divides = next.and_then(|(_, next)| {
        next.get_instructions().map(InstructionValue::get_opcode).find(|opcode| {
            use InstructionOpcode::{SDiv, SRem, UDiv, URem};
            matches!(opcode, SDiv | UDiv | SRem | URem)
        })
    });
    let what = match divides {
        Some(InstructionOpcode::SRem | InstructionOpcode::URem) => "remainder",
        _ => "division",
    };
    let name = data.type_name(0);
    let by_zero = format!("{what} by zero ({name})");
    if data.is_unsigned(0) {
        return Ok(vec![Part { condition: None, property: Property::DivByZero, what: by_zero }]);
    }
    let divisor = handler_operand(instrument, block, call, 2, data.types.first())?;
    let zero = instrument.equals(divisor, divisor.get_type().const_zero())?;
    Ok(vec![
        Part { condition: Some(zero), property: Property::DivByZero, what: by_zero },
        Part {
            condition: None,
            property: Property::NoOverflow,
            what: format!("signed {what} overflows ({name})"),
        },
    ])
}

fn shift_parts<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    block: BasicBlock<'ctx>,
    call: CallSiteValue<'ctx>,
    data: &StaticData,
) -> Result<Vec<Part<'ctx>>, FrontendError> {
    let base = handler_operand(instrument, block, call, 1, data.types.first())?;
    let amount = handler_operand(instrument, block, call, 2, data.types.get(1))?;
    let name = data.type_name(0);
    let width = base.get_type().get_bit_width();
    let amount_type = amount.get_type();
    let builder = &instrument.builder;
    // The amount has at least as many bits as are needed for the width but for `_BitInt`s
    // as narrow as that; zero extension keeps what the comparison says, for a negative
    // amount too, as long as it is not narrower than the base's width needs.
    let large = if amount_type.get_bit_width() < 32 {
        let signed = data.types.get(1).is_some_and(|ty| ty.signed);
        let wide = instrument.context.i32_type();
        let amount = if signed {
            builder.build_int_s_extend(amount, wide, "amount")?
        } else {
            builder.build_int_z_extend(amount, wide, "amount")?
        };
        let last = wide.const_int((width - 1).into(), false);
        builder.build_int_compare(IntPredicate::UGT, amount, last, "large")?
    } else {
        let last = amount_type.const_int((width - 1).into(), false);
        builder.build_int_compare(IntPredicate::UGT, amount, last, "large")?
    };
    let zero = base.get_type().const_zero();
    let negative = builder.build_int_compare(IntPredicate::SLT, base, zero, "negative")?;
    let large = Part {
        condition: Some(large),
        property: Property::Shift,
        what: format!("shift amount is negative or not less than {width}"),
    };
    if data.is_unsigned(0) {
        let what = format!("a left shift loses bits of an unsigned number ({name})");
        let lost = Part { condition: None, property: Property::UnsignedOverflow, what };
        return Ok(vec![large, lost]);
    }
    Ok(vec![
        large,
        Part {
            condition: Some(negative),
            property: Property::Shift,
            what: format!("left shift of a negative number ({name})"),
        },
        Part {
            condition: None,
            property: Property::NoOverflow,
            what: format!("result of a left shift can't be represented ({name})"),
        },
    ])
}

/// The block with the check of a handler's block, and where it goes on if the check
/// succeeds.
fn continuation<'ctx>(block: BasicBlock<'ctx>) -> Next<'ctx> {
    let [from] = llvm::predecessors(block)[..] else { return None };
    let next = llvm::successors(from).into_iter().find(|&next| next != block)?;
    Some((from, next))
}

/// Ends the handler's block with a branch to where the successful check goes.
fn go_on<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    block: BasicBlock<'ctx>,
    from: BasicBlock<'ctx>,
    next: BasicBlock<'ctx>,
) -> Outcome {
    let end = block.get_terminator().expect("a block of a valid module has a terminator");
    instrument.before(end);
    instrument.builder.build_unconditional_branch(next)?;
    end.erase_from_basic_block();
    for inst in next.get_instructions() {
        let Ok(phi) = inkwell::values::PhiValue::try_from(inst) else { break };
        let value = phi.get_incomings().find(|incoming| incoming.1 == from);
        if let Some((value, _)) = value {
            phi.add_incoming(&[(&value, block)]);
        }
    }
    Ok(())
}

/// Argument `index` of a handler as a number of its C type's width. What doesn't fit a
/// pointer is passed in memory, written just before.
fn handler_operand<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    block: BasicBlock<'ctx>,
    call: CallSiteValue<'ctx>,
    index: usize,
    ty: Option<&TypeDescriptor>,
) -> Result<IntValue<'ctx>, FrontendError> {
    let missing = || FrontendError::Internal("a sanitizer handler without operands".to_owned());
    let arguments = llvm::arguments(call).ok_or_else(missing)?;
    let Some(BasicValueEnum::IntValue(argument)) = arguments.get(index).copied() else {
        return Err(missing());
    };
    let source = argument.as_instruction();
    let width = ty.and_then(|ty| ty.width);
    // Else it is the number of an address that the program itself asked for.
    let in_memory = width.is_none_or(|width| width > argument.get_type().get_bit_width());
    if let Some(inst) = source.filter(|_| in_memory)
        && inst.get_opcode() == InstructionOpcode::PtrToInt
    {
        let place = llvm::operand(inst, 0);
        let stored = block.get_instructions().find(|store| {
            store.get_opcode() == InstructionOpcode::Store && llvm::operand(*store, 1) == place
        });
        return match stored.and_then(|store| llvm::operand(store, 0)) {
            Some(BasicValueEnum::IntValue(value)) => narrow(instrument, value, width),
            _ => Err(missing()),
        };
    }
    narrow(instrument, argument, width)
}

/// Removes what clang computed for the handler only: above all the address of an operand
/// in memory, which would keep that memory from being promoted.
fn remove_operands(block: BasicBlock<'_>) {
    let mut instructions: Vec<_> = block.get_instructions().collect();
    instructions.reverse();
    for inst in instructions {
        let dead = match inst.get_opcode() {
            InstructionOpcode::PtrToInt | InstructionOpcode::ZExt | InstructionOpcode::BitCast => {
                !llvm::is_used(inst)
            }
            InstructionOpcode::Store => llvm::operand(inst, 1).is_some_and(|place| {
                place.as_instruction_value().is_some_and(|place| {
                    place.get_opcode() == InstructionOpcode::Alloca && is_only_written(place)
                })
            }),
            _ => false,
        };
        if dead {
            inst.erase_from_basic_block();
        }
    }
}

/// Whether all uses of an alloca are stores to it.
fn is_only_written(place: InstructionValue<'_>) -> bool {
    llvm::users(place).into_iter().all(|user| {
        llvm::as_instruction(user).is_some_and(|user| {
            user.get_opcode() == InstructionOpcode::Store
                && llvm::operand(user, 0).and_then(|value| value.as_instruction_value())
                    != Some(place)
        })
    })
}

/// The low `width` bits of a number that may be wider.
fn narrow<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    value: IntValue<'ctx>,
    width: Option<u32>,
) -> Result<IntValue<'ctx>, FrontendError> {
    match width {
        Some(width) if width < value.get_type().get_bit_width() => {
            Ok(instrument.builder.build_int_truncate(value, instrument.int(width), "operand")?)
        }
        _ => Ok(value),
    }
}
