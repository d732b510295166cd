//! What variables hold when the entry function is called, where that is not the one that a program
//! begins with: their initial values, or any (`--entry-globals any`).

use inkwell::module::Linkage;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{FunctionValue, GlobalValue};

use super::objects;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm::{self, Identified};
use crate::frontend::passes::libc::constructors;
use crate::program::runtime::PREFIX;
use crate::program::{AssumptionKind, InputKind};

/// Lists what variables hold, and notes which hold anything. Comes before models bring variables of
/// their own.
pub fn list(instrument: &mut Instrument<'_, '_>) {
    let entry = instrument.options.entry.clone();
    let all = instrument.module.get_globals();
    let names: Vec<String> =
        all.filter(|&global| changes(global)).map(|it| llvm::text(it.get_name())).collect();
    if entry == "main" || names.is_empty() {
        return;
    }
    if instrument.options.globals_arbitrary {
        let what = format!("variables have any values when {entry} is called");
        instrument.assume(AssumptionKind::EntryGlobals, what, None);
        instrument.arbitrary_globals = names;
    } else {
        let what = format!("variables have their initial values when {entry} is called");
        instrument.assume(AssumptionKind::InitialValues, what, None);
    }
}

/// Whether a variable of the program may have changed before the entry function is called.
fn changes(global: GlobalValue<'_>) -> bool {
    // What clang makes for its own checks is private; no variable of C is.
    let own = global.get_linkage() != Linkage::Private
        && !llvm::text(global.get_name()).starts_with("llvm.");
    own && global.get_initializer().is_some() && !global.is_constant() && llvm::is_used(global)
}

/// Inserts: those that hold anything do. Pointers in them are null or lead to objects of their own.
///
/// # Errors
/// If LLVM refuses to build it.
pub fn set<'ctx>(instrument: &mut Instrument<'ctx, '_>, entry: FunctionValue<'ctx>) -> Outcome {
    let names = std::mem::take(&mut instrument.arbitrary_globals);
    if names.is_empty() {
        return Ok(());
    }
    let ours = instrument.module.get_functions();
    let ours = ours.filter(|it| llvm::name(*it).starts_with(PREFIX)).map(|it| it.identity());
    let tables = [constructors::BEFORE, constructors::BEHIND];
    let tables = tables.iter().filter_map(|name| instrument.module.get_global(name));
    let tables = tables.map(|table| table.identity());
    let reached = llvm::reached_from(ours.chain(tables).chain([entry.identity()]).collect());
    for name in names {
        // One that was replaced meanwhile is not reached.
        let global = instrument.module.get_global(&name);
        let Some(global) = global.filter(|it| reached.contains(&it.identity())) else { continue };
        let Ok(ty) = BasicTypeEnum::try_from(global.get_value_type()) else { continue };
        let place = global.as_pointer_value();
        if !instrument.is_splittable(ty) {
            // A declaration is memory of unknown contents.
            llvm::forget_initializer(global);
            global.set_linkage(Linkage::External);
            continue;
        }
        instrument.scramble(place, ty, &InputKind::External(name.clone()))?;
        let size = instrument.layout.get_abi_size(&ty);
        let contents = objects::contents_of(instrument, entry, (global, size));
        if contents.pointers.is_empty() && contents.others.is_empty() {
            continue;
        }
        let what = format!(
            "pointers in {name} are null or lead to objects of their own, in which pointers are likewise"
        );
        instrument.assume(AssumptionKind::OutsideObject, what, None);
        objects::any_pointers(instrument, place, &name, &contents)?;
    }
    Ok(())
}
