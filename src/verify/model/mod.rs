//! Files of models are decided, ours or anyone's: DimSpec, AIGER and BTOR2. Engines race on the
//! file's bits, and words are searched in parallel. Relations between words that are found but
//! leave goals open end the race, and another one begins with them.

pub mod certify;
mod file;
mod results;
mod search;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::engines::{Configured, unfounded};
use super::error::Error;
use super::observer::Journal;
use super::options::{Engine, InvariantForm, Options};
use super::race::Race;
use super::{Task, Verdict};
use crate::cnf::Lit;
use crate::engine::ic3::Technique;
use crate::engine::{EngineKind, Proof};
use crate::relations::Relations;
use crate::report::EngineReport;
use crate::support::limits;
use file::Loaded;
use results::{Answer, Results};
use search::{Found, Search, look};

/// The goals of a model file.
#[derive(Clone, Debug)]
pub struct ModelTask {
    /// The file, compressed with gzip or not.
    pub file: PathBuf,
}

/// What is said of a model file.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whether a goal can be reached; unknown if none is known to be, and one is not decided.
    pub verdict: Verdict,
    /// Why goals are open; else empty.
    pub reasons: Vec<String>,
    /// Witnesses and proofs of the goals that are decided, one after the other, as the tools of
    /// the file's format print them.
    pub answer: String,
    /// What begins a comment in that.
    pub comment: &'static str,
    /// The invariant that was asked for ([`super::ModelOptions::invariant`]), unless a reason says
    /// why there is none.
    pub invariant: Option<Vec<u8>>,
    /// How the engines ended, the last time they ran.
    pub engines: Vec<EngineReport>,
    /// What was found besides.
    pub findings: Findings,
    /// What that and the checks of results took.
    pub times: Times,
}

/// What was found out about a file besides what engines did.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// State bits that were merged with others or constants.
    pub merged: usize,
    /// State bits on which no goal depends.
    pub dropped: usize,
    /// Relations between words that engines were given.
    pub facts: usize,
    /// Goals that relations between words decided.
    pub related: Vec<usize>,
    /// Goals that were decided by signals being equal.
    pub corresponding: Vec<usize>,
}

/// Times of parts of the work.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Looking for state bits to be merged or dropped.
    pub sweeping: Duration,
    /// Looking for relations between words.
    pub relating: Duration,
    /// Looking for signals that are equal.
    pub search: Duration,
    /// Checking results.
    pub certification: Duration,
}

impl Task for ModelTask {
    type Report = Report;

    fn run(&self, options: &Options, journal: &dyn Journal) -> Result<Report, Error> {
        let mut configured = Configured::new(options)?;
        if let Some(config) = configured.engines.iter().find(|config| config.kind.reads_words()) {
            return Err(Error::input(format!(
                "the engine {} works on the automaton of a program, and a file of a model has none; \
                 take another engine (--engine)",
                config.kind
            )));
        }
        journal.phase("the file was read");
        let mut file = Loaded::read(&self.file)?;
        if file.model.goals.is_empty() {
            let text = "nothing to decide: the file has no property";
            return Err(Error::input(format!("{}: {text}", self.file.display())));
        }
        if options.model.invariant.is_some() {
            for_clauses(&mut configured, options.engine);
        }
        let mut decided = Decided {
            answers: vec![None; file.model.goals.len()],
            unchecked: false,
            engines: vec![],
            findings: Findings::default(),
            times: Times::default(),
        };
        let run = Run { options, configured: &configured, journal };
        let relations = run.race(&mut decided, &mut file, options.model.relations)?;
        if let Some(relations) = relations.filter(|_| decided.answers.iter().any(Option::is_none)) {
            decided.findings.facts = relations.facts.len();
            file.learn(relations);
            run.race(&mut decided, &mut file, false)?;
        }
        (decided.findings.merged, decided.findings.dropped) = file.swept_bits();
        journal.phase("the report was written");
        Ok(decided.report(&file, options.model.invariant))
    }
}

/// Of the engines of `auto` only IC3 gives clauses over state bits: backwards it comes out as
/// cubes, and predicates are no bits.
fn for_clauses(configured: &mut Configured, engine: Engine) {
    if engine == Engine::Auto {
        configured.engines.retain(|config| config.kind == EngineKind::Ic3);
        configured.engines.iter_mut().for_each(|config| config.shares = false);
    }
    let without = [Technique::Reverse, Technique::Predicates];
    configured.engines.iter_mut().for_each(|config| config.ic3.without.extend(without));
}

/// What is known of the file.
struct Decided {
    /// By goal.
    answers: Vec<Option<Answer>>,
    /// Whether the check of a proof took too much time or memory.
    unchecked: bool,
    engines: Vec<EngineReport>,
    findings: Findings,
    times: Times,
}

/// What all races on a file share.
struct Run<'a> {
    options: &'a Options,
    configured: &'a Configured,
    journal: &'a dyn Journal,
}

impl Run<'_> {
    /// One race of the engines; `relations` are looked for or not. If they end it they are returned.
    fn race(
        &self,
        decided: &mut Decided,
        file: &mut Loaded,
        relations: bool,
    ) -> Result<Option<Relations>, Error> {
        let Self { options, configured, journal } = *self;
        let begin = Instant::now();
        if options.model.sweep {
            journal.phase("equal state bits were looked for");
            file.sweep(options.simple_path, &configured.budget().at_most(self.part()));
        }
        decided.times.sweeping += begin.elapsed();
        let file = &*file;
        let runners = configured.engines.iter().map(|config| (config, file.engines_model().into()));
        let race = Race::new(configured, runners, (0..decided.answers.len()).collect(), journal);
        let budget = race.budget.clone();
        let small = file.model.spec.num_vars as usize <= 2 * limits::SIGNALS_NODES;
        let wanted = small && options.model.invariant.is_none();
        let search = file.words.as_ref().filter(|_| wanted).map(|(system, _)| {
            let search = Search {
                system,
                relations,
                signals: options.model.sweep,
                time: self.part(),
                check: options.check,
            };
            (limits::SOLVE_HEAD_START, move || look(search, &budget))
        });
        let mut results = Results::new(file, options.check, configured.budget(), decided);
        let (engines, found) = race.run(&mut results, search);
        let wrong = results.wrong;
        decided.engines = engines;
        if let Some(what) = wrong {
            journal.failed();
            return Err(unfounded(&options.sat, &what));
        }
        decided.take(found.unwrap_or_default())
    }

    /// The time for what is looked for before engines run, and in parallel with them.
    fn part(&self) -> Duration {
        let left = self.configured.budget().remaining();
        let part = left.map_or(limits::SEARCH_TIME, |left| left / limits::SEARCH_SHARE);
        part.min(limits::SEARCH_TIME)
    }
}

impl Decided {
    /// Takes what was found in parallel with the engines.
    fn take(&mut self, found: Found) -> Result<Option<Relations>, Error> {
        self.unchecked |= found.unchecked;
        self.times.relating += found.relating;
        self.times.search += found.search;
        self.times.certification += found.certification;
        let contradicted = |&goal: &usize| matches!(self.answers[goal], Some(Answer::Reachable(_)));
        if found.wrong || found.related.iter().chain(&found.corresponding).any(contradicted) {
            let what = "what was found in parallel with the engines does not stand up to the check";
            return Err(Error::internal(what));
        }
        let Findings { related, corresponding, .. } = &mut self.findings;
        for (goals, known) in [(found.related, related), (found.corresponding, corresponding)] {
            for goal in goals {
                if self.answers[goal].is_none() {
                    self.answers[goal] = Some(Answer::Unreachable(None));
                    known.push(goal);
                }
            }
        }
        Ok(found.relations)
    }

    fn report(self, file: &Loaded, wanted: Option<InvariantForm>) -> Report {
        let answers = self.answers.iter().enumerate();
        let answer = answers.map(|(goal, answer)| match answer {
            Some(Answer::Reachable(run)) => file.reached(goal, run),
            Some(Answer::Unreachable(proof)) => file.unreachable(goal, proof.as_ref()),
            None => String::new(),
        });
        let answer = answer.collect();
        let is_reached = |answer: &_| matches!(answer, Some(Answer::Reachable(_)));
        let complete = self.answers.iter().all(Option::is_some);
        let verdict = match (self.answers.iter().any(is_reached), complete) {
            (true, _) => Verdict::False(None),
            (false, true) => Verdict::True,
            (false, false) => Verdict::Unknown,
        };
        let mut reasons = vec![];
        if !complete {
            let ending = |engine: &EngineReport| format!("{}: {}", engine.name, engine.ending);
            reasons.extend(self.engines.iter().map(ending));
        }
        if !complete && self.unchecked {
            let text = "a proof was found, but its check took too much time or memory";
            reasons.push(text.to_owned());
        }
        let invariant = wanted.map(|form| match file.has_form(form) {
            true => self.invariant(file).map(|clauses| file.invariant_text(&clauses, form)),
            false => Err("a DimSpec has no witness circuit: AIGER and BTOR2 files have"),
        });
        let invariant = invariant.and_then(|text| {
            text.map_err(|why| reasons.push(format!("no invariant was written: {why}"))).ok()
        });
        let comment = file.comment();
        let Self { engines, findings, times, .. } = self;
        Report { verdict, reasons, answer, comment, invariant, engines, findings, times }
    }

    /// The conjunction of the invariants of all goals that can't be reached: it is inductive
    /// if each of them is.
    fn invariant(&self, file: &Loaded) -> Result<Vec<Vec<Lit>>, &'static str> {
        let mut clauses = vec![];
        for answer in &self.answers {
            match answer {
                Some(Answer::Unreachable(Some(Proof::Inductive(invariant)))) => {
                    clauses.extend(invariant.iter().cloned());
                }
                Some(Answer::Unreachable(_)) => return Err("the proof is of another kind"),
                Some(Answer::Reachable(_)) => return Err("a goal can be reached"),
                None => return Err("a goal is not decided"),
            }
        }
        clauses.sort();
        clauses.dedup();
        let variables = file.variables();
        if clauses.iter().flatten().any(|lit| lit.var().0 > variables) {
            return Err("it speaks of inputs or gates");
        }
        Ok(clauses)
    }
}
