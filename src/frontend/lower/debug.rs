//! Debug information: source positions with their inlining chains, C variables.
//!
//! The C API has no getters for the names of scopes and variables; they are operands of
//! the metadata nodes. Their order is that of `llvm/IR/DebugInfoMetadata.h`, LLVM 22.

use rustc_hash::FxHashMap;

use super::Lowering;
use super::ctype;
use super::value::Lowered;
use crate::frontend::llvm;
use crate::frontend::llvm::handles::{Context, Meta, Record, Val};
use crate::frontend::sites::RawLoc;
use crate::program::runtime::GLOBALS;
use crate::program::{
    BlockId, CType, Field, Instr, Loc, LocId, Operand, Program, Sources, ValueId, VarId, Variable,
};

/// DWARF tag of a function.
const TAG_SUBPROGRAM: u16 = 0x2e;
/// `{file, scope, name, …}` of a `DISubprogram`, `{file, scope}` of lexical blocks.
const SCOPE_PARENT: usize = 1;
const SUBPROGRAM_NAME: usize = 2;
/// `{scope, name, file, type, …}` of a `DILocalVariable`.
const VARIABLE_SCOPE: usize = 0;
const VARIABLE_NAME: usize = 1;
pub const VARIABLE_TYPE: usize = 3;

/// An operand of a metadata node.
pub fn operand<'m>(node: Meta<'m>, index: usize, context: Context<'m>) -> Option<Val<'m>> {
    node.operands(context).get(index).copied().flatten()
}

/// The name of the function that a scope belongs to.
fn scope_function<'m>(scope: Meta<'m>, context: Context<'m>) -> Option<String> {
    let parents = |scope: &Meta<'m>| operand(*scope, SCOPE_PARENT, context)?.node();
    let subprogram =
        std::iter::successors(Some(scope), parents).find(|scope| scope.tag() == TAG_SUBPROGRAM)?;
    operand(subprogram, SUBPROGRAM_NAME, context)?.text()
}

/// The name of a function in the source, else in the IR.
pub fn function_name<'m>(function: Val<'m>, context: Context<'m>) -> String {
    let named = function.subprogram().and_then(|scope| scope_function(scope, context));
    named.unwrap_or_else(|| function.name())
}

/// The name of a variable.
pub fn variable_name<'m>(variable: Meta<'m>, context: Context<'m>) -> String {
    operand(variable, VARIABLE_NAME, context).and_then(Val::text).unwrap_or_default()
}

/// The path of a file by folder and name.
fn path((folder, name): (String, String)) -> String {
    llvm::source_path(&folder, name)
}

/// What has been read of the module's debug information.
pub struct Debug<'m> {
    context: Context<'m>,
    /// The function under way, where debug information doesn't say it.
    entry: String,
    locations: FxHashMap<Meta<'m>, Option<LocId>>,
    /// Function and path of each scope.
    scopes: FxHashMap<Meta<'m>, (String, String)>,
    types: FxHashMap<Meta<'m>, Option<CType>>,
    /// What consists of several scalars.
    fields: FxHashMap<Meta<'m>, Vec<Field>>,
    /// For each expression what it means.
    parts: FxHashMap<Meta<'m>, Option<Part>>,
    /// Inlined copies of variables, and of their parts.
    variables: FxHashMap<(Meta<'m>, Option<LocId>, Part), VarId>,
}

/// What of a variable a record speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Whole,
    /// A fragment, in bits.
    Bits {
        offset: u64,
        size: u64,
    },
}

impl Part {
    /// What a `DIExpression` means, from its text; `None`, if something is computed.
    fn parse(text: &str) -> Option<Self> {
        let (_, inside) = text.strip_suffix(')')?.rsplit_once("DIExpression(")?;
        if inside.is_empty() {
            return Some(Self::Whole);
        }
        let numbers = inside.strip_prefix("DW_OP_LLVM_fragment, ")?;
        let (offset, size) = numbers.split_once(", ")?;
        Some(Self::Bits { offset: offset.parse().ok()?, size: size.parse().ok()? })
    }
}

impl<'m> Debug<'m> {
    /// Nothing read yet.
    pub fn new(function: Val<'m>, context: Context<'m>) -> Self {
        Self {
            context,
            entry: function_name(function, context),
            locations: FxHashMap::default(),
            scopes: FxHashMap::default(),
            types: FxHashMap::default(),
            fields: FxHashMap::default(),
            parts: FxHashMap::default(),
            variables: FxHashMap::default(),
        }
    }

    /// Function and path of a scope.
    fn scope(&mut self, scope: Meta<'m>) -> (String, String) {
        let (context, entry) = (self.context, &self.entry);
        let known = self.scopes.entry(scope).or_insert_with(|| {
            let function = scope_function(scope, context).unwrap_or_else(|| entry.clone());
            (function, scope.file().map(path).unwrap_or_default())
        });
        known.clone()
    }

    /// The position that a `DILocation` means; its line may be 0.
    pub fn location(&mut self, sources: &mut Sources, location: Meta<'m>) -> Option<LocId> {
        let mut chain: Vec<Meta<'m>> =
            std::iter::successors(Some(location), |inner| inner.inlined_at()).collect();
        // Outermost first: each refers to the one it was inlined at.
        let mut inlined_at = None;
        while let Some(meta) = chain.pop() {
            inlined_at = match self.locations.get(&meta) {
                Some(&known) => known,
                None => {
                    let made = meta.scope().map(|scope| {
                        let (function, path) = self.scope(scope);
                        let file = sources.file(&path);
                        let (line, column) = (meta.line(), meta.column());
                        sources.add(Loc { file, line, column, function, inlined_at })
                    });
                    self.locations.insert(meta, made);
                    made
                }
            };
        }
        inlined_at
    }

    /// Where a `DIVariable` is declared; the column is not known.
    pub fn declaration(&self, sources: &mut Sources, variable: Meta<'m>) -> Option<LocId> {
        let line = Some(variable.declared_line()).filter(|&line| line > 0)?;
        let file = sources.file(&path(variable.declared_file()?));
        let scope = operand(variable, VARIABLE_SCOPE, self.context).and_then(Val::node);
        let function = scope.and_then(|scope| scope_function(scope, self.context));
        let function = function.unwrap_or_default();
        Some(sources.add(Loc { file, line, column: 0, function, inlined_at: None }))
    }

    /// What of a variable a `DIExpression` means, unless something is computed.
    fn part(&mut self, expression: Meta<'m>) -> Option<Part> {
        let context = self.context;
        *self.parts.entry(expression).or_insert_with(|| Part::parse(&expression.print(context)))
    }

    /// Where the part of a variable begins that a `DIExpression` means, in bytes.
    pub fn part_offset(&mut self, expression: Meta<'m>) -> Option<u64> {
        Some(match self.part(expression)? {
            Part::Whole => 0,
            Part::Bits { offset, .. } => offset / 8,
        })
    }

    /// Name and type of a part of a variable, if that is one scalar.
    fn named(&mut self, variable: Meta<'m>, part: Part) -> Option<(String, CType)> {
        let context = self.context;
        let ty = operand(variable, VARIABLE_TYPE, context).and_then(Val::node)?;
        let name = variable_name(variable, context);
        let Part::Bits { offset, size } = part else {
            let ty = self.types.entry(ty).or_insert_with(|| ctype::read(ty, context)).clone()?;
            return Some((name, ty));
        };
        let fields = self.fields.entry(ty).or_insert_with(|| ctype::fields(ty, context));
        let field = fields.iter().find(|it| (8 * it.offset, 8 * it.size) == (offset, size))?;
        Some((format!("{name}{}", field.path), field.ty.clone()))
    }

    /// The position of an instruction, if its line is known.
    pub fn position(&mut self, sources: &mut Sources, instr: Val<'m>) -> Option<LocId> {
        let location = instr.location().filter(|location| location.line() > 0)?;
        self.location(sources, location)
    }

    /// A position by names, in the function and call that a `DILocation` without a line
    /// tells, else in the entry.
    pub fn raw_location(
        &mut self,
        sources: &mut Sources,
        raw: &RawLoc,
        scope: Option<Meta<'m>>,
    ) -> LocId {
        let scope = scope.and_then(|scope| self.location(sources, scope));
        let (function, inlined_at) = match scope.map(|id| sources.loc(id)) {
            Some(loc) => (loc.function.clone(), loc.inlined_at),
            None => (self.entry.clone(), None),
        };
        let file = sources.file(&raw.file);
        sources.add(Loc { file, line: raw.line, column: raw.column, function, inlined_at })
    }
}

impl<'m> Lowering<'m> {
    /// Turns the debug records before `instr` into bindings. `before` is the last known
    /// position in the block, before the instruction.
    pub fn records(&mut self, instr: Val<'m>, before: Option<LocId>) {
        for record in instr.records().filter(|record| record.is_value()) {
            // A variable that is computed by an expression is skipped.
            let part = record.expression().and_then(|expression| self.debug.part(expression));
            if let Some(part) = part
                && let Some(value) = record.value()
                && let Lowered::Int(value) = self.lowered(value)
                && let Some((var, loc)) = self.variable(record, part, instr, before)
            {
                self.program.blocks[self.at.block].instrs.push(Instr::Bind { var, value, loc });
            }
        }
    }

    /// The variable that a record speaks of, and a position for the binding.
    fn variable(
        &mut self,
        record: Record<'m>,
        part: Part,
        instr: Val<'m>,
        before: Option<LocId>,
    ) -> Option<(VarId, Option<LocId>)> {
        let variable = record.variable()?;
        let scope = self.debug.location(&mut self.program.sources, record.location()?)?;
        let Loc { file, line, function, inlined_at, .. } = self.program.sources.loc(scope).clone();
        // The position of the assignment, where `frontend::bind` has kept it.
        let own = (line > 0).then_some(scope);
        // A global belongs to no function and is one variable wherever it is assigned.
        let global = function == GLOBALS;
        let (function, inlined_at) =
            if global { (String::new(), None) } else { (function, inlined_at) };
        if let Some(&known) = self.debug.variables.get(&(variable, inlined_at, part)) {
            // LLVM keeps no line for what it makes a record of itself (a phi, say): that of
            // a neighbour in the same function and call has to do.
            let here = self.debug.position(&mut self.program.sources, instr);
            let sources = &self.program.sources;
            let same = |loc: &LocId| {
                let loc = sources.loc(*loc);
                global || (loc.function == function && loc.inlined_at == inlined_at)
            };
            return Some((known, own.or(before.filter(same)).or(here.filter(same))));
        }
        let (name, ty) = self.debug.named(variable, part)?;
        let var = self.program.variables.push(Variable {
            name,
            function: function.clone(),
            ty,
            chain: if global { vec![] } else { self.program.sources.chain(scope) },
        });
        self.debug.variables.insert((variable, inlined_at, part), var);
        // The first binding stands where the variable is declared.
        let declared =
            Loc { file, line: variable.declared_line(), column: 0, function, inlined_at };
        let declared = (declared.line > 0).then(|| self.program.sources.add(declared));
        Some((var, own.or(declared)))
    }
}

/// Drops bindings to values that need not exist where they are. LLVM duplicates blocks, and gives a
/// record of the copy the value of the original; that means there that it knows nothing.
pub fn drop_unfounded(program: &mut Program) {
    let dominators = program.dominators();
    let mut defined: FxHashMap<ValueId, (BlockId, usize)> = FxHashMap::default();
    for (id, block) in program.blocks.iter_enumerated() {
        defined.extend(block.phis.iter().map(|phi| (phi.dest, (id, 0))));
        let instrs = block.instrs.iter().enumerate();
        defined.extend(instrs.filter_map(|(at, instr)| Some((instr.dest()?, (id, at)))));
    }
    for (id, block) in program.blocks.iter_mut_enumerated() {
        let mut at = 0;
        block.instrs.retain(|instr| {
            at += 1;
            let Instr::Bind { value: Operand::Value(value), .. } = instr else { return true };
            defined.get(value).is_some_and(|&(home, place)| match home == id {
                true => place < at,
                false => dominators.dominates(home, id),
            })
        });
    }
}
