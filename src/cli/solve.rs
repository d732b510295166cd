//! `llumc solve`: decides a model file, ours or anyone's: DimSpec, AIGER or BTOR2.
//!
//! Of a DimSpec a solution is printed as IncPlan does: `solution n k`, then for each of the k
//! states a line of n literals. An invariant is printed as `invariant n m`, then m clauses in
//! DIMACS form, or as `cover n m`, then m cubes, one of which holds in every state; that all runs end within s steps as `exhausted s`; k-induction as
//! `k-inductive k`, with ` simple-path` behind it where only paths without repetition are
//! looked at, and an invariant before it if it needs one. Of AIGER and BTOR2 files a witness is printed, or that there is none.

use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde_json::json;

use super::args::SolveArgs;
use super::corresponding::Corresponding;
use super::engines::{Configured, describe_ending, unfounded};
use super::exit::{Exit, internal};
use super::foreign::{Foreign, Run};
use super::progress::ProgressLine;
use super::values::{EngineArg, FormatArg};
use crate::certify::CertifyError;
use crate::cnf::Lit;
use crate::engine::ic3::Technique;
use crate::engine::race::{self, Limits, Reply};
use crate::engine::{EngineKind, Event, Proof};
use crate::support::Budget;
use crate::sweep::signals;

/// How long state bits that are equal are looked for, and then signals that are, and which part of
/// the time that is left: one in so many.
const SWEEP_TIME: Duration = Duration::from_secs(4);
const SWEEP_SHARE: u32 = 10;

/// A decided goal of the file.
#[derive(Clone)]
enum Answer {
    Reachable(Run),
    /// With the proof of an engine, unless it is that signals correspond.
    Unreachable(Option<Proof>),
}

/// Runs the subcommand.
///
/// # Errors
/// If the file can't be read or is malformed, or (internal) if an engine's answer does
/// not stand up to the check.
pub fn run(args: &SolveArgs) -> Result<Exit> {
    let started = Instant::now();
    let mut foreign = Foreign::read(&args.file)?;
    let mut configured = Configured::new(&args.engine)?;
    if args.invariant.is_some() && args.engine.engine == EngineArg::Auto {
        // The others give other proofs.
        configured.engines.retain(|config| config.kind == EngineKind::Ic3);
        configured.engines.iter_mut().for_each(|config| config.shares = false);
    }
    if args.invariant.is_some() {
        // Backwards it comes out as cubes, and predicates are no bits.
        let without = [Technique::Reverse, Technique::Predicates];
        configured.engines.iter_mut().for_each(|config| config.ic3.without.extend(without));
    }
    let swept = Instant::now();
    if !args.no_sweep {
        let budget = configured.budget().at_most(part(&configured));
        foreign.sweep(args.engine.simple_path, &budget);
    }
    let swept = swept.elapsed();
    let mut judge = Judge {
        foreign: &foreign,
        certify: !args.no_certify,
        budget: configured.budget(),
        line: ProgressLine::new(args.engine.quiet),
        answers: vec![None; foreign.model.goals.len()],
        wrong: None,
        unchecked: false,
        certification: Duration::ZERO,
    };
    // What ends the race does not end the checks of its answers.
    let race = Budget::with_timeout(configured.budget().remaining());
    let engines = || {
        let limits = Limits { budget: race.clone(), ..configured.limits() };
        let model = foreign.engines_model();
        let mut hear = |kind, event| judge.hear(kind, event);
        let endings = race::run(model, &configured.engines, limits, &mut hear);
        let done = judge.wrong.is_some() || judge.answers.iter().all(Option::is_some);
        (endings, done)
    };
    let system = foreign.words.as_ref().map(|(system, _)| system);
    let small = foreign.model.spec.num_vars as usize <= 2 * signals::MOST;
    let system = system.filter(|_| small && !args.no_sweep && args.invariant.is_none());
    let time = part(&configured);
    let (endings, beside) = Corresponding::beside(engines, &race, system, time, !args.no_certify);
    let Judge { mut line, mut answers, wrong, unchecked, certification, .. } = judge;
    line.clear();
    let unchecked = unchecked || beside.unchecked;
    let certification = certification + beside.certification;
    let contradicted = |&goal: &usize| matches!(answers[goal], Some(Answer::Reachable(_)));
    if beside.wrong || beside.goals.iter().any(contradicted) {
        let what = "the correspondence of signals does not stand up to the check";
        return Err(internal(what));
    }
    let corresponding: Vec<usize> =
        beside.goals.into_iter().filter(|&goal| answers[goal].is_none()).collect();
    for &goal in &corresponding {
        answers[goal] = Some(Answer::Unreachable(None));
    }
    if let Some(kind) = wrong {
        let what = format!("an answer of {kind} does not stand up to the check");
        return Err(unfounded(&args.engine, &what));
    }
    let text: String = answers
        .iter()
        .enumerate()
        .map(|(goal, answer)| match answer {
            Some(Answer::Reachable(run)) => foreign.reached(goal, run),
            Some(Answer::Unreachable(proof)) => foreign.unreachable(goal, proof.as_ref()),
            None => String::new(),
        })
        .collect();
    let reachable = answers.iter().any(|answer| matches!(answer, Some(Answer::Reachable(_))));
    let decided = answers.iter().all(Option::is_some);
    let (exit, verdict) = match (reachable, decided) {
        (true, _) => (Exit::Violated, "false"),
        (false, true) => (Exit::Holds, "true"),
        (false, false) => (Exit::Unknown, "unknown"),
    };
    let mut reasons = vec![];
    if !decided {
        reasons.extend(
            endings.iter().map(|(kind, ending)| format!("{kind}: {}", describe_ending(ending))),
        );
    }
    if !decided && unchecked {
        reasons.push("a proof was found, but its check took too much time or memory".to_owned());
    }
    if let Some(path) = &args.invariant {
        match invariants(&foreign, &answers) {
            Ok(clauses) => foreign.write_invariant(&clauses, path)?,
            Err(error) => reasons.push(format!("no invariant was written: {error}")),
        }
    }
    match args.format {
        FormatArg::Text => {
            let mut out = text;
            let c = foreign.comment();
            for reason in &reasons {
                let _ = writeln!(out, "{c} {reason}");
            }
            if !corresponding.is_empty() {
                let goals: Vec<String> = corresponding.iter().map(ToString::to_string).collect();
                let goals = goals.join(", ");
                let _ = writeln!(out, "{c} decided by gates being equal in all steps: {goals}");
            }
            let words = match verdict {
                "false" => "the goal can be reached (trace checked)",
                "true" => "the goal can't be reached (proof checked)",
                _ => "unknown",
            };
            let words = if args.no_certify {
                words.replace("checked", "NOT checked")
            } else {
                words.into()
            };
            let _ = writeln!(out, "{c} {words}; {:.2} s", started.elapsed().as_secs_f64());
            super::print(&out)?;
        }
        FormatArg::Json => {
            let engines: Vec<_> = endings
                .iter()
                .map(|(kind, ending)| {
                    json!({ "name": kind.to_string(), "ending": describe_ending(ending), "depth": line.depth(*kind) })
                })
                .collect();
            let (merged, dropped) = foreign.swept_bits();
            let json = json!({
                "sweep": { "merged": merged, "dropped": dropped, "seconds": swept.as_secs_f64() },
                "correspondence": { "goals": corresponding, "seconds": beside.search.as_secs_f64() },
                "tool": "llumc", "version": env!("CARGO_PKG_VERSION"),
                "file": args.file.display().to_string(), "verdict": verdict, "reasons": reasons,
                "checked": !args.no_certify && verdict != "unknown",
                "engines": engines, "answer": text, "seconds": started.elapsed().as_secs_f64(),
                "certification_seconds": certification.as_secs_f64(),
            });
            super::print(&(serde_json::to_string_pretty(&json)? + "\n"))?;
        }
    }
    Ok(exit)
}

/// Hears what engines claim, has it checked, and keeps what stands.
struct Judge<'a> {
    foreign: &'a Foreign,
    certify: bool,
    /// For checks.
    budget: Budget,
    line: ProgressLine,
    /// By goal.
    answers: Vec<Option<Answer>>,
    /// Whose answer did not stand.
    wrong: Option<EngineKind>,
    /// Whether the check of a proof took too much time or memory.
    unchecked: bool,
    /// The time that checks took.
    certification: Duration,
}

impl Judge<'_> {
    fn hear(&mut self, kind: EngineKind, event: Event) -> Reply {
        let given = Instant::now();
        let checked = match event {
            Event::Progress(progress) => {
                self.line.update(kind, progress);
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
                        self.certification += given.elapsed();
                        self.unchecked = true;
                        return Reply::Reject;
                    }
                    Err(_) => None,
                }
            }
        };
        self.certification += given.elapsed();
        match checked {
            Some((goals, answer)) => {
                for goal in goals {
                    self.answers[goal] = Some(answer.clone());
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
    let part = configured.budget().remaining().map_or(SWEEP_TIME, |left| left / SWEEP_SHARE);
    part.min(SWEEP_TIME)
}

/// The conjunction of the invariants of all goals that can't be reached: it is inductive
/// if each of them is.
fn invariants(foreign: &Foreign, answers: &[Option<Answer>]) -> Result<Vec<Vec<Lit>>> {
    let variables = foreign.variables();
    let mut clauses = vec![];
    for answer in answers {
        match answer {
            Some(Answer::Unreachable(Some(Proof::Inductive(invariant)))) => {
                clauses.extend(invariant.iter().cloned());
            }
            Some(Answer::Unreachable(_)) => bail!("the proof is of another kind"),
            Some(Answer::Reachable(_)) => bail!("a goal can be reached"),
            None => bail!("a goal is not decided"),
        }
    }
    clauses.sort();
    clauses.dedup();
    if clauses.iter().flatten().any(|lit| lit.var().0 > variables) {
        bail!("it speaks of inputs or gates");
    }
    Ok(clauses)
}
