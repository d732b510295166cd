//! What is claimed of resolved programs is proved, and nothing is proved of others.

mod confirmed;
mod ends;
mod gone;
mod malformed;
mod no_rule;
mod operations;

use std::collections::BTreeMap;

use super::Written;
use super::differential::ends_differ;
use super::written::POINTER;
use crate::bv::Op;
use crate::certify::memory::{Validation, validate};
use crate::memory::{Limits, correspondence};
use crate::program::samples::number;
use crate::program::{
    AssumptionKind, BlockId, Bytes, Correspondence, Held, Instr, MemoryOp, Operand, Program,
    Terminator, random,
};
use crate::support::{Budget, IndexVec, Random};

fn claims(program: &Program) -> Correspondence {
    correspondence(program, &Limits::default()).expect("the program is small")
}

/// Whether claims are validated.
fn holds(program: &Program, claims: &Correspondence) -> bool {
    let said = validate(program, None, claims, &Budget::unlimited());
    matches!(said, Ok(Validation::Holds(_)))
}

/// Random programs are validated, unless they do something for which there is no rule.
#[test]
fn random_programs_are_validated() {
    let (mut holds, mut refuted, mut open) = (0, false, BTreeMap::<String, Vec<u64>>::new());
    for seed in 0..1200 {
        let program = random::memory::program(&mut Random::new(seed));
        match validate(&program, None, &claims(&program), &Budget::unlimited()) {
            Ok(Validation::Holds(_)) => holds += 1,
            Ok(Validation::Open(why)) => {
                refuted |= why.is_refuted;
                open.entry(why.to_string()).or_default().push(seed);
            }
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    for (why, seeds) in &open {
        eprintln!("{} {why} {:?}", seeds.len(), &seeds[..seeds.len().min(5)]);
    }
    eprintln!("{holds} hold");
    assert!(!refuted && holds > 200, "{holds} hold");
}

/// Arithmetic on integers may lead further than that on pointers: fewer programs have a rule then, and
/// still nothing that is right is refuted.
#[test]
fn random_programs_of_integers_are_validated_or_open() {
    let (mut holds, mut open) = (0, 0);
    for seed in 0..600 {
        let mut program = random::memory::program(&mut Random::new(seed));
        program.memory.integers = program.values.indices().collect();
        match validate(&program, None, &claims(&program), &Budget::unlimited()) {
            Ok(Validation::Holds(_)) => holds += 1,
            Ok(Validation::Open(why)) => {
                assert!(!why.is_refuted, "seed {seed}: {why}\n{program}");
                open += 1;
            }
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    assert!(holds > 50 && open > 50, "{holds} hold, {open} are open");
}

/// That memory is not used again is to be listed where an address of what ends is compared.
#[test]
fn claims_that_do_not_list_their_assumptions_are_refused() {
    let mut w = Written::new();
    let site = w.site("heap", 8, 2);
    let new = MemoryOp::Allocate { site, zeroed: false };
    let [first, second] = [(); 2].map(|()| {
        let new = w.get(new, &[number(POINTER, 8)], POINTER);
        w.run(MemoryOp::Free, std::slice::from_ref(&new));
        new
    });
    w.apply(Op::Eq, &[first, second]);
    let end = w.b.block("end");
    w.b.goto(w.at, end);
    let program = w.b.program;
    let mut claims = claims(&program);
    let resolved = claims.resolved.clone();
    assert!(resolved.assumptions.iter().any(|it| it.kind == AssumptionKind::HeapNoReuse));
    assert!(holds(&program, &claims) && claims.is_about(&resolved.clone().prune()));
    claims.resolved.assumptions.clear();
    assert!(!holds(&program, &claims) && !claims.is_about(&resolved.prune()));
}

/// Claims about a program that are not as they were made are refused: of each a part is forgotten or
/// says less, or the other program begins elsewhere.
#[test]
fn claims_that_say_something_else_are_refused() {
    let (mut entries, mut tails) = (0, 0);
    for seed in 0..200 {
        let program = random::memory::program(&mut Random::new(seed));
        let right = claims(&program);
        let holds = |claims: &Correspondence| holds(&program, claims);
        if !holds(&right) || program.blocks.len() < 3 {
            continue;
        }
        let last = BlockId(program.blocks.len() as u32 - 1);
        let mut wrong = right.clone();
        wrong.resolved.entry = last;
        assert!(!holds(&wrong), "seed {seed}: another entry");
        entries += 1;
        let mut wrong = right.clone();
        wrong.tails[program.entry] = last;
        assert!(!holds(&wrong), "seed {seed}: another tail");
        let mut wrong = right.clone();
        wrong.resolved.goals = IndexVec::new();
        assert!(program.goals.is_empty() || !holds(&wrong), "seed {seed}: no goals");
        let mut wrong = right.clone();
        wrong.held = IndexVec::new();
        assert!(!holds(&wrong), "seed {seed}: nothing is held");
        tails += 1;
    }
    assert!(entries > 20 && tails > 20, "{entries}");
}

/// What `malloc` gives is arbitrary, also where the claim is that it is some number.
#[test]
fn memory_that_is_not_filled_is_arbitrary() {
    let mut found = 0;
    for seed in 0..1200 {
        let program = random::memory::program(&mut Random::new(seed));
        let mut claims = claims(&program);
        let is_input = |operand: &Operand| match operand {
            Operand::Value(value) => program.values.get(*value).is_none(),
            Operand::Const(_) => false,
        };
        let sites = &program.memory.sites;
        let of_heap = |at: &Bytes| sites.iter().any(|it| it.instances.contains(&at.object));
        let entry = claims.held[program.entry].iter().find_map(|(part, operand)| match part {
            Held::Bytes(at) if of_heap(at) && is_input(operand) => operand.as_value(),
            _ => None,
        });
        let said = validate(&program, None, &claims, &Budget::unlimited());
        let (Some(input), Ok(Validation::Holds(_))) = (entry, said) else { continue };
        // The input becomes a constant, wherever it is read.
        let width = claims.resolved.values[input].width();
        for block in claims.resolved.blocks.iter_mut() {
            for instr in &mut block.instrs {
                if instr.dest() == Some(input) {
                    let five = Operand::Const(crate::bv::Value::new(width, 5));
                    let (op, args) = (Op::Or, vec![five.clone(), five]);
                    *instr = Instr::Assign { dest: input, op, args, loc: None };
                }
            }
        }
        match validate(&program, None, &claims, &Budget::unlimited()) {
            // Where the other program always ends before, that is right.
            Ok(Validation::Holds(_)) => {
                let resolved = claims.resolved.clone().prune();
                let differ = |run| ends_differ(&program, &resolved, run);
                assert!(!(0..64).any(differ), "seed {seed}\n{program}\n{resolved}");
            }
            Ok(Validation::Open(_)) => found += 1,
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    assert!(found > 5, "{found}");
}

/// Makes a mistake in a program without memory, somewhere.
fn mistake(program: &mut Program, rng: &mut Random) -> bool {
    let blocks: Vec<_> = program.reverse_postorder();
    let id = *rng.pick(&blocks);
    let widths: Vec<u32> = program.values.iter().map(|info| info.sort.width()).collect();
    let block = &mut program.blocks[id];
    if block.instrs.is_empty() || rng.one_in(6) {
        let Terminator::Branch { then, otherwise, .. } = &mut block.terminator else {
            return false;
        };
        std::mem::swap(then, otherwise);
        return true;
    }
    let at = rng.index(block.instrs.len());
    let earlier: Vec<_> = block.instrs[..at].iter().filter_map(Instr::dest).collect();
    let Instr::Assign { op, args, .. } = &mut block.instrs[at] else { return false };
    let before = (*op, args.clone());
    match rng.index(4) {
        0 => {
            *op = match *op {
                Op::Add => Op::Sub,
                Op::And => Op::Or,
                Op::Or => Op::Xor,
                Op::Ult => Op::Ule,
                Op::Ule => Op::Ult,
                Op::Ite => {
                    args.swap(1, 2);
                    Op::Ite
                }
                Op::Not => Op::Neg,
                other => other,
            }
        }
        1 => {
            let place = rng.index(args.len());
            let width = match &args[place] {
                Operand::Value(value) => widths[value.0 as usize],
                Operand::Const(value) => value.width(),
            };
            let fits = earlier.iter().filter(|value| widths[value.0 as usize] == width);
            let fits: Vec<_> = fits.collect();
            if fits.is_empty() {
                return false;
            }
            args[place] = Operand::Value(**rng.pick(&fits));
        }
        _ => {
            let Some(Operand::Const(value)) =
                args.iter_mut().find(|arg| matches!(arg, Operand::Const(_)))
            else {
                return false;
            };
            let one = crate::bv::Value::one(value.width());
            *value = Op::Add.apply(&[value, &one]);
        }
    }
    before != (*op, args.clone())
}

/// Of a program in which there is a mistake nothing is proved, unless no run shows it.
#[test]
fn mistakes_are_found() {
    let (mut made, mut refused, mut harmless) = (0, 0, 0);
    for seed in 0..480 {
        let mut rng = Random::new(seed);
        let program = random::memory::program(&mut rng);
        let right = claims(&program);
        let held = validate(&program, None, &right, &Budget::unlimited());
        if !matches!(held, Ok(Validation::Holds(_))) {
            continue;
        }
        for _ in 0..20 {
            let mut claims = right.clone();
            if !mistake(&mut claims.resolved, &mut rng) {
                continue;
            }
            let resolved = claims.resolved.clone().prune();
            if resolved.validate().is_err() {
                continue;
            }
            made += 1;
            match validate(&program, None, &claims, &Budget::unlimited()) {
                Ok(Validation::Holds(_)) => {
                    harmless += 1;
                    for run in 0..64 {
                        let differ = ends_differ(&program, &resolved, seed * 64 + run);
                        assert!(!differ, "seed {seed}\n{program}\n{resolved}");
                    }
                }
                Ok(Validation::Open(_)) => refused += 1,
                Err(error) => panic!("seed {seed}: {error}"),
            }
        }
    }
    eprintln!("{made} mistakes: {refused} refused, {harmless} harmless");
    assert!(refused > 200, "{refused}");
}
