//! From an engine's proof about the model to a certificate about the program, and its
//! check.

use std::time::{Duration, Instant};

use super::pipeline::Pipeline;
use crate::certify::{CertifyError, Checker, Gap, Solvers, steps};
use crate::dimspec::BitMap;
use crate::encode::automaton;
use crate::engine::Proof;
use crate::engine::subject::Formulas;
use crate::program::{BlockId, GoalId};
use crate::support::Budget;
use crate::support::limits;
use crate::system::{Certificate, LocationInvariant, TransitionSystem};

/// Why a proof is not believed, or not yet.
pub const TOO_MUCH: &str = "took too much time or memory";
/// Why a proof is not believed that holds in the engine's finer steps.
const NOT_BETWEEN_HEADS: &str = "did not succeed from loop head to loop head";

/// The certificate that a proof about a model of this system with this map is; `None` if it
/// speaks of more than state variables and predicates.
pub fn certificate(
    pipeline: &Pipeline,
    (system, map): (&TransitionSystem, &BitMap),
    goals: &[GoalId],
    proof: &Proof,
) -> Option<Certificate> {
    let Pipeline { compiled, encoded, .. } = pipeline;
    let program = &compiled.program;
    let is_location = |block: BlockId| pipeline.is_location(block);
    // What an engine knew of the program beforehand is put in where it takes it: `check`.
    Some(match *proof {
        Proof::Inductive(ref clauses) => {
            let clauses: Option<Vec<_>> = clauses.iter().map(|clause| map.clause(clause)).collect();
            let invariant = encoded.restore.invariant(program, system, &clauses?);
            Certificate::Inductive(invariant)
        }
        Proof::Cover(ref cubes) => {
            let cubes: Option<Vec<_>> = cubes.iter().map(|cube| map.clause(cube)).collect();
            Certificate::Inductive(encoded.restore.cover(program, system, &cubes?)?)
        }
        Proof::Exhausted { steps } => {
            let steps = steps::exhausted(program, goals, is_location, steps)?;
            Certificate::Exhausted { steps, auxiliary: LocationInvariant::default() }
        }
        Proof::KInductive { k, simple_path, ref lemmas } => {
            let k = steps::k_inductive(program, goals, is_location, k)?;
            let lemmas: Option<Vec<_>> = lemmas.iter().map(|clause| map.clause(clause)).collect();
            let mut auxiliary = encoded.restore.invariant(program, system, &lemmas?);
            // Steps are counted from loop head to loop head. What holds there and between them
            // and is inductive is so from one to the next with what holds there alone.
            pipeline.retain_heads(&mut auxiliary);
            Certificate::KInductive { k, auxiliary, simple_path }
        }
        Proof::Formulas(ref formulas) => {
            let Formulas { terms, at } = formulas;
            let mut invariant = automaton::invariant(&pipeline.automaton, terms, at);
            // What holds between them follows.
            pipeline.retain_heads(&mut invariant);
            Certificate::Inductive(invariant)
        }
    })
}

/// What came of a check.
pub enum Outcome {
    /// The certificate is right; whether it contains what was known beforehand.
    Holds(Certificate, Solvers, bool),
    /// It was not decided, for this reason.
    Undecided(&'static str),
    /// It is wrong.
    Wrong(CertifyError),
}

/// A certificate that is to be checked, for which goals.
pub struct Unchecked<'a> {
    /// The certificate.
    pub certificate: Certificate,
    /// What its engine may have known.
    pub facts: &'a LocationInvariant,
    /// Whether it was told more. What says nothing at heads of loops is not in the certificate.
    pub told: bool,
    /// The goals that it excludes.
    pub goals: &'a [GoalId],
    /// Whether they are all that are open; if not, time is left for the others.
    pub is_last: bool,
    /// Since when engines have been running.
    pub started: Instant,
    /// How long it may be checked, if that is not to be found out here.
    pub time: Option<Duration>,
}

/// Checks a certificate. The result may be a certificate with more steps, or with the facts.
pub fn check(
    pipeline: &Pipeline,
    checker: &Checker<'_>,
    unchecked: Unchecked<'_>,
    budget: &Budget,
) -> Outcome {
    let Unchecked { certificate, facts, told, goals, is_last, started, time } = unchecked;
    let elapsed = started.elapsed();
    let left = budget.remaining();
    let unrolled = time.unwrap_or_else(|| {
        let unrolled = limits::UNROLLED_TIME + elapsed * limits::UNROLLED_FACTOR;
        left.filter(|_| !is_last)
            .map_or(unrolled, |left| unrolled.min(left / limits::PARTIAL_SHARE))
    });
    // If it takes too much for all goals it may do for some.
    let part =
        left.filter(|_| !is_last || goals.len() > 1).map(|left| left / limits::INVARIANT_SHARE);
    let budget = &time.or(part).map_or_else(|| budget.clone(), |time| budget.at_most(time));
    let unrolled = budget.at_most(unrolled);
    let without_facts = budget.at_most(limits::WITHOUT_FACTS_TIME + elapsed);
    let check = Check { pipeline, checker, facts, told, goals, budget, unrolled, without_facts };
    match certificate {
        Certificate::Inductive(lemmas) => check.inductive(lemmas),
        Certificate::Exhausted { steps, .. } => check.exhausted(steps),
        Certificate::KInductive { k, simple_path, auxiliary } => {
            check.k_inductive(k, simple_path, &auxiliary)
        }
    }
    .unwrap_or_else(|error| match error {
        CertifyError::Unknown(_) => Outcome::Undecided(TOO_MUCH),
        error => Outcome::Wrong(error),
    })
}

/// A proof that is checked: as it was found or, if that fails, as what else it may be.
struct Check<'a, 'p> {
    pipeline: &'a Pipeline,
    checker: &'a Checker<'p>,
    facts: &'a LocationInvariant,
    told: bool,
    goals: &'a [GoalId],
    budget: &'a Budget,
    /// For unrollings.
    unrolled: Budget,
    /// For an invariant without the facts, where there are some.
    without_facts: Budget,
}

impl Check<'_, '_> {
    /// Has the solvers decide, in one form that the proof may have.
    fn attempt(
        &self,
        certificate: Certificate,
        informed: bool,
        budget: &Budget,
    ) -> Result<Outcome, CertifyError> {
        let solvers = self.checker.check(&certificate, self.goals, budget)?;
        Ok(Outcome::Holds(certificate, solvers, informed))
    }

    /// An invariant, then with what the engine knew: most proofs need nothing of it.
    fn inductive(&self, lemmas: LocationInvariant) -> Result<Outcome, CertifyError> {
        if self.facts.at.is_empty() {
            return self.attempt(Certificate::Inductive(lemmas), false, self.budget);
        }
        let informed = self.facts.and(&lemmas);
        match self.attempt(Certificate::Inductive(lemmas), false, &self.without_facts) {
            Err(CertifyError::NotInductive { .. } | CertifyError::Unknown(_)) => {
                self.attempt(Certificate::Inductive(informed), true, self.budget)
            }
            decided => decided,
        }
    }

    /// An unrolling of all runs, then with what is known of variables.
    fn exhausted(&self, steps: u32) -> Result<Outcome, CertifyError> {
        let Pipeline { ranges, single, .. } = self.pipeline;
        let with = |auxiliary| Certificate::Exhausted { steps, auxiliary };
        let plain = with(LocationInvariant::default());
        if ranges.is_empty() {
            return self.attempt(plain, false, &self.unrolled);
        }
        match self.attempt(plain, false, &self.unrolled.at_most(limits::WITHOUT_FACTS_TIME)) {
            Err(CertifyError::Unknown(_)) => {}
            decided => return decided,
        }
        // Of what is known only single values make an unrolling smaller.
        let auxiliary = ranges.invariant(single);
        let informed = !auxiliary.at.is_empty();
        match self.attempt(with(auxiliary), informed, &self.unrolled) {
            // What is known may move cut points, and so be more steps apart.
            Err(CertifyError::Gap { gap: Gap::GoesOn(_), .. }) if informed => {
                Ok(Outcome::Undecided(NOT_BETWEEN_HEADS))
            }
            decided => decided,
        }
    }

    /// k-induction, then with what the engine knew and was told, then with more steps on simple paths: for
    /// without repetition in the engine's finer steps is not without repetition from cut point
    /// to cut point (see `certify::steps`).
    fn k_inductive(
        &self,
        k: u32,
        simple_path: bool,
        lemmas: &LocationInvariant,
    ) -> Result<Outcome, CertifyError> {
        let plain = LocationInvariant::default();
        let mut all = self.facts.clone();
        lemmas.at.keys().for_each(|&block| _ = all.at.entry(block).or_default());
        let all = all.and(lemmas);
        let mut forms = vec![(k, &plain)];
        if !all.at.is_empty() {
            forms.push((k, &all));
        }
        if simple_path {
            forms.push((2 * k + 1, &all));
        }
        // A single step from where that holds is what an invariant is about, and needs no
        // unrolling from the entry. Goals that need nothing were looked for before.
        if k == 1 && !all.at.is_empty() {
            match self.attempt(Certificate::Inductive(all.clone()), true, &self.unrolled) {
                Err(CertifyError::NotInductive { .. } | CertifyError::Unknown(_)) => {}
                decided => return decided,
            }
        }
        let only = forms.len() == 1 && !self.told;
        for (k, auxiliary) in forms {
            let informed = !auxiliary.at.is_empty();
            let auxiliary = auxiliary.clone();
            let certificate = Certificate::KInductive { k, auxiliary, simple_path };
            match self.attempt(certificate, informed, &self.unrolled) {
                Err(CertifyError::Gap { gap: Gap::Step(_), .. })
                | Err(CertifyError::NotInductive { .. })
                    if !only => {}
                decided => return decided,
            }
        }
        Ok(Outcome::Undecided(NOT_BETWEEN_HEADS))
    }
}

/// What the solvers found right, in words.
pub fn describe(certificate: &Certificate, informed: bool, engine: &str) -> String {
    let given = if informed { ", given facts that were proved before" } else { "" };
    match certificate {
        Certificate::Inductive(_) => format!("the invariant of {engine} is inductive{given}"),
        Certificate::Exhausted { steps, .. } => {
            let given = if informed { ", given intervals of variables" } else { "" };
            format!("all runs end within {steps} loop iterations, as {engine} says{given}")
        }
        Certificate::KInductive { k, simple_path, .. } => {
            let paths = if *simple_path { " on simple paths" } else { "" };
            format!(
                "the proof of {engine} is k-inductive{paths} with k = {k} loop iterations{given}"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certify::direct;
    use crate::cfa::large::Blocks;
    use crate::frontend::{self, Options};
    use crate::program::Property;
    use crate::verify::observer::Observed;
    use crate::verify::program::pipeline::Encoding;

    /// One step suffices where `x` is 200 at most, and not where it is more.
    const BOUNDED: &str = "extern void reach_error(void);
        int main(void) {
          unsigned x = 0;
          for (;;) {
            if ((int)(x * x - 200 * x) > 0) reach_error();
            if (x >= 100) return 0;
            x++;
          }
        }";

    /// Given what intervals say it is an invariant; without that, k-induction that fails.
    #[test]
    fn a_single_step_from_known_facts_is_an_invariant() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("bounded.c");
        std::fs::write(&file, BOUNDED).expect("written");
        let properties = [Property::UnreachCall].into_iter().collect();
        let options = Options { files: vec![file], properties, ..Options::default() };
        let compiled = frontend::compile(&options).expect("it compiles");
        let budget = Budget::unlimited();
        let ranges = Some(budget.clone());
        let encoding = Encoding { blocks: Blocks::Loops, accelerate: false, ranges };
        let mut nobody = ();
        let journal = Observed::new(&mut nobody);
        let pipeline = Pipeline::new(compiled, None, encoding, &journal);
        let known = pipeline.ranges.invariant(&pipeline.single);
        let goals: Vec<GoalId> = pipeline.compiled.program.goals.indices().collect();
        let checker = Checker::new(&pipeline.compiled.program);
        let nothing = LocationInvariant::default();
        let checked = |facts: &LocationInvariant, told| {
            let auxiliary = LocationInvariant::default();
            let certificate = Certificate::KInductive { k: 1, simple_path: false, auxiliary };
            let (started, goals) = (Instant::now(), &goals[..]);
            let (is_last, time) = (true, None);
            let unchecked = Unchecked { certificate, facts, told, goals, is_last, started, time };
            check(&pipeline, &checker, unchecked, &budget)
        };
        let given = checked(&known, false);
        assert!(matches!(given, Outcome::Holds(Certificate::Inductive(_), _, true)));
        assert!(matches!(checked(&nothing, false), Outcome::Wrong(CertifyError::Gap { .. })));
        assert!(matches!(checked(&nothing, true), Outcome::Undecided(NOT_BETWEEN_HEADS)));

        // It is found as one, too, and so is the part of what is known that it takes.
        let Pipeline { compiled, ranges, single, .. } = &pipeline;
        let found = |known| direct::given(&compiled.program, known, goals.clone(), &budget);
        let (excluded, used) = found(&known).expect("the program is well-formed");
        assert_eq!(excluded, goals);
        let needed = ranges.needed_for(single, &used, &budget).expect("there is time");
        assert!(checker.check(&Certificate::Inductive(needed), &goals, &budget).is_ok());
        let (excluded, used) = found(&nothing).expect("the program is well-formed");
        assert!(excluded.is_empty() && used.is_empty());
    }
}
