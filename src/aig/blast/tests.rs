//! Every operator against the evaluator: all operands at 1 to 5 bits, random ones at
//! larger widths, by simulation of the graph. (`cnf::tseitin` does it for clauses.)

use super::*;
use crate::aig::simulate::simulate;
use crate::bv::Value;
use crate::support::Random;

/// All operators that take operands of these widths, the extensions to two more bits.
pub(crate) fn operators(widths: &[u32]) -> Vec<Op> {
    use Op::*;
    match *widths {
        [w] => {
            let mut ops = vec![Not, Neg, ZeroExtend(w), ZeroExtend(w + 2), SignExtend(w + 2)];
            let cuts = [(w - 1, 0), (w - 1, w - 1), (0, 0), (w - 1, w / 2), (w / 2, w / 3)];
            ops.extend(cuts.map(|(high, low)| Extract { high, low }));
            ops
        }
        [a, b] if a == b => Op::binary().collect(),
        [_, _] => vec![Concat],
        [1, a, b] if a == b => vec![Ite],
        _ => Vec::new(),
    }
}

/// Compares the graph of `op` with the evaluator on up to 64 rows of operands.
fn check(op: Op, rows: &[Vec<Value>]) {
    let mut store = TermStore::new();
    let args: Vec<Term> = rows[0].iter().map(|v| store.symbol("x", v.width())).collect();
    let term = store.app_verbatim(op, &args);
    let mut blaster = Blaster::new(&store);
    let word = blaster.bits(term).to_vec();
    compare(&mut blaster, op, &args, &word, rows);
}

fn compare(blaster: &mut Blaster<'_>, op: Op, args: &[Term], word: &[Edge], rows: &[Vec<Value>]) {
    // Operands that the operator ignores must have inputs too.
    let words: Vec<Word> = args.iter().map(|&arg| blaster.bits(arg).to_vec()).collect();
    for rows in rows.chunks(64) {
        let mut inputs = vec![0u64; blaster.built.aig.inputs().len()];
        for (row, values) in rows.iter().enumerate() {
            for (edges, value) in words.iter().zip(values) {
                for (bit, edge) in (0..).zip(edges) {
                    if let crate::aig::Gate::Input(input) = blaster.built.aig.gate(edge.node()) {
                        inputs[input] |= u64::from(value.bit(bit)) << row;
                    }
                }
            }
        }
        let result = simulate(&blaster.built.aig, &inputs);
        for (row, values) in rows.iter().enumerate() {
            let bits: Vec<bool> =
                word.iter().map(|&edge| result.value(edge) >> row & 1 == 1).collect();
            let expected = op.apply(&values.iter().collect::<Vec<_>>());
            assert_eq!(Value::from_bits(&bits), expected, "{op:?} {values:?}");
        }
    }
}

/// All tuples of values of these widths.
fn all(widths: &[u32]) -> Vec<Vec<Value>> {
    let total: u32 = widths.iter().sum();
    (0..1u128 << total)
        .map(|mut number| {
            let mut take = |&width: &u32| {
                let value = Value::new(width, number);
                number >>= width;
                value
            };
            widths.iter().map(&mut take).collect()
        })
        .collect()
}

/// A random value, often one of the corners.
pub(crate) fn random_value(random: &mut Random, width: u32) -> Value {
    match random.below(8) {
        0 => Value::zero(width),
        1 => Value::ones(width),
        2 => Value::min_signed(width),
        3 => Value::one(width),
        4 => Value::new(width, random.below(u64::from(width) + 3).into()),
        _ => Value::from_bits(&(0..width).map(|_| random.one_in(2)).collect::<Vec<_>>()),
    }
}

#[test]
fn all_operands_at_small_widths() {
    for w in 1..=5 {
        for widths in [vec![w], vec![w, w], vec![w, 2], vec![1, w, w]] {
            let rows = all(&widths);
            for op in operators(&widths) {
                check(op, &rows);
            }
        }
    }
}

#[test]
fn random_operands_at_large_widths() {
    let mut random = Random::new(1);
    for w in [7, 8, 13, 16, 31, 32, 33, 64, 65, 100] {
        for widths in [vec![w], vec![w, w], vec![w, 9], vec![1, w, w]] {
            for op in operators(&widths) {
                let row = |_| widths.iter().map(|&w| random_value(&mut random, w)).collect();
                let rows: Vec<Vec<Value>> = (0..64).map(row).collect();
                check(op, &rows);
            }
        }
    }
}

/// One operand constant: the folding inside the circuits.
#[test]
fn constant_operands() {
    for w in 1..=4u32 {
        for op in operators(&[w, w]) {
            for constant in 0..1 << w {
                for place in 0..2 {
                    let mut store = TermStore::new();
                    let x = store.symbol("x", w);
                    let c = store.number(w, constant);
                    let mut args = [x, x];
                    args[place] = c;
                    let term = store.app_verbatim(op, &args);
                    let mut blaster = Blaster::new(&store);
                    let word = blaster.bits(term).to_vec();
                    let rows: Vec<Vec<Value>> = (0..1 << w)
                        .map(|n| {
                            let mut row = vec![Value::new(w, n), Value::new(w, n)];
                            row[place] = Value::new(w, constant);
                            row
                        })
                        .collect();
                    compare(&mut blaster, op, &args, &word, &rows);
                }
            }
        }
    }
    let mut random = Random::new(2);
    for _ in 0..200 {
        let w = 6 + u32::try_from(random.below(70)).expect("small");
        let constant = random_value(&mut random, w);
        let mut store = TermStore::new();
        let (x, c) = (store.symbol("x", w), store.constant(constant.clone()));
        let term = store.app_verbatim(Op::Mul, &[x, c]);
        let mut blaster = Blaster::new(&store);
        let word = blaster.bits(term).to_vec();
        let row = |_| vec![random_value(&mut random, w), constant.clone()];
        let rows: Vec<Vec<Value>> = (0..64).map(row).collect();
        compare(&mut blaster, Op::Mul, &[x, c], &word, &rows);
    }
}

/// Quotient and remainder share their divider, a comparison its subtraction.
#[test]
fn sharing() {
    let mut store = TermStore::new();
    let (x, y) = (store.symbol("x", 16), store.symbol("y", 16));
    for [first, second] in [[Op::Udiv, Op::Urem], [Op::Sdiv, Op::Srem], [Op::Sub, Op::Ult]] {
        let first = store.app_verbatim(first, &[x, y]);
        let second = store.app_verbatim(second, &[x, y]);
        let mut blaster = Blaster::new(&store);
        blaster.bits(first);
        let before = blaster.built.aig.ands();
        blaster.bits(second);
        let added = blaster.built.aig.ands() - before;
        assert!(added * 4 <= before, "{added} more than {before}");
    }
}

#[test]
fn deep_terms_need_no_deep_stack() {
    let mut store = TermStore::new();
    let x = store.symbol("x", 2);
    let mut term = x;
    for i in 0..200_000u32 {
        let op = if i % 2 == 0 { Op::Neg } else { Op::Not };
        term = store.app_verbatim(op, &[term]);
    }
    let mut blaster = Blaster::new(&store);
    // Negation after complement adds one, 100000 times.
    let word = blaster.bits(term).to_vec();
    assert_eq!(word.len(), 2);
}

/// Gates of floating-point operators: no more than a known good implementation has (symfpu
/// with Bitwuzla's and-inverter graph, measured).
#[test]
fn floating_point_operators_are_small() {
    use crate::bv::{FloatOp, Format, Rounding};
    let nearest = Rounding::NearestEven;
    let to_integer =
        |from| FloatOp::ToInteger { from, to: 32, signed: true, rounding: Rounding::Zero };
    let all = |format| {
        [
            FloatOp::Add(format, nearest),
            FloatOp::Mul(format, nearest),
            FloatOp::Div(format, nearest),
            FloatOp::Fma(format, nearest),
            FloatOp::Sqrt(format, nearest),
            to_integer(format),
            FloatOp::Less(format),
        ]
    };
    let limits = [
        (Format::Single, [2900, 6200, 13_400, 10_400, 22_200, 1200, 800]),
        (Format::Double, [5800, 25_600, 59_300, 34_300, 201_600, 1600, 1500]),
    ];
    for (format, limits) in limits {
        for (op, limit) in all(format).into_iter().zip(limits) {
            let mut store = TermStore::new();
            let args: Vec<Term> =
                (0..op.arity()).map(|_| store.symbol("x", op.operand_width())).collect();
            let term = store.app_verbatim(Op::Float(op), &args);
            let mut blaster = Blaster::new(&store);
            let roots = blaster.bits(term).to_vec();
            let cone = blaster.built.aig.cone(roots);
            let gates = (0..blaster.built.aig.len())
                .filter(|&node| cone[node] && blaster.built.aig.operands(node).is_some())
                .count();
            println!("{} {gates} of at most {limit}", op.name());
            assert!(gates <= limit, "{} has {gates} gates", op.name());
        }
    }
}
