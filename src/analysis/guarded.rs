//! Candidates that hold only under a condition: `t < i ⇒ v = 7`, "what lies before `i`
//! has been filled in".
//!
//! The condition is an order between a variable that never changes after the start (a
//! parameter, or the index of an element of an array that is followed, see
//! [`crate::memory::large`]) and a counter, an order or an equality of two that never change, or an
//! order and an equality.
//! What it implies is an equality, an order or a bound that holds at all sampled points
//! where the condition does, but not at all others. These are the shapes of invariants of
//! loops over arrays (Halbwachs, Péron, "Discovering properties about arrays
//! in simple programs", PLDI 2008, with one index for all: that of the element followed).

use rustc_hash::FxHashSet;

use super::Context;
use super::templates::signed;
use crate::bv::{Node, Op, Term};
use crate::cfa::{CfaVarId, LocationId};
use crate::support::limits;

/// A variable at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Var {
    /// Its place in the points.
    place: usize,
    term: Term,
    width: u32,
    /// Whether it never changes after the start.
    fixed: bool,
    /// Whether an edge to the location adds a constant to it.
    counter: bool,
}

/// A relation between two variables: the narrower one is zero-extended to the width of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Relation {
    Equal,
    Below,
    NotBelow,
    AtMost,
    SignedAtMost,
    SignedAtLeast,
}

/// What may be implied; each of which one that comes before it does not imply, or speaks
/// of the same order for numbers that are not negative.
const BODIES: [(Relation, Option<Relation>); 5] = [
    (Relation::Equal, None),
    (Relation::AtMost, Some(Relation::Equal)),
    (Relation::NotBelow, Some(Relation::Equal)),
    (Relation::SignedAtMost, Some(Relation::AtMost)),
    (Relation::SignedAtLeast, Some(Relation::NotBelow)),
];

impl Relation {
    fn holds(self, a: u128, b: u128, width: u32) -> bool {
        match self {
            Relation::Equal => a == b,
            Relation::Below => a < b,
            Relation::NotBelow => a >= b,
            Relation::AtMost => a <= b,
            Relation::SignedAtMost => signed(a, width) <= signed(b, width),
            Relation::SignedAtLeast => signed(a, width) >= signed(b, width),
        }
    }

    fn term(self, context: &mut Context<'_>, a: Var, b: Var) -> Term {
        let terms = &mut context.terms;
        let width = a.width.max(b.width);
        let [a, b] = [a, b].map(|var| match var.width < width {
            true => terms.app(Op::ZeroExtend(width), &[var.term]),
            false => var.term,
        });
        match self {
            Relation::Equal => terms.eq(a, b),
            Relation::Below => terms.app(Op::Ult, &[a, b]),
            Relation::NotBelow => terms.app(Op::Ule, &[b, a]),
            Relation::AtMost => terms.app(Op::Ule, &[a, b]),
            Relation::SignedAtMost => terms.app(Op::Sle, &[a, b]),
            Relation::SignedAtLeast => terms.app(Op::Sle, &[b, a]),
        }
    }
}

/// Relations that hold together.
type Condition = Vec<(Relation, Var, Var)>;

/// The candidates at one location.
pub fn candidates(context: &mut Context<'_>, location: LocationId) -> Vec<Term> {
    let points = context.samples[location].points.clone();
    let vars = variables(context, location);
    let mut all = mixed(context, &vars, &points);
    for condition in conditions(&vars) {
        let meets = |point: &&Vec<u128>| {
            let holds = |&(relation, a, b): &(Relation, Var, Var)| {
                relation.holds(point[a.place], point[b.place], b.width)
            };
            condition.iter().all(holds)
        };
        let met: Vec<&Vec<u128>> = points.iter().filter(meets).collect();
        if met.len() < limits::GUARDED_POINTS || met.len() == points.len() {
            continue;
        }
        let parts: Vec<Term> =
            condition.iter().map(|&(relation, a, b)| relation.term(context, a, b)).collect();
        let premise = parts.into_iter().reduce(|a, b| context.terms.app(Op::And, &[a, b]));
        let Some(premise) = premise else { continue };
        let not = context.terms.not(premise);
        for body in bodies(context, &vars, &points, &met) {
            all.push(context.terms.app(Op::Or, &[not, body]));
        }
        if all.len() > limits::GUARDED_CANDIDATES {
            all.truncate(limits::GUARDED_CANDIDATES);
            break;
        }
    }
    let mut seen = FxHashSet::default();
    all.retain(|&term| context.terms.as_const(term).is_none() && seen.insert(term));
    all
}

/// Variables of both sorts.
fn variables(context: &Context<'_>, location: LocationId) -> Vec<Var> {
    let var = |(place, &id): (usize, &CfaVarId)| {
        let term = context.cfa.vars[id].term;
        let into = context.cfa.edges.iter().filter(|edge| edge.target == location);
        let mut updates = into.flat_map(|edge| &edge.update).filter(|update| update.0 == id);
        let counts = |value: Term| {
            let args = context.cfa.terms.args(value);
            matches!(context.cfa.terms.node(value), Node::App(Op::Add | Op::Sub, _))
                && args.contains(&term)
                && args.iter().any(|&arg| context.cfa.terms.as_const(arg).is_some())
        };
        let counter = updates.any(|&(_, value)| counts(value));
        let fixed = context.fixed.contains(&id);
        Var { place, term, width: context.width(id), fixed, counter }
    };
    let all = context.samples[location].vars.iter().enumerate().map(var);
    let (mut fixed, mut moving): (Vec<Var>, Vec<Var>) =
        all.filter(|var| (2..=64).contains(&var.width)).partition(|var| var.fixed);
    fixed.truncate(limits::GUARDED_FIXED);
    moving.truncate(limits::GUARDED_MOVING);
    fixed.append(&mut moving);
    fixed
}

fn conditions(vars: &[Var]) -> Vec<Condition> {
    let fixed = || vars.iter().copied().filter(|var| var.fixed);
    let counters = || vars.iter().copied().filter(|var| var.counter);
    let both = |t: Var, i: Var| [(Relation::Below, t, i), (Relation::NotBelow, t, i)];
    let orders = || fixed().flat_map(move |t| counters().flat_map(move |i| both(t, i)));
    // Behind a loop its counter is forgotten, and the number remains that it came to.
    let lengths = || {
        fixed().flat_map(move |t| {
            let others = fixed().filter(move |n| n.place != t.place);
            others.flat_map(move |n| both(t, n))
        })
    };
    let same = || {
        fixed().flat_map(move |a| {
            let others = fixed().filter(move |b| b.place > a.place && b.width == a.width);
            others.map(move |b| (Relation::Equal, a, b))
        })
    };
    let mut all: Vec<Condition> = orders().map(|order| vec![order]).collect();
    all.extend(same().map(|equality| vec![equality]));
    for equality in same() {
        all.extend(orders().filter(|order| order.1 == equality.1).map(|o| vec![equality, o]));
    }
    all.extend(lengths().map(|order| vec![order]));
    for equality in same() {
        all.extend(lengths().filter(|order| order.1 == equality.1).map(|o| vec![equality, o]));
    }
    all.truncate(limits::GUARDED_CONDITIONS);
    all
}

/// Relations of variables of different widths that hold at all points; for those of one
/// width there are other templates.
fn mixed(context: &mut Context<'_>, vars: &[Var], points: &[Vec<u128>]) -> Vec<Term> {
    let mut all = Vec::new();
    for &a in vars {
        for &b in vars.iter().filter(|b| a.width < b.width && !(a.fixed && b.fixed)) {
            let holds = |relation: Relation| {
                points.iter().all(|point| relation.holds(point[a.place], point[b.place], b.width))
            };
            all.extend(relations(a, b, holds).map(|relation| (relation, a, b)));
        }
    }
    all.into_iter().map(|(relation, a, b)| relation.term(context, a, b)).collect()
}

/// The relations that hold of two variables and say more than others.
fn relations(a: Var, b: Var, holds: impl Fn(Relation) -> bool) -> impl Iterator<Item = Relation> {
    let said = BODIES.map(|(relation, said)| {
        // Orders between indices and contents mean nothing.
        let sensible = relation == Relation::Equal || !(a.fixed || b.fixed);
        sensible && holds(relation) && !said.is_some_and(&holds)
    });
    BODIES.into_iter().zip(said).filter(|(_, said)| *said).map(|((relation, _), _)| relation)
}

/// What holds at the points that were `met`, but not at all.
fn bodies(
    context: &mut Context<'_>,
    vars: &[Var],
    points: &[Vec<u128>],
    met: &[&Vec<u128>],
) -> Vec<Term> {
    let mut all = Vec::new();
    for &a in vars {
        for &b in vars {
            let tried = a.place != b.place && a.width <= b.width && !(a.fixed && b.fixed);
            if !tried || a.width == b.width && a.place > b.place {
                continue;
            }
            let holds_at = |relation: Relation, point: &Vec<u128>| {
                relation.holds(point[a.place], point[b.place], b.width)
            };
            let holds = |relation| met.iter().all(|point| holds_at(relation, point));
            let found: Vec<Relation> = relations(a, b, holds).collect();
            let news = found
                .into_iter()
                .filter(|&relation| !points.iter().all(|point| holds_at(relation, point)));
            all.extend(news.map(|relation| relation.term(context, a, b)));
        }
    }
    for &var in vars.iter().filter(|var| !var.fixed) {
        let most = |points: &mut dyn Iterator<Item = u128>| points.max().unwrap_or(0);
        let here = most(&mut met.iter().map(|point| point[var.place]));
        let anywhere = most(&mut points.iter().map(|point| point[var.place]));
        let first = met[0][var.place];
        if met.iter().all(|point| point[var.place] == first) {
            let constant = context.terms.number(var.width, first);
            if points.iter().any(|point| point[var.place] != first) {
                all.push(context.terms.eq(var.term, constant));
            }
        } else if let Some(limit) =
            context.limits(var.width).into_iter().find(|&limit| limit >= here)
            && limit < anywhere
        {
            let limit = context.terms.number(var.width, limit);
            all.push(context.terms.app(Op::Ule, &[var.term, limit]));
        }
    }
    all
}
