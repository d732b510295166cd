//! Functions from outside: which undefined functions may change memory, and call back.

use inkwell::values::FunctionValue;

use crate::frontend::instrument::Instrument;
use crate::frontend::names::harness;
use crate::frontend::passes::calls::meaning::is_error;
use crate::frontend::passes::checks::handlers::HANDLER_PREFIX;
use crate::frontend::passes::libc::{ends, heap};
use crate::frontend::{Undefined, llvm};
use crate::program::runtime::PREFIX;

/// Whether a function is an undefined one that may change memory.
pub fn is_outside(instrument: &Instrument<'_, '_>, callee: FunctionValue<'_>) -> bool {
    let name = llvm::name(callee);
    matches!(instrument.options.undefined, Undefined::Changes | Undefined::Arguments)
        && callee.count_basic_blocks() == 0
        && !["llvm.", PREFIX, HANDLER_PREFIX].iter().any(|prefix| name.starts_with(prefix))
        && harness::meaning(&name).is_none()
        && !heap::is_allocation(&name)
        && ends::meaning(&name).is_none()
        && !is_error(instrument, &name)
}
