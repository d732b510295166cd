//! Objects from outside of the program: what a pointer leads to that the entry function or an
//! undefined function gives it.
//!
//! Such a pointer is null or leads to an object of its own, in which pointers are likewise, as far
//! as types tell ([`lower::pointee`]), up to a few steps and objects; beyond that accesses reach a
//! bound ([`outside::beyond`]). This is lazy initialisation (Khurshid, Păsăreanu, Visser, TACAS
//! 2003) done in advance, which costs nothing where nobody looks.

use std::collections::VecDeque;

use inkwell::values::{AsValueRef, BasicValueEnum, FunctionValue, InstructionOpcode, PointerValue};

use super::outside::{self, at};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::lower::{self, Pointee};
use crate::frontend::{FrontendError, Undefined, llvm};
use crate::program::runtime::OBJECT;
use crate::program::{GoalKind, InputKind, Property};
use crate::support::limits;

/// What a pointer leads to that a function gets, as the variable says that keeps it.
pub fn pointee<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    function: FunctionValue<'ctx>,
    pointer: impl AsValueRef,
) -> Pointee {
    let bytes = instrument.options.limits.allocation;
    let pointee = kept_in(instrument, pointer).map(|(storage, offset)| {
        let place = (storage.as_str(), offset);
        lower::pointee(&instrument.module, function, place, bytes, limits::ENTRY_STEPS)
    });
    pointee.unwrap_or(Pointee { bytes, pointers: vec![] })
}

/// The name of the variable that a function stores a pointer in, and where in it.
fn kept_in(instrument: &Instrument<'_, '_>, pointer: impl AsValueRef) -> Option<(String, u64)> {
    let users = llvm::users(pointer).into_iter().filter_map(llvm::as_instruction);
    let mut stores = users.filter(|inst| inst.get_opcode() == InstructionOpcode::Store);
    let place = llvm::operand(stores.next()?, 1)?;
    let (object, offset) = llvm::constant_offset(&instrument.layout, place)?;
    let name = llvm::text(object.into_pointer_value().get_name());
    Some((name, u64::try_from(offset).ok()?))
}

/// How many bytes an object has.
pub fn size(pointee: &Pointee) -> u32 {
    u32::try_from(pointee.bytes).unwrap_or(u32::MAX)
}

/// A pointer of this name from an undefined function that is called where the builder stands.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn given<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    name: &str,
    pointee: &Pointee,
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let object = new(instrument, size(pointee), name)?;
    point_on(instrument, object, name, pointee, new)?;
    null_or(instrument, object, InputKind::External(name.to_owned()))
}

/// A new object with arbitrary contents, which undefined functions may change later on.
fn new<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    bytes: u32,
    name: &str,
) -> Result<PointerValue<'ctx>, FrontendError> {
    let size = instrument.pointer_sized().const_int(bytes.into(), false);
    let pointer = instrument.context.ptr_type(inkwell::AddressSpace::default());
    let object = instrument.ask_for(pointer.into(), OBJECT, &[size.into()])?.into_pointer_value();
    if instrument.options.undefined == Undefined::Changes {
        instrument.havoc(&[object.into()])?;
    }
    let ty = instrument.context.i8_type().array_type(bytes);
    if instrument.is_splittable(ty.into()) {
        instrument.scramble(object, ty.into(), &InputKind::External(name.to_owned()))?;
    } else if instrument.requested(Property::Uninit) {
        let what = format!("{name} gives an object of {bytes} bytes, too many to be written one by one");
        instrument.fail(GoalKind::Unsupported(what), None)?;
    }
    Ok(object)
}

/// Makes a new object of so many bytes and this name.
pub type Maker<'ctx, 'a> =
    fn(&mut Instrument<'ctx, 'a>, u32, &str) -> Result<PointerValue<'ctx>, FrontendError>;

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
    let mut open = VecDeque::from([(object, name.to_owned(), pointee)]);
    let mut made = 0;
    while let Some((object, name, pointee)) = open.pop_front() {
        for (offset, inner) in &pointee.pointers {
            let name = format!("{name}[{offset}]");
            let target = match inner {
                Some(inner) if made < limits::ENTRY_OBJECTS => {
                    made += 1;
                    let target = make(instrument, size(inner), &name)?;
                    open.push_back((target, name.clone(), inner));
                    target
                }
                _ => outside::beyond(instrument),
            };
            let value = null_or(instrument, target, InputKind::External(name))?;
            let place = at(instrument, object, *offset)?;
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
