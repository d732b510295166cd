//! C programs are verified: from files to a report with a checked verdict.
//!
//! | file | does |
//! |---|---|
//! | this one | the task; single elements of large objects are tried first, then all of them |
//! | [`covered`] | the checks first, then coverage goals, if they are asked for |
//! | [`changes`] | undefined functions: runs in which they change nothing are tried first, then all |
//! | [`any_size`] | objects whose size is not constant: small ones first, then of any size |
//! | [`deepening`] | limits of the model are raised as long as nothing else is open |
//! | [`attempt`] | one of them, in all stages: direct proofs, intervals, invariants, the race of engines |
//! | [`pipeline`], [`words`] | from the front end's program to the models and automata of engines |
//! | [`results`] | checks what engines find ([`certificates`], [`native`]) and keeps what stands ([`decisions`]) |
//! | [`verdict`], [`coverage`] | from decisions to the report |
//! | [`vacuous`] | warns of assumptions that no run gets past |

mod any_size;
mod attempt;
mod bug;
mod certificates;
mod changes;
mod coverage;
mod covered;
mod decisions;
mod deepening;
mod invariants;
mod native;
pub mod pipeline;
mod resolution;
mod results;
mod unset;
mod vacuous;
mod verdict;
mod words;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::engines::Configured;
use super::observer::{Journal, Observed};
use super::options::{Arrays, Engine, Options};
use super::{Error, Task, Verdict, svcomp};
use crate::certify::executed;
use crate::dimspec::Model;
use crate::frontend::{Compiled, DataModel, Options as Frontend};
use crate::memory::{self, large::follow};
use crate::program::{InputKind, Instr, ModelLimit, Program};
use crate::report::Report;
use crate::report::coverage::Reach;
use crate::support::limits;
use attempt::{Answer, Attempt};
use pipeline::{compile_only, resolve};

/// A C program, and what is asked of it.
#[derive(Clone, Debug, Default)]
pub struct ProgramTask {
    /// What to compile, how, and which properties to check.
    pub frontend: Frontend,
    /// The limits of the model that stay as they are; others are raised as long as nothing else
    /// is open.
    pub fixed: BTreeSet<ModelLimit>,
}

impl ProgramTask {
    /// The program of these files (`.c`, `.i`, `.ll`, `.bc`), with the default properties.
    pub fn new<P: Into<PathBuf>>(files: impl IntoIterator<Item = P>) -> Self {
        let files = files.into_iter().map(Into::into).collect();
        let inlined = Some(limits::RECURSIVE_INSTRUCTIONS);
        let frontend = Frontend { files, inlined, ..Frontend::default() };
        Self { frontend, fixed: BTreeSet::new() }
    }

    /// The program that a file says: a part of a program by itself, or an SV-COMP task, of whose
    /// properties those count that are known.
    ///
    /// # Errors
    /// If the task can't be read.
    pub fn read(file: &Path) -> Result<Self, Error> {
        if !file.extension().is_some_and(|end| end == "yml" || end == "yaml") {
            return Ok(Self::new([file]));
        }
        let task = svcomp::read_task(file, "main")?;
        let Self { frontend, fixed } = Self::new(task.files);
        let data_model = if task.ilp32 { DataModel::Ilp32 } else { DataModel::Lp64 };
        let frontend = Frontend { properties: task.properties, data_model, ..frontend };
        Ok(Self { frontend, fixed })
    }

    /// A report that says nothing but what was asked.
    pub fn blank_report(&self) -> Report {
        let Frontend { files, entry, data_model, machine, properties, .. } = &self.frontend;
        Report {
            files: files.iter().map(|file| file.display().to_string()).collect(),
            entry: entry.clone(),
            data_model: match (machine, data_model) {
                (Some(_), _) | (None, DataModel::Ilp32) => "ILP32".into(),
                (None, DataModel::Lp64) => "LP64".into(),
            },
            target: machine.as_ref().map(|machine| machine.triple.clone()),
            properties: properties.iter().copied().collect(),
            ..Report::blank()
        }
    }
}

impl Task for ProgramTask {
    type Report = Report;

    fn run(&self, options: &Options, journal: &dyn Journal) -> Result<Report, Error> {
        let configured = Configured::new(options)?;
        let blank = self.blank_report();
        let run = Run { options, configured: &configured, journal, blank: &blank };
        let report = match self.frontend.cover {
            true => covered::decide(&run, self)?,
            false => changes::decide(&run, self)?,
        };
        journal.phase("the report was written");
        let seconds = journal.started().elapsed().as_secs_f64();
        Ok(Report { seconds, phases: journal.phases(), ..report })
    }
}

/// The model that IC3 gets of a program, with the goals that need an engine; none if there are
/// none.
///
/// # Errors
/// As [`super::verify`].
pub fn open_model(task: &ProgramTask, options: &Options) -> Result<Option<Model>, Error> {
    let configured = Configured::new(options)?;
    let mut nobody = ();
    let journal = Observed::new(&mut nobody);
    let blank = task.blank_report();
    let run = Run { options, configured: &configured, journal: &journal, blank: &blank };
    Ok(Attempt::open_model(&run, compile_only(&task.frontend)?))
}

/// What all ways of modelling the program share.
#[derive(Clone, Copy)]
struct Run<'a> {
    options: &'a Options,
    configured: &'a Configured,
    journal: &'a dyn Journal,
    blank: &'a Report,
}

impl Run<'_> {
    /// Decides with single elements of large objects, if that is wanted, and if it is not
    /// enough, with all of them.
    fn answer(&self, compiled: Compiled) -> Result<Answer, Error> {
        let (configured, arrays) = (self.configured, self.options.program.arrays);
        let wanted = arrays != Arrays::Exact;
        let Some(followed) = follow(&compiled.program, limits::FOLLOWED_CELLS).filter(|_| wanted)
        else {
            return Attempt::new(self, compiled, None).decide();
        };
        let only = arrays == Arrays::Followed
            || memory::is_beyond(&compiled.program, &memory::Limits::default());
        if only {
            return Attempt::new(self, compiled, Some(followed)).decide();
        }
        if self.is_executed(&compiled.program) {
            return Attempt::new(self, compiled, None).decide();
        }
        let time = configured
            .budget()
            .remaining()
            .map_or(limits::FOLLOWED_TIME, |left| left / limits::FOLLOWED_SHARE);
        let first = configured.at_most(time.min(limits::FOLLOWED_TIME));
        let shorter = Run { configured: &first, ..*self };
        let answer = Attempt::new(&shorter, compiled.clone(), Some(followed.clone())).decide()?;
        let is_over = |answer: &Answer| {
            answer.verdict() != Verdict::Unknown && !(answer.has_more(self) && answer.open() > 0)
                || configured.budget().exhausted().is_some()
        };
        if self.options.program.coverage_only {
            return self.completed(answer, compiled);
        }
        if is_over(&answer) {
            return Ok(answer);
        }
        let out_of_time = first.budget().exhausted().is_some();
        let answer = answer.or_better(Attempt::new(self, compiled.clone(), None).decide()?);
        if is_over(&answer) || !out_of_time {
            return Ok(answer);
        }
        // The other one came to its end before its time: the first may have what is left.
        Ok(answer.or_better(Attempt::new(self, compiled, Some(followed)).decide()?))
    }

    /// Whether the program can be executed, which takes all elements.
    fn is_executed(&self, program: &Program) -> bool {
        let asks = |instr: &Instr| match instr {
            Instr::Input { kind, .. } => {
                let is_any = matches!(kind, InputKind::Uninitialised(_) | InputKind::Undefined(_));
                kind.is_native() && !is_any
            }
            Instr::Assign { .. } | Instr::Bind { .. } | Instr::Memory(_) => false,
        };
        let asks = program.blocks.iter().any(|block| block.instrs.iter().any(asks));
        if asks || !self.searches() || self.options.program.evidence {
            return false;
        }
        let budget = self.configured.budget().at_most(limits::DIRECT_TIME);
        let resolved = resolve(program.clone(), &memory::Limits::default());
        executed::run(&resolved, &budget).is_some()
    }

    /// The answer, with what runs reach in the model of all elements where it is not known.
    fn completed(&self, mut answer: Answer, compiled: Compiled) -> Result<Answer, Error> {
        let in_time = self.configured.budget().exhausted().is_none();
        if let Some(coverage) = &mut answer.decided.coverage
            && coverage.lines(Reach::Unknown) + coverage.branches(Reach::Unknown) > 0
            && in_time
        {
            let exact = Attempt::new(self, compiled, None).decide()?;
            exact.decided.coverage.iter().for_each(|exact| coverage.complete(exact));
        }
        Ok(answer)
    }

    /// Whether invariants are looked for on words before and in parallel with engines.
    fn searches(&self) -> bool {
        self.options.engine == Engine::Auto
    }
}
