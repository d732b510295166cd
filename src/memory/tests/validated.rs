//! What is claimed of resolved programs is proved, and nothing is proved of others.

use std::collections::BTreeMap;

use super::differential::ends_differ;
use crate::bv::Op;
use crate::certify::memory::{Validation, validate};
use crate::memory::{Limits, correspondence};
use crate::program::{Correspondence, Instr, Operand, Program, Terminator, random};
use crate::support::{Budget, Random};

fn claims(program: &Program) -> Correspondence {
    correspondence(program, &Limits::default()).expect("the program is small")
}

/// Random programs are validated, unless they do something for which there is no rule.
#[test]
fn random_programs_are_validated() {
    let (mut holds, mut refuted, mut open) = (0, false, BTreeMap::<String, Vec<u64>>::new());
    for seed in 0..1200 {
        let program = random::memory::program(&mut Random::new(seed));
        match validate(&program, &claims(&program), &Budget::unlimited()) {
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
    for seed in 0..400 {
        let mut rng = Random::new(seed);
        let program = random::memory::program(&mut rng);
        let right = claims(&program);
        let held = validate(&program, &right, &Budget::unlimited());
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
            match validate(&program, &claims, &Budget::unlimited()) {
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
