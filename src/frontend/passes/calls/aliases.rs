//! Second names of functions and variables.
//!
//! An alias is replaced by what it stands for. A function that the loader chooses
//! (`ifunc`) gets a body that is one unsupported point. LLVM's C interface can't delete an
//! alias: it is left without uses, and a later pass drops it.

use inkwell::module::{Linkage, Module};

use super::reach::is_visible;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::program::GoalKind;
use crate::program::runtime::ALIAS;

/// Replaces all of them.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    resolve_aliases(&instrument.module);
    load_time_choices(instrument)
}

fn resolve_aliases(module: &Module<'_>) {
    let aliases = llvm::aliases(module);
    if aliases.is_empty() {
        return;
    }
    // Stays defined when the bodies of functions go.
    let byte = module.get_context().i8_type();
    let target = module.add_global(byte, None, ALIAS);
    target.set_initializer(&byte.const_zero());
    target.set_linkage(Linkage::Internal);
    for alias in aliases {
        // Who sees one of the names gets at what it stands for.
        if let Some(named) = llvm::aliased(alias)
            && is_visible(alias.get_linkage())
        {
            named.set_linkage(Linkage::External);
        }
        llvm::replace_alias(alias, target);
        alias.set_linkage(Linkage::Internal);
    }
}

fn load_time_choices(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for (name, function) in llvm::replace_load_time_choices(&instrument.module) {
        function.set_linkage(Linkage::Internal);
        let builder = &instrument.builder;
        builder.position_at_end(instrument.context.append_basic_block(function, "entry"));
        builder.unset_current_debug_location();
        let what = format!("a call of {name}, which the loader chooses (ifunc)");
        instrument.fail(GoalKind::Unsupported(what), None)?;
        instrument.builder.build_unreachable()?;
    }
    Ok(())
}
