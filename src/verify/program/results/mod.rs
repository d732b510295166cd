//! Takes the engines' results, has each checked, and keeps what stands.
//!
//! A result that does not stand up to its check is a bug of ours: the run stops, the
//! files that are needed to report it are kept, and no verdict is given. What becomes of traces is
//! in [`traces`], of proofs in [`proofs`], and what a trace shows besides its goal in [`passed`];
//! numbers that functions like `sin` return in a trace are replaced in [`computed`]. Programs that
//! need no engine, since they can be executed, are in [`executed`].

mod computed;
mod executed;
mod passed;
mod proofs;
mod traces;

use std::time::Instant;

use proofs::{Given, Proved};

use super::decisions::{Decision, Decisions, MADE_UP, RESOLVED};
use super::native::Native;
use super::pipeline::Pipeline;
use super::resolution::Found;
use super::{Error, bug, invariants, resolution, words};
use crate::analysis::Invariants;
use crate::analysis::ranges::parts;
use crate::certify::{Checker, direct};
use crate::dimspec::Model;
use crate::dimspec::build::{self, Built};
use crate::encode::Encoded;
use crate::engine::EngineKind;
use crate::engine::race::Reply;
use crate::engine::subject;
use crate::program::{AssumptionKind, GoalId, GoalKind, Property};
use crate::report::evidence::Resolved;
use crate::sat::Choice;
use crate::support::Budget;
use crate::support::limits;
use crate::sweep::{self, Swept};
use crate::system::{Certificate, LocationInvariant, TransitionSystem, with_facts};
use crate::verify::engines::unfounded;
use crate::verify::observer::Journal;
use crate::verify::options::{Engine, Options};

/// Who generates invariants from words, in reports.
const GENERATOR: &str = "invariant generation";
/// Who decides what needs no engine, in reports.
const CHECKER: &str = "certify";
/// Who computes them, in reports.
const RANGES: &str = "abstract interpretation";

/// Results while the engines run.
pub struct Results<'a> {
    pipeline: &'a Pipeline,
    started: Instant,
    budget: Budget,
    journal: &'a dyn Journal,
    check: bool,
    stop_at_first: bool,
    /// Whether programs that need no input are executed; other engines than `auto` are to show
    /// what they can do.
    executes: bool,
    /// Whether what the verdict rests on is wanted, too.
    evidence: bool,
    coverage_only: bool,
    /// Whether relations that held in sample runs are looked for, where there are none.
    samples: bool,
    /// What may hold at locations.
    hints: LocationInvariant,
    checker: Checker<'a>,
    native: Native<'a>,
    decisions: Decisions,
    /// What intervals say for values of control words.
    parts: LocationInvariant,
    /// What engines know of the program beforehand, at heads of loops: intervals, and
    /// generated invariants.
    facts: LocationInvariant,
    /// The system and model that know generated invariants.
    informed: Option<(TransitionSystem, Built)>,
    /// A smaller model for the engines that prove.
    swept: Option<Swept>,
    /// Proofs whose check took too much.
    postponed: Vec<Proved>,
    /// The budget of checks of unrollings, while invariants are searched for in parallel.
    checks: Option<Budget>,
    failure: Option<String>,
}

impl<'a> Results<'a> {
    /// None yet.
    pub fn new(
        pipeline: &'a Pipeline,
        budget: Budget,
        journal: &'a dyn Journal,
        options: &Options,
    ) -> Self {
        let followed = match &pipeline.followed()[..] {
            [] => None,
            names => Some(format!(
                "what is said of the contents of {} holds for any elements of it (docs/MEMORY.md)",
                names.join(", ")
            )),
        };
        let mut decisions = Decisions::new(pipeline.compiled.program.goals.len());
        decisions.confirmations.extend(followed);
        let check = options.check;
        let wanted = check && options.program.native;
        let native = Native::new(&pipeline.compiled.native, wanted, budget.clone());
        let started = Instant::now();
        let facts = match pipeline.ranges.is_empty() {
            true => LocationInvariant::default(),
            false => pipeline.ranges.invariant(&pipeline.single),
        };
        Self {
            pipeline,
            started,
            budget,
            journal,
            check,
            stop_at_first: options.program.stop_at_first,
            executes: options.engine == Engine::Auto,
            evidence: options.program.evidence,
            coverage_only: options.program.coverage_only,
            samples: options.program.invariants,
            hints: LocationInvariant::default(),
            checker: Checker::new(&pipeline.compiled.program),
            native,
            decisions,
            parts: LocationInvariant::default(),
            facts,
            informed: None,
            swept: None,
            postponed: vec![],
            checks: None,
            failure: None,
        }
    }

    /// Decides the goals that need no engine: those that no region of the program between
    /// two loop heads reaches, whatever the values at its start.
    pub fn without_engines(&mut self) {
        if !self.check {
            return;
        }
        self.journal.phase("goals were looked for that need no engine");
        let time = match self.budget.remaining() {
            _ if self.pipeline.has_loops => limits::DIRECT_TIME,
            Some(left) => limits::LOOP_FREE_TIME.min(left / limits::LOOP_FREE_SHARE),
            None => limits::LOOP_FREE_TIME,
        };
        let budget = self.budget.at_most(time);
        if self.executes && self.execute(&budget) {
            return;
        }
        match direct::without_invariant(&self.pipeline.compiled.program, &budget) {
            Ok((goals, solvers)) if !goals.is_empty() => {
                let what = if goals.len() == 1 { "1 goal needs" } else { "some goals need" };
                self.decisions.confirmations.push(format!("{what} no invariant, by {solvers}"));
                for goal in goals {
                    self.decisions.goals[goal] = unreachable();
                }
            }
            Ok(_) => {}
            Err(error) => self.failure = Some(error.to_string()),
        }
    }

    /// Decides goals by intervals and known bits of variables.
    pub fn bound_variables(&mut self) {
        let Pipeline { ranges, single, .. } = self.pipeline;
        let mut goals = self.decisions.open();
        goals.retain(|goal| ranges.goals.contains(goal));
        if goals.is_empty() || self.failed() || self.budget.exhausted().is_some() {
            return;
        }
        self.journal.phase("what intervals exclude was checked");
        // If that is too much for the solvers, others may still do with less.
        let whole = self.budget.clone();
        let part = whole
            .remaining()
            .map_or(limits::RANGES_CHECK_TIME, |left| left / limits::RANGES_CHECK_SHARE);
        self.budget = whole.at_most(part.min(limits::RANGES_CHECK_TIME));
        if let Some(needed) = ranges.needed(single, &goals, &self.budget) {
            self.decide(RANGES, &goals, Certificate::Inductive(needed), Given::Nothing);
        }
        self.budget = whole;
    }

    /// Decides goals that intervals and known bits do not exclude by themselves, but with them
    /// no region of the program between two loop heads reaches.
    pub fn step_from_bounds(&mut self) {
        let Pipeline { ranges, single, compiled, has_loops, .. } = self.pipeline;
        let open = self.decisions.open();
        let needless = open.is_empty() || ranges.is_empty() || !has_loops || !self.check;
        if needless || self.failed() || self.budget.exhausted().is_some() {
            return;
        }
        self.journal.phase("goals were looked for that one step excludes, given intervals");
        let whole = self.budget.clone();
        let part = whole.remaining().map_or(limits::STEP_TIME, |left| left / limits::STEP_SHARE);
        let budget = whole.at_most(part.min(limits::STEP_TIME));
        let known = ranges.invariant(single);
        let found = direct::given(&compiled.program, &known, open, &budget).map(|(goals, used)| {
            let needed = ranges.needed_for(single, &used, &budget);
            needed.filter(|_| !goals.is_empty()).map(|needed| (goals, needed))
        });
        self.journal.phase("what intervals exclude was checked");
        match found {
            Ok(None) => {}
            Ok(Some((goals, needed))) => {
                let part = whole
                    .remaining()
                    .map_or(limits::RANGES_CHECK_TIME, |left| left / limits::RANGES_CHECK_SHARE);
                self.budget = whole.at_most(part.min(limits::RANGES_CHECK_TIME));
                self.decide(RANGES, &goals, Certificate::Inductive(needed), Given::Nothing);
                self.budget = whole;
            }
            Err(error) => self.failure = Some(error.to_string()),
        }
    }

    /// Decides goals by intervals and known bits for each value of control words, and keeps what is
    /// known so.
    pub fn split_by_words(&mut self) {
        let Pipeline { ranges, single, has_loops, .. } = self.pipeline;
        let needless = self.decisions.open().is_empty() || ranges.is_empty() || !has_loops;
        if needless || self.failed() || self.budget.exhausted().is_some() {
            return;
        }
        self.journal.phase("intervals were computed for values of control words");
        let whole = self.budget.clone();
        let share = whole.remaining().map(|left| left / limits::RANGES_CHECK_SHARE);
        let time = whole.at_most(share.map_or(limits::PARTS_TIME, |it| it.min(limits::PARTS_TIME)));
        let all = parts::analyse(single, ranges, &time);
        self.parts = parts::together(&all, single, ranges);
        for parts in &all {
            let mut goals = self.decisions.open();
            goals.retain(|goal| parts.goals.contains(goal));
            if goals.is_empty() {
                continue;
            }
            let Some(needed) = parts.needed(single, ranges, &goals, &time) else { continue };
            self.journal.phase("what intervals exclude was checked");
            let part =
                share.map_or(limits::RANGES_CHECK_TIME, |it| it.min(limits::RANGES_CHECK_TIME));
            self.budget = whole.at_most(part);
            self.decide(RANGES, &goals, Certificate::Inductive(needed), Given::Nothing);
            self.budget = whole.clone();
        }
    }

    /// What holds for values of control words.
    pub fn parts(&self) -> &LocationInvariant {
        &self.parts
    }

    /// Decides goals by invariants that are generated from words, and keeps them for the engines
    /// if they do not suffice.
    pub fn search(&mut self) {
        let open: Vec<GoalId> = self.decisions.open();
        let no_time = self.budget.exhausted().is_some();
        if open.is_empty() || !self.pipeline.has_loops || self.failed() || no_time {
            return;
        }
        self.journal.phase(invariants::SEARCH);
        let found = invariants::generate(self.pipeline, &open, &self.parts, &self.budget);
        self.learn(found);
    }

    /// The same with invariants that were generated in parallel with the engines.
    pub fn learn(&mut self, found: Invariants) {
        self.journal.phase("generated invariants were checked");
        // Engines may have decided some meanwhile.
        let open = self.decisions.open();
        let goals: Vec<GoalId> = found.goals.into_iter().filter(|it| open.contains(it)).collect();
        if !goals.is_empty() {
            self.decide(GENERATOR, &goals, Certificate::Inductive(found.needed), Given::Nothing);
        }
        // What excluded other goals may help with those that are left.
        let mut all = found.all;
        for certificate in &self.decisions.certificates {
            if let Certificate::Inductive(invariant) = certificate {
                all = all.and(invariant);
            }
        }
        let known = all.at.values().chain(found.open.at.values());
        if known.flatten().next().is_some() && !self.decisions.open().is_empty() {
            let Encoded { system, restore } = &self.pipeline.encoded;
            let system = with_facts(system, restore, &all, &found.open);
            let built = build::build(&system, None);
            self.informed = Some((system, built));
            self.hints = found.hints;
            self.facts = all;
            // Elsewhere the engines may have no location, and so nothing to say.
            self.pipeline.retain_heads(&mut self.facts);
        }
    }

    /// Looks for a smaller model for the engines that prove. What it takes to believe them is
    /// added to what they know beforehand.
    pub fn sweep(&mut self) {
        let Pipeline { encoded, locations, compiled, .. } = self.pipeline;
        if self.failed() || self.budget.exhausted().is_some() {
            return;
        }
        self.journal.phase("equal state bits were looked for");
        let part =
            self.budget.remaining().map_or(limits::SWEEP_TIME, |left| left / limits::SWEEP_SHARE);
        let budget = self.budget.at_most(part.min(limits::SWEEP_TIME));
        let system = self.informed.as_ref().map_or(&encoded.system, |informed| &informed.0);
        let Some(swept) = sweep::sweep(system, Some(locations), false, &budget) else { return };
        let mut equal = encoded.restore.invariant(&compiled.program, system, &swept.facts);
        self.pipeline.retain_heads(&mut equal);
        // Where nothing is known lemmas are heard, too.
        self.pipeline
            .heads()
            .into_iter()
            .for_each(|head| _ = self.facts.at.entry(head).or_default());
        self.facts = self.facts.and(&equal);
        self.swept = Some(swept);
    }

    /// Whether something is known that may hold at locations.
    pub fn has_hints(&self) -> bool {
        !self.hints.at.is_empty()
    }

    /// What stands until now.
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// Invariants are searched for in parallel: the budget of checks that end if these exclude all
    /// that is open.
    pub fn begin_search(&mut self) -> Budget {
        self.checks.insert(self.budget.cancelled_alone()).clone()
    }

    /// They are not any more.
    pub fn end_search(&mut self) {
        self.checks = None;
    }

    /// Whether a result was wrong.
    pub fn failed(&self) -> bool {
        self.failure.is_some()
    }

    /// The goals that are still open, by their places in the models.
    pub fn open(&self) -> Vec<usize> {
        let bad = &self.pipeline.encoded.system.bad;
        let goals = &self.pipeline.compiled.program.goals;
        let is_asked =
            |goal: GoalId| !self.coverage_only || !matches!(goals[goal].kind, GoalKind::Check(_));
        let is_open = |goal: &GoalId| {
            self.decisions.goals[*goal].is_open() && !self.decisions.stopped && is_asked(*goal)
        };
        (0..bad.len()).filter(|&place| bad[place].goals.iter().any(is_open)).collect()
    }

    /// What an engine works on. Gates have other variables in each of these, and proofs may
    /// speak of gates.
    fn built(&self, engine: EngineKind) -> &Built {
        let proves = engine.takes_lemmas();
        match (&self.swept, &self.informed) {
            (Some(swept), _) if proves => &swept.built,
            (None, Some(informed)) if proves => &informed.1,
            _ => self.pipeline.of(engine).1,
        }
    }

    /// The model that an engine gets, with some of the goals.
    pub fn model(&self, engine: EngineKind, places: &[usize]) -> Model {
        let built = self.built(engine);
        let goals = places.iter().map(|&place| built.model.goals[place].clone()).collect();
        Model { goals, ..built.model.clone() }
    }

    /// What an engine works on, with some of the goals.
    pub fn subject(&self, engine: EngineKind, places: &[usize]) -> subject::Given {
        if !engine.reads_words() {
            return subject::Given::Model(Box::new(self.model(engine, places)));
        }
        let bad = &self.pipeline.encoded.system.bad;
        // In an automaton each goal has a place of its own.
        let goals: Vec<GoalId> = places.iter().map(|&place| bad[place].goals[0]).collect();
        let mut hints = self.hints.clone();
        if self.samples && hints.at.is_empty() {
            hints = words::hints(self.pipeline, &self.budget);
        }
        let automaton = words::automaton(self.pipeline, &goals, &self.facts, &hints);
        subject::Given::Automaton(Box::new(automaton))
    }

    /// Attacks the proofs, if there are any, and hands out what stands.
    ///
    /// # Errors
    /// If any result did not stand up to its check.
    pub fn finish(mut self, sat: &Choice) -> Result<Decisions, Error> {
        // Who wants to know of a violation at once does not wait for that of proofs.
        // Native runs do not end at accesses that are assumed not to be.
        let assumed =
            |kind| self.pipeline.compiled.program.assumptions.iter().any(|it| it.kind == kind);
        let is_comparable = !assumed(AssumptionKind::AccessesValid);
        if self.failure.is_none() && !self.decisions.stopped && is_comparable {
            self.journal.phase("proofs were attacked by native runs");
            let program = &self.pipeline.compiled.program;
            let sites = self.decisions.proved_sites(program);
            match self.native.attack(&sites, program.checks(Property::ValidDeref)) {
                Ok(Some((said, runs))) => {
                    self.decisions.confirmations.push(said);
                    self.decisions.attack_runs = runs;
                }
                Ok(None) => {}
                Err(_) if self.is_of_addresses() => self.decisions.doubt_proofs(MADE_UP),
                Err(what) => self.failure = Some(what),
            }
            self.decisions.attack_time = self.native.attack_time;
        }
        self.validate_memory();
        match &self.failure {
            None => Ok(self.decisions),
            Some(what) => {
                self.journal.failed();
                let kept = match bug::keep(self.pipeline, what) {
                    Ok(folder) => {
                        format!("What is needed to report it is in {}.", folder.display())
                    }
                    Err(error) => format!("The evidence could not be written: {error:#}"),
                };
                Err(unfounded(sat, &format!("{what}\n{kept}")))
            }
        }
    }

    /// Validates that memory was resolved rightly, if proofs rest on it.
    fn validate_memory(&mut self) {
        let Some(source) = self.pipeline.source.as_ref().filter(|_| self.check) else { return };
        // What folded is proved by that alone.
        let rests =
            self.decisions.has_proofs() || !self.pipeline.compiled.program.folded.is_empty();
        if self.failure.is_some() || self.decisions.stopped || !rests {
            return;
        }
        self.journal.phase("it was validated that memory was resolved rightly");
        let part = self.budget.remaining().map(|left| left / limits::VALIDATION_SHARE);
        let time = part.map_or(limits::VALIDATION_TIME, |part| part.min(limits::VALIDATION_TIME));
        let budget = self.budget.at_most(time);
        let followed = self.pipeline.followed.as_ref();
        let resolved = &self.pipeline.compiled.program;
        match resolution::validated(source, followed, resolved, &budget) {
            Ok(Found::Shown(claims, solvers)) => {
                let what = if followed.is_some() { ", and elements are followed," } else { "" };
                self.decisions.confirm(format!(
                    "memory was resolved into values{what} rightly, by {solvers}"
                ));
                let followed = followed.cloned().map(Box::new);
                self.decisions.resolved = Some(Resolved::Shown { followed, claims });
            }
            Ok(Found::Trusted(why)) => self.decisions.trust_memory(why),
            Ok(Found::Refuted(what)) => {
                self.decisions
                    .confirm(format!("memory may be resolved into values wrongly: {what}"));
                self.decisions.doubt_proofs(RESOLVED);
            }
            Err(error) => self.failure = Some(error.to_string()),
        }
    }

    fn fail(&mut self, who: &str, what: &dyn std::fmt::Display) -> Reply {
        self.failure = Some(format!("a result of {who} does not stand up to its check: {what}"));
        Reply::Stop
    }
}

/// What is known of a goal for which no engine and no invariant was needed.
fn unreachable() -> Decision {
    Decision::Unreachable { engine: CHECKER.to_owned(), certificate: None }
}
