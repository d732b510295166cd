//! Invariants and solutions as text, with DIMACS literals.
//!
//! An invariant is a line `invariant n m` and m clauses over the variables 1 to n, each
//! closed by 0. For a DimSpec these are its variables; for other formats the bits of its
//! state variables, one after the other, the least significant first. A solution is a line
//! `solution n k` and k lines of n literals, as IncPlan prints it; a closing 0, as
//! MinireachIC3 prints it, is read too.

use std::fmt::Write;

use super::text::{Lines, ReadError, excerpt, natural, words};
use crate::cnf::{Lit, Var};
use crate::dimspec::BitTrace;

/// An invariant as text.
pub fn write_invariant(variables: u32, clauses: &[Vec<Lit>]) -> String {
    write_list("invariant", variables, clauses)
}

/// A disjunctive invariant as text: a line `cover n m` and m cubes, one of which holds in
/// every state of a run. Nothing reads it.
pub fn write_cover(variables: u32, cubes: &[Vec<Lit>]) -> String {
    write_list("cover", variables, cubes)
}

fn write_list(name: &str, variables: u32, clauses: &[Vec<Lit>]) -> String {
    let mut out = format!("{name} {variables} {}\n", clauses.len());
    for clause in clauses {
        for lit in clause {
            // Writing to a string can't fail.
            let _ = write!(out, "{} ", lit.to_dimacs());
        }
        out.push_str("0\n");
    }
    out
}

/// A solution as text.
pub fn write_solution(variables: u32, trace: &BitTrace) -> String {
    let mut out = format!("solution {variables} {}\n", trace.states.len());
    for step in 0..trace.states.len() {
        for var in 1..=variables {
            let lit = Var(var).lit();
            let lit = lit.xor(!trace.holds(step, lit));
            let _ = write!(out, "{}{}", if var == 1 { "" } else { " " }, lit.to_dimacs());
        }
        out.push('\n');
    }
    out
}

/// Reads an invariant over `variables` variables. Lines before the header are skipped, so
/// that the output of a solver can be read; comments may stand anywhere.
///
/// # Errors
/// If it is none, or one over another number of variables.
pub fn read_invariant(data: &[u8], variables: u32) -> Result<Vec<Vec<Lit>>, ReadError> {
    let mut lines = Lines::new(data);
    let count = header(&mut lines, "invariant", variables)?;
    let mut clauses = Vec::new();
    let mut clause = Vec::new();
    while (clauses.len() as u64) < count {
        let Some(line) = lines.next() else {
            return lines.fail(format!("only {} of {count} clauses", clauses.len()));
        };
        if line.first() == Some(&b'c') {
            continue;
        }
        for word in words(line) {
            if clauses.len() as u64 == count {
                return lines.fail(format!("more than {count} clauses"));
            }
            match literal(word, variables) {
                Some(Some(lit)) => clause.push(lit),
                Some(None) => clauses.push(std::mem::take(&mut clause)),
                None => return not_a_literal(&lines, word, variables),
            }
        }
    }
    Ok(clauses)
}

/// Reads a solution over `variables` variables, as [`read_invariant`] does.
///
/// # Errors
/// If it is none, or one over another number of variables.
pub fn read_solution(data: &[u8], variables: u32) -> Result<BitTrace, ReadError> {
    let mut lines = Lines::new(data);
    let count = header(&mut lines, "solution", variables)?;
    let mut states = Vec::new();
    while (states.len() as u64) < count {
        let Some(line) = lines.next() else {
            return lines.fail(format!("only {} of {count} states", states.len()));
        };
        let mut literals = words(line);
        if line.first() == Some(&b'c') || literals.is_empty() && variables > 0 {
            continue;
        }
        if literals.last() == Some(&b"0".as_slice()) {
            literals.pop();
        }
        let mut state = vec![None; variables as usize];
        for word in literals {
            let Some(Some(lit)) = literal(word, variables) else {
                return not_a_literal(&lines, word, variables);
            };
            state[lit.var().0 as usize - 1] = Some(lit.is_positive());
        }
        let Some(state) = state.into_iter().collect() else {
            return lines.fail("a variable has no value");
        };
        states.push(state);
    }
    Ok(BitTrace { states })
}

/// Finds the header `word VARIABLES COUNT`; the count.
fn header(lines: &mut Lines<'_>, word: &str, variables: u32) -> Result<u64, ReadError> {
    while let Some(line) = lines.next() {
        let words = words(line);
        if words.first() != Some(&word.as_bytes()) {
            continue;
        }
        let numbers: Option<Vec<u64>> = words[1..].iter().map(|word| natural(word)).collect();
        return match numbers.as_deref() {
            Some(&[found, count]) if found == u64::from(variables) => Ok(count),
            Some(&[found, _]) => {
                lines.fail(format!("it is over {found} variables; the model has {variables}"))
            }
            _ => lines.fail(format!("`{word}` is followed by two numbers")),
        };
    }
    lines.fail(format!("there is no line `{word} {variables} …`"))
}

fn not_a_literal<T>(lines: &Lines<'_>, word: &[u8], variables: u32) -> Result<T, ReadError> {
    lines.fail(format!("`{}` is no literal of 1 to {variables}", excerpt(word)))
}

/// A literal; `Some(None)` for the closing 0, `None` if it is neither.
fn literal(word: &[u8], variables: u32) -> Option<Option<Lit>> {
    let (positive, digits) = match word.strip_prefix(b"-") {
        Some(digits) => (false, digits),
        None => (true, word),
    };
    match natural(digits)? {
        0 if positive => Some(None),
        number if (1..=u64::from(variables)).contains(&number) => {
            Some(Some(Lit::new(Var(u32::try_from(number).ok()?), positive)))
        }
        _ => None,
    }
}
