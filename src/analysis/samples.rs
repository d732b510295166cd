//! Concrete runs of the program with random inputs, and the values they pass through.
//!
//! Runs are drawn from a fixed seed. Each has a character of its own: how large its
//! inputs are (small ones, limits of the type, constants of the program, any), and how
//! likely a truth value is true, so that loops are run often as well as left early.
//! What is sampled only suggests: nothing is believed because it was seen.

use rustc_hash::FxHashSet;

use crate::bv::Value;
use crate::cfa::{Cfa, CfaVarId, Location, LocationId};
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{BlockId, Instr, Operand, Program, Terminator};
use crate::support::{Budget, IndexVec, Random};

/// Blocks of one run, at most.
const LONGEST: usize = 4000;
/// Runs that bring nothing new before no more are tried.
const VAIN: usize = 200;
/// Points that are kept of each location.
const KEPT: usize = 160;

/// The points seen at one location.
#[derive(Clone, Debug, Default)]
pub struct Sampled {
    /// The state variables that matter there and were defined whenever it was reached.
    pub vars: Vec<CfaVarId>,
    /// Their values, in order; variables of more than 128 bits are not among them.
    pub points: Vec<Vec<u128>>,
}

/// Runs `program` for as long as the budget lasts or something new is seen, and returns
/// the values of the `live` variables at each location.
pub fn sample(
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
    while vain < VAIN && budget.exhausted().is_none() {
        let mut inputs = Chooser::new(&mut rng, &constants);
        let mut run = Interpreter::new(program);
        let mut new = false;
        while run.steps() < LONGEST {
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
        if self.known.len() >= 64 * KEPT || !self.known.insert(point.clone()) {
            return false;
        }
        if self.points.len() < KEPT {
            self.points.push(point);
        } else if rng.index(self.known.len()) < KEPT {
            // The first few are left alone: small values and what comes first.
            self.points[KEPT / 4 + rng.index(KEPT - KEPT / 4)] = point;
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
        Self { rng, constants, fickle, kind, truth }
    }
}

impl Inputs for Chooser<'_> {
    fn next(&mut self, _step: usize, _index: usize, width: u32) -> Value {
        if width == 1 {
            return Value::bool(self.rng.below(16) < self.truth);
        }
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
