//! Invariants found on words: what abstract interpretation knows of single variables, before
//! engines run ([`ranges`], over [`crate::bounds`]), and of those that linear filters keep small
//! together ([`filters`]), and relations that are generated in parallel with them.
//!
//! Bit-level engines don't find relations that couple words through carries: `x + y = n`
//! needs exponentially many clauses over bits. Here such relations are guessed from runs
//! of the program and pruned to an inductive set:
//!
//! 1. [`samples`]: random runs of the interpreter give points at each location.
//! 2. [`equalities`]: modules of polynomial equalities modulo 2^w that hold at the
//!    points, cut down until every edge of the automaton keeps them; decided by normal
//!    form ([`polynomial`]), not by search.
//! 3. If these exclude all goals by normal form that is all. Else [`templates`]: orders, bounds
//!    and conditions that hold at the points, [`numbers`]: orders of floating-point numbers, and
//!    [`guarded`]: what holds at those that meet a condition; pruned by SAT ([`houdini`]), with
//!    the equalities known.
//! 4. If goals are left, [`phases`]: what holds while a control word has one value.
//!
//! What always holds of the result: each conjunct at a location holds whenever control
//! gets there, for the conjuncts are inductive together. That is a claim like an
//! engine's: [`crate::certify`] checks it anew on the program before anything is said.
//!
//! Everything works on a [`Cfa`] as it is, locations of single blocks or large ones.
//! Deliberately absent: k-induction, interpolation, facts about dead variables.

pub mod affine;
pub mod equalities;
pub mod filters;
mod goals;
mod guarded;
pub mod houdini;
mod numbers;
mod orders;
mod phases;
pub mod polynomial;
mod query;
pub mod ranges;
pub mod samples;
mod sums;
pub mod templates;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bv::{Assignment, Format, Node, Op, Substitution, SymbolId, Term, TermStore, Value};
use crate::cfa::{Cfa, CfaVarId, Edge, EdgeId, Location, LocationId};
use crate::program::{GoalId, Program, ValueId};
use crate::support::limits;
use crate::support::{Budget, IndexVec, Random};
use crate::system::LocationInvariant;

use equalities::Equalities;
use goals::{By, Excluded};
use houdini::Conjuncts;
use ranges::Ranges;
use samples::Sampled;

/// Invariants that were generated.
#[derive(Clone, Debug, Default)]
pub struct Invariants {
    /// Goals that the invariant excludes.
    pub goals: Vec<GoalId>,
    /// The part of the invariant that excludes them, inductive by itself.
    pub needed: LocationInvariant,
    /// Whether it is so only together with the parts that were given.
    pub needs_parts: bool,
    /// The whole invariant, with an entry for each block that is a location, so for some block
    /// of every cycle.
    pub all: LocationInvariant,
    /// Orders of variables that hold wherever runs were seen, but are not inductive with the rest:
    /// they may be so with what an engine finds.
    pub open: LocationInvariant,
    /// Other relations that hold there and were not proved, if goals are left: hints.
    pub hints: LocationInvariant,
}

impl Invariants {
    /// Whether nothing was found, neither for goals nor for engines.
    pub fn is_empty(&self) -> bool {
        let mut known = self.all.at.values().chain(self.open.at.values()).flatten();
        self.goals.is_empty() && known.next().is_none()
    }
}

/// Generates invariants of `program`, whose automaton is `cfa`, until they exclude all the
/// `wanted` goals, there is nothing more to try, or the budget runs out.
///
/// What is known of `ranges` is taken for granted, and part of the result. So is what `parts` say,
/// inductive by itself; but of that what it takes to exclude goals has only what is used.
pub fn generate(
    program: &Program,
    cfa: &Cfa,
    wanted: &[GoalId],
    (ranges, parts): (&Ranges, &LocationInvariant),
    budget: &Budget,
) -> Invariants {
    let mut context = Context::new(program, cfa, budget);
    let mut ranges = ranges.conjuncts(&mut context.terms, cfa);
    for (location, conjunct) in context.copied(parts) {
        if !ranges[location].contains(&conjunct) {
            ranges[location].push(conjunct);
            context.given.insert((location, conjunct));
        }
    }
    let mut equalities = equalities::affine(&mut context, &ranges);
    if let Some((goals, needed)) = without_sat(&mut context, wanted, &mut equalities, &ranges) {
        let nothing = IndexVec::filled(Vec::new(), cfa.locations.len());
        return context.result(goals, &needed, &equalities, &ranges, [&nothing, &nothing]);
    }
    let candidates = candidates(&mut context);
    let mut open: Conjuncts = candidates.iter().map(|all| orders(&context.terms, all)).collect();
    let mut kept = inductive(&mut context, candidates.clone(), &equalities, &ranges);
    let mut excluded = with_sat(&mut context, wanted, &mut equalities, &kept);
    if excluded.0.len() < wanted.len()
        && by_phases(&mut context, candidates.clone(), &equalities, &mut kept)
    {
        let more = goals::exclude(&mut context, wanted, &equalities, &kept, By::Sat);
        // The time may have been over.
        if more.0.len() > excluded.0.len() {
            excluded = more;
        }
    }
    for (location, orders) in open.iter_mut_enumerated() {
        orders.retain(|order| !kept[location].contains(order));
        orders.truncate(limits::OPEN_ORDERS);
    }
    let (goals, needed) = excluded;
    let mut hints = IndexVec::filled(Vec::new(), cfa.locations.len());
    if goals.len() < wanted.len() {
        hints = seen(&mut context, candidates);
        for (hints, kept) in hints.iter_mut().zip(kept.iter()) {
            hints.retain(|hint| !kept.contains(hint));
        }
    }
    context.result(goals, &needed, &equalities, &kept, [&open, &hints])
}

/// Relations that held at the locations of `cfa` in sample runs of `program`: worth a try for
/// whoever looks for predicates, but not proved.
pub fn hints(program: &Program, cfa: &Cfa, budget: &Budget) -> LocationInvariant {
    let mut context = Context::new(program, cfa, budget);
    let candidates = candidates(&mut context);
    let hints = seen(&mut context, candidates);
    context.write(&hints)
}

/// What holds at sampled points: equalities, these candidates, and what holds in phases.
fn seen(context: &mut Context<'_>, candidates: Conjuncts) -> Conjuncts {
    let cfa = context.cfa;
    let nothing = IndexVec::filled(Vec::new(), cfa.locations.len());
    let equalities = equalities::sampled(context);
    let mut seen = with_linear(&nothing, &equalities);
    for (location, more) in candidates.iter_enumerated() {
        seen[location].extend(more);
        let is_inner =
            location != cfa.entry && matches!(cfa.locations[location], Location::Block(_));
        if is_inner && context.budget.exhausted().is_none() {
            seen[location].extend(phases::candidates(context, location));
        }
        seen[location].truncate(limits::HINTS);
    }
    seen
}

/// Excludes all the wanted goals by equalities alone: these goals, and what is needed for them; none
/// if that does not do. Adds products to the equalities, if goals ask for them.
fn without_sat(
    context: &mut Context<'_>,
    wanted: &[GoalId],
    equalities: &mut Equalities,
    ranges: &Conjuncts,
) -> Option<Excluded> {
    let cfa = context.cfa;
    let is_goal =
        |location: &Location| matches!(location, Location::Goal(goal) if wanted.contains(goal));
    let mut entering = cfa.edges.iter().filter(|edge| is_goal(&cfa.locations[edge.target]));
    // SAT would take long to say nothing of products.
    let about_products = entering.any(|edge| multiplies(&cfa.terms, &edge.guard));
    for powers in [false, true] {
        if powers && !(about_products && equalities::add_powers(context, equalities, ranges)) {
            break;
        }
        let excluded = goals::exclude(context, wanted, equalities, ranges, By::NormalForm);
        if excluded.0.len() == wanted.len() {
            return Some(excluded);
        }
    }
    None
}

/// What may hold at the heads of loops, by what was seen in runs.
fn candidates(context: &mut Context<'_>) -> Conjuncts {
    let cfa = context.cfa;
    let mut candidates: Conjuncts = IndexVec::filled(Vec::new(), cfa.locations.len());
    for (location, kind) in cfa.locations.iter_enumerated() {
        let in_time = context.budget.exhausted().is_none();
        if in_time && location != cfa.entry && matches!(kind, Location::Block(_)) {
            candidates[location] = templates::candidates(context, location);
            candidates[location].extend(numbers::candidates(context, location));
            candidates[location].extend(guarded::candidates(context, location));
        }
    }
    candidates
}

/// The largest part of the candidates that is inductive with equalities and ranges, and these ranges.
fn inductive(
    context: &mut Context<'_>,
    candidates: Conjuncts,
    equalities: &Equalities,
    ranges: &Conjuncts,
) -> Conjuncts {
    let facts = with_linear(ranges, equalities);
    let conflicts = limits::HOUDINI_CONFLICTS_OF_ONE;
    let mut kept = houdini::prune(context, &facts, candidates, conflicts);
    for (location, known) in ranges.iter_enumerated() {
        kept[location].retain(|conjunct| !known.contains(conjunct));
        kept[location].extend(known);
    }
    kept
}

/// Conjuncts together with the equalities that are affine: products take SAT more than they give.
fn with_linear(conjuncts: &Conjuncts, equalities: &Equalities) -> Conjuncts {
    let mut all = conjuncts.clone();
    for (location, equalities) in equalities.iter_enumerated() {
        let linear = equalities.iter().filter(|equality| equality.linear);
        all[location].extend(linear.map(|equality| equality.term));
    }
    all
}

/// Adds to what is `kept` what holds while a control word has one value, and those of the other
/// candidates that are inductive with it. Says whether there is anything.
fn by_phases(
    context: &mut Context<'_>,
    mut candidates: Conjuncts,
    equalities: &Equalities,
    kept: &mut Conjuncts,
) -> bool {
    let cfa = context.cfa;
    let mut any = false;
    for (location, kind) in cfa.locations.iter_enumerated() {
        candidates[location].retain(|candidate| !kept[location].contains(candidate));
        if location != cfa.entry && matches!(kind, Location::Block(_)) {
            let found = phases::candidates(context, location);
            any |= !found.is_empty();
            candidates[location].extend(found);
        }
    }
    if !any || context.budget.exhausted().is_some() {
        return false;
    }
    let facts = with_linear(kept, equalities);
    let conflicts = limits::PHASE_CONFLICTS_OF_ONE;
    let found = houdini::prune(context, &facts, candidates, conflicts);
    let mut more = false;
    for (kept, found) in kept.iter_mut().zip(found.into_items()) {
        more |= !found.is_empty();
        kept.extend(found);
    }
    more
}

/// Excludes as many of the wanted goals as it can by what was kept and by equalities, of which there
/// may be more with orders.
fn with_sat(
    context: &mut Context<'_>,
    wanted: &[GoalId],
    equalities: &mut Equalities,
    kept: &Conjuncts,
) -> Excluded {
    let mut excluded = goals::exclude(context, wanted, equalities, kept, By::Sat);
    for powers in [false, true] {
        if excluded.0.len() == wanted.len() {
            break;
        }
        let has_more = match powers {
            false => equalities::add_affine(context, equalities, kept),
            true => equalities::add_powers(context, equalities, kept),
        };
        if has_more {
            excluded = goals::exclude(context, wanted, equalities, kept, By::Sat);
        }
    }
    excluded
}

/// Those of some truth values that are orders of two variables.
fn orders(terms: &TermStore, all: &[Term]) -> Vec<Term> {
    let is_order = |&&term: &&Term| {
        let variables = terms.args(term).iter().all(|&arg| terms.as_symbol(arg).is_some());
        variables && matches!(terms.node(term), Node::App(Op::Ule | Op::Ult | Op::Sle | Op::Slt, _))
    };
    all.iter().filter(is_order).copied().collect()
}

/// Whether variables are multiplied anywhere in some terms.
fn multiplies(terms: &TermStore, roots: &[Term]) -> bool {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut open = roots.to_vec();
    while let Some(term) = open.pop() {
        let args = terms.args(term);
        let is_product = matches!(terms.node(term), Node::App(Op::Mul, _));
        if is_product && args.iter().all(|&arg| terms.as_const(arg).is_none()) {
            return true;
        }
        open.extend(args.iter().filter(|&&arg| seen.insert(arg)));
    }
    false
}

/// What all parts of the generation share.
pub struct Context<'a> {
    cfa: &'a Cfa,
    /// The automaton's terms and those of candidates.
    terms: TermStore,
    samples: IndexVec<LocationId, Sampled>,
    /// For each edge what it does to a term.
    substitutions: IndexVec<EdgeId, Substitution>,
    /// Conditions of the automaton's guards.
    atoms: Vec<Term>,
    /// Variables that nothing changes but what leaves the entry.
    fixed: FxHashSet<CfaVarId>,
    /// Variables that are floating-point numbers.
    numbers: FxHashMap<Term, Format>,
    /// Constants of the automaton.
    constants: Vec<Value>,
    /// Conjuncts that are known to hold with others that stay.
    given: FxHashSet<(LocationId, Term)>,
    rng: Random,
    budget: Budget,
}

/// Seed of the runs and of other random choices: results can be repeated.
const SEED: u64 = 1;

impl<'a> Context<'a> {
    /// Runs the program.
    pub fn new(program: &Program, cfa: &'a Cfa, budget: &Budget) -> Self {
        let share = budget.remaining().map(|left| left / limits::INVARIANTS_RUNS_SHARE);
        let runs = share.map_or_else(|| budget.clone(), |share| budget.at_most(share));
        let samples = samples::sample(program, cfa, &crate::cfa::live::live(cfa), SEED, &runs);
        let substitutions = cfa.edges.iter().map(|edge| updates(cfa, edge)).collect();
        let constants: BTreeSet<Value> = (0..cfa.terms.len())
            .filter_map(|place| cfa.terms.as_const(Term(place as u32)).cloned())
            .collect();
        let mut context = Self {
            cfa,
            terms: cfa.terms.clone(),
            samples,
            substitutions,
            atoms: Vec::new(),
            fixed: fixed(cfa),
            numbers: numbers::formats(&cfa.terms),
            constants: constants.into_iter().collect(),
            given: FxHashSet::default(),
            rng: Random::new(SEED),
            budget: budget.clone(),
        };
        context.atoms = templates::atoms(&context);
        context
    }

    fn width(&self, var: CfaVarId) -> u32 {
        self.cfa.terms.width(self.cfa.vars[var].term)
    }

    /// The widths of the variables that were sampled.
    fn widths(&self) -> BTreeSet<u32> {
        self.samples.iter().flat_map(|at| &at.vars).map(|&var| self.width(var)).collect()
    }

    /// Constants of the automaton and their neighbours, as numbers of `width` bits.
    fn limits(&self, width: u32) -> Vec<u128> {
        let fitting = self.constants.iter().filter_map(|value| {
            let bits = value.small()?;
            (value.width() >= width || width <= 128).then_some(bits)
        });
        let around = fitting.flat_map(|bits| [bits.wrapping_sub(1), bits, bits.wrapping_add(1)]);
        let fixed = [0, u128::MAX, 1 << (width - 1), (1 << (width - 1)) - 1];
        let all: BTreeSet<u128> =
            around.chain(fixed).map(|bits| bits & (u128::MAX >> (128 - width))).collect();
        all.into_iter().collect()
    }

    /// A point near a sampled one, or anywhere.
    fn random_point(&mut self, location: LocationId) -> Vec<u128> {
        let sampled = &self.samples[location];
        let widths: Vec<u32> = sampled.vars.iter().map(|&var| self.width(var)).collect();
        let base = if sampled.points.is_empty() || self.rng.one_in(4) {
            None
        } else {
            Some(self.rng.pick(&sampled.points).clone())
        };
        let mut value = |(place, &width): (usize, &u32)| match &base {
            Some(base) if self.rng.one_in(2) => base[place],
            _ => random_bits(&mut self.rng, width),
        };
        widths.iter().enumerate().map(&mut value).collect()
    }

    /// Random values of all state variables and inputs.
    fn random_assignment(&mut self) -> Assignment {
        let vars = self.cfa.vars.iter().map(|var| var.term);
        let symbols: Vec<SymbolId> = vars
            .chain(self.cfa.inputs.iter().copied())
            .filter_map(|term| self.cfa.terms.as_symbol(term))
            .collect();
        let value = |symbol: SymbolId| {
            let width = self.cfa.terms.symbols()[symbol].sort.width();
            let bits = random_bits(&mut self.rng, width.min(128));
            (symbol, Value::new(width, bits))
        };
        symbols.into_iter().map(value).collect()
    }

    /// The result.
    fn result(
        &self,
        goals: Vec<GoalId>,
        needed: &Conjuncts,
        equalities: &Equalities,
        kept: &Conjuncts,
        [open, hints]: [&Conjuncts; 2],
    ) -> Invariants {
        let all = |location: LocationId| {
            let equalities = equalities[location].iter().map(|equality| equality.term);
            equalities.chain(kept[location].iter().copied()).collect()
        };
        let all: Conjuncts = self.cfa.locations.indices().map(all).collect();
        let is_given = |(location, terms): (LocationId, &Vec<Term>)| {
            terms.iter().any(|&term| self.given.contains(&(location, term)))
        };
        let needs_parts = needed.iter_enumerated().any(is_given);
        let [needed, all, open, hints] = [needed, &all, open, hints].map(|it| self.write(it));
        let mut result = Invariants { goals, needed, needs_parts, all, open, hints };
        for kind in self.cfa.locations.iter() {
            if let Location::Block(block) = kind {
                result.all.at.entry(*block).or_default();
            }
        }
        result
    }

    /// The conjuncts of an invariant of the program at the locations where it has some.
    fn copied(&mut self, invariant: &LocationInvariant) -> Vec<(LocationId, Term)> {
        let values: FxHashMap<ValueId, Term> =
            self.cfa.vars.iter().map(|var| (var.value, var.term)).collect();
        let mut all = vec![];
        for (block, conjunct) in invariant.copied(&mut self.terms, &values) {
            let is_here = |it: &(LocationId, &Location)| *it.1 == Location::Block(block);
            let location = self.cfa.locations.iter_enumerated().find(is_here);
            all.extend(location.map(|location| (location.0, conjunct)));
        }
        all
    }

    /// Conjuncts as an invariant of the program.
    fn write(&self, conjuncts: &Conjuncts) -> LocationInvariant {
        let symbol = |(_, var): (CfaVarId, &crate::cfa::CfaVar)| -> Option<(SymbolId, ValueId)> {
            Some((self.terms.as_symbol(var.term)?, var.value))
        };
        let symbols: FxHashMap<SymbolId, ValueId> =
            self.cfa.vars.iter_enumerated().filter_map(symbol).collect();
        let mut at = BTreeMap::new();
        for (location, terms) in conjuncts.iter_enumerated() {
            if let Location::Block(block) = self.cfa.locations[location]
                && !terms.is_empty()
            {
                at.insert(block, terms.clone());
            }
        }
        LocationInvariant { terms: self.terms.clone(), symbols, at }
    }
}

/// The variables that nothing changes but what leaves the entry.
fn fixed(cfa: &Cfa) -> FxHashSet<CfaVarId> {
    let later = cfa.edges.iter().filter(|edge| edge.source != cfa.entry);
    let changes = later
        .flat_map(|edge| edge.update.iter().filter(|(var, value)| *value != cfa.vars[*var].term));
    let changed: FxHashSet<CfaVarId> = changes.map(|change| change.0).collect();
    cfa.vars.indices().filter(|var| !changed.contains(var)).collect()
}

/// What an edge makes of the state variables: takes a term to the source of the edge.
fn updates(cfa: &Cfa, edge: &Edge) -> Substitution {
    let mut updates = Substitution::new();
    for &(var, value) in &edge.update {
        updates.replace(cfa.vars[var].term, value);
    }
    updates
}

/// Small numbers, limits or any.
fn random_bits(rng: &mut Random, width: u32) -> u128 {
    let bits = match rng.below(4) {
        0 => u128::from(rng.below(16)),
        1 => u128::from(rng.below(3)).wrapping_sub(1),
        2 => (1 << (width - 1)) | u128::from(rng.below(2)),
        _ => rng.wide(),
    };
    bits & (u128::MAX >> (128 - width))
}

#[cfg(test)]
mod tests;
