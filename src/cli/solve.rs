//! `llumc solve`: decides a DimSpec file, ours or anyone's.
//!
//! A solution is printed as IncPlan does: `solution n k`, then for each of the k states
//! a line of n literals. An invariant is printed as `invariant n m`, then m clauses in
//! DIMACS form; that all runs end within s steps as `exhausted s`; k-induction as
//! `k-inductive k`, with ` simple-path` behind it where only paths without repetition are
//! looked at.

use std::fmt::Write;
use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::json;

use super::args::{FormatArg, SolveArgs};
use super::engines::{Configured, describe_ending};
use super::exit::{Exit, internal};
use super::progress::ProgressLine;
use crate::certify::CertifyError;
use crate::certify::dimspec::{check_exhausted, check_invariant, check_k_inductive, check_trace};
use crate::cnf::{Lit, Var};
use crate::dimspec::{BitTrace, Model, read};
use crate::engine::race::{self, Reply};
use crate::engine::{Event, Proof};
use crate::support::Budget;

/// The decided goal of the file.
enum Answer {
    Reachable(BitTrace),
    Unreachable(Proof),
}

/// Runs the subcommand.
///
/// # Errors
/// If the file can't be read or is malformed, or (internal) if an engine's answer does
/// not stand up to the check.
pub fn run(args: &SolveArgs) -> Result<Exit> {
    let started = Instant::now();
    let spec = read::read_file(&args.file)
        .with_context(|| format!("cannot read {}", args.file.display()))?;
    let model = Model::from(spec);
    let configured = Configured::new(&args.engine)?;
    let mut line = ProgressLine::new(args.engine.quiet);
    let mut answer = None;
    let mut wrong = None;
    let mut unchecked = false;
    let budget = configured.budget();
    let mut judge = |kind, event: Event| {
        let checked = match event {
            Event::Progress(progress) => {
                line.update(kind, progress);
                return Reply::Accept;
            }
            Event::Reached { goal, trace } => {
                let ok = args.no_certify || check_trace(&model, goal, &trace).is_ok();
                ok.then_some(Answer::Reachable(trace))
            }
            Event::Unreachable { goals, proof } => {
                let result =
                    if args.no_certify { Ok(()) } else { check(&model, &goals, &proof, &budget) };
                match result {
                    Ok(()) => Some(Answer::Unreachable(proof)),
                    Err(CertifyError::Unknown(_)) => {
                        unchecked = true;
                        return Reply::Reject;
                    }
                    Err(_) => None,
                }
            }
        };
        match checked {
            Some(checked) => {
                answer = Some(checked);
                Reply::Accept
            }
            None => {
                wrong = Some(kind);
                Reply::Stop
            }
        }
    };
    let endings = race::run(&model, &configured.engines, configured.limits(), &mut judge);
    line.clear();
    if let Some(kind) = wrong {
        return Err(internal(format!("an answer of {kind} does not stand up to the check")));
    }
    let n = model.spec.num_vars;
    let (exit, verdict, text) = match &answer {
        Some(Answer::Reachable(trace)) => (Exit::Violated, "false", solution(n, trace)),
        Some(Answer::Unreachable(proof)) => (Exit::Holds, "true", describe(n, proof)),
        None => (Exit::Unknown, "unknown", String::new()),
    };
    let mut reasons = vec![];
    if answer.is_none() {
        reasons.extend(
            endings.iter().map(|(kind, ending)| format!("{kind}: {}", describe_ending(ending))),
        );
    }
    if answer.is_none() && unchecked {
        reasons.push("a proof was found, but its check took too much time or memory".to_owned());
    }
    match args.format {
        FormatArg::Text => {
            let mut out = text;
            for reason in &reasons {
                let _ = writeln!(out, "c {reason}");
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
            let _ = writeln!(out, "c {words}; {:.2} s", started.elapsed().as_secs_f64());
            super::print(&out)?;
        }
        FormatArg::Json => {
            let engines: Vec<_> = endings
                .iter()
                .map(|(kind, ending)| {
                    json!({ "name": kind.to_string(), "ending": describe_ending(ending), "depth": line.depth(*kind) })
                })
                .collect();
            let json = json!({
                "tool": "llumc", "version": env!("CARGO_PKG_VERSION"),
                "file": args.file.display().to_string(), "verdict": verdict, "reasons": reasons,
                "checked": !args.no_certify && answer.is_some(),
                "engines": engines, "answer": text, "seconds": started.elapsed().as_secs_f64(),
            });
            super::print(&(serde_json::to_string_pretty(&json)? + "\n"))?;
        }
    }
    Ok(exit)
}

fn solution(n: u32, trace: &BitTrace) -> String {
    let mut out = format!("solution {n} {}\n", trace.states.len());
    for step in 0..trace.states.len() {
        for var in 1..=n {
            let lit = Var(var).lit();
            let lit = lit.xor(!trace.holds(step, lit));
            let _ = write!(out, "{}{}", if var == 1 { "" } else { " " }, lit.to_dimacs());
        }
        out.push('\n');
    }
    out
}

/// Checks a proof on the clauses of the file.
fn check(
    model: &Model,
    goals: &[usize],
    proof: &Proof,
    budget: &Budget,
) -> Result<(), CertifyError> {
    match *proof {
        Proof::Inductive(ref clauses) => check_invariant(model, goals, clauses, budget)?,
        Proof::Exhausted { steps } => check_exhausted(model, goals, steps, budget)?,
        Proof::KInductive { k, simple_path } => {
            check_k_inductive(model, goals, k, simple_path, budget)?
        }
    };
    Ok(())
}

fn describe(n: u32, proof: &Proof) -> String {
    match proof {
        Proof::Inductive(clauses) => invariant(n, clauses),
        Proof::Exhausted { steps } => format!("exhausted {steps}\n"),
        Proof::KInductive { k, simple_path } => {
            format!("k-inductive {k}{}\n", if *simple_path { " simple-path" } else { "" })
        }
    }
}

fn invariant(n: u32, clauses: &[Vec<Lit>]) -> String {
    let mut out = format!("invariant {n} {}\n", clauses.len());
    for clause in clauses {
        for lit in clause {
            let _ = write!(out, "{} ", lit.to_dimacs());
        }
        out.push_str("0\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_printed_as_incplan_does() {
        let trace = BitTrace { states: vec![vec![true, false], vec![false, true]] };
        assert_eq!(solution(2, &trace), "solution 2 2\n1 -2\n-1 2\n");
        let clause = vec![Lit::from_dimacs(-1), Lit::from_dimacs(2)];
        assert_eq!(invariant(2, &[clause]), "invariant 2 1\n-1 2 0\n");
    }
}
