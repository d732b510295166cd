//! The goals of a model file are decided: by engines, whose answers are checked as they come, and
//! by what is found beside them. Relations between words that are found but leave goals open end
//! the race of the engines, and another one begins with them.

use std::panic::resume_unwind;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::args::SolveArgs;
use super::beside::beside;
use super::engines::{Configured, unfounded};
use super::exit::internal;
use super::foreign::{Foreign, Run};
use super::progress::ProgressLine;
use super::search::{Found, Search, look};
use crate::certify::CertifyError;
use crate::engine::race::{self, Limits, Reply};
use crate::engine::{Ending, EngineKind, Event, Proof};
use crate::relations::Relations;
use crate::support::Budget;
use crate::support::limits;

/// A decided goal of the file.
#[derive(Clone)]
pub enum Answer {
    /// By this run.
    Reachable(Run),
    /// With the proof of an engine, unless it was decided by what was found beside them.
    Unreachable(Option<Proof>),
}

/// What came out.
pub struct Decided {
    /// By goal.
    pub answers: Vec<Option<Answer>>,
    /// How the engines ended, the last time they ran.
    pub endings: Vec<(EngineKind, Ending)>,
    /// Goals that relations between words decided.
    pub related: Vec<usize>,
    /// Goals that signals decided by being equal.
    pub corresponding: Vec<usize>,
    /// How many relations the engines were given.
    pub facts: usize,
    /// Whether the check of a proof took too much time or memory.
    pub unchecked: bool,
    /// The time that sweeping took.
    pub sweeping: Duration,
    /// The time that the search for relations took.
    pub relating: Duration,
    /// The time that the search for equal signals took.
    pub search: Duration,
    /// The time that checks took.
    pub certification: Duration,
    /// What was told of the engines.
    pub line: ProgressLine,
}

/// Decides the goals, as far as time and memory allow.
///
/// # Errors
/// Internal: if an answer does not stand up to the check.
pub fn decide(foreign: &mut Foreign, configured: &Configured, args: &SolveArgs) -> Result<Decided> {
    let mut decided = Decided {
        answers: vec![None; foreign.model.goals.len()],
        endings: vec![],
        related: vec![],
        corresponding: vec![],
        facts: 0,
        unchecked: false,
        sweeping: Duration::ZERO,
        relating: Duration::ZERO,
        search: Duration::ZERO,
        certification: Duration::ZERO,
        line: ProgressLine::new(args.engine.quiet),
    };
    let relations = decided.race(foreign, configured, args, !args.no_relations)?;
    if let Some(relations) = relations.filter(|_| decided.answers.iter().any(Option::is_none)) {
        decided.facts = relations.facts.len();
        foreign.learn(relations);
        decided.race(foreign, configured, args, false)?;
    }
    decided.line.clear();
    Ok(decided)
}

impl Decided {
    /// One race of the engines; `relations` are looked for or not. If they end it they are returned.
    fn race(
        &mut self,
        foreign: &mut Foreign,
        configured: &Configured,
        args: &SolveArgs,
        relations: bool,
    ) -> Result<Option<Relations>> {
        let begin = Instant::now();
        if !args.no_sweep {
            let budget = configured.budget().at_most(part(configured));
            foreign.sweep(args.engine.simple_path, &budget);
        }
        self.sweeping += begin.elapsed();
        let foreign = &*foreign;
        // What ends the race does not end the checks of its answers.
        let limits = configured.limits();
        let budget = Budget::with_timeout(configured.budget().remaining());
        let limits = Limits { budget: budget.clone(), ..limits };
        let known = (0..self.answers.len()).filter(|&goal| self.answers[goal].is_some());
        known.for_each(|goal| budget.drop_part(goal));
        let small = foreign.model.spec.num_vars as usize <= 2 * limits::SIGNALS_NODES;
        let system = foreign.words.as_ref().map(|(system, _)| system);
        let search = system.filter(|_| small && args.invariant.is_none()).map(|system| Search {
            system,
            relations,
            signals: !args.no_sweep,
            time: part(configured),
            certify: !args.no_certify,
        });
        let mut judge = Judge {
            foreign,
            certify: !args.no_certify,
            budget: configured.budget(),
            decided: self,
            wrong: None,
        };
        let engines = || {
            let mut hear = |kind, event| judge.hear(kind, event);
            let endings =
                race::run(foreign.engines_model(), &configured.engines, limits, &mut hear);
            let done = judge.wrong.is_some() || judge.decided.answers.iter().all(Option::is_some);
            (endings, done)
        };
        let race = &budget;
        let search = search.map(|search| move || look(search, race));
        let (endings, found) = beside(engines, race, limits::SOLVE_HEAD_START, search);
        let found = match found {
            None => Found::default(),
            Some(found) => found.unwrap_or_else(|panic| resume_unwind(panic)),
        };
        let wrong = judge.wrong;
        self.endings = endings;
        self.unchecked |= found.unchecked;
        self.relating += found.relating;
        self.search += found.search;
        self.certification += found.certification;
        let contradicted = |&goal: &usize| matches!(self.answers[goal], Some(Answer::Reachable(_)));
        if found.wrong || found.related.iter().chain(&found.corresponding).any(contradicted) {
            self.line.clear();
            return Err(internal(
                "what was found beside the engines does not stand up to the check",
            ));
        }
        if let Some(kind) = wrong {
            self.line.clear();
            let what = format!("an answer of {kind} does not stand up to the check");
            return Err(unfounded(&args.engine, &what));
        }
        let parts =
            [(found.related, &mut self.related), (found.corresponding, &mut self.corresponding)];
        for (goals, known) in parts {
            for goal in goals {
                if self.answers[goal].is_none() {
                    self.answers[goal] = Some(Answer::Unreachable(None));
                    known.push(goal);
                }
            }
        }
        Ok(found.relations)
    }
}

/// Hears what engines claim, has it checked, and keeps what stands.
struct Judge<'a> {
    foreign: &'a Foreign,
    certify: bool,
    /// For checks.
    budget: Budget,
    decided: &'a mut Decided,
    /// Whose answer did not stand.
    wrong: Option<EngineKind>,
}

impl Judge<'_> {
    fn hear(&mut self, kind: EngineKind, event: Event) -> Reply {
        let given = Instant::now();
        let checked = match event {
            Event::Progress(progress) => {
                self.decided.line.update(kind, progress);
                return Reply::Accept;
            }
            Event::Lemmas(_) => return Reply::Accept,
            Event::Reached { goal, trace } => {
                let run = self.foreign.run(trace);
                let ok = !self.certify || self.foreign.check_run(goal, &run).is_ok();
                ok.then_some((vec![goal], Answer::Reachable(run)))
            }
            Event::Unreachable { goals, proof } => {
                // It speaks of more than state.
                let Some(proof) = self.foreign.proof(proof) else {
                    self.wrong = Some(kind);
                    return Reply::Stop;
                };
                let result = match self.certify {
                    false => Ok(()),
                    true => self.foreign.check_proof(&goals, &proof, &self.budget),
                };
                match result {
                    Ok(()) => Some((goals, Answer::Unreachable(Some(proof)))),
                    Err(CertifyError::Unknown(_)) => {
                        self.decided.certification += given.elapsed();
                        self.decided.unchecked = true;
                        return Reply::Reject;
                    }
                    Err(_) => None,
                }
            }
        };
        self.decided.certification += given.elapsed();
        match checked {
            Some((goals, answer)) => {
                for goal in goals {
                    self.decided.answers[goal] = Some(answer.clone());
                }
                Reply::Accept
            }
            None => {
                self.wrong = Some(kind);
                Reply::Stop
            }
        }
    }
}

/// The time for what is looked for before engines run, and for what is beside them.
fn part(configured: &Configured) -> Duration {
    let left = configured.budget().remaining();
    left.map_or(limits::SEARCH_TIME, |left| left / limits::SEARCH_SHARE).min(limits::SEARCH_TIME)
}
