//! Differential testing of the whole line on one random program: native runs under
//! sanitizers, the interpreter, the engines, both encodings, the checkers and (where
//! the inputs are few) an exhaustive search must agree.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use llumc::analysis::ranges::parts::{self, Parts};
use llumc::analysis::{self, ranges::Ranges};
use llumc::bv::{Op, Value};
use llumc::certify::{CertifyError, inductive};
use llumc::cfa::accelerate::accelerate;
use llumc::cfa::large::{Blocks, summarise};
use llumc::cfa::{Cfa, single};
use llumc::dimspec::build;
use llumc::encode::{automaton, paper};
use llumc::engine::ic3::{self, SolverKind, Technique};
use llumc::engine::reach::{self, Abstraction, Explain, Interpolation, Order, Scope, Source};
use llumc::engine::{Config, EngineKind};
use llumc::frontend::{self, Compiled, Options};
use llumc::memory;
use llumc::program::interp::{self, Inputs, Interpreter};
use llumc::program::{GoalId, GoalKind, InputKind, Instr, Operand, Program};
use llumc::support::Budget;
use llumc::support::random::Random;
use llumc::system::{LocationInvariant, with_facts};

use super::cgen::{self, Shape};
use super::claims::{Setting, run_engine, run_on_words};
use super::exhaustive::exhaust;
use super::native::{Build, Native, Outcome};

/// What was done, summed over programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Programs.
    pub programs: usize,
    /// Native runs that were compared with the interpreter.
    pub runs: usize,
    /// Goals that an engine reached, with a trace that was replayed.
    pub reached: usize,
    /// Goals that an engine proved unreachable, with a proof that was checked.
    pub proved: usize,
    /// Goals left open by an engine.
    pub open: usize,
    /// Programs whose inputs were enumerated.
    pub exhausted: usize,
    /// Engines that told others lemmas, which were checked.
    pub told: usize,
}

impl Tally {
    /// Adds another tally.
    pub fn add(&mut self, other: Tally) {
        self.programs += other.programs;
        self.runs += other.runs;
        self.reached += other.reached;
        self.proved += other.proved;
        self.open += other.open;
        self.exhausted += other.exhausted;
        self.told += other.told;
    }
}

/// How much effort a program gets.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Random native runs.
    pub runs: usize,
    /// Time for each engine.
    pub time: Duration,
    /// Most input vectors that are enumerated.
    pub vectors: usize,
}

/// Checks the program of `seed`; files go to `folder`.
///
/// # Errors
/// A description of the first disagreement.
pub fn check(seed: u64, shape: Shape, effort: Effort, folder: &Path) -> Result<Tally, String> {
    let source = cgen::program(seed, shape);
    let file = folder.join("p.c");
    std::fs::write(&file, &source).map_err(|e| e.to_string())?;
    let fail = |what: String| Err(format!("seed {seed}, {shape:?}: {what}\n{source}"));
    let options = Options { files: vec![file], ..Options::default() };
    let compiled = match frontend::compile(&options) {
        Ok(compiled) => {
            let program =
                memory::resolve(compiled.program, &memory::Limits::default()).end_tainted();
            Compiled { program, ..compiled }
        }
        Err(error) => return fail(format!("the front end refuses it: {error}")),
    };
    let mut tally = Tally { programs: 1, ..Tally::default() };
    let known = match compare_runs(&determined(&compiled.program), folder, seed, effort, &mut tally)
    {
        Ok(known) => known,
        Err(what) => return fail(what),
    };
    match compare_engines(&compiled, known, seed, effort, &mut tally) {
        Ok(()) => Ok(tally),
        Err(what) => fail(what),
    }
}

/// The program with 0 as the first content of its storage: what is generated reads no
/// storage before it is written, and the harness has no values for it.
fn determined(program: &Program) -> Program {
    let mut program = program.clone();
    for block in program.blocks.iter_mut() {
        for instr in &mut block.instrs {
            if let Instr::Input { dest, kind: InputKind::Uninitialised(_), loc } = *instr {
                let zero = Operand::Const(Value::zero(program.values[dest].width()));
                *instr = Instr::Assign { dest, op: Op::Or, args: vec![zero.clone(), zero], loc };
            }
        }
    }
    program
}

// ---- native runs against the interpreter

/// Runs the program natively and in the interpreter with the same inputs; returns the
/// goals that were seen to be reached.
fn compare_runs(
    program: &Program,
    folder: &Path,
    seed: u64,
    effort: Effort,
    tally: &mut Tally,
) -> Result<BTreeSet<GoalId>, String> {
    let sanitizers = "signed-integer-overflow,shift,integer-divide-by-zero";
    let native =
        Native::build(folder, Build { sanitizers, ilp32: false, cleanup: false, errors: true })?;
    let mut rng = Random::new(seed ^ 0x5eed);
    let mut reached = BTreeSet::new();
    let vectors: Vec<Vec<u64>> = (0..effort.runs)
        .map(|_| (0..1 + rng.index(8)).map(|_| interesting(&mut rng)).collect())
        .collect();
    for (values, native) in vectors.iter().zip(native.each(&vectors)?) {
        let mut inputs = Repeat { values, used: 0 };
        let (ours, goal) = interpret(program, &mut inputs)?;
        if !native.agrees(&ours) {
            return Err(format!("inputs {values:?}: natively {native:?}, interpreted {ours:?}"));
        }
        reached.extend(goal);
        tally.runs += 1;
    }
    Ok(reached)
}

/// Small, extreme and random numbers.
pub fn interesting(rng: &mut Random) -> u64 {
    match rng.index(5) {
        0 => rng.below(10),
        1 => (rng.below(10)).wrapping_neg(),
        2 => (1u64 << rng.below(64)).wrapping_sub(rng.below(3)),
        3 => rng.bits() >> rng.below(64),
        _ => rng.bits(),
    }
}

/// Gives the values over and over, as the harness does.
struct Repeat<'a> {
    values: &'a [u64],
    used: usize,
}

impl Inputs for Repeat<'_> {
    fn next(&mut self, _: usize, _: usize, width: u32) -> Value {
        let value = self.values[self.used % self.values.len()];
        self.used += 1;
        // A signed 64-bit value widens with its sign; no input is wider than 64 bits.
        Value::new(width, u128::from(value))
    }
}

/// Runs the program to its end in the interpreter.
pub fn interpret(
    program: &Program,
    inputs: &mut dyn Inputs,
) -> Result<(Outcome, Option<GoalId>), String> {
    let mut run = Interpreter::new(program);
    for _ in 0..1_000_000 {
        match run.step(inputs, |_, _| {}) {
            interp::Event::Enter(_) => {}
            interp::Event::End(_) => return Ok((Outcome::Returns, None)),
            interp::Event::Goal(id) => {
                let goal = &program.goals[id];
                let GoalKind::Check(check) = &goal.kind else {
                    return Err(format!("reaches {:?}", goal.kind));
                };
                let line = goal.loc.map_or(0, |loc| program.sources.loc(loc).line);
                return Ok((Outcome::Fails(check.property, line), Some(id)));
            }
        }
    }
    Err("the interpreter runs for a million blocks".to_owned())
}

// ---- engines

fn compare_engines(
    compiled: &Compiled,
    mut known: BTreeSet<GoalId>,
    seed: u64,
    effort: Effort,
    tally: &mut Tally,
) -> Result<(), String> {
    let program = &compiled.program;
    let exact = exhaust(&determined(program), effort.vectors)?;
    tally.exhausted += usize::from(exact.is_some());
    let mut rng = Random::new(seed ^ 0xe41e5);
    let blocks = *rng.pick(&[Blocks::Large, Blocks::Single, Blocks::Loops]);
    let single = single::build(program);
    let cfa = summarise(&single, blocks);
    let ranges = analysis::ranges::analyse(&single, &Budget::with_timeout(Some(effort.time)));
    let specialised = rng.one_in(2) && !ranges.is_empty();
    let special = match specialised {
        true => ranges.specialise(&single, blocks),
        false => cfa.clone(),
    };
    let plain = automaton::encode(program, &special);
    // As in `llumc check`: what is generated is for k-induction, acceleration for unrolling.
    let facts = match (rng.one_in(2), specialised) {
        (true, _) => {
            let known = (&known, exact.as_ref());
            let mut mined = mined(program, &single, &ranges, known, effort.time, tally)?;
            // Elsewhere the engines may have no location.
            let heads = ranges.invariant(&single).at;
            mined.at.retain(|block, _| heads.contains_key(block));
            mined
        }
        (false, true) => ranges.invariant(&single),
        (false, false) => LocationInvariant::default(),
    };
    let accelerated = accelerate(&cfa, |_| true).filter(|_| rng.one_in(2));
    let accelerated = accelerated.map(|cfa| automaton::encode(program, &cfa));
    let informed = with_facts(&plain.system, &plain.restore, &facts, &facts);
    let mut lemmas = vec![];
    for config in engines(&mut rng).into_iter().chain([on_words(&mut rng)]) {
        let kind = config.kind;
        let (encoded, system) = match kind {
            EngineKind::Kinduction => (&plain, &informed),
            EngineKind::Unroll => {
                let encoded = accelerated.as_ref().unwrap_or(&plain);
                (encoded, &encoded.system)
            }
            _ => (&plain, &plain.system),
        };
        let built = build::build(system, None);
        let model = Setting {
            program,
            encoded,
            built: &built,
            facts: &facts,
            ranges: specialised.then_some(&ranges),
        };
        let found = match kind.reads_words() {
            true => run_on_words(&model, &special, &config, effort.time, tally),
            false => run_engine(&model, &config, &lemmas, effort.time, tally),
        };
        let found = found.map_err(|what| {
            let (mined, fast) = (!facts.at.is_empty(), accelerated.is_some());
            format!(
                "{blocks:?}, specialised {specialised}, mined {mined}, accelerated {fast}, \
                 {config:?}: {what}"
            )
        })?;
        if let Some(goal) = found.proved.iter().find(|goal| known.contains(goal)) {
            return Err(format!("{kind} proves {goal}, which a run reaches"));
        }
        if let Some(exact) = &exact {
            if let Some(goal) = found.reached.difference(exact).next() {
                return Err(format!("{kind} reaches {goal}, which no input vector does"));
            }
            if let Some(goal) = found.proved.intersection(exact).next() {
                return Err(format!("{kind} proves {goal}, which an input vector reaches"));
            }
        }
        known.extend(found.reached);
        lemmas = found.lemmas;
    }
    compare_paper(program, !known.is_empty(), &mut rng, effort, tally)
}

/// One engine that unrolls, IC3, and one that is told what IC3 has shown, with options by
/// chance.
fn engines(rng: &mut Random) -> [Config; 3] {
    let kinds = [EngineKind::Unroll, EngineKind::Bmc, EngineKind::Kinduction];
    let told = [EngineKind::Kinduction, EngineKind::Ic3Second];
    [*rng.pick(&kinds), EngineKind::Ic3, *rng.pick(&told)].map(|kind| {
        let solver = if rng.one_in(3) { SolverKind::CaDiCaL } else { SolverKind::Cone };
        let without = Technique::ALL.iter().copied().filter(|_| rng.one_in(4)).collect();
        let with = Technique::ALL.iter().copied().filter(|_| rng.one_in(2)).collect();
        Config {
            bound: Some(400),
            simple_path: rng.one_in(2),
            shares: !rng.one_in(4),
            seed: rng.below(1000),
            ic3: ic3::Options { solver, without, with },
            ..Config::new(kind)
        }
    })
}

/// An engine that works on words, with options by chance.
fn on_words(rng: &mut Random) -> Config {
    let mut reach = reach::Options {
        abstraction: *rng.pick(&[Abstraction::Boolean, Abstraction::Cartesian]),
        order: *rng.pick(&[Order::Breadth, Order::Depth]),
        scope: *rng.pick(&[Scope::Location, Scope::Program]),
        explain: *rng.pick(&[Explain::Atoms, Explain::Interpolants]),
        interpolation: Interpolation::default(),
        without: Source::ALL.into_iter().filter(|_| rng.one_in(6)).collect(),
        forced_covering: !rng.one_in(4),
        keep_subtree: rng.one_in(4),
        slackening: rng.one_in(2),
    };
    // Nothing is drawn for it, so that programs of known seeds stay the same.
    reach.interpolation = [Interpolation::McMillan, Interpolation::Pudlak][reach.without.len() % 2];
    let kind = *rng.pick(&[
        EngineKind::Predicate,
        EngineKind::Impact,
        EngineKind::Blast,
        EngineKind::Tracer,
        EngineKind::Ic3ia,
    ]);
    Config { reach, ..Config::new(kind) }
}

/// What is generated for a program, with its invariant and the goals that it excludes checked.
fn mined(
    program: &Program,
    single: &Cfa,
    ranges: &Ranges,
    (known, exact): (&BTreeSet<GoalId>, Option<&BTreeSet<GoalId>>),
    time: Duration,
    tally: &mut Tally,
) -> Result<LocationInvariant, String> {
    let cfa = summarise(single, Blocks::Loops);
    let wanted: Vec<GoalId> = program.goals.indices().collect();
    let limit = Budget::with_timeout(Some(time));
    let needed = ranges.needed(single, &ranges.goals, &Budget::unlimited()).unwrap_or_default();
    let by_parts = parts::analyse(single, ranges, &limit);
    let parts = parts::together(&by_parts, single, ranges);
    let mut mined = analysis::generate(program, &cfa, &wanted, (ranges, &parts), &limit);
    if mined.needs_parts {
        mined.needed = parts.and(&mined.needed);
    }
    let budget = Budget::with_timeout(Some(time * 10));
    let mut invariants =
        vec![(&needed, &ranges.goals[..]), (&mined.needed, &mined.goals[..]), (&mined.all, &[])];
    let excluded = |parts: &Parts| parts.needed(single, ranges, &parts.goals, &limit);
    let excluded: Vec<_> = by_parts.iter().filter_map(|it| Some((excluded(it)?, it))).collect();
    invariants.extend(excluded.iter().map(|(needed, parts)| (needed, &parts.goals[..])));
    for (invariant, goals) in invariants {
        match inductive::check(program, invariant, goals, &budget) {
            Ok(_) | Err(CertifyError::Unknown(_)) => {}
            Err(error) => return Err(format!("mining: {error}")),
        }
    }
    let reached = |goal: &&GoalId| known.contains(goal) || exact.is_some_and(|e| e.contains(goal));
    let by_parts = by_parts.iter().flat_map(|parts| &parts.goals);
    if let Some(goal) = ranges.goals.iter().chain(&mined.goals).chain(by_parts).find(reached) {
        return Err(format!("mining excludes {goal}, which a run reaches"));
    }
    tally.proved += mined.goals.len();
    Ok(mined.all)
}

/// The paper's encoding has one bad condition: is any goal reached?
fn compare_paper(
    program: &Program,
    violated: bool,
    rng: &mut Random,
    effort: Effort,
    tally: &mut Tally,
) -> Result<(), String> {
    let encoded = paper::encode(program, None);
    let built = build::build(&encoded.system, None);
    let facts = LocationInvariant::default();
    let model = Setting { program, encoded: &encoded, built: &built, facts: &facts, ranges: None };
    let mut lemmas = vec![];
    for config in engines(rng) {
        let kind = config.kind;
        let found = run_engine(&model, &config, &lemmas, effort.time, tally)
            .map_err(|what| format!("{config:?}: {what}"))?;
        if violated && !found.proved.is_empty() {
            return Err(format!("paper encoding: {kind} proves what a run reaches"));
        }
        lemmas = found.lemmas;
    }
    Ok(())
}
