//! From what is known of each goal to the verdict and its report.

use std::collections::BTreeSet;

use super::Verdict;
use super::coverage::Places;
use super::decisions::{Decision, Decisions};
use crate::engine::EngineKind;
use crate::program::{
    Assumption, AssumptionKind, Check, Goal, GoalId, GoalKind, ModelLimit, Program, SourceFile,
};
use crate::report::coverage::Coverage;
use crate::report::{
    AssumptionReport, CheckReport, EngineReport, Explored, InvariantAt, ObstacleReport, Place,
    ProofReport, SourceText, Status, Violation, invariant, narrate,
};
use crate::system::Certificate;

/// Who proved what is constant.
const FOLDING: &str = "folding";

/// The verdict with everything that supports it.
pub struct Decided {
    /// The verdict.
    pub verdict: Verdict,
    /// Why it is unknown.
    pub reasons: Vec<String>,
    /// Every check.
    pub checks: Vec<CheckReport>,
    /// What runs reach, if that was asked for.
    pub coverage: Option<Coverage>,
    /// Every point that is not modelled.
    pub obstacles: Vec<ObstacleReport>,
    /// Every assumption.
    pub assumptions: Vec<AssumptionReport>,
    /// The limits of the model that runs reach, or may reach.
    pub limits: BTreeSet<ModelLimit>,
    /// The sources.
    pub sources: Vec<SourceText>,
    /// How far engines looked for what is open.
    pub explored: Option<Explored>,
}

impl Decided {
    /// Checks that hold on all paths that are modelled.
    pub fn modelled(&self) -> usize {
        let is_modelled = |check: &&CheckReport| matches!(check.status, Status::HoldsWhereModelled);
        self.checks.iter().filter(is_modelled).count()
    }

    /// Checks that are not decided.
    pub fn open(&self) -> usize {
        self.checks.iter().filter(|check| matches!(check.status, Status::Unknown)).count()
    }
}

/// False if a check fails; true if every goal, of whatever kind, is unreachable; else
/// unknown, with the reasons.
pub fn decide(
    program: &Program,
    decisions: &Decisions,
    engines: &[EngineReport],
    refused: &BTreeSet<AssumptionKind>,
) -> Decided {
    let place = |goal: &Goal| goal.loc.map(|loc| Place::new(&program.sources, loc));
    // Many goals share a certificate.
    let proofs: Vec<Proof> =
        decisions.certificates.iter().map(|certificate| proof(program, certificate)).collect();
    let mut checks = vec![];
    let mut obstacles = vec![];
    let mut limits = BTreeSet::new();
    let mut reasons = vec![];
    // Where all checks are decided, these are what the verdict lacks.
    let mut perhaps = vec![];
    for (id, goal) in program.goals.iter_enumerated() {
        let decision = &decisions.goals[id];
        let (kind, what, limit) = match &goal.kind {
            GoalKind::Check(check) => {
                let status = status(program, &proofs, decision);
                let (property, what) = (check.property, check.what.clone());
                let place = place(goal);
                checks.push(CheckReport { goal: id.0, property, what, place, status, met: None });
                continue;
            }
            GoalKind::Unsupported(what) => ("unsupported", what, None),
            GoalKind::Bound(bound) => ("bound", &bound.what, bound.limit),
            GoalKind::Cover(_) => continue,
        };
        let status = match decision {
            Decision::Reached { .. } => "reachable",
            Decision::Unreachable { .. } => "unreachable",
            Decision::Open | Decision::Unchecked(_) => "unknown",
        };
        if status != "unreachable" {
            let told = if status == "reachable" { &mut reasons } else { &mut perhaps };
            told.push(format!("{kind}: {what} at {}", program.sources.describe(goal.loc)));
        }
        let (what, option) = (what.clone(), limit.map(|it| it.option().into()));
        let (kind, told) = (kind.into(), status.into());
        obstacles.push(ObstacleReport { kind, what, option, place: place(goal), status: told });
        if let (Some(limit), false) = (limit, status == "unreachable") {
            limits.insert(limit);
        }
    }
    checks.extend(folded(program, decisions));
    if !checks.iter().any(|check| matches!(check.status, Status::Unknown)) {
        reasons.extend(perhaps.into_iter().map(|it| format!("{it} (perhaps reached)")));
    }
    reasons.extend(open_reasons(decisions, engines));
    // A point that is not modelled ends its path: nothing is proved of what lies behind.
    let beyond = obstacles.iter().any(|obstacle| obstacle.status != "unreachable");
    if beyond {
        for check in &mut checks {
            if matches!(check.status, Status::Proved { .. }) {
                check.status = Status::HoldsWhereModelled;
            }
        }
    }
    let places = Places::new(program, decisions, beyond);
    for check in &mut checks {
        let mut goals = program.goals.iter().chain(&program.folded);
        check.met = goals.nth(check.goal as usize).and_then(|goal| places.met(goal));
    }
    checks.sort_by_cached_key(|check| check.place.as_ref().map(Place::order));
    let violated = checks.iter().find(|check| matches!(check.status, Status::Violated(_)));
    let verdict = if let Some(check) = violated {
        Verdict::False(Some(check.property))
    } else if is_proved(program, decisions) {
        Verdict::True
    } else {
        Verdict::Unknown
    };
    // Of a violated program too, some checks may be open.
    if checks
        .iter()
        .all(|check| matches!(check.status, Status::Violated(_) | Status::Proved { .. }))
        && verdict != Verdict::Unknown
    {
        reasons.clear();
    }
    let is_open = checks.iter().any(|check| matches!(check.status, Status::Unknown));
    let explored = explored(decisions, engines).filter(|_| is_open);
    let text =
        |file: &SourceFile| Some(SourceText { path: file.path.clone(), text: file.text.clone()? });
    let sources = program.sources.files.iter().filter_map(text).collect();
    let mut decided = Decided {
        verdict,
        reasons,
        checks,
        coverage: places.report(),
        obstacles,
        assumptions: vec![],
        limits,
        sources,
        explored,
    };
    decided.refuse(program, refused);
    decided.assumptions =
        program.assumptions.iter().map(|it| assumption(program, it, decided.verdict)).collect();
    decided
}

/// The checks that no goal is left of.
fn folded(program: &Program, decisions: &Decisions) -> Vec<CheckReport> {
    let numbered = (program.goals.len() as u32..).zip(&program.folded);
    let check = |(goal, folded): (u32, &Goal)| {
        let GoalKind::Check(Check { property, what }) = &folded.kind else { return None };
        let proof = ProofReport::Folded;
        let status = match decisions.doubted {
            true => Status::Unknown,
            false => Status::Proved { engine: FOLDING.to_owned(), proof, invariant: vec![] },
        };
        let place = folded.loc.map(|loc| Place::new(&program.sources, loc));
        let (property, what) = (*property, what.clone());
        Some(CheckReport { goal, property, what, place, status, met: None })
    };
    numbered.filter_map(check).collect()
}

/// Whether no run violates a check, nor leaves what is modelled.
fn is_proved(program: &Program, decisions: &Decisions) -> bool {
    let excluded = |(id, goal): (GoalId, &Goal)| match goal.kind {
        GoalKind::Check(_) | GoalKind::Unsupported(_) | GoalKind::Bound(_) => {
            matches!(decisions.goals[id], Decision::Unreachable { .. })
        }
        GoalKind::Cover(_) => true,
    };
    !decisions.doubted && program.goals.iter_enumerated().all(excluded)
}

impl Decided {
    /// A verdict that may rest on an assumption that is refused is none.
    fn refuse(&mut self, program: &Program, refused: &BTreeSet<AssumptionKind>) {
        let rests = |it: &&Assumption| refused.contains(&it.kind) && is_used(it, self.verdict);
        let resting: Vec<&Assumption> = program.assumptions.iter().filter(rests).collect();
        let found = match self.verdict {
            _ if resting.is_empty() => return,
            Verdict::True => "all checks hold",
            Verdict::False(_) => "a check fails",
            Verdict::Unknown => return,
        };
        for Assumption { kind, what, .. } in resting {
            self.reasons.push(format!("{found}, but perhaps only as {what} [{kind}, refused]"));
        }
        self.verdict = Verdict::Unknown;
        for check in &mut self.checks {
            if !matches!(check.status, Status::HoldsWhereModelled) {
                check.status = Status::Unknown;
            }
        }
    }
}

/// Whether a verdict may rest on an assumption.
fn is_used(assumption: &Assumption, verdict: Verdict) -> bool {
    let runs = assumption.kind.runs();
    match verdict {
        Verdict::True => runs.matter_for_proofs(),
        Verdict::False(_) => runs.matter_for_violations(),
        Verdict::Unknown => false,
    }
}

fn assumption(program: &Program, assumption: &Assumption, verdict: Verdict) -> AssumptionReport {
    AssumptionReport {
        kind: assumption.kind.name().into(),
        what: assumption.what.clone(),
        place: assumption.loc.map(|loc| Place::new(&program.sources, loc)),
        runs: assumption.kind.runs().name().into(),
        used: is_used(assumption, verdict),
    }
}

fn status(program: &Program, proofs: &[Proof], decision: &Decision) -> Status {
    match decision {
        Decision::Open | Decision::Unchecked(_) => Status::Unknown,
        Decision::Unreachable { engine, certificate } => {
            let none = || (ProofReport::Direct, vec![]);
            let (proof, invariant) = certificate.map_or_else(none, |index| proofs[index].clone());
            Status::Proved { engine: engine.clone(), proof, invariant }
        }
        Decision::Reached { engine, run, native, branches, cause } => {
            let story = narrate::narrate(program, run);
            Status::Violated(Box::new(Violation {
                engine: engine.clone(),
                blocks: run.steps.len(),
                inputs: story.inputs,
                steps: story.steps,
                native: native.clone(),
                branches: branches.clone(),
                cause: cause.clone(),
            }))
        }
    }
}

/// What kind a proof is, and the invariant in it, by places.
type Proof = (ProofReport, Vec<InvariantAt>);

/// A certificate for people: what kind it is, and the invariant in it.
fn proof(program: &Program, certificate: &Certificate) -> Proof {
    match certificate {
        Certificate::Inductive(invariant) => {
            (ProofReport::Inductive, invariant::describe(program, invariant))
        }
        Certificate::Exhausted { steps, auxiliary } => {
            let kind = ProofReport::Exhausted { steps: *steps };
            (kind, invariant::describe(program, auxiliary))
        }
        Certificate::KInductive { k, auxiliary, simple_path } => {
            let kind = ProofReport::KInductive { k: *k, simple_path: *simple_path };
            (kind, invariant::describe(program, auxiliary))
        }
    }
}

/// How far the engines that unroll looked without a violation of what is open. Where a result of
/// theirs could not be checked nothing is known.
fn explored(decisions: &Decisions, engines: &[EngineReport]) -> Option<Explored> {
    let is_unchecked = |decision: &Decision| matches!(decision, Decision::Unchecked(_));
    if decisions.open().is_empty() || decisions.goals.iter().any(is_unchecked) {
        return None;
    }
    // Of IC3 frames are told, which are not those of all goals.
    let steps = |engine: &EngineReport| {
        let is = |kind: EngineKind| engine.name == kind.to_string();
        let unrolls = is(EngineKind::Unroll) || is(EngineKind::Bmc);
        // The base case of k-induction is one behind.
        let one_behind = engine.depth.checked_sub(1).filter(|_| is(EngineKind::Kinduction));
        Some(engine.depth).filter(|_| unrolls).or(one_behind)
    };
    let all = engines.iter().filter_map(|it| Some((steps(it).filter(|&it| it > 0)?, &it.name)));
    all.max().map(|(steps, engine)| Explored { engine: engine.clone(), steps })
}

/// Why goals are still open: how the engines ended, and proofs that could not be checked.
fn open_reasons(decisions: &Decisions, engines: &[EngineReport]) -> Vec<String> {
    if decisions.stopped {
        return vec!["it was stopped at the first violation (--stop-at-first)".to_owned()];
    }
    if decisions.open().is_empty() {
        return vec![];
    }
    let mut reasons: Vec<String> = engines
        .iter()
        .filter(|engine| engine.ending != "complete")
        .map(|engine| format!("{}: {}", engine.name, engine.ending))
        .collect();
    for decision in decisions.goals.iter() {
        if let Decision::Unchecked(why) = decision {
            let text = format!("an answer was found, but its check {why}");
            if !reasons.contains(&text) {
                reasons.push(text);
            }
        }
    }
    reasons
}
