//! Calls whose type is not that of the function that they name.

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;

/// Gives calls the type of the function they name where only prototypes differ
/// (`int f();` in another file), so that they can be inlined.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            let Some(call) = llvm::call(inst) else { continue };
            let Some(callee) = llvm::callee(call) else { continue };
            let ty = callee.get_type();
            if call.get_called_fn_type() == ty || callee.count_basic_blocks() == 0 {
                continue;
            }
            instrument.before(inst);
            let fits = llvm::arguments(call).filter(|arguments| {
                let given = arguments.iter().map(|argument| argument.get_type());
                !ty.is_var_arg()
                    && ty.get_return_type() == call.get_called_fn_type().get_return_type()
                    && given.eq(callee.get_params().iter().map(|p| p.get_type()))
            });
            match fits {
                Some(arguments) => {
                    let arguments: Vec<_> = arguments.into_iter().map(Into::into).collect();
                    let new = instrument.builder.build_call(callee, &arguments, "")?;
                    if llvm::is_used(inst) {
                        llvm::replace(inst, new);
                    }
                    inst.erase_from_basic_block();
                }
                None => {
                    let what = Instrument::with_other_types(&llvm::name(callee));
                    instrument.unsupported(inst, what)?;
                }
            }
        }
    }
    Ok(())
}
