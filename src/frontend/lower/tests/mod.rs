//! Tests of lowering: hand-written LLVM IR is lowered and run by the interpreter, the
//! results compared with an independent computation.

mod arithmetic;
mod control;
mod memory;
mod names;
mod refused;
mod rounding;
mod whole;

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;

use super::{Points, lower};
use crate::bv::Value;
use crate::frontend::Limits;
use crate::frontend::sites::{Site, Sites};
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{
    Check, GoalKind, Initial, InputKind, Instr, ObjectId, Piece, Program, Property, Reading,
    ValueId,
};

/// Lowers the function `f` of a module. Site 0 is a choice, the others are goals.
fn program(ir: &str) -> Program {
    let mut sites = Sites::default();
    let call = InputKind::Call { function: "nondet".to_owned(), reading: Reading::Signed };
    sites.add(Site::Choice(call));
    for number in 1..4 {
        let what = format!("check {number}");
        let kind = GoalKind::Check(Check { property: Property::Assert, what });
        sites.add(Site::Goal { kind, loc: None });
    }
    let context = Context::create();
    // LLVM's reader wants a zero byte right behind the text.
    let text = format!("{ir}\0");
    let buffer = MemoryBuffer::create_from_memory_range(&text.as_bytes()[..ir.len()], "test");
    let module = context.create_module_from_ir(buffer).unwrap_or_else(|e| panic!("{e}\n{ir}"));
    module.verify().unwrap_or_else(|e| panic!("{e}\n{ir}"));
    let program = lower(
        &module,
        module.get_function("f").unwrap(),
        &sites,
        Limits::default(),
        Points::default(),
    )
    .unwrap();
    assert_eq!(program.validate(), Ok(()), "{program}");
    program
}

/// Inputs from a list, then zeros.
struct List<'a>(std::slice::Iter<'a, u128>);

impl Inputs for List<'_> {
    fn next(&mut self, _step: usize, _index: usize, width: u32) -> Value {
        Value::new(width, self.0.next().copied().unwrap_or(0))
    }
}

/// Runs to the goal or the end, at most 1000 steps.
fn run<'a>(program: &'a Program, inputs: &[u128]) -> (Event, Interpreter<'a>) {
    let mut run = Interpreter::new(program);
    let mut inputs = List(inputs.iter());
    for _ in 0..1000 {
        match run.step(&mut inputs, |_, _| {}) {
            Event::Enter(_) => {}
            event => return (event, run),
        }
    }
    panic!("the program does not end:\n{program}");
}

/// The SSA value of this name.
fn named(program: &Program, name: &str) -> ValueId {
    let mut found = program.values.iter_enumerated().filter(|(_, info)| info.name == name);
    let (id, _) = found.next().unwrap_or_else(|| panic!("no value {name} in\n{program}"));
    assert!(found.next().is_none(), "two values {name} in\n{program}");
    id
}

/// What the goals are about, in order.
fn goals(program: &Program) -> Vec<String> {
    let what = |kind: &GoalKind| match kind {
        GoalKind::Check(check) => check.what.clone(),
        GoalKind::Unsupported(what) => format!("unsupported: {what}"),
        GoalKind::Bound(bound) => format!("bound: {}", bound.what),
        GoalKind::Cover(cover) => format!("cover: {:?}", cover.lines),
    };
    program.goals.iter().map(|goal| what(&goal.kind)).collect()
}
