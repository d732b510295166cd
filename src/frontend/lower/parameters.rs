//! Where pointers lie in what a pointer from outside points to, from debug information.

use inkwell::module::Module;
use inkwell::values::{FunctionValue, GlobalValue};

use super::ctype;
use super::debug::{VARIABLE_TYPE, operand};
use crate::frontend::llvm::handles::{self, Context, Meta, Val};
use crate::program::CStyle::{Char, Enum, Signed, Unsigned};
use crate::support::limits;

/// What a pointer leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pointee {
    /// How many bytes it has, at least.
    pub bytes: u64,
    /// Its scalars, by offset and size in bytes, ascending and apart from one another; none if
    /// they are not known or too many.
    pub scalars: Vec<(u64, u64)>,
    /// The pointers to objects in it, by their offsets in bytes; without what they lead to if
    /// they are too many steps away.
    pub pointers: Vec<(u64, Option<Pointee>)>,
    /// Likewise pointers that may be something else, by another member of a union: in what comes from
    /// outside nothing is known of what they lead to.
    pub others: Vec<(u64, Option<Pointee>)>,
    /// How many bytes one object of its type has.
    pub element: u64,
    /// The type that it has as many objects of as fit, as C writes it; none if it is not known.
    pub of: Option<String>,
}

impl Pointee {
    /// How many objects it tells of, itself included.
    pub fn count(&self) -> usize {
        let inner = self.pointers.iter().chain(&self.others).filter_map(|it| it.1.as_ref());
        1 + inner.map(Self::count).sum::<usize>()
    }
}

/// What a pointer leads to that a function keeps in the variable `storage`, so many bytes behind
/// its start, or in what a pointer there leads to, and so on: an object of `bytes` bytes, with pointers
/// up to `depth` steps away.
pub fn pointee(
    module: &Module<'_>,
    function: FunctionValue<'_>,
    (storage, offsets): (&str, &[u64]),
    bytes: u64,
    depth: u32,
) -> Pointee {
    let (function, context) = handles::open(module, function);
    let ty = offsets.iter().try_fold(declared(function, storage, context), |ty, &offset| {
        let pointer = ctype::scalar_at(ty?, offset, context)?;
        Some(ctype::pointee(pointer, context))
    });
    target(ty.flatten(), bytes, depth, context)
}

/// Whether a pointer that a function keeps in the variable `storage`, so many bytes behind its
/// start, may be something else, by another member of a union.
pub fn may_be_other(
    module: &Module<'_>,
    function: FunctionValue<'_>,
    (storage, offset): (&str, u64),
) -> bool {
    let (function, context) = handles::open(module, function);
    let step = u64::from(context.pointer_width() / 8);
    let ty = declared(function, storage, context);
    ty.is_some_and(|ty| ctype::holds_others(ty, offset, step, context))
}

/// What the type of a pointer says of what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Anything: the pointer is one to `void`.
    Anything,
    /// A structure or union of this name.
    Aggregate(String),
    /// A number or a pointer of so many bytes.
    Scalar(u64),
    /// Something else.
    Other,
}

/// What the type of a pointer says that a function keeps in the variable `storage`, so many bytes
/// behind its start; none if its type is not known.
pub fn target_type(
    module: &Module<'_>,
    function: FunctionValue<'_>,
    (storage, offset): (&str, u64),
) -> Option<Target> {
    let (function, context) = handles::open(module, function);
    let ty = declared(function, storage, context)?;
    let pointer = ctype::scalar_at(ty, offset, context)?;
    Some(match ctype::pointee(pointer, context) {
        // A number that is kept as one leads nowhere.
        None if !ctype::points_to_object(pointer, context) => Target::Other,
        None => Target::Anything,
        Some(ty) => match ctype::aggregate(ty, context) {
            Some(name) => Target::Aggregate(name),
            None if ctype::is_void(ty, context) => Target::Anything,
            None => ctype::scalar_bytes(ty, context).map_or(Target::Other, Target::Scalar),
        },
    })
}

/// What the type of a variable says of an address into it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inside {
    /// The names of the structures and unions that begin there.
    pub aggregates: Vec<String>,
    /// How many bytes the number or pointer has that begins there.
    pub scalar: Option<u64>,
    /// Whether it is an unsigned integer.
    pub unsigned: bool,
    /// Whether it is a signed one.
    pub signed: bool,
    /// How many elements the variable has, if it is an array, and how many bytes each.
    pub elements: Option<(u64, u64)>,
}

/// What the type says of an address so many bytes behind the start of a variable: a global one, or
/// one of a function, by the name of its storage.
pub fn inside_of(
    module: &Module<'_>,
    function: FunctionValue<'_>,
    (global, storage): (Option<GlobalValue<'_>>, &str),
    offset: u64,
) -> Inside {
    let (function, context) = handles::open(module, function);
    let ty = match global {
        Some(global) => type_of(module, global, context),
        None => declared(function, storage, context),
    };
    let Some(ty) = ty else { return Inside::default() };
    let scalar = ctype::scalar_at(ty, offset, context).and_then(|it| ctype::read(it, context));
    let style = scalar.map(|it| it.style);
    Inside {
        aggregates: ctype::aggregates_at(ty, offset, context),
        scalar: ctype::scalar_at(ty, offset, context)
            .and_then(|scalar| ctype::scalar_bytes(scalar, context)),
        unsigned: matches!(style, Some(Unsigned | Char { signed: false })),
        signed: matches!(style, Some(Signed | Char { signed: true } | Enum { signed: true, .. })),
        elements: ctype::array_of(ty, context).filter(|_| offset == 0),
    }
}

/// Likewise what the variable `storage` itself holds, of `size` bytes.
pub fn contents(
    module: &Module<'_>,
    function: FunctionValue<'_>,
    (storage, size): (&str, u64),
    bytes: u64,
    depth: u32,
) -> Pointee {
    let (function, context) = handles::open(module, function);
    inside(declared(function, storage, context), size, bytes, depth, context)
}

/// Likewise what a global variable holds.
pub fn contents_of(
    module: &Module<'_>,
    function: FunctionValue<'_>,
    (global, size): (GlobalValue<'_>, u64),
    bytes: u64,
    depth: u32,
) -> Pointee {
    let (_, context) = handles::open(module, function);
    inside(type_of(module, global, context), size, bytes, depth, context)
}

/// The type of a global variable.
fn type_of<'m>(
    module: &'m Module<'_>,
    global: GlobalValue<'_>,
    context: Context<'m>,
) -> Option<Meta<'m>> {
    let variable = handles::variable(module, global).global_variable(context)?;
    operand(variable, VARIABLE_TYPE, context).and_then(Val::node)
}

/// The type of a variable of a function.
fn declared<'m>(function: Val<'m>, storage: &str, context: Context<'m>) -> Option<Meta<'m>> {
    let records = function.blocks().into_iter().flat_map(|block| block.instructions());
    let mut declared = records.flat_map(Val::records).filter(|record| record.is_declare());
    let record =
        declared.find(|record| record.value().is_some_and(|place| place.name() == storage))?;
    operand(record.variable()?, VARIABLE_TYPE, context).and_then(Val::node)
}

/// An object of `bytes` bytes, or of as many as its type has if these are more.
fn target<'m>(ty: Option<Meta<'m>>, bytes: u64, depth: u32, context: Context<'m>) -> Pointee {
    let size = ty.map_or(0, |ty| ctype::bytes(ty, context));
    let size = if size <= limits::OUTSIDE_OBJECT { bytes.max(size) } else { bytes };
    inside(ty, size, bytes, depth, context)
}

/// Of `size` bytes, as many objects of a type as they hold; further ones have `bytes` bytes.
fn inside<'m>(
    ty: Option<Meta<'m>>,
    size: u64,
    bytes: u64,
    depth: u32,
    context: Context<'m>,
) -> Pointee {
    let element = ty.map_or(0, |ty| ctype::bytes(ty, context));
    let (Some(ty), 1..) = (ty, element) else {
        return Pointee { bytes: size, ..Pointee::default() };
    };
    let step = u64::from(context.pointer_width() / 8);
    let flexible = ctype::flexible_array(ty, context);
    // The type of the object at a place, and where in it that is.
    let at = |place: u64| match flexible {
        Some((start, inner)) if place >= start => {
            Some((inner, (place - start).checked_rem(ctype::bytes(inner, context))?))
        }
        Some(_) => Some((ty, place)),
        None => Some((ty, place % element)),
    };
    let (mut pointers, mut others) = (vec![], vec![]);
    for place in (0..size / step).map(|index| index * step) {
        let Some((ty, inside)) = at(place) else { continue };
        let Some(pointer) = ctype::pointer_at(ty, inside, context) else { continue };
        let inner = ctype::pointee(pointer, context);
        let inner = (depth > 1).then(|| target(inner, bytes, depth - 1, context));
        match ctype::holds_others(ty, inside, step, context) {
            true => others.push((place, inner)),
            false => pointers.push((place, inner)),
        }
    }
    let count = if flexible.is_some() { 1 } else { size / element };
    let scalars = scalars(ty, count, element, context);
    let of = Some(ctype::spelled(ty, context));
    let element = if flexible.is_some() { size } else { element };
    Pointee { bytes: size, scalars, pointers, others, element, of }
}

/// The scalars of so many objects of a type that has so many bytes.
fn scalars<'m>(ty: Meta<'m>, count: u64, bytes: u64, context: Context<'m>) -> Vec<(u64, u64)> {
    let fields = ctype::fields(ty, context);
    let mut one: Vec<(u64, u64)> = fields.iter().map(|it| (it.offset, it.size)).collect();
    one.sort_unstable();
    let mut end = 0;
    one.retain(|&(offset, size)| {
        let apart = size > 0 && offset >= end && offset + size <= bytes;
        end = if apart { offset + size } else { end };
        apart
    });
    if one.len() as u64 * count > limits::ARBITRARY_PIECES as u64 {
        return vec![];
    }
    (0..count)
        .flat_map(|number| one.iter().map(move |&(at, size)| (number * bytes + at, size)))
        .collect()
}
