//! The questions that IC3 asks of SAT solvers.
//!
//! Three incremental solvers, restricted to the cone of the query: *step* holds U∧T∧U',
//! *state* holds U and the goals (a state that meets a goal may have no successor, so T
//! must not be there), *initial* holds I∧U. The first two hold all lemmas, each with its level
//! as the last frame that it belongs to; the clauses of I belong to frame 0. Lemmas that
//! others imply go; where a solver keeps them (`--ic3-solver cadical`) and such leftovers
//! outnumber the lemmas, both solvers are built anew.

use super::cube::Cube;
use super::frames::{Frames, INFINITY};
use super::measure::{Question, Solvers, Statistics};
use super::system::System;
use crate::cnf::{Cnf, Lit, Var};
use crate::sat::{ALWAYS, Answer, Framed, Solver};
use crate::support::limits;
use crate::support::{Budget, StopReason};

/// A state or step that was found, with what is needed to ask more about it.
pub(super) struct Found<'a> {
    solver: &'a mut dyn Framed,
    pub statistics: &'a mut Statistics,
    pub budget: &'a Budget,
}

impl Found<'_> {
    /// A literal's value.
    pub fn value(&mut self, lit: Lit) -> bool {
        self.solver.value(lit)
    }
}

pub(super) struct Queries {
    solvers: Solvers,
    step: Box<dyn Framed>,
    state: Box<dyn Framed>,
    initial: Box<dyn Framed>,
    /// Literals that I∧U forces, by variable.
    forced: Vec<Option<bool>>,
    offset: u32,
    leftovers: usize,
    /// Lemmas in the solvers that are current.
    current: usize,
    assumptions: Vec<Lit>,
    budget: Budget,
    /// Queries asked so far: the measure of work, the same in every run.
    pub count: u64,
    /// What the run takes.
    pub statistics: Statistics,
    /// Values that solvers assigned which are no more.
    assigned: u64,
}

impl Queries {
    pub fn new(system: &System<'_>, budget: &Budget, solvers: Solvers) -> Self {
        let free = free(system);
        let mut forced = vec![None; system.num_vars as usize + 1];
        for lit in system.initial_units() {
            forced[lit.var().0 as usize] = Some(lit.is_positive());
        }
        let mut initial = solvers.make("initial", free);
        define_state(system, initial.as_mut(), &[&system.model.spec.init]);
        system.model.spec.init.iter().for_each(|clause| initial.add(clause));
        let mut queries = Queries {
            step: solvers.make("step", free),
            state: solvers.make("state", free),
            solvers,
            initial,
            forced,
            offset: system.num_vars,
            leftovers: 0,
            current: 0,
            assumptions: Vec::new(),
            budget: budget.clone(),
            count: 0,
            statistics: Statistics::default(),
            assigned: 0,
        };
        queries.fill(system, &Frames::default());
        queries
    }

    /// Values that the solvers for steps and states assigned so far: a finer measure of
    /// work, of [`super::SolverKind::Cone`].
    pub fn assigned(&self) -> u64 {
        self.assigned + self.step.assigned() + self.state.assigned()
    }

    /// The literal that demands a goal in *state*.
    fn goal(&self, goal: usize) -> Lit {
        Var(2 * self.offset + 1 + goal as u32).lit()
    }

    /// Builds the solvers anew with the current lemmas if too many leftovers piled up.
    pub fn tidy(&mut self, system: &System<'_>, frames: &Frames) {
        if self.leftovers > limits::IC3_LEFTOVERS.max(2 * self.current) {
            self.assigned = self.assigned();
            let free = free(system);
            self.step = self.solvers.make("step", free);
            self.state = self.solvers.make("state", free);
            self.fill(system, frames);
        }
    }

    /// Fills the solvers, which are new.
    fn fill(&mut self, system: &System<'_>, frames: &Frames) {
        let spec = &system.model.spec;
        (self.leftovers, self.current) = (0, 0);
        for var in system.step_definitions() {
            self.step.define(var, system.definition(var));
        }
        system.step_restrictions().iter().for_each(|clause| self.step.add(clause));
        let goals = system.model.goals.iter().map(|goal| &goal.clauses);
        let asked: Vec<&Cnf> = goals.chain([&spec.init]).collect();
        define_state(system, self.state.as_mut(), &asked);
        for (goal, condition) in system.model.goals.iter().enumerate() {
            for clause in condition.clauses.iter() {
                let guarded: Vec<Lit> =
                    std::iter::once(!self.goal(goal)).chain(clause.iter().copied()).collect();
                self.state.add(&guarded);
            }
        }
        for clause in spec.init.iter() {
            self.step.add_up_to(0, clause);
            self.state.add_up_to(0, clause);
        }
        for cube in frames.level(INFINITY) {
            self.add(cube, INFINITY, &[]);
        }
        for (level, cube) in frames.finite() {
            self.add(cube, level, &[]);
        }
    }

    /// Adds the lemma of `cube`, which replaces those of `removed`.
    pub fn add(&mut self, cube: &Cube, level: usize, removed: &[Cube]) {
        let clause: Vec<Lit> = cube.clause().collect();
        let removed: Vec<Box<[Lit]>> = removed.iter().map(|cube| cube.clause().collect()).collect();
        self.leftovers += self.step.supersede(frame_number(level), &clause, &removed);
        self.state.supersede(frame_number(level), &clause, &removed);
        self.current = (self.current + 1).saturating_sub(removed.len());
    }

    fn outcome(&mut self, answer: Answer) -> Result<bool, StopReason> {
        self.count += 1;
        match answer {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Interrupted => Err(self.budget.exhausted().unwrap_or(StopReason::Cancelled)),
        }
    }

    /// Whether a step leads from `F_frame`, outside of `cube` if `relative`, into
    /// `cube`. Then [`Self::step_value`] tells the step, else [`Self::step_core`] which
    /// of the literals it did not need.
    pub fn step(&mut self, frame: usize, cube: &[Lit], relative: bool) -> Result<bool, StopReason> {
        self.ask_step(frame, cube, relative, Question::Step)
    }

    fn ask_step(
        &mut self,
        frame: usize,
        cube: &[Lit],
        relative: bool,
        question: Question,
    ) -> Result<bool, StopReason> {
        if relative && cube.is_empty() {
            // No state lies outside.
            return Ok(false);
        }
        let offset = self.offset;
        self.assumptions.clear();
        self.assumptions.extend(cube.iter().map(|lit| lit.shift(offset)));
        let outside: Vec<Lit> =
            if relative { cube.iter().map(|&lit| !lit).collect() } else { Vec::new() };
        let Self { step, assumptions, budget, .. } = self;
        let ask = || step.solve_in(frame_number(frame), assumptions, &outside, budget);
        let answer = self.statistics.ask(question, ask);
        self.outcome(answer)
    }

    /// The same with an effort that suits a question whose answer is not needed:
    /// [`Answer::Interrupted`] if that did not suffice.
    pub fn try_step(
        &mut self,
        frame: usize,
        cube: &[Lit],
        relative: bool,
    ) -> Result<Answer, StopReason> {
        self.try_step_within(limits::IC3_OPTIONAL_CONFLICTS, frame, cube, relative)
    }

    /// The same with so many conflicts.
    pub fn try_step_within(
        &mut self,
        conflicts: u32,
        frame: usize,
        cube: &[Lit],
        relative: bool,
    ) -> Result<Answer, StopReason> {
        self.step.limit_conflicts(conflicts);
        match self.ask_step(frame, cube, relative, Question::Try) {
            Ok(true) => Ok(Answer::Sat),
            Ok(false) => Ok(Answer::Unsat),
            Err(reason) => self.budget.exhausted().map_or(Ok(Answer::Interrupted), |_| Err(reason)),
        }
    }

    /// As [`Self::try_step`], for a `cube` that `F_frame` excludes. No step enters all of it
    /// and all of `rest`, which is not empty unless no step enters the cube at all: that is
    /// known, but said again, it makes the solver assign all of `rest`, and so
    /// [`Self::next_value`] tells of each whether it holds after the step.
    pub fn try_step_beside(
        &mut self,
        frame: usize,
        cube: &[Lit],
        rest: &[Lit],
    ) -> Result<Answer, StopReason> {
        let offset = self.offset;
        self.assumptions.clear();
        self.assumptions.extend(cube.iter().map(|lit| lit.shift(offset)));
        let rest: Vec<Lit> = rest.iter().map(|&lit| !lit.shift(offset)).collect();
        self.step.limit_conflicts(limits::IC3_OPTIONAL_CONFLICTS);
        let Self { step, assumptions, budget, .. } = self;
        let ask = || step.solve_in(frame_number(frame), assumptions, &rest, budget);
        let answer = self.statistics.ask(Question::Try, ask);
        self.count += 1;
        match answer {
            Answer::Interrupted => self.budget.exhausted().map_or(Ok(answer), Err),
            _ => Ok(answer),
        }
    }

    /// A literal's value after the step found.
    pub fn next_value(&mut self, lit: Lit) -> bool {
        self.step.value(lit.shift(self.offset))
    }

    /// A literal's value in the step found.
    pub fn step_value(&mut self, lit: Lit) -> bool {
        self.step.value(lit)
    }

    /// The literals of `cube` that the last failed [`Self::step`] needed.
    pub fn step_core(&mut self, cube: &[Lit]) -> Vec<Lit> {
        let offset = self.offset;
        cube.iter().copied().filter(|lit| self.step.failed(lit.shift(offset))).collect()
    }

    /// Whether a state of `F_frame` meets one of `goals`; tells which.
    pub fn reach(&mut self, frame: usize, goals: &[usize]) -> Result<Option<usize>, StopReason> {
        if goals.is_empty() {
            return Ok(None);
        }
        let some: Vec<Lit> = goals.iter().map(|&goal| self.goal(goal)).collect();
        let Self { state, budget, .. } = self;
        let ask = || state.solve_in(frame_number(frame), &[], &some, budget);
        let answer = self.statistics.ask(Question::Goal, ask);
        let found = self.outcome(answer)?;
        let mut demanded = goals.iter().copied().zip(some);
        Ok(if found {
            demanded.find(|&(_, lit)| self.state.value(lit)).map(|(goal, _)| goal)
        } else {
            None
        })
    }

    /// The state found by [`Self::reach`].
    pub fn found_state(&mut self) -> Found<'_> {
        let Self { state, statistics, budget, .. } = self;
        Found { solver: state.as_mut(), statistics, budget }
    }

    /// The step found by [`Self::step`].
    pub fn found_step(&mut self) -> Found<'_> {
        let Self { step, statistics, budget, .. } = self;
        Found { solver: step.as_mut(), statistics, budget }
    }

    /// Finds a step from a state of `present` into `next`, both of which lie on a run; the
    /// state is to be an initial one if `initially`. As after [`Self::step`], its values can be
    /// told then.
    pub fn connect(
        &mut self,
        present: &[Lit],
        next: &[Lit],
        initially: bool,
    ) -> Result<(), StopReason> {
        let frame = if initially { 0 } else { ALWAYS };
        let offset = self.offset;
        self.assumptions.clear();
        self.assumptions.extend_from_slice(present);
        self.assumptions.extend(next.iter().map(|lit| lit.shift(offset)));
        let Self { step, assumptions, budget, .. } = self;
        let ask = || step.solve_in(frame, assumptions, &[], budget);
        let answer = self.statistics.ask(Question::Step, ask);
        self.demand(answer)
    }

    /// The same for a state of `present` that meets `goal`; as after [`Self::reach`].
    pub fn meet(
        &mut self,
        present: &[Lit],
        goal: usize,
        initially: bool,
    ) -> Result<(), StopReason> {
        let frame = if initially { 0 } else { ALWAYS };
        self.assumptions.clear();
        self.assumptions.extend_from_slice(present);
        self.assumptions.push(self.goal(goal));
        let Self { state, assumptions, budget, .. } = self;
        let ask = || state.solve_in(frame, assumptions, &[], budget);
        let answer = self.statistics.ask(Question::Goal, ask);
        self.demand(answer)
    }

    fn demand(&mut self, answer: Answer) -> Result<(), StopReason> {
        match self.outcome(answer)? {
            true => Ok(()),
            false => Err(StopReason::Failure("IC3: a chain of obligations is not a trace".into())),
        }
    }

    /// Whether `cube` contains an initial state.
    pub fn meets_initial(&mut self, cube: &[Lit]) -> Result<bool, StopReason> {
        if cube.iter().any(|&lit| self.excluded(lit)) {
            return Ok(false);
        }
        let Self { initial, budget, .. } = self;
        let answer = self.statistics.ask(Question::Initial, || initial.solve(cube, budget));
        self.outcome(answer)
    }

    /// The same with an effort that suits a question whose answer is not needed:
    /// [`Answer::Interrupted`] if that did not suffice.
    pub fn try_initial(&mut self, cube: &[Lit]) -> Result<Answer, StopReason> {
        if cube.iter().any(|&lit| self.excluded(lit)) {
            return Ok(Answer::Unsat);
        }
        self.initial.limit_conflicts(limits::IC3_OPTIONAL_CONFLICTS);
        match self.meets_initial(cube) {
            Ok(true) => Ok(Answer::Sat),
            Ok(false) => Ok(Answer::Unsat),
            Err(reason) => self.budget.exhausted().map_or(Ok(Answer::Interrupted), |_| Err(reason)),
        }
    }

    /// After [`Self::meets_initial`] said no: literals of `cube` that suffice for that.
    pub fn initial_core(&mut self, cube: &[Lit]) -> Vec<Lit> {
        match cube.iter().copied().find(|&lit| self.excluded(lit)) {
            Some(lit) => vec![lit],
            None => cube.iter().copied().filter(|&lit| self.initial.failed(lit)).collect(),
        }
    }

    /// Whether I∧U forces the opposite.
    fn excluded(&self, lit: Lit) -> bool {
        self.forced[lit.var().0 as usize] == Some(!lit.is_positive())
    }
}

/// The frame as the solvers number it.
fn frame_number(level: usize) -> u32 {
    u32::try_from(level).unwrap_or(ALWAYS)
}

/// The first variable that no query names: after two states come the demands of goals.
fn free(system: &System<'_>) -> Var {
    Var(2 * system.num_vars + 1 + system.model.goals.len() as u32)
}

/// Gives a new solver U and the facts, about one state, with the definitions that these and
/// the clauses to come need. The others exclude no state.
fn define_state(system: &System<'_>, solver: &mut dyn Solver, asked: &[&Cnf]) {
    let restrictions = system.state_restrictions();
    let clauses = restrictions.iter().chain(asked.iter().flat_map(|clauses| clauses.iter()));
    let roots = clauses.flatten().map(|lit| lit.var()).chain(system.predicates.iter().copied());
    for var in system.defined_below(roots.collect()) {
        solver.define(var, system.definition(var));
    }
    restrictions.iter().for_each(|clause| solver.add(clause));
}
