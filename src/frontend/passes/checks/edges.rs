//! Edges of objects: bytes that exist and are not modelled. An access that touches one is a bound
//! point.

use inkwell::values::{BasicValueEnum, InstructionValue, IntValue, PointerValue};

use crate::frontend::instrument::{Edge, Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use crate::program::GoalKind;
use crate::program::runtime::OVERLAP;

/// Inserts: how many bytes an edge has.
pub fn bytes<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    edge: &Edge<'ctx>,
) -> Result<IntValue<'ctx>, FrontendError> {
    let (size, bytes) = (instrument.pointer_sized(), edge.bytes.as_pointer_value());
    Ok(instrument.builder.build_load(size, bytes, "bytes")?.into_int_value())
}

/// Inserts: whether a place touches the first so many bytes of an edge.
pub fn touched<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    edge: &Edge<'ctx>,
    (place, size): (PointerValue<'ctx>, IntValue<'ctx>),
    bytes: IntValue<'ctx>,
) -> Result<IntValue<'ctx>, FrontendError> {
    let object = edge.object.as_pointer_value();
    let edge = llvm::part(&instrument.builder, object, edge.from, "part")?;
    instrument.ask(OVERLAP, &[place.into(), size.into(), edge.into(), bytes.into()])
}

/// Inserts a check before an access: it touches no edge.
pub fn check<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    place: PointerValue<'ctx>,
    size: IntValue<'ctx>,
) -> Outcome {
    let mut edges = instrument.edges.clone();
    edges.sort_by(|a, b| a.bound.cmp(&b.bound));
    for alike in edges.chunk_by(|a, b| a.bound == b.bound) {
        let mut any = instrument.context.bool_type().const_zero();
        for edge in alike {
            let size_of_edge = bytes(instrument, edge)?;
            let this = touched(instrument, edge, (place, size), size_of_edge)?;
            any = instrument.builder.build_or(any, this, "touched")?;
        }
        instrument.check(any, GoalKind::Bound(alike[0].bound.clone()), None)?;
    }
    Ok(())
}

/// Whether a question for an overlap is one of places in different variables, or in one variable
/// with the first place before the second.
pub fn are_apart<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    question: InstructionValue<'ctx>,
    inside: Option<BasicValueEnum<'ctx>>,
) -> bool {
    let place = |index| llvm::constant_offset(&instrument.layout, llvm::operand(question, index)?);
    let (Some(object), Some((first, start)), Some((second, edge))) = (inside, place(0), place(2))
    else {
        return false;
    };
    debug_assert_eq!(object, first);
    let size = match llvm::operand(question, 1) {
        Some(BasicValueEnum::IntValue(size)) => size.get_zero_extended_constant(),
        _ => None,
    };
    let end = size.and_then(|size| start.checked_add(i64::try_from(size).ok()?));
    first != second || end.is_some_and(|end| end <= edge)
}
