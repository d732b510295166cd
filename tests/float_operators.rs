//! Floating-point operators: a slice of the campaign `make float-operators`.

#![cfg(feature = "bitwuzla")]

#[path = "support/operators/mod.rs"]
mod operators;

use llumc::bv::FloatOp;
use operators::{Outcome, half, host, operands, solver};

/// Fails with all operators that differ.
fn all_agree(ops: Vec<FloatOp>, compare: impl Fn(FloatOp) -> Outcome) {
    let differ: Vec<String> = ops
        .into_iter()
        .filter_map(|op| match compare(op) {
            Outcome::Agree(_) | Outcome::Equal => None,
            other => Some(format!("{}: {other:?}", operands::name(op))),
        })
        .collect();
    assert!(differ.is_empty(), "{differ:#?}");
}

#[test]
fn operators_mean_what_the_host_does() {
    let host = host::Host::build().expect("clang-22 builds it");
    all_agree(host::operators(), |op| host.compare(op, 3000, 1).expect("the host answers"));
}

/// All operands of binary16, of operators with one operand.
#[test]
fn circuits_of_binary16_are_right_everywhere() {
    let mut ops = half::operators();
    ops.retain(|op| op.arity() == 1);
    all_agree(ops, half::compare);
}

/// All operands of eight bits.
#[test]
fn the_theory_of_bitwuzla_is_the_circuit() {
    let mut ops = solver::operators();
    ops.retain(|op| op.operand_width() == 8);
    all_agree(ops, |op| solver::equivalent(op, std::time::Duration::from_secs(60)));
}

#[test]
fn the_theory_of_bitwuzla_is_the_meaning() {
    all_agree(solver::drawn_operators(), |op| solver::compare(op, 3, 2));
}
