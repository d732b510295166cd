//! Explicit-state search by the interpreter, and the exact invariant that it gives.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::bv::{Assignment, Op, SymbolId, Term, TermStore, Value, eval};
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{BlockId, GoalId, Instr, Program, ValueId};
use crate::system::LocationInvariant;

/// The last values of all SSA values; `None` before the first definition.
pub type State = Vec<Option<Value>>;

/// What a search found.
pub struct Reachable {
    pub states: BTreeMap<BlockId, BTreeSet<State>>,
    pub goals: BTreeSet<GoalId>,
}

/// The input values of one block.
pub struct Given(pub Vec<Value>);

impl Inputs for Given {
    fn next(&mut self, _: usize, index: usize, _: u32) -> Value {
        self.0[index].clone()
    }
}

/// All lists of values of these widths.
pub fn all_values(widths: &[u32]) -> Vec<Vec<Value>> {
    let mut lists = vec![Vec::new()];
    for &width in widths {
        let longer = lists.iter().flat_map(|list: &Vec<Value>| {
            (0..1u128 << width)
                .map(move |bits| list.iter().cloned().chain([Value::new(width, bits)]).collect())
        });
        lists = longer.collect();
    }
    lists
}

/// All that the input instructions of a block may give.
pub fn choices(program: &Program, block: BlockId) -> Vec<Vec<Value>> {
    let inputs = program.blocks[block].instrs.iter().filter_map(|instr| match instr {
        Instr::Input { dest, .. } => Some(program.values[*dest].width()),
        _ => None,
    });
    all_values(&inputs.collect::<Vec<_>>())
}

/// All that can be reached, or `None` if that is more than `limit` states.
pub fn search(program: &Program, limit: usize) -> Option<Reachable> {
    let state = |run: &Interpreter<'_>| -> State {
        program.values.indices().map(|value| run.value(value).cloned()).collect()
    };
    let mut found = Reachable { states: BTreeMap::new(), goals: BTreeSet::new() };
    let mut open = vec![Interpreter::new(program)];
    let mut count = 0;
    while let Some(run) = open.pop() {
        if !found.states.entry(run.block()).or_default().insert(state(&run)) {
            continue;
        }
        count += 1;
        if count > limit {
            return None;
        }
        for values in choices(program, run.block()) {
            let mut next = run.clone();
            match next.step(&mut Given(values), |_, _| {}) {
                Event::Enter(_) => open.push(next),
                Event::Goal(goal) => drop(found.goals.insert(goal)),
                Event::End(_) => {}
            }
        }
    }
    Some(found)
}

/// An invariant without formulas, with a symbol for each value.
pub fn empty(program: &Program) -> (LocationInvariant, Vec<Term>) {
    let mut invariant = LocationInvariant::default();
    let mut terms = Vec::new();
    for (id, info) in program.values.iter_enumerated() {
        let term = invariant.terms.symbol(info.name.clone(), info.sort);
        let symbol = invariant.terms.as_symbol(term).unwrap();
        invariant.symbols.insert(symbol, id);
        terms.push(term);
    }
    (invariant, terms)
}

fn is(terms: &mut TermStore, symbols: &[Term], state: &State) -> Term {
    let mut all = terms.bool(true);
    for (&symbol, value) in symbols.iter().zip(state) {
        if let Some(value) = value {
            let value = terms.constant(value.clone());
            let equal = terms.app_verbatim(Op::Eq, &[symbol, value]);
            all = terms.app_verbatim(Op::And, &[all, equal]);
        }
    }
    all
}

/// The invariant that allows exactly these states.
pub fn exact(
    program: &Program,
    states: &BTreeMap<BlockId, BTreeSet<State>>,
) -> (LocationInvariant, Vec<Term>) {
    let (mut invariant, symbols) = empty(program);
    for block in program.blocks.indices() {
        let terms = &mut invariant.terms;
        let mut any = terms.bool(false);
        for state in states.get(&block).into_iter().flatten() {
            let one = is(terms, &symbols, state);
            any = terms.app_verbatim(Op::Or, &[any, one]);
        }
        invariant.at.insert(block, vec![any]);
    }
    (invariant, symbols)
}

/// Whether `formula` holds in the state, whatever its undefined values are among those
/// that the formula, over `mentioned`, looks at.
pub fn always_holds(
    invariant: &LocationInvariant,
    formula: Term,
    mentioned: &[ValueId],
    state: &State,
) -> bool {
    let symbol_of: FxHashMap<ValueId, SymbolId> =
        invariant.symbols.iter().map(|(&symbol, &value)| (value, symbol)).collect();
    let width = |value: ValueId| invariant.terms.symbols()[symbol_of[&value]].sort.width();
    let open: Vec<ValueId> =
        mentioned.iter().copied().filter(|v| state[v.0 as usize].is_none()).collect();
    let widths: Vec<u32> = open.iter().map(|&value| width(value)).collect();
    all_values(&widths).into_iter().all(|completion| {
        let mut values = Assignment::default();
        for &value in mentioned {
            if let Some(known) = &state[value.0 as usize] {
                values.insert(symbol_of[&value], known.clone());
            }
        }
        values.extend(open.iter().map(|value| symbol_of[value]).zip(completion));
        eval(&invariant.terms, formula, &values).is_true()
    })
}
