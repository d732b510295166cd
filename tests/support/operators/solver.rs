//! Bitwuzla's theory of floating-point numbers, against the engines' circuits and the meaning.

use std::time::Duration;

use llumc::bv::float::circuit::expand;
use llumc::bv::float::samples::{binary, from_integers, unary};
use llumc::bv::{FloatOp, Format, Op, Rounding, Term, TermStore, Value};
use llumc::sat::Answer;
use llumc::smt::{Bitwuzla, Solver};
use llumc::support::{Budget, Random};

use super::Outcome;
use super::operands::draw;

/// Operators that are compared on all operands, with eight bits and with sixteen.
pub fn operators() -> Vec<FloatOp> {
    let mut ops = unary(Format::Mini, &[1, 8, 16]);
    ops.extend(from_integers(8, Format::Mini));
    ops.extend(binary(Format::Mini));
    ops.extend(Rounding::ALL.map(|rounding| FloatOp::Fma(Format::Mini, rounding)));
    ops.extend(unary(Format::Half, &[8, 16, 32]));
    ops.extend(from_integers(16, Format::Half));
    ops.extend(binary(Format::Half));
    ops
}

/// Operators that are compared on drawn operands.
pub fn drawn_operators() -> Vec<FloatOp> {
    let mut ops = Vec::new();
    for format in [Format::Half, Format::Single, Format::Double] {
        ops.extend(binary(format));
        ops.extend(unary(format, &[32, 64]));
        ops.extend([32, 64].into_iter().flat_map(|from| from_integers(from, format)));
        ops.extend(Rounding::ALL.map(|rounding| FloatOp::Fma(format, rounding)));
    }
    ops
}

/// Whether Bitwuzla's theory and the engines' circuit are the same function.
pub fn equivalent(op: FloatOp, limit: Duration) -> Outcome {
    let mut terms = TermStore::new();
    let args: Vec<Term> = (0..op.arity()).map(|_| terms.symbol("x", op.operand_width())).collect();
    let theory = terms.app_verbatim(Op::Float(op), &args);
    let circuit = expand(&mut terms, op, &args);
    let equal = terms.app_verbatim(Op::Eq, &[theory, circuit]);
    let differ = terms.app_verbatim(Op::Not, &[equal]);
    let mut solver = Bitwuzla::new(&terms);
    solver.assert(differ);
    match solver.check(&[], &Budget::unlimited().at_most(limit)) {
        Answer::Unsat => Outcome::Equal,
        Answer::Sat => Outcome::Differ("the circuit".to_owned()),
        Answer::Interrupted => Outcome::Open,
    }
}

/// Compares Bitwuzla's theory with the meaning on drawn operands.
pub fn compare(op: FloatOp, samples: u64, seed: u64) -> Outcome {
    let mut random = Random::new(seed);
    for _ in 0..samples {
        let operands = draw(op, &mut random);
        let values: Vec<Value> =
            operands.iter().map(|&bits| Value::new(op.operand_width(), bits)).collect();
        let meaning = op.apply(&values.iter().collect::<Vec<_>>());
        let mut terms = TermStore::new();
        let args: Vec<Term> = values.into_iter().map(|value| terms.constant(value)).collect();
        let result = terms.app_verbatim(Op::Float(op), &args);
        let meaning = terms.constant(meaning);
        let right = terms.app_verbatim(Op::Eq, &[result, meaning]);
        let wrong = terms.app_verbatim(Op::Not, &[right]);
        let mut solver = Bitwuzla::new(&terms);
        let answers = [right, wrong].map(|term| solver.check(&[term], &Budget::unlimited()));
        if answers != [Answer::Sat, Answer::Unsat] {
            return Outcome::Differ(format!("the meaning, of {operands:x?}"));
        }
    }
    Outcome::Agree(samples)
}
