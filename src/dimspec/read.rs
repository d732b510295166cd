//! Reading DimSpec files, whoever wrote them.
//!
//! More is accepted than [`super::write`] writes: sections in any order, comment lines
//! anywhere, gzip, and `n` or `2n` as the variable count of t. Refused, with line and
//! reason: wrong clause counts, literals out of range, a section given twice or not at
//! all (the file may have been cut off there), headers that disagree, unfinished
//! clauses, anything else.
//!
//! A header and a comment have a line of their own; a clause may span lines. The file
//! is read once, line by line, and nothing is reserved on a header's word: what a file
//! makes us allocate is bounded by its own size.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use super::{DimSpec, Goal, Model, Structure};
use crate::cnf::{Cnf, Lit};
use crate::support::limits;

/// More variables per state can't be numbered: a literal of the next state, doubled,
/// must fit in 32 bits.
const MAX_VARS: u64 = (1 << 30) - 1;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file can't be opened.
    #[error(transparent)]
    Open(io::Error),
    /// Reading failed; a damaged gzip file ends here too.
    #[error("line {line}: cannot read on: {error}")]
    Io {
        /// How far it got.
        line: u64,
        /// What failed.
        error: io::Error,
    },
    /// The text is no DimSpec.
    #[error("line {line}: {what}")]
    Format {
        /// Where, from 1.
        line: u64,
        /// Why.
        what: String,
    },
}

/// Reads a file.
///
/// # Errors
/// If it can't be read or is no DimSpec.
pub fn read_file(path: &Path) -> Result<DimSpec, ReadError> {
    read(BufReader::with_capacity(1 << 16, File::open(path).map_err(ReadError::Open)?))
}

/// Reads a DimSpec, plain or compressed with gzip (told apart by the first two bytes).
///
/// # Errors
/// If it can't be read or is no DimSpec.
pub fn read(mut input: impl BufRead) -> Result<DimSpec, ReadError> {
    let mut start = Vec::new();
    let magic = input.by_ref().take(2).read_to_end(&mut start);
    magic.map_err(|error| ReadError::Io { line: 1, error })?;
    let whole = io::Cursor::new(&start).chain(input);
    if start == [0x1f, 0x8b] {
        let unpacked = BufReader::with_capacity(1 << 16, MultiGzDecoder::new(whole));
        Parser::default().parse(unpacked)
    } else {
        Parser::default().parse(whole)
    }
}

/// Reads `data` and, if it is a DimSpec, checks that it is the same after writing and
/// reading again: the property that fuzzing looks for violations of.
///
/// # Panics
/// If it is not.
pub fn fuzz(data: &[u8]) {
    let Ok(spec) = read(data) else { return };
    let mut text = Vec::new();
    super::write::write(&spec, &[], &mut text).expect("memory takes everything");
    let again = read(text.as_slice()).expect("what we wrote is a DimSpec");
    assert_eq!(again, spec);
}

/// The sections, in the order in which they are written.
const LETTERS: [u8; 4] = *b"iugt";
const TRANS: usize = 3;

/// A section that was read.
#[derive(Default)]
struct Section {
    /// Line of its header; 0 if there is none.
    header: u64,
    /// Variables the header announced.
    vars: u64,
    /// Clauses the header announced.
    count: u64,
    clauses: Cnf,
    /// The largest variable that occurs, and the line where it first does.
    largest: (u64, u64),
}

#[derive(Default)]
struct Parser {
    /// Number of the current line, from 1.
    line: u64,
    sections: [Section; 4],
    /// The section that clauses belong to.
    current: Option<usize>,
    /// The literals of an unfinished clause.
    clause: Vec<Lit>,
}

impl Parser {
    fn parse(mut self, mut input: impl BufRead) -> Result<DimSpec, ReadError> {
        let mut text = Vec::new();
        loop {
            text.clear();
            self.line += 1;
            match input.read_until(b'\n', &mut text) {
                Ok(0) => return self.finish(),
                Ok(_) => self.line(text.trim_ascii())?,
                Err(error) => return Err(ReadError::Io { line: self.line, error }),
            }
        }
    }

    fn fail<T>(&self, what: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError::Format { line: self.line, what: what.into() })
    }

    fn line(&mut self, text: &[u8]) -> Result<(), ReadError> {
        match text.first() {
            None | Some(b'c') => Ok(()),
            Some(b'-' | b'0'..=b'9') => self.literals(text),
            Some(letter) => match LETTERS.iter().position(|known| known == letter) {
                Some(section) => self.header(section, text),
                None => self.garbage(text),
            },
        }
    }

    fn garbage<T>(&self, text: &[u8]) -> Result<T, ReadError> {
        let start = &text[..text.len().min(20)];
        self.fail(format!(
            "expected a literal, a comment or a header, found `{}`",
            start.escape_ascii()
        ))
    }

    fn header(&mut self, section: usize, text: &[u8]) -> Result<(), ReadError> {
        let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let fields = [words.next(), words.next(), words.next(), words.next(), words.next()];
        let [Some([letter]), Some(b"cnf"), Some(vars), Some(count), None] = fields else {
            return self.garbage(text);
        };
        let (Some(vars), Some(count)) = (natural(vars), natural(count)) else {
            return self.fail("a header is a letter, `cnf`, and two numbers");
        };
        self.close()?;
        let letter = char::from(*letter);
        let known = &self.sections[section];
        if known.header != 0 {
            return self.fail(format!("a second section {letter}, after line {}", known.header));
        }
        let limit = if section == TRANS { 2 * MAX_VARS } else { MAX_VARS };
        if vars > limit {
            return self.fail(format!("{vars} variables; at most {limit} are supported here"));
        }
        self.sections[section] = Section { header: self.line, vars, count, ..Section::default() };
        self.current = Some(section);
        Ok(())
    }

    fn literals(&mut self, text: &[u8]) -> Result<(), ReadError> {
        let Some(current) = self.current else {
            return self.fail("a clause before the first header");
        };
        for word in text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            let (digits, positive) = match word.strip_prefix(b"-") {
                Some(digits) => (digits, false),
                None => (word, true),
            };
            let Some(number) = natural(digits) else { return self.garbage(word) };
            if number == 0 {
                if !positive {
                    return self.garbage(word);
                }
                let section = &mut self.sections[current];
                section.clauses.push(self.clause.drain(..));
                if section.clauses.len() as u64 > section.count {
                    let (line, count) = (section.header, section.count);
                    return self.fail(format!("more clauses than the {count} of line {line}"));
                }
                continue;
            }
            // The limit of t is only known when all headers are.
            let section = &mut self.sections[current];
            let limit =
                if current == TRANS { 2 * section.vars.min(MAX_VARS) } else { section.vars };
            if number > limit {
                return self.fail(format!("variable {number} is out of range (1 to {limit})"));
            }
            if number > section.largest.0 {
                section.largest = (number, self.line);
            }
            let var = i32::try_from(number).expect("at most 2 * MAX_VARS < 2^31");
            self.clause.push(Lit::from_dimacs(if positive { var } else { -var }));
        }
        Ok(())
    }

    /// Ends the current section.
    fn close(&mut self) -> Result<(), ReadError> {
        let Some(current) = self.current.take() else { return Ok(()) };
        if !self.clause.is_empty() {
            return self.fail("the clause before this has no closing 0");
        }
        let Section { header, count, clauses, .. } = &self.sections[current];
        if (clauses.len() as u64) < *count {
            return self.fail(format!(
                "only {} of the {count} clauses that line {header} announced",
                clauses.len()
            ));
        }
        Ok(())
    }

    fn finish(mut self) -> Result<DimSpec, ReadError> {
        self.close()?;
        let num_vars = self.num_vars()?;
        let trans = &self.sections[TRANS];
        if trans.largest.0 > 2 * num_vars {
            self.line = trans.largest.1;
            let (var, limit) = (trans.largest.0, 2 * num_vars);
            return self.fail(format!("variable {var} is out of range (1 to {limit})"));
        }
        let [init, universal, goal, trans] = self.sections.map(|section| section.clauses);
        let num_vars = u32::try_from(num_vars).expect("at most MAX_VARS");
        Ok(DimSpec { num_vars, init, universal, goal, trans })
    }

    /// The number of variables of one state, on which all headers must agree.
    fn num_vars(&mut self) -> Result<u64, ReadError> {
        let missing: Vec<String> = (self.sections.iter().zip(LETTERS))
            .filter(|(section, _)| section.header == 0)
            .map(|(_, letter)| char::from(letter).to_string())
            .collect();
        if missing.len() == LETTERS.len() {
            return self.fail("no section: this is not a DimSpec file");
        }
        if !missing.is_empty() {
            return self.fail(format!(
                "the file ends without section {}; one without clauses has a header, too",
                missing.join(", ")
            ));
        }
        let [init, others @ .., trans] = &self.sections;
        let (vars, first) = (init.vars, init.header);
        if let Some(other) = others.iter().find(|section| section.vars != vars) {
            let (line, others) = (other.header, other.vars);
            self.line = line;
            return self.fail(format!("{others} variables, but {vars} in line {first}"));
        }
        if trans.vars != vars && trans.vars != 2 * vars {
            let others = trans.vars;
            self.line = trans.header;
            return self.fail(format!(
                "{others} variables in t; with {vars} in line {first} it must be {}",
                2 * vars
            ));
        }
        let clauses = self.sections.iter().flat_map(|section| section.clauses.iter());
        let literals: u64 = clauses.map(|clause| clause.len() as u64).sum();
        if vars > literals + limits::DIMSPEC_IDLE {
            self.line = first;
            return self.fail(format!("{vars} variables, but the file has {literals} literals"));
        }
        Ok(vars)
    }
}

/// A decimal number without sign that fits in 63 bits.
fn natural(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    digits.iter().try_fold(0u64, |number, digit| {
        digit.is_ascii_digit().then(|| number * 10 + u64::from(digit - b'0'))
    })
}

impl From<DimSpec> for Model {
    /// The model of a file from elsewhere: one goal, nothing known of its structure.
    fn from(spec: DimSpec) -> Self {
        let goals = vec![Goal { name: "goal".to_string(), clauses: spec.goal.clone() }];
        Self {
            spec,
            goals,
            structure: Structure::Relational,
            terminated: None,
            facts: Cnf::new(),
            predicates: vec![],
            words: vec![],
        }
    }
}

#[cfg(test)]
mod tests;
