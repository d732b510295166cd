//! Pointers that undefined functions were given together with a function of the program: when
//! they call it back they hand them over (`register(f, &context)` leads to `f(&context)`).
//!
//! For each argument of such a call the last few different pointers are kept in variables of ours,
//! each with the function that came with it, if that is an argument, too. Once there were more
//! of them a callback that may get one reaches a bound.
//!
//! Which arguments are for which parameters types tell: a parameter `void *` may get any of them,
//! a pointer to a structure those that lead to one of its name, one to a number those that lead to
//! one of its size. Of an array it may be any element. Constants are no data.

use std::collections::BTreeSet;

use inkwell::IntPredicate;
use inkwell::module::Linkage;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, GlobalValue, InstructionOpcode,
    InstructionValue, IntValue, PointerValue,
};

use super::escaping::{Escaping, Gift};
use crate::frontend::FrontendError;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified};
use crate::frontend::lower::{self, Inside, Target};
use crate::program::runtime::GIVEN;
use crate::program::{Bound, GoalKind, InputKind, Property};
use crate::support::limits;

/// What is kept of one argument of a call in the source.
#[derive(Clone, Debug)]
struct Kept<'ctx> {
    call: InstructionValue<'ctx>,
    argument: u32,
    /// The argument that says for which function it is, if there is one.
    owner: Option<u32>,
    slots: Vec<Slot<'ctx>>,
    /// Whether there were more.
    lost: GlobalValue<'ctx>,
    /// How many elements the array has that it leads to, and how large one is.
    elements: Option<(u64, u64)>,
    /// Keeps one more.
    keep: FunctionValue<'ctx>,
}

/// A pointer that is kept.
#[derive(Clone, Copy, Debug)]
struct Slot<'ctx> {
    is_set: GlobalValue<'ctx>,
    pointer: GlobalValue<'ctx>,
    owner: GlobalValue<'ctx>,
}

/// See the module.
#[derive(Debug, Default)]
pub struct UserData<'ctx> {
    kept: Vec<Kept<'ctx>>,
}

/// What a parameter may get.
#[derive(Debug)]
pub struct Candidates {
    /// Of what is kept, and whether only what came with the function itself.
    kept: Vec<(usize, bool)>,
    /// Whether something is kept whenever the function may be called.
    pub always: bool,
}

impl<'ctx> UserData<'ctx> {
    /// What a parameter of a function may get of what came with its address.
    ///
    /// # Errors
    /// If LLVM refuses to build what keeps it.
    pub fn candidates(
        &mut self,
        instrument: &Instrument<'ctx, '_>,
        escaping: &Escaping<'ctx>,
        parameter: PointerValue<'ctx>,
    ) -> Result<Candidates, FrontendError> {
        let mut candidates = Candidates { kept: vec![], always: !escaping.otherwise };
        // What is kept would count as not lost.
        if instrument.requested(Property::ValidMemtrack) {
            candidates.always = false;
            return Ok(candidates);
        }
        let target = declared(instrument, escaping.function, parameter);
        for gift in &escaping.gifts {
            let before = candidates.kept.len();
            let arguments = llvm::call(gift.call).and_then(llvm::arguments).unwrap_or_default();
            for (index, argument) in (0..).zip(arguments) {
                let is_data = is_data(argument) && !gift.direct.contains(&index);
                if is_data && fits(instrument, gift.call, argument, target.as_ref()) {
                    let kept = self.kept(instrument, gift, index, argument)?;
                    let owned = self.kept[kept].owner.is_some_and(|owner| {
                        !gift.indirect && gift.direct == BTreeSet::from([owner])
                    });
                    candidates.kept.push((kept, owned));
                }
            }
            candidates.always &= candidates.kept.len() > before;
        }
        Ok(candidates)
    }

    /// The number of what is kept of an argument.
    fn kept(
        &mut self,
        instrument: &Instrument<'ctx, '_>,
        gift: &Gift<'ctx>,
        argument: u32,
        value: BasicValueEnum<'ctx>,
    ) -> Result<usize, FrontendError> {
        let known = |it: &Kept<'ctx>| it.call == gift.call && it.argument == argument;
        if let Some(known) = self.kept.iter().position(known) {
            return Ok(known);
        }
        let number = self.kept.len();
        let pointer = BasicTypeEnum::from(pointer_type(instrument));
        let bit = BasicTypeEnum::from(instrument.context.bool_type());
        let slots = (0..limits::USER_DATA).map(|slot| Slot {
            is_set: variable(instrument, bit, &format!("{GIVEN}{number}_set_{slot}")),
            pointer: variable(instrument, pointer, &format!("{GIVEN}{number}_pointer_{slot}")),
            owner: variable(instrument, pointer, &format!("{GIVEN}{number}_with_{slot}")),
        });
        let slots: Vec<_> = slots.collect();
        let lost = variable(instrument, bit, &format!("{GIVEN}{number}_lost"));
        self.kept.push(Kept {
            call: gift.call,
            argument,
            owner: gift.direct.first().copied(),
            keep: keep(instrument, &slots, lost, number)?,
            slots,
            lost,
            elements: elements(instrument, gift.call, value),
        });
        Ok(number)
    }

    /// Inserts before a call: what it gives away is kept.
    ///
    /// # Errors
    /// If LLVM refuses to build it.
    pub fn remember(
        &self,
        instrument: &Instrument<'ctx, '_>,
        call: InstructionValue<'ctx>,
    ) -> Outcome {
        for kept in self.kept.iter().filter(|kept| kept.call == call) {
            let arguments = llvm::call(call).and_then(llvm::arguments).unwrap_or_default();
            let null = BasicValueEnum::from(pointer_type(instrument).const_null());
            let at = |index: u32| arguments.get(index as usize).copied().unwrap_or(null);
            let owner = kept.owner.map_or(null, at);
            let given: [BasicMetadataValueEnum<'ctx>; 2] = [at(kept.argument).into(), owner.into()];
            instrument.builder.build_call(kept.keep, &given, "")?;
        }
        Ok(())
    }

    /// Inserts: one of the candidates for a function, if there is any now, else `otherwise`.
    ///
    /// # Errors
    /// If LLVM refuses to build it.
    pub fn choose(
        &self,
        instrument: &mut Instrument<'ctx, '_>,
        function: FunctionValue<'ctx>,
        candidates: &Candidates,
        (otherwise, name): (PointerValue<'ctx>, &str),
    ) -> Result<PointerValue<'ctx>, FrontendError> {
        let bit = instrument.context.bool_type();
        let ty = pointer_type(instrument);
        let address = function.as_global_value().as_pointer_value();
        let (mut chosen, mut any) = (otherwise, bit.const_zero());
        for &(number, owned) in &candidates.kept {
            let kept = &self.kept[number];
            let lost = load(instrument, kept.lost, bit.into())?.into_int_value();
            let what = format!(
                "a callback of {} after more than {} different pointers were given together with \
                 it",
                llvm::name(function),
                limits::USER_DATA
            );
            instrument.check(lost, GoalKind::Bound(Bound::fixed(what)), None)?;
            for slot in &kept.slots {
                let mut is_one = load(instrument, slot.is_set, bit.into())?.into_int_value();
                if owned {
                    let owner = load(instrument, slot.owner, ty.into())?.into_pointer_value();
                    let builder = &instrument.builder;
                    let is = builder.build_int_compare(IntPredicate::EQ, owner, address, "is")?;
                    is_one = builder.build_and(is_one, is, "is")?;
                }
                let pointer = load(instrument, slot.pointer, ty.into())?.into_pointer_value();
                let pointer = element(instrument, pointer, kept.elements, name)?;
                let kind = InputKind::External(format!("which one {name} is"));
                let wanted = instrument.choice(1, kind)?;
                let builder = &instrument.builder;
                // The first one, if no other is wanted.
                let first = builder.build_not(any, "first")?;
                let wanted = builder.build_or(wanted, first, "wanted")?;
                let take = builder.build_and(is_one, wanted, "take")?;
                chosen =
                    builder.build_select(take, pointer, chosen, "chosen")?.into_pointer_value();
                any = builder.build_or(any, is_one, "any")?;
            }
        }
        Ok(chosen)
    }
}

/// Any element of an array, in place of the first one.
fn element<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    first: PointerValue<'ctx>,
    elements: Option<(u64, u64)>,
    name: &str,
) -> Result<PointerValue<'ctx>, FrontendError> {
    let Some((count, size)) = elements else { return Ok(first) };
    let kind = InputKind::External(format!("which element {name} leads to"));
    let bits = u64::BITS - (count - 1).leading_zeros();
    let number = instrument.choice(bits, kind)?;
    let ty = number.get_type();
    let builder = &instrument.builder;
    let last = ty.const_int(count - 1, false);
    let beyond = builder.build_int_compare(IntPredicate::UGT, number, last, "beyond")?;
    let number = builder.build_select(beyond, ty.const_zero(), number, "number")?;
    let wide = instrument.pointer_sized();
    let number =
        builder.build_int_cast_sign_flag(number.into_int_value(), wide, false, "number")?;
    let offset = builder.build_int_mul(number, wide.const_int(size, false), "offset")?;
    llvm::moved(builder, first, offset)
}

/// The function that keeps one more pointer: `void keep(void *pointer, void *owner)`.
fn keep<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    slots: &[Slot<'ctx>],
    lost: GlobalValue<'ctx>,
    number: usize,
) -> Result<FunctionValue<'ctx>, FrontendError> {
    let context = instrument.context;
    let (ty, bit) = (pointer_type(instrument), context.bool_type());
    let function_type = context.void_type().fn_type(&[ty.into(), ty.into()], false);
    let name = format!("{GIVEN}{number}_keep");
    let function = instrument.module.add_function(&name, function_type, Some(Linkage::Internal));
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, "entry"));
    let parameter = |index| {
        let parameter = function.get_nth_param(index).map(BasicValueEnum::into_pointer_value);
        parameter.ok_or_else(|| FrontendError::Internal("what keeps has no parameter".to_owned()))
    };
    let (pointer, owner) = (parameter(0)?, parameter(1)?);
    let mut known = bit.const_zero();
    let mut old: Vec<(IntValue<'ctx>, PointerValue<'ctx>, PointerValue<'ctx>)> = vec![];
    for slot in slots {
        let at = |global: GlobalValue<'ctx>, ty: BasicTypeEnum<'ctx>| {
            builder.build_load(ty, global.as_pointer_value(), "old")
        };
        let is_set = at(slot.is_set, bit.into())?.into_int_value();
        let one = at(slot.pointer, ty.into())?.into_pointer_value();
        let its = at(slot.owner, ty.into())?.into_pointer_value();
        let same = builder.build_int_compare(IntPredicate::EQ, one, pointer, "same")?;
        let with = builder.build_int_compare(IntPredicate::EQ, its, owner, "same")?;
        let same = builder.build_and(same, with, "same")?;
        let same = builder.build_and(same, is_set, "same")?;
        known = builder.build_or(known, same, "known")?;
        old.push((is_set, one, its));
    }
    let new = builder.build_not(known, "new")?;
    if let Some((last, ..)) = old.last() {
        let lose = builder.build_and(new, *last, "lose")?;
        let before = builder.build_load(bit, lost.as_pointer_value(), "lost")?.into_int_value();
        let lose = builder.build_or(before, lose, "lost")?;
        builder.build_store(lost.as_pointer_value(), lose)?;
    }
    let mut before = (bit.const_int(1, false), pointer, owner);
    for (slot, old) in slots.iter().zip(old) {
        let is_set = builder.build_select(new, before.0, old.0, "set")?;
        let one = builder.build_select(new, before.1, old.1, "pointer")?;
        let its = builder.build_select(new, before.2, old.2, "with")?;
        builder.build_store(slot.is_set.as_pointer_value(), is_set)?;
        builder.build_store(slot.pointer.as_pointer_value(), one)?;
        builder.build_store(slot.owner.as_pointer_value(), its)?;
        before = old;
    }
    builder.build_return(None)?;
    Ok(function)
}

fn pointer_type<'ctx>(instrument: &Instrument<'ctx, '_>) -> inkwell::types::PointerType<'ctx> {
    instrument.context.ptr_type(inkwell::AddressSpace::default())
}

/// A new variable of ours, which holds zero at first.
pub(super) fn variable<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    ty: BasicTypeEnum<'ctx>,
    name: &str,
) -> GlobalValue<'ctx> {
    let global = instrument.module.add_global(ty, None, name);
    global.set_initializer(&ty.const_zero());
    global.set_linkage(Linkage::Internal);
    global
}

fn load<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    global: GlobalValue<'ctx>,
    ty: BasicTypeEnum<'ctx>,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    Ok(instrument.builder.build_load(ty, global.as_pointer_value(), "kept")?)
}

/// Whether an argument may be data: a pointer, but neither to a function nor to a constant.
fn is_data(argument: BasicValueEnum<'_>) -> bool {
    let root = llvm::storage(argument).and_then(llvm::global_of);
    argument.is_pointer_value()
        && llvm::as_function(argument).is_none()
        && !root.is_some_and(|root| root.is_constant())
}

/// What the type of a parameter says.
fn declared<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    parameter: PointerValue<'ctx>,
) -> Option<Target> {
    let users = llvm::users(parameter).into_iter().filter_map(llvm::as_instruction);
    let mut stores = users.filter(|inst| inst.get_opcode() == InstructionOpcode::Store);
    let place = llvm::operand(stores.next()?, 1)?;
    target(instrument, function, place)
}

/// What the type of the variable says that keeps a pointer at this place.
fn target<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    place: BasicValueEnum<'ctx>,
) -> Option<Target> {
    let (object, offset) = llvm::constant_offset(&instrument.layout, place)?;
    let name = llvm::text(object.into_pointer_value().get_name());
    let offset = u64::try_from(offset).ok()?;
    lower::target_type(&instrument.module, function, (&name, offset))
}

/// What the type of a variable says that an argument of a call is an address into; none if it is
/// none.
fn inside<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    call: InstructionValue<'ctx>,
    argument: BasicValueEnum<'ctx>,
) -> Option<Inside> {
    let (object, offset) = llvm::constant_offset(&instrument.layout, argument)?;
    let function = call.get_parent()?.get_parent()?;
    let name = llvm::text(object.into_pointer_value().get_name());
    let variable = (llvm::global_of(object), name.as_str());
    let offset = u64::try_from(offset).ok()?;
    Some(lower::inside_of(&instrument.module, function, variable, offset))
}

/// Whether an argument of a call may be meant for a parameter of this type.
fn fits<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    call: InstructionValue<'ctx>,
    argument: BasicValueEnum<'ctx>,
    parameter: Option<&Target>,
) -> bool {
    let wanted = match parameter {
        None | Some(Target::Anything) => return true,
        Some(Target::Other) => return false,
        Some(wanted @ (Target::Aggregate(_) | Target::Scalar(_))) => wanted,
    };
    if argument.into_pointer_value().is_null() {
        return true;
    }
    if let Some(inside) = inside(instrument, call, argument) {
        return match wanted {
            Target::Aggregate(name) => inside.aggregates.contains(name),
            _ => {
                let scalar = inside.scalar.filter(|_| inside.aggregates.is_empty());
                scalar.map(Target::Scalar).as_ref() == Some(wanted)
            }
        };
    }
    let load = llvm::as_instruction(argument.identity());
    let place = load.filter(|it| it.get_opcode() == InstructionOpcode::Load);
    let place = place.and_then(|load| llvm::operand(load, 0));
    let function = call.get_parent().and_then(|block| block.get_parent());
    let Some((place, function)) = place.zip(function) else { return false };
    target(instrument, function, place).as_ref() == Some(wanted)
}

/// How many elements the array has that an argument is the address of, and how many bytes each.
fn elements<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    call: InstructionValue<'ctx>,
    argument: BasicValueEnum<'ctx>,
) -> Option<(u64, u64)> {
    inside(instrument, call, argument)?.elements.filter(|&(count, size)| count > 1 && size > 0)
}
