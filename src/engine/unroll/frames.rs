//! The frames of the unrolling, as literals of one circuit, and the way back from a
//! solver's model to a full assignment.
//!
//! What always holds: the circuit's clauses, its gates put back for the variables they
//! define, are equivalent to `I(0) ∧ U(0) ∧ T(0,1) ∧ … ∧ U(k)` restricted to what the goals
//! in play depend on, strengthened only by [`Frames::forbid`].

use std::rc::Rc;

use super::circuit::{Circuit, constant};
use super::plan::{Op, Plan};
use crate::cnf::{Cnf, Lit, Var};
use crate::dimspec::BitTrace;
use crate::sat::Solver;

/// All frames so far.
pub struct Frames {
    /// The gates and the solver.
    pub circuit: Circuit,
    /// Everything, for full assignments.
    whole: Plan,
    /// What matters to the goals in play.
    plan: Rc<Plan>,
    /// For each frame the literals of its free variables, with the plan that lists those.
    free: Vec<(Rc<Plan>, Vec<Lit>)>,
    /// All literals of the last frame; those that don't matter are constants.
    last: Vec<Lit>,
    /// The hint [`crate::dimspec::Model::terminated`].
    terminated: Option<Lit>,
}

fn look_up(frame: &[Lit], lit: Lit) -> Lit {
    frame[lit.var().0 as usize].xor(!lit.is_positive())
}

impl Frames {
    /// No frame yet, for a solver without clauses.
    pub fn new(plan: Plan, terminated: Option<Lit>, solver: Box<dyn Solver>) -> Self {
        Self {
            circuit: Circuit::new(solver),
            plan: Rc::new(plan.clone()),
            whole: plan,
            free: Vec::new(),
            last: Vec::new(),
            terminated,
        }
    }

    /// From the next frame on only these goals matter; a part of those before.
    pub fn focus(&mut self, goals: &[&Cnf]) {
        let mut hint = Cnf::new();
        hint.push(self.terminated);
        let conditions: Vec<&Cnf> = goals.iter().copied().chain([&hint]).collect();
        self.plan = Rc::new(self.whole.cone(&conditions));
    }

    /// Adds the next frame.
    pub fn extend(&mut self) {
        let plan = Rc::clone(&self.plan);
        let first = self.free.is_empty();
        let mut new = vec![constant(false); plan.num_vars as usize + 1];
        for op in &plan.early {
            if !first {
                let value = self.circuit.gate(&op.gate, |lit| look_up(&self.last, lit));
                set(&mut self.last, op, value);
            }
        }
        for op in &plan.next {
            if !first {
                let value = self.circuit.gate(&op.gate, |lit| look_up(&self.last, lit));
                set(&mut new, op, self.circuit.ask(value));
            }
        }
        let (vars, forced, universal) = if first {
            (&plan.free_first, &plan.forced_first, &plan.universal_first)
        } else {
            (&plan.free, &plan.forced, &plan.universal)
        };
        let mut free = Vec::with_capacity(vars.len());
        for &var in vars {
            let lit = match forced.get(&var) {
                Some(&value) => constant(value),
                None => self.circuit.fresh(),
            };
            new[var.0 as usize] = lit;
            free.push(lit);
        }
        for op in universal {
            let value = self.circuit.gate(&op.gate, |lit| look_up(&new, lit));
            set(&mut new, op, value);
        }
        if first {
            self.assert(&plan.init, |lit| look_up(&new, lit));
        } else {
            let n = plan.num_vars;
            let mut last = std::mem::take(&mut self.last);
            let both = |last: &[Lit], lit: Lit| match lit.var().0.checked_sub(n) {
                None | Some(0) => look_up(last, lit),
                Some(var) => look_up(&new, Lit::new(Var(var), lit.is_positive())),
            };
            for op in &plan.late {
                let value = self.circuit.gate(&op.gate, |lit| both(&last, lit));
                set(&mut last, op, value);
            }
            self.assert(&plan.trans_rest, |lit| both(&last, lit));
        }
        self.assert(&plan.universal_rest, |lit| look_up(&new, lit));
        self.free.push((plan, free));
        self.last = new;
    }

    /// Leaves out from here on the runs that have terminated in the last frame: those that
    /// reach a goal only later are not.
    pub fn forbid_terminated(&mut self) {
        if let Some(terminated) = self.terminated {
            let terminated = look_up(&self.last, terminated);
            self.forbid(terminated);
        }
    }

    /// The literals of these variables in the last frame.
    pub fn literals(&self, vars: &[Var]) -> Vec<Lit> {
        vars.iter().map(|&var| look_up(&self.last, var.lit())).collect()
    }

    fn assert(&mut self, clauses: &Cnf, look_up: impl Fn(Lit) -> Lit) {
        for clause in clauses.iter() {
            self.circuit.assert(clause.iter().map(|&lit| look_up(lit)));
        }
    }

    /// A literal that is equivalent to the conjunction of the clauses in the last frame.
    pub fn condition(&mut self, clauses: &Cnf) -> Lit {
        let all: Vec<Lit> = clauses
            .iter()
            .map(|clause| self.circuit.or(clause.iter().map(|&lit| look_up(&self.last, lit))))
            .collect();
        self.circuit.and(all)
    }

    /// Adds for good that the condition is false. For conditions that were shown to be.
    pub fn forbid(&mut self, condition: Lit) {
        self.circuit.assert([!condition]);
    }

    /// The run that the solver's model stands for: a value for every variable of every
    /// frame. Variables that do not matter to the goals get the value that the clauses give
    /// them if all that is arbitrary is false.
    pub fn trace(&mut self) -> BitTrace {
        let plan = &self.whole;
        let n = plan.num_vars;
        let mut states: Vec<Vec<bool>> = Vec::with_capacity(self.free.len());
        for (step, (listed, literals)) in self.free.iter().enumerate() {
            let mut state = vec![false; n as usize];
            if step > 0 {
                let last = &mut states[step - 1];
                for op in &plan.early {
                    let value = op.gate.eval(|lit| holds(last, lit));
                    assign(last, op, value);
                }
                for op in &plan.next {
                    let value = op.gate.eval(|lit| holds(last, lit));
                    assign(&mut state, op, value);
                }
            }
            let (vars, forced) = if step == 0 {
                (&listed.free_first, &plan.forced_first)
            } else {
                (&listed.free, &plan.forced)
            };
            for (var, &value) in forced {
                state[var.0 as usize - 1] = value;
            }
            for (var, &lit) in vars.iter().zip(literals) {
                let value = match lit.var() {
                    Var(0) => lit.is_positive(),
                    _ => self.circuit.solver.value(lit),
                };
                state[var.0 as usize - 1] = value;
            }
            for op in &plan.universal_first {
                let value = op.gate.eval(|lit| holds(&state, lit));
                assign(&mut state, op, value);
            }
            if step > 0 {
                let last = &mut states[step - 1];
                for op in &plan.late {
                    let value = op.gate.eval(|lit| match lit.var().0.checked_sub(n) {
                        None | Some(0) => holds(last, lit),
                        Some(var) => holds(&state, Lit::new(Var(var), lit.is_positive())),
                    });
                    assign(last, op, value);
                }
            }
            states.push(state);
        }
        BitTrace { states }
    }
}

fn set(frame: &mut [Lit], op: &Op, value: Lit) {
    frame[op.output.var().0 as usize] = value.xor(!op.output.is_positive());
}

fn holds(state: &[bool], lit: Lit) -> bool {
    state[lit.var().0 as usize - 1] == lit.is_positive()
}

fn assign(state: &mut [bool], op: &Op, value: bool) {
    state[op.output.var().0 as usize - 1] = value == op.output.is_positive();
}
