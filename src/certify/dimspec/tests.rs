//! Tests of the checks of traces and invariants.

use super::*;
use crate::certify::blaster::tests::Random;
use crate::dimspec::DimSpec;

fn cnf(clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new();
    for clause in clauses {
        cnf.push(clause.iter().map(|&lit| Lit::from_dimacs(lit)));
    }
    cnf
}

/// Two bits that count 0, 1, 2, 0, …; the goal is `goal`.
fn counter(goal: &[&[i32]]) -> Model {
    Model::from(DimSpec {
        num_vars: 2,
        init: cnf(&[&[-1], &[-2]]),
        universal: cnf(&[&[-1, -2]]),
        goal: cnf(goal),
        trans: cnf(&[&[1, 2, 3], &[-1, 4], &[-1, -3], &[-2, -3], &[-2, -4], &[1, -4]]),
    })
}

fn bits(states: &[[u8; 2]]) -> BitTrace {
    BitTrace { states: states.iter().map(|s| s.iter().map(|&bit| bit == 1).collect()).collect() }
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
    let inv = |bits| invariant.iter().all(|clause| clause.iter().any(|lit| is(bits, lit)));
    holds_if(model, inv)
}

fn is(bits: usize, lit: &Lit) -> bool {
    (bits >> (lit.var().0 - 1) & 1 == 1) == lit.is_positive()
}

fn satisfies_some(bits: usize, cubes: &[Vec<Lit>]) -> bool {
    cubes.iter().any(|cube| cube.iter().all(|lit| is(bits, lit)))
}

fn holds_if(model: &Model, inv: impl Fn(usize) -> bool) -> bool {
    let n = model.spec.num_vars as usize;
    let all = |bits: usize, clauses: &Cnf| {
        clauses.iter().all(|clause| clause.iter().any(|lit| is(bits, lit)))
    };
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

fn accepted(answer: Result<Solvers, CertifyError>) -> bool {
    match answer {
        Ok(solvers) => solvers.conditions == 3,
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
            let lits = (0..length)
                .map(|_| Lit::new(Var(1 + random.below(variables) as u32), random.below(2) == 0));
            cnf.push(lits.collect::<Vec<_>>());
        }
        cnf
    };
    let (mut good, mut covers) = (0, 0);
    for _ in 0..600 {
        let model = Model::from(DimSpec {
            num_vars: 3,
            init: clauses(2, 3, 1),
            universal: clauses(1, 3, 3),
            goal: clauses(2, 3, 1),
            trans: clauses(5, 6, 3),
        });
        let invariant: Vec<Vec<Lit>> = clauses(2, 3, 2).iter().map(<[Lit]>::to_vec).collect();
        let expected = holds(&model, &invariant);
        let answer = check_invariant(&model, &[0], &invariant, &Budget::unlimited());
        assert_eq!(accepted(answer), expected, "{model:?} {invariant:?}");
        good += usize::from(expected);

        let expected = holds_if(&model, |state| satisfies_some(state, &invariant));
        let answer = check_cover(&model, &[0], &invariant, &Budget::unlimited());
        assert_eq!(accepted(answer), expected, "{model:?} {invariant:?}");
        covers += usize::from(expected);
    }
    assert!((50..550).contains(&good), "{good} of 600 are invariants");
    assert!((50..550).contains(&covers), "{covers} of 600 are covers");
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
