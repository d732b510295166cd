//! Concrete runs of the program with random inputs, and the values they pass through.
//!
//! Runs are drawn from a fixed seed. Each has a character of its own: how large its
//! inputs are (small ones, limits of the type, constants of the program, any), and how
//! likely a truth value is true, so that loops are run often as well as left early.
//! What is sampled only suggests: nothing is believed because it was seen.
//!
//! A loop of thousands of rounds keeps runs from what comes after it. Where no run came,
//! points are taken from runs of a copy of the program in which such loops are short.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::bv::{Op, Value};
use crate::cfa::{Cfa, CfaVarId, Location, LocationId};
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{BlockId, InputKind, Instr, Operand, Program, Terminator, ValueId};
use crate::support::limits;
use crate::support::{Budget, IndexVec, Random};

/// The points seen at one location.
#[derive(Clone, Debug, Default)]
pub struct Sampled {
    /// The state variables that matter there and were defined whenever it was reached.
    pub vars: Vec<CfaVarId>,
    /// Their values, in order; variables of more than 128 bits are not among them.
    pub points: Vec<Vec<u128>>,
}

impl Sampled {
    /// The values of a variable, if it is among them.
    pub fn values(&self, var: CfaVarId) -> impl Iterator<Item = u128> {
        let place = self.vars.iter().position(|&other| other == var);
        place.into_iter().flat_map(|place| self.points.iter().map(move |point| point[place]))
    }
}

/// Runs `program`, and where that leaves gaps a copy with short loops, for as long as the
/// budget lasts or something new is seen; returns the values of the `live` variables at
/// each location.
pub fn sample(
    program: &Program,
    cfa: &Cfa,
    live: &IndexVec<LocationId, Vec<CfaVarId>>,
    seed: u64,
    budget: &Budget,
) -> IndexVec<LocationId, Sampled> {
    let part = budget.remaining().map(|left| left / limits::INVARIANTS_FIRST_RUNS_SHARE);
    let first = part.map_or_else(|| budget.clone(), |part| budget.at_most(part));
    let mut sampled = runs(program, cfa, live, seed, &first);
    let missed: Vec<LocationId> = cfa
        .locations
        .iter_enumerated()
        .filter(|(location, kind)| matches!(kind, Location::Block(_)) && *location != cfa.entry)
        .map(|(location, _)| location)
        .filter(|&location| sampled[location].points.len() < limits::SAMPLE_FEW)
        .collect();
    if !missed.is_empty() {
        let mut short = runs(&with_short_loops(program), cfa, live, seed, budget);
        for location in missed {
            if sampled[location].points.len() < short[location].points.len() {
                sampled[location] = std::mem::take(&mut short[location]);
            }
        }
    }
    sampled
}

/// A copy in which counters are compared with small numbers instead of large ones, in the
/// same order; neighbours stay neighbours. Its runs are none of the program, but what
/// relates its variables often relates those of the program.
fn with_short_loops(program: &Program) -> Program {
    let mut short = program.clone();
    let mut counters: FxHashSet<ValueId> =
        program.blocks.iter().flat_map(|block| &block.phis).map(|phi| phi.dest).collect();
    for instr in program.blocks.iter().flat_map(|block| &block.instrs) {
        // Indices of elements that are followed are compared with counters.
        if let Instr::Input { dest, kind: InputKind::Memory(_) | InputKind::Left(_), .. } = instr {
            counters.insert(*dest);
        }
        if let Instr::Assign { dest, op: Op::Add | Op::Sub, args, .. } = instr
            && let [Operand::Value(counter), Operand::Const(_)] = &args[..]
            && counters.contains(counter)
        {
            counters.insert(*dest);
        }
    }
    // A number that a counter is compared with.
    let limit = |instr: &Instr| -> Option<(usize, u128)> {
        let Instr::Assign { op, args, .. } = instr else { return None };
        if !matches!(op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) {
            return None;
        }
        let place = args.iter().position(|arg| matches!(arg, Operand::Const(_)))?;
        let (Operand::Const(limit), Operand::Value(other)) = (&args[place], &args[1 - place])
        else {
            return None;
        };
        let unsigned = matches!(op, Op::Ult | Op::Ule);
        let bits = limit.small().filter(|bits| unsigned || bits >> (limit.width() - 1) == 0)?;
        (counters.contains(other) && bits > limits::SAMPLE_SHORT).then_some((place, bits))
    };
    let instrs = || program.blocks.iter().flat_map(|block| &block.instrs);
    let limits: BTreeSet<u128> = instrs().filter_map(limit).map(|limit| limit.1).collect();
    let mut small = BTreeMap::new();
    let mut last: Option<(u128, u128)> = None;
    for limit in limits {
        let to = match last {
            Some((before, to)) => to + (limit - before).min(limits::SAMPLE_GAP),
            None => limits::SAMPLE_GAP,
        };
        small.insert(limit, to);
        last = Some((limit, to));
    }
    for instr in short.blocks.iter_mut().flat_map(|block| &mut block.instrs) {
        if let Some((place, bits)) = limit(instr)
            && let Instr::Assign { args, .. } = instr
        {
            let width = program.width(&args[place]);
            // Too small a type for that has no large numbers.
            args[place] = Operand::Const(Value::new(width, small[&bits].min(bits)));
        }
    }
    short
}

/// Runs a program for as long as the budget lasts or something new is seen.
fn runs(
    program: &Program,
    cfa: &Cfa,
    live: &IndexVec<LocationId, Vec<CfaVarId>>,
    seed: u64,
    budget: &Budget,
) -> IndexVec<LocationId, Sampled> {
    let mut at: IndexVec<BlockId, Option<LocationId>> =
        IndexVec::filled(None, program.blocks.len());
    for (location, kind) in cfa.locations.iter_enumerated() {
        if let Location::Block(block) = kind {
            at[*block] = Some(location);
        }
    }
    let small = |&&var: &&CfaVarId| cfa.terms.width(cfa.vars[var].term) <= 128;
    let watched: IndexVec<LocationId, Vec<CfaVarId>> =
        live.iter().map(|vars| vars.iter().filter(small).copied().collect()).collect();
    let mut seen = IndexVec::filled(Seen::default(), cfa.locations.len());
    let constants = constants(program);
    let mut rng = Random::new(seed);
    let mut vain = 0;
    while vain < limits::SAMPLE_VAIN && budget.exhausted().is_none() {
        let mut inputs = Chooser::new(&mut rng, &constants);
        let mut run = Interpreter::new(program);
        let mut new = false;
        while run.steps() < limits::SAMPLE_LENGTH {
            let Event::Enter(block) = run.step(&mut inputs, |_, _| {}) else { break };
            let Some(location) = at[block] else { continue };
            let value = |&var: &CfaVarId| run.value(cfa.vars[var].value).and_then(Value::small);
            let point = watched[location].iter().map(value).collect();
            new |= seen[location].add(point, inputs.rng);
            // A run may be slow, too.
            if run.steps().is_multiple_of(64) && budget.exhausted().is_some() {
                break;
            }
        }
        vain = if new { 0 } else { vain + 1 };
    }
    let locations = cfa.locations.indices();
    locations.map(|location| seen[location].finish(&watched[location])).collect()
}

/// The points seen so far at one location: a random selection if there are many.
#[derive(Clone, Default)]
struct Seen {
    points: Vec<Vec<Option<u128>>>,
    known: FxHashSet<Vec<Option<u128>>>,
}

impl Seen {
    /// Says whether the point is new.
    fn add(&mut self, point: Vec<Option<u128>>, rng: &mut Random) -> bool {
        if self.known.len() >= 64 * limits::SAMPLED_POINTS || !self.known.insert(point.clone()) {
            return false;
        }
        if self.points.len() < limits::SAMPLED_POINTS {
            self.points.push(point);
        } else if rng.index(self.known.len()) < limits::SAMPLED_POINTS {
            // The first few are left alone: small values and what comes first.
            self.points[limits::SAMPLED_POINTS / 4
                + rng.index(limits::SAMPLED_POINTS - limits::SAMPLED_POINTS / 4)] = point;
        }
        true
    }

    fn finish(&self, watched: &[CfaVarId]) -> Sampled {
        let always = |place: &usize| self.points.iter().all(|point| point[*place].is_some());
        let places: Vec<usize> = (0..watched.len()).filter(always).collect();
        let mut points: Vec<Vec<u128>> = self
            .points
            .iter()
            .map(|point| places.iter().filter_map(|&place| point[place]).collect())
            .collect();
        let mut distinct = FxHashSet::default();
        points.retain(|point| distinct.insert(point.clone()));
        Sampled { vars: places.into_iter().map(|place| watched[place]).collect(), points }
    }
}

/// The constants of the program, each once.
fn constants(program: &Program) -> Vec<u128> {
    let mut all: Vec<u128> = Vec::new();
    let mut add = |operand: &Operand| {
        if let Operand::Const(value) = operand {
            all.extend(value.small());
        }
    };
    for block in program.blocks.iter() {
        block.phis.iter().flat_map(|phi| &phi.incoming).for_each(|incoming| add(&incoming.1));
        for instr in &block.instrs {
            if let Instr::Assign { args, .. } = instr {
                args.iter().for_each(&mut add);
            }
        }
        if let Terminator::Switch { cases, .. } = &block.terminator {
            cases.iter().for_each(|case| add(&Operand::Const(case.0.clone())));
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The inputs of one run.
struct Chooser<'a> {
    rng: &'a mut Random,
    constants: &'a [u128],
    /// Of so many wide inputs one is of another kind than this run's.
    fickle: u64,
    kind: Kind,
    /// Truth values are true so many times of 16.
    truth: u64,
    /// Of so many wide inputs one is what the last one of its width was; of none, if 0.
    /// Else two inputs would seldom be equal.
    repeats: u64,
    last: BTreeMap<u32, Value>,
}

#[derive(Clone, Copy)]
enum Kind {
    Small,
    Limit,
    Constant,
    Any,
}

const KINDS: [Kind; 5] = [Kind::Small, Kind::Small, Kind::Limit, Kind::Constant, Kind::Any];

impl<'a> Chooser<'a> {
    fn new(rng: &'a mut Random, constants: &'a [u128]) -> Self {
        let kind = *rng.pick(&KINDS);
        let (fickle, truth) = (*rng.pick(&[2, 4, 16]), *rng.pick(&[4, 8, 12, 15]));
        let repeats = *rng.pick(&[0, 0, 2]);
        Self { rng, constants, fickle, kind, truth, repeats, last: BTreeMap::new() }
    }
}

impl Inputs for Chooser<'_> {
    fn next(&mut self, _step: usize, _index: usize, width: u32) -> Value {
        if width == 1 {
            return Value::bool(self.rng.below(16) < self.truth);
        }
        if self.repeats > 0
            && self.rng.one_in(self.repeats)
            && let Some(last) = self.last.get(&width)
        {
            return last.clone();
        }
        let value = self.choose(width);
        self.last.insert(width, value.clone());
        value
    }
}

impl Chooser<'_> {
    fn choose(&mut self, width: u32) -> Value {
        let kind = if self.rng.one_in(self.fickle) { *self.rng.pick(&KINDS) } else { self.kind };
        let near = u128::from(self.rng.below(3)).wrapping_sub(1);
        match kind {
            Kind::Small => Value::new(width, self.rng.below(12).into()),
            Kind::Limit if self.rng.one_in(2) => Value::new(width, near),
            Kind::Limit => Value::new(width, (1 << (width.min(128) - 1)) | near.min(1)),
            Kind::Constant if !self.constants.is_empty() => {
                Value::new(width, self.rng.pick(self.constants).wrapping_add(near))
            }
            Kind::Constant | Kind::Any => Value::new(width, self.rng.wide()),
        }
    }
}
