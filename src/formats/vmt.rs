//! Writing VMT (A. Cimatti, A. Griggio, S. Tonetta: The VMT-LIB language and tools, SMT
//! 2022): SMT-LIB terms with annotations that say which is the next state, what is
//! initial, the step and the property.
//!
//! VMT has no U. It becomes a part of the step and of the property: a step is taken from
//! a state in U only, and a bad state in U violates the property. That is exact, because
//! U is only ever asked of the states of a run up to the goal.

use std::io::{self, Write};

use super::smtlib::{Functions, connect, truth};
use crate::bv::smtlib::sort;
use crate::system::TransitionSystem;

/// Writes the system with one property: none of the bad conditions at these places holds.
///
/// # Errors
/// Those of `out`.
pub fn write(
    system: &TransitionSystem,
    bad: &[usize],
    comments: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    for comment in comments.iter().flat_map(|comment| comment.split(['\n', '\r'])) {
        writeln!(out, "; {comment}")?;
    }
    let functions = Functions::new(system);
    let declare = |out: &mut dyn Write, term| {
        let sort = sort(system.terms.sort(term));
        writeln!(out, "(declare-fun {} () {sort})", functions.name(term))
    };
    for state in system.states.iter() {
        declare(out, state.current)?;
        declare(out, state.next)?;
    }
    // A variable without a next value is an input.
    for input in functions.inputs() {
        declare(out, input)?;
    }
    for (i, state) in system.states.iter().enumerate() {
        let sort = sort(system.terms.sort(state.current));
        let (now, next) = (functions.name(state.current), functions.name(state.next));
        writeln!(out, "(define-fun .state{i} () {sort} (! {now} :next {next}))")?;
    }
    let init = functions.all(&system.init);
    writeln!(out, "(define-fun .init () Bool (!\n  {init} :init true))")?;
    let universal = functions.all(&system.universal);
    writeln!(out, "(define-fun .universal () Bool\n  {universal})")?;
    let step = functions.step();
    writeln!(out, "(define-fun .trans () Bool (! (and .universal\n  {step}) :trans true))")?;
    let conditions: Vec<_> = bad.iter().map(|&place| system.bad[place].condition).collect();
    let bound = functions.bind(&conditions);
    let any: Vec<String> = bound.roots.iter().map(|text| truth(text)).collect();
    let any = format!("{}{}{}", bound.open, connect("or", "false", &any), bound.close);
    writeln!(
        out,
        "(define-fun .property () Bool (! (not (and .universal\n  {any})) :invar-property 0))"
    )
}
