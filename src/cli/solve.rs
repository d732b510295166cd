//! `llumc solve`: decides a model file, ours or anyone's: DimSpec, AIGER or BTOR2.
//!
//! Of a DimSpec a solution is printed as IncPlan does: `solution n k`, then for each of the k
//! states a line of n literals. An invariant is printed as `invariant n m`, then m clauses in
//! DIMACS form, or as `cover n m`, then m cubes, one of which holds in every state; that all runs end within s steps as `exhausted s`; k-induction as
//! `k-inductive k`, with ` simple-path` behind it where only paths without repetition are
//! looked at, and an invariant before it if it needs one. Of AIGER and BTOR2 files a witness is printed, or that there is none.

use std::fmt::Write;
use std::time::Instant;

use anyhow::{Result, bail};
use serde_json::json;

use super::args::SolveArgs;
use super::deadline::Deadline;
use super::decide::{Answer, Decided, decide};
use super::engines::{Configured, describe_ending};
use super::exit::Exit;
use super::foreign::Foreign;
use super::values::{EngineArg, FormatArg};
use crate::cnf::Lit;
use crate::engine::ic3::Technique;
use crate::engine::{EngineKind, Proof};

/// Runs the subcommand.
///
/// # Errors
/// If the file can't be read or is malformed, or (internal) if an engine's answer does
/// not stand up to the check.
pub fn run(args: &SolveArgs) -> Result<Exit> {
    let started = Instant::now();
    let mut configured = Configured::new(&args.engine)?;
    let (file, format) = (args.file.display().to_string(), args.format);
    let late = move |reason, _| out_of_time(&file, format, reason, started);
    let deadline = Deadline::start(configured.budget().remaining(), late);
    deadline.phase("the file was read");
    let mut foreign = Foreign::read(&args.file)?;
    if foreign.model.goals.is_empty() {
        bail!("{}: nothing to decide: the file has no property", args.file.display());
    }
    deadline.phase("the engines ran");
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
    let decided = decide(&mut foreign, &configured, args)?;
    deadline.finish();
    let answers = &decided.answers;
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
    let complete = answers.iter().all(Option::is_some);
    let (exit, verdict) = match (reachable, complete) {
        (true, _) => (Exit::Violated, "false"),
        (false, true) => (Exit::Holds, "true"),
        (false, false) => (Exit::Unknown, "unknown"),
    };
    let mut reasons = vec![];
    if !complete {
        let ending = |(kind, ending): &_| format!("{kind}: {}", describe_ending(ending));
        reasons.extend(decided.endings.iter().map(ending));
    }
    if !complete && decided.unchecked {
        reasons.push("a proof was found, but its check took too much time or memory".to_owned());
    }
    if let Some(path) = &args.invariant {
        match invariants(&foreign, answers) {
            Ok(clauses) => foreign.write_invariant(&clauses, path)?,
            Err(error) => reasons.push(format!("no invariant was written: {error}")),
        }
    }
    let told = Told { args, foreign: &foreign, decided: &decided, verdict, reasons, started };
    super::print(&match args.format {
        FormatArg::Text => told.text(text),
        FormatArg::Json => told.json(&text)?,
    })?;
    Ok(exit)
}

/// What is told of the file.
struct Told<'a> {
    args: &'a SolveArgs,
    foreign: &'a Foreign,
    decided: &'a Decided,
    verdict: &'static str,
    reasons: Vec<String>,
    started: Instant,
}

impl Told<'_> {
    /// The answers in the format of the file, with comments.
    fn text(&self, answers: String) -> String {
        let mut out = answers;
        let c = self.foreign.comment();
        for reason in &self.reasons {
            let _ = writeln!(out, "{c} {reason}");
        }
        let beside = [
            ("relations between words", &self.decided.related),
            ("gates being equal in all steps", &self.decided.corresponding),
        ];
        for (what, goals) in beside.into_iter().filter(|it| !it.1.is_empty()) {
            let goals: Vec<String> = goals.iter().map(ToString::to_string).collect();
            let _ = writeln!(out, "{c} decided by {what}: {}", goals.join(", "));
        }
        let words = match self.verdict {
            "false" => "the goal can be reached (trace checked)",
            "true" => "the goal can't be reached (proof checked)",
            _ => "unknown",
        };
        let words = match self.args.no_certify {
            true => words.replace("checked", "NOT checked"),
            false => words.into(),
        };
        let _ = writeln!(out, "{c} {words}; {:.2} s", self.started.elapsed().as_secs_f64());
        out
    }

    /// The same for machines.
    fn json(&self, answers: &str) -> Result<String> {
        let Self { args, decided, verdict, .. } = *self;
        let engines: Vec<_> = decided
            .endings
            .iter()
            .map(|(kind, ending)| {
                let depth = decided.line.depth(*kind);
                json!({ "name": kind.to_string(), "ending": describe_ending(ending), "depth": depth })
            })
            .collect();
        let (merged, dropped) = self.foreign.swept_bits();
        let json = json!({
            "sweep": { "merged": merged, "dropped": dropped, "seconds": decided.sweeping.as_secs_f64() },
            "relations": { "facts": decided.facts, "goals": decided.related, "seconds": decided.relating.as_secs_f64() },
            "correspondence": { "goals": decided.corresponding, "seconds": decided.search.as_secs_f64() },
            "tool": "llumc", "version": env!("CARGO_PKG_VERSION"),
            "file": args.file.display().to_string(), "verdict": verdict, "reasons": self.reasons,
            "checked": !args.no_certify && verdict != "unknown",
            "engines": engines, "answer": answers, "seconds": self.started.elapsed().as_secs_f64(),
            "certification_seconds": decided.certification.as_secs_f64(),
        });
        Ok(serde_json::to_string_pretty(&json)? + "\n")
    }
}

/// What is said when the time is over while something can't be interrupted.
fn out_of_time(file: &str, format: FormatArg, reason: String, started: Instant) -> String {
    let seconds = started.elapsed().as_secs_f64();
    match format {
        FormatArg::Text => format!("c {reason}\nc unknown; {seconds:.2} s\n"),
        FormatArg::Json => {
            let json = json!({
                "tool": "llumc", "version": env!("CARGO_PKG_VERSION"), "file": file,
                "verdict": "unknown", "reasons": [reason], "checked": false, "answer": "",
                "seconds": seconds,
            });
            serde_json::to_string_pretty(&json).expect("plain data has a JSON form") + "\n"
        }
    }
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
