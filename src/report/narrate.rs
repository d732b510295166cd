//! From a replayed run to a story in source lines: what was chosen, what changed where.

use rustc_hash::{FxHashMap, FxHashSet};

use super::characters::Characters;
use super::{Change, InputReport, Place, Skipped, TraceStep};
use crate::bv::Value;
use crate::bv::float::both;
use crate::certify::replay::{Happening, Run, RunStep};
use crate::program::{
    BlockId, CStyle, CType, InputKind, LocId, Memory, ObjectId, Program, Reading, VarId,
};

/// The story of a run.
#[derive(Clone, Debug, Default)]
pub struct Story {
    /// The values chosen, in order.
    pub inputs: Vec<InputReport>,
    /// The source lines executed, in order, with what changed.
    pub steps: Vec<TraceStep>,
    /// The thread that runs, once threads take turns.
    thread: Option<u64>,
}

impl Story {
    /// A new step, at a place if there is one.
    fn step(&mut self, skipped: Option<Skipped>, place: Option<Place>) {
        self.steps.push(TraceStep { skipped, thread: self.thread, place, changes: vec![] });
    }
}

/// Tells a run. Neighbouring positions on one source line become one step; a change
/// without a position of its own belongs to the line before it.
pub fn narrate(program: &Program, run: &Run) -> Story {
    let mut story = Story::default();
    // Where in the story each block was told last.
    let mut told: FxHashMap<BlockId, usize> = FxHashMap::default();
    let mut known = Known::default();
    for step in &run.steps {
        let loop_ = told.insert(step.block, story.steps.len());
        tell_block(program, step, loop_.unwrap_or(0), &mut known, &mut story);
    }
    story
}

/// Tells one block; if it is the head of a loop, its last iteration begins at `loop_`.
fn tell_block(
    program: &Program,
    block: &RunStep,
    loop_: usize,
    known: &mut Known,
    story: &mut Story,
) {
    for happening in &block.happenings {
        match happening {
            Happening::Iterated(iterations) => {
                let places = story.steps[loop_.saturating_sub(1)..].iter();
                let lines = || places.clone().filter_map(|step| Some(step.place.as_ref()?.line));
                let lines = (lines().min().unwrap_or(0), lines().max().unwrap_or(0));
                let skipped = Some(Skipped { iterations: *iterations, lines });
                story.step(skipped, None);
            }
            Happening::Passed(loc) => arrive(program, *loc, story),
            Happening::Chosen { kind, value, free, native, loc } => {
                let place = loc.filter(|&loc| program.sources.loc(loc).line > 0);
                let place = place.map(|loc| Place::bare(&program.sources, loc));
                if let InputKind::Schedule = kind {
                    story.thread = value.to_u64();
                }
                let (source, value) = describe_input(program, kind, value);
                story.inputs.push(InputReport {
                    source,
                    value,
                    matters: !free,
                    place,
                    native: *native,
                    step: story.steps.len().saturating_sub(1),
                });
            }
            Happening::Changed { var, value, .. } => {
                if !known.is_there(program, *var, value) {
                    continue;
                }
                let change = change(program, *var, value);
                if story.steps.is_empty() {
                    story.step(None, None);
                }
                let step = story.steps.last_mut().expect("there is one");
                let style = &program.variables[*var].ty.style;
                let byte = value.to_u64().and_then(|value| u8::try_from(value).ok());
                match byte.filter(|_| matches!(style, CStyle::Char { .. })) {
                    // What lies in memory may be told of the store and of the cell.
                    _ if is_told(step, &change) => {}
                    Some(byte) => known.characters.tell(change, byte, step),
                    None => step.changes.push(change),
                }
            }
        }
    }
}

/// What the story has told so far.
#[derive(Default)]
struct Known {
    characters: Characters,
    /// The allocated objects that pointers have pointed to.
    objects: FxHashSet<ObjectId>,
    /// The allocated objects that share their place in the source with others.
    several: Option<Vec<ObjectId>>,
    /// Those of them that variables are parts of.
    parts: FxHashMap<VarId, Option<ObjectId>>,
}

impl Known {
    /// Whether a change is of what is there: a store through a pointer to one of several
    /// objects tells the values of all, of which some are not allocated yet.
    fn is_there(&mut self, program: &Program, var: VarId, value: &Value) -> bool {
        let memory = &program.memory;
        let object = *self.parts.entry(var).or_insert_with(|| {
            let name = &program.variables[var].name;
            let several = self.several.get_or_insert_with(|| of_one_place(program));
            several.iter().copied().find(|&object| {
                let rest = name.strip_prefix(&memory.objects[object].name);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(", "))
            })
        });
        let there = object.is_none_or(|object| self.objects.contains(&object));
        if there && matches!(program.variables[var].ty.style, CStyle::Pointer) {
            self.objects.extend(memory.locate(value).map(|(object, _)| object));
        }
        there
    }
}

/// The allocated objects that share their place in the source with others: a store through a
/// pointer may be meant for any of them.
fn of_one_place(program: &Program) -> Vec<ObjectId> {
    let objects = &program.memory.objects;
    let place = |id: &ObjectId| program.sources.describe(objects[*id].loc);
    let allocated = program.memory.sites.iter().flat_map(|site| &site.instances);
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for id in allocated.clone() {
        *counts.entry(place(id)).or_default() += 1;
    }
    allocated.filter(|id| counts[&place(id)] > 1).copied().collect()
}

/// Whether the last change of the same name in a step is this one.
fn is_told(step: &TraceStep, change: &Change) -> bool {
    let mut last = step.changes.iter().rev();
    last.find(|told| told.variable == change.variable) == Some(change)
}

/// Opens a step for a position, unless the open one is on the same line.
fn arrive(program: &Program, loc: LocId, story: &mut Story) {
    if program.sources.loc(loc).line == 0 {
        return;
    }
    let place = Place::bare(&program.sources, loc);
    match story.steps.last_mut() {
        // Iterations that were left out lead here.
        Some(last) if last.place.is_none() && last.skipped.is_some() => last.place = Some(place),
        Some(TraceStep { place: Some(last), thread, .. })
            if (last.line, &last.file, &last.function, *thread)
                == (place.line, &place.file, &place.function, story.thread) => {}
        _ => story.step(None, Some(place)),
    }
}

fn change(program: &Program, var: VarId, value: &Value) -> Change {
    let variable = &program.variables[var];
    Change {
        variable: variable.name.clone(),
        ty: variable.ty.name.clone(),
        value: variable.ty.format(value, &program.memory),
    }
}

/// The source of an arbitrary value, and the value as its type prints it.
fn describe_input(program: &Program, kind: &InputKind, value: &Value) -> (String, String) {
    let of_variable = |name: &String| {
        let mut same = program.variables.iter().filter(|variable| variable.name == *name);
        let is_number = same.next().is_some_and(|it| matches!(it.ty.style, CStyle::Float));
        let number = both(value).filter(|_| is_number);
        number.unwrap_or_else(|| both_ways(value))
    };
    match kind {
        InputKind::Call { function, reading } | InputKind::Computed { function, reading } => {
            let style = match (value.width(), reading) {
                (_, Reading::Float) => CStyle::Float,
                (1, _) => CStyle::Bool,
                (8, reading) => CStyle::Char { signed: *reading == Reading::Signed },
                (_, Reading::Signed) => CStyle::Signed,
                (_, Reading::Unsigned) => CStyle::Unsigned,
            };
            let ty = CType { name: String::new(), style };
            (format!("{function}()"), ty.format(value, &Memory::default()))
        }
        InputKind::Uninitialised(name) => (format!("uninitialised {name}"), of_variable(name)),
        InputKind::External(name) | InputKind::Pointer(name) => (name.clone(), of_variable(name)),
        InputKind::Volatile(name) => (format!("volatile {name}"), of_variable(name)),
        InputKind::Undefined(what)
        | InputKind::Memory(what)
        | InputKind::Left(what)
        | InputKind::Unmodelled(what) => (what.clone(), both_ways(value)),
        InputKind::Cover => ("place that is asked for".to_owned(), both_ways(value)),
        InputKind::Schedule => ("thread that goes on".to_owned(), value.to_decimal(false)),
        InputKind::Watch => {
            ("stops before its access, for one that races".to_owned(), value.to_decimal(false))
        }
    }
}

/// The unsigned number, and the signed one where it differs.
fn both_ways(value: &Value) -> String {
    let unsigned = value.to_decimal(false);
    if value.width() > 1 && value.sign() {
        format!("{unsigned} (signed {})", value.to_decimal(true))
    } else {
        unsigned
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{GoalId, Loc, Variable};

    #[test]
    fn changes_stand_at_their_lines() {
        let mut program = Program::default();
        let file = program.sources.file("no-such-file.c");
        let mut at = |line| {
            let function = "main".to_owned();
            program.sources.add(Loc { file, line, column: 1, function, inlined_at: None })
        };
        let (nowhere, three, four) = (at(0), at(3), at(4));
        let ty = CType { name: "char".into(), style: CStyle::Char { signed: true } };
        let x = program.variables.push(Variable {
            name: "x".into(),
            function: "main".into(),
            ty,
            chain: vec![],
        });
        let changed = |number, loc| Happening::Changed {
            var: x,
            value: Value::new(8, number),
            loc: Some(loc),
        };
        let passed = Happening::Passed;
        let block = crate::program::BlockId(0);
        let steps = vec![
            RunStep {
                block,
                happenings: vec![
                    passed(three),
                    changed(65, three),
                    passed(four),
                    changed(200, nowhere),
                ],
            },
            RunStep { block, happenings: vec![passed(four), changed(7, four)] },
        ];
        let solvers = crate::certify::Solvers::default();
        let story = narrate(&program, &Run { goal: GoalId(0), steps, solvers });
        let told: Vec<(u32, Vec<&str>)> = story
            .steps
            .iter()
            .map(|step| {
                let line = step.place.as_ref().map_or(0, |place| place.line);
                (line, step.changes.iter().map(|change| change.value.as_str()).collect())
            })
            .collect();
        assert_eq!(told, [(3, vec!["65 ('A')"]), (4, vec!["-56", "7"])]);
    }
}
