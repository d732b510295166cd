//! The passes that lead from the module that clang made to the one that is lowered.
//!
//! A verdict is about the C program, not about what an optimiser made of it. So every check
//! and every choice is made explicit first, then every promise to LLVM removed, and only then
//! does LLVM change anything but calls ([`calls::inline`], [`promotion`]).
//!
//! [`TABLE`] has the passes in their order. Each row says which facts its pass needs and which
//! it establishes ([`Fact`]): why it stands where it does. `llumc show --stage passes` prints
//! it, and `llumc show FILE --stage ir --after PASS` the module behind a pass.

mod branchings;
pub mod calls;
pub mod checks;
mod describe;
pub mod environment;
mod facts;
pub mod libc;
pub mod lifetimes;
mod native;
mod promotion;
pub mod rounding;
mod strip;
mod table;
#[cfg(test)]
mod tests;
mod threads;
mod vectors;

use inkwell::values::FunctionValue;

use crate::frontend::FrontendError;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::lower::Points;
use crate::program::{NativeModule, Outside};
use calls::recursion::Depth;

pub use describe::describe;
use facts::Fact;
pub use table::TABLE;

/// A row of the table.
#[derive(Clone, Copy)]
pub struct Pass {
    /// What it is called.
    pub name: &'static str,
    /// What it does, in a few words.
    meaning: &'static str,
    /// What must hold before.
    needs: &'static [Fact],
    /// What holds afterwards, whatever comes then.
    establishes: &'static [Fact],
    run: fn(&mut State<'_, '_>) -> Outcome,
}

/// What passes work on, and what they hand to later ones and to lowering.
pub struct State<'ctx, 'a> {
    /// The module.
    pub instrument: Instrument<'ctx, 'a>,
    /// The function that the user names.
    entry: Option<FunctionValue<'ctx>>,
    /// The function that everything is inlined into.
    main: Option<FunctionValue<'ctx>>,
    /// What the program expects from outside.
    outside: Option<Outside>,
    /// The module as it was before inlining.
    native: Option<NativeModule>,
    /// The checks that there were before anything was inlined or folded.
    points: Option<Points>,
    /// How deep recursive functions are followed, if there are any.
    recursion: Option<Depth>,
}

/// A pass that treats one function.
type OnFunction<'ctx, 'a> = fn(&mut Instrument<'ctx, 'a>, FunctionValue<'ctx>) -> Outcome;

/// What lowering gets, the module aside.
pub struct Results<'ctx> {
    /// See [`State`].
    pub main: FunctionValue<'ctx>,
    /// See [`State`].
    pub outside: Outside,
    /// See [`State`].
    pub native: NativeModule,
    /// See [`State`].
    pub points: Points,
    /// See [`State`].
    pub recursion: Option<Depth>,
}

impl<'ctx, 'a> State<'ctx, 'a> {
    /// Before the first pass.
    fn new(instrument: Instrument<'ctx, 'a>) -> Self {
        Self {
            instrument,
            entry: None,
            main: None,
            outside: None,
            native: None,
            points: None,
            recursion: None,
        }
    }

    fn entry(&self) -> Result<FunctionValue<'ctx>, FrontendError> {
        made(self.entry)
    }

    fn main(&self) -> Result<FunctionValue<'ctx>, FrontendError> {
        made(self.main)
    }

    /// Runs a pass that treats the function that the user names.
    fn on_entry(&mut self, pass: OnFunction<'ctx, 'a>) -> Outcome {
        let entry = self.entry()?;
        pass(&mut self.instrument, entry)
    }

    /// Runs a pass that treats the function that everything is inlined into.
    fn on_main(&mut self, pass: OnFunction<'ctx, 'a>) -> Outcome {
        let main = self.main()?;
        pass(&mut self.instrument, main)
    }

    /// The module and what goes with it, after the last pass.
    ///
    /// # Errors
    /// [`FrontendError::Internal`] if not all passes have run.
    pub fn finish(self) -> Result<(Instrument<'ctx, 'a>, Results<'ctx>), FrontendError> {
        let Self { instrument, main, outside, native, points, recursion, .. } = self;
        let (main, outside) = (made(main)?, made(outside)?);
        let (native, points) = (made(native)?, made(points)?);
        Ok((instrument, Results { main, outside, native, points, recursion }))
    }
}

/// What an earlier pass has made.
fn made<T>(it: Option<T>) -> Result<T, FrontendError> {
    it.ok_or_else(|| FrontendError::Internal("a pass runs before one that it needs".to_owned()))
}

/// Runs passes, [`TABLE`] or the beginning of it, on a module as clang left it.
///
/// # Errors
/// Those of the passes.
pub fn run<'ctx, 'a>(
    instrument: Instrument<'ctx, 'a>,
    passes: &[Pass],
) -> Result<State<'ctx, 'a>, FrontendError> {
    debug_assert_eq!(misplaced(passes), None);
    let mut state = State::new(instrument);
    for pass in passes {
        (pass.run)(&mut state)?;
    }
    Ok(state)
}

/// The passes up to the one of this name, with it.
///
/// # Errors
/// [`FrontendError::Input`], with the names that there are, if this is none of them.
pub fn up_to(name: &str) -> Result<&'static [Pass], FrontendError> {
    match TABLE.iter().position(|pass| pass.name == name) {
        Some(at) => Ok(&TABLE[..=at]),
        None => {
            let names: Vec<&str> = TABLE.iter().map(|pass| pass.name).collect();
            let message = format!("there is no pass {name}; the passes are {}", names.join(", "));
            Err(FrontendError::Input(message))
        }
    }
}

/// The first pass that needs what none before it establishes, and what that is.
fn misplaced(passes: &[Pass]) -> Option<(&'static str, Fact)> {
    passes.iter().enumerate().find_map(|(at, pass)| {
        let holds =
            |fact: &Fact| passes[..at].iter().any(|earlier| earlier.establishes.contains(fact));
        Some((pass.name, *pass.needs.iter().find(|fact| !holds(fact))?))
    })
}
