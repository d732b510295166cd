//! The model that looks for data races (`models/races.c`), which the front end calls.

use inkwell::values::FunctionValue;

use crate::frontend::clang::module::{MODEL, is_marked};
use crate::frontend::instrument::Instrument;
use crate::frontend::llvm;
use crate::frontend::names::threads::CREATE;
use crate::program::Property;

/// Asks whether an access races with the one that is watched.
pub const IS_MET: &str = "__race_is_met";
/// Perhaps watches an access.
pub const WATCH: &str = "__race_watch";
/// The access is made.
pub const MADE: &str = "__race_made";

const ALL: [&str; 3] = [IS_MET, WATCH, MADE];

/// Whether data races are looked for.
pub fn are_looked_for(instrument: &Instrument<'_, '_>) -> bool {
    let create = instrument.module.get_function(CREATE);
    instrument.requested(Property::NoDataRace) && create.is_some_and(llvm::is_used)
}

/// The functions of the model that are needed and not there.
pub fn missing(instrument: &Instrument<'_, '_>) -> impl Iterator<Item = &'static str> {
    let is_missing = |name: &&str| instrument.module.get_function(name).is_none();
    ALL.into_iter().filter(|_| are_looked_for(instrument)).filter(is_missing)
}

/// Whether a function is part of the model.
pub fn is_part(function: FunctionValue<'_>) -> bool {
    is_marked(function, MODEL) && ALL.contains(&llvm::name(function).as_str())
}
