//! Names of state variables, for people: after the C variable that a value is bound to,
//! else after its name in the LLVM IR.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{Instr, Operand, Program, ValueId};

/// Hands out names, each once.
pub(super) struct Names<'a> {
    program: &'a Program,
    /// The C variable that a value is bound to first.
    variables: FxHashMap<ValueId, &'a str>,
    taken: FxHashSet<String>,
}

impl<'a> Names<'a> {
    pub(super) fn new(program: &'a Program) -> Self {
        let mut variables = FxHashMap::default();
        for instr in program.blocks.iter().flat_map(|block| &block.instrs) {
            if let Instr::Bind { var, value: Operand::Value(value), .. } = instr {
                variables.entry(*value).or_insert(program.variables[*var].name.as_str());
            }
        }
        Self { program, variables, taken: FxHashSet::default() }
    }

    /// A new name for the state variable of `value`.
    pub(super) fn take(&mut self, value: ValueId) -> String {
        let own = self.program.values[value].name.as_str();
        let base = match self.variables.get(&value) {
            Some(&variable) => variable.to_owned(),
            None if own.is_empty() => value.to_string(),
            None => own.to_owned(),
        };
        let numbered = (2..).map(|n| format!("{base}.{n}"));
        let mut candidates = std::iter::once(base.clone()).chain(numbered);
        let name = candidates.find(|name| !self.taken.contains(name));
        let name = name.expect("infinitely many candidates");
        self.taken.insert(name.clone());
        name
    }
}
