//! Claims about followed elements that somebody forged, in more places than one: the program does
//! less than the source, and no condition of a block alone says so. None is believed.

#![cfg(feature = "llvm")]

use std::collections::BTreeSet;

use llumc::bv::{Op, Sort, Value};
use llumc::certify::memory::{Validation, validate};
use llumc::frontend::{self, Options};
use llumc::memory::large::follow;
use llumc::memory::{Limits, correspondence};
use llumc::program::{
    BlockId, Followed, Instr, MemoryInstr, MemoryOp, ObjectId, Operand, Phi, Program, Property,
    Storage, Terminator, ValueId, ValueInfo,
};
use llumc::support::Budget;

const SOURCE: &str = "extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static int a[100000], y, z;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) {
    *(i % 3 ? &y : &z) = i;
    a[__VERIFIER_nondet_uint() % 100000] = y;
  }
  if (a[__VERIFIER_nondet_uint() % 100000] == 7 && z == 6) reach_error();
}
";

fn source() -> (Program, Followed) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, SOURCE).expect("a file");
    let properties = BTreeSet::from([Property::UnreachCall]);
    let options = Options { files: vec![file], properties, ..Options::default() };
    let program = frontend::compile(&options).expect("a program").program;
    let followed = follow(&program, 64).expect("an array is followed");
    let claims = correspondence(&followed.program, &Limits::default()).expect("claims");
    let validation = validate(&program, Some(&followed), &claims, &Budget::unlimited());
    if let Ok(Validation::Open(why)) = validation {
        panic!("{why}\n{}", followed.program);
    }
    (program, followed)
}

/// Whether forged claims are about a program at all; they must not be believed.
fn is_program(source: &Program, forged: &Followed) -> bool {
    if forged.program.validate().is_err() {
        return false;
    }
    if let Some(claims) = correspondence(&forged.program, &Limits::default()) {
        let validation = validate(source, Some(forged), &claims, &Budget::unlimited());
        assert!(matches!(validation, Ok(Validation::Open(_))), "{}", forged.program);
    }
    true
}

fn value(program: &mut Program, width: u32) -> ValueId {
    program.values.push(ValueInfo { sort: Sort::Word(width), name: String::new() })
}

fn memory(op: MemoryOp, dest: Option<ValueId>, args: Vec<Operand>) -> Instr {
    Instr::Memory(MemoryInstr { dest, op, args, loc: None })
}

/// The address of an object, in instructions before others.
fn address(program: &mut Program, object: ObjectId, instrs: &mut Vec<Instr>) -> Operand {
    let dest = value(program, program.memory.pointer_width);
    instrs.push(memory(MemoryOp::Address(object), Some(dest), vec![]));
    Operand::Value(dest)
}

/// The computations of the source, where they are in the new program.
fn computations(source: &Program, followed: &Followed) -> Vec<(BlockId, usize, ValueId)> {
    let mut all = vec![];
    for (block, it) in followed.program.blocks.iter_enumerated() {
        for (at, instr) in it.instrs.iter().enumerate() {
            if let Instr::Assign { dest, .. } = instr
                && source.values.get(*dest).is_some()
            {
                all.push((block, at, *dest));
            }
        }
    }
    assert!(all.len() > 5);
    all
}

/// Else a loop counter that is set once, where the program begins, lets no loop end.
#[test]
fn a_value_that_is_defined_elsewhere() {
    let (source, followed) = source();
    let mut tried = 0;
    for (block, at, dest) in computations(&source, &followed) {
        let width = followed.program.values[dest].width();
        let zero = Operand::Const(Value::zero(width));
        let mut wrong = followed.clone();
        wrong.program.blocks[block].instrs.remove(at);
        let entry = wrong.program.entry;
        let (args, op) = (vec![zero.clone(), zero], Op::Or);
        let set = Instr::Assign { dest, op, args, loc: None };
        wrong.program.blocks[entry].instrs.push(set);
        tried += usize::from(is_program(&source, &wrong));

        let mut wrong = followed.clone();
        wrong.program.blocks[block].instrs.remove(at);
        wrong.program.blocks[entry].phis.push(Phi { dest, incoming: vec![] });
        tried += usize::from(is_program(&source, &wrong));
    }
    assert!(tried > 5, "{tried}");
}

/// An address made of a number leads to no object, though its bits are the same.
#[test]
fn an_address_that_is_made_of_a_number() {
    let (source, followed) = source();
    let addresses: Vec<(ValueId, ObjectId)> = followed
        .program
        .blocks
        .iter()
        .flat_map(|it| &it.instrs)
        .filter_map(|instr| match instr {
            Instr::Memory(MemoryInstr {
                dest: Some(dest), op: MemoryOp::Address(object), ..
            }) => Some((*dest, *object)),
            _ => None,
        })
        .collect();
    let mut tried = 0;
    for (block, at, _) in computations(&source, &followed) {
        let mut wrong = followed.clone();
        let Instr::Assign { args, .. } = &mut wrong.program.blocks[block].instrs[at] else {
            continue;
        };
        let mut changed = false;
        for arg in args {
            let found = addresses.iter().find(|it| arg.as_value() == Some(it.0));
            if let Some((_, object)) = found {
                *arg = Operand::Const(followed.program.memory.base(*object));
                changed = true;
            }
        }
        if changed {
            tried += usize::from(is_program(&source, &wrong));
        }
    }
    assert!(tried > 0);
}

/// An access of what is not there, anywhere, ends runs.
#[test]
fn an_access_of_another_object() {
    let (source, followed) = source();
    let part = followed.groups[0].elements[0].hit;
    let mut tried = 0;
    for storage in [Storage::Past, Storage::Local, Storage::Heap, Storage::Static] {
        for block in source.blocks.indices() {
            let mut wrong = followed.clone();
            let object = wrong.program.memory.objects[part].clone();
            let object = wrong.program.memory.objects.push(llumc::program::Object {
                storage,
                name: "other".to_owned(),
                ..object
            });
            let mut instrs = vec![];
            let from = address(&mut wrong.program, object, &mut instrs);
            let dest = value(&mut wrong.program, 8);
            instrs.push(memory(MemoryOp::Load, Some(dest), vec![from]));
            wrong.program.blocks[block].instrs.splice(0..0, instrs);
            tried += usize::from(is_program(&source, &wrong));
        }
    }
    // Nor by its number.
    let mut wrong = followed.clone();
    let from = Operand::Const(wrong.program.memory.base(part));
    let dest = value(&mut wrong.program, 8);
    let load = memory(MemoryOp::Load, Some(dest), vec![from]);
    wrong.program.blocks[source.entry].instrs.insert(0, load);
    tried += usize::from(is_program(&source, &wrong));
    assert!(tried > 5, "{tried}");
}

/// What says that an element was hit is changed before the goal, and back behind it.
#[test]
fn hits_that_are_hidden_from_the_goal() {
    let (source, followed) = source();
    let hit = followed.groups[0].elements[0].hit;
    let byte = |n: u128| Operand::Const(Value::new(8, n));
    let mut tried = 0;
    for (block, it) in source.blocks.iter_enumerated() {
        let Terminator::Goal(_) = it.terminator else { continue };
        let Terminator::Branch { then, .. } = followed.program.blocks[block].terminator else {
            continue;
        };
        let mut wrong = followed.clone();
        let program = &mut wrong.program;
        let (mut hide, mut show) = (vec![], vec![]);
        let to = address(program, hit, &mut hide);
        let dest = value(program, 8);
        hide.push(memory(MemoryOp::Load, Some(dest), vec![to.clone()]));
        hide.push(memory(MemoryOp::Store, None, vec![to.clone(), byte(0)]));
        show.push(memory(MemoryOp::Store, None, vec![to, Operand::Value(dest)]));
        program.blocks[block].instrs.extend(hide);
        program.blocks[then].instrs.splice(0..0, show);
        if let Terminator::Branch { cond, .. } = &mut program.blocks[block].terminator {
            *cond = Operand::Const(Value::new(1, 0));
        }
        tried += usize::from(is_program(&source, &wrong));
    }
    assert!(tried > 0, "{}", followed.program);
}
