//! Functions from outside: which undefined functions may change memory, and call back.

use inkwell::values::FunctionValue;

use super::meaning::is_error;
use crate::frontend::instrument::Instrument;
use crate::frontend::names::harness;
use crate::frontend::passes::checks::handlers::HANDLER_PREFIX;
use crate::frontend::passes::libc::{ends, formats, heap};
use crate::frontend::{Undefined, llvm};
use crate::program::runtime::PREFIX;

/// Whether a function is an undefined one that may change memory. A call of `printf` or its like that
/// is still there is not modelled: no path goes on behind it.
pub fn is_outside(instrument: &Instrument<'_, '_>, callee: FunctionValue<'_>) -> bool {
    let name = llvm::name(callee);
    matches!(instrument.options.undefined, Undefined::Changes | Undefined::Arguments)
        && callee.count_basic_blocks() == 0
        && !["llvm.", PREFIX, HANDLER_PREFIX].iter().any(|prefix| name.starts_with(prefix))
        && harness::meaning(&name).is_none()
        && !heap::is_allocation(&name)
        && ends::meaning(&name).is_none()
        && !formats::is_one(&name)
        && !is_error(instrument, &name)
}
