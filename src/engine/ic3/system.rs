//! What IC3 needs to know of a model, found in its clauses and never assumed.
//!
//! A variable of one state plays one of three roles:
//! * **defined**: clauses of U make it a total function of variables of lower rank
//!   (a gate). It has exactly one value for given values of the others.
//! * **input**: not defined, and neither I nor the next-step side of T depends on it,
//!   directly or through definitions. The value it has in a step is seen by nothing
//!   but this step's own U, T and goals.
//! * **latch**: all others. Cubes and lemmas are over latches.
//!
//! Why latches suffice. Call a cube `c` over latches *doomed* if for each latch
//! assignment `p` in it there are inputs `q` with which U holds and the goal or a step
//! into a doomed cube follows (gates are determined by `p` and `q`). Since T doesn't
//! see the inputs of the next state, the step may enter any `p'` of the next cube, and
//! `p'` comes with inputs of its own. Since I doesn't see inputs, a doomed cube that
//! meets I∧U contains an initial state that reaches the goal. So a cube meeting I is a
//! counterexample, and blocking cubes over latches loses none.
//!
//! A **predicate** is a defined variable that latches alone determine. A literal over it is as
//! good in a cube as one over a latch: `p` of a state says whether it holds.
//!
//! In the same way a next-state variable may be *step-defined*: the clauses of T with
//! that one next-state variable make it a total function of the present. What remains
//! of U and T are the restrictions, [`System::universal`] and [`System::trans`]; for
//! our own models the latter is empty, for a planning problem it is nearly all of T.
//! Nothing in the soundness of the engine depends on [`Structure::Functional`]: it only
//! says which variables must not be taken for gates.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::eliminate::{eliminate, value};
use super::options::{Options, Technique};
use crate::cnf::{Cnf, Lit, Var};
use crate::dimspec::{Model, Structure};

/// The largest number of arguments of a definition that is found by its truth table;
/// conjunctions and disjunctions are found at any size.
const TABLE_ARGUMENTS: usize = 6;

/// The role of a variable in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Defined,
    Input,
    Latch,
    /// Defined, but by latches alone, and worth a place in cubes ([`Model::predicates`]).
    Predicate,
}

/// A model, taken apart.
pub(super) struct System<'m> {
    pub model: Cow<'m, Model>,
    /// Number of variables of one state.
    pub num_vars: u32,
    /// By variable of one state.
    roles: Vec<Role>,
    /// In ascending order.
    pub latches: Vec<Var>,
    /// In ascending order.
    pub predicates: Vec<Var>,
    /// By variable of two neighbouring states; empty if not defined.
    definitions: Vec<Cnf>,
    /// An order in which a definition comes after what it mentions.
    ranks: Vec<u32>,
    /// The variables of one state with definitions, by rank.
    order: Vec<Var>,
    /// Variables of one state with the definitions that were dropped, in an order in which
    /// their values can be computed once all others have theirs.
    dropped: Vec<(Var, Cnf)>,
    /// The clauses of U that define nothing.
    pub universal: Cnf,
    /// The clauses of T that define nothing.
    pub trans: Cnf,
    /// What is known of every state of every run: [`Model::facts`], unless they are left out.
    pub facts: Cnf,
}

impl<'m> System<'m> {
    /// Takes a model apart; with its facts, and fewer gates, if the options say so.
    pub fn new(model: Cow<'m, Model>, options: &Options) -> Self {
        let num_vars = model.spec.num_vars;
        let size = num_vars as usize + 1;
        let mut free = vec![true; size];
        if let Structure::Functional { state, inputs } = &model.structure {
            for var in state.iter().chain(inputs) {
                free[var.0 as usize] = false;
            }
        }
        let ascending =
            gates(&model.spec.universal, num_vars, |v| if free[v] { v as u32 } else { 0 });
        let descending = || {
            let rank = |v| if free[v] { num_vars + 1 - v as u32 } else { 0 };
            gates(&model.spec.universal, num_vars, rank)
        };
        // Where nothing is left over the other order finds no more.
        let other = (!ascending.rest.is_empty()).then(descending);
        let gates = match other {
            Some(descending) if descending.count > ascending.count => descending,
            _ => ascending,
        };

        let mut definitions = gates.definitions;
        definitions.resize(2 * size - 1, Cnf::new());
        let mut ranks = gates.ranks;
        ranks.resize(2 * size - 1, num_vars + 1);
        for var in 1..size {
            if !definitions[var].is_empty() {
                let mut next = Cnf::new();
                definitions[var].iter().for_each(|clause| next.push(shift(clause, num_vars)));
                definitions[var + num_vars as usize] = next;
                ranks[var + num_vars as usize] = num_vars + 2 + ranks[var];
            }
        }
        let trans = next_definitions(&model.spec.trans, num_vars, &mut definitions);

        let facts = match options.uses(Technique::Facts) {
            true => model.facts.clone(),
            false => Cnf::new(),
        };
        let mut system = System {
            model,
            num_vars,
            roles: vec![Role::Input; size],
            latches: Vec::new(),
            predicates: Vec::new(),
            definitions,
            ranks,
            order: vec![],
            dropped: vec![],
            universal: gates.rest,
            trans,
            facts,
        };
        let visible = system.model.spec.init.iter().flatten().map(|lit| lit.var());
        let next =
            system.model.spec.trans.iter().flatten().filter_map(|lit| system.unprimed(lit.var()));
        let seen = system.cone(visible.chain(next).collect::<Vec<_>>());
        for (var, &seen) in seen.iter().enumerate().take(size).skip(1) {
            if !system.definitions[var].is_empty() {
                system.roles[var] = Role::Defined;
            } else if seen {
                system.roles[var] = Role::Latch;
                system.latches.push(Var(var as u32));
            }
        }
        if options.uses(Technique::Predicates) {
            system.find_predicates();
        }
        system.drop_definitions(options.uses(Technique::Eliminate));
        system
    }

    /// Lets cubes speak of those of the model's predicates that latches determine.
    fn find_predicates(&mut self) {
        let mut vars: Vec<Var> = (1..=self.num_vars).map(Var).collect();
        vars.sort_by_key(|&var| self.rank(var));
        // By variable: whether inputs don't matter to it.
        let mut fixed = vec![true; self.num_vars as usize + 1];
        for var in vars {
            let arguments = self.definition(var).iter().flatten().map(|lit| lit.var());
            fixed[var.0 as usize] = self.role(var) != Role::Input
                && arguments.filter(|&other| other != var).all(|other| fixed[other.0 as usize]);
        }
        let mut predicates = self.model.predicates.clone();
        predicates.retain(|&var| self.role(var) == Role::Defined && fixed[var.0 as usize]);
        predicates.sort_unstable();
        predicates.dedup();
        for var in &predicates {
            self.roles[var.0 as usize] = Role::Predicate;
        }
        self.predicates = predicates;
    }

    /// Predicates of the present and the next state.
    pub fn both_predicates(&self) -> impl Iterator<Item = Var> + '_ {
        self.predicates.iter().flat_map(|&var| [var, Var(var.0 + self.num_vars)])
    }

    /// Drops the definitions that nothing depends on, and others by elimination if
    /// `eliminates`.
    fn drop_definitions(&mut self, eliminates: bool) {
        let restrictions = self.step_restrictions();
        let goals = self.model.goals.iter().flat_map(|goal| goal.clauses.iter());
        let clauses = restrictions.iter().chain(self.model.spec.init.iter()).chain(goals);
        let mut roots: Vec<Var> = clauses.flatten().map(|lit| lit.var()).collect();
        roots.extend(self.latches.iter().map(|var| Var(var.0 + self.num_vars)));
        roots.extend(self.both_predicates());
        let mut kept = vec![false; self.definitions.len()];
        roots.iter().for_each(|var| kept[var.0 as usize] = true);
        let needed = self.cone(roots);
        let mut unneeded = vec![];
        for (var, definition) in (0..).map(Var).zip(&mut self.definitions) {
            if !needed[var.0 as usize] && !definition.is_empty() {
                unneeded.push((var, std::mem::take(definition)));
            }
        }
        unneeded.sort_by_key(|&(var, _)| self.ranks[var.0 as usize]);
        if eliminates {
            self.dropped = eliminate(&mut self.definitions, &kept);
        }
        self.dropped.extend(unneeded);
        self.dropped.retain(|(var, _)| var.0 <= self.num_vars);
        let mut order: Vec<Var> = (1..=self.num_vars).map(Var).collect();
        order.retain(|&var| !self.definition(var).is_empty());
        order.sort_by_key(|&var| self.rank(var));
        self.order = order;
    }

    /// Given the values of latches and inputs (by variable), computes those of all
    /// definitions of one state.
    pub fn complete(&self, values: &mut [bool]) {
        for &var in &self.order {
            values[var.0 as usize] = value(var, self.definition(var), values);
        }
        for (var, definition) in &self.dropped {
            values[var.0 as usize] = value(*var, definition, values);
        }
    }

    /// `lit` one step later.
    pub fn prime(&self, lit: Lit) -> Lit {
        lit.shift(self.num_vars)
    }

    /// The present copy of a next-state variable.
    fn unprimed(&self, var: Var) -> Option<Var> {
        (var.0 > self.num_vars).then(|| Var(var.0 - self.num_vars))
    }

    /// The role of a variable of the present state.
    pub fn role(&self, var: Var) -> Role {
        self.roles[var.0 as usize]
    }

    /// Whether a variable belongs to the next state.
    pub fn is_next(&self, var: Var) -> bool {
        var.0 > self.num_vars
    }

    /// The clauses that define a variable of two neighbouring states; none if free.
    pub fn definition(&self, var: Var) -> &Cnf {
        &self.definitions[var.0 as usize]
    }

    /// A defined variable has a higher rank than those its definition mentions.
    pub fn rank(&self, var: Var) -> u32 {
        self.ranks[var.0 as usize]
    }

    /// By variable of two neighbouring states: whether `roots` depend on it.
    fn cone(&self, roots: Vec<Var>) -> Vec<bool> {
        let mut seen = vec![false; self.definitions.len()];
        let mut stack = roots;
        while let Some(var) = stack.pop() {
            if !std::mem::replace(&mut seen[var.0 as usize], true) {
                stack.extend(self.definition(var).iter().flatten().map(|lit| lit.var()));
            }
        }
        seen
    }

    /// U and the facts, T, and the former one step later, as far as they restrict.
    pub fn step_restrictions(&self) -> Cnf {
        let mut clauses = self.state_restrictions();
        for clause in self.state_restrictions().iter() {
            clauses.push(shift(clause, self.num_vars));
        }
        clauses.extend(self.trans.iter());
        clauses
    }

    /// U, as far as it restricts, and the facts.
    pub fn state_restrictions(&self) -> Cnf {
        let mut clauses = self.universal.clone();
        clauses.extend(self.facts.iter());
        clauses
    }

    /// The defined variables that belong to [`Self::step_restrictions`], to I and to the
    /// latches of both states. The others, being total functions, exclude no step.
    pub fn step_definitions(&self) -> Vec<Var> {
        let restrictions = self.step_restrictions();
        let mut roots: Vec<Var> = restrictions.iter().flatten().map(|lit| lit.var()).collect();
        roots.extend(self.latches.iter().map(|var| Var(var.0 + self.num_vars)));
        roots.extend(self.model.spec.init.iter().flatten().map(|lit| lit.var()));
        roots.extend(self.both_predicates());
        self.defined_below(roots)
    }

    /// [`Self::step_restrictions`] with the definitions that they need.
    pub fn step_clauses(&self) -> Cnf {
        let mut clauses = self.step_restrictions();
        for var in self.step_definitions() {
            clauses.extend(self.definition(var).iter());
        }
        clauses
    }

    /// The defined variables on which `roots` depend, these included.
    pub fn defined_below(&self, roots: Vec<Var>) -> Vec<Var> {
        let seen = self.cone(roots).into_iter().zip(0..).filter(|&(seen, _)| seen);
        let vars = seen.map(|(_, var)| Var(var));
        vars.filter(|&var| !self.definition(var).is_empty()).collect()
    }

    /// The values of latches that I, U and the facts force by unit propagation, as literals.
    pub fn initial_units(&self) -> Vec<Lit> {
        let spec = &self.model.spec;
        let mut values: Vec<Option<bool>> = vec![None; self.num_vars as usize + 1];
        let value = |values: &[Option<bool>], lit: Lit| {
            values[lit.var().0 as usize].map(|value| value == lit.is_positive())
        };
        let mut changed = true;
        while changed {
            changed = false;
            for clause in spec.init.iter().chain(spec.universal.iter()).chain(self.facts.iter()) {
                let mut open = clause.iter().filter(|&&lit| value(&values, lit) != Some(false));
                if let (Some(&lit), None) = (open.next(), open.next())
                    && value(&values, lit).is_none()
                {
                    values[lit.var().0 as usize] = Some(lit.is_positive());
                    changed = true;
                }
            }
        }
        let forced = |var: &Var| values[var.0 as usize].map(|value| Lit::new(*var, value));
        self.latches.iter().chain(&self.predicates).filter_map(forced).collect()
    }
}

fn shift(clause: &[Lit], offset: u32) -> impl Iterator<Item = Lit> + use<'_> {
    clause.iter().map(move |lit| lit.shift(offset))
}

fn is_tautology(clause: &[Lit]) -> bool {
    clause.iter().any(|&lit| clause.contains(&!lit))
}

struct Gates {
    definitions: Vec<Cnf>,
    ranks: Vec<u32>,
    rest: Cnf,
    count: usize,
}

/// Takes the definitions out of U: the clauses in which a variable has the highest rank
/// may define it. Rank 0 is never defined.
fn gates(universal: &Cnf, num_vars: u32, rank: impl Fn(usize) -> u32) -> Gates {
    let size = num_vars as usize + 1;
    let mut rest = Cnf::new();
    let mut groups: Vec<Vec<&[Lit]>> = vec![Vec::new(); size];
    for clause in universal.iter().filter(|clause| !is_tautology(clause)) {
        let top = clause.iter().map(|lit| lit.var().0 as usize).max_by_key(|&var| rank(var));
        match top {
            Some(top) if rank(top) > 0 => groups[top].push(clause),
            _ => rest.push(clause.iter().copied()),
        }
    }
    let mut definitions = vec![Cnf::new(); size];
    let mut count = 0;
    for (var, group) in groups.iter().enumerate() {
        count += usize::from(define(Var(var as u32), group, &mut definitions[var], &mut rest));
    }
    Gates { definitions, ranks: (0..size).map(rank).collect(), rest, count }
}

/// Takes the definitions of next-state variables out of T; returns what remains.
fn next_definitions(trans: &Cnf, num_vars: u32, definitions: &mut [Cnf]) -> Cnf {
    let mut rest = Cnf::new();
    let mut groups: Vec<Vec<&[Lit]>> = vec![Vec::new(); num_vars as usize + 1];
    for clause in trans.iter().filter(|clause| !is_tautology(clause)) {
        let mut next = clause.iter().map(|lit| lit.var().0).filter(|&var| var > num_vars);
        match next.next() {
            Some(var) if next.all(|other| other == var) && definitions[var as usize].is_empty() => {
                groups[(var - num_vars) as usize].push(clause);
            }
            _ => rest.push(clause.iter().copied()),
        }
    }
    for (var, group) in groups.iter().enumerate() {
        let next = var + num_vars as usize;
        define(Var(next as u32), group, &mut definitions[next], &mut rest);
    }
    rest
}

/// Divides the clauses of `group` (each mentions `var`) into a definition of `var` and
/// the rest; says whether a definition was found.
fn define(var: Var, group: &[&[Lit]], definition: &mut Cnf, rest: &mut Cnf) -> bool {
    let chosen = if is_function(var, group) {
        vec![true; group.len()]
    } else if let Some(chosen) = conjunction(var, group) {
        chosen
    } else {
        vec![false; group.len()]
    };
    for (clause, &chosen) in group.iter().zip(&chosen) {
        (if chosen { &mut *definition } else { &mut *rest }).push(clause.iter().copied());
    }
    chosen.contains(&true)
}

/// The truth tables of [`TABLE_ARGUMENTS`] arguments, one bit per row.
const COLUMNS: [u64; TABLE_ARGUMENTS] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Whether the clauses leave exactly one value of `var` for each value of the others.
fn is_function(var: Var, group: &[&[Lit]]) -> bool {
    let mut others: SmallVec<[Var; TABLE_ARGUMENTS]> = SmallVec::new();
    for other in group.iter().flat_map(|clause| clause.iter()).map(|lit| lit.var()) {
        if other != var && !others.contains(&other) {
            if others.len() == TABLE_ARGUMENTS {
                return false;
            }
            others.push(other);
        }
    }
    // The rows in which no clause excludes this value.
    let allowed = |value: bool| {
        let table = |lit: &Lit| {
            let positive = match others.iter().position(|&other| other == lit.var()) {
                Some(place) => COLUMNS[place],
                None if value => u64::MAX,
                None => 0,
            };
            if lit.is_positive() { positive } else { !positive }
        };
        let clause = |clause: &&[Lit]| clause.iter().fold(0, |any, lit| any | table(lit));
        group.iter().map(clause).fold(u64::MAX, |all, clause| all & clause)
    };
    !group.is_empty() && allowed(false) == !allowed(true)
}

/// The clauses that say `var` is a conjunction or a disjunction, if they do.
fn conjunction(var: Var, group: &[&[Lit]]) -> Option<Vec<bool>> {
    for long in group.iter().filter(|clause| clause.len() > 1) {
        let Some(&head) = long.iter().find(|lit| lit.var() == var) else { continue };
        let mut chosen: Vec<bool> = group.iter().map(|clause| clause == long).collect();
        let complete = long.iter().filter(|&&lit| lit != head).all(|&lit| {
            let short = |clause: &&[Lit]| *clause == [!head, !lit] || *clause == [!lit, !head];
            let place = group.iter().position(short);
            place.is_some_and(|place| {
                chosen[place] = true;
                true
            })
        });
        if complete {
            return Some(chosen);
        }
    }
    None
}
