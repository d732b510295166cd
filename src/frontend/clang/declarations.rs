//! Which parameters of functions that are only declared are pointers to `const`.
//!
//! LLVM's types don't tell. clang describes the type of a declared function in debug information
//! where it optimises, so it is read off the module that is made for
//! [`super::inline_definitions`], and noted by attributes.

use inkwell::attributes::AttributeLoc;
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::values::FunctionValue;

use crate::frontend::llvm;
use crate::frontend::llvm::handles::{self, Context as Handles, Meta, Val};

/// String attribute of such a parameter.
const CONSTANT: &str = "llumc-pointer-to-const";

/// DWARF tags.
const TAG_POINTER: u16 = 0x0f;
const TAG_TYPEDEF: u16 = 0x16;
const TAG_CONST: u16 = 0x26;
const TAG_VOLATILE: u16 = 0x35;
const TAG_RESTRICT: u16 = 0x37;

/// `{file, scope, name, linkage name, type, …}` of a `DISubprogram`.
const SUBPROGRAM_TYPE: usize = 4;
/// Of a `DISubroutineType`: result and parameters.
const ALL_TYPES: usize = 5;
/// Of derived types.
const TYPE_BASE: usize = 5;

/// Notes them of the functions that a module declares; the second module describes these.
pub fn note<'ctx>(context: &'ctx Context, module: &Module<'ctx>, second: &Module<'ctx>) {
    let mark = context.create_string_attribute(CONSTANT, "");
    for function in module.get_functions().filter(|it| it.count_basic_blocks() == 0) {
        let described = second.get_function(&llvm::name(function));
        let constant = described.and_then(|described| described_in(second, described));
        for index in constant.unwrap_or_default() {
            function.add_attribute(AttributeLoc::Param(index), mark);
        }
    }
}

/// Takes from two modules, before they become one, what is noted in only one of them: there it is not
/// known, or other, what a function of the other one's name has.
pub fn agree(one: &Module<'_>, other: &Module<'_>) {
    for function in one.get_functions() {
        let Some(same) = other.get_function(&llvm::name(function)) else { continue };
        let (noted, also) = (constant_parameters(function), constant_parameters(same));
        for (of, indices, others) in [(function, &noted, &also), (same, &also, &noted)] {
            for index in indices.iter().filter(|index| !others.contains(index)) {
                of.remove_string_attribute(AttributeLoc::Param(*index), CONSTANT);
            }
        }
    }
}

/// The parameters of a function that are noted.
pub fn constant_parameters(function: FunctionValue<'_>) -> Vec<u32> {
    let is_noted = |index: &u32| {
        function.get_string_attribute(AttributeLoc::Param(*index), CONSTANT).is_some()
    };
    (0..function.count_params()).filter(is_noted).collect()
}

/// The parameters that debug information says to be such pointers; none if the parameters of LLVM
/// are others (a structure that is passed in parts).
fn described_in(module: &Module<'_>, function: FunctionValue<'_>) -> Option<Vec<u32>> {
    let (value, context) = handles::open(module, function);
    let ty = node(value.subprogram()?, SUBPROGRAM_TYPE, context)?;
    let types = node(ty, ALL_TYPES, context)?.operands(context);
    let declared: Vec<_> = types.into_iter().skip(1).map(|ty| ty.and_then(Val::node)).collect();
    let passed = function.get_params();
    let is_pointer = |ty: Option<Meta<'_>>| {
        ty.and_then(|ty| plain(ty, context)).is_some_and(|ty| ty.tag() == TAG_POINTER)
    };
    let same = declared.len() == passed.len()
        && declared.iter().zip(&passed).all(|(ty, it)| is_pointer(*ty) == it.is_pointer_value());
    let constant = (0..).zip(declared).filter(|(_, ty)| {
        let pointer = ty.and_then(|ty| plain(ty, context));
        pointer.is_some_and(|it| it.tag() == TAG_POINTER && leads_to_constant(it, context))
    });
    same.then(|| constant.map(|(index, _)| index).collect())
}

fn node<'m>(of: Meta<'m>, index: usize, context: Handles<'m>) -> Option<Meta<'m>> {
    of.operands(context).get(index).copied().flatten().and_then(Val::node)
}

/// A type without its names and qualifiers.
fn plain<'m>(ty: Meta<'m>, context: Handles<'m>) -> Option<Meta<'m>> {
    match ty.tag() {
        TAG_TYPEDEF | TAG_CONST | TAG_VOLATILE | TAG_RESTRICT => {
            plain(node(ty, TYPE_BASE, context)?, context)
        }
        _ => Some(ty),
    }
}

/// Whether what a pointer leads to is `const`.
fn leads_to_constant<'m>(pointer: Meta<'m>, context: Handles<'m>) -> bool {
    let mut at = node(pointer, TYPE_BASE, context);
    while let Some(ty) = at {
        match ty.tag() {
            TAG_CONST => return true,
            TAG_TYPEDEF | TAG_VOLATILE => at = node(ty, TYPE_BASE, context),
            _ => return false,
        }
    }
    false
}
