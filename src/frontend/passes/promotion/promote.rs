//! From one function to one that lowering understands.
//!
//! Only passes of LLVM that keep the meaning of C are run, and only now, when no instruction is
//! undefined any more and all storage is written before it is read:
//!
//! * `sroa` (which includes `mem2reg`): variables become registers;
//! * `instsimplify`: constants fold, so that dead branches show, but [no floating-point
//!   operations](super::hidden);
//! * `simplifycfg`: dead and trivial blocks go;
//! * `globaldce`: functions and variables that nothing uses go.
//!
//! Deliberately absent: `instcombine`, `gvn`, loop passes, everything that rewrites the
//! program beyond recognition without making the model smaller.

use inkwell::values::FunctionValue;

use super::{comparisons, function_pointers, globals, hidden};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::passes::checks::deref;
use crate::frontend::{FrontendError, llvm};
use crate::program::runtime::{KEEP, MAIN};
use crate::support::limits;

/// Variables become registers.
const PROMOTE: &str = "function(sroa<modify-cfg>)";

/// Then constants fold, and what is dead goes.
const FOLD: &str = "function(instsimplify,simplifycfg),globaldce";

/// Promotes variables, and decides checks of accesses, in turn until nothing changes.
pub fn run<'ctx>(instrument: &mut Instrument<'ctx, '_>, main: FunctionValue<'ctx>) -> Outcome {
    promote(instrument, main)?;
    for _ in 0..limits::PROMOTION_ROUNDS {
        let folded = deref::fold(instrument, main);
        if !globals::run(instrument, main)? && !folded {
            break;
        }
        promote(instrument, main)?;
    }
    Ok(())
}

/// Promotes and folds once.
fn promote<'ctx>(instrument: &mut Instrument<'ctx, '_>, main: FunctionValue<'ctx>) -> Outcome {
    llvm::run_passes(&instrument.module, PROMOTE)?;
    comparisons::list(instrument, main);
    hidden::run_passes(instrument, main, FOLD)
}

/// Makes numbers of pointers to functions.
pub fn function_pointers<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
) -> Outcome {
    match function_pointers::run(instrument, main)? {
        true => promote(instrument, main),
        false => Ok(()),
    }
}

/// Removes the marks of objects that must not be promoted.
pub fn no_longer_kept<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
) -> Outcome {
    for inst in llvm::instructions(main) {
        let callee = llvm::call(inst).and_then(llvm::callee);
        if callee.is_some_and(|callee| llvm::name(callee) == KEEP) {
            inst.erase_from_basic_block();
        }
    }
    hidden::run_passes(instrument, main, "function(simplifycfg)")
}

/// Checks the promise to lowering: what is not lowered is not there.
pub fn check(instrument: &Instrument<'_, '_>, main: FunctionValue<'_>) -> Outcome {
    instrument.module.verify()?;
    debug_assert_eq!(llvm::name(main), MAIN);
    let others = llvm::defined(&instrument.module).into_iter().filter(|&other| other != main);
    let names: Vec<_> = others.map(llvm::name).collect();
    if names.is_empty() {
        return Ok(());
    }
    Err(FrontendError::Internal(format!("functions were not inlined: {}", names.join(", "))))
}
