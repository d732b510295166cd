//! Runs of one engine on a model, each claim of which is checked: traces are replayed, proofs
//! hold on the clauses and on the program.

use std::collections::BTreeSet;
use std::time::Duration;

use llumc::analysis::ranges::Ranges;
use llumc::certify::{self, CertifyError, Gap, inductive, replay, steps};
use llumc::cfa::{Cfa, Location, single};
use llumc::cnf::Lit;
use llumc::dimspec::build::Built;
use llumc::encode::{Encoded, automaton};
use llumc::engine::lemmas::Inbox;
use llumc::engine::subject::{Automaton, Subject};
use llumc::engine::{self, Config, Ending, Event, Proof};
use llumc::program::{BlockId, GoalId, Program};
use llumc::support::index::Idx;
use llumc::support::{Budget, StopReason};
use llumc::system::{Certificate, LocationInvariant, Transition};

use super::differential::Tally;

/// The goals that an engine decided.
#[derive(Default)]
pub struct Found {
    /// With traces that were replayed.
    pub reached: BTreeSet<GoalId>,
    /// With proofs that were checked.
    pub proved: BTreeSet<GoalId>,
    /// What it told other engines.
    pub lemmas: Vec<Vec<Lit>>,
}

/// What an engine gets, and what leads its answers back.
pub struct Setting<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its transition system.
    pub encoded: &'a Encoded,
    /// The model, in which the facts hold if it is for k-induction.
    pub built: &'a Built,
    /// What is known of the program beforehand.
    pub facts: &'a LocationInvariant,
    /// What is written into the model: proofs hold given the facts only.
    pub ranges: Option<&'a Ranges>,
}

impl Setting<'_> {
    /// Checks on the program what was found about the model.
    fn check(
        &self,
        found: LocationInvariant,
        ids: &[GoalId],
        budget: &Budget,
    ) -> Result<(), CertifyError> {
        let whole = if self.ranges.is_some() { self.facts.and(&found) } else { found };
        inductive::check(self.program, &whole, ids, budget).map(|_| ())
    }
}

/// Runs an engine in this process, after it was told `lemmas`, and checks every claim.
pub fn run_engine(
    setting: &Setting<'_>,
    config: &Config,
    lemmas: &[Vec<Lit>],
    time: Duration,
    tally: &mut Tally,
) -> Result<Found, String> {
    let &Setting { program, encoded, built, .. } = setting;
    let kind = config.kind;
    let budget = Budget::with_timeout(Some(time));
    let mut events = vec![];
    let inbox = Inbox::default();
    inbox.put(lemmas.to_vec());
    engine::run_beside(&built.model, config, &budget, &inbox, &mut |event| events.push(event));
    let mut found = Found::default();
    let relational = matches!(encoded.system.transition, Transition::Relation(_));
    let wrong = |what: &dyn std::fmt::Display| format!("{kind}, relational {relational}: {what}");
    for event in events {
        match event {
            Event::Progress(_) => {}
            Event::Lemmas(lemmas) => found.lemmas.extend(lemmas),
            Event::ReachedAlong { .. } => return Err(wrong(&"a path of an automaton")),
            Event::Reached { goal, trace } => {
                certify::dimspec::check_trace(&built.model, goal, &trace).map_err(|e| wrong(&e))?;
                let states = built.map.words(&trace);
                let trace = encoded.restore.trace(program, &states).map_err(|e| wrong(&e))?;
                let run =
                    replay::replay(program, &trace, &Budget::unlimited()).map_err(|e| wrong(&e))?;
                found.reached.insert(run.goal);
                tally.reached += 1;
            }
            Event::Unreachable { goals, proof } => {
                let ids: Vec<GoalId> = goals
                    .iter()
                    .flat_map(|&goal| encoded.system.bad[goal].goals.iter().copied())
                    .collect();
                let check = Budget::with_timeout(Some(time * 10));
                let holds = match proof {
                    Proof::Inductive(clauses) => {
                        check_invariant(setting, (&goals, &ids), &clauses, &check)
                    }
                    Proof::Cover(cubes) => check_cover(setting, (&goals, &ids), &cubes, &check),
                    _ => check_unrolled(setting, &ids, &proof, &check),
                };
                if holds.map_err(|e| wrong(&e))? {
                    tally.proved += ids.len();
                    found.proved.extend(ids);
                }
            }
        }
    }
    // What it tells may need what it was told.
    let all = [lemmas, &found.lemmas].concat();
    check_lemmas(setting, &all, time * 10).map_err(|e| wrong(&e))?;
    tally.told += usize::from(!found.lemmas.is_empty());
    tally.open += program.goals.len() - found.reached.len().max(found.proved.len());
    Ok(found)
}

/// Runs an engine that works on words in this process, and checks every claim.
pub fn run_on_words(
    setting: &Setting<'_>,
    cfa: &Cfa,
    config: &Config,
    time: Duration,
    tally: &mut Tally,
) -> Result<Found, String> {
    let &Setting { program, encoded, .. } = setting;
    let goals = program.goals.indices().map(|goal| {
        let mut locations = cfa.locations.iter_enumerated();
        locations.find(|it| *it.1 == Location::Goal(goal)).map(|it| it.0)
    });
    let subject = Automaton { cfa: cfa.clone(), goals: goals.collect(), hints: vec![] };
    let subject = Subject::Automaton(&subject);
    let budget = Budget::with_timeout(Some(time));
    let mut events = vec![];
    let inbox = Inbox::default();
    let ended = engine::run_on(subject, config, &budget, &inbox, &mut |event| events.push(event));
    let wrong = |what: &dyn std::fmt::Display| format!("{config:?}: {what}");
    if let Ending::Stopped(StopReason::Failure(what)) = &ended {
        return Err(wrong(what));
    }
    let mut found = Found::default();
    for event in events {
        match event {
            Event::Progress(_) => {}
            Event::ReachedAlong { goal, path } => {
                let states = automaton::states(cfa, &encoded.system, &path);
                let trace = encoded.restore.trace(program, &states).map_err(|e| wrong(&e))?;
                let run =
                    replay::replay(program, &trace, &Budget::unlimited()).map_err(|e| wrong(&e))?;
                if run.goal.index() != goal {
                    return Err(wrong(&format!("{} is reached instead of {goal}", run.goal)));
                }
                found.reached.insert(run.goal);
                tally.reached += 1;
            }
            Event::Unreachable { goals, proof: Proof::Formulas(formulas) } => {
                let ids: Vec<GoalId> = goals.into_iter().map(GoalId::from_index).collect();
                let mut invariant = automaton::invariant(cfa, &formulas.terms, &formulas.at);
                let single = single::build(program);
                let heads = single.loops().heads();
                let is_head = |block: &BlockId| {
                    heads.iter().any(|&head| single.locations[head] == Location::Block(*block))
                };
                invariant.at.retain(|block, _| is_head(block));
                let check = Budget::with_timeout(Some(time * 10));
                match setting.check(invariant, &ids, &check) {
                    Ok(()) => {
                        tally.proved += ids.len();
                        found.proved.extend(ids);
                    }
                    Err(CertifyError::Unknown(_)) => {}
                    Err(error) => return Err(wrong(&error)),
                }
            }
            Event::Reached { .. } | Event::Unreachable { .. } | Event::Lemmas(_) => {
                return Err(wrong(&"it speaks of bits"));
            }
        }
    }
    tally.open += program.goals.len() - found.reached.len().max(found.proved.len());
    Ok(found)
}

/// That what was told, by all, is inductive on the clauses, together and given the facts.
fn check_lemmas(
    setting: &Setting<'_>,
    lemmas: &[Vec<Lit>],
    time: Duration,
) -> Result<(), CertifyError> {
    let model = setting.built.model.with_facts();
    let budget = Budget::with_timeout(Some(time));
    match certify::dimspec::check_invariant(&model, &[], lemmas, &budget) {
        Ok(_) | Err(CertifyError::Unknown(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// On the clauses, and in the automaton encoding on the program.
fn check_invariant(
    setting: &Setting<'_>,
    (goals, ids): (&[usize], &[GoalId]),
    clauses: &[Vec<Lit>],
    budget: &Budget,
) -> Result<bool, CertifyError> {
    let &Setting { program, encoded, built, .. } = setting;
    certify::dimspec::check_invariant(&built.model, goals, clauses, budget)?;
    if matches!(encoded.system.transition, Transition::Functional(_)) {
        let clauses: Option<Vec<_>> =
            clauses.iter().map(|clause| built.map.clause(clause)).collect();
        let clauses = clauses.ok_or_else(|| CertifyError::Internal("no state bits".into()))?;
        let restored = encoded.restore.invariant(program, &encoded.system, &clauses);
        setting.check(restored, ids, budget)?;
    }
    Ok(true)
}

/// As [`check_invariant`], of cubes.
fn check_cover(
    setting: &Setting<'_>,
    (goals, ids): (&[usize], &[GoalId]),
    cubes: &[Vec<Lit>],
    budget: &Budget,
) -> Result<bool, CertifyError> {
    let &Setting { program, encoded, built, .. } = setting;
    certify::dimspec::check_cover(&built.model, goals, cubes, budget)?;
    let cubes: Option<Vec<_>> = cubes.iter().map(|cube| built.map.clause(cube)).collect();
    let cubes = cubes.ok_or_else(|| CertifyError::Internal("no state bits".into()))?;
    if let Some(restored) = encoded.restore.cover(program, &encoded.system, &cubes) {
        setting.check(restored, ids, budget)?;
    }
    Ok(true)
}

/// On the program, from loop head to loop head. Not decided if that takes too long, or if
/// a simple path there is not one in the engine's finer steps, in each of which the facts
/// hold.
fn check_unrolled(
    &Setting { program, encoded, built, facts, ranges }: &Setting<'_>,
    ids: &[GoalId],
    proof: &Proof,
    budget: &Budget,
) -> Result<bool, CertifyError> {
    let is_location = |block: BlockId| {
        let never = ranges.is_some_and(|ranges| !ranges.may_reach(block));
        encoded.restore.locations.contains_key(&block) || never
    };
    let known = || ranges.map_or_else(Default::default, |it| it.invariant(&single::build(program)));
    let certificate = match *proof {
        Proof::Exhausted { steps } => steps::exhausted(program, ids, is_location, steps)
            .map(|steps| Certificate::Exhausted { steps, auxiliary: known() }),
        Proof::KInductive { k, simple_path, ref lemmas } => {
            let auxiliary = with_lemmas(program, encoded, built, facts, lemmas)?;
            steps::k_inductive(program, ids, is_location, k).map(|k| Certificate::KInductive {
                k,
                auxiliary,
                simple_path,
            })
        }
        Proof::Inductive(_) | Proof::Cover(_) | Proof::Formulas(_) => None,
    };
    let certificate = certificate.ok_or_else(|| CertifyError::Internal("no such proof".into()))?;
    let simple = matches!(certificate, Certificate::KInductive { simple_path: true, .. });
    let lemmas = matches!(proof, Proof::KInductive { lemmas, .. } if !lemmas.is_empty());
    // Of the relation's clauses what speaks of old values of phis is dropped.
    let weaker = lemmas && matches!(encoded.system.transition, Transition::Relation(_));
    let finer = simple || lemmas || !facts.at.is_empty();
    match certify::check(program, &certificate, ids, budget) {
        Ok(_) => Ok(true),
        Err(CertifyError::Unknown(_)) => Ok(false),
        Err(CertifyError::Gap { gap: Gap::Step(_), .. }) if finer => Ok(false),
        Err(CertifyError::NotInductive { .. }) if weaker => Ok(false),
        Err(error) => Err(error),
    }
}

/// The facts and what other engines told, at heads of loops.
fn with_lemmas(
    program: &Program,
    encoded: &Encoded,
    built: &Built,
    facts: &LocationInvariant,
    lemmas: &[Vec<Lit>],
) -> Result<LocationInvariant, CertifyError> {
    let clauses: Option<Vec<_>> = lemmas.iter().map(|lemma| built.map.clause(lemma)).collect();
    let clauses = clauses.ok_or_else(|| CertifyError::Internal("no state bits".into()))?;
    let told = encoded.restore.invariant(program, &encoded.system, &clauses);
    let single = single::build(program);
    let mut all = facts.clone();
    for head in single.loops().heads() {
        if let Location::Block(block) = single.locations[head]
            && told.at.contains_key(&block)
        {
            all.at.entry(block).or_default();
        }
    }
    Ok(all.and(&told))
}
