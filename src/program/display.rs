//! The readable listing of a [`Program`]: what `show --stage program` prints.
//!
//! Deterministic: depends on nothing but the program. Values and blocks go by their
//! names in the LLVM IR (`%sum`), or by number (`v7`) where a name is missing or not
//! unique. Constants of more than one bit print as signed numbers.

use std::fmt;

use rustc_hash::FxHashMap;

use super::{
    Block, BlockId, EndKind, GoalKind, InputKind, Instr, LocId, MemoryInstr, MemoryOp, Operand,
    Program, Terminator, ValueId,
};
use crate::bv::{Op, Sort, Value};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Listing::new(self).fmt(f)
    }
}

/// The program with the labels of its values and blocks.
struct Listing<'a> {
    program: &'a Program,
    values: Vec<String>,
    blocks: Vec<String>,
}

/// `%name` where names are unique, the id elsewhere.
fn labels<'a, I: ToString>(named: impl Iterator<Item = (I, &'a str)> + Clone) -> Vec<String> {
    let mut count: FxHashMap<&str, usize> = FxHashMap::default();
    for (_, name) in named.clone() {
        *count.entry(name).or_default() += 1;
    }
    let label = |(id, name): (I, &str)| {
        if name.is_empty() || count[name] > 1 { id.to_string() } else { format!("%{name}") }
    };
    named.map(label).collect()
}

impl<'a> Listing<'a> {
    fn new(program: &'a Program) -> Self {
        let values = program.values.iter_enumerated().map(|(id, info)| (id, info.name.as_str()));
        let blocks = program.blocks.iter_enumerated().map(|(id, block)| (id, block.name.as_str()));
        let values = labels(values.collect::<Vec<_>>().into_iter());
        let blocks = labels(blocks.collect::<Vec<_>>().into_iter());
        Self { program, values, blocks }
    }

    fn value(&self, id: ValueId) -> &str {
        &self.values[id.0 as usize]
    }

    fn block(&self, id: BlockId) -> &str {
        &self.blocks[id.0 as usize]
    }

    fn operand(&self, operand: &Operand) -> String {
        match operand {
            Operand::Value(id) => self.value(*id).to_owned(),
            Operand::Const(value) => constant(value),
        }
    }

    /// `%name:width`, of arrays both widths
    fn typed(&self, id: ValueId) -> String {
        format!("{}:{}", self.value(id), self.program.values[id].sort)
    }

    /// A trailing comment with the position.
    fn at(&self, loc: Option<LocId>) -> String {
        match loc {
            Some(_) => format!("  ; {}", self.place(loc)),
            None => String::new(),
        }
    }

    /// `file:line:column in f, called at file:line:column`
    fn place(&self, loc: Option<LocId>) -> String {
        let sources = &self.program.sources;
        let mut text = sources.describe(loc);
        if let Some(loc) = loc {
            text += &format!(" in {}", sources.loc(loc).function);
            for call in sources.chain(loc) {
                text += &format!(", called at {}", sources.describe(Some(call)));
            }
        }
        text
    }

    fn instr(&self, instr: &Instr) -> String {
        match instr {
            Instr::Assign { dest, op, args, .. } => {
                let args: Vec<String> = args.iter().map(|arg| self.operand(arg)).collect();
                format!("{} = {} {}", self.typed(*dest), operator(*op), args.join(", "))
            }
            Instr::Input { dest, kind, .. } => {
                format!("{} = input {}", self.typed(*dest), origin(kind))
            }
            Instr::Bind { var, value, .. } => {
                let variable = &self.program.variables[*var];
                format!("{} {} is {}", variable.ty.name, variable.name, self.operand(value))
            }
            Instr::Memory(instr) => self.memory(instr),
        }
    }

    /// `%x:32 = load %p`
    fn memory(&self, instr: &MemoryInstr) -> String {
        let object = |id| format!("{id} {}", self.program.memory.objects[id].name);
        let named = match instr.op {
            MemoryOp::Address(id) | MemoryOp::Start(id) | MemoryOp::End(id) => Some(object(id)),
            MemoryOp::Retire { now, .. } => Some(object(now)),
            MemoryOp::Available(site) | MemoryOp::Allocate { site, .. } => Some(site.to_string()),
            MemoryOp::Aligned(bytes)
            | MemoryOp::Copy(bytes)
            | MemoryOp::Fill(bytes)
            | MemoryOp::Written(bytes) => Some(format!("{bytes} bytes")),
            MemoryOp::Load
            | MemoryOp::Store
            | MemoryOp::CopyBytes
            | MemoryOp::FillBytes
            | MemoryOp::Find { .. }
            | MemoryOp::Mismatch
            | MemoryOp::Valid { .. }
            | MemoryOp::Freeable
            | MemoryOp::Free
            | MemoryOp::Release
            | MemoryOp::Leaked
            | MemoryOp::Lost
            | MemoryOp::Overlap
            | MemoryOp::WrittenBytes
            | MemoryOp::Havoc { .. }
            | MemoryOp::Room
            | MemoryOp::Offset => None,
        };
        let args = instr.args.iter().map(|arg| self.operand(arg));
        let all: Vec<String> = named.into_iter().chain(args).collect();
        let result = instr.dest.map(|dest| format!("{} = ", self.typed(dest))).unwrap_or_default();
        format!("{result}{} {}", instr.op.name(), all.join(", "))
    }

    fn terminator(&self, terminator: &Terminator) -> String {
        match terminator {
            Terminator::Goto(to) => format!("goto {}", self.block(*to)),
            Terminator::Branch { cond, then, otherwise } => format!(
                "if {} goto {} else {}",
                self.operand(cond),
                self.block(*then),
                self.block(*otherwise)
            ),
            Terminator::Switch { value, cases, default } => {
                let cases: Vec<String> = cases
                    .iter()
                    .map(|(case, to)| format!("{} goto {}", constant(case), self.block(*to)))
                    .collect();
                format!(
                    "switch {}: {}, else {}",
                    self.operand(value),
                    cases.join(", "),
                    self.block(*default)
                )
            }
            Terminator::Goal(goal) => format!("reach {goal}"),
            Terminator::End(kind) => match kind {
                EndKind::Return => "end: return",
                EndKind::Exit => "end: exit",
                EndKind::Assumption => "end: assumption fails",
                EndKind::Division => "end: division by zero",
                EndKind::NullAccess => "end: access through a null pointer",
                EndKind::InvalidAccess => "end: invalid access",
                EndKind::Excluded => "end: no such run",
            }
            .to_owned(),
        }
    }

    fn body(&self, f: &mut fmt::Formatter<'_>, id: BlockId, block: &Block) -> fmt::Result {
        writeln!(f, "\n{}:", self.block(id))?;
        for phi in &block.phis {
            let incoming: Vec<String> = phi
                .incoming
                .iter()
                .map(|(from, operand)| {
                    format!("{} from {}", self.operand(operand), self.block(*from))
                })
                .collect();
            writeln!(f, "  {} = phi {}", self.typed(phi.dest), incoming.join(", "))?;
        }
        for instr in &block.instrs {
            writeln!(f, "  {}{}", self.instr(instr), self.at(instr.loc()))?;
        }
        writeln!(f, "  {}{}", self.terminator(&block.terminator), self.at(block.loc))
    }

    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "entry {}", self.block(self.program.entry))?;
        for (id, goal) in self.program.goals.iter_enumerated() {
            let what = match &goal.kind {
                GoalKind::Check(check) => format!("{}: {}", check.property, check.what),
                GoalKind::Unsupported(what) => format!("unsupported: {what}"),
                GoalKind::Bound(bound) => format!("bound: {}", bound.what),
                GoalKind::Cover(cover) => format!("cover: place {}", cover.number),
            };
            writeln!(f, "{id} {what}{}", self.at(goal.loc))?;
        }
        for assumption in &self.program.assumptions {
            let place = self.at(assumption.loc);
            writeln!(f, "assumption {}: {}{place}", assumption.kind, assumption.what)?;
        }
        for (id, object) in self.program.memory.objects.iter_enumerated() {
            let place = self.at(object.loc);
            let storage = format!("{:?}", object.storage).to_lowercase();
            writeln!(f, "{id} {}: {storage}, {} bytes{place}", object.name, object.size)?;
        }
        for (id, block) in self.program.blocks.iter_enumerated() {
            self.body(f, id, block)?;
        }
        Ok(())
    }
}

fn constant(value: &Value) -> String {
    match value.sort() {
        Sort::Word(width) => value.to_decimal(width > 1),
        Sort::Array { .. } => value.to_string(),
    }
}

fn operator(op: Op) -> String {
    match op {
        Op::Extract { high, low } => format!("extract[{high}:{low}]"),
        Op::ZeroExtend(_) => "zero-extend".to_owned(),
        Op::SignExtend(_) => "sign-extend".to_owned(),
        simple => format!("{simple:?}").to_lowercase(),
    }
}

fn origin(kind: &InputKind) -> String {
    match kind {
        InputKind::Call { function, .. } => format!("call of {function}"),
        InputKind::Uninitialised(name) => format!("uninitialised {name}"),
        InputKind::External(name) => format!("external {name}"),
        InputKind::Pointer(name) => format!("external pointer {name}"),
        InputKind::Volatile(name) => format!("volatile {name}"),
        InputKind::Undefined(what) => format!("undefined: {what}"),
        InputKind::Memory(what) => format!("memory: {what}"),
        InputKind::Left(what) => format!("left: {what}"),
        InputKind::Computed { function, .. } => format!("computed by {function}"),
        InputKind::Unmodelled(what) => format!("not modelled: {what}"),
        InputKind::Cover => "which place is asked for".to_owned(),
        InputKind::Schedule => "which thread goes on".to_owned(),
        InputKind::Watch => "whether an access is watched for races".to_owned(),
    }
}
