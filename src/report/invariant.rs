//! Invariants for people: each conjunct with C names, at the source line it holds at.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::c_expression::Loop;
use super::copies::Scans;
use super::{InC, InvariantAt, Place, formula};
use crate::bv::{Node, Op, SymbolId, Term};
use crate::certify::cuts::Cuts;
use crate::program::{BlockId, Instr, LocId, Operand, Program, ValueId};
use crate::support::IndexVec;
use crate::support::graph::LoopForest;
use crate::support::limits;
use crate::system::LocationInvariant;

/// The conjuncts at each loop head, in the order of blocks (elsewhere they follow). A fixed bit prints as
/// `x[3] = 1`, a run of them as `x[7:4] = 0b0010`, all of them as `x = 5`.
pub fn describe(program: &Program, invariant: &LocationInvariant) -> Vec<InvariantAt> {
    let names = names(program);
    let printer = Printer { invariant, names: &names, program };
    let cuts = Cuts::preferring(program, |block| invariant.at.contains_key(&block));
    let mut scans = Scans::default();
    let successors = program.blocks.iter().map(|block| block.terminator.successors()).collect();
    let heads = LoopForest::new(&successors, program.entry).heads();
    let matters = |block: BlockId| cuts.as_ref().is_none_or(|cuts| cuts.is_cut(block));
    invariant
        .at
        .iter()
        .filter(|(block, conjuncts)| matters(**block) && !conjuncts.is_empty())
        .map(|(&block, conjuncts)| {
            at(&printer, &mut scans, (block, heads.contains(&block)), conjuncts)
        })
        .collect()
}

/// What holds at a block, which may be the head of a loop.
fn at(
    printer: &Printer<'_>,
    scans: &mut Scans,
    (block, is_head): (BlockId, bool),
    conjuncts: &[Term],
) -> InvariantAt {
    let Printer { invariant, program, .. } = *printer;
    let loc = position(program, block);
    let loop_ = loc.and_then(|loc| Loop::of(program, scans, (block, is_head), loc));
    InvariantAt {
        point: point(program, block),
        place: loc.map(|loc| Place::bare(&program.sources, loc)),
        conjuncts: printer.conjuncts(conjuncts),
        c: loop_.map(|loop_| InC {
            line: loop_.at.0,
            column: loop_.at.1,
            at: loop_.kind,
            copies: loop_.copies,
            copy: loop_.copy,
            conjuncts: loop_.say(program, invariant, conjuncts),
        }),
    }
}

/// A block's first position.
fn position(program: &Program, id: BlockId) -> Option<LocId> {
    let block = &program.blocks[id];
    let positions = block.instrs.iter().map(Instr::loc).chain([block.loc]);
    positions.flatten().find(|&loc| program.sources.loc(loc).line > 0)
}

/// `file:line` of a block's first instruction with a position, and the block's name.
fn point(program: &Program, id: BlockId) -> String {
    let block = &program.blocks[id];
    match position(program, id).map(|loc| program.sources.loc(loc)) {
        Some(loc) => format!("{}:{} ({id})", program.sources.files[loc.file].path, loc.line),
        None => format!("block {id} '{}'", block.name),
    }
}

/// For each value the C variable that it is bound to, if any, else its own name. Where
/// several values belong to one variable, the later ones get a number.
fn names(program: &Program) -> IndexVec<ValueId, String> {
    let mut names: IndexVec<ValueId, Option<String>> = IndexVec::filled(None, program.values.len());
    for instr in program.blocks.iter().flat_map(|block| &block.instrs) {
        if let Instr::Bind { var, value: Operand::Value(value), .. } = instr {
            names[*value].get_or_insert_with(|| program.variables[*var].name.clone());
        }
    }
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let unique = |(id, name): (ValueId, &Option<String>)| {
        let name = name.clone().unwrap_or_else(|| format!("%{}", program.values[id].name));
        let count = seen.entry(name.clone()).or_default();
        *count += 1;
        if *count == 1 { name } else { format!("{name}.{count}") }
    };
    names.iter_enumerated().map(unique).collect()
}

/// One bit of a value, and what it is.
type Bit = (ValueId, u32, bool);

struct Printer<'a> {
    invariant: &'a LocationInvariant,
    names: &'a IndexVec<ValueId, String>,
    program: &'a Program,
}

impl Printer<'_> {
    /// Each conjunct that is a clause over bits is turned round into the bits that must
    /// not come together. Those of one bit fix it; those that differ in one bit become
    /// one implication.
    fn conjuncts(&self, conjuncts: &[Term]) -> Vec<String> {
        let (mut fixed, mut cubes, mut rest) = (vec![], vec![], vec![]);
        for &conjunct in conjuncts {
            let mut cube = vec![];
            match self.excluded(conjunct, true, &mut cube) {
                Some(()) if cube.len() == 1 => fixed.push(flipped(cube[0])),
                Some(()) if !cube.is_empty() => {
                    cube.sort_unstable();
                    cubes.push(cube);
                }
                _ => rest.push(self.cases(conjunct).unwrap_or_else(|| self.formula(conjunct))),
            }
        }
        let mut out = self.runs(fixed);
        out.extend(self.implications(cubes));
        out.extend(rest);
        out
    }

    /// A disjunction of cubes of bits; `None` if it is none.
    fn cases(&self, term: Term) -> Option<String> {
        let store = &self.invariant.terms;
        let (mut open, mut cases) = (vec![term], vec![]);
        while let Some(term) = open.pop() {
            if matches!(store.node(term), Node::App(Op::Or, _)) {
                open.extend(store.args(term).iter().rev());
                continue;
            }
            // What a clause excludes is what its negation demands.
            let mut bits = vec![];
            self.excluded(term, false, &mut bits)?;
            if cases.len() > limits::INVARIANT_PARTS {
                return None;
            }
            cases.push(format!("({})", self.runs(bits).join(" & ")));
        }
        Some(cases.join(" | "))
    }

    /// Collects the bits that a clause excludes together; `None` if it is no clause.
    fn excluded(&self, term: Term, truth: bool, cube: &mut Vec<Bit>) -> Option<()> {
        let store = &self.invariant.terms;
        let args = store.args(term);
        if cube.len() > limits::INVARIANT_PARTS {
            return None;
        }
        match store.node(term) {
            Node::App(Op::Not, _) => self.excluded(args[0], !truth, cube),
            Node::App(Op::Or, _) if truth => {
                args.iter().try_for_each(|&arg| self.excluded(arg, truth, cube))
            }
            Node::App(Op::And, _) if !truth => {
                args.iter().try_for_each(|&arg| self.excluded(arg, truth, cube))
            }
            Node::App(Op::Extract { high, low }, _) if high == low => {
                cube.push((self.value(store.as_symbol(args[0])?)?, *low, !truth));
                Some(())
            }
            Node::Symbol(symbol) if store.width(term) == 1 => {
                cube.push((self.value(*symbol)?, 0, !truth));
                Some(())
            }
            _ => None,
        }
    }

    /// Prints excluded cubes. Cubes that agree but for one bit each are printed as "the
    /// rest implies these bits"; the largest such groups first.
    fn implications(&self, cubes: Vec<Vec<Bit>>) -> Vec<String> {
        let mut groups: BTreeMap<Vec<Bit>, Vec<(usize, Bit)>> = BTreeMap::new();
        for (index, cube) in cubes.iter().enumerate() {
            for place in 0..cube.len() {
                let mut others = cube.clone();
                let bit = others.remove(place);
                groups.entry(others).or_default().push((index, bit));
            }
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
        let mut told = vec![false; cubes.len()];
        let mut out = vec![];
        for (others, mut members) in groups {
            members.retain(|&(index, _)| !told[index]);
            if members.len() < 2 {
                continue;
            }
            members.iter().for_each(|&(index, _)| told[index] = true);
            let implied = members.into_iter().map(|(_, bit)| flipped(bit)).collect();
            let implied = self.runs(implied).join(" & ");
            out.push(format!("{} => {implied}", self.runs(others).join(" & ")));
        }
        let single = cubes.into_iter().zip(told).filter(|(_, told)| !told);
        out.extend(single.map(|(cube, _)| format!("!({})", self.runs(cube).join(" & "))));
        out
    }

    /// Fixed bits, neighbouring ones of one value together.
    fn runs(&self, mut bits: Vec<Bit>) -> Vec<String> {
        bits.sort_by_key(|&(value, bit, _)| (value, std::cmp::Reverse(bit)));
        bits.dedup();
        bits.chunk_by(|a, b| a.0 == b.0 && a.1 == b.1 + 1).map(|run| self.run(run)).collect()
    }

    /// A run of neighbouring fixed bits, highest first.
    fn run(&self, run: &[Bit]) -> String {
        let (value, high, _) = run[0];
        let low = run[run.len() - 1].1;
        let digits: String = run.iter().map(|bit| if bit.2 { '1' } else { '0' }).collect();
        let name = &self.names[value];
        let width = self.program.values[value].width();
        if run.len() as u32 == width && width > 1 {
            let push = |n: BigUint, bit: &Bit| n * 2u32 + u32::from(bit.2);
            format!("{name} = {}", run.iter().fold(BigUint::default(), push))
        } else if high == low {
            format!("{name}[{high}] = {digits}")
        } else if run.iter().all(|bit| !bit.2) {
            format!("{name}[{high}:{low}] = 0")
        } else {
            format!("{name}[{high}:{low}] = 0b{digits}")
        }
    }

    fn value(&self, symbol: SymbolId) -> Option<ValueId> {
        self.invariant.symbols.get(&symbol).copied()
    }

    /// Any term. Invariants of the bit-level engines have none but clauses; this is for the
    /// others.
    fn formula(&self, term: Term) -> String {
        formula::print(&self.invariant.terms, term, &|symbol| self.symbol(symbol))
    }

    fn symbol(&self, symbol: SymbolId) -> String {
        match self.value(symbol) {
            Some(value) => self.names[value].clone(),
            None => self.invariant.terms.symbols()[symbol].name.clone(),
        }
    }
}

fn flipped((value, bit, truth): Bit) -> Bit {
    (value, bit, !truth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ValueInfo;

    #[test]
    fn fixed_bits_are_gathered() {
        let mut program = Program::default();
        let x = program.values.push(ValueInfo { sort: 8.into(), name: "x".into() });
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
        let expected = ["%x[7] = 1", "%x[2:1] = 0b01", "!(%x[2] = 1 & %x[0] = 0)"];
        assert_eq!(printer.conjuncts(&conjuncts), expected);
        let more = invariant.terms.or(bits[3], not_bit);
        let printer = Printer { invariant: &invariant, names: &names, program: &program };
        assert_eq!(printer.conjuncts(&[clause, more]), ["%x[2] = 1 => %x[3] = 1 & %x[0] = 1"]);
        let case = invariant.terms.and(bits[4], not_bit);
        let other = invariant.terms.and(bits[4], bits[3]);
        let cases = invariant.terms.or(case, other);
        let printer = Printer { invariant: &invariant, names: &names, program: &program };
        let mut shown: Vec<String> =
            printer.conjuncts(&[cases])[0].split(" | ").map(str::to_owned).collect();
        shown.sort();
        assert_eq!(shown, ["(%x[4:3] = 0b11)", "(%x[4] = 1 & %x[2] = 0)"]);
        let falsity = invariant.terms.bool(false);
        let printer = Printer { invariant: &invariant, names: &names, program: &program };
        assert_eq!(printer.conjuncts(&[falsity]), ["false"]);
    }
}
