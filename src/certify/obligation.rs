//! What solvers were asked, as text that others can check: the condition in SMT-LIB, its clauses
//! in DIMACS and their refutation in LRAT.
//!
//! The clauses are those of the checker's own [`Blaster`], so whoever believes the refutation
//! believes that as well; whoever does not takes the SMT-LIB.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::blaster::Blaster;
use super::lrat::{Checker, LratError};
use crate::bv::{Op, Term, TermStore, smtlib};
use crate::cnf::{Cnf, Lit};
use crate::sat::proof::{ProofSink, Session};
use crate::sat::{Answer, Profile};
use crate::support::{Budget, StopReason, limits};

/// What must have no solution: one of `parts` where all of `given` is true.
pub(super) struct Asked<'a> {
    /// What the terms belong to.
    pub terms: &'a TermStore,
    /// Truth values that are assumed.
    pub given: &'a [Term],
    /// Truth values of which one would have to be true.
    pub parts: &'a [Term],
}

/// Why a condition is not written.
#[derive(Debug)]
pub(super) enum Failed {
    /// It was not decided.
    Undecided(StopReason),
    /// It has a solution.
    Broken,
    /// Its refutation is wrong.
    Proof(LratError),
}

/// A condition that holds: none of these has a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// An SMT-LIB 2.6 script, to which the answer is `unsat`; none if the condition speaks of
    /// floating-point operators, which are circuits in the clauses.
    pub smtlib: Option<String>,
    /// The clauses, in DIMACS.
    pub clauses: String,
    /// Their refutation, in LRAT.
    pub refutation: String,
}

impl Obligation {
    /// Writes what was asked, and refutes it once more.
    ///
    /// # Errors
    /// If there is no time, or it is not refuted.
    pub(super) fn new(asked: &Asked<'_>, budget: &Budget) -> Result<Self, Failed> {
        let clauses = clauses(asked, budget)?;
        let recorder = Recorder { next: clauses.len(), ..Recorder::default() };
        let mut session = Session::new(Profile::Default, recorder);
        clauses.iter().for_each(|clause| session.add(clause));
        match session.solve(&[], budget) {
            Answer::Unsat => {}
            Answer::Sat => return Err(Failed::Broken),
            Answer::Interrupted => return Err(out_of_time(budget)),
        }
        let refutation = {
            let recorder = session.sink();
            recorder.checker.conclude(&[]).map_err(Failed::Proof)?;
            recorder.text.clone()
        };
        Ok(Self { smtlib: script(asked), clauses: dimacs(&clauses), refutation })
    }
}

fn out_of_time(budget: &Budget) -> Failed {
    Failed::Undecided(budget.exhausted().unwrap_or(StopReason::Memory))
}

/// All that is given, and that one of the parts is true.
fn clauses(asked: &Asked<'_>, budget: &Budget) -> Result<Cnf, Failed> {
    let mut blaster = Blaster::new(asked.terms);
    for &given in asked.given {
        if !blaster.assert_within(given, limits::CHECKED_CLAUSES, budget) {
            return Err(out_of_time(budget));
        }
    }
    let mut any = vec![];
    for &part in asked.parts {
        let literal = blaster.literal_within(part, limits::CHECKED_CLAUSES, budget);
        any.push(literal.ok_or_else(|| out_of_time(budget))?);
    }
    let mut clauses = blaster.clauses().clone();
    clauses.push(any);
    Ok(clauses)
}

fn dimacs(clauses: &Cnf) -> String {
    let variables = clauses.iter().flatten().map(|lit| lit.var().0).max().unwrap_or(0);
    let mut text = format!("p cnf {variables} {}\n", clauses.len());
    for clause in clauses.iter() {
        literals(&mut text, clause);
        text.push('\n');
    }
    text
}

/// Literals with a 0 behind them.
fn literals(text: &mut String, clause: &[Lit]) {
    for lit in clause {
        // Writing to a string can't fail.
        let _ = write!(text, "{} ", lit.to_dimacs());
    }
    text.push('0');
}

/// The condition as a script.
fn script(asked: &Asked<'_>) -> Option<String> {
    let terms = asked.terms;
    let roots: Vec<Term> = asked.given.iter().chain(asked.parts).copied().collect();
    if has_floats(terms, &roots) {
        return None;
    }
    let mut names = smtlib::Names::default();
    names.give_rest(terms);
    let printed = smtlib::print(terms, &names, &roots);
    let logic = if terms.has_arrays() { "QF_ABV" } else { "QF_BV" };
    let mut text = format!("(set-logic {logic})\n");
    for (symbol, info) in terms.symbols().iter_enumerated() {
        let sort = smtlib::sort(info.sort);
        let _ = writeln!(text, "(declare-fun {} () {sort})", names.of(symbol));
    }
    text += &printed.definitions;
    let (given, parts) = printed.roots.split_at(asked.given.len());
    for given in given {
        let _ = writeln!(text, "(assert (= {given} #b1))");
    }
    let any: Vec<String> = parts.iter().map(|part| format!("(= {part} #b1)")).collect();
    let _ = writeln!(text, "(assert (or false {}))", any.join(" "));
    text += "(check-sat)\n";
    Some(text)
}

fn has_floats(terms: &TermStore, roots: &[Term]) -> bool {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut open = roots.to_vec();
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            if matches!(terms.node(term), crate::bv::Node::App(Op::Float(_), _)) {
                return true;
            }
            open.extend(terms.args(term));
        }
    }
    false
}

/// Writes a proof while it is checked. Original clauses are numbered in their order, as LRAT
/// wants it, and all others after them.
#[derive(Default)]
struct Recorder {
    checker: Checker,
    text: String,
    numbers: FxHashMap<i64, usize>,
    originals: usize,
    /// The last number that was given.
    next: usize,
}

impl Recorder {
    fn numbered(&self, ids: &[i64]) -> String {
        ids.iter().map(|id| format!("{} ", self.numbers[id])).collect()
    }
}

impl ProofSink for Recorder {
    fn added(&mut self, clause: &[Lit]) {
        self.checker.added(clause);
    }

    fn original(&mut self, id: i64) {
        self.checker.original(id);
        self.originals += 1;
        self.numbers.insert(id, self.originals);
    }

    fn derived(&mut self, id: i64, clause: &[Lit], hints: &[i64]) {
        self.checker.derived(id, clause, hints);
        self.next += 1;
        self.numbers.insert(id, self.next);
        let _ = write!(self.text, "{} ", self.next);
        literals(&mut self.text, clause);
        let hints = self.numbered(hints);
        let _ = writeln!(self.text, " {hints}0");
    }

    fn refuted(&mut self, id: i64, clause: &[Lit], hints: &[i64]) {
        self.checker.refuted(id, clause, hints);
    }

    fn deleted(&mut self, id: i64) {
        self.checker.deleted(id);
        let _ = writeln!(self.text, "{} d {} 0", self.next, self.numbers[&id]);
    }

    fn set_aside(&mut self, id: i64) {
        self.checker.set_aside(id);
    }

    fn restored(&mut self, id: i64) {
        self.checker.restored(id);
    }
}

/// Whether an LRAT proof, as text, refutes clauses in DIMACS.
///
/// # Errors
/// What is wrong with either.
pub fn check_refutation(clauses: &str, proof: &str) -> Result<(), String> {
    let mut checker = Checker::default();
    let mut lines = clauses.lines().filter(|line| !line.starts_with('c'));
    let head = lines.next().unwrap_or_default();
    if !head.starts_with("p cnf ") {
        return Err("the clauses have no header".to_owned());
    }
    for (number, line) in (1..).zip(lines) {
        let (clause, rest) = split(line)?;
        if !rest.is_empty() {
            return Err(format!("clause {number} goes on after its end"));
        }
        checker.added(&lits(&clause)?);
        checker.original(number);
    }
    for (number, line) in (1..).zip(proof.lines()) {
        let wrong = || format!("line {number} of the proof is malformed");
        let (id, rest) = line.split_once(' ').ok_or_else(wrong)?;
        let id: i64 = id.parse().map_err(|_| wrong())?;
        if let Some(deleted) = rest.strip_prefix("d ") {
            split(deleted)?.0.into_iter().for_each(|id| checker.deleted(id));
            continue;
        }
        let (clause, hints) = split(rest)?;
        let (hints, rest) = split(hints)?;
        if !rest.is_empty() {
            return Err(wrong());
        }
        checker.derived(id, &lits(&clause)?, &hints);
    }
    checker.conclude(&[]).map_err(|error| error.to_string())
}

/// The numbers before the first 0, and what is behind it.
fn split(text: &str) -> Result<(Vec<i64>, &str), String> {
    let mut numbers = vec![];
    let mut rest = text.trim_start();
    loop {
        let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        rest = behind.trim_start();
        match word.parse() {
            Ok(0) => return Ok((numbers, rest)),
            Ok(number) => numbers.push(number),
            Err(_) => return Err(format!("{word:?} is no number")),
        }
    }
}

fn lits(numbers: &[i64]) -> Result<Vec<Lit>, String> {
    let lit = |&number: &i64| match i32::try_from(number) {
        Ok(number) if number != i32::MIN => Ok(Lit::from_dimacs(number)),
        _ => Err(format!("{number} is no literal")),
    };
    numbers.iter().map(lit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small condition and what becomes of it.
    fn obligation() -> Obligation {
        let mut terms = TermStore::new();
        let (x, y) = (terms.symbol("x", 6), terms.symbol("y", 6));
        let sum = terms.app_verbatim(Op::Add, &[x, y]);
        let other = terms.app_verbatim(Op::Add, &[y, x]);
        let same = terms.app_verbatim(Op::Eq, &[sum, other]);
        let differs = terms.app_verbatim(Op::Not, &[same]);
        let asked = Asked { terms: &terms, given: &[], parts: &[differs] };
        Obligation::new(&asked, &Budget::unlimited()).expect("it holds")
    }

    #[test]
    fn what_is_written_is_accepted() {
        let kept = obligation();
        assert_eq!(check_refutation(&kept.clauses, &kept.refutation), Ok(()));
        let script = kept.smtlib.expect("there are no floats");
        assert!(script.starts_with("(set-logic QF_BV)") && script.ends_with("(check-sat)\n"));
    }

    /// A proof without its end is none, other clauses are not refuted by it, and what is malformed is
    /// refused.
    #[test]
    fn what_is_changed_is_not() {
        let kept = obligation();
        let lines: Vec<&str> = kept.refutation.lines().collect();
        let is_end = |line: &&str| line.split(' ').nth(1) == Some("0");
        let end = lines.iter().position(is_end).expect("the empty clause is derived");
        assert!(check_refutation(&kept.clauses, &lines[..end].join("\n")).is_err());
        let last = kept.clauses.trim_end().rfind('\n').expect("there are lines");
        assert!(check_refutation(&kept.clauses[..=last], &kept.refutation).is_err());
        for broken in ["", "p cnf 1 1\n1 x 0\n", "p cnf 1 1\n1 0 3\n", "1 0\n"] {
            assert!(check_refutation(broken, &kept.refutation).is_err(), "{broken}");
        }
        for broken in ["x", "1", "3 1 0", "3 1 0 1 0 1", "3 99999999999 0 1 0"] {
            assert!(check_refutation(&kept.clauses, broken).is_err(), "{broken}");
        }
    }
}
