//! The automaton does what the program does.

mod summary;

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::large::{Blocks, summarise};
use super::*;
use crate::bv::eval::Evaluator;
use crate::bv::{Assignment, Value};
use crate::program::explore::reachable_goals;
use crate::program::random::{self, Shape};
use crate::program::samples::{diamonds, jain, swap};
use crate::program::{EndKind, Program, Terminator};
use crate::support::Random;

/// All values of the given widths, one after the other; `None` beyond 10 bits.
fn all(widths: &[u32]) -> Option<Vec<Vec<Value>>> {
    let bits: u32 = widths.iter().sum();
    let cut = |mut number: u128| {
        let take = |&width: &u32| {
            let value = Value::new(width, number);
            number >>= width;
            value
        };
        widths.iter().map(take).collect()
    };
    (bits <= 10).then(|| (0..1u128 << bits).map(cut).collect())
}

fn assignment(cfa: &Cfa, vars: &[Value], inputs: &[Value]) -> Assignment {
    let terms = cfa.vars.iter().map(|var| var.term).chain(cfa.inputs.iter().copied());
    let symbols = terms.map(|term| cfa.terms.as_symbol(term).expect("a symbol"));
    symbols.zip(vars.iter().chain(inputs).cloned()).collect()
}

/// The goals that the automaton reaches by explicit search, from all initial values.
/// Checks on the way that exactly one edge is enabled wherever one must be.
fn goals(cfa: &Cfa) -> Option<BTreeSet<GoalId>> {
    let widths = |terms: Vec<Term>| terms.into_iter().map(|t| cfa.terms.width(t)).collect();
    let inputs: Vec<u32> = widths(cfa.inputs.iter().copied().collect());
    let inputs = all(&inputs)?;
    let vars: Vec<u32> = widths(cfa.vars.iter().map(|var| var.term).collect());
    let starts = all(&vars)?;
    let outgoing = cfa.outgoing();
    let mut work: Vec<(LocationId, Vec<Value>)> =
        starts.into_iter().map(|vars| (cfa.entry, vars)).collect();
    let mut seen: FxHashSet<(LocationId, Vec<Value>)> = work.iter().cloned().collect();
    let mut goals = BTreeSet::new();
    while let Some((location, vars)) = work.pop() {
        match &cfa.locations[location] {
            Location::Goal(goal) => {
                goals.insert(*goal);
            }
            Location::End => {}
            Location::Block(_) => {
                for inputs in &inputs {
                    let symbols = assignment(cfa, &vars, inputs);
                    let mut evaluator = Evaluator::new(&cfa.terms, &symbols);
                    let enabled: Vec<EdgeId> = outgoing[location]
                        .iter()
                        .copied()
                        .filter(|&id| {
                            cfa.edges[id].guard.iter().all(|&term| evaluator.eval(term).is_true())
                        })
                        .collect();
                    assert_eq!(enabled.len(), 1, "not deterministic and total at {location}");
                    let edge = &cfa.edges[enabled[0]];
                    let mut next = vars.clone();
                    for &(var, term) in &edge.update {
                        next[var.0 as usize] = evaluator.eval(term);
                    }
                    let next = (edge.target, next);
                    if seen.insert(next.clone()) {
                        work.push(next);
                    }
                }
            }
        }
    }
    Some(goals)
}

#[test]
fn random_programs_reach_the_same_goals() {
    let mut compared = 0;
    for seed in 0..600 {
        let program = random::program(&mut Random::new(seed), &Shape::tiny());
        let expected = reachable_goals(&program, 20_000);
        let cfa = single::build(&program);
        for blocks in [Blocks::Single, Blocks::Large, Blocks::Loops] {
            let cfa = summarise(&cfa, blocks);
            if let (Some(expected), Some(goals)) = (&expected, goals(&cfa)) {
                assert_eq!(goals, *expected, "seed {seed} {blocks:?}\n{program}\n{cfa}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1200, "only {compared} automata were small enough");
}

/// Without loops a program is one step.
#[test]
fn large_blocks_leave_heads_of_loops() {
    let mut left = [0; 3];
    for seed in 0..300 {
        let program = random::program(&mut Random::new(seed), &Shape::medium());
        let single = single::build(&program);
        let mut heads = single.loops().heads().len();
        heads += usize::from(!single.loops().heads().contains(&single.entry));
        for (i, blocks) in [Blocks::Loops, Blocks::Large, Blocks::Single].into_iter().enumerate() {
            let cfa = summarise(&single, blocks);
            let located = |location: &&Location| matches!(location, Location::Block(_));
            let count = cfa.locations.iter().filter(located).count();
            assert!(count >= heads);
            left[i] += count - heads;
            // No two edges have the same ends.
            let ends: FxHashSet<_> = cfa.edges.iter().map(|e| (e.source, e.target)).collect();
            assert!(ends.len() == cfa.edges.len() || blocks == Blocks::Single);
        }
    }
    assert!(left[0] * 2 < left[1] && left[1] * 3 < left[2], "{left:?}");
}

/// A sequence of branches is composed without enumerating its paths.
#[test]
fn diamonds_stay_linear() {
    let size = |count: u32| {
        let program = diamonds(count);
        let cfa = summarise(&single::build(&program), Blocks::Large);
        assert_eq!(cfa.edges.len(), 2, "{cfa}");
        cfa.terms.len()
    };
    let (some, more) = (size(20), size(40));
    assert!(more < 2 * some + 20, "{some} {more}");
}

#[test]
fn only_what_matters_is_state() {
    let cfa = single::build(&jain(32));
    let names: Vec<&str> = cfa.terms.symbols().iter().map(|symbol| symbol.name.as_str()).collect();
    assert_eq!(names, ["y", "input32.0"]);
    // entry, loop, goal; entry -> loop, loop -> goal, loop -> loop.
    assert_eq!((cfa.locations.len(), cfa.edges.len()), (3, 3));
    assert!(cfa.edges.iter().all(|edge| edge.update.len() <= 1));
}

#[test]
fn phis_read_simultaneously() {
    let cfa = single::build(&swap());
    assert_eq!(goals(&cfa), Some(BTreeSet::new()));
    assert_eq!(goals(&single::build(&jain(3))), Some(BTreeSet::new()));
}

#[test]
fn a_goal_in_the_entry_keeps_the_entry_a_location() {
    let mut program = Program::default();
    let mut b = crate::program::samples::Builder::default();
    std::mem::swap(&mut b.program, &mut program);
    let block = b.goal("at once", crate::program::Property::Assert);
    let cfa = single::build(&b.program);
    assert_eq!(cfa.locations[cfa.entry], Location::Block(block));
    assert_eq!(goals(&cfa).map(|goals| goals.len()), Some(1));
    b.program.blocks[block].terminator = Terminator::End(EndKind::Exit);
    let cfa = single::build(&b.program);
    assert_eq!(cfa.locations.as_slice(), [Location::Block(block), Location::End]);
}

#[test]
fn printed_for_people() {
    let cfa = single::build(&swap());
    let expected = "\
var x: 2 bits (last value of v0)
var y: 2 bits (last value of v1)
input input1.0: 1 bits
L0: bb0, entry
    -> L1  x := 0  y := 1
L1: bb1, head of a loop of depth 1
    -> L1  [input1.0]  x := y  y := x
    -> L2  [¬input1.0]
L2: bb2
    -> L3  [(x = y)]
    -> L4  [¬(x = y)]
L3: goal0
L4: end
";
    assert_eq!(cfa.to_string(), expected);
    let dot = dot::render(&cfa, &swap());
    assert!(dot.contains("L1 [label=\"L1: head\\l\", style=bold];"));
    assert!(dot.contains("L0 -> L1 [label=\"x := 0\\ly := 1\\l\"];"));
}
