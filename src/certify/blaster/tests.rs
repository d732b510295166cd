//! Every operator of the naive blaster against the evaluator.

use super::*;
use crate::sat::{Answer, CaDiCaL, Profile, Solver};
use crate::support::Budget;

/// A small fixed-seed generator (SplitMix64).
pub(in crate::certify) struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// A value that is often near a corner.
    pub fn value(&mut self, width: u32) -> Value {
        let bits: Vec<bool> = (0..width).map(|_| self.next() & 1 == 1).collect();
        let small = Value::new(width, u128::from(self.next() % 70));
        match self.next() % 8 {
            0 => Value::zero(width),
            1 => Value::ones(width),
            2 => Value::min_signed(width),
            3 => small,
            4 => Op::Not.apply(&[&small]),
            _ => Value::from_bits(&bits),
        }
    }
}

/// One operator over symbols, ready to be asked for many operands.
struct Circuit {
    solver: CaDiCaL,
    inputs: Vec<Bits>,
    output: Bits,
    op: Op,
}

impl Circuit {
    fn new(op: Op, widths: &[u32]) -> Self {
        let mut store = TermStore::new();
        let symbols: Vec<Term> = widths.iter().map(|&width| store.symbol("x", width)).collect();
        let term = store.app_verbatim(op, &symbols);
        let mut blaster = Blaster::new(&store);
        blaster.blast(term, usize::MAX, &Budget::unlimited());
        let mut solver = CaDiCaL::new(Profile::Incremental);
        for clause in blaster.clauses().iter() {
            solver.add(clause);
        }
        let inputs = symbols.iter().map(|symbol| blaster.bits[symbol].clone()).collect();
        Self { solver, inputs, output: blaster.bits[&term].clone(), op }
    }

    fn check(&mut self, operands: &[Value]) {
        let mut assumptions = Vec::new();
        for (bits, value) in self.inputs.iter().zip(operands) {
            assumptions.extend((0..).zip(bits).map(|(i, bit)| bit.xor(!value.bit(i))));
        }
        let expected = self.op.apply(&operands.iter().collect::<Vec<_>>());
        let answer = self.solver.solve(&assumptions, &Budget::unlimited());
        assert_eq!(answer, Answer::Sat, "{:?} {operands:?} has no model", self.op);
        let bits: Vec<bool> = self.output.iter().map(|&lit| self.solver.value(lit)).collect();
        assert_eq!(Value::from_bits(&bits), expected, "{:?} {operands:?}", self.op);
        // No other result is possible.
        let other: Vec<Lit> =
            (0..).zip(&self.output).map(|(i, l)| l.xor(expected.bit(i))).collect();
        let answer = self.solver.solve_with(&assumptions, &other, &Budget::unlimited());
        assert_eq!(answer, Answer::Unsat, "{:?} {operands:?} has two results", self.op);
    }
}

/// All operators for operands of `width` bits, with the widths of their operands.
fn all_operators(width: u32) -> Vec<(Op, Vec<u32>)> {
    use Op::*;
    let mut result: Vec<_> = [
        And, Or, Xor, Add, Sub, Mul, Udiv, Urem, Sdiv, Srem, Shl, Lshr, Ashr, Eq, Ult, Ule, Slt,
        Sle,
    ]
    .map(|op| (op, vec![width, width]))
    .into();
    result.extend([Not, Neg].map(|op| (op, vec![width])));
    for to in [width, width + 1, 2 * width] {
        result.extend([ZeroExtend(to), SignExtend(to)].map(|op| (op, vec![width])));
    }
    for (high, low) in [(width - 1, 0), (width / 2, width / 2), (width - 1, width / 2)] {
        result.push((Extract { high, low }, vec![width]));
    }
    result.push((Concat, vec![width, width.div_ceil(2)]));
    result.push((Ite, vec![1, width, width]));
    result
}

#[test]
fn every_operator_exhaustively_on_narrow_operands() {
    for width in 1..=4 {
        for (op, widths) in all_operators(width) {
            let mut circuit = Circuit::new(op, &widths);
            let total: u32 = widths.iter().sum();
            for number in 0..1u128 << total {
                let mut rest = number;
                let operands: Vec<Value> = widths
                    .iter()
                    .map(|&width| {
                        let value = Value::new(width, rest);
                        rest >>= width;
                        value
                    })
                    .collect();
                circuit.check(&operands);
            }
        }
    }
}

fn every_operator_at_random(widths: &[u32], rounds: usize) {
    let mut random = Random(1);
    for &width in widths {
        for (op, widths) in all_operators(width) {
            let mut circuit = Circuit::new(op, &widths);
            for _ in 0..rounds {
                let operands: Vec<Value> = widths.iter().map(|&w| random.value(w)).collect();
                circuit.check(&operands);
            }
        }
    }
}

#[test]
fn every_operator_at_random_on_wide_operands() {
    every_operator_at_random(&[8, 13, 32], 12);
}

#[test]
fn every_operator_at_random_on_very_wide_operands() {
    every_operator_at_random(&[65, 128], 3);
}

#[test]
fn models_give_values_to_symbols() {
    let mut store = TermStore::new();
    let (x, y) = (store.symbol("x", 9), store.symbol("y", 9));
    let product = store.app(Op::Mul, &[x, y]);
    let goal = store.number(9, 391);
    let equal = store.eq(product, goal);
    let mut blaster = Blaster::new(&store);
    blaster.assert(equal);
    let mut solver = CaDiCaL::new(Profile::Default);
    blaster.clauses().iter().for_each(|clause| solver.add(clause));
    assert_eq!(solver.solve(&[], &Budget::unlimited()), Answer::Sat);
    let variables = blaster.variables().cast_signed();
    let model: Vec<bool> =
        (0..=variables).map(|v| v > 0 && solver.value(Lit::from_dimacs(v))).collect();
    assert!(crate::bv::eval(&store, equal, &blaster.symbols(&model)).is_true());
}

/// With eight bits the checker's circuits of two operands are those of the engines, which are
/// compared with the operators' meaning one by one (`bv/float/tests.rs`).
#[test]
fn floating_point_operators_of_two_operands_exhaustively() {
    use crate::bv::Format;
    use crate::bv::float::{circuit::expand, samples::binary};
    for op in binary(Format::Mini) {
        let mut store = TermStore::new();
        let args = [store.symbol("x", 8), store.symbol("y", 8)];
        let ours = store.app_verbatim(Op::Float(op), &args);
        let theirs = expand(&mut store, op, &args);
        let equal = store.app_verbatim(Op::Eq, &[ours, theirs]);
        let differ = store.app_verbatim(Op::Not, &[equal]);
        let mut blaster = Blaster::new(&store);
        blaster.assert(differ);
        let mut solver = CaDiCaL::new(Profile::Default);
        blaster.clauses().iter().for_each(|clause| solver.add(clause));
        assert_eq!(solver.solve(&[], &Budget::unlimited()), Answer::Unsat, "{op:?}");
    }
}

/// Floating-point operators: all operands of the unary ones with eight bits, samples of the
/// others.
#[test]
fn floating_point_operators() {
    use crate::bv::float::samples::{binary, from_integers, random_number, unary};
    use crate::bv::{FloatOp, Format, Rounding};
    let mut random = crate::support::Random::new(3);
    let mini = unary(Format::Mini, &[1, 3, 8]);
    for op in mini.into_iter().chain(from_integers(8, Format::Mini)) {
        let mut circuit = Circuit::new(Op::Float(op), &[8]);
        (0..256).for_each(|bits| circuit.check(&[Value::new(8, bits)]));
    }
    for (format, rounds) in
        [(Format::Mini, 1000), (Format::Half, 40), (Format::Single, 12), (Format::Double, 2)]
    {
        let mut ops = binary(format);
        ops.extend(Rounding::ALL.map(|rounding| FloatOp::Fma(format, rounding)));
        if format != Format::Mini {
            ops.extend(unary(format, &[8, 32, 64]));
            ops.extend(from_integers(32, format));
        }
        for op in ops {
            let widths = vec![op.operand_width(); op.arity()];
            let mut circuit = Circuit::new(Op::Float(op), &widths);
            for _ in 0..rounds {
                let mut last = 0;
                let operands: Vec<Value> = widths
                    .iter()
                    .map(|&width| {
                        last = random_number(&mut random, format, last);
                        Value::new(width, last)
                    })
                    .collect();
                circuit.check(&operands);
            }
        }
    }
}

/// A term over symbols of some bits: its bits are those of its value, for all values of them.
fn agrees(store: &TermStore, term: Term, symbols: &[(Term, u32)]) {
    let mut blaster = Blaster::new(store);
    assert!(blaster.blast(term, usize::MAX, &Budget::unlimited()));
    let mut solver = CaDiCaL::new(Profile::Incremental);
    blaster.clauses().iter().for_each(|clause| solver.add(clause));
    let total: u32 = symbols.iter().map(|symbol| symbol.1).sum();
    for number in 0..1u128 << total {
        let (mut rest, mut assumptions) = (number, Vec::new());
        let mut assignment = Assignment::default();
        for &(symbol, width) in symbols {
            let value = Value::new(width, rest & ((1 << width) - 1));
            rest >>= width;
            if let Some(bits) = blaster.bits.get(&symbol) {
                assumptions.extend((0..).zip(bits).map(|(i, bit)| bit.xor(!value.bit(i))));
            }
            assignment.insert(store.as_symbol(symbol).expect("a symbol"), value);
        }
        assert_eq!(solver.solve(&assumptions, &Budget::unlimited()), Answer::Sat);
        let bits: Vec<bool> = blaster.bits[&term].iter().map(|&lit| solver.value(lit)).collect();
        let expected = crate::bv::eval(store, term, &assignment);
        assert_eq!(Value::from_bits(&bits), expected, "{:?} {assignment:?}", store.node(term));
    }
}

/// Integers that are converted, and compared or converted back.
#[test]
fn converted_integers() {
    use crate::bv::{FloatOp, Format, Rounding};
    let mut store = TermStore::new();
    let mini = Format::Mini;
    let mut numbers = Vec::new();
    for (from, signed) in (1..=5).flat_map(|width| [(width, false), (width, true)]) {
        let x = store.symbol("x", from);
        let op = FloatOp::FromInteger { from, signed, to: mini, rounding: Rounding::NearestEven };
        numbers.push(((x, from), store.app_verbatim(Op::Float(op), &[x])));
    }
    let comparisons = [FloatOp::Less(mini), FloatOp::Equal(mini)].map(Op::Float);
    for &(x, number) in &numbers {
        for to in 1..=7 {
            for (signed, rounding) in [(false, Rounding::Zero), (true, Rounding::Up)] {
                let op = FloatOp::ToInteger { from: mini, to, signed, rounding };
                let back = store.app_verbatim(Op::Float(op), &[number]);
                agrees(&store, back, &[x]);
            }
        }
        for bits in (0..256).step_by(3) {
            let constant = store.number(8, bits);
            for op in comparisons {
                for args in [[number, constant], [constant, number]] {
                    let comparison = store.app_verbatim(op, &args);
                    agrees(&store, comparison, &[x]);
                }
            }
        }
        for &(y, other) in &numbers {
            if x == y {
                continue;
            }
            for op in comparisons {
                let comparison = store.app_verbatim(op, &[number, other]);
                agrees(&store, comparison, &[x, y]);
            }
        }
    }
}
