//! Tests: models with known answers, and random models against explicit-state search.
//! Traces and invariants are checked here by the definitions, with nothing of IC3.

mod explicit;
mod models;
mod random;
mod sharing;

use std::borrow::Cow;
use std::time::Duration;

use super::measure::Solvers;
use super::{Effort, Ic3, Options};
use crate::cnf::{Cnf, Lit};
use crate::dimspec::{BitTrace, DimSpec, Goal, Model, Structure};
use crate::engine::lemmas::Inbox;
use crate::engine::{Config, Ending, EngineKind, Event, Proof, Sink};
use crate::sat::{Answer, CaDiCaL, Profile, Solver};
use crate::support::Budget;

pub(in crate::engine::ic3) fn cnf(clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new();
    for clause in clauses {
        cnf.push(clause.iter().map(|&number| Lit::from_dimacs(number)));
    }
    cnf
}

/// A relational model; the goals are lists of clauses.
pub(in crate::engine::ic3) fn relational(
    num_vars: u32,
    init: Cnf,
    universal: Cnf,
    trans: Cnf,
    goals: Vec<Cnf>,
) -> Model {
    let goals = goals.into_iter().map(|clauses| Goal { name: "goal".into(), clauses }).collect();
    let spec = DimSpec { num_vars, init, universal, goal: Cnf::new(), trans };
    Model { goals, ..Model::from(spec) }
}

fn holds(clauses: &Cnf, value: impl Fn(Lit) -> bool) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|&lit| value(lit)))
}

/// Whether the trace is one of the model that ends in the goal.
fn is_trace(model: &Model, goal: usize, trace: &BitTrace) -> bool {
    let spec = &model.spec;
    let Some(last) = trace.states.len().checked_sub(1) else { return false };
    let at = |step: usize| {
        move |lit: Lit| match lit.var().0 <= spec.num_vars {
            true => trace.holds(step, lit),
            false => trace.holds(step + 1, Lit::from_dimacs(unshift(lit, spec.num_vars))),
        }
    };
    trace.states.iter().all(|state| state.len() == spec.num_vars as usize)
        && holds(&spec.init, at(0))
        && (0..=last).all(|step| holds(&spec.universal, at(step)))
        && (0..last).all(|step| holds(&spec.trans, at(step)))
        && holds(&model.goals[goal].clauses, at(last))
}

fn unshift(lit: Lit, num_vars: u32) -> i32 {
    let number = lit.to_dimacs();
    number - number.signum() * num_vars as i32
}

fn satisfiable(parts: &[&Cnf]) -> bool {
    let mut solver = CaDiCaL::new(Profile::Default);
    parts.iter().flat_map(|cnf| cnf.iter()).for_each(|clause| solver.add(clause));
    solver.solve(&[], &Budget::unlimited()) == Answer::Sat
}

/// Whether the clauses, given the facts, are an invariant of the model that excludes the
/// goals.
fn is_invariant(model: &Model, goals: &[usize], invariant: &[Vec<Lit>]) -> bool {
    let model = &*model.with_facts();
    let spec = &model.spec;
    let primed = |clauses: &Cnf| {
        let mut next = Cnf::new();
        clauses.iter().for_each(|clause| next.push(clause.iter().map(|&lit| spec.prime(lit))));
        next
    };
    let mut inv = Cnf::new();
    invariant.iter().for_each(|clause| inv.push(clause.iter().copied()));
    let next_universal = primed(&spec.universal);
    let state = |lit: &Lit| match &model.structure {
        Structure::Functional { state, .. } => {
            state.contains(&lit.var()) || model.predicates.contains(&lit.var())
        }
        Structure::Relational => lit.var().0 <= spec.num_vars,
    };
    invariant.iter().flatten().all(state)
        && invariant.iter().all(|clause| {
            let mut broken = Cnf::new();
            clause.iter().for_each(|&lit| broken.push([!lit]));
            !satisfiable(&[&spec.init, &spec.universal, &broken])
                && !satisfiable(&[
                    &inv,
                    &spec.universal,
                    &spec.trans,
                    &next_universal,
                    &primed(&broken),
                ])
        })
        && goals
            .iter()
            .all(|&goal| !satisfiable(&[&inv, &spec.universal, &model.goals[goal].clauses]))
}

/// Whether the cubes, given the facts, contain every initial state, no goal, and what
/// follows their states.
fn is_cover(model: &Model, goals: &[usize], cubes: &[Vec<Lit>]) -> bool {
    let model = &*model.with_facts();
    let spec = &model.spec;
    let (mut outside, mut next_universal, mut next_outside) = (Cnf::new(), Cnf::new(), Cnf::new());
    let next = |lit: &Lit| spec.prime(*lit);
    cubes.iter().for_each(|cube| outside.push(cube.iter().map(|&lit| !lit)));
    outside.iter().for_each(|clause| next_outside.push(clause.iter().map(next)));
    spec.universal.iter().for_each(|clause| next_universal.push(clause.iter().map(next)));
    let units = |cube: &[Lit]| {
        let mut inside = Cnf::new();
        cube.iter().for_each(|&lit| inside.push([lit]));
        inside
    };
    !satisfiable(&[&spec.init, &spec.universal, &outside])
        && cubes.iter().map(|cube| units(cube)).all(|inside| {
            let step = [&inside, &spec.universal, &spec.trans, &next_universal, &next_outside];
            let meets = |&goal: &usize| {
                satisfiable(&[&inside, &spec.universal, &model.goals[goal].clauses])
            };
            !satisfiable(&step) && !goals.iter().any(meets)
        })
}

/// Passes end at once, and every obligation is worth all effort.
const HASTY: Effort = Effort { first_pass: 4, stubborn: 0, first_look: 1 };

fn config() -> Config {
    Config::new(EngineKind::Ic3)
}

/// Runs IC3 with that effort, checks every claim, and tells for each goal whether it is
/// reached.
pub(super) fn verdicts(model: &Model, effort: Effort) -> Vec<bool> {
    verdicts_with(model, effort, Options::default())
}

/// The same with options.
pub(super) fn verdicts_with(model: &Model, effort: Effort, options: Options) -> Vec<bool> {
    let solvers = Solvers { kind: options.solver, streams: None };
    let config = Config { ic3: options, ..config() };
    checked(model, |budget, sink| {
        let (ending, _) =
            super::run_with(model, &config, budget, &Inbox::default(), sink, effort, solvers);
        assert_eq!(ending, Ending::Complete);
    })
}

/// The same by the reversed search alone.
pub(super) fn reversed_verdicts(model: &Model, options: Options) -> Vec<bool> {
    let solvers = Solvers { kind: options.solver, streams: None };
    let config = Config { ic3: options, ..config() };
    checked(model, |budget, sink| {
        let (model, sink) = (Cow::Borrowed(model), Box::new(sink));
        let mut ic3 = Ic3::new(model, &config, budget, sink, super::EFFORT, solvers);
        while !ic3.live.is_empty() {
            assert_eq!(ic3.pass_reversed(u64::MAX / 2, u64::MAX), Ok(()));
        }
    })
}

/// Checks every claim that `run` makes, and tells for each goal whether it is reached.
fn checked(model: &Model, run: impl FnOnce(&Budget, Sink<'_>)) -> Vec<bool> {
    let mut found: Vec<Option<bool>> = vec![None; model.goals.len()];
    let mut say = |goal: usize, reached: bool| {
        assert_eq!(found[goal].replace(reached), None, "goal {goal} is decided twice");
    };
    let mut sink = |event| match event {
        Event::Reached { goal, trace } => {
            assert!(is_trace(model, goal, &trace), "not a trace to goal {goal}: {trace:?}");
            say(goal, true);
        }
        Event::Unreachable { goals, proof: Proof::Inductive(invariant) } => {
            assert!(is_invariant(model, &goals, &invariant), "no invariant: {invariant:?}");
            goals.iter().for_each(|&goal| say(goal, false));
        }
        Event::Unreachable { goals, proof: Proof::Cover(cubes) } => {
            assert!(is_cover(model, &goals, &cubes), "no cover: {cubes:?}");
            goals.iter().for_each(|&goal| say(goal, false));
        }
        Event::Unreachable { proof, .. } => panic!("no proof of IC3: {proof:?}"),
        Event::ReachedAlong { .. } | Event::Progress(_) | Event::Lemmas(_) => {}
    };
    run(&Budget::with_timeout(Some(Duration::from_secs(60))), &mut sink);
    found.into_iter().map(|verdict| verdict.expect("every goal is decided")).collect()
}
