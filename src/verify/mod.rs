//! The library's front door: a task goes in, a report with a checked verdict comes out.
//!
//! [`verify`] runs all stages in their order: what is read becomes a model, engines race on it
//! ([`crate::engine::race`]), and each of their results is checked by [`crate::certify`] before it
//! counts. There are three kinds of tasks: C programs ([`ProgramTask`]), witnesses about
//! them ([`WitnessTask`]) and files of models ([`ModelTask`]). What both share is here: [`Options`], who is told of the work while it lasts
//! ([`Observer`]), the engines that are chosen, and one race loop.
//!
//! What always holds: a verdict is [`Verdict::True`] only with proofs that were checked for all
//! that was asked, and [`Verdict::False`] only with a run that was replayed, unless
//! [`Options::check`] is off. A result that does not stand up to its check is an [`Error`], never
//! a verdict.
//!
//! Deliberately absent: arguments, terminals, exit codes, signals. Those are `cli`'s.

mod engines;
mod error;
pub mod evidence;
pub mod model;
mod observer;
mod options;
#[cfg(feature = "llvm")]
pub mod program;
mod race;
mod task;
#[cfg(feature = "llvm")]
pub mod witness;

pub use crate::engine::worker::Workers;
pub use crate::report::Verdict;
pub use error::Error;
pub use model::ModelTask;
pub use observer::{Observer, Phases, Spent};
pub use options::{Arrays, Engine, InvariantForm, ModelOptions, Options, ProgramOptions};
#[cfg(feature = "llvm")]
pub use program::ProgramTask;
pub use race::interrupted;
pub use task::svcomp;
#[cfg(feature = "llvm")]
pub use witness::WitnessTask;

use observer::{Journal, Observed};

/// What can be verified.
pub trait Task {
    /// What is said of it.
    type Report;

    /// Runs all stages, and tells `journal` of them.
    ///
    /// # Errors
    /// See [`verify`].
    #[doc(hidden)]
    fn run(&self, options: &Options, journal: &dyn Journal) -> Result<Self::Report, Error>;
}

/// Decides a task, as far as the options allow. `observer` is told of the work while it lasts;
/// `&mut ()` if nobody wants to know.
///
/// # Errors
/// [`Error::Input`] if the task or the options are wrong or a tool is missing,
/// [`Error::Internal`] if something is wrong with us: a result that does not stand up to its
/// check, above all. There is no verdict then.
pub fn verify<T: Task>(
    task: &T,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<T::Report, Error> {
    task.run(options, &Observed::new(observer))
}
