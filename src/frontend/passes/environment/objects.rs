//! Objects from outside of the program: what a pointer leads to that the entry function or an
//! undefined function gives it.
//!
//! Such a pointer is null or leads to an object of its own, in which pointers are likewise, as far
//! as types tell ([`lower::pointee`]), up to a few steps and objects; beyond that accesses reach a
//! bound ([`outside::beyond`]). This is lazy initialisation (Khurshid, Păsăreanu, Visser, TACAS
//! 2003) done in advance, which costs nothing where nobody looks.

use std::collections::BTreeSet;

use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    AsValueRef, BasicValue, BasicValueEnum, FunctionValue, GlobalValue, InstructionOpcode,
    PointerValue,
};

use super::outside::{self, at};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::Identified;
use crate::frontend::lower::{self, Pointee, Target};
use crate::frontend::{FrontendError, Undefined, llvm};
use crate::program::runtime::OBJECT;
use crate::program::{GoalKind, InputKind, Property};
use crate::support::limits;

/// What is assumed of the contents of an object, as part of a sentence about it.
pub fn says(pointee: &Pointee) -> String {
    pointee.of.as_ref().map_or_else(String::new, |of| format!(" with objects of type {of}"))
}

/// What a pointer leads to that a function gets, as the variable says that keeps it.
pub fn pointee<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    pointer: impl AsValueRef,
) -> Pointee {
    let bytes = instrument.options.limits.allocation;
    let stored = stored_at(pointer).and_then(|place| path(instrument, place));
    let pointee = stored.map(|(storage, offsets)| {
        let place = (storage.as_str(), &offsets[..]);
        deepest(instrument, |depth| {
            lower::pointee(&instrument.module, function, place, bytes, depth)
        })
    });
    pointee.unwrap_or(Pointee { bytes, ..Pointee::default() })
}

/// What the variable `storage` of a function holds, of `size` bytes, as its type says.
pub fn contents<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    place: (&str, u64),
) -> Pointee {
    let bytes = instrument.options.limits.allocation;
    deepest(instrument, |depth| lower::contents(&instrument.module, function, place, bytes, depth))
}

/// What a global variable of `size` bytes holds, as its type says.
pub fn contents_of<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    place: (GlobalValue<'ctx>, u64),
) -> Pointee {
    let bytes = instrument.options.limits.allocation;
    deepest(instrument, |depth| {
        lower::contents_of(&instrument.module, function, place, bytes, depth)
    })
}

/// What is read of types up to a depth, as deep as pointers lead on, or until it tells of many more
/// objects than there are.
fn deepest(instrument: &Instrument<'_, '_>, read: impl Fn(u32) -> Pointee) -> Pointee {
    let limits = &instrument.options.limits;
    let most = limits.outside_objects as usize * limits::OUTSIDE_TYPES;
    let mut known = read(1);
    for depth in 2..=limits.outside_depth {
        let deeper = read(depth);
        if known == deeper || deeper.count() > most {
            break;
        }
        known = deeper;
    }
    known
}

/// What a pointer leads to that is read from a variable which is declared only: as the variables say
/// that take it, else something of which only the size is taken; none if it isn't followed, or leads
/// to a function.
pub fn pointee_of<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    variable: GlobalValue<'ctx>,
) -> Option<Pointee> {
    let mut is_followed = false;
    let users = llvm::users(variable).into_iter().filter_map(llvm::as_instruction);
    for load in users.filter(|inst| inst.get_opcode() == InstructionOpcode::Load) {
        let function = load.get_parent().and_then(|block| block.get_parent())?;
        if let Some((storage, offset)) = kept_in(instrument, load)
            && let place = (storage.as_str(), offset)
            && let Some(target) = lower::target_type(&instrument.module, function, place)
        {
            if target == Target::Other {
                return None;
            }
            let pointee = pointee(instrument, function, load);
            if pointee.of.is_some() {
                return Some(pointee);
            }
            is_followed = true;
        }
        let users = llvm::users(load).into_iter().filter_map(llvm::as_instruction);
        is_followed |= users.into_iter().any(|user| match user.get_opcode() {
            InstructionOpcode::Load | InstructionOpcode::GetElementPtr => true,
            InstructionOpcode::Store => llvm::operand(user, 1).is_some_and(|it| {
                it.as_instruction_value().is_some_and(|it| it.identity() == load.identity())
            }),
            _ => false,
        });
    }
    let bytes = instrument.options.limits.allocation;
    let step = u64::from(instrument.layout.get_pointer_byte_size(None));
    // Any of its words may be a pointer.
    let others = (0..bytes / step).map(|index| (index * step, None)).collect();
    is_followed.then(|| Pointee { bytes, others, ..Pointee::default() })
}

/// Whether a pointer that a function gets may be something else, as the variable says that keeps it.
pub fn may_be_other<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    pointer: impl AsValueRef,
) -> bool {
    kept_in(instrument, pointer).is_some_and(|(storage, offset)| {
        lower::may_be_other(&instrument.module, function, (storage.as_str(), offset))
    })
}

/// The name of the variable that a function stores a pointer in, and where in it.
fn kept_in(instrument: &Instrument<'_, '_>, pointer: impl AsValueRef) -> Option<(String, u64)> {
    let place = stored_at(pointer)?;
    let (object, offset) = llvm::constant_offset(&instrument.layout, place)?;
    let name = llvm::text(object.into_pointer_value().get_name());
    Some((name, u64::try_from(offset).ok()?))
}

/// The name of the variable that a function keeps a parameter in.
pub fn storage(instrument: &Instrument<'_, '_>, parameter: impl AsValueRef) -> Option<String> {
    kept_in(instrument, parameter).filter(|(_, offset)| *offset == 0).map(|(name, _)| name)
}

/// Where a function stores a pointer.
fn stored_at<'ctx>(pointer: impl AsValueRef) -> Option<BasicValueEnum<'ctx>> {
    let users = llvm::users(pointer).into_iter().filter_map(llvm::as_instruction);
    let mut stores = users.filter(|inst| inst.get_opcode() == InstructionOpcode::Store);
    llvm::operand(stores.next()?, 1)
}

/// The name of the variable that a place is in, and where in it; or of the variable with a pointer that
/// leads there, and where it and the place are, and so on.
fn path(instrument: &Instrument<'_, '_>, place: BasicValueEnum<'_>) -> Option<(String, Vec<u64>)> {
    let (base, offset) = llvm::constant_distance(&instrument.layout, place)?;
    let load = llvm::as_instruction(base.identity());
    let load = load.filter(|inst| inst.get_opcode() == InstructionOpcode::Load);
    let (name, mut offsets) = match load {
        Some(load) => path(instrument, llvm::operand(load, 0)?)?,
        None => {
            let (object, _) = llvm::constant_offset(&instrument.layout, place)?;
            (llvm::text(object.into_pointer_value().get_name()), vec![])
        }
    };
    offsets.push(u64::try_from(offset).ok()?);
    Some((name, offsets))
}

/// How many bytes an object has.
pub fn size(pointee: &Pointee) -> u32 {
    u32::try_from(pointee.bytes).unwrap_or(u32::MAX)
}

/// What the address of an object is a multiple of, in bytes: what the types of its scalars ask for,
/// unless one of them lies as in a packed structure (C17 6.3.2.3p7).
pub fn alignment(instrument: &Instrument<'_, '_>, pointee: &Pointee) -> u32 {
    // Nothing is known of its type, but that any of its words may be a pointer.
    if pointee.scalars.is_empty() && !pointee.others.is_empty() {
        return instrument.layout.get_pointer_byte_size(None);
    }
    let mut all = 1;
    for &(offset, size) in &pointee.scalars {
        let own = u32::try_from(size).unwrap_or(1).max(1);
        let own = instrument.layout.get_abi_alignment(&instrument.int(own * 8)).min(own);
        if own == 0 || !offset.is_multiple_of(own.into()) {
            return 1;
        }
        all = all.max(own);
    }
    if all.is_power_of_two() { all } else { 1 }
}

/// A pointer of this name from an undefined function that is called where the builder stands; if it is
/// no input of a harness, undefined functions may change what it leads to.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn given<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    name: &str,
    pointee: &Pointee,
    is_input: bool,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let object = make(instrument, pointee, name)?;
    let objects = follow(instrument, object, name, pointee, make)?;
    if instrument.options.undefined == Undefined::Changes && !is_input {
        // Other calls may change what they give; it is no news that they know it.
        let known: Vec<_> = objects.iter().map(|it| it.object.into()).collect();
        instrument.havoc(&known)?;
    }
    for Outer { object, name, pointee, .. } in &objects {
        fill(instrument, *object, name, pointee)?;
    }
    link(instrument, &objects)?;
    null_or(instrument, object, InputKind::External(name.to_owned()))
}

/// Lets the pointers in a place that were never set lead to objects of their own, in which pointers are
/// null or lead on likewise; those that may be something else may hold any number.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn set_pointers<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    place: PointerValue<'ctx>,
    name: &str,
    contents: &Pointee,
) -> Outcome {
    let mut all = contents.clone();
    all.pointers.append(&mut all.others);
    let objects = follow(instrument, place, name, &all, make)?;
    let Some((own, others)) = objects.split_first() else { return Ok(()) };
    for Outer { object, name, pointee, .. } in others {
        fill(instrument, *object, name, pointee)?;
    }
    link(instrument, others)?;
    for (offset, target) in own.linked() {
        let place = at(instrument, place, offset)?;
        let mut value: BasicValueEnum<'ctx> = target.into();
        if contents.others.iter().any(|other| other.0 == offset) {
            let kind = InputKind::External(format!("{name}[{offset}] is a pointer"));
            let is_pointer = instrument.choice(1, kind)?;
            let number = InputKind::Pointer(format!("{name}[{offset}]"));
            let number = instrument.any(target.get_type().into(), &number)?.unwrap_or(value);
            value = instrument.builder.build_select(is_pointer, value, number, "pointer")?;
        }
        let store = instrument.builder.build_store(place, value)?;
        store.set_alignment(1).map_err(|error| FrontendError::Internal(error.to_string()))?;
    }
    Ok(())
}

/// Makes a new object.
fn make<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    pointee: &Pointee,
    _: &str,
) -> Result<PointerValue<'ctx>, FrontendError> {
    let alignment = alignment(instrument, pointee);
    let number = |number: u32| instrument.pointer_sized().const_int(number.into(), false).into();
    let pointer = instrument.context.ptr_type(inkwell::AddressSpace::default());
    let arguments = [number(size(pointee)), number(alignment)];
    Ok(instrument.ask_for(pointer.into(), OBJECT, &arguments)?.into_pointer_value())
}

/// Gives what may be a pointer or something else, as the type tells, any value; nothing is known of
/// what it leads to then.
fn leave<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    object: PointerValue<'ctx>,
    name: &str,
    pointee: &Pointee,
) -> Outcome {
    for &(offset, _) in &pointee.others {
        let place = at(instrument, object, offset)?;
        let ty = instrument.pointer_sized();
        instrument.scramble(place, ty.into(), &InputKind::Pointer(format!("{name}[{offset}]")))?;
    }
    Ok(())
}

/// Makes the pointers in a place that holds anything otherwise null, or lets them lead to objects of
/// their own, in which pointers are likewise.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn any_pointers<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    place: PointerValue<'ctx>,
    name: &str,
    contents: &Pointee,
) -> Outcome {
    let objects = follow(instrument, place, name, contents, make)?;
    for Outer { object, name, pointee, .. } in &objects[1..] {
        fill(instrument, *object, name, pointee)?;
    }
    link(instrument, &objects)
}

/// Gives an object arbitrary contents, scalar by scalar.
fn fill<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    object: PointerValue<'ctx>,
    name: &str,
    pointee: &Pointee,
) -> Outcome {
    let byte = instrument.context.i8_type();
    let bytes = |from: u64, to: u64| {
        let bytes = byte.array_type(u32::try_from(to - from).unwrap_or(u32::MAX));
        BasicTypeEnum::from(bytes)
    };
    let (mut pieces, mut end): (Vec<BasicTypeEnum<'ctx>>, u64) = (vec![], 0);
    for &(offset, size) in &pointee.scalars {
        pieces.extend((offset > end).then(|| bytes(end, offset)));
        pieces.push(instrument.int(size as u32 * 8).into());
        end = offset + size;
    }
    pieces.extend((pointee.bytes > end).then(|| bytes(end, pointee.bytes)));
    let ty = instrument.context.struct_type(&pieces, true);
    if instrument.is_splittable(ty.into()) {
        instrument.scramble(object, ty.into(), &InputKind::External(name.to_owned()))
    } else if instrument.requested(Property::Uninit) {
        let bytes = pointee.bytes;
        let what = format!("{name} gives an object of {bytes} bytes, too many for uninit");
        instrument.fail(GoalKind::Unsupported(what), None)
    } else {
        // It holds anything as it is.
        Ok(())
    }
}

/// Makes a new object of this name.
pub type Maker<'ctx, 'a> =
    fn(&mut Instrument<'ctx, 'a>, &Pointee, &str) -> Result<PointerValue<'ctx>, FrontendError>;

/// Makes the pointers in an object null, or lets them point to further objects.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn point_on<'ctx, 'a>(
    instrument: &mut Instrument<'ctx, 'a>,
    object: PointerValue<'ctx>,
    name: &str,
    pointee: &Pointee,
    make: Maker<'ctx, 'a>,
) -> Outcome {
    let objects = follow(instrument, object, name, pointee, make)?;
    link(instrument, &objects)
}

/// An object with the targets of its pointers, as many as its type has: none yet, or what they are.
struct Outer<'ctx, 'p> {
    object: PointerValue<'ctx>,
    name: String,
    pointee: &'p Pointee,
    targets: Vec<Option<PointerValue<'ctx>>>,
}

impl<'ctx> Outer<'ctx, '_> {
    /// The pointers that have a target, with it.
    fn linked(&self) -> impl Iterator<Item = (u64, PointerValue<'ctx>)> {
        let pointers = self.pointee.pointers.iter().zip(&self.targets);
        pointers.filter_map(|((offset, _), target)| Some((*offset, (*target)?)))
    }
}

/// Where in what pointers lead to the program reads pointers.
fn pointers_read(instrument: &mut Instrument<'_, '_>) -> Vec<(u64, u64)> {
    if let Some(known) = &instrument.pointers_read {
        return known.clone();
    }
    let all = instrument.functions().into_iter().flat_map(llvm::instructions);
    let loads = all.filter(|inst| {
        inst.get_opcode() == InstructionOpcode::Load && inst.get_type().is_pointer_type()
    });
    let places = loads.filter_map(|load| llvm::operand(load, 0));
    let parts = places.map(|place| llvm::part_of_pointee(&instrument.layout, place));
    let parts: BTreeSet<(u64, u64)> = parts.collect();
    let parts: Vec<(u64, u64)> = parts.into_iter().collect();
    instrument.pointers_read = Some(parts.clone());
    parts
}

/// Makes what the pointers in an object lead to, breadth first; before others those in the first of
/// several objects of a type. Where the program plainly reads no pointers there is none: if it gets
/// there in other ways, a bound is reached.
fn follow<'ctx, 'a, 'p>(
    instrument: &mut Instrument<'ctx, 'a>,
    object: PointerValue<'ctx>,
    name: &str,
    pointee: &'p Pointee,
    make: Maker<'ctx, 'a>,
) -> Result<Vec<Outer<'ctx, 'p>>, FrontendError> {
    let limits = &instrument.options.limits;
    let (most, is_deepest) =
        (limits.outside_objects as usize, limits.outside_depth == limits::DEEP_OUTSIDE_DEPTH);
    let read = pointers_read(instrument);
    let is_read = |offset: u64, element: u64| {
        let places = [offset, offset.checked_rem(element).unwrap_or(offset)];
        is_deepest
            || read.iter().any(|&(start, count)| {
                places.iter().any(|place| (start..start + count).contains(place))
            })
    };
    let outer = |object, name, pointee: &'p Pointee| {
        let targets = vec![None; pointee.pointers.len()];
        Outer { object, name, pointee, targets }
    };
    let mut all = vec![outer(object, name.to_owned(), pointee)];
    for only_first in [true, false] {
        let mut next = 0;
        while next < all.len() {
            let pointee = all[next].pointee;
            for (at, (offset, inner)) in pointee.pointers.iter().enumerate() {
                if all[next].targets[at].is_some() || only_first && *offset >= pointee.element {
                    continue;
                }
                let target = match inner {
                    Some(inner) if all.len() <= most && is_read(*offset, pointee.element) => {
                        let name = format!("{}[{offset}]", all[next].name);
                        let target = make(instrument, inner, &name)?;
                        all.push(outer(target, name, inner));
                        target
                    }
                    _ => outside::beyond(instrument),
                };
                all[next].targets[at] = Some(target);
            }
            next += 1;
        }
    }
    Ok(all)
}

/// Stores the pointers: null, or what they lead to.
fn link<'ctx>(instrument: &mut Instrument<'ctx, '_>, objects: &[Outer<'ctx, '_>]) -> Outcome {
    for outer in objects {
        let Outer { object, name, pointee, .. } = outer;
        leave(instrument, *object, name, pointee)?;
        for (offset, target) in outer.linked() {
            let name = format!("{name}[{offset}]");
            let value = null_or(instrument, target, InputKind::External(name))?;
            let place = at(instrument, *object, offset)?;
            let store = instrument.builder.build_store(place, value)?;
            store.set_alignment(1).map_err(|error| FrontendError::Internal(error.to_string()))?;
        }
    }
    Ok(())
}

/// Either of both.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn null_or<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    object: PointerValue<'ctx>,
    kind: InputKind,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let given = instrument.choice(1, kind)?;
    let null = object.get_type().const_null();
    Ok(instrument.builder.build_select(given, object, null, "pointer")?)
}
