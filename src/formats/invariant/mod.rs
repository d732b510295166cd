//! Inductive invariants of model files as circuits and as SMT-LIB functions, besides
//! clauses ([`super::answer`]).
//!
//! What an invariant speaks of are its *parameters*: the variables of a DimSpec in order,
//! the state variables of another file in order; in clauses and circuits their bits, the
//! least significant of each first.
//!
//! | format | is |
//! |---|---|
//! | clauses | `invariant n m` and m clauses |
//! | AIGER | a circuit without latches: an input for each bit, one output that is 1 exactly in the states of the invariant |
//! | SMT-LIB | one `define-fun` with the parameters as arguments, of sort Bool |

mod circuit;
mod operators;
mod smtlib;
pub mod witness;

use std::io;
use std::path::Path;

use super::aiger::{self, Style};
use super::file::ModelFile;
use super::text::ReadError;
use crate::bv::{Term, TermStore};
use crate::cnf::Lit;
use crate::system::TransitionSystem;

/// How an invariant is written, if not as clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A circuit.
    Aiger(Style),
    /// A function.
    SmtLib,
}

impl Format {
    /// As the end of the file's name says: `.aag`, `.aig`, `.smt2`; `None` (clauses) for any
    /// other.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "aag" => Some(Self::Aiger(Style::Ascii)),
            "aig" => Some(Self::Aiger(Style::Binary)),
            "smt2" => Some(Self::SmtLib),
            _ => None,
        }
    }

    /// As the beginning of the text says; `None` for clauses, or what is nothing.
    pub fn found(data: &[u8]) -> Option<Self> {
        match data.trim_ascii_start().first() {
            _ if data.starts_with(b"aag ") => Some(Self::Aiger(Style::Ascii)),
            _ if data.starts_with(b"aig ") => Some(Self::Aiger(Style::Binary)),
            Some(b'(' | b';') => Some(Self::SmtLib),
            _ => None,
        }
    }
}

/// The parameters of invariants of a file, whose system is `system`.
pub fn parameters(file: &ModelFile, system: &TransitionSystem) -> Vec<Term> {
    let states = system.states.iter().map(|state| state.current);
    match file {
        // In the order in which they were made, which is that of the variables.
        ModelFile::DimSpec(_) => {
            let mut all: Vec<Term> = states.chain(system.inputs.iter().copied()).collect();
            all.sort_unstable();
            all
        }
        ModelFile::Aiger(_) | ModelFile::Btor2(_) => states.collect(),
    }
}

/// Writes clauses over the bits of `parameters`, which are symbols of `system`.
///
/// # Errors
/// Those of `out`.
pub fn write(
    system: &TransitionSystem,
    parameters: &[Term],
    clauses: &[Vec<Lit>],
    format: Format,
    comments: &[String],
    out: &mut impl io::Write,
) -> io::Result<()> {
    let mut terms = system.terms.clone();
    let conjuncts = conjuncts(&mut terms, parameters, clauses);
    match format {
        Format::Aiger(style) => {
            let function = ("invariant", terms.conjunction(conjuncts));
            aiger::write::write_function(&terms, parameters, function, style, comments, out)
        }
        Format::SmtLib => smtlib::write(&terms, parameters, &conjuncts, comments, out),
    }
}

/// Reads an invariant that is not given by clauses: a truth value over the symbols
/// `parameters`, with the system's terms and what was added to them.
///
/// # Errors
/// If it is none, or one with other parameters.
pub fn read(
    data: &[u8],
    format: Format,
    system: &TransitionSystem,
    parameters: &[Term],
) -> Result<(TermStore, Term), ReadError> {
    let mut terms = system.terms.clone();
    let term = match format {
        Format::Aiger(_) => {
            let bits = bits(&mut terms, parameters);
            circuit::read(data, &mut terms, &bits)?
        }
        Format::SmtLib => smtlib::read(data, &mut terms, parameters)?,
    };
    Ok((terms, term))
}

/// The bits of words, one after the other, the least significant first.
fn bits(terms: &mut TermStore, words: &[Term]) -> Vec<Term> {
    let mut bits = vec![];
    for &word in words {
        bits.extend((0..terms.width(word)).map(|place| terms.bit(word, place)));
    }
    bits
}

/// Clauses over the bits of `parameters` as terms.
fn conjuncts(terms: &mut TermStore, parameters: &[Term], clauses: &[Vec<Lit>]) -> Vec<Term> {
    let bits = bits(terms, parameters);
    clauses.iter().map(|clause| disjunction(terms, &bits, clause)).collect()
}

fn disjunction(terms: &mut TermStore, bits: &[Term], clause: &[Lit]) -> Term {
    let literal = |terms: &mut TermStore, lit: &Lit| {
        let bit = bits[lit.var().0 as usize - 1];
        if lit.is_positive() { bit } else { terms.not(bit) }
    };
    let literals: Vec<Term> = clause.iter().map(|lit| literal(terms, lit)).collect();
    terms.disjunction(literals)
}
