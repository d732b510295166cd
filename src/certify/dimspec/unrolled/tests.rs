//! Against the definitions, by enumeration of all runs; the engines' tests check many more
//! claims here.

use super::*;
use crate::certify::blaster::tests::Random;
use crate::cnf::Var;
use crate::dimspec::DimSpec;

/// A model over `variables` variables.
fn random_model(random: &mut Random, variables: usize) -> Model {
    let mut clauses = |count: usize, variables: usize, length: usize| {
        let mut cnf = Cnf::new();
        for _ in 0..count {
            let lits = (0..1 + random.below(length))
                .map(|_| Lit::new(Var(1 + random.below(variables) as u32), random.below(2) == 0));
            cnf.push(lits.collect::<Vec<_>>());
        }
        cnf
    };
    Model::from(DimSpec {
        num_vars: variables as u32,
        init: clauses(2, variables, 1),
        universal: clauses(1, variables, 3),
        goal: clauses(2, variables, 1),
        trans: clauses(5, 2 * variables, 3),
    })
}

/// All states of a model, and what may be said of them.
struct All<'m> {
    model: &'m Model,
    n: u32,
    latches: usize,
}

impl All<'_> {
    fn hold(clauses: &Cnf, bits: usize) -> bool {
        clauses.iter().all(|clause| {
            clause.iter().any(|l| (bits >> (l.var().0 - 1) & 1 == 1) == l.is_positive())
        })
    }

    fn states(&self) -> impl Iterator<Item = usize> {
        (0..1 << self.n).filter(|&state| Self::hold(&self.model.spec.universal, state))
    }

    fn is_goal(&self, state: usize) -> bool {
        Self::hold(&self.model.spec.goal, state)
    }

    fn next(&self, state: usize) -> impl Iterator<Item = usize> {
        self.states().filter(move |next| Self::hold(&self.model.spec.trans, state | next << self.n))
    }

    /// The states that runs of so many steps are in.
    fn layer(&self, steps: u32) -> Vec<usize> {
        let first = self.states().filter(|&state| Self::hold(&self.model.spec.init, state));
        let mut layer: Vec<usize> = first.collect();
        for _ in 0..steps {
            layer = layer.into_iter().flat_map(|state| self.next(state)).collect();
            layer.sort_unstable();
            layer.dedup();
        }
        layer
    }

    fn reached(&self, steps: u32) -> bool {
        (0..=steps).any(|steps| self.layer(steps).into_iter().any(|state| self.is_goal(state)))
    }

    /// Whether `steps` steps lead to the goal for the first time, without repetition if
    /// those before are given.
    fn leads(&self, from: usize, steps: u32, before: Option<&mut Vec<usize>>) -> bool {
        if steps == 0 || self.is_goal(from) {
            return steps == 0 && self.is_goal(from);
        }
        match before {
            None => self.next(from).any(|next| self.leads(next, steps - 1, None)),
            Some(before) => {
                if before.contains(&(from & self.latches)) {
                    return false;
                }
                before.push(from & self.latches);
                let found = self.next(from).any(|next| self.leads(next, steps - 1, Some(before)));
                before.pop();
                found
            }
        }
    }
}

fn accepted(answer: Result<Solvers, CertifyError>, conditions: usize) -> bool {
    match answer {
        Ok(solvers) => solvers.conditions == conditions,
        Err(CertifyError::ClausesFail(_)) => false,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn random_models() {
    let mut random = Random(31);
    let budget = Budget::unlimited();
    let (mut ends, mut inductive, mut only_simple) = (0, 0, 0);
    for _ in 0..400 {
        let model = random_model(&mut random, 3);
        let latches = model.spec.latches().iter().map(|var| 1 << (var.0 - 1)).sum();
        let all = All { model: &model, n: 3, latches };
        for steps in 0..4 {
            let expected = all.layer(steps + 1).is_empty() && !all.reached(steps);
            let found = accepted(check_exhausted(&model, &[0], steps, &budget), 1);
            assert_eq!(found, expected, "{steps} steps: {model:?}");
            ends += usize::from(expected);
        }
        for k in 1..5 {
            let expected = [false, true].map(|simple_path| {
                let leads = |state| all.leads(state, k, simple_path.then(Vec::new).as_mut());
                !all.reached(k - 1) && !all.states().any(leads)
            });
            let found = [false, true].map(|simple_path| {
                accepted(check_k_inductive(&model, &[0], k, simple_path, &budget), 2)
            });
            assert_eq!(found, expected, "k = {k}: {model:?}");
            inductive += usize::from(expected[0]);
            only_simple += usize::from(expected[1] && !expected[0]);
            // What is accepted is true.
            assert!(!expected[1] || !all.reached(8), "{model:?}");
        }
    }
    assert!(ends > 100 && inductive > 100 && only_simple > 5, "{ends} {inductive} {only_simple}");
}

/// Two goals are k-inductive together when neither is alone: each holds before the other.
#[test]
fn goals_help_each_other() {
    let cnf = |clauses: &[&[i32]]| {
        let mut cnf = Cnf::new();
        clauses.iter().for_each(|c| cnf.push(c.iter().map(|&lit| Lit::from_dimacs(lit))));
        cnf
    };
    // 1 and 2 change places.
    let mut model = Model::from(DimSpec {
        num_vars: 2,
        init: cnf(&[&[-1], &[-2]]),
        universal: cnf(&[&[-1, -2]]),
        goal: cnf(&[&[1]]),
        trans: cnf(&[&[-3, 2], &[3, -2], &[-4, 1], &[4, -1]]),
    });
    let second = crate::dimspec::Goal { name: "second".to_owned(), clauses: cnf(&[&[2]]) };
    model.goals.push(second);
    let check = |goals: &[usize], k: u32| {
        accepted(check_k_inductive(&model, goals, k, false, &Budget::unlimited()), 2)
    };
    assert!(check(&[0, 1], 1));
    assert!(!check(&[0], 1) && !check(&[1], 1));
    assert!(check(&[0], 2) && check(&[1], 2));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let model = random_model(&mut Random(1), 3);
    let budget = Budget::unlimited();
    let malformed = |answer| matches!(answer, Err(CertifyError::Malformed(_)));
    assert!(malformed(check_exhausted(&model, &[1], 2, &budget)));
    assert!(malformed(check_k_inductive(&model, &[1], 2, false, &budget)));
    assert!(malformed(check_k_inductive(&model, &[0], 0, false, &budget)));
    let unknown = |answer| matches!(answer, Err(CertifyError::Unknown(StopReason::Memory)));
    assert!(unknown(check_exhausted(&model, &[0], u32::MAX, &budget)));
    assert!(unknown(check_k_inductive(&model, &[0], u32::MAX, true, &budget)));
}
