//! Candidates that hold while a control word has one value: `on = 1 ⇒ left = 100 − (now − start)`,
//! `state = 3 ⇒ request = 0`.
//!
//! A word is taken for control if few values of it were seen at a location. Its values part the
//! points that were seen there (trace partitioning: Rival, Mauborgne, "The trace partitioning
//! abstract domain", TOPLAS 2007, with values of variables as tokens). Of each part the variables
//! are found that have one value, and the affine relations modulo 2^w ([`Relations`]), as far as
//! they do not hold of all points.
//!
//! Deliberately absent: parts by two control words. What needs both is often a relation with the
//! other one in it, as `put = got + full` is.

use std::collections::BTreeSet;

use super::Context;
use super::affine::Relations;
use super::equalities::equation;
use crate::bv::{Op, Term};
use crate::cfa::LocationId;
use crate::support::limits;

/// The candidates at one location.
pub fn candidates(context: &mut Context<'_>, location: LocationId) -> Vec<Term> {
    let vars: Vec<(Term, u32)> = context.samples[location]
        .vars
        .iter()
        .map(|&var| (context.cfa.vars[var].term, context.width(var)))
        .collect();
    let points = context.samples[location].points.clone();
    let mut all = Vec::new();
    for (control, values) in controls(&points, vars.len()) {
        for value in values {
            let (met, other): (Vec<&[u128]>, Vec<&[u128]>) =
                points.iter().map(Vec::as_slice).partition(|point| point[control] == value);
            if met.len() < limits::GUARDED_POINTS {
                continue;
            }
            let part = Part { vars: &vars, control, met, other };
            let (term, width) = vars[control];
            let constant = context.terms.number(width, value);
            let here = context.terms.eq(term, constant);
            let elsewhere = context.terms.not(here);
            for body in part.bodies(context) {
                all.push(context.terms.app(Op::Or, &[elsewhere, body]));
            }
        }
        if all.len() > limits::PHASE_CANDIDATES {
            all.truncate(limits::PHASE_CANDIDATES);
            break;
        }
    }
    let mut seen = BTreeSet::new();
    all.retain(|&term| context.terms.as_const(term).is_none() && seen.insert(term));
    all
}

/// The places of variables of which few values were seen, more than one, with these values; those
/// with the fewest first.
fn controls(points: &[Vec<u128>], vars: usize) -> Vec<(usize, BTreeSet<u128>)> {
    let values = |place: usize| -> BTreeSet<u128> { points.iter().map(|it| it[place]).collect() };
    let mut all: Vec<(usize, BTreeSet<u128>)> = (0..vars)
        .map(|place| (place, values(place)))
        .filter(|(_, values)| (2..=limits::PHASE_VALUES).contains(&values.len()))
        .collect();
    all.sort_by_key(|(place, values)| (values.len(), *place));
    all
}

/// The points at which a control word has one value.
struct Part<'a> {
    /// Each variable with its width in bits.
    vars: &'a [(Term, u32)],
    /// The place of the control word.
    control: usize,
    met: Vec<&'a [u128]>,
    other: Vec<&'a [u128]>,
}

impl Part<'_> {
    /// What holds of this part, but not of all points.
    fn bodies(&self, context: &mut Context<'_>) -> Vec<Term> {
        let first = self.met[0];
        let is_constant = |&place: &usize| self.met.iter().all(|it| it[place] == first[place]);
        let places = (0..self.vars.len()).filter(|&place| place != self.control);
        let (constant, moving): (Vec<usize>, Vec<usize>) = places.partition(is_constant);
        let mut all = Vec::new();
        for place in constant {
            if self.other.iter().any(|point| point[place] != first[place]) {
                let (term, width) = self.vars[place];
                let value = context.terms.number(width, first[place]);
                all.push(context.terms.eq(term, value));
            }
        }
        let widths: BTreeSet<u32> = moving.iter().map(|&place| self.vars[place].1).collect();
        for width in widths.into_iter().filter(|&width| width > 1) {
            all.extend(self.equalities(context, &moving, width));
        }
        all
    }

    /// Affine relations modulo 2^width between variables of so many bits, and narrower ones.
    fn equalities(&self, context: &mut Context<'_>, moving: &[usize], width: u32) -> Vec<Term> {
        let mut places: Vec<usize> =
            moving.iter().copied().filter(|&place| self.vars[place].1 <= width).collect();
        places.truncate(limits::EQUATED_VARIABLES);
        let row = |point: &[u128]| -> Vec<u128> {
            std::iter::once(1).chain(places.iter().map(|&place| point[place])).collect()
        };
        let mut relations = Relations::all(width, places.len() + 1);
        self.met.iter().for_each(|point| _ = relations.meet(&row(point)));
        let columns: Vec<Vec<usize>> =
            std::iter::once(vec![]).chain(places.iter().map(|&place| vec![place])).collect();
        let vars: Vec<Term> = self.vars.iter().map(|var| var.0).collect();
        let mut all = Vec::new();
        for (relation, pivot) in relations.solved() {
            if self.other.iter().any(|point| !relations.holds(&relation, &row(point))) {
                let terms = &mut context.terms;
                all.push(equation(terms, &vars, &columns, &relation, pivot, width));
            }
        }
        all
    }
}
