//! Second replay of a counterexample, on the program as it was before its memory was
//! resolved: with objects and their bytes.
//!
//! The run gets the choices that a native run gets, in order, and must reach the same
//! goal. It shares with the first replay only the front end, so it tells whether the
//! resolution of memory is right on this path. It also sees why an access is invalid.
//!
//! Where the trace rests on what memory held before its first write, or on what C leaves
//! open about addresses, the run may go elsewhere though the trace is right: this run
//! takes zeros there.

use rustc_hash::FxHashMap;

use super::native::{choices, makes_all};
use super::replay::{Contradiction, STRIDE};
use crate::bv::Value;
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{
    Goal, GoalKind, Instr, LocId, MemoryOp, ObjectId, Program, Property, Storage,
};
use crate::support::Budget;
use crate::system::Trace;

/// What the second replay says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The run reached the goal; and why its access to memory is invalid, if it is one.
    Confirmed(Option<String>),
    /// The run can't be compared, for this reason.
    NotComparable(&'static str),
    /// No time was left to walk it to its end.
    OutOfTime,
}

/// The choices, and whether more was asked than they say.
struct Given<'a> {
    choices: Vec<&'a Value>,
    next: usize,
    /// A byte that nobody wrote, or a choice too many, was asked for.
    guessed: bool,
}

impl Inputs for Given<'_> {
    fn next(&mut self, _: usize, _: usize, width: u32) -> Value {
        let given = self.choices.get(self.next).filter(|value| value.width() == width);
        self.next += 1;
        given.map_or_else(|| Value::zero(width), |&value| value.clone())
    }

    fn byte(&mut self, _: usize, _: ObjectId, _: u64) -> u8 {
        self.guessed = true;
        0
    }
}

/// Runs `source` with the choices of a trace of `flat`, which it became.
///
/// # Errors
/// If the run goes elsewhere, and nothing excuses it.
pub fn replay(
    source: &Program,
    flat: &Program,
    trace: &Trace,
    budget: &Budget,
) -> Result<Outcome, Contradiction> {
    if !trace.stretches.is_empty() {
        return Ok(Outcome::NotComparable("iterations of a loop are not listed"));
    }
    let goal = &flat.goals[trace.goal];
    if !source.goals.iter().any(|known| known == goal) {
        return Ok(Outcome::NotComparable("the goal is not one of the C program"));
    }
    let mut given = Given {
        choices: choices(flat, trace).collect(),
        next: 0,
        guessed: !makes_all(flat, trace),
    };
    let mut run = Interpreter::new(source);
    let mut story = Story::new(source);
    // Blocks that were folded away are few beside those that the trace lists.
    let limit = 16 * (trace.steps.len() + source.blocks.len());
    let mut last = None;
    while run.steps() < limit {
        if run.steps() % STRIDE == STRIDE - 1 && budget.exhausted().is_some() {
            return Ok(Outcome::OutOfTime);
        }
        let event = run.step(&mut given, |run, instr| story.see(run, instr));
        if !matches!(event, Event::Enter(_)) {
            last = Some(event);
            break;
        }
    }
    match last {
        Some(Event::Goal(reached)) if source.goals[reached] == *goal => {
            Ok(Outcome::Confirmed(story.cause))
        }
        // Here whatever bits are those of an address point to the object.
        Some(Event::End(_) | Event::Goal(_)) | None if is_lost(goal) => {
            Ok(Outcome::NotComparable("a number in memory may be the address of what is lost"))
        }
        _ if given.guessed => {
            Ok(Outcome::NotComparable("it depends on what memory holds before it is written"))
        }
        other => Err(Contradiction {
            step: run.steps(),
            what: format!("with its choices the program with objects comes to {other:?}"),
        }),
    }
}

fn is_lost(goal: &Goal) -> bool {
    matches!(&goal.kind, GoalKind::Check(check) if check.property == Property::ValidMemtrack)
}

/// What a run does with its objects.
struct Story<'a> {
    program: &'a Program,
    /// Where objects ended.
    ended: FxHashMap<ObjectId, Option<LocId>>,
    /// How large those are, in bytes, that were allocated: as large as asked for.
    sizes: FxHashMap<ObjectId, u64>,
    /// Why the last question about a place was answered by no.
    cause: Option<String>,
}

impl<'a> Story<'a> {
    fn new(program: &'a Program) -> Self {
        let (ended, sizes) = (FxHashMap::default(), FxHashMap::default());
        Self { program, ended, sizes, cause: None }
    }

    fn see(&mut self, run: &Interpreter<'_>, instr: &Instr) {
        let Instr::Memory(instr) = instr else { return };
        let memory = &self.program.memory;
        let arg = |index: usize| instr.args.get(index).and_then(|arg| run.operand(arg));
        match instr.op {
            MemoryOp::Start(object) => {
                self.ended.remove(&object);
            }
            MemoryOp::End(object) => {
                self.ended.insert(object, instr.loc);
            }
            MemoryOp::Allocate { .. } => {
                let made = instr.dest.and_then(|dest| run.value(dest));
                let object = made.and_then(|address| memory.locate(address));
                let size = arg(0).and_then(|size| size.to_u64());
                if let (Some((object, _)), Some(size)) = (object, size) {
                    self.sizes.insert(object, size);
                }
            }
            MemoryOp::Free | MemoryOp::Release => {
                if let Some((object, _)) = arg(0).and_then(|address| memory.locate(&address)) {
                    self.ended.insert(object, instr.loc);
                }
            }
            MemoryOp::Valid { .. } | MemoryOp::Freeable => {
                let answer = instr.dest.and_then(|dest| run.value(dest).cloned());
                let no = answer.is_some_and(|answer| answer.is_zero());
                self.cause = arg(0).filter(|_| no).map(|address| self.explain(&address));
            }
            _ => {}
        }
    }

    /// What is wrong with an address, for people.
    fn explain(&self, address: &Value) -> String {
        let memory = &self.program.memory;
        let named = memory.describe(address);
        let Some((id, _)) = memory.locate(address) else {
            return match address.is_zero() {
                true => "the address is NULL".to_owned(),
                false => format!("the address {named} is that of no object"),
            };
        };
        let object = &memory.objects[id];
        let line = |loc: Option<LocId>| match loc {
            Some(_) => format!(" ({})", self.program.sources.describe(loc)),
            None => String::new(),
        };
        let what = match (object.storage, self.ended.get(&id)) {
            (Storage::Heap, Some(&at)) => format!("which was freed{}", line(at)),
            (Storage::Local | Storage::Stack, Some(_)) => "which lives no more".to_owned(),
            (Storage::Function, _) => "which is a function".to_owned(),
            _ => {
                let constant = if object.writable { "" } else { ", which is constant" };
                let size = *self.sizes.get(&id).unwrap_or(&object.size);
                match object.storage {
                    // Its name tells the place.
                    Storage::Heap | Storage::Stack => format!("and the object has {size} bytes"),
                    _ => format!("of {size} bytes{}{constant}", line(object.loc)),
                }
            }
        };
        match object.storage {
            Storage::Heap | Storage::Stack => format!("the address is {named}, {what}"),
            _ => format!("the address is {named}, in or near {} {what}", object.name),
        }
    }
}
