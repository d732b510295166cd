//! What holds at the loops of a program, as C expressions for a witness.
//!
//! A function that is called from several places is in the program several times, and each of these
//! copies has invariants of its own. In C it is one function: what holds there is that one of the
//! copies' invariants does.

use std::collections::{BTreeMap, BTreeSet};

use super::scan::At;
use super::{InC, Report, Status, Where};
use crate::support::limits;

/// What holds at a loop, or before a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopInvariant {
    /// The file.
    pub file: String,
    /// The C function.
    pub function: String,
    /// What stands at the place.
    pub at: Where,
    /// The place.
    pub place: At,
    /// The expression.
    pub value: String,
}

/// What is known of a loop in one copy of its function.
#[derive(Default)]
struct Copy<'a> {
    /// The blocks of the program that stand for it.
    blocks: BTreeSet<&'a str>,
    conjuncts: Vec<&'a str>,
}

/// A loop, by where it stands, and what is known of it in each copy; how many of these there are.
type Loops<'a> = BTreeMap<(&'a str, &'a str, At, Where), (usize, BTreeMap<usize, Copy<'a>>)>;

/// The invariants of loops that are proved, each once, in the order of their places.
pub fn all(report: &Report) -> Vec<LoopInvariant> {
    let mut loops = Loops::new();
    for check in &report.checks {
        let Status::Proved { invariant, .. } = &check.status else { continue };
        for point in invariant {
            let (Some(place), Some(known)) = (&point.place, &point.c) else { continue };
            let InC { line, column, at, copies, copy, conjuncts } = known;
            let key = (place.file.as_str(), place.function.as_str(), (*line, *column), *at);
            let (count, found) = loops.entry(key).or_default();
            *count = *copies;
            let copy = found.entry(*copy).or_default();
            copy.blocks.insert(&point.point);
            for conjunct in conjuncts {
                if !copy.conjuncts.contains(&conjunct.as_str()) {
                    copy.conjuncts.push(conjunct);
                }
            }
        }
    }
    let mut out = vec![];
    for ((file, function, place, at), (count, copies)) in loops {
        // Where several blocks stand for a loop, which of them is its head is not known.
        if copies.values().any(|copy| copy.blocks.len() > 1) {
            continue;
        }
        for value in values(count, &copies) {
            let (file, function) = (file.to_owned(), function.to_owned());
            out.push(LoopInvariant { file, function, at, place, value });
        }
    }
    out
}

/// What holds in each copy: the conjuncts that all have, and one that says that the others of some
/// copy hold. None, if there are copies of which nothing is known.
fn values(count: usize, copies: &BTreeMap<usize, Copy<'_>>) -> Vec<String> {
    if copies.len() < count {
        return vec![];
    }
    let has = |copy: &Copy<'_>, conjunct: &str| copy.conjuncts.contains(&conjunct);
    let is_common = |conjunct: &str| copies.values().all(|copy| has(copy, conjunct));
    let first = copies.values().next();
    let common = first.into_iter().flat_map(|copy| &copy.conjuncts).filter(|it| is_common(it));
    let mut values: Vec<String> = common.map(|&it| it.to_owned()).collect();
    let rests = copies.values().map(|copy| {
        let rest = copy.conjuncts.iter().filter(|it| !is_common(it));
        rest.map(|it| format!("({it})")).collect::<Vec<_>>().join(" && ")
    });
    let rests: BTreeSet<String> = rests.collect();
    // Without any in some copy, the others' need not hold.
    if !rests.contains("") {
        let rests: Vec<String> = rests.into_iter().map(|rest| format!("({rest})")).collect();
        let either = rests.join(" || ");
        values.extend(Some(either).filter(|it| it.len() <= limits::C_EXPRESSION));
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(count: usize, copies: &[&[&'static str]]) -> Vec<String> {
        let copy = |conjuncts: &&[&'static str]| Copy {
            blocks: BTreeSet::from(["here"]),
            conjuncts: conjuncts.to_vec(),
        };
        values(count, &copies.iter().map(copy).enumerate().collect())
    }

    #[test]
    fn one_of_the_copies_invariants_holds() {
        assert_eq!(told(1, &[&["i < 3", "j == 0"]]), ["i < 3", "j == 0"]);
        assert_eq!(
            told(2, &[&["i < 3", "j == 0", "k"], &["k", "i < 5"]]),
            ["k", "((i < 3) && (j == 0)) || ((i < 5))"]
        );
        assert_eq!(told(2, &[&["i < 3"], &[]]), [""; 0]);
        assert_eq!(told(2, &[&["i < 3", "k"], &["k"]]), ["k"]);
        assert_eq!(told(3, &[&["i < 3"], &["i < 3"]]), [""; 0], "of one nothing is known");
    }
}
