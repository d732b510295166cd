//! The checking solvers: who decides whether a condition holds, and what is made of what they say.
//!
//! A condition holds if its violation is unsatisfiable. Up to two solvers are asked:
//!
//! * CaDiCaL on the clauses of the naive [`super::blaster`], with each LRAT proof checked
//!   by [`super::lrat`]. What is trusted is the blaster and the checker, not CaDiCaL.
//! * Bitwuzla (feature `bitwuzla`) on the terms: it shares neither with the first.
//!
//! One solver suffices if the other runs out of time; the second has at least 10 s and four times
//! what the first took, but leaves a quarter of the time. If they contradict each other, if a
//! proof is wrong or a model is none, nothing is believed: [`CertifyError::Internal`].

use std::fmt;
use std::time::{Duration, Instant};

use super::blaster::Blaster;
use super::conditions::Claim;
use super::lrat::{Checker, LratError};
use super::obligation::{Asked, Failed, Obligation};
use super::region::Malformed;
use crate::bv::eval::Evaluator;
use crate::bv::{Assignment, SymbolId, Term, TermStore, Value};
use crate::cnf::{Cnf, Lit};
use crate::program::BlockId;
use crate::sat::proof::Session;
use crate::sat::{Answer, CaDiCaL, Profile};
use crate::support::limits;
use crate::support::{Budget, StopReason};

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertifyError {
    /// It does not fit the program.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// A condition of an invariant of a program does not hold.
    #[error("the invariant is not one: from {head} on it is not so that {claim}, with {}", list(.model))]
    NotInductive {
        /// The cut point that the failing path starts from.
        head: BlockId,
        /// What fails.
        claim: Claim,
        /// Values with which it fails (some, if there are many).
        model: Vec<(String, Value)>,
    },
    /// A path that a proof by unrolling excludes is there.
    #[error("the proof by unrolling is none: {gap}, with {}", list(.model))]
    Gap {
        /// What path.
        gap: Gap,
        /// Values with which it is taken (some, if there are many).
        model: Vec<(String, Value)>,
    },
    /// A condition over the clauses of a DimSpec does not hold.
    #[error("the proof is none: {0} fails")]
    ClausesFail(&'static str),
    /// No solver decided every condition within the limits.
    #[error("the certificate was not checked to the end ({0:?})")]
    Unknown(StopReason),
    /// A solver is wrong: a bug, after which nothing may be believed.
    #[error("the checker contradicts itself: {0}")]
    Internal(String),
}

impl From<LratError> for CertifyError {
    fn from(error: LratError) -> Self {
        Self::Internal(error.to_string())
    }
}

fn list(model: &[(String, Value)]) -> String {
    let all: Vec<String> = model.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    all.join(", ")
}

/// A path that a proof by unrolling excludes. Steps are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Gap {
    /// From the entry to a goal.
    #[error("a run reaches a goal in step {0}")]
    Reached(u32),
    /// From the entry, and on.
    #[error("a run has not ended after {0} steps")]
    GoesOn(u32),
    /// From some cut point, over so many steps, to a goal in the last.
    #[error("from somewhere a goal is reached in step {0} and not before")]
    Step(u32),
}

/// Who found a certificate right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solvers {
    /// Number of conditions, each of which at least one solver found to hold.
    pub conditions: usize,
    /// Each solver with the number of conditions that it found to hold; the others it
    /// left undecided.
    pub found: Vec<(String, usize)>,
    /// The claims that are polynomial identities modulo 2^w ([`super::polynomial`]), with
    /// the cut points whose conditions they belong to. No solver was asked about them.
    pub identities: Vec<(BlockId, Claim)>,
    /// In how many conditions results of large operators were taken for anything within bounds
    /// ([`super::bounded`]).
    pub bounded: usize,
    /// The conditions as others can check them, if they are kept.
    pub kept: Option<Box<Kept>>,
}

/// Conditions that are kept for others. Which ones there are depends on no time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// In the order in which they were found to hold.
    pub conditions: Vec<Obligation>,
    /// Whether claims that are polynomial identities are left out of them.
    pub without_identities: bool,
}

impl Solvers {
    /// Keeps the conditions that hold.
    pub(super) fn keeping(without_identities: bool) -> Self {
        let kept = Kept { conditions: vec![], without_identities };
        Self { kept: Some(Box::new(kept)), ..Self::default() }
    }

    pub(super) fn add(&mut self, name: &str) {
        match self.found.iter_mut().find(|solver| solver.0 == name) {
            Some(solver) => solver.1 += 1,
            None => self.found.push((name.to_owned(), 1)),
        }
    }
}

impl fmt::Display for Solvers {
    /// The names, and how much each decided where it did not decide all.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.found.is_empty() {
            f.write_str("simplification alone")?;
        }
        for (i, (name, found)) in self.found.iter().enumerate() {
            if i > 0 {
                f.write_str(" and ")?;
            }
            f.write_str(name)?;
            if *found < self.conditions {
                write!(f, " ({found} of {} conditions)", self.conditions)?;
            }
        }
        if self.bounded > 0 {
            let (some, all) = (self.bounded, self.conditions);
            let what = "products, quotients and floating-point results by their bounds";
            write!(f, "; {what} in {some} of {all} conditions")?;
        }
        for (i, (head, claim)) in self.identities.iter().take(limits::LISTED_IDENTITIES).enumerate()
        {
            f.write_str(if i == 0 { "; polynomial identities modulo 2^w: " } else { ", " })?;
            write!(f, "{claim} from {head}")?;
        }
        match self.identities.len().saturating_sub(limits::LISTED_IDENTITIES) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// Some of the values with their symbols' names, in the order of the symbols.
pub(super) fn excerpt(terms: &TermStore, values: &Assignment) -> Vec<(String, Value)> {
    let mut known: Vec<(&SymbolId, &Value)> = values.iter().collect();
    known.sort_unstable_by_key(|(symbol, _)| symbol.0);
    known.truncate(limits::EXCERPT_VALUES);
    let name = |symbol: SymbolId| terms.symbols()[symbol].name.clone();
    known.into_iter().map(|(&symbol, value)| (name(symbol), value.clone())).collect()
}

/// The name of the solver that works on clauses.
pub(super) fn clause_solver() -> String {
    format!("{} with LRAT proof checked", CaDiCaL::version())
}

/// What is known of a CNF.
pub(super) enum Decision {
    /// Unsatisfiable; the proof was checked.
    Refuted,
    /// Satisfiable, with the value of variable `v` at `v`. The model was not checked.
    Model(Vec<bool>),
    /// The budget ran out.
    Undecided,
}

/// Decides a CNF, and checks the proof if it is refuted.
pub(super) fn decide(clauses: &Cnf, budget: &Budget) -> Result<Decision, LratError> {
    let mut session = Session::new(Profile::Default, Checker::default());
    clauses.iter().for_each(|clause| session.add(clause));
    let variables = clauses.iter().flatten().map(|lit| lit.var().0).max().unwrap_or(0);
    query(&mut session, &[], variables, budget)
}

/// Decides the clauses so far with some assumptions, and checks the proof if they are
/// refuted.
fn query(
    session: &mut Session<Checker>,
    assumptions: &[Lit],
    variables: u32,
    budget: &Budget,
) -> Result<Decision, LratError> {
    Ok(match session.solve(assumptions, budget) {
        Answer::Sat => Decision::Model(session.model(variables)),
        Answer::Unsat => {
            session.sink().conclude(assumptions)?;
            Decision::Refuted
        }
        Answer::Interrupted => Decision::Undecided,
    })
}

/// What a solver says of a condition.
enum SolverResult {
    Holds,
    /// Broken, by these values if the solver gives any.
    Broken(Option<Assignment>),
    Undecided,
}

/// What must not be satisfiable: one of `parts` where all of `given` is true.
#[derive(Clone, Copy)]
pub(super) struct Violation<'a> {
    /// What the terms belong to.
    pub terms: &'a TermStore,
    /// Truth values that are assumed.
    pub given: &'a [Term],
    /// In an order in which it helps to know that the earlier ones are false.
    pub parts: &'a [Term],
    /// For each part something that may stand for all that come after it; none if there is
    /// nothing like that. If that and the parts so far can't be true, the rest is not asked for.
    pub rest: &'a [Term],
}

impl Violation<'_> {
    fn is_met(&self, values: &Assignment) -> bool {
        let mut evaluator = Evaluator::new(self.terms, values);
        let mut is_true = |&term: &Term| evaluator.eval(term).is_true();
        self.given.iter().all(&mut is_true) && self.parts.iter().any(is_true)
    }

    /// The first place from `place` on where what stands for the rest is false for these values.
    fn goes_on_to(&self, place: usize, values: &Assignment) -> usize {
        let mut evaluator = Evaluator::new(self.terms, values);
        let goes_on = |&&rest: &&Term| evaluator.eval(rest).is_true();
        place + self.rest[place..].iter().take_while(goes_on).count()
    }
}

/// Asks every checking solver whether `violation` is unsatisfiable, as [`refute_parts`].
pub(super) fn refute(
    terms: &TermStore,
    violation: Term,
    solvers: &mut Solvers,
    budget: &Budget,
) -> Result<Option<Assignment>, CertifyError> {
    let whole = Violation { terms, given: &[], parts: &[violation], rest: &[] };
    refute_parts(&whole, solvers, budget)
}

/// Asks every checking solver whether a violation is unsatisfiable, and counts those who say so.
/// Returns values that satisfy it if it is not, `None` if it is.
///
/// # Errors
/// If no solver decides, or the solvers can't be believed.
pub(super) fn refute_parts(
    violation: &Violation<'_>,
    solvers: &mut Solvers,
    budget: &Budget,
) -> Result<Option<Assignment>, CertifyError> {
    if let Some(reason) = budget.exhausted() {
        return Err(CertifyError::Unknown(reason));
    }
    solvers.conditions += 1;
    let started = Instant::now();
    let (on_clauses, enough) = by_clauses(violation, &first_share(budget))?;
    // What the first solver did without, the second can do without.
    let shortened: Vec<Term>;
    let whole = violation;
    let mut violation = *violation;
    if let Some(place) = enough {
        shortened = [&violation.parts[..=place], &violation.rest[place..=place]].concat();
        violation.parts = &shortened;
    }
    let mut second = budget.clone();
    if matches!(on_clauses, SolverResult::Holds) {
        solvers.add(&clause_solver());
        second = budget.at_most(second_share(budget.remaining(), started.elapsed()));
    }
    let on_words = by_words(&violation, solvers, &second);
    match (on_clauses, on_words) {
        (SolverResult::Broken(_), SolverResult::Holds)
        | (SolverResult::Holds, SolverResult::Broken(_)) => {
            Err(CertifyError::Internal("the checking solvers disagree on a condition".to_owned()))
        }
        (SolverResult::Broken(values), _) | (_, SolverResult::Broken(values)) => {
            Ok(Some(values.unwrap_or_default()))
        }
        (SolverResult::Holds, _) | (_, SolverResult::Holds) => {
            if let Some(kept) = &mut solvers.kept {
                let Violation { terms, given, parts, .. } = *whole;
                let written = Obligation::new(&Asked { terms, given, parts }, budget);
                kept.conditions.push(written.map_err(not_kept)?);
            }
            Ok(None)
        }
        (SolverResult::Undecided, SolverResult::Undecided) => {
            Err(CertifyError::Unknown(budget.exhausted().unwrap_or(StopReason::Time)))
        }
    }
}

/// A condition that holds can't be written for others.
fn not_kept(failed: Failed) -> CertifyError {
    match failed {
        Failed::Undecided(reason) => CertifyError::Unknown(reason),
        Failed::Broken => CertifyError::Internal("a condition that holds is broken".to_owned()),
        Failed::Proof(error) => error.into(),
    }
}

/// Refutes one part after the other: what was learned of one, and that it is false, helps
/// with the next, as in the engines that unroll. Says also behind which part there is no more
/// to refute, if that was found before the last.
fn by_clauses(
    violation: &Violation<'_>,
    budget: &Budget,
) -> Result<(SolverResult, Option<usize>), CertifyError> {
    let undecided = Ok((SolverResult::Undecided, None));
    let mut blaster = Blaster::new(violation.terms);
    for &given in violation.given {
        if !blaster.assert_within(given, limits::CHECKED_CLAUSES, budget) {
            return undecided;
        }
    }
    // Between many questions to growing clauses simplifying them again and again costs more than
    // it brings.
    let profile = if violation.parts.len() > 1 { Profile::Incremental } else { Profile::Default };
    let mut session = Session::new(profile, Checker::default());
    let mut handed = 0;
    let mut ask = |term: Term, for_good: bool| -> Result<Answered, LratError> {
        let Some(there) = blaster.literal_within(term, limits::CHECKED_CLAUSES, budget) else {
            return Ok(Answered::Undecided);
        };
        blaster.clauses().iter().skip(handed).for_each(|clause| session.add(clause));
        handed = blaster.clauses().len();
        let mut assumptions = vec![there];
        if for_good {
            // A solver simplifies better with what holds for good.
            session.add(&assumptions);
            assumptions.clear();
        }
        match query(&mut session, &assumptions, blaster.variables(), budget)? {
            Decision::Refuted if for_good => Ok(Answered::Refuted),
            Decision::Refuted => {
                session.add(&[!there]);
                Ok(Answered::Refuted)
            }
            Decision::Undecided => Ok(Answered::Undecided),
            Decision::Model(model) => Ok(Answered::Values(blaster.symbols(&model))),
        }
    };
    let mut next_question = 0;
    for (place, &part) in violation.parts.iter().enumerate() {
        let is_last = place + 1 == violation.parts.len();
        match ask(part, is_last)? {
            Answered::Refuted => {}
            Answered::Undecided => return undecided,
            Answered::Values(values) if violation.is_met(&values) => {
                return Ok((SolverResult::Broken(Some(values)), None));
            }
            Answered::Values(_) => {
                let what = "a model of a condition is none".to_owned();
                return Err(CertifyError::Internal(what));
            }
        }
        if is_last || place < next_question {
            continue;
        }
        let Some(&rest) = violation.rest.get(place) else { continue };
        match ask(rest, false)? {
            Answered::Refuted => return Ok((SolverResult::Holds, Some(place))),
            Answered::Undecided => return undecided,
            // Until then these values say the same.
            Answered::Values(values) => next_question = violation.goes_on_to(place, &values),
        }
    }
    Ok((SolverResult::Holds, None))
}

/// What was found of a truth value.
enum Answered {
    /// It is false.
    Refuted,
    /// With these values of the symbols it is true; not checked.
    Values(Assignment),
    Undecided,
}

/// Half of the time that is left, where there is a second solver to leave the rest to.
fn first_share(budget: &Budget) -> Budget {
    if cfg!(feature = "bitwuzla") { share(budget) } else { budget.clone() }
}

/// What the second solver gets when the first took so long to find that a condition holds: the
/// answer must be heard before the time is over.
fn second_share(left: Option<Duration>, first: Duration) -> Duration {
    let share = limits::SECOND_SOLVER_TIME.max(first * limits::SECOND_SOLVER_FACTOR);
    left.map_or(share, |left| share.min(left * limits::SECOND_SOLVER_PERCENT / 100))
}

/// The part of the time that is left for an attempt that another one follows, if it is limited.
pub(super) fn share(budget: &Budget) -> Budget {
    budget
        .remaining()
        .map_or_else(|| budget.clone(), |left| budget.at_most(left / limits::SOLVER_SHARE))
}

#[cfg(feature = "bitwuzla")]
fn by_words(violation: &Violation<'_>, solvers: &mut Solvers, budget: &Budget) -> SolverResult {
    use crate::smt::{Bitwuzla, Solver};
    if budget.exhausted().is_some() {
        return SolverResult::Undecided;
    }
    let mut solver = Bitwuzla::new(violation.terms);
    violation.given.iter().for_each(|&given| solver.assert(given));
    solver.assert_any(violation.parts);
    match solver.check(&[], budget) {
        Answer::Unsat => {
            solvers.add(&Bitwuzla::version());
            SolverResult::Holds
        }
        Answer::Sat => SolverResult::Broken(None),
        Answer::Interrupted => SolverResult::Undecided,
    }
}

#[cfg(not(feature = "bitwuzla"))]
fn by_words(_: &Violation<'_>, _: &mut Solvers, _: &Budget) -> SolverResult {
    SolverResult::Undecided
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::Op;

    fn verdict(violation: &Violation<'_>) -> Option<Assignment> {
        let mut solvers = Solvers::default();
        let said = refute_parts(violation, &mut solvers, &Budget::unlimited());
        let values = said.expect("small conditions are decided");
        let agreed = solvers.found.iter().filter(|solver| solver.1 == 1).count();
        let all = if cfg!(feature = "bitwuzla") { 2 } else { 1 };
        assert_eq!(agreed, if values.is_none() { all } else { 0 }, "{solvers}");
        values
    }

    /// What stands for the rest ends the question if it can't be true, and only then.
    #[test]
    fn a_rest_that_may_be_true_hides_nothing() {
        let mut terms = TermStore::new();
        let (x, y) = (terms.symbol("x", 4), terms.symbol("y", 4));
        let less = terms.app_verbatim(Op::Ult, &[x, y]);
        let more = terms.app_verbatim(Op::Ult, &[y, x]);
        let both = terms.app_verbatim(Op::And, &[less, more]);
        let seven = terms.number(4, 7);
        let is_seven = terms.app_verbatim(Op::Eq, &[x, seven]);
        let given = terms.app_verbatim(Op::Ult, &[x, seven]);
        let terms = &terms;
        let parts = [both, both, is_seven];
        for rest in [&[][..], &[less, more], &[less, is_seven]] {
            let values = verdict(&Violation { terms, given: &[], parts: &parts, rest });
            let values = values.expect("x may be 7");
            assert!(Violation { terms, given: &[], parts: &parts, rest }.is_met(&values));
        }
        for rest in [&[][..], &[less, more], &[is_seven, less], &[both, both]] {
            assert_eq!(verdict(&Violation { terms, given: &[given], parts: &parts, rest }), None);
        }
        // Only the parts up to the place are decided then.
        let violation = Violation { terms, given: &[], parts: &parts, rest: &[less, both] };
        let said = by_clauses(&violation, &Budget::unlimited()).expect("proofs are right");
        assert!(matches!(said, (SolverResult::Holds, Some(1))));
    }

    /// A second solver that goes on for ever leaves time to hear the first.
    #[test]
    fn time_is_left_after_the_second_solver() {
        let share = |left: Option<u64>, first| {
            second_share(left.map(Duration::from_secs), Duration::from_secs(first)).as_secs()
        };
        assert_eq!([1, 5, 50].map(|first| share(Some(60), first)), [10, 20, 45]);
        assert_eq!([1, 7].map(|first| share(None, first)), [10, 28]);
    }
}
