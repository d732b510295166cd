//! Checks of answers about a DimSpec, on its own clauses.
//!
//! A trace is evaluated clause by clause. An invariant Inv, a set of clauses over one
//! state, is right if `I ∧ U ⇒ Inv`, `Inv ∧ U ∧ T ∧ U' ⇒ Inv'` and `Inv ∧ U ⇒ ¬G`: then by
//! induction every state of every run satisfies Inv, and none the goal. Proofs by unrolling
//! are checked in [`unrolled`]. The negation of each condition is refuted by CaDiCaL, with
//! the LRAT proof checked.

mod unrolled;

use super::judge::{self, CertifyError, Decision, Judges};
use super::region::Malformed;
use crate::cnf::{Cnf, Lit, Var};
use crate::dimspec::{BitTrace, Model};
use crate::support::{Budget, StopReason};

pub use unrolled::{check_exhausted, check_k_inductive};

/// The assignments are not a run to the goal: a bug of ours or of another solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTrace {
    /// There is no state.
    #[error("the trace has no states")]
    Empty,
    /// A state has another number of variables than the model.
    #[error("state {step} has {found} variables")]
    Variables {
        /// Which state, from 0.
        step: usize,
        /// Its number of variables.
        found: usize,
    },
    /// There is no such goal.
    #[error("there is no goal {0}")]
    Goal(usize),
    /// A clause is false.
    #[error("in step {step} clause {clause} of {section} is false")]
    False {
        /// Which state, from 0; for `t` the first of the two.
        step: usize,
        /// Which clause, from 0.
        clause: usize,
        /// Section of the format: `i`, `u`, `t` or `g`.
        section: char,
    },
}

/// Checks that a trace is a run of the model that ends in the goal (by its place).
///
/// # Errors
/// If it is not.
pub fn check_trace(model: &Model, goal: usize, trace: &BitTrace) -> Result<(), BadTrace> {
    let spec = &model.spec;
    let goal = &model.goals.get(goal).ok_or(BadTrace::Goal(goal))?.clauses;
    let last = trace.states.len().checked_sub(1).ok_or(BadTrace::Empty)?;
    for (step, state) in trace.states.iter().enumerate() {
        if state.len() != spec.num_vars as usize {
            return Err(BadTrace::Variables { step, found: state.len() });
        }
    }
    let holds = |step: usize, lit: Lit| {
        if lit.var().0 <= spec.num_vars {
            trace.holds(step, lit)
        } else {
            trace.holds(step + 1, Lit::new(Var(lit.var().0 - spec.num_vars), lit.is_positive()))
        }
    };
    let all = |section: char, clauses: &Cnf, step: usize| match clauses
        .iter()
        .position(|clause| !clause.iter().any(|&lit| holds(step, lit)))
    {
        Some(clause) => Err(BadTrace::False { step, clause, section }),
        None => Ok(()),
    };
    all('i', &spec.init, 0)?;
    for step in 0..=last {
        all('u', &spec.universal, step)?;
        if step < last {
            all('t', &spec.trans, step)?;
        }
    }
    all('g', goal, last)
}

/// Checks that an invariant, clauses over the variables of one state, holds in every run
/// of the model and excludes the goals (by their places).
///
/// # Errors
/// See [`CertifyError`]; only `Ok` means that the goals can't be reached.
pub fn check_invariant(
    model: &Model,
    goals: &[usize],
    invariant: &[Vec<Lit>],
    budget: &Budget,
) -> Result<Judges, CertifyError> {
    let spec = &model.spec;
    let known = |lit: &Lit| (1..=spec.num_vars).contains(&lit.var().0);
    if !invariant.iter().flatten().all(known) {
        let what = "the invariant is not of this model".to_owned();
        return Err(CertifyError::Malformed(Malformed(what)));
    }
    goals_are_known(model, goals)?;
    let mut judges = Judges::default();
    let mut refute = |name: &'static str, query: Query| query.refute(name, &mut judges, budget);
    let next = |lit: &Lit| spec.prime(*lit);
    let broken = |next: bool| {
        let shift = if next { spec.num_vars } else { 0 };
        let lits = move |clause: &Vec<Lit>| clause.iter().map(|lit| lit.shift(shift)).collect();
        invariant.iter().map(lits).collect::<Vec<Vec<Lit>>>()
    };

    let mut query = Query::new(spec.num_vars);
    query.add(&spec.init);
    query.add(&spec.universal);
    query.some_clause_false(&broken(false));
    refute("I ∧ U ⇒ Inv", query)?;

    let mut query = Query::new(2 * spec.num_vars);
    query.add_invariant(invariant);
    query.add(&spec.universal);
    query.add(&spec.trans);
    for clause in spec.universal.iter() {
        query.clauses.push(clause.iter().map(next));
    }
    query.some_clause_false(&broken(true));
    refute("Inv ∧ U ∧ T ∧ U' ⇒ Inv'", query)?;

    let mut query = Query::new(spec.num_vars);
    query.add_invariant(invariant);
    query.add(&spec.universal);
    query.some_goal(goals.iter().map(|&goal| &model.goals[goal].clauses));
    refute("Inv ∧ U ⇒ ¬G", query)?;
    Ok(judges)
}

fn goals_are_known(model: &Model, goals: &[usize]) -> Result<(), Malformed> {
    match goals.iter().find(|&&goal| goal >= model.goals.len()) {
        Some(goal) => Err(Malformed(format!("there is no goal {goal}"))),
        None => Ok(()),
    }
}

/// The negation of one condition.
struct Query {
    clauses: Cnf,
    variables: u32,
}

impl Query {
    fn new(variables: u32) -> Self {
        Self { clauses: Cnf::new(), variables }
    }

    fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Var(self.variables).lit()
    }

    fn add(&mut self, clauses: &Cnf) {
        self.clauses.extend(clauses.iter());
    }

    fn add_invariant(&mut self, invariant: &[Vec<Lit>]) {
        self.clauses.extend(invariant.iter().map(Vec::as_slice));
    }

    /// Has it judged that this has no model, so that the condition `name` holds.
    fn refute(
        self,
        name: &'static str,
        judges: &mut Judges,
        budget: &Budget,
    ) -> Result<(), CertifyError> {
        judges.conditions += 1;
        match judge::decide(&self.clauses, budget)? {
            Decision::Refuted => {
                judges.add(&judge::clause_judge());
                Ok(())
            }
            Decision::Model(_) => Err(CertifyError::ClausesFail(name)),
            Decision::Undecided => {
                Err(CertifyError::Unknown(budget.exhausted().unwrap_or(StopReason::Time)))
            }
        }
    }

    /// Demands that at least one of the clauses is false: a chosen one has only false
    /// literals.
    fn some_clause_false(&mut self, clauses: &[Vec<Lit>]) {
        let chosen: Vec<Lit> = clauses.iter().map(|_| self.fresh()).collect();
        for (clause, &chosen) in clauses.iter().zip(&chosen) {
            for &lit in clause {
                self.clauses.push([!chosen, !lit]);
            }
        }
        self.clauses.push(chosen);
    }

    /// Demands that at least one of the goals holds: all clauses of a chosen one do.
    fn some_goal<'a>(&mut self, goals: impl Iterator<Item = &'a Cnf>) {
        let mut any = Vec::new();
        for goal in goals {
            let chosen = self.fresh();
            for clause in goal.iter() {
                self.clauses.push(clause.iter().copied().chain([!chosen]));
            }
            any.push(chosen);
        }
        self.clauses.push(any);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::certify::blaster::tests::Random;
    use crate::dimspec::{DimSpec, Goal, Structure};

    fn cnf(clauses: &[&[i32]]) -> Cnf {
        let mut cnf = Cnf::new();
        for clause in clauses {
            cnf.push(clause.iter().map(|&lit| Lit::from_dimacs(lit)));
        }
        cnf
    }

    pub fn model(spec: DimSpec) -> Model {
        let goals = vec![Goal { name: "goal".to_owned(), clauses: spec.goal.clone() }];
        Model { spec, goals, structure: Structure::Relational, settled: None }
    }

    /// Two bits that count 0, 1, 2, 0, …; the goal is `goal`.
    fn counter(goal: &[&[i32]]) -> Model {
        model(DimSpec {
            num_vars: 2,
            init: cnf(&[&[-1], &[-2]]),
            universal: cnf(&[&[-1, -2]]),
            goal: cnf(goal),
            trans: cnf(&[&[1, 2, 3], &[-1, 4], &[-1, -3], &[-2, -3], &[-2, -4], &[1, -4]]),
        })
    }

    fn bits(states: &[[u8; 2]]) -> BitTrace {
        BitTrace {
            states: states.iter().map(|s| s.iter().map(|&bit| bit == 1).collect()).collect(),
        }
    }

    #[test]
    fn traces() {
        let two = counter(&[&[2]]);
        let run = [[0, 0], [1, 0], [0, 1]];
        assert_eq!(check_trace(&two, 0, &bits(&run)), Ok(()));
        let wrong = |states: &[[u8; 2]]| check_trace(&two, 0, &bits(states)).unwrap_err();
        assert_eq!(wrong(&[]), BadTrace::Empty);
        assert_eq!(wrong(&run[..2]), BadTrace::False { step: 1, clause: 0, section: 'g' });
        assert_eq!(wrong(&run[1..]), BadTrace::False { step: 0, clause: 0, section: 'i' });
        let jump = wrong(&[[0, 0], [0, 1]]);
        assert!(matches!(jump, BadTrace::False { step: 0, section: 't', .. }));
        let both = wrong(&[[0, 0], [1, 1], [0, 1]]);
        assert!(matches!(both, BadTrace::False { .. }));
        assert_eq!(check_trace(&two, 1, &bits(&run)), Err(BadTrace::Goal(1)));
        let mut short = bits(&run);
        short.states[1].pop();
        assert_eq!(check_trace(&two, 0, &short), Err(BadTrace::Variables { step: 1, found: 1 }));
    }

    /// The three conditions by enumeration of all states and pairs of states.
    fn holds(model: &Model, invariant: &[Vec<Lit>]) -> bool {
        let n = model.spec.num_vars as usize;
        let lit =
            |bits: usize, lit: &Lit| (bits >> (lit.var().0 - 1) & 1 == 1) == lit.is_positive();
        let all = |bits: usize, clauses: &Cnf| {
            clauses.iter().all(|clause| clause.iter().any(|l| lit(bits, l)))
        };
        let inv = |bits| invariant.iter().all(|clause| clause.iter().any(|l| lit(bits, l)));
        let spec = &model.spec;
        let ok = |bits| all(bits, &spec.universal);
        (0..1 << n).all(|state| {
            let start = !(all(state, &spec.init) && ok(state)) || inv(state);
            let safe = !(inv(state) && ok(state) && all(state, &spec.goal));
            let kept = (0..1 << n).all(|next| {
                let step = all(state | next << n, &spec.trans);
                !(inv(state) && ok(state) && step && ok(next)) || inv(next)
            });
            start && safe && kept
        })
    }

    fn accepted(model: &Model, invariant: &[Vec<Lit>]) -> bool {
        match check_invariant(model, &[0], invariant, &Budget::unlimited()) {
            Ok(judges) => judges.conditions == 3,
            Err(CertifyError::ClausesFail(_)) => false,
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn invariants_of_random_models() {
        let mut random = Random(5);
        let mut clauses = |count: usize, variables: usize, length: usize| {
            let mut cnf = Cnf::new();
            for _ in 0..count {
                let length = 1 + random.below(length);
                let lits = (0..length).map(|_| {
                    Lit::new(Var(1 + random.below(variables) as u32), random.below(2) == 0)
                });
                cnf.push(lits.collect::<Vec<_>>());
            }
            cnf
        };
        let mut good = 0;
        for _ in 0..600 {
            let model = model(DimSpec {
                num_vars: 3,
                init: clauses(2, 3, 1),
                universal: clauses(1, 3, 3),
                goal: clauses(2, 3, 1),
                trans: clauses(5, 6, 3),
            });
            let invariant: Vec<Vec<Lit>> = clauses(2, 3, 2).iter().map(<[Lit]>::to_vec).collect();
            let expected = holds(&model, &invariant);
            assert_eq!(accepted(&model, &invariant), expected, "{model:?} {invariant:?}");
            good += usize::from(expected);
        }
        assert!((50..550).contains(&good), "{good} of 600 are invariants");
    }

    #[test]
    fn foreign_literals_and_goals_are_refused() {
        let model = counter(&[&[1], &[2]]);
        let check = |goals: &[usize], lits: &[i32]| {
            let clause = lits.iter().map(|&lit| Lit::from_dimacs(lit)).collect();
            check_invariant(&model, goals, &[clause], &Budget::unlimited())
        };
        assert!(check(&[0], &[-1, -2]).is_ok());
        assert!(matches!(check(&[0], &[-3]), Err(CertifyError::Malformed(_))));
        assert!(matches!(check(&[1], &[-1, -2]), Err(CertifyError::Malformed(_))));
    }
}
