//! Names of state variables, for people: after the C variable that a value is bound to,
//! else after its name in the LLVM IR.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{Instr, Operand, Program, ValueId};

/// Hands out names, each once.
pub(crate) struct Names<'a> {
    program: &'a Program,
    /// The C variable that a value is bound to first.
    variables: FxHashMap<ValueId, &'a str>,
    taken: FxHashSet<String>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(program: &'a Program) -> Self {
        let mut variables = FxHashMap::default();
        for instr in program.blocks.iter().flat_map(|block| &block.instrs) {
            if let Instr::Bind { var, value: Operand::Value(value), .. } = instr {
                variables.entry(*value).or_insert(program.variables[*var].name.as_str());
            }
        }
        Self { program, variables, taken: FxHashSet::default() }
    }

    /// A new name for the state variable of `value`.
    pub(crate) fn take(&mut self, value: ValueId) -> String {
        let own = self.program.values[value].name.as_str();
        match self.variables.get(&value) {
            Some(&variable) => self.claim(variable),
            None if own.is_empty() => self.claim(&value.to_string()),
            None => self.claim(own),
        }
    }

    /// `base`, or `base.2`, `base.3`, …: the first that is not taken.
    pub(crate) fn claim(&mut self, base: &str) -> String {
        let numbered = (2..).map(|n| format!("{base}.{n}"));
        let mut candidates = std::iter::once(base.to_owned()).chain(numbered);
        let name = candidates.find(|name| !self.taken.contains(name));
        let name = name.expect("infinitely many candidates");
        self.taken.insert(name.clone());
        name
    }
}
