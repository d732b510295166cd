//! Native runs of the checked program: replay of counterexamples and random attack.
//!
//! The front end hands over the instrumented module before inlining and optimisation
//! ([`NativeModule`](crate::program::NativeModule)); clang compiles it as it stands and links it with `runtime.c`. So a
//! native run shares with the verdict only the instrumentation: not the inlining, the
//! passes, the lowering, or anything behind them.
//!
//! * [`Executable::replay`] gives the run the choices of a trace, in order. It must make
//!   choices of the same widths, use them all, and then reach the goal's site.
//! * [`Executable::compute`] gives the choices of a trace, too, and tells what functions of the
//!   mathematical library return in that run (`sin`), in place of some of them.
//! * [`Executable::ask_sanitizer`] gives the choices of a trace that ends at an invalid access to
//!   a build with AddressSanitizer, which must complain of that access.
//! * [`Executable::attack`] gives random choices, run after run. A site that it reaches
//!   though its goals were proved refutes the proof; so does what AddressSanitizer reports of a
//!   program all of whose accesses were proved valid.
//! * [`reproducer`] writes the inputs of a trace as a C file for the user to keep
//!   (`llumc check --reproducer`).
//!
//! The program is somebody's C code, so a run can do nothing but compute: a process of
//! its own in an empty temporary directory, limits on time and memory, and a filter that
//! allows no system call but the one that ends it (and, for AddressSanitizer, those that get
//! new memory). A module that calls something outside is not run at all.
//!
//! What can't be built or run (no 32-bit libraries, no system-call filter in this
//! kernel, no time) is *not reproducible*, with the reason, and never a contradiction.

mod build;
mod executable;
mod outcome;
mod reproducer;
mod sanitized;
mod tools;

use super::accelerated;
use crate::bv::Value;
use crate::program::{BlockId, GoalId, GoalKind, InputKind, Instr, Program, Property};
use crate::system::{Accelerated, Trace};

pub use build::Flavour;
pub use executable::Executable;
pub use reproducer::reproducer;
pub use tools::NO_TIME;

/// What a native replay of a trace says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NativeOutcome {
    /// The run made the trace's choices, its conditions came out so (those that
    /// [`NativeModule::branchings`](crate::program::NativeModule) names, the first few behind each
    /// choice), and it reached the trace's goal.
    Confirmed(Vec<Taken>),
    /// The run could not be made, for this reason; it says nothing about the trace.
    NotReproducible(String),
    /// The run went elsewhere: the trace or the program is wrong, a bug of ours.
    Contradicted(String),
}

/// An arbitrary value that a native run was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Number of the place in the instrumented module that asked for it.
    pub site: u32,
    /// The value.
    pub value: Value,
}

/// What a function of the mathematical library returned in a native run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Computed {
    /// The number of the choice that is its result in a trace, among those of a native run.
    pub choice: usize,
    /// The bits of the result.
    pub bits: u64,
}

/// A condition came out, or a `switch` went a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// How many choices the run had made.
    pub choices: usize,
    /// Which: an index into [`NativeModule::branchings`](crate::program::NativeModule).
    pub branching: usize,
    /// How, as [`crate::program::Branching`] says.
    pub way: u32,
}

/// What random runs found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Number of runs made.
    pub runs: u64,
    /// The first run that should not be.
    pub found: Option<Found>,
}

/// A random run against a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it does.
    pub what: Refutation,
    /// The choices made, in order.
    pub choices: Vec<Choice>,
}

/// What refutes a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// A site is reached that was attacked ([`crate::program::Goal::site`]).
    Site(u32),
    /// AddressSanitizer, with which the program is built, reports this.
    Access(String),
}

/// The choices of a trace, in the order in which a native run makes them.
pub(super) fn choices<'a>(
    program: &'a Program,
    trace: &'a Trace,
) -> impl Iterator<Item = &'a Value> {
    trace.steps.iter().flat_map(|step| {
        let kinds = kinds(program, step.block);
        let native = move |at: usize| kinds.get(at).is_none_or(|kind| kind.is_native());
        step.inputs.iter().enumerate().filter(move |(at, _)| native(*at)).map(|(_, value)| value)
    })
}

/// Whether a native run makes all choices of a trace, but for where it ends.
pub fn makes_all(program: &Program, trace: &Trace) -> bool {
    let is_made = |kind: &&InputKind| kind.is_native() || **kind == InputKind::Cover;
    trace.steps.iter().all(|step| kinds(program, step.block).iter().all(is_made))
}

/// The kinds of the inputs of a block, in order.
pub fn kinds(program: &Program, block: BlockId) -> Vec<&InputKind> {
    let instrs = program.blocks[block].instrs.iter();
    let kinds = instrs.filter_map(|instr| match instr {
        Instr::Input { kind, .. } => Some(kind),
        _ => None,
    });
    kinds.collect()
}

/// Why a native run may go elsewhere though the trace is right: without AddressSanitizer accesses
/// to memory are not checked there, nor can memory be given arbitrary contents.
fn excuse(program: &Program, trace: &Trace) -> Option<&'static str> {
    if let GoalKind::Check(check) = &program.goals[trace.goal].kind {
        match check.property {
            Property::ValidDeref | Property::ValidFree | Property::ValidMemcleanup => {
                return Some("a native run does not check accesses to memory");
            }
            _ => {}
        }
    }
    (!makes_all(program, trace))
        .then_some("the contents of new memory can't be chosen in a native run")
}

/// Whether no native run reaches the goal, for it asks what the runtime can't tell.
fn is_never_seen(program: &Program, goal: GoalId) -> bool {
    matches!(&program.goals[goal].kind,
        GoalKind::Check(check)
            if matches!(check.property,
                Property::ValidMemtrack | Property::Uninit | Property::Alignment))
}

/// Whether iterations that the trace does not list may read inputs.
fn reads_in_accelerated(program: &Program, trace: &Trace) -> bool {
    let head = |some: &Accelerated| trace.steps.get(some.before).map(|step| step.block);
    let heads = trace.accelerated.iter().filter_map(head);
    let mut blocks = heads.flat_map(|head| accelerated::blocks(program, head));
    let is_input = |instr: &Instr| matches!(instr, Instr::Input { .. });
    blocks.any(|block| program.blocks[block].instrs.iter().any(is_input))
}

/// The site of a goal, if native runs can reach it.
fn site(program: &Program, goal: GoalId) -> Option<u32> {
    program.goals.get(goal)?.site
}

#[cfg(test)]
mod tests;
