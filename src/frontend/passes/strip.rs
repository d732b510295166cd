//! Everything by which a module promises LLVM that something does not happen.
//!
//! Flags that make results poison, attributes, metadata: a pass that believes them may
//! remove the very error that is looked for, and with inlining they travel. What a name promises
//! goes, too: `sqrt(2.0)` is not for LLVM to compute, as the native runs don't. All this comes
//! before any pass. What stays: attributes that are part of the calling convention, and
//! `null_pointer_is_valid`, which is added everywhere.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::values::{BasicValue, CallSiteValue, FunctionValue};

use crate::frontend::clang::module;
use crate::frontend::instrument::Instrument;
use crate::frontend::llvm;
use crate::frontend::names::library;

/// Attributes of parameters and results that are conventions, not promises.
const CONVENTIONS: [&str; 4] = ["zeroext", "signext", "inreg", "immarg"];

/// Strips the whole module.
pub fn run(instrument: &Instrument<'_, '_>) {
    let conventions: Vec<u32> =
        CONVENTIONS.iter().map(|name| Attribute::get_named_enum_kind_id(name)).collect();
    let unknown = Attribute::get_named_enum_kind_id("nobuiltin");
    let unknown = instrument.context.create_enum_attribute(unknown, 0);
    for function in instrument.module.get_functions() {
        if llvm::name(function).starts_with("llvm.") {
            continue;
        }
        strip_function(function, &conventions);
        let kind = Attribute::get_named_enum_kind_id("null_pointer_is_valid");
        let valid = instrument.context.create_enum_attribute(kind, 0);
        function.add_attribute(AttributeLoc::Function, valid);
    }
    for function in llvm::defined(&instrument.module) {
        let from_ir = module::is_marked(function, module::FROM_IR);
        for inst in llvm::instructions(function) {
            llvm::remove_metadata(inst);
            if !from_ir {
                llvm::note_passed(inst);
            }
            llvm::remove_poison_flags(inst);
            if let Some(call) = llvm::call(inst) {
                let name = llvm::callee(call).map(llvm::name).unwrap_or_default();
                if name.starts_with("llvm.mem") {
                    llvm::note_alignments(inst, call);
                }
                strip_call(instrument, call, &conventions);
                // LLVM would compute functions of the C library itself, where it can, also those
                // that have a model.
                let library = |callee: FunctionValue<'_>| {
                    let name = llvm::name(callee);
                    let is_known = callee.count_basic_blocks() == 0 || library::is_known(&name);
                    is_known && !name.starts_with("llvm.")
                };
                if llvm::callee(call).is_some_and(library) {
                    call.add_attribute(AttributeLoc::Function, unknown);
                }
            }
        }
    }
}

/// Whether an attribute at this place may stay.
fn stays(place: AttributeLoc, attribute: Attribute, conventions: &[u32]) -> bool {
    place != AttributeLoc::Function
        && (attribute.is_type()
            || (attribute.is_enum() && conventions.contains(&attribute.get_enum_kind_id())))
}

fn places(parameters: u32) -> impl Iterator<Item = AttributeLoc> {
    [AttributeLoc::Function, AttributeLoc::Return]
        .into_iter()
        .chain((0..parameters).map(AttributeLoc::Param))
}

fn strip_function(function: FunctionValue<'_>, conventions: &[u32]) {
    for place in places(function.count_params()) {
        for attribute in function.attributes(place) {
            if stays(place, attribute, conventions) {
                continue;
            }
            if attribute.is_string() {
                let key = llvm::text(attribute.get_string_kind_id());
                function.remove_string_attribute(place, &key);
            } else {
                function.remove_enum_attribute(place, llvm::attribute_kind(attribute));
            }
        }
    }
}

fn strip_call(instrument: &Instrument<'_, '_>, call: CallSiteValue<'_>, conventions: &[u32]) {
    let name = llvm::callee(call).map(llvm::name).unwrap_or_default();
    // Poison flags of intrinsics are their last argument.
    if ["llvm.abs.", "llvm.ctlz.", "llvm.cttz."].iter().any(|prefix| name.starts_with(prefix)) {
        let inst = call.try_as_basic_value().basic().and_then(|value| value.as_instruction_value());
        if let Some(inst) = inst {
            inst.set_operand(1, instrument.context.bool_type().const_zero());
        }
    }
    for place in places(call.count_arguments()) {
        for attribute in call.attributes(place) {
            // Two goals in one block could not be told apart: the mark stays.
            let nomerge = Attribute::get_named_enum_kind_id("nomerge");
            let mark = attribute.is_enum() && attribute.get_enum_kind_id() == nomerge;
            if mark || stays(place, attribute, conventions) {
                continue;
            }
            if attribute.is_string() {
                let key = llvm::text(attribute.get_string_kind_id());
                call.remove_string_attribute(place, &key);
            } else {
                call.remove_enum_attribute(place, llvm::attribute_kind(attribute));
            }
        }
    }
}
