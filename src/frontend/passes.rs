//! From the instrumented module to one function.
//!
//! Only passes that keep the meaning of C are run, and only now, when no instruction is
//! undefined any more and all storage is written before it is read:
//!
//! * `always-inline`: everything into [`super::sites::MAIN`]. [`recursion`] has cut all
//!   cycles of calls before; what is left of calls (functions that can't be inlined)
//!   becomes an unsupported point after it;
//! * `sroa` (which includes `mem2reg`): variables become registers;
//! * `instsimplify`: constants fold, so that dead branches show;
//! * `simplifycfg`: dead and trivial blocks go;
//! * `globaldce`: functions and variables that nothing uses go.
//!
//! Deliberately absent: `instcombine`, `gvn`, loop passes, everything that rewrites the
//! program beyond recognition without making the model smaller.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::Linkage;
use inkwell::values::{FunctionValue, InstructionValue};

use super::instrument::{DISPATCHER, Instrument, KEEP, Outcome, PREFIX};
use super::sites::MAIN;
use super::{FrontendError, bind, deref, globals, leaks, pointers, raw, recursion};
use crate::program::GoalKind;

const PROMOTE: &str = "function(sroa<modify-cfg>,instsimplify,simplifycfg),globaldce";

/// How often promotion is repeated at most: a variable whose address is kept in another
/// can be promoted after that one, and the place of an access known after that.
const ROUNDS: usize = 32;

/// Inlines and simplifies. Returns how deep recursive functions are followed, if there are any.
pub fn run<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
) -> Result<Option<u32>, FrontendError> {
    let levels = recursion::run(instrument)?;
    let kind = Attribute::get_named_enum_kind_id("alwaysinline");
    let always = instrument.context.create_enum_attribute(kind, 0);
    for function in raw::defined(&instrument.module) {
        if function != main {
            function.set_linkage(Linkage::Internal);
            function.add_attribute(AttributeLoc::Function, always);
        }
    }
    let globals = instrument.module.get_globals();
    for global in globals.filter(|global| global.get_initializer().is_some()) {
        global.set_linkage(Linkage::Internal);
    }
    bind::record_assignments(&instrument.module, &instrument.layout);
    raw::run_passes(&instrument.module, "always-inline")?;
    residual_calls(instrument, main)?;
    raw::run_passes(&instrument.module, "always-inline,function(simplifycfg)")?;
    leaks::hold(instrument, main)?;
    raw::run_passes(&instrument.module, PROMOTE)?;
    for _ in 0..ROUNDS {
        let folded = deref::fold(instrument, main);
        if !globals::run(instrument, main)? && !folded {
            break;
        }
        raw::run_passes(&instrument.module, PROMOTE)?;
    }
    if pointers::run(instrument, main)? {
        raw::run_passes(&instrument.module, PROMOTE)?;
    }
    no_longer_kept(main);
    raw::run_passes(&instrument.module, "function(simplifycfg)")?;
    instrument.module.verify()?;
    debug_assert_eq!(raw::name(main), MAIN);
    Ok(levels)
}

/// Removes the marks of objects that must not be promoted.
fn no_longer_kept(main: FunctionValue<'_>) {
    for inst in raw::instructions(main) {
        let callee = raw::call(inst).and_then(raw::callee);
        if callee.is_some_and(|callee| raw::name(callee) == KEEP) {
            inst.erase_from_basic_block();
        }
    }
}

/// Puts an unsupported point in the place of a call.
fn replace_by_point<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    call: InstructionValue<'ctx>,
    what: String,
) -> Outcome {
    instrument.before(call);
    instrument.fail(GoalKind::Unsupported(what), None)?;
    if raw::is_used(call) {
        raw::replace_by_zero(call);
    }
    call.erase_from_basic_block();
    Ok(())
}

/// Calls of defined functions that inlining left: each is an unsupported point, and the
/// bodies of those functions go.
fn residual_calls<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
) -> Outcome {
    for inst in raw::instructions(main) {
        let Some(call) = raw::call(inst) else { continue };
        let Some(callee) = raw::callee(call) else { continue };
        let name = raw::name(callee);
        let dispatcher = name.starts_with(DISPATCHER);
        if callee.count_basic_blocks() == 0 || (name.starts_with(PREFIX) && !dispatcher) {
            continue;
        }
        let what = if dispatcher {
            "a recursive call through a pointer".to_owned()
        } else if callee.get_type().is_var_arg() {
            format!("a call of {name}, which has a variable number of arguments")
        } else {
            format!("a call of {name}, which can't be inlined")
        };
        replace_by_point(instrument, inst, what)?;
    }
    // Also those that only such functions call.
    for function in raw::defined(&instrument.module) {
        let name = raw::name(function);
        let ours = name.starts_with(PREFIX) && !name.starts_with(DISPATCHER);
        if function != main && !ours {
            raw::delete_body(function);
        }
    }
    // A function of ours that was made for the points above is inlined next.
    let kind = Attribute::get_named_enum_kind_id("alwaysinline");
    let always = instrument.context.create_enum_attribute(kind, 0);
    for function in raw::defined(&instrument.module) {
        if function != main {
            function.add_attribute(AttributeLoc::Function, always);
        }
    }
    Ok(())
}

/// Checks the promise to lowering: what is not lowered is not there.
pub fn check(instrument: &Instrument<'_, '_>, main: FunctionValue<'_>) -> Outcome {
    let others = raw::defined(&instrument.module).into_iter().filter(|&other| other != main);
    let names: Vec<_> = others.map(raw::name).collect();
    if names.is_empty() {
        return Ok(());
    }
    Err(FrontendError::Internal(format!("functions were not inlined: {}", names.join(", "))))
}
