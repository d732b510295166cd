//! Invariants for people: each conjunct with C names, at the source line it holds at.

use crate::bv::{Node, Op, SymbolId, Term};
use crate::program::{BlockId, Instr, Operand, Program, ValueId};
use crate::support::IndexVec;
use crate::system::LocationInvariant;

/// The conjuncts at each program point, in the order of blocks. Single bits print as
/// `x[3]`; a run of fixed bits of one variable as `x[7:4] = 0b0010`.
pub fn describe(program: &Program, invariant: &LocationInvariant) -> Vec<(String, Vec<String>)> {
    let names = names(program);
    let printer = Printer { invariant, names: &names, program };
    invariant
        .at
        .iter()
        .filter(|(_, conjuncts)| !conjuncts.is_empty())
        .map(|(&block, conjuncts)| (point(program, block), printer.conjuncts(conjuncts)))
        .collect()
}

/// `file:line` of a block's first instruction with a position, and the block's name.
fn point(program: &Program, id: BlockId) -> String {
    let block = &program.blocks[id];
    let positions = block.instrs.iter().map(Instr::loc).chain([block.loc]);
    let known = positions.flatten().find(|&loc| program.sources.loc(loc).line > 0);
    match known.map(|loc| program.sources.loc(loc)) {
        Some(loc) => format!("{}:{} ({id})", program.sources.files[loc.file].path, loc.line),
        None => format!("block {id} '{}'", block.name),
    }
}

/// For each value the C variable that it is bound to, if any, else its own name.
fn names(program: &Program) -> IndexVec<ValueId, String> {
    let mut names: IndexVec<ValueId, Option<String>> = IndexVec::filled(None, program.values.len());
    for instr in program.blocks.iter().flat_map(|block| &block.instrs) {
        if let Instr::Bind { var, value: Operand::Value(value), .. } = instr {
            names[*value].get_or_insert_with(|| program.variables[*var].name.clone());
        }
    }
    let fallback = |id: ValueId| format!("%{}", program.values[id].name);
    names.iter_enumerated().map(|(id, name)| name.clone().unwrap_or_else(|| fallback(id))).collect()
}

struct Printer<'a> {
    invariant: &'a LocationInvariant,
    names: &'a IndexVec<ValueId, String>,
    program: &'a Program,
}

impl Printer<'_> {
    fn conjuncts(&self, conjuncts: &[Term]) -> Vec<String> {
        // Single fixed bits of one value first, gathered.
        let mut fixed: Vec<(ValueId, u32, bool)> = vec![];
        let mut rest = vec![];
        for &conjunct in conjuncts {
            match self.literal(conjunct) {
                Some(bit) => fixed.push(bit),
                None => rest.push(self.clause(conjunct)),
            }
        }
        fixed.sort_by_key(|&(value, bit, _)| (value, std::cmp::Reverse(bit)));
        fixed.dedup();
        let mut out: Vec<String> =
            fixed.chunk_by(|a, b| a.0 == b.0 && a.1 == b.1 + 1).map(|run| self.run(run)).collect();
        out.extend(rest);
        out
    }

    /// A run of neighbouring fixed bits, highest first.
    fn run(&self, run: &[(ValueId, u32, bool)]) -> String {
        let (value, high, _) = run[0];
        let low = run[run.len() - 1].1;
        let digits: String = run.iter().map(|bit| if bit.2 { '1' } else { '0' }).collect();
        let name = &self.names[value];
        let width = self.program.values[value].width;
        if run.len() as u32 == width && width > 1 {
            let number = run
                .iter()
                .fold(num_bigint::BigUint::default(), |n, bit| n * 2u32 + u32::from(bit.2));
            format!("{name} = {number}")
        } else if high == low {
            format!("{name}[{high}] = {digits}")
        } else {
            format!("{name}[{high}:{low}] = 0b{digits}")
        }
    }

    /// A conjunct that fixes one bit.
    fn literal(&self, term: Term) -> Option<(ValueId, u32, bool)> {
        let store = &self.invariant.terms;
        match store.node(term) {
            Node::App(Op::Not, _) => {
                let (value, bit, truth) = self.literal(store.args(term)[0])?;
                Some((value, bit, !truth))
            }
            Node::App(Op::Extract { high, low }, _) if high == low => {
                Some((self.value(store.as_symbol(store.args(term)[0])?)?, *low, true))
            }
            Node::Symbol(symbol) if store.width(term) == 1 => Some((self.value(*symbol)?, 0, true)),
            _ => None,
        }
    }

    fn value(&self, symbol: SymbolId) -> Option<ValueId> {
        self.invariant.symbols.get(&symbol).copied()
    }

    /// A disjunction of literals; anything else as SMT-LIB would write it.
    fn clause(&self, term: Term) -> String {
        let store = &self.invariant.terms;
        let mut parts = vec![];
        let mut stack = vec![term];
        while let Some(top) = stack.pop() {
            match store.node(top) {
                Node::App(Op::Or, _) => stack.extend(store.args(top).iter().rev()),
                Node::Const(value) => {
                    parts.push(if value.is_zero() { "false" } else { "true" }.into())
                }
                _ => parts.push(match self.literal(top) {
                    Some((value, bit, truth)) => {
                        format!("{}{}[{bit}]", if truth { "" } else { "!" }, self.names[value])
                    }
                    None => self.formula(top),
                }),
            }
        }
        parts.join(" | ")
    }

    /// Any term, fully parenthesised. Invariants of the bit-level engines have none but
    /// clauses; this is for the others.
    fn formula(&self, term: Term) -> String {
        let store = &self.invariant.terms;
        match store.node(term) {
            Node::Const(value) => value.to_string(),
            Node::Symbol(symbol) => match self.value(*symbol) {
                Some(value) => self.names[value].clone(),
                None => store.symbols()[*symbol].name.clone(),
            },
            Node::App(op, _) => {
                let args: Vec<_> = store.args(term).iter().map(|&arg| self.formula(arg)).collect();
                format!("({op:?} {})", args.join(" "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ValueInfo;

    #[test]
    fn fixed_bits_are_gathered() {
        let mut program = Program::default();
        let x = program.values.push(ValueInfo { width: 8, name: "x".into() });
        let mut invariant = LocationInvariant::default();
        let terms = &mut invariant.terms;
        let symbol = terms.symbol("x", 8);
        invariant.symbols.insert(terms.as_symbol(symbol).expect("a symbol"), x);
        let bits: Vec<Term> = (0..8).map(|i| terms.bit(symbol, i)).collect();
        let not_bit = terms.not(bits[2]);
        let clause = terms.or(bits[0], not_bit);
        let conjuncts = [bits[7], not_bit, bits[1], clause];
        let names = names(&program);
        let printer = Printer { invariant: &invariant, names: &names, program: &program };
        assert_eq!(
            printer.conjuncts(&conjuncts),
            ["%x[7] = 1", "%x[2:1] = 0b01", "%x[0] | !%x[2]"]
        );
        let falsity = invariant.terms.bool(false);
        let printer = Printer { invariant: &invariant, names: &names, program: &program };
        assert_eq!(printer.conjuncts(&[falsity]), ["false"]);
    }
}
