//! C types from debug information, as far as printing values needs them.

use crate::frontend::llvm::handles::{Context, LLVMValueKind, Meta, Val};
use crate::support::limits;

use super::debug::operand;
use crate::bv::Value;
use crate::program::{CStyle, CType, Field};

/// DWARF tags.
const TAG_ARRAY: u16 = 0x01;
const TAG_ENUMERATION: u16 = 0x04;
const TAG_MEMBER: u16 = 0x0d;
const TAG_POINTER: u16 = 0x0f;
const TAG_STRUCTURE: u16 = 0x13;
const TAG_FUNCTION: u16 = 0x15;
const TAG_TYPEDEF: u16 = 0x16;
const TAG_UNION: u16 = 0x17;
const TAG_BASE: u16 = 0x24;
const TAG_CONST: u16 = 0x26;
const TAG_VOLATILE: u16 = 0x35;
const TAG_RESTRICT: u16 = 0x37;
const TAG_ATOMIC: u16 = 0x47;

/// `{file, scope, name, size, offset, …}` of every `DIType`.
const TYPE_NAME: usize = 2;
/// Of derived and composite types.
const TYPE_BASE: usize = 5;
const TYPE_ELEMENTS: usize = 6;

/// The C type that a `DIType` describes; `None` if it is no type of numbers or pointers.
pub fn read<'m>(ty: Meta<'m>, context: Context<'m>) -> Option<CType> {
    let name = operand(ty, TYPE_NAME, context).and_then(Val::text);
    let base = || read(operand(ty, TYPE_BASE, context).and_then(Val::node)?, context);
    match ty.tag() {
        TAG_POINTER => {
            let target = operand(ty, TYPE_BASE, context).and_then(Val::node);
            let name = format!("{} *", target.map_or("void".to_owned(), |it| spelled(it, context)));
            Some(CType { name, style: CStyle::Pointer })
        }
        TAG_BASE => Some(CType { style: basic(&ty.print(context))?, name: name? }),
        TAG_TYPEDEF => Some(CType { name: name?, style: base()?.style }),
        // Qualifiers say nothing about how a value prints.
        TAG_CONST | TAG_VOLATILE | TAG_RESTRICT | TAG_ATOMIC => base(),
        TAG_ENUMERATION => {
            let signed = base().is_some_and(|base| matches!(base.style, CStyle::Signed));
            let width = u32::try_from(ty.size()).ok().filter(|&width| width > 0)?;
            let elements = operand(ty, TYPE_ELEMENTS, context).and_then(Val::node);
            let elements = elements.map(|list| list.operands(context)).unwrap_or_default();
            let constants = elements.into_iter().flatten().filter_map(Val::node);
            let constants = constants.filter_map(|node| enumerator(&node.print(context), width));
            Some(CType {
                name: name.map_or_else(|| "enum".to_owned(), |name| format!("enum {name}")),
                style: CStyle::Enum { signed, constants: constants.collect() },
            })
        }
        _ => None,
    }
}

/// How a type is written in C, as far as its name tells.
pub fn spelled<'m>(ty: Meta<'m>, context: Context<'m>) -> String {
    let name = operand(ty, TYPE_NAME, context).and_then(Val::text);
    let base = || operand(ty, TYPE_BASE, context).and_then(Val::node);
    match (ty.tag(), name) {
        (TAG_STRUCTURE, Some(name)) => format!("struct {name}"),
        (TAG_UNION, Some(name)) => format!("union {name}"),
        (TAG_ENUMERATION, Some(name)) => format!("enum {name}"),
        (_, Some(name)) if !name.is_empty() => name,
        (TAG_POINTER, _) => {
            format!("{} *", base().map_or("void".to_owned(), |it| spelled(it, context)))
        }
        (TAG_CONST, _) => {
            format!("const {}", base().map_or("void".to_owned(), |it| spelled(it, context)))
        }
        _ => base().map_or("void".to_owned(), |it| spelled(it, context)),
    }
}

/// The scalars that an object of this type consists of; of unions only the first
/// member's. Empty if they are too many.
pub fn fields<'m>(ty: Meta<'m>, context: Context<'m>) -> Vec<Field> {
    let mut all = Vec::new();
    collect(ty, context, 0, "", &mut all);
    if all.len() > limits::NAMED_FIELDS { Vec::new() } else { all }
}

/// The scalars of as many objects of this type, one or an array of them, as so many bytes hold.
pub fn elements<'m>(ty: Meta<'m>, size: u64, context: Context<'m>) -> Vec<Field> {
    let count = size / bytes(ty, context).max(1);
    let mut all = Vec::new();
    match count {
        0 | 1 => collect(ty, context, 0, "", &mut all),
        _ if has_flexible_array(ty, context) => collect(ty, context, 0, "", &mut all),
        _ => array(ty, &[count], context, 0, "", &mut all),
    }
    if all.len() > limits::NAMED_FIELDS { Vec::new() } else { all }
}

/// Whether the last member of a structure is an array of unknown length.
fn has_flexible_array<'m>(ty: Meta<'m>, context: Context<'m>) -> bool {
    flexible_array(ty, context).is_some()
}

/// The array of unknown length that is the last member of a structure (C17 6.7.2.1p18; GCC's of
/// length 0, too): where it begins, in bytes, and the type of its elements.
pub fn flexible_array<'m>(ty: Meta<'m>, context: Context<'m>) -> Option<(u64, Meta<'m>)> {
    let base = |ty| operand(ty, TYPE_BASE, context).and_then(Val::node);
    let ty = plain(ty, context).filter(|ty| ty.tag() == TAG_STRUCTURE)?;
    let member = members(ty, context).pop()?;
    let last = plain(base(member)?, context)?;
    let is_flexible = last.tag() == TAG_ARRAY && width(last, context) == 0;
    Some((member.offset() / 8, base(last).filter(|_| is_flexible)?))
}

/// The type of the pointer that begins so many bytes behind the start of an object of a type; of a
/// union that of any member.
pub fn pointer_at<'m>(ty: Meta<'m>, offset: u64, context: Context<'m>) -> Option<Meta<'m>> {
    wanted_at(ty, offset, context, points_to_object)
}

/// Whether bytes `offset..offset + size` of an object of a type may hold something else than a
/// pointer that begins there, as another member of a union.
pub fn holds_others<'m>(ty: Meta<'m>, offset: u64, size: u64, context: Context<'m>) -> bool {
    let Some(ty) = plain(ty, context) else { return false };
    let base = |ty| operand(ty, TYPE_BASE, context).and_then(Val::node);
    match ty.tag() {
        TAG_STRUCTURE | TAG_UNION => members(ty, context).into_iter().any(|member| {
            let (Some(inner), at) = (base(member), member.offset() / 8) else { return false };
            let overlaps = at < offset + size && offset < at + bytes(inner, context);
            overlaps
                && offset
                    .checked_sub(at)
                    .is_none_or(|inside| holds_others(inner, inside, size, context))
        }),
        TAG_ARRAY => base(ty).is_none_or(|element| {
            let inside = offset.checked_rem(bytes(element, context));
            inside.is_none_or(|inside| holds_others(element, inside, size, context))
        }),
        _ => offset != 0 || ty.tag() != TAG_POINTER,
    }
}

/// A type without its names and qualifiers.
fn plain<'m>(ty: Meta<'m>, context: Context<'m>) -> Option<Meta<'m>> {
    match ty.tag() {
        TAG_TYPEDEF | TAG_CONST | TAG_VOLATILE | TAG_RESTRICT | TAG_ATOMIC => {
            plain(operand(ty, TYPE_BASE, context).and_then(Val::node)?, context)
        }
        _ => Some(ty),
    }
}

/// What a pointer type points to; `None` for other types, and for `void *`.
pub fn pointee<'m>(ty: Meta<'m>, context: Context<'m>) -> Option<Meta<'m>> {
    let pointer = plain(ty, context).filter(|ty| ty.tag() == TAG_POINTER)?;
    operand(pointer, TYPE_BASE, context).and_then(Val::node)
}

/// The names of the structures and unions that begin so many bytes behind the start of an object
/// of a type.
pub fn aggregates_at<'m>(ty: Meta<'m>, offset: u64, context: Context<'m>) -> Vec<String> {
    let base = |ty| operand(ty, TYPE_BASE, context).and_then(Val::node);
    let mut all: Vec<String> = aggregate(ty, context).filter(|_| offset == 0).into_iter().collect();
    let Some(ty) = plain(ty, context) else { return all };
    match ty.tag() {
        TAG_STRUCTURE | TAG_UNION => {
            for member in members(ty, context) {
                let (Some(inner), at) = (base(member), member.offset() / 8) else { continue };
                if (at..at + bytes(inner, context)).contains(&offset) {
                    all.extend(aggregates_at(inner, offset - at, context));
                }
            }
        }
        TAG_ARRAY => {
            let inside = base(ty)
                .and_then(|element| Some((element, offset.checked_rem(bytes(element, context))?)));
            if let Some((element, inside)) = inside {
                all.extend(aggregates_at(element, inside, context));
            }
        }
        _ => {}
    }
    all
}

/// How many elements an array has, and how many bytes each.
pub fn array_of<'m>(ty: Meta<'m>, context: Context<'m>) -> Option<(u64, u64)> {
    let ty = plain(ty, context).filter(|ty| ty.tag() == TAG_ARRAY)?;
    let element = operand(ty, TYPE_BASE, context).and_then(Val::node)?;
    let size = bytes(element, context);
    Some((bytes(ty, context).checked_div(size)?, size))
}

/// How many bytes a type has that is one of numbers or pointers.
pub fn scalar_bytes<'m>(ty: Meta<'m>, context: Context<'m>) -> Option<u64> {
    let ty = plain(ty, context)?;
    let is_scalar = matches!(ty.tag(), TAG_BASE | TAG_ENUMERATION | TAG_POINTER);
    is_scalar.then(|| bytes(ty, context))
}

/// Whether a type is `void` with qualifiers.
pub fn is_void<'m>(ty: Meta<'m>, context: Context<'m>) -> bool {
    let qualified = matches!(ty.tag(), TAG_CONST | TAG_VOLATILE | TAG_TYPEDEF);
    let base = operand(ty, TYPE_BASE, context).and_then(Val::node);
    qualified && base.is_none_or(|base| is_void(base, context))
}

/// The name of a structure or union: its own, or that of the type that is defined to be it.
pub fn aggregate<'m>(ty: Meta<'m>, context: Context<'m>) -> Option<String> {
    let name = || operand(ty, TYPE_NAME, context).and_then(Val::text).filter(|it| !it.is_empty());
    let base = || operand(ty, TYPE_BASE, context).and_then(Val::node);
    match ty.tag() {
        TAG_STRUCTURE | TAG_UNION => name(),
        TAG_TYPEDEF => {
            let inner = base()?;
            let is_one = plain(inner, context)
                .is_some_and(|ty| matches!(ty.tag(), TAG_STRUCTURE | TAG_UNION));
            aggregate(inner, context).or_else(|| name().filter(|_| is_one))
        }
        TAG_CONST | TAG_VOLATILE | TAG_RESTRICT | TAG_ATOMIC => aggregate(base()?, context),
        _ => None,
    }
}

/// Whether a type is one of pointers, but not to functions.
pub fn points_to_object<'m>(ty: Meta<'m>, context: Context<'m>) -> bool {
    let target = pointee(ty, context).and_then(|target| plain(target, context));
    plain(ty, context).is_some_and(|ty| ty.tag() == TAG_POINTER)
        && target.is_none_or(|target| target.tag() != TAG_FUNCTION)
}

/// The type of the scalar that begins so many bytes behind the start of an object of a type.
pub fn scalar_at<'m>(ty: Meta<'m>, offset: u64, context: Context<'m>) -> Option<Meta<'m>> {
    wanted_at(ty, offset, context, |_, _| true)
}

/// The first type there that is wanted.
fn wanted_at<'m>(
    ty: Meta<'m>,
    offset: u64,
    context: Context<'m>,
    is_wanted: fn(Meta<'m>, Context<'m>) -> bool,
) -> Option<Meta<'m>> {
    let ty = plain(ty, context)?;
    let base = |ty| operand(ty, TYPE_BASE, context).and_then(Val::node);
    match ty.tag() {
        TAG_STRUCTURE | TAG_UNION => members(ty, context).into_iter().find_map(|member| {
            let inner = base(member)?;
            let inside = offset.checked_sub(member.offset() / 8)?;
            (inside < bytes(inner, context))
                .then(|| wanted_at(inner, inside, context, is_wanted))?
        }),
        TAG_ARRAY => {
            let element = base(ty)?;
            wanted_at(element, offset.checked_rem(bytes(element, context))?, context, is_wanted)
        }
        _ => (offset == 0 && is_wanted(ty, context)).then_some(ty),
    }
}

/// Size of a type in bytes; 0 if it is not known.
pub fn bytes<'m>(ty: Meta<'m>, context: Context<'m>) -> u64 {
    width(ty, context) / 8
}

/// Whether a type is one of characters.
pub fn is_character<'m>(ty: Meta<'m>, context: Context<'m>) -> bool {
    let scalar = plain(ty, context).filter(|ty| ty.tag() == TAG_BASE);
    scalar.is_some_and(|ty| matches!(basic(&ty.print(context)), Some(CStyle::Char { .. })))
}

/// The elements of a composite type: members, or dimensions.
fn parts<'m>(ty: Meta<'m>, context: Context<'m>) -> Vec<Meta<'m>> {
    let list = operand(ty, TYPE_ELEMENTS, context).and_then(Val::node);
    let list = list.map(|list| list.operands(context)).unwrap_or_default();
    list.into_iter().flatten().filter_map(Val::node).collect()
}

/// The members of a structure or union.
fn members<'m>(ty: Meta<'m>, context: Context<'m>) -> Vec<Meta<'m>> {
    parts(ty, context).into_iter().filter(|member| member.tag() == TAG_MEMBER).collect()
}

fn collect<'m>(ty: Meta<'m>, context: Context<'m>, offset: u64, path: &str, all: &mut Vec<Field>) {
    if all.len() > limits::NAMED_FIELDS {
        return;
    }
    let base = || operand(ty, TYPE_BASE, context).and_then(Val::node);
    let before = all.len();
    match ty.tag() {
        TAG_STRUCTURE | TAG_UNION => {
            let count = if ty.tag() == TAG_UNION { 1 } else { usize::MAX };
            for member in members(ty, context).into_iter().take(count) {
                let Some(inner) = operand(member, TYPE_BASE, context).and_then(Val::node) else {
                    continue;
                };
                // A bit-field has no place in whole bytes.
                if member.offset() % 8 != 0 || member.size() % 8 != 0 {
                    continue;
                }
                let name = operand(member, TYPE_NAME, context).and_then(Val::text);
                let path = match name {
                    Some(name) if !name.is_empty() => format!("{path}.{name}"),
                    _ => path.to_owned(),
                };
                collect(inner, context, offset + member.offset() / 8, &path, all);
            }
        }
        TAG_ARRAY => {
            let Some(element) = base() else { return };
            let counts = parts(ty, context).into_iter().map(|range| range_length(range, context));
            let Some(counts) = counts.collect::<Option<Vec<u64>>>() else { return };
            array(element, &counts, context, offset, path, all);
        }
        TAG_TYPEDEF | TAG_CONST | TAG_VOLATILE | TAG_RESTRICT | TAG_ATOMIC
            if read(ty, context).is_none() =>
        {
            if let Some(base) = base() {
                collect(base, context, offset, path, all);
            }
        }
        _ => {
            if let Some(scalar) = read(ty, context) {
                let (path, size) = (path.to_owned(), width(ty, context) / 8);
                all.push(Field { offset, size, path, ty: scalar, begins: vec![] });
            }
        }
    }
    // Of a structure, or what is another name of one.
    let composite = plain(ty, context).is_some_and(|ty| ty.tag() != TAG_ARRAY)
        && read(ty, context).is_none()
        && !matches!(ty.tag(), TAG_CONST | TAG_VOLATILE | TAG_RESTRICT | TAG_ATOMIC);
    if composite && let Some(first) = all.get_mut(before).filter(|first| first.offset == offset) {
        first.begins.insert(0, (path.len(), spelled(ty, context)));
    }
}

/// The elements of an array of these dimensions.
fn array<'m>(
    element: Meta<'m>,
    counts: &[u64],
    context: Context<'m>,
    offset: u64,
    path: &str,
    all: &mut Vec<Field>,
) {
    let Some((&count, inner)) = counts.split_first() else {
        return collect(element, context, offset, path, all);
    };
    let size = inner.iter().product::<u64>() * width(element, context) / 8;
    let before = all.len();
    for index in 0..count {
        let path = format!("{path}[{index}]");
        array(element, inner, context, offset + index * size, &path, all);
        // Elements without scalars have none further on, and more than these nobody reads.
        if all.len() == before || all.len() > limits::NAMED_FIELDS {
            break;
        }
    }
}

/// The number of elements of a `DISubrange`, if it is constant; a flexible array has -1.
fn range_length<'m>(range: Meta<'m>, context: Context<'m>) -> Option<u64> {
    let count = operand(range, 0, context)?;
    let constant = count.kind() == LLVMValueKind::LLVMConstantIntValueKind;
    constant.then(|| count.small_constant()).filter(|count| i64::try_from(*count).is_ok())
}

/// Size of a type in bits; a typedef has that of what it names.
fn width<'m>(ty: Meta<'m>, context: Context<'m>) -> u64 {
    match (ty.size(), ty.tag()) {
        (0, TAG_TYPEDEF | TAG_CONST | TAG_VOLATILE | TAG_RESTRICT | TAG_ATOMIC) => {
            let base = operand(ty, TYPE_BASE, context).and_then(Val::node);
            base.map_or(0, |base| width(base, context))
        }
        (size, _) => size,
    }
}

/// How a `DIBasicType` prints, from its text: there is no getter for the encoding.
fn basic(text: &str) -> Option<CStyle> {
    Some(match field(text, "encoding: ")? {
        "DW_ATE_boolean" => CStyle::Bool,
        "DW_ATE_signed_char" => CStyle::Char { signed: true },
        "DW_ATE_unsigned_char" | "DW_ATE_UTF" => CStyle::Char { signed: false },
        "DW_ATE_signed" => CStyle::Signed,
        "DW_ATE_unsigned" => CStyle::Unsigned,
        // `long double` has fewer bits than its type says.
        "DW_ATE_float" if field(text, "size: ")?.parse().is_ok_and(|size: u32| size <= 64) => {
            CStyle::Float
        }
        _ => return None,
    })
}

/// Name and value of a `DIEnumerator`, from its text.
fn enumerator(text: &str, width: u32) -> Option<(Value, String)> {
    let name = field(text, "name: \"")?;
    let value = Value::parse_decimal(width, field(text, "value: ")?)?;
    Some((value, name.to_owned()))
}

/// What stands behind `label`, up to the end of the field.
fn field<'t>(text: &'t str, label: &str) -> Option<&'t str> {
    let rest = &text[text.find(label)? + label.len()..];
    rest.split([',', ')', '"']).next()
}
