//! Reading AIGER 1.9, text or binary, whoever wrote it.
//!
//! The result is a system of one-bit state variables (latches) and inputs. Where a file
//! has no bad states its outputs are taken for them, as before version 1.9. Refused, with
//! line and reason: wrong counts, literals out of range, a last number without the end of its
//! line (digits may be missing), a variable that is defined twice
//! or not at all, ANDs that depend on themselves, justice and fairness.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Style;
use crate::bv::{Term, TermStore};
use crate::formats::sequential::Names;
use crate::formats::text::{Lines, ReadError, excerpt, natural, words};
use crate::program::GoalId;
use crate::support::IndexVec;
use crate::support::limits;
use crate::system::{Bad, Origin, StateVar, Transition, TransitionSystem};

/// Reads an AIGER file.
///
/// # Errors
/// If it is none, or has justice or fairness properties.
pub fn read(data: &[u8]) -> Result<TransitionSystem, ReadError> {
    let mut parser = Parser { lines: Lines::new(data), file: File::default() };
    let style = parser.header()?;
    match style {
        Style::Ascii => parser.ascii()?,
        Style::Binary => parser.binary()?,
    }
    parser.symbols()?;
    parser.build()
}

/// A literal as the file has it: twice a variable, plus one if negated.
type Literal = u64;

/// A latch: its literal, its next value, its initial value (`None`: arbitrary), its line.
struct Latch {
    itself: Literal,
    next: Literal,
    init: Option<bool>,
}

/// What a file says.
#[derive(Default)]
struct File {
    /// M I L O A B C J F of the header.
    counts: [u64; 9],
    inputs: Vec<Literal>,
    latches: Vec<Latch>,
    outputs: Vec<Literal>,
    bad: Vec<Literal>,
    constraints: Vec<Literal>,
    /// By variable: the operands of an AND, and its line.
    ands: FxHashMap<u64, ([Literal; 2], u64)>,
    /// Names of inputs and latches, by place.
    input_names: FxHashMap<u64, String>,
    latch_names: FxHashMap<u64, String>,
}

struct Parser<'a> {
    lines: Lines<'a>,
    file: File,
}

impl Parser<'_> {
    fn header(&mut self) -> Result<Style, ReadError> {
        let header = words(self.lines.next().unwrap_or_default());
        let style = match header.first().copied() {
            Some(b"aag") => Style::Ascii,
            Some(b"aig") => Style::Binary,
            _ => return self.lines.fail("an AIGER file begins with `aag` or `aig`"),
        };
        self.whole_line()?;
        let numbers: Option<Vec<u64>> = header[1..].iter().map(|word| natural(word)).collect();
        let Some(numbers) = numbers.filter(|numbers| (5..=9).contains(&numbers.len())) else {
            return self.lines.fail("the header has five to nine numbers: M I L O A B C J F");
        };
        self.file.counts[..numbers.len()].copy_from_slice(&numbers);
        let [most, inputs, latches, _, ands, _, _, justice, fairness] = self.file.counts;
        if justice > 0 || fairness > 0 {
            return self.lines.fail("justice and fairness properties are not supported");
        }
        let defined = inputs.saturating_add(latches).saturating_add(ands);
        if most >= 1 << 31 {
            return self.lines.fail(format!("{most} variables; fewer than 2^31 are supported"));
        }
        if defined > most || style == Style::Binary && defined != most {
            return self.lines.fail(format!(
                "M is {most}, but {inputs} inputs, {latches} latches and {ands} ANDs are {defined}"
            ));
        }
        Ok(style)
    }

    /// Of a number at the end of a text digits may be missing.
    fn whole_line(&self) -> Result<(), ReadError> {
        match self.lines.is_cut_off {
            true => self.lines.fail("the file ends before the end of the line"),
            false => Ok(()),
        }
    }

    /// The next line as numbers, between `least` and `most` of them.
    fn numbers(&mut self, what: &str, least: usize, most: usize) -> Result<Vec<u64>, ReadError> {
        let Some(line) = self.lines.next() else {
            self.lines.number += 1;
            return self.lines.fail(format!("the file ends where {what} should stand"));
        };
        self.whole_line()?;
        let numbers: Option<Vec<u64>> = words(line).into_iter().map(natural).collect();
        match numbers.filter(|numbers| (least..=most).contains(&numbers.len())) {
            Some(numbers) => {
                let limit = 2 * self.file.counts[0] + 1;
                match numbers.iter().find(|&&number| number > limit) {
                    Some(number) => {
                        self.lines.fail(format!("literal {number} is out of range (0 to {limit})"))
                    }
                    None => Ok(numbers),
                }
            }
            None => self.lines.fail(format!("expected {what}, found `{}`", excerpt(line))),
        }
    }

    /// A literal that is defined where it stands: a variable, not negated.
    fn fresh(&self, literal: Literal) -> Result<Literal, ReadError> {
        if literal < 2 || literal % 2 == 1 {
            return self.lines.fail(format!("{literal} is no literal that can be defined"));
        }
        Ok(literal)
    }

    fn ascii(&mut self) -> Result<(), ReadError> {
        let [_, inputs, latches, _, ands, ..] = self.file.counts;
        for _ in 0..inputs {
            let input = self.numbers("an input", 1, 1)?[0];
            let input = self.fresh(input)?;
            self.file.inputs.push(input);
        }
        for _ in 0..latches {
            let numbers = self.numbers("a latch", 2, 3)?;
            let itself = self.fresh(numbers[0])?;
            self.latch(itself, numbers[1], numbers.get(2).copied())?;
        }
        self.properties()?;
        for _ in 0..ands {
            let numbers = self.numbers("an AND", 3, 3)?;
            let itself = self.fresh(numbers[0])?;
            let entry = ([numbers[1], numbers[2]], self.lines.number);
            if self.file.ands.insert(itself / 2, entry).is_some() {
                return self.lines.fail(format!("{itself} is defined twice"));
            }
        }
        Ok(())
    }

    fn latch(
        &mut self,
        itself: Literal,
        next: Literal,
        init: Option<Literal>,
    ) -> Result<(), ReadError> {
        let init = match init {
            None | Some(0) => Some(false),
            Some(1) => Some(true),
            Some(init) if init == itself => None,
            Some(init) => {
                return self.lines.fail(format!(
                    "the initial value of latch {itself} is {init}, not 0, 1 or {itself}"
                ));
            }
        };
        self.file.latches.push(Latch { itself, next, init });
        Ok(())
    }

    fn properties(&mut self) -> Result<(), ReadError> {
        let [_, _, _, outputs, _, bad, constraints, ..] = self.file.counts;
        for _ in 0..outputs {
            let literal = self.numbers("an output", 1, 1)?[0];
            self.file.outputs.push(literal);
        }
        for _ in 0..bad {
            let literal = self.numbers("a bad state", 1, 1)?[0];
            self.file.bad.push(literal);
        }
        for _ in 0..constraints {
            let literal = self.numbers("a constraint", 1, 1)?[0];
            self.file.constraints.push(literal);
        }
        Ok(())
    }

    fn binary(&mut self) -> Result<(), ReadError> {
        let [_, inputs, latches, _, ands, ..] = self.file.counts;
        // As everywhere, nothing is made on the header's word alone: inputs have no lines
        // of their own, so their number is checked against what could be used of them.
        if inputs > limits::AIGER_INPUTS {
            return self
                .lines
                .fail(format!("{inputs} inputs; at most {} are supported", limits::AIGER_INPUTS));
        }
        self.file.inputs = (1..=inputs).map(|input| 2 * input).collect();
        for latch in 0..latches {
            let numbers = self.numbers("a latch", 1, 2)?;
            self.latch(2 * (inputs + latch + 1), numbers[0], numbers.get(1).copied())?;
        }
        self.properties()?;
        self.lines.number += 1;
        for and in 0..ands {
            let itself = 2 * (inputs + latches + and + 1);
            let large = self.delta(itself, and)?;
            let small = self.delta(large, and)?;
            if large == itself {
                return self.lines.fail(format!("AND {and} depends on itself"));
            }
            self.file.ands.insert(itself / 2, ([large, small], self.lines.number));
        }
        Ok(())
    }

    /// The literal that lies a written difference below `from`.
    fn delta(&mut self, from: Literal, and: u64) -> Result<Literal, ReadError> {
        let mut delta = 0u64;
        for group in 0.. {
            let Some(byte) = self.lines.byte() else {
                return self.lines.fail(format!("the file ends within AND {and}"));
            };
            delta |= u64::from(byte & 0x7f) << (7 * group);
            if byte & 0x80 == 0 {
                break;
            }
            if group == 4 {
                return self.lines.fail(format!("a number of AND {and} is too long"));
            }
        }
        match from.checked_sub(delta) {
            Some(literal) => Ok(literal),
            None => self.lines.fail(format!("AND {and} reads a literal below 0")),
        }
    }

    /// The symbol table; a comment ends the file.
    fn symbols(&mut self) -> Result<(), ReadError> {
        while let Some(line) = self.lines.next() {
            let (kind, rest) = match line.split_first() {
                Some((kind, rest)) => (*kind, rest),
                None => continue,
            };
            let split = rest.iter().position(|&byte| byte == b' ').unwrap_or(rest.len());
            let (place, name) = (natural(&rest[..split]), rest.get(split + 1..));
            let [_, inputs, latches, outputs, _, bad, constraints, ..] = self.file.counts;
            let count = match kind {
                b'i' => inputs,
                b'l' => latches,
                b'o' => outputs,
                b'b' => bad,
                b'c' if place.is_some() => constraints,
                b'c' => return Ok(()),
                _ => return self.lines.fail(format!("not a symbol: `{}`", excerpt(line))),
            };
            let (Some(place), Some(name)) = (place, name) else {
                return self.lines.fail(format!("not a symbol: `{}`", excerpt(line)));
            };
            if place >= count {
                return self.lines.fail(format!(
                    "{}{place} has a name, but there are {count} of its kind",
                    char::from(kind)
                ));
            }
            let name = String::from_utf8_lossy(name).into_owned();
            match kind {
                b'i' => _ = self.file.input_names.insert(place, name),
                b'l' => _ = self.file.latch_names.insert(place, name),
                _ => {}
            }
        }
        Ok(())
    }

    fn build(self) -> Result<TransitionSystem, ReadError> {
        let file = &self.file;
        let mut terms = TermStore::new();
        let mut known: FxHashMap<u64, Term> = FxHashMap::default();
        known.insert(0, terms.bool(false));
        let mut names = Names::default();
        let define = |known: &mut FxHashMap<u64, Term>, literal: Literal, term: Term| {
            let twice = known.insert(literal / 2, term).is_some();
            if twice || file.ands.contains_key(&(literal / 2)) {
                return self.lines.fail(format!("{literal} is defined twice"));
            }
            Ok(())
        };
        let mut inputs = Vec::new();
        for (place, &literal) in (0..).zip(&file.inputs) {
            let name = file.input_names.get(&place).cloned().unwrap_or(format!("i{place}"));
            let term = terms.symbol(names.give(&name), 1);
            define(&mut known, literal, term)?;
            inputs.push(term);
        }
        let mut states = IndexVec::new();
        let mut init = Vec::new();
        for (place, latch) in (0..).zip(&file.latches) {
            let name = file.latch_names.get(&place).cloned().unwrap_or(format!("l{place}"));
            let name = names.give(&name);
            let current = terms.symbol(name.clone(), 1);
            let next = terms.symbol(format!("{name}'"), 1);
            define(&mut known, latch.itself, current)?;
            match latch.init {
                Some(true) => init.push(current),
                Some(false) => init.push(terms.not(current)),
                None => {}
            }
            states.push(StateVar { name, current, next, origin: Origin::Foreign });
        }
        let mut circuit = Circuit { parser: &self, terms, known };
        let mut next = IndexVec::new();
        for latch in &file.latches {
            next.push(circuit.literal(latch.next)?);
        }
        let universal: Result<Vec<Term>, ReadError> =
            file.constraints.iter().map(|&literal| circuit.literal(literal)).collect();
        let properties = if file.bad.is_empty() { &file.outputs } else { &file.bad };
        let mut bad = Vec::new();
        for (place, &literal) in (0..).zip(properties) {
            bad.push(Bad { goals: vec![GoalId(place)], condition: circuit.literal(literal)? });
        }
        Ok(TransitionSystem {
            universal: universal?,
            terms: circuit.terms,
            states,
            inputs,
            init,
            transition: Transition::Functional(next),
            bad,
            terminated: None,
            facts: Vec::new(),
            predicates: vec![],
        })
    }
}

/// The terms of literals.
struct Circuit<'a, 'b> {
    parser: &'a Parser<'b>,
    terms: TermStore,
    /// By variable.
    known: FxHashMap<u64, Term>,
}

impl Circuit<'_, '_> {
    fn literal(&mut self, literal: Literal) -> Result<Term, ReadError> {
        let ands = &self.parser.file.ands;
        // The variables on the way from the root to the top of the stack, to see cycles.
        let mut open: FxHashSet<u64> = FxHashSet::default();
        let mut stack = vec![literal / 2];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let Some(&(operands, line)) = ands.get(&top) else {
                return self.parser.lines.fail(format!("variable {top} is used but not defined"));
            };
            let missing: Vec<u64> = operands
                .iter()
                .map(|operand| operand / 2)
                .filter(|variable| !self.known.contains_key(variable))
                .collect();
            if missing.is_empty() {
                let [a, b] = operands.map(|operand| self.signed(operand));
                let term = self.terms.and(a, b);
                self.known.insert(top, term);
                stack.pop();
            } else {
                if !open.insert(top) {
                    let what = format!("the AND {} depends on itself", 2 * top);
                    return Err(ReadError::Format { line, what });
                }
                stack.extend(missing);
            }
        }
        Ok(self.signed(literal))
    }

    /// A literal of a known variable.
    fn signed(&mut self, literal: Literal) -> Term {
        let term = self.known[&(literal / 2)];
        if literal % 2 == 1 { self.terms.not(term) } else { term }
    }
}
