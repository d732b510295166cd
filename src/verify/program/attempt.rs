//! One way of modelling the program, in all stages: what needs no engine is decided first, then
//! engines race with a search for invariants in parallel, and every result is checked.

use std::sync::Arc;
use std::time::Duration;

use super::decisions::Decisions;
use super::invariants;
use super::pipeline::{Encoding, Pipeline};
use super::results::Results;
use super::vacuous;
use super::verdict::{self, Decided};
use super::{Error, Run, Verdict};
use crate::analysis::Invariants;
use crate::cfa::Stride;
use crate::dimspec::{BitTrace, Model};
use crate::engine::race::Reply;
use crate::engine::subject::Given;
use crate::engine::{Config, EngineKind, Proof};
use crate::frontend::Compiled;
use crate::program::Followed;
use crate::report::evidence::Evidence;
use crate::report::{EngineReport, ModelReport, Report, Status, Warning};
use crate::support::{StopReason, limits};
use crate::system::{Certificate, LocationInvariant};
use crate::verify::engines::{Configured, describe_stop};
use crate::verify::race::{self, Race};

/// What one way of modelling the program leads to.
pub struct Answer {
    /// The verdict with what supports it.
    pub decided: Decided,
    decisions: Decisions,
    warnings: Vec<Warning>,
    engines: Vec<EngineReport>,
    model: ModelReport,
    /// The files of a project that the program has.
    units: Vec<String>,
    evidence: Option<Arc<Evidence>>,
}

impl Answer {
    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        self.decided.verdict
    }

    /// Checks that were not decided.
    pub fn open(&self) -> usize {
        self.decided.open()
    }

    /// The other answer, about a better model, unless it leaves more open.
    pub fn or_better(self, other: Self) -> Self {
        if other.is_better_than(&self) { other } else { self }
    }

    /// Whether an answer, about a better model than another one, does not leave more open.
    pub fn is_better_than(&self, other: &Self) -> bool {
        match (self.verdict(), other.verdict()) {
            (Verdict::Unknown, Verdict::Unknown) => self.open() <= other.open(),
            (Verdict::Unknown, _) => false,
            // What is violated in one model is, though it may not be seen in a larger one: the object of
            // a string is larger there.
            (Verdict::True, Verdict::False(_)) => false,
            (Verdict::False(_), Verdict::False(_)) => {
                self.unsettled() <= other.unsettled() && self.violates_all_of(other)
            }
            _ => true,
        }
    }

    /// Whether all that is violated in another answer is so here.
    fn violates_all_of(&self, other: &Self) -> bool {
        let violated = |answer: &'_ Self| -> Vec<_> {
            let all = answer.decided.checks.iter();
            let all = all.filter(|check| matches!(check.status, Status::Violated(_)));
            all.map(|it| (it.property, it.what.clone(), it.place.clone())).collect()
        };
        let own = violated(self);
        violated(other).iter().all(|it| own.contains(it))
    }

    /// Checks that were not decided, and those that hold where all is modelled, in this order.
    fn unsettled(&self) -> (usize, usize) {
        (self.open(), self.decided.modelled())
    }

    /// Whether a violation was found, but of other checks, which are asked for as well, more may be known in
    /// a model that is larger where runs leave this one, or with more time.
    pub fn has_more(&self, run: &Run<'_>) -> bool {
        matches!(self.verdict(), Verdict::False(_))
            && !run.options.program.stop_at_first
            && self.unsettled() > (0, 0)
    }

    /// All but the times of the whole.
    pub fn report(self, blank: &Report) -> Report {
        let Self { decided, decisions, warnings, engines, model, units, evidence } = self;
        Report {
            units,
            verdict: decided.verdict,
            reasons: decided.reasons,
            warnings,
            checks: decided.checks,
            coverage: decided.coverage,
            obstacles: decided.obstacles,
            assumptions: decided.assumptions,
            confirmations: decisions.confirmations,
            engines,
            explored: decided.explored,
            sources: decided.sources,
            model,
            replay_seconds: decisions.replay_time.as_secs_f64(),
            attack_seconds: decisions.attack_time.as_secs_f64(),
            attack_runs: decisions.attack_runs,
            reproducer: decisions.reproducer,
            evidence,
            ..blank.clone()
        }
    }
}

/// A model of the program that can be decided.
pub struct Attempt<'a> {
    run: &'a Run<'a>,
    pipeline: Pipeline,
}

impl<'a> Attempt<'a> {
    /// Makes the model: with single elements of large objects only, if these are given.
    pub fn new(run: &'a Run<'a>, compiled: Compiled, followed: Option<Followed>) -> Self {
        let Run { options, configured, journal, .. } = *run;
        let encoding = Encoding {
            blocks: options.program.blocks,
            accelerate: options.program.accelerate,
            ranges: (run.searches() && options.program.ranges)
                .then(|| configured.budget().at_most(limits::RANGES_TIME)),
        };
        Self { run, pipeline: Pipeline::new(compiled, followed, encoding, journal) }
    }

    /// Decides what needs no engine, runs engines on the rest, and has every result checked.
    ///
    /// # Errors
    /// If a result does not stand up to its check.
    pub fn decide(&self) -> Result<Answer, Error> {
        let Run { options, configured, journal, .. } = *self.run;
        let mut results = Results::new(&self.pipeline, configured.budget(), journal, options);
        // Without a limit nothing ends this process before its time.
        // What is said of coverage goals alone is no verdict.
        let mut told = options.timeout.is_none() || options.program.coverage_only;
        results.without_engines();
        results.bound_variables();
        results.step_from_bounds();
        results.split_by_words();
        let (mut engines, mut over) = (vec![], false);
        if self.run.searches() && options.program.invariants {
            if let Some(wait) = self.head_start() {
                let found;
                (engines, found) = self.race(&mut results, &mut told, Some(wait));
                over = found.is_none();
                found.into_iter().for_each(|found| results.learn(found));
            } else {
                results.search();
            }
        }
        let needless = over || results.open().is_empty() || results.failed();
        // None of them has a chance, if there is no time.
        let late = configured.budget().exhausted().is_some();
        if !needless && !late {
            let proves = configured.engines.iter().any(|config| config.kind.takes_lemmas());
            if options.program.sweep && proves {
                results.sweep();
            }
            engines = self.race(&mut results, &mut told, None).0;
        }
        results.again();
        if !told {
            // Another attempt may follow, and not come to its end.
            self.tell(&results);
        }
        let decisions = results.finish(&options.sat)?;
        journal.phase("assumptions were looked for that no run gets past");
        let budget = configured.budget().at_most(limits::VACUITY_TIME);
        let program = &self.pipeline.compiled.program;
        let warnings = vacuous::warnings(program, &self.known(&decisions), &budget);
        if late && !needless {
            engines = out_of_time(configured);
        }
        journal.phase("the report was written");
        Ok(Answer { warnings, ..self.sum_up(decisions, engines) })
    }

    /// What intervals say and proofs, at blocks.
    fn known(&self, decisions: &Decisions) -> LocationInvariant {
        let Pipeline { ranges, single, .. } = &self.pipeline;
        let mut known = match ranges.is_empty() {
            true => LocationInvariant::default(),
            false => ranges.invariant(single),
        };
        for certificate in &decisions.certificates {
            if let Certificate::Inductive(invariant) = certificate {
                known = known.and(invariant);
            }
        }
        known
    }

    /// The model that IC3 gets; none if no goal needs an engine.
    pub fn open_model(run: &Run<'_>, compiled: Compiled) -> Option<Model> {
        let attempt = Attempt::new(run, compiled, None);
        let Run { options, configured, journal, .. } = *run;
        let mut results = Results::new(&attempt.pipeline, configured.budget(), journal, options);
        results.without_engines();
        results.bound_variables();
        results.step_from_bounds();
        results.split_by_words();
        if options.program.invariants {
            results.search();
        }
        let goals = results.open();
        (!goals.is_empty()).then(|| results.model(EngineKind::Ic3, &goals))
    }

    fn sum_up(&self, decisions: Decisions, engines: Vec<EngineReport>) -> Answer {
        let decided = verdict::decide(
            &self.pipeline.compiled.program,
            &decisions,
            &engines,
            &self.run.options.program.refused,
        );
        let evidence = self.run.options.program.evidence.then(|| {
            let Pipeline { compiled, source, .. } = &self.pipeline;
            let properties = &self.run.blank.properties;
            let program = &compiled.program;
            Arc::new(decisions.evidence(program, source.as_ref(), properties, decided.verdict))
        });
        let units = self.pipeline.compiled.units.iter().map(|it| it.display().to_string());
        let (model, warnings, units) = (self.pipeline.size(), vec![], units.collect());
        Answer { decided, decisions, warnings, engines, model, units, evidence }
    }

    /// How long engines run before invariants are searched for in parallel: programs that they
    /// decide at once need none. None, if the search comes first.
    fn head_start(&self) -> Option<Duration> {
        let Run { options, configured, journal, .. } = *self.run;
        if options.program.sweep || !self.pipeline.has_loops {
            return None;
        }
        let left = configured.budget().remaining().unwrap_or(Duration::MAX);
        if self.pipeline.size().clauses <= limits::HEAD_START_CLAUSES {
            return Some(
                (journal.started().elapsed() * limits::CHECK_HEAD_START_FACTOR)
                    .min(limits::CHECK_HEAD_START)
                    .min(left / limits::CHECK_HEAD_START_SHARE),
            );
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        (cores > 1).then_some(Duration::ZERO)
    }

    /// Runs the engines on all goals that are open, and has every result checked. If a time is
    /// given, invariants are searched for in parallel when it has passed; if any are found, they
    /// end the race, which may begin anew with them. `told` says whether nothing more need be told
    /// for the case that this process is ended.
    fn race(
        &self,
        results: &mut Results<'_>,
        told: &mut bool,
        search_after: Option<Duration>,
    ) -> (Vec<EngineReport>, Option<Invariants>) {
        let Run { configured, journal, .. } = *self.run;
        let goals = results.open();
        if goals.is_empty() || results.failed() {
            return (vec![], None);
        }
        journal.phase("the engines' models were made");
        let late = configured.late.iter().filter(|_| results.has_hints());
        let engines = configured.engines.iter().chain(late);
        let subject = |config: &'a Config| (config, results.subject(config.kind, &goals));
        let subjects: Vec<(&Config, Given)> = engines.map(subject).collect();
        if !*told {
            self.tell(results);
        }
        let runners = subjects.iter().map(|(config, given)| (*config, given.subject()));
        let race = Race::new(configured, runners, goals.clone(), journal);
        let bad = &self.pipeline.encoded.system.bad;
        let search = invariants::Search {
            pipeline: &self.pipeline,
            parts: results.parts().clone(),
            goals: goals.iter().map(|&place| bad[place].goals.clone()).collect(),
            race: race.budget.clone(),
            pause: race.pause.clone(),
            checks: results.begin_search(),
        };
        let search = search_after.map(|wait| (wait, move || search.run()));
        let mut telling = Telling { attempt: self, results, told };
        let (engines, found) = race.run(&mut telling, search);
        results.end_search();
        let found = found.flatten().and_then(|(found, took)| {
            journal.parallel(invariants::SEARCH, took);
            found
        });
        (engines, found)
    }

    /// Tells what would be said now, for the case that this process must be ended before its time.
    /// Returns whether that is a violation: one is the verdict, whatever becomes of the rest.
    fn tell(&self, results: &Results<'_>) -> bool {
        let Run { configured, journal, blank, .. } = *self.run;
        let answer = self.sum_up(results.decisions().clone(), out_of_time(configured));
        let is_violated = matches!(answer.verdict(), Verdict::False(_));
        journal.interim(answer.report(blank));
        is_violated
    }
}

/// Results that are told as soon as they stand.
struct Telling<'a, 'r> {
    attempt: &'a Attempt<'a>,
    results: &'a mut Results<'r>,
    told: &'a mut bool,
}

impl Telling<'_, '_> {
    fn tell(&mut self, reply: Reply) -> Reply {
        if reply == Reply::Accept && !*self.told {
            *self.told = self.attempt.tell(self.results);
        }
        reply
    }
}

impl race::Results for Telling<'_, '_> {
    fn open(&self) -> Vec<usize> {
        self.results.open()
    }

    fn failed(&self) -> bool {
        self.results.failed()
    }

    fn reached(&mut self, engine: EngineKind, goal: usize, trace: BitTrace) -> Reply {
        let reply = self.results.reached(engine, goal, &trace);
        self.tell(reply)
    }

    fn reached_along(&mut self, engine: EngineKind, goal: usize, path: &[Stride]) -> Reply {
        let reply = self.results.reached_along(engine, goal, path);
        self.tell(reply)
    }

    fn unreachable(&mut self, engine: EngineKind, goals: &[usize], proof: Proof) -> Reply {
        let reply = self.results.unreachable(engine, goals, &proof);
        self.tell(reply)
    }

    fn is_pressed(&self) -> bool {
        self.results.is_pressed()
    }

    fn press(&mut self) -> Reply {
        let reply = self.results.again_in_parallel();
        self.tell(reply)
    }
}

/// What is said of engines that had no time, or no more.
fn out_of_time(configured: &Configured) -> Vec<EngineReport> {
    let out = |config: &Config| EngineReport {
        name: config.kind.to_string(),
        ending: describe_stop(&StopReason::Time),
        depth: 0,
        nodes: None,
        predicates: None,
    };
    configured.engines.iter().map(out).collect()
}
