//! Theorem III.1 of the large-block paper (Beyer, Cimatti, Griggio, Keremoglu, Sebastiani, FMCAD
//! 2009) as a property of random automata: what the rules leave has the entry and the goals, and a
//! goal can be reached in it if and only if it can in the automaton.
//!
//! Edges are relations between states here, and the rules are applied as printed, one after the
//! other in random order, until none applies. Two things that the paper takes for granted are said:
//! goals are sinks (rule 0), and the entry is never removed, also where edges lead back to it.

use std::collections::BTreeMap;

use super::super::large::{Blocks, summarise};
use super::super::*;
use super::{all, assignment};
use crate::bv::Op;
use crate::bv::eval::Evaluator;
use crate::support::Random;

/// Bits of each of the two variables.
const WIDTH: u32 = 2;
/// How many states a location has.
const STATES: usize = 16;
/// The first of the seeds.
const SEED: u64 = 20_091_115;

/// A set of states: bit `s` is state `s`, whose variable `v` has the value `s >> 2v`.
type Set = u16;

/// For each state those that it leads to.
type Relation = [Set; STATES];

/// An edge as a relation.
#[derive(Clone, Copy)]
struct Arc {
    source: LocationId,
    relation: Relation,
    target: LocationId,
}

fn image(relation: &Relation, states: Set) -> Set {
    let inside = (0..STATES).filter(|state| states >> state & 1 == 1);
    inside.fold(0, |all, state| all | relation[state])
}

/// A term of `WIDTH` bits over the variables and the input.
fn word(cfa: &mut Cfa, random: &mut Random) -> Term {
    let var = cfa.vars[CfaVarId(u32::from(random.one_in(2)))].term;
    let other = match random.below(3) {
        0 => cfa.vars[CfaVarId(u32::from(random.one_in(2)))].term,
        1 => cfa.terms.number(WIDTH, random.below(4).into()),
        _ => cfa.terms.app(Op::ZeroExtend(WIDTH), &[cfa.inputs[CfaInputId(0)]]),
    };
    match random.below(4) {
        0 => other,
        1 => cfa.terms.app(Op::Sub, &[var, other]),
        _ => cfa.terms.app(Op::Add, &[var, other]),
    }
}

/// A truth value over the same.
fn condition(cfa: &mut Cfa, random: &mut Random) -> Term {
    let input = cfa.inputs[CfaInputId(0)];
    let [a, b] = [(); 2].map(|()| word(cfa, random));
    match random.below(4) {
        0 => input,
        1 => cfa.terms.app(Op::Ult, &[a, b]),
        _ => cfa.terms.eq(a, b),
    }
}

/// Where the edges of each location lead: each location is reached from an earlier one, and then
/// there are loops, many of one edge only.
fn targets(random: &mut Random, blocks: usize, locations: usize) -> Vec<Vec<usize>> {
    let mut targets: Vec<Vec<usize>> = vec![vec![]; blocks];
    for location in 1..locations {
        targets[random.index(location.min(blocks))].push(location);
    }
    for (from, targets) in targets.iter_mut().enumerate() {
        if random.one_in(3) {
            targets.push(from);
        }
        if targets.is_empty() || random.one_in(2) {
            let first = usize::from(!random.one_in(4));
            targets.push(first + random.index(locations - first));
        }
        if random.one_in(2) {
            targets.reverse();
        }
    }
    targets
}

/// A random automaton: up to seven blocks, two goals and the end.
fn automaton(random: &mut Random) -> Cfa {
    let mut terms = TermStore::new();
    let vars = (0..2)
        .map(|v| CfaVar { term: terms.symbol(format!("x{v}"), WIDTH), value: ValueId(v) })
        .collect();
    let inputs = [terms.symbol("in", 1)].into_iter().collect();
    let blocks = 2 + u32::try_from(random.below(6)).expect("it is small");
    let locations: IndexVec<LocationId, Location> = (0..blocks)
        .map(|block| Location::Block(BlockId(block)))
        .chain([Location::Goal(GoalId(0)), Location::Goal(GoalId(1)), Location::End])
        .collect();
    let targets = targets(random, blocks as usize, locations.len());
    let entry = LocationId(0);
    let mut cfa = Cfa { terms, vars, inputs, locations, edges: IndexVec::new(), entry };
    for (source, targets) in (0..).zip(targets) {
        let mut before = vec![];
        for (at, &target) in targets.iter().enumerate() {
            let mut guard = before.clone();
            if at + 1 < targets.len() {
                let taken = condition(&mut cfa, random);
                before.push(cfa.terms.not(taken));
                guard.push(taken);
            }
            let mut update = vec![];
            for var in [CfaVarId(0), CfaVarId(1)] {
                if random.one_in(2) {
                    update.push((var, word(&mut cfa, random)));
                }
            }
            let reads = vec![Some(CfaInputId(0))];
            cfa.edges.push(Edge {
                source: LocationId(source),
                target: LocationId(u32::try_from(target).expect("it is small")),
                guard,
                update,
                blocks: vec![Executed { block: BlockId(source), reads }],
                iterations: None,
            });
        }
    }
    cfa
}

/// Values of all states and inputs; the automaton may have fewer variables than `automaton` made.
struct Semantics<'a> {
    cfa: &'a Cfa,
    /// Locations as they are called in the automaton that it was made of.
    names: IndexVec<LocationId, LocationId>,
}

impl<'a> Semantics<'a> {
    fn new(cfa: &'a Cfa, original: &Cfa) -> Self {
        let name = |location: &Location| {
            let mut all = original.locations.iter_enumerated();
            all.find(|(_, it)| *it == location).expect("no location is new").0
        };
        Self { cfa, names: cfa.locations.iter().map(name).collect() }
    }

    fn has(&self, value: ValueId) -> bool {
        self.cfa.vars.iter().any(|var| var.value == value)
    }

    /// The states that agree with some of these in the automaton's variables; at goals and the end
    /// no variable counts.
    fn widened(&self, location: &Location, states: Set) -> Set {
        let counts = matches!(location, Location::Block(_));
        let mask = (0..2).filter(|&v| counts && self.has(ValueId(v)));
        let mask = mask.fold(0, |mask, v| mask | 3usize << (WIDTH * v));
        let alike = |state: &usize| {
            (0..STATES).any(|other| states >> other & 1 == 1 && (other ^ state) & mask == 0)
        };
        (0..STATES).filter(alike).fold(0, |set, state| set | 1 << state)
    }

    fn relation(&self, edge: &Edge) -> Relation {
        let terms = &self.cfa.terms;
        let widths: Vec<u32> = self.cfa.inputs.iter().map(|&input| terms.width(input)).collect();
        let inputs = all(&widths).expect("few bits are read between two locations");
        let mut relation = [0; STATES];
        for (state, next) in relation.iter_mut().enumerate() {
            let place = |var: &CfaVar| WIDTH * var.value.0;
            let vars = self.cfa.vars.iter();
            let values: Vec<Value> =
                vars.map(|var| Value::new(WIDTH, (state >> place(var)) as u128)).collect();
            for inputs in &inputs {
                let symbols = assignment(self.cfa, &values, inputs);
                let mut evaluator = Evaluator::new(terms, &symbols);
                if edge.guard.iter().all(|&term| evaluator.eval(term).is_true()) {
                    let mut after = state;
                    for &(var, term) in &edge.update {
                        let place = place(&self.cfa.vars[var]);
                        let value = evaluator.eval(term).to_u64().expect("it is small") as usize;
                        after = after & !(3 << place) | value << place;
                    }
                    *next |= 1 << after;
                }
            }
            *next = self.widened(&self.cfa.locations[edge.target], *next);
        }
        relation
    }

    fn arcs(&self) -> Vec<Arc> {
        let arc = |edge: &Edge| Arc {
            source: self.names[edge.source],
            relation: self.relation(edge),
            target: self.names[edge.target],
        };
        self.cfa.edges.iter().map(arc).collect()
    }
}

/// All states that can be reached from some of a location, themselves included.
fn reachable(arcs: &[Arc], from: LocationId, states: Set) -> BTreeMap<LocationId, Set> {
    let mut reached = BTreeMap::from([(from, states)]);
    let mut work = vec![from];
    while let Some(location) = work.pop() {
        let here = reached[&location];
        for arc in arcs.iter().filter(|arc| arc.source == location) {
            let new = image(&arc.relation, here);
            let known = reached.entry(arc.target).or_default();
            if *known | new != *known {
                *known |= new;
                work.push(arc.target);
            }
        }
    }
    reached.retain(|_, states| *states != 0);
    reached
}

/// Rules 1 and 2 in random order, until none applies.
fn rewritten(cfa: &Cfa, mut arcs: Vec<Arc>, random: &mut Random) -> Vec<Arc> {
    loop {
        // Rule 1: the only edge that enters a location, and is no loop there.
        let only = |at: usize| {
            let Arc { source, target, .. } = arcs[at];
            let removable = matches!(cfa.locations[target], Location::Block(_));
            let entering = arcs.iter().filter(|arc| arc.target == target).count();
            removable && target != cfa.entry && source != target && entering == 1
        };
        let mut sequences: Vec<usize> = (0..arcs.len()).filter(|&at| only(at)).collect();
        // Rule 2: two edges with the same ends.
        let ends = |at: usize| (arcs[at].source, arcs[at].target);
        let mut choices = vec![];
        for a in 0..arcs.len() {
            choices.extend((0..a).filter(|&b| ends(a) == ends(b)).map(|b| (a, b)));
        }
        if !sequences.is_empty() && (choices.is_empty() || random.one_in(2)) {
            let first = arcs.swap_remove(sequences.swap_remove(random.index(sequences.len())));
            for arc in arcs.iter_mut().filter(|arc| arc.source == first.target) {
                arc.source = first.source;
                let then = arc.relation;
                arc.relation = first.relation.map(|states| image(&then, states));
            }
        } else if !choices.is_empty() {
            let (a, b) = choices[random.index(choices.len())];
            let other = arcs.swap_remove(a);
            for (states, more) in arcs[b].relation.iter_mut().zip(other.relation) {
                *states |= more;
            }
        } else {
            return arcs;
        }
    }
}

/// How many random automata were of each kind.
#[derive(Default)]
struct Counts {
    self_loops: usize,
    reached: usize,
    missed: usize,
    same_edges: usize,
}

impl Counts {
    /// That what `blocks` leaves of an automaton does the same.
    fn compare(&mut self, cfa: &Cfa, blocks: Blocks, rules: &[Arc]) {
        let small = Semantics::new(cfa, cfa).arcs();
        let large = summarise(cfa, blocks);
        let semantics = Semantics::new(&large, cfa);
        let arcs = semantics.arcs();
        // (i)
        assert_eq!(semantics.names[large.entry], cfa.entry);
        let goals = |reached: &BTreeMap<LocationId, Set>| -> Vec<LocationId> {
            let is_goal = |id: &&LocationId| matches!(cfa.locations[**id], Location::Goal(_));
            reached.keys().filter(is_goal).copied().collect()
        };
        // (ii), for the rules as printed too
        let expected = goals(&reachable(&small, cfa.entry, Set::MAX));
        assert!(expected.iter().all(|goal| semantics.names.iter().any(|name| name == goal)));
        assert_eq!(goals(&reachable(&arcs, cfa.entry, Set::MAX)), expected);
        assert_eq!(goals(&reachable(rules, cfa.entry, Set::MAX)), expected);
        self.reached += expected.len();
        self.missed += 2 - expected.len();
        // What can be reached from each state of each location that is left.
        for &from in semantics.names.iter() {
            for state in 0..STATES {
                let mut expected = reachable(&small, from, 1 << state);
                expected.retain(|location, _| semantics.names.iter().any(|name| name == location));
                let widen = |(location, states)| {
                    (location, semantics.widened(&cfa.locations[location], states))
                };
                let start = semantics.widened(&cfa.locations[from], 1 << state);
                let expected: BTreeMap<_, _> = expected.into_iter().map(widen).collect();
                assert_eq!(
                    reachable(&arcs, from, start),
                    expected,
                    "from {from}, {state}\n{large}"
                );
            }
        }
        if blocks == Blocks::Large {
            self.same_edges += usize::from(is_same(&semantics, cfa, &arcs, rules));
        }
    }
}

/// Whether the rules leave the same locations; then that they leave the same edges. Edges whose
/// conditions contradict each other are left out by `summarise` and so more locations may go.
fn is_same(semantics: &Semantics<'_>, cfa: &Cfa, arcs: &[Arc], rules: &[Arc]) -> bool {
    let possible = |arcs: &[Arc]| -> BTreeMap<(LocationId, LocationId), Relation> {
        let widen = |arc: &Arc| {
            arc.relation.map(|states| semantics.widened(&cfa.locations[arc.target], states))
        };
        let all = arcs.iter().map(|arc| ((arc.source, arc.target), widen(arc)));
        all.filter(|(_, relation)| relation.iter().any(|states| *states != 0)).collect()
    };
    let left = |location: &LocationId| semantics.names.iter().any(|name| name == location);
    let ends: Vec<LocationId> = rules.iter().flat_map(|arc| [arc.source, arc.target]).collect();
    let sources = arcs.iter().map(|arc| arc.source);
    assert!(sources.into_iter().all(|source| ends.contains(&source)), "the rules leave more");
    let same = ends.iter().all(left);
    if same {
        assert_eq!(possible(arcs), possible(rules));
    }
    same
}

#[test]
fn a_goal_is_reached_in_the_summary_if_and_only_if_it_is() {
    println!("seeds from {SEED}");
    let mut counts = Counts::default();
    let number = 400;
    for seed in SEED..SEED + number as u64 {
        let mut random = Random::new(seed);
        let cfa = automaton(&mut random);
        println!("seed {seed}\n{cfa}");
        counts.self_loops += usize::from(cfa.edges.iter().any(|edge| edge.source == edge.target));
        let rules = rewritten(&cfa, Semantics::new(&cfa, &cfa).arcs(), &mut random);
        for blocks in [Blocks::Large, Blocks::Loops] {
            counts.compare(&cfa, blocks, &rules);
        }
    }
    let Counts { self_loops, reached, missed, same_edges } = counts;
    let text = format!(
        "{self_loops} with self-loops; goals: {reached} reached, {missed} not; {same_edges} of {number} as by the rules"
    );
    println!("{text}");
    assert!(self_loops > number / 2 && reached > 100 && missed > 100, "{text}");
    assert!(same_edges > number / 2, "{text}");
}
