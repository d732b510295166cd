//! binary16: the engines' circuits, the checker's, and the meaning, on all operands.

use llumc::aig::blast::Blaster as Engines;
use llumc::bv::float::circuit::expand;
use llumc::bv::float::samples::{binary, from_integers, unary};
use llumc::bv::{FloatOp, Format, Op, Term, TermStore, Value};
use llumc::certify::blaster::Blaster as Checker;
use llumc::support::Budget;

use super::Outcome;
use super::circuits::{Clauses, Graph, LANES, Lanes, blocks, counted};

/// Operators whose operands have at most 32 bits together.
pub fn operators() -> Vec<FloatOp> {
    let mut ops = unary(Format::Half, &[1, 8, 16, 32, 64, 128]);
    ops.extend([8, 16].into_iter().flat_map(|from| from_integers(from, Format::Half)));
    ops.extend(binary(Format::Half));
    ops
}

/// Compares the circuits of an operator on all operands; with its meaning, too, if there are few.
pub fn compare(op: FloatOp) -> Outcome {
    let mut terms = TermStore::new();
    let symbols: Vec<Term> =
        (0..op.arity()).map(|_| terms.symbol("x", op.operand_width())).collect();
    let mut inputs = Vec::new();
    for &symbol in &symbols {
        inputs.extend(bits(&mut terms, symbol));
    }
    let mut graph = engines(&mut terms, op, &symbols, &inputs);
    let mut clauses = checkers(&mut terms, op, &symbols, &inputs);
    let width = inputs.len() as u32;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let mut operands = vec![Lanes::default(); inputs.len()];
    for block in 0..blocks(width) {
        for (bit, lanes) in (0..).zip(&mut operands) {
            *lanes = counted(bit, block);
        }
        graph.evaluate(&operands, &mut ours);
        // Of each gate one in a thousand is enough: it has few inputs.
        if !clauses.evaluate(&operands, &mut theirs, width <= 16 || block % 1000 == 0) {
            return Outcome::Differ(format!("clauses without a model, block {block}"));
        }
        if ours != theirs {
            return Outcome::Differ(format!("the circuits, in block {block}"));
        }
        if width <= 16
            && let Some(place) = differs_from_meaning(op, &ours, block)
        {
            return Outcome::Differ(place);
        }
    }
    Outcome::Equal
}

fn bits(terms: &mut TermStore, term: Term) -> Vec<Term> {
    let width = terms.width(term);
    (0..width).map(|bit| terms.app_verbatim(Op::Extract { high: bit, low: bit }, &[term])).collect()
}

fn engines(terms: &mut TermStore, op: FloatOp, symbols: &[Term], inputs: &[Term]) -> Graph {
    let result = expand(terms, op, symbols);
    let mut blaster = Engines::new(terms);
    // Inputs are numbered as they are met.
    inputs.iter().for_each(|&input| _ = blaster.bit(input));
    let outputs = blaster.bits(result).to_vec();
    Graph::new(&blaster.pause().aig, &outputs)
}

fn checkers(terms: &mut TermStore, op: FloatOp, symbols: &[Term], inputs: &[Term]) -> Clauses {
    let result = terms.app_verbatim(Op::Float(op), symbols);
    let outputs = bits(terms, result);
    let mut blaster = Checker::new(terms);
    let mut literal = |&term: &Term| {
        blaster.literal_within(term, usize::MAX, &Budget::unlimited()).expect("no limit")
    };
    let inputs = inputs.iter().map(&mut literal).collect();
    let outputs = outputs.iter().map(&mut literal).collect();
    Clauses::new(blaster.clauses(), blaster.variables(), inputs, outputs)
}

/// Where results of a block are not what the operator means.
fn differs_from_meaning(op: FloatOp, results: &[Lanes], block: u64) -> Option<String> {
    (0..LANES.min(1 << op.operand_width())).find_map(|lane| {
        let operand = Value::new(op.operand_width(), u128::from(LANES * block + lane));
        let meaning = op.apply(&[&operand]);
        let found: Vec<bool> =
            results.iter().map(|bit| bit[lane as usize / 64] >> (lane % 64) & 1 == 1).collect();
        (Value::from_bits(&found) != meaning).then(|| format!("the meaning, of {operand}"))
    })
}
