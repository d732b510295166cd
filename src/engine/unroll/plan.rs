//! What one time step consists of, worked out once: which variables are defined by
//! which gates (in U, or by T from the step before), in which order to build them, which
//! clauses remain, and what of it matters to the goals.
//!
//! Every variable `v` of a frame is one of
//! * *universal*: defined by a gate of U over variables of the same frame;
//! * *next*: `v'` is defined by a gate of T over the frame before (free in frame 0);
//! * *local*: occurs in T unprimed and nowhere else, and is defined there by a gate: an
//!   *early* one over its own frame alone, a *late* one over the next frame too;
//! * *free*: everything else, arbitrary but for the remaining clauses.
//!
//! For our own systems only inputs are free after frame 0, and no clause remains but the
//! user's assumptions. Nothing here relies on that: all is read off the clauses.

use rustc_hash::{FxHashMap, FxHashSet};

use super::gates::{Definition, Gate, definitions, topological};
use crate::cnf::{Cnf, Lit, Var};
use crate::dimspec::Model;

/// `output <-> gate`.
#[derive(Clone, Debug)]
pub struct Op {
    /// What is defined: a variable or its negation.
    pub output: Lit,
    /// As what.
    pub gate: Gate,
}

/// The parts of a time step.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Variables of a frame; in what follows literals beyond them are of the next frame.
    pub num_vars: u32,
    /// Clauses of I.
    pub init: Cnf,
    /// Free variables of frame 0.
    pub free_first: Vec<Var>,
    /// Free variables of the other frames.
    pub free: Vec<Var>,
    /// Gates of U, over one frame, in order, as far as frame 0 needs them.
    pub universal_first: Vec<Op>,
    /// The same for the other frames: those that only I asks for are missing.
    pub universal: Vec<Op>,
    /// Gates of T over its first frame alone, in order; outputs there.
    pub early: Vec<Op>,
    /// Gates of T over its first frame that define variables of the second; the outputs
    /// are written as variables of one frame.
    pub next: Vec<Op>,
    /// Gates of T that define variables of its first frame over both, in order.
    pub late: Vec<Op>,
    /// Clauses of U that no gate stands for.
    pub universal_rest: Cnf,
    /// Clauses of T that no gate stands for.
    pub trans_rest: Cnf,
    /// Free variables that unit clauses of I and U fix in frame 0.
    pub forced_first: FxHashMap<Var, bool>,
    /// Free variables that unit clauses of U and T fix in the other frames.
    pub forced: FxHashMap<Var, bool>,
}

type Definitions = FxHashMap<Var, Definition>;

fn ops(found: &Definitions, keep: impl Fn(Var) -> bool) -> Vec<Op> {
    topological(found)
        .into_iter()
        .filter(|&var| keep(var))
        .map(|var| Op { output: found[&var].output, gate: found[&var].gate.clone() })
        .collect()
}

/// The clauses that none of the definitions stands for.
fn rest<'a>(cnf: &Cnf, found: impl Iterator<Item = &'a Definition>) -> Cnf {
    let covered: FxHashSet<u32> = found.flat_map(|found| found.clauses.iter().copied()).collect();
    let mut rest = Cnf::new();
    rest.extend(
        (0u32..).zip(cnf.iter()).filter(|(place, _)| !covered.contains(place)).map(|c| c.1),
    );
    rest
}

impl Plan {
    /// The plan for a model.
    pub fn new(model: &Model) -> Self {
        let spec = &model.spec;
        let n = spec.num_vars;
        let universal = definitions(&spec.universal, |_| true);

        let mut occurs = vec![false; 2 * n as usize + 1];
        let elsewhere = [&spec.init, &spec.universal].into_iter();
        for cnf in elsewhere.chain(model.goals.iter().map(|goal| &goal.clauses)) {
            cnf.iter().flatten().for_each(|lit| occurs[lit.var().0 as usize] = true);
        }
        for lit in spec.trans.iter().flatten().filter(|lit| lit.var().0 > n) {
            occurs[lit.var().0 as usize - n as usize] = true;
        }
        let mut trans = definitions(&spec.trans, |var| match var.0.checked_sub(n) {
            None | Some(0) => !occurs[var.0 as usize],
            Some(unprimed) => !universal.contains_key(&Var(unprimed)),
        });
        // A late local depends on the next frame, so the next frame must not depend on it.
        let mut late = FxHashSet::default();
        for var in topological(&trans).into_iter().filter(|var| var.0 <= n) {
            let inputs = trans[&var].gate.inputs();
            if inputs.iter().any(|lit| lit.var().0 > n || late.contains(&lit.var())) {
                late.insert(var);
            }
        }
        trans.retain(|var, found| {
            let inputs = found.gate.inputs();
            var.0 <= n || inputs.iter().all(|lit| lit.var().0 <= n && !late.contains(&lit.var()))
        });

        let mut next = ops(&trans, |var| var.0 > n);
        for op in &mut next {
            op.output = Lit::new(Var(op.output.var().0 - n), op.output.is_positive());
        }
        let defined_next: FxHashSet<Var> = next.iter().map(|op| op.output.var()).collect();
        let undefined = |var: &Var| !universal.contains_key(var) && !trans.contains_key(var);
        let free_first: Vec<Var> = (1..=n).map(Var).filter(undefined).collect();
        let free = free_first.iter().copied().filter(|var| !defined_next.contains(var)).collect();
        let mut plan = Plan {
            num_vars: n,
            init: spec.init.clone(),
            free_first,
            free,
            universal_first: ops(&universal, |_| true),
            universal: ops(&universal, |_| true),
            early: ops(&trans, |var| var.0 <= n && !late.contains(&var)),
            next,
            late: ops(&trans, |var| late.contains(&var)),
            universal_rest: rest(&spec.universal, universal.values()),
            trans_rest: rest(&spec.trans, trans.values()),
            forced_first: FxHashMap::default(),
            forced: FxHashMap::default(),
        };
        plan.forced = forced(&universal, [&plan.universal_rest], &plan.free);
        let units = plan.trans_rest.iter().filter(|clause| clause.len() == 1).map(|unit| unit[0]);
        for lit in units.filter(|lit| lit.var().0 > n) {
            plan.forced.insert(Var(lit.var().0 - n), lit.is_positive());
        }
        plan.forced_first =
            forced(&universal, [&plan.universal_rest, &plan.init], &plan.free_first);
        plan
    }

    /// The same plan without what these goals do not depend on.
    pub fn cone(&self, goals: &[&Cnf]) -> Plan {
        let n = self.num_vars;
        let unprimed = |lit: &Lit| (lit.var().0 - 1) % n + 1;
        let mut inputs: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for op in [&self.universal, &self.early, &self.next, &self.late].into_iter().flatten() {
            let entry = inputs.entry(op.output.var().0).or_default();
            entry.extend(op.gate.inputs().iter().map(unprimed));
        }
        let close = |mut open: Vec<u32>| {
            let mut needed = vec![false; n as usize + 1];
            while let Some(var) = open.pop() {
                if !std::mem::replace(&mut needed[var as usize], true) {
                    open.extend(inputs.get(&var).into_iter().flatten());
                }
            }
            needed
        };
        let clauses =
            [&self.universal_rest, &self.trans_rest].into_iter().chain(goals.iter().copied());
        let roots: Vec<u32> = clauses.flat_map(|cnf| cnf.iter().flatten()).map(unprimed).collect();
        let init: Vec<u32> = self.init.iter().flatten().map(unprimed).collect();
        let first = close(roots.iter().copied().chain(init).collect());
        let later = close(roots);
        let vars = |all: &[Var], needed: &[bool]| -> Vec<Var> {
            all.iter().copied().filter(|var| needed[var.0 as usize]).collect()
        };
        let ops = |all: &[Op], needed: &[bool]| -> Vec<Op> {
            all.iter().filter(|op| needed[op.output.var().0 as usize]).cloned().collect()
        };
        Plan {
            free_first: vars(&self.free_first, &first),
            free: vars(&self.free, &later),
            universal_first: ops(&self.universal, &first),
            universal: ops(&self.universal, &later),
            early: ops(&self.early, &later),
            next: ops(&self.next, &later),
            late: ops(&self.late, &later),
            ..self.clone()
        }
    }
}

/// Which of the free variables the unit clauses fix, through the conjunctions of U.
fn forced<'a>(
    universal: &Definitions,
    clauses: impl IntoIterator<Item = &'a Cnf>,
    free: &[Var],
) -> FxHashMap<Var, bool> {
    let free: FxHashSet<Var> = free.iter().copied().collect();
    let mut values = FxHashMap::default();
    let units = clauses.into_iter().flat_map(|cnf| cnf.iter());
    let mut open: Vec<Lit> = units.filter(|unit| unit.len() == 1).map(|unit| unit[0]).collect();
    let mut seen = FxHashSet::default();
    while let Some(lit) = open.pop() {
        if !seen.insert(lit) {
            continue;
        }
        if free.contains(&lit.var()) {
            // If both values are forced, the clauses contradict each other with either.
            values.insert(lit.var(), lit.is_positive());
        } else if let Some(found) = universal.get(&lit.var())
            && found.output == lit
            && let Gate::And(inputs) = &found.gate
        {
            open.extend(inputs.iter().copied());
        } else if let Some(found) = universal.get(&lit.var())
            && let Gate::And(inputs) = &found.gate
            && let [input] = inputs[..]
        {
            open.push(!input);
        }
    }
    values
}
