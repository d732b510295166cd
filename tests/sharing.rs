//! Engines in child processes that tell each other lemmas: a race passes them on.

use std::path::Path;
use std::time::Duration;

use llumc::certify::dimspec::{check_invariant, check_k_inductive};
use llumc::cnf::{Cnf, Lit};
use llumc::dimspec::{DimSpec, Goal, Model};
use llumc::engine::race::{self, Limits, Reply};
use llumc::engine::worker::Workers;
use llumc::engine::{Config, Ending, EngineKind, Event, Proof};
use llumc::support::Budget;

const BINARY: &str = env!("CARGO_BIN_EXE_llumc");

/// A race on one model of engines in processes of their own.
fn run_in(
    binary: &Path,
    model: &Model,
    configs: &[Config],
    limits: Limits,
    handler: race::Handler<'_>,
) -> Vec<(EngineKind, Ending)> {
    race::run(&Workers::Program(binary.to_owned()), &race::on(model, configs), limits, handler)
}

/// Bits of the counter; how many steps it takes to its highest bit no engine finds out soon.
const WIDTH: i32 = 40;

/// Three bits (1 is the lowest) that go 0, 1, 2, 0, … from 0, and 5, 4, 3, 3, … from 5, where
/// they may also stay, beside a counter from 0 on. Goals: that the three bits are 3, which
/// k-induction can't exclude for any k without help, and that the counter's highest bit is set.
fn model() -> Model {
    let (bit, carry) = (|i: i32| 4 + i, |i: i32| 4 + WIDTH + i);
    let num_vars = 4 + 2 * WIDTH;
    let next = |lit: i32| lit + num_vars * lit.signum();
    let (mut init, mut universal, mut trans) = (Cnf::new(), Cnf::new(), Cnf::new());
    let push = |cnf: &mut Cnf, clause: &[i32]| {
        cnf.push(clause.iter().map(|&lit| Lit::from_dimacs(lit)));
    };
    let at = |n: i32, i: i32| if n >> (i - 1) & 1 == 1 { i } else { -i };
    for (from, to) in [(0, 1), (1, 2), (2, 0), (3, 3), (4, 3), (5, 4), (6, 6), (7, 7)] {
        for i in (1..=3).filter(|&i| (from, i) != (5, 1)) {
            push(&mut trans, &[-at(from, 1), -at(from, 2), -at(from, 3), next(at(to, i))]);
        }
    }
    (1..=3).for_each(|i| push(&mut init, &[-i]));
    push(&mut universal, &[carry(0)]);
    for i in 0..WIDTH {
        let (sum, carried) = (next(bit(i)), carry(i));
        push(&mut init, &[-bit(i)]);
        push(&mut trans, &[-sum, bit(i), carried]);
        push(&mut trans, &[-sum, -bit(i), -carried]);
        push(&mut trans, &[sum, -bit(i), carried]);
        push(&mut trans, &[sum, bit(i), -carried]);
        if i + 1 < WIDTH {
            push(&mut universal, &[-carry(i + 1), bit(i)]);
            push(&mut universal, &[-carry(i + 1), carried]);
            push(&mut universal, &[carry(i + 1), -bit(i), -carried]);
        }
    }
    let goal = |lits: &[i32]| {
        let mut clauses = Cnf::new();
        lits.iter().for_each(|&lit| push(&mut clauses, &[lit]));
        Goal { name: format!("{lits:?}"), clauses }
    };
    let goals = vec![goal(&[1, 2, -3]), goal(&[bit(WIDTH - 1)])];
    let spec = DimSpec { num_vars: num_vars as u32, init, universal, goal: Cnf::new(), trans };
    Model { goals, ..Model::from(spec) }
}

/// A proof by k-induction that needs a lemma can only be had from another engine.
#[test]
fn what_one_engine_proves_helps_another() {
    let model = model();
    let config = |kind| Config { shares: true, ..Config::new(kind) };
    let configs = [EngineKind::Kinduction, EngineKind::Ic3].map(config);
    let limits = Limits {
        budget: Budget::with_timeout(Some(Duration::from_secs(60))),
        memory: None,
        ..Limits::default()
    };
    let mut proof = None;
    run_in(Path::new(BINARY), &model, &configs, limits, &mut |kind, event| match event {
        Event::Unreachable { goals, proof: Proof::KInductive { k, lemmas, .. } } => {
            assert_eq!((kind, goals), (EngineKind::Kinduction, vec![0]));
            proof = Some((k, lemmas));
            Reply::Stop
        }
        Event::Lemmas(_) => panic!("they are for engines"),
        // What IC3 proves by itself is of no interest here.
        _ => Reply::Reject,
    });
    let (k, lemmas) = proof.expect("k-induction got lemmas");
    let budget = Budget::unlimited();
    check_invariant(&model, &[], &lemmas, &budget).expect("the lemmas are an invariant");
    check_k_inductive(&model.given(&lemmas), &[0], k, false, &budget).expect("they suffice");
    assert!(check_k_inductive(&model, &[0], k, false, &budget).is_err());
}
