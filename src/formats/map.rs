//! What the names in a written model stand for: C variables, input functions, lines.
//!
//! As comment lines for formats that have them, and as JSON for a file beside the model.

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::bv::Sort;
use crate::encode::Encoded;
use crate::program::{
    Block, BlockId, GoalId, GoalKind, InputKind, Instr, LocId, Operand, Program, ValueId,
};
use crate::system::Origin;

/// What stands for a property where a goal is no check: something that is not modelled, or a bound
/// of the model. If one is reached nothing is said of the program.
pub const UNSUPPORTED: &str = "unsupported";
/// See [`UNSUPPORTED`].
pub const BOUND: &str = "bound";
/// What stands in the place of a property's name for coverage goals.
pub const COVER: &str = "cover";

/// The map of a model that was made from a program.
#[derive(Clone, Debug, Serialize)]
pub struct Map {
    /// Always `llumc map 1`.
    pub format: &'static str,
    /// State variables, in order.
    pub states: Vec<State>,
    /// Inputs, in order.
    pub inputs: Vec<Input>,
    /// Values of the program counter.
    pub locations: Vec<Location>,
    /// Bad conditions, in order.
    pub goals: Vec<Goal>,
}

/// A state variable.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// Name in the model.
    pub name: String,
    /// Bits; of an array, those of an element.
    pub width: u32,
    /// Bits of an index, if it is an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_width: Option<u32>,
    /// `location`, `predecessor`, `value` or, in a file from elsewhere, `foreign`.
    pub role: &'static str,
    /// C variables that the value is bound to, as `name (type) in function`.
    pub variables: Vec<String>,
}

/// An input, arbitrary in each step.
#[derive(Clone, Debug, Serialize)]
pub struct Input {
    /// Name in the model.
    pub name: String,
    /// Bits; of an array, those of an element.
    pub width: u32,
    /// Bits of an index, if it is an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_width: Option<u32>,
    /// What reads it.
    pub reads: Vec<Read>,
}

/// A place in the program that reads an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Read {
    /// The program counter of the step.
    pub at: String,
    /// `__VERIFIER_nondet_int()`, `uninitialised x`, ….
    pub what: String,
    /// `file:line:column`.
    pub place: String,
}

/// A value of the program counter.
#[derive(Clone, Debug, Serialize)]
pub struct Location {
    /// The value, decimal.
    pub code: String,
    /// The block of the program, or the goal.
    pub name: String,
    /// `file:line:column`.
    pub place: String,
}

/// A bad condition.
#[derive(Clone, Debug, Serialize)]
pub struct Goal {
    /// Name in the model.
    pub name: String,
    /// `unreach-call` and so on, or `unsupported`, or `bound`.
    pub property: String,
    /// What goes wrong.
    pub what: String,
    /// `file:line:column`.
    pub place: String,
}

impl Map {
    /// The map of an encoding of `program`, with the bad conditions at these places.
    pub fn new(program: &Program, encoded: &Encoded, bad: &[usize]) -> Self {
        let system = &encoded.system;
        let bound = bound_variables(program);
        let states = system.states.iter().map(|state| {
            let (role, variables) = match state.origin {
                Origin::Location => ("location", Vec::new()),
                Origin::Predecessor => ("predecessor", Vec::new()),
                Origin::Foreign => ("foreign", Vec::new()),
                Origin::Value(value) => ("value", bound.get(&value).cloned().unwrap_or_default()),
            };
            let (width, index_width) = widths(system.terms.sort(state.current));
            State { name: state.name.clone(), width, index_width, role, variables }
        });
        let reads = reads(program, encoded);
        let inputs = system.inputs.iter().zip(reads).map(|(&input, reads)| {
            let symbol = system.terms.as_symbol(input).expect("an input is a symbol");
            let name = system.terms.symbols()[symbol].name.clone();
            let (width, index_width) = widths(system.terms.sort(input));
            Input { name, width, index_width, reads }
        });
        let restore = &encoded.restore;
        let blocks = restore.locations.iter().map(|(&block, code)| {
            let place = block_place(program, &program.blocks[block]);
            (code.clone(), Location { code: code.to_string(), name: block.to_string(), place })
        });
        let goals = restore.goals.iter().map(|(&goal, code)| {
            let place = program.sources.describe(program.goals[goal].loc);
            (code.clone(), Location { code: code.to_string(), name: goal.to_string(), place })
        });
        let mut locations: Vec<_> = blocks.chain(goals).collect();
        locations.sort_by(|a, b| (&a.0, &a.1.name).cmp(&(&b.0, &b.1.name)));
        let wanted = bad.iter().flat_map(|&place| &system.bad[place].goals);
        Self {
            format: "llumc map 1",
            states: states.collect(),
            inputs: inputs.collect(),
            locations: locations.into_iter().map(|location| location.1).collect(),
            goals: wanted.map(|&goal| describe_goal(program, goal)).collect(),
        }
    }

    /// The map as single lines.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.format.to_owned()];
        for state in &self.states {
            let role = match state.role {
                "location" => ": program counter".to_owned(),
                "predecessor" => ": block before".to_owned(),
                // What is no variable says by its name what it is.
                _ if state.variables.is_empty() => String::new(),
                _ => format!(": {}", state.variables.join(", ")),
            };
            let width = width(state.width, state.index_width);
            lines.push(format!("state {} width {width}{role}", state.name));
        }
        for location in &self.locations {
            let Location { code, name, place } = location;
            lines.push(format!("location {code}: {name} {place}"));
        }
        for input in &self.inputs {
            for read in &input.reads {
                let Read { at, what, place } = read;
                let width = width(input.width, input.index_width);
                lines.push(format!("input {} width {width} at {at}: {what} {place}", input.name));
            }
        }
        for Goal { name, property, what, place } in &self.goals {
            lines.push(format!("goal {name}: {place}: {what} [{property}]"));
        }
        lines
    }
}

/// Bits of a word or an element, and of an index.
fn widths(sort: Sort) -> (u32, Option<u32>) {
    match sort {
        Sort::Word(width) => (width, None),
        Sort::Array { index, element } => (element, Some(index)),
    }
}

fn width(width: u32, index: Option<u32>) -> String {
    match index {
        None => width.to_string(),
        Some(index) => format!("{width}, an array with indices of width {index}"),
    }
}

/// For each value the C variables that it is bound to somewhere.
fn bound_variables(program: &Program) -> FxHashMap<ValueId, Vec<String>> {
    let mut bound: FxHashMap<ValueId, Vec<String>> = FxHashMap::default();
    for instr in program.blocks.iter().flat_map(|block| &block.instrs) {
        let Instr::Bind { var, value: Operand::Value(value), .. } = instr else { continue };
        let variable = &program.variables[*var];
        let scope = match variable.function.as_str() {
            "" => String::new(),
            function => format!(" in {function}"),
        };
        let text = format!("{} ({}){scope}", variable.name, variable.ty.name);
        let known = bound.entry(*value).or_default();
        if !known.contains(&text) {
            known.push(text);
        }
    }
    bound
}

/// For each input of the system what reads it, in the order of locations.
fn reads(program: &Program, encoded: &Encoded) -> Vec<Vec<Read>> {
    let mut result = vec![Vec::new(); encoded.system.inputs.len()];
    let mut all: Vec<_> = encoded.restore.reads.iter().collect();
    all.sort_by_key(|((location, block), _)| (*location, *block));
    for ((location, block), inputs) in all {
        let at = encoded.restore.locations.get(location);
        let at = at.map_or_else(|| location.to_string(), ToString::to_string);
        let instrs = program.blocks[*block].instrs.iter().filter_map(|instr| match instr {
            Instr::Input { kind, loc, .. } => Some((kind, *loc)),
            _ => None,
        });
        for ((kind, loc), input) in instrs.zip(inputs) {
            if let Some(input) = input {
                let (what, place) = (source(kind), program.sources.describe(loc));
                result[*input].push(Read { at: at.clone(), what, place });
            }
        }
    }
    result
}

fn source(kind: &InputKind) -> String {
    match kind {
        InputKind::Call { function, .. } | InputKind::Computed { function, .. } => {
            format!("{function}()")
        }
        InputKind::Uninitialised(name) => format!("uninitialised {name}"),
        InputKind::External(name) | InputKind::Pointer(name) => format!("external {name}"),
        InputKind::Volatile(name) => format!("volatile {name}"),
        InputKind::Undefined(what)
        | InputKind::Memory(what)
        | InputKind::Left(what)
        | InputKind::Unmodelled(what) => what.clone(),
        InputKind::Cover => "which place is asked for".to_owned(),
        InputKind::Schedule => "which thread goes on".to_owned(),
        InputKind::Watch => "whether an access is watched for races".to_owned(),
    }
}

impl Goal {
    /// Whether it is no check, but something that is not modelled, a bound, or a coverage goal.
    pub fn is_limit(&self) -> bool {
        [UNSUPPORTED, BOUND, COVER].contains(&self.property.as_str())
    }
}

fn describe_goal(program: &Program, id: GoalId) -> Goal {
    let goal = &program.goals[id];
    let (property, what) = match &goal.kind {
        GoalKind::Check(check) => (check.property.to_string(), check.what.clone()),
        GoalKind::Unsupported(what) => (UNSUPPORTED.to_owned(), what.clone()),
        GoalKind::Bound(bound) => (BOUND.to_owned(), bound.what.clone()),
        GoalKind::Cover(cover) => (COVER.to_owned(), format!("place {}", cover.number)),
    };
    let place = program.sources.describe(goal.loc);
    Goal { name: id.to_string(), property, what, place }
}

/// The first position that a block has.
fn block_place(program: &Program, block: &Block) -> String {
    let positions = block.instrs.iter().map(Instr::loc).chain([block.loc]);
    let first: Option<LocId> = positions.flatten().next();
    program.sources.describe(first)
}

/// Where a block is, for comments.
pub fn place_of_block(program: &Program, block: BlockId) -> String {
    format!("{block} {}", block_place(program, &program.blocks[block]))
}

/// Where a goal is and what it means, for comments.
pub fn place_of_goal(program: &Program, goal: GoalId) -> String {
    let Goal { name, property, what, place } = describe_goal(program, goal);
    format!("{name} {place}: {what} [{property}]")
}
