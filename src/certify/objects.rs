//! Second replay of a counterexample, on the program as it was before its memory was
//! resolved: with objects and their bytes.
//!
//! The run gets the choices that a native run gets, in order, and must reach the same
//! goal. It shares with the first replay only the front end, so it tells whether the
//! resolution of memory is right on this path. It also sees why an access is invalid, and
//! whether an address was made from a number ([`super::provenance`]).
//!
//! Where the trace rests on what memory held before its first write, or on what C leaves
//! open about addresses, the run may go elsewhere though the trace is right: this run
//! takes zeros there.

use rustc_hash::{FxHashMap, FxHashSet};

use super::cause::{Cause, Touched};
use super::native::{choices, kinds, makes_all};
use super::needed;
use super::provenance::Provenance;
use super::replay::Contradiction;
use crate::bv::Value;
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{
    AssumptionKind, BlockId, Effect, Goal, GoalKind, InputKind, Instr, Length, LocId, ObjectId,
    Operand, Program, Property, Storage,
};
use crate::support::Budget;
use crate::support::limits;
use crate::system::Trace;

/// What the second replay says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The run reached the goal.
    Confirmed {
        /// Why its access to memory is invalid, if it is one.
        cause: Option<Cause>,
        /// Whether it asked on its way for the numbers of addresses, which may be others.
        made_up: bool,
        /// Whether it followed on its way an address that was made from a number.
        guessed: bool,
        /// Whether its access to memory is invalid for the address is a number from outside.
        from_outside: bool,
    },
    /// The run can't be compared, for this reason.
    NotComparable(&'static str),
    /// Nor can this one: and what memory holds before it is written is the address of an object.
    Guessed,
    /// No time was left to walk it to its end.
    OutOfTime,
}

impl Outcome {
    /// Whether the violation rests on a number from outside that is no address of the program.
    pub fn is_from_outside(&self) -> bool {
        matches!(self, Self::Confirmed { from_outside: true, .. })
    }

    /// Whether the trace follows an address that was made from a number.
    pub fn is_guessed(&self) -> bool {
        matches!(self, Self::Confirmed { guessed: true, .. } | Self::Guessed)
    }
}

/// The choices, and whether more was asked than they say.
struct Given<'a> {
    choices: Vec<&'a Value>,
    next: usize,
    /// The place that the run ends at, if it is asked for one.
    place: Option<&'a Value>,
    /// The kinds of the inputs of the block that is executed.
    asked: Vec<&'a InputKind>,
    /// A byte that nobody wrote, or a choice too many, was asked for.
    guessed: bool,
}

impl Inputs for Given<'_> {
    fn next(&mut self, _: usize, index: usize, width: u32) -> Value {
        match self.asked.get(index) {
            Some(InputKind::Cover) => {
                return self.place.map_or_else(|| Value::zero(width), Value::clone);
            }
            Some(kind) if !kind.is_native() => return Value::zero(width),
            _ => {}
        }
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
    if !trace.accelerated.is_empty() {
        return Ok(Outcome::NotComparable("iterations of a loop are not listed"));
    }
    let goal = &flat.goals[trace.goal];
    if !source.goals.iter().any(|known| known == goal) {
        return Ok(Outcome::NotComparable("the goal is not one of the C program"));
    }
    let mut given = Given {
        choices: choices(flat, trace).collect(),
        next: 0,
        place: place(flat, trace),
        asked: vec![],
        guessed: !makes_all(flat, trace),
    };
    let mut run = Interpreter::new(source);
    let mut story = Story::new(source, flat, goal);
    let mut provenance = Provenance::new(source);
    // Blocks that were folded away are few beside those that the trace lists.
    let limit = 16 * (trace.steps.len() + source.blocks.len());
    let mut last = None;
    while run.steps() < limit {
        if run.steps() % limits::REPLAY_STRIDE == limits::REPLAY_STRIDE - 1
            && budget.exhausted().is_some()
        {
            return Ok(Outcome::OutOfTime);
        }
        let from = run.block();
        given.asked = asked(source, from);
        let event = run.step(&mut given, |run, instr| {
            story.see(run, instr);
            provenance.see(run, instr);
        });
        if run.is_beyond() {
            return Ok(Outcome::NotComparable("it copies or searches too many bytes at once"));
        }
        let Event::Enter(to) = event else {
            last = Some(event);
            break;
        };
        provenance.enter(from, to);
    }
    match last {
        Some(Event::Goal(reached)) if source.goals[reached] == *goal => {
            let Story { cause, made_up, .. } = story;
            let Provenance { guessed, from_outside, .. } = provenance;
            Ok(Outcome::Confirmed { cause, made_up, guessed, from_outside })
        }
        // Here whatever bits are those of an address point to the object.
        Some(Event::End(_) | Event::Goal(_)) | None if is_lost(goal) => {
            Ok(Outcome::NotComparable("a number in memory may be the address of what is lost"))
        }
        _ if given.guessed && is_memory_an_address(flat, trace) => Ok(Outcome::Guessed),
        _ if given.guessed => {
            Ok(Outcome::NotComparable("it depends on what memory holds before it is written"))
        }
        other => Err(Contradiction {
            step: run.steps(),
            what: format!("with its choices the program with objects comes to {other:?}"),
        }),
    }
}

/// Whether something that is needed of what memory holds before it is written lies in an object.
fn is_memory_an_address(flat: &Program, trace: &Trace) -> bool {
    let unneeded = needed::unneeded(flat, trace);
    let is_address = |value: &Value| {
        let place = flat.memory.locate(value);
        place.is_some_and(|(object, offset)| {
            u64::try_from(offset).is_ok_and(|offset| offset <= flat.memory.objects[object].size)
        })
    };
    trace.steps.iter().enumerate().any(|(number, step)| {
        let inputs = flat.blocks[step.block].instrs.iter().filter_map(|instr| match instr {
            Instr::Input { dest, kind, .. } => Some((*dest, kind)),
            _ => None,
        });
        inputs.zip(&step.inputs).any(|((dest, kind), value)| {
            matches!(kind, InputKind::Memory(_) | InputKind::Left(_))
                && is_address(value)
                && !unneeded.for_nothing.contains(&(number, dest))
        })
    })
}

/// The kinds of the inputs of a block that the interpreter asks for.
fn asked(program: &Program, block: BlockId) -> Vec<&InputKind> {
    let kinds = kinds(program, block).into_iter();
    kinds.filter(|kind| !matches!(kind, InputKind::Unmodelled(_))).collect()
}

/// The coverage goal that a trace ends at, if it passes it ([`InputKind::Cover`]).
fn place<'a>(program: &Program, trace: &'a Trace) -> Option<&'a Value> {
    trace.steps.iter().find_map(|step| {
        let mut inputs = kinds(program, step.block).into_iter().zip(&step.inputs);
        inputs.find(|(kind, _)| **kind == InputKind::Cover).map(|it| it.1)
    })
}

fn is_lost(goal: &Goal) -> bool {
    matches!(&goal.kind, GoalKind::Check(check) if check.property == Property::ValidMemtrack)
}

/// What an address is used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// To access so many bytes.
    Access(Option<u64>),
    Free,
}

/// What a run does with its objects.
struct Story<'a> {
    program: &'a Program,
    /// Where objects ended.
    ended: FxHashMap<ObjectId, Option<LocId>>,
    /// How large those are, in bytes, that were allocated: as large as asked for.
    sizes: FxHashMap<ObjectId, u64>,
    /// Whether the goal says how many bytes are accessed.
    tells_size: bool,
    /// Why the last question about a place was answered by no.
    cause: Option<Cause>,
    /// Whether the goal is one that the program states itself.
    is_assertion: bool,
    /// Where the numbers of addresses are asked for.
    asking: FxHashSet<Option<LocId>>,
    /// Whether the run came there.
    made_up: bool,
}

impl<'a> Story<'a> {
    fn new(program: &'a Program, flat: &Program, goal: &Goal) -> Self {
        let (ended, sizes) = (FxHashMap::default(), FxHashMap::default());
        let tells_size =
            matches!(&goal.kind, GoalKind::Check(check) if check.what.ends_with(" bytes)"));
        let stated = [Property::Assert, Property::UnreachCall];
        let is_assertion =
            matches!(&goal.kind, GoalKind::Check(check) if stated.contains(&check.property));
        let listed = flat.assumptions.iter();
        let asking = listed
            .filter(|listed| {
                [AssumptionKind::AddressAsNumber, AssumptionKind::AddressOrder]
                    .contains(&listed.kind)
            })
            .map(|listed| listed.loc)
            .collect();
        let (cause, made_up) = (None, false);
        Self { program, ended, sizes, tells_size, cause, is_assertion, asking, made_up }
    }

    fn see(&mut self, run: &Interpreter<'_>, instr: &Instr) {
        let instr = match instr {
            Instr::Memory(instr) => instr,
            Instr::Assign { loc, .. } => {
                self.made_up |= self.asking.contains(loc);
                return;
            }
            _ => return,
        };
        let memory = &self.program.memory;
        let value = |operand: &Operand| run.operand(operand);
        let lies = |at: &Operand| value(at).and_then(|at| memory.locate(&at)).map(|it| it.0);
        let made = || instr.dest.and_then(|dest| run.value(dest));
        let no = || made().is_some_and(Value::is_zero);
        for effect in instr.effects(self.program) {
            match effect {
                Effect::Start(object) => _ = self.ended.remove(&object),
                Effect::End(object) => _ = self.ended.insert(object, instr.loc),
                Effect::Retire { now, past, .. } => {
                    if let Some(&ended) = self.ended.get(&now) {
                        self.ended.insert(past, ended);
                    }
                }
                Effect::Allocate { size, .. } => {
                    let object = made().and_then(|address| memory.locate(address));
                    let size = value(size).and_then(|size| size.to_u64());
                    if let (Some((object, _)), Some(size)) = (object, size) {
                        self.sizes.insert(object, size);
                    }
                }
                Effect::Deallocate { at, .. } => {
                    if let Some(object) = lies(at) {
                        self.ended.insert(object, instr.loc);
                    }
                }
                Effect::CheckAccess { at, length } => {
                    let bytes = match length {
                        Length::Constant(bytes) => Some(bytes),
                        Length::Operand(size) => value(size).and_then(|size| size.to_u64()),
                    };
                    let wrong = value(at).filter(|_| no());
                    self.cause = wrong.map(|at| self.explain(&at, Use::Access(bytes)));
                }
                // What an assertion says of objects is for the program to tell.
                Effect::CheckFree { .. } if self.is_assertion => {}
                Effect::CheckFree { at } => {
                    let wrong = value(at).filter(|_| no());
                    self.cause = wrong.map(|at| self.explain(&at, Use::Free));
                }
                Effect::Address(_)
                | Effect::Load { .. }
                | Effect::Store { .. }
                | Effect::Fill { .. }
                | Effect::Copy { .. }
                | Effect::Scan { .. }
                | Effect::AskWritten { .. }
                | Effect::Inspect { .. }
                | Effect::Reach { .. }
                | Effect::Escape { .. } => {}
            }
        }
    }

    /// What is wrong with the use of an address.
    fn explain(&self, address: &Value, use_: Use) -> Cause {
        let memory = &self.program.memory;
        let named = memory.describe(address);
        let Some((id, offset)) = memory.locate(address) else {
            let text = match address.is_zero() {
                true => "the address is NULL".to_owned(),
                false => format!("the address {named} is that of no object"),
            };
            return Cause { text, address: address.to_u64(), touched: None };
        };
        let object = &memory.objects[id];
        let size = *self.sizes.get(&id).unwrap_or(&object.size);
        let variable = matches!(object.storage, Storage::Local | Storage::Static | Storage::Past)
            .then(|| object.name.clone());
        let place = |loc: Option<LocId>| self.program.sources.describe(loc);
        let ended = self.ended.get(&id).map(|&at| (at.is_some(), place(at)));
        let what = match (object.storage, ended) {
            (Storage::Heap, Some((true, at))) => format!("which was freed ({at})"),
            (Storage::Heap, Some(_)) => "which was freed".to_owned(),
            (Storage::Local | Storage::Stack | Storage::Past, Some((true, at))) => {
                format!("which lives no more since {at}")
            }
            (Storage::Local | Storage::Stack, Some(_)) | (Storage::Past, _) => {
                "which lives no more".to_owned()
            }
            (Storage::Function, _) => "which is a function".to_owned(),
            (Storage::Heap, None) if use_ == Use::Free => "which is not its start".to_owned(),
            _ if use_ == Use::Free => "which is not on the heap".to_owned(),
            _ => {
                let constant = if object.writable { "" } else { " and is constant" };
                format!("and the object has {size} bytes{constant}")
            }
        };
        // The names of others tell the place.
        let declared = match (object.storage, object.loc) {
            (Storage::Local | Storage::Static, Some(_)) => {
                format!(" ({} of {})", object.name, place(object.loc))
            }
            _ => String::new(),
        };
        let bytes = match use_ {
            Use::Access(Some(bytes)) if !self.tells_size => {
                format!(", {bytes} bytes are accessed")
            }
            _ => String::new(),
        };
        let text = format!("the address is {named}{declared}{bytes}, {what}");
        let ended = object.storage == Storage::Past || self.ended.contains_key(&id);
        let bytes = if let Use::Access(bytes) = use_ { bytes } else { None };
        let end = u64::try_from(offset).ok().zip(bytes).and_then(|(at, n)| at.checked_add(n));
        let inside = end.is_some_and(|end| end <= size);
        let touched = Touched { variable, ended, inside, offset, size };
        Cause { text, address: None, touched: Some(touched) }
    }
}
