//! The interpreter on a program with memory against the interpreter on the resolved one:
//! same inputs, same values seen, same end.
//!
//! The two may differ in what is not modelled: the resolved program then ends in an
//! unsupported point or a bound, having seen the same until then. And the interpreter
//! knows no provenance: where arithmetic has led from one object into another, nothing is
//! compared any more.

use std::cell::Cell;
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::bv::{Array, Op, Sort, Value};
use crate::memory::{Limits, resolve};
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{
    BlockId, Bound, EndKind, GoalKind, InputKind, Instr, ObjectId, Operand, Program, Storage,
    ValueId, random,
};
use crate::support::Random;

/// What a run shows, and how it ends.
#[derive(Debug, PartialEq, Eq)]
enum End {
    /// The path ended.
    Over(EndKind),
    /// A check failed.
    Goal(String),
    /// Something is not modelled.
    Unmodelled(String),
    /// It was enough.
    Stopped,
}

#[derive(Debug)]
pub(super) struct Seen {
    values: Vec<Value>,
    end: End,
}

/// In runs from this seed on arbitrary bytes are less than 8.
pub(super) const SMALL_BYTES: u64 = 1 << 48;

/// The arbitrary byte of an object.
fn byte(program: &Program, seed: u64, since: usize, object: ObjectId, offset: u64) -> u8 {
    let heap = program.memory.objects[object].storage != Storage::Local;
    let since = if heap { 0 } else { since as u64 };
    let key = seed ^ since << 40 ^ u64::from(object.0) << 20 ^ offset;
    let mut random = Random::new(key);
    // Small, so that it may be used as an index.
    let byte = if random.one_in(2) { random.below(8) as u8 } else { random.bits() as u8 };
    if seed < SMALL_BYTES { byte } else { byte & 7 }
}

struct Given<'a> {
    program: &'a Program,
    seed: u64,
    native: Random,
    block: BlockId,
    /// Steps as the program with memory makes them.
    step: usize,
    /// Set when the run depends on what C leaves open.
    open: &'a Cell<bool>,
}

impl Given<'_> {
    /// The arbitrary bytes of an object from an offset on, as a word; zero behind its end.
    fn bytes(&self, object: ObjectId, start: u64, width: u32) -> Value {
        let size = self.program.memory.objects[object].size;
        let mut bits = Vec::new();
        for at in start..start + u64::from(width / 8) {
            let known = (at < size).then(|| byte(self.program, self.seed, self.step, object, at));
            bits.extend((0..8).map(|bit| known.unwrap_or(0) >> bit & 1 == 1));
        }
        Value::from_bits(&bits)
    }

    fn object(&self, name: &str) -> ObjectId {
        let mut objects = self.program.memory.objects.iter_enumerated();
        objects.find(|(_, object)| object.name == name).expect("an object").0
    }

    /// What the input that is executed is for.
    fn kind(&self, index: usize) -> &InputKind {
        let instrs = &self.program.blocks[self.block].instrs;
        let mut inputs = instrs.iter().filter_map(|instr| match instr {
            Instr::Input { kind, .. } => Some(kind),
            _ => None,
        });
        inputs.nth(index).expect("the input that is executed")
    }

    /// `uninitialised o3[*]`, `uninitialised o3[8*i+4..8*i+8]`
    fn described_array(&self, text: &str, index: u32, element: u32) -> Value {
        let name = text.strip_prefix("uninitialised ").expect("what objects hold at first");
        let (name, range) = name.split_once('[').expect("a range");
        let (size, start) = match range.split_once("*i+") {
            None => (u64::from(element / 8), 0),
            Some((size, rest)) => {
                let (start, _) = rest.split_once("..").expect("a range");
                (size.parse().expect("a number"), start.parse().expect("a number"))
            }
        };
        let object = self.object(name);
        let word = |at: u64| {
            let word = self.bytes(object, at * size + start, element);
            (Value::new(index, at.into()), word)
        };
        Array::new(index, Value::zero(element)).with((0..1 << index).map(word)).into()
    }

    /// `uninitialised o3[2..4]`
    fn described(&self, text: &str, width: u32) -> Value {
        let Some(name) = text.strip_prefix("uninitialised ") else {
            self.open.set(true);
            return Value::zero(width);
        };
        let (name, start) = match name.split_once('[') {
            Some((name, range)) => (name, range.split_once("..").expect("a range").0),
            None => (name, "0"),
        };
        let start: u64 = start.parse().expect("a number");
        self.bytes(self.object(name), start, width)
    }
}

impl Inputs for Given<'_> {
    fn next(&mut self, _: usize, index: usize, width: u32) -> Value {
        match self.kind(index) {
            InputKind::Memory(text) | InputKind::Left(text) => self.described(text, width),
            _ => Value::new(width, self.native.wide()),
        }
    }

    fn array(&mut self, _: usize, index: usize, sort: Sort) -> Value {
        match (self.kind(index), sort) {
            (InputKind::Memory(text) | InputKind::Left(text), Sort::Array { index, element }) => {
                self.described_array(text, index, element)
            }
            other => panic!("{other:?}"),
        }
    }

    fn byte(&mut self, since: usize, object: ObjectId, offset: u64) -> u8 {
        byte(self.program, self.seed, since, object, offset)
    }
}

/// Whether the result of an instruction is an address into an object that none of its
/// operands is an address into.
fn conjured(program: &Program, run: &Interpreter<'_>, instr: &Instr) -> bool {
    let Instr::Assign { dest, op, args, .. } = instr else { return false };
    let pointer = program.memory.pointer_width;
    if program.values[*dest].width() != pointer || *op == Op::Concat {
        return false;
    }
    let number = |value: Option<Value>| {
        let number = value.and_then(|value| value.to_u64()).unwrap_or(0);
        number >> program.memory.offset_bits()
    };
    let made = number(run.value(*dest).cloned());
    let known =
        args.iter().any(|arg| program.width(arg) == pointer && number(run.operand(arg)) == made);
    made > 0 && made <= program.memory.objects.len() as u64 && !known
}

/// Runs a program; `first` tells where blocks of the source begin.
fn run(program: &Program, seed: u64, first: impl Fn(BlockId) -> bool) -> Seen {
    observed(program, seed, first, |_, _| {})
}

/// Lets a run of a program with memory be seen: what its values are, each when it is defined.
pub(super) fn each_value(program: &Program, seed: u64, mut see: impl FnMut(ValueId, &Value)) {
    observed(program, seed, |_| true, |run, dest| see(dest, run.value(dest).expect("a value")));
}

fn observed(
    program: &Program,
    seed: u64,
    first: impl Fn(BlockId) -> bool,
    mut see: impl FnMut(&Interpreter<'_>, ValueId),
) -> Seen {
    let mut run = Interpreter::new(program);
    let native = Random::new(seed);
    let open = Cell::new(false);
    let mut given = Given { program, seed, native, block: program.entry, step: 0, open: &open };
    let mut values = Vec::new();
    let flat = program.is_flat();
    for _ in 0..2000 {
        given.block = run.block();
        let event = run.step(&mut given, |run, instr| {
            if !flat && conjured(program, run, instr) {
                open.set(true);
            }
            if let (Some(dest), false) = (instr.dest(), open.get()) {
                see(run, dest);
            }
            if let (Instr::Bind { value, .. }, false) = (instr, open.get()) {
                values.push(run.operand(value).expect("a known value"));
            }
        });
        let end = match event {
            _ if open.get() => End::Stopped,
            Event::Enter(block) => {
                given.step += usize::from(first(block));
                program.blocks[block].phis.iter().for_each(|phi| see(&run, phi.dest));
                continue;
            }
            Event::End(kind) => End::Over(kind),
            Event::Goal(goal) => match &program.goals[goal].kind {
                GoalKind::Check(check) => End::Goal(check.what.clone()),
                GoalKind::Unsupported(what) | GoalKind::Bound(Bound { what, .. }) => {
                    End::Unmodelled(what.clone())
                }
                GoalKind::Cover(_) => unreachable!("it was not asked for"),
            },
        };
        return Seen { values, end };
    }
    Seen { values, end: End::Stopped }
}

/// Lets the number of an address be its code, as it is to the interpreter.
fn close(program: &mut Program) {
    let memory = program.memory.clone();
    let entry = &mut program.blocks[program.entry].instrs;
    let mut base = None;
    entry.retain_mut(|instr| match instr {
        Instr::Input { kind: InputKind::Memory(what), .. } => {
            let name = what.strip_prefix("the number of the address of ");
            let object = |name| memory.objects.iter_enumerated().find(|it| it.1.name == name);
            base = name.and_then(object).map(|(object, _)| memory.base(object));
            base.is_none()
        }
        Instr::Assign { op, args, .. } => match base.take() {
            Some(base) if *op == Op::Add => {
                let width = base.width();
                *args = vec![Operand::Const(base), Operand::Const(Value::zero(width))];
                true
            }
            // What leads from the input to the base.
            kept => {
                base = kept;
                base.is_none()
            }
        },
        _ => true,
    });
}

/// Whether a run of a program ends in another way than that of a resolved one, though all that either
/// does is modelled.
pub(super) fn ends_differ(program: &Program, resolved: &Program, seed: u64) -> bool {
    let mut resolved = resolved.clone();
    close(&mut resolved);
    let begins = begins(&resolved);
    let memory = run(program, seed, |_| true);
    let flat = run(&resolved, seed, |block| begins[block.0 as usize]);
    match (&memory.end, &flat.end) {
        (End::Stopped, _) | (_, End::Stopped | End::Unmodelled(_)) => false,
        (one, other) => one != other,
    }
}

/// The blocks that are the beginnings of those of the source.
fn begins(resolved: &Program) -> Vec<bool> {
    let mut names = FxHashSet::default();
    let begins = resolved.blocks.iter().map(|block| {
        // The pieces of a block have its name; goals that were added have none.
        !block.name.is_empty() && names.insert(block.name.as_str())
    });
    begins.collect()
}

/// How often the two runs agreed to the end, and how often something was not modelled.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub whole: usize,
    pub cut: usize,
    pub values: usize,
    pub unmodelled: Vec<String>,
}

/// Compares the runs of a program with those of the resolved one.
pub(super) fn compare(
    program: &Program,
    limits: &Limits,
    seeds: std::ops::Range<u64>,
    tally: &mut Tally,
) {
    assert_eq!(program.validate(), Ok(()));
    let mut resolved = resolve(program.clone(), limits);
    assert_eq!(resolved.validate(), Ok(()), "{program}\n{resolved}");
    assert!(resolved.is_flat());
    let resolved_text = resolved.to_string();
    close(&mut resolved);
    let begins = begins(&resolved);
    let first = |block: BlockId| begins[block.0 as usize];
    for seed in seeds {
        let memory = run(program, seed, |_| true);
        let flat = run(&resolved, seed, first);
        let common = memory.values.len().min(flat.values.len());
        let text = || format!("seed {seed}\n{program}\n{resolved_text}\n{memory:?}\n{flat:?}");
        assert_eq!(memory.values[..common], flat.values[..common], "{}", text());
        tally.values += common;
        match (&memory.end, &flat.end) {
            (End::Stopped, _) | (_, End::Stopped) => tally.cut += 1,
            (_, End::Unmodelled(what)) => {
                assert_eq!(common, flat.values.len(), "{}", text());
                tally.cut += 1;
                tally.unmodelled.push(what.clone());
            }
            (one, other) => {
                assert_eq!(one, other, "{}", text());
                assert_eq!(memory.values.len(), flat.values.len(), "{}", text());
                tally.whole += 1;
            }
        }
    }
}

#[test]
fn random_programs_see_the_same() {
    let mut tally = Tally::default();
    for seed in 0..2000 {
        let program = random::memory::program(&mut Random::new(seed));
        compare(&program, &Limits::default(), seed * 8..seed * 8 + 8, &mut tally);
    }
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for what in &tally.unmodelled {
        *kinds.entry(what).or_default() += 1;
    }
    eprintln!("{} whole, {} cut, {} values, {kinds:?}", tally.whole, tally.cut, tally.values);
    assert!(tally.whole > 12_000, "{}", tally.whole);
}
