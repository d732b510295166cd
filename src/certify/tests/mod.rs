//! The whole check of invariants, on programs written by hand and at random.

mod explicit;
mod random;
mod system;
mod unrolled;

use std::collections::{BTreeMap, BTreeSet};

use super::conditions::Claim;
use super::direct::without_invariant;
use super::inductive::check;
use super::{CertifyError, Solvers};
use crate::bv::{Op, Term, TermStore};
use crate::certify::blaster::tests::Random;
use crate::program::samples::{Builder, jain, number, swap};
use crate::program::{BlockId, GoalId, Operand, Program, Property, ValueId};
use crate::support::{Budget, StopReason};
use crate::system::LocationInvariant;

fn all_goals(program: &Program) -> Vec<GoalId> {
    program.goals.indices().collect()
}

fn verdict(program: &Program, invariant: &LocationInvariant) -> Result<Solvers, CertifyError> {
    assert_eq!(program.validate(), Ok(()));
    check(program, invariant, &all_goals(program), &Budget::unlimited())
}

fn rejected(program: &Program, invariant: &LocationInvariant) -> Claim {
    match verdict(program, invariant) {
        Err(CertifyError::NotInductive { claim, .. }) => claim,
        other => panic!("should be rejected: {other:?}"),
    }
}

/// An invariant with formulas at some blocks. `formulas` gets the values' symbols.
fn invariant(
    program: &Program,
    formulas: impl FnOnce(&mut TermStore, &[Term]) -> Vec<(u32, Vec<Term>)>,
) -> LocationInvariant {
    let (mut invariant, symbols) = explicit::empty(program);
    for (block, conjuncts) in formulas(&mut invariant.terms, &symbols) {
        invariant.at.insert(BlockId(block), conjuncts);
    }
    invariant
}

fn compare(terms: &mut TermStore, op: Op, a: Term, bits: u128) -> Term {
    let width = terms.width(a);
    let constant = terms.number(width, bits);
    terms.app(op, &[a, constant])
}

fn value(operand: &Operand) -> usize {
    match operand {
        Operand::Value(ValueId(id)) => *id as usize,
        Operand::Const(_) => panic!("a constant has no id"),
    }
}

#[test]
fn jain_is_odd() {
    let program = jain(32);
    let odd = |parity| {
        invariant(&program, |terms, x| {
            let bit = terms.bit(x[0], 0);
            vec![(1, vec![compare(terms, Op::Eq, bit, parity)])]
        })
    };
    let solvers = verdict(&program, &odd(1)).unwrap();
    assert_eq!(solvers.conditions, 2);
    assert!(solvers.to_string().contains("with LRAT proof checked"), "{solvers}");
    assert!(!solvers.to_string().contains("conditions)"), "a solver did not decide all: {solvers}");
    assert_eq!(rejected(&program, &odd(0)), Claim::Kept(BlockId(1), 0));
    // Nothing assumed: the goal can't be excluded.
    let nothing = invariant(&program, |_, _| vec![]);
    assert!(matches!(rejected(&program, &nothing), Claim::Unreached(..)));
    // ... and need not be if it is not asked for.
    assert!(check(&program, &nothing, &[], &Budget::unlimited()).is_ok());
    // Everything excluded: the loop is entered, though.
    let falsity = invariant(&program, |terms, _| vec![(1, vec![terms.bool(false)])]);
    assert_eq!(rejected(&program, &falsity), Claim::Kept(BlockId(1), 0));
    // A claim about arbitrary values.
    let start = invariant(&program, |terms, x| {
        let bit = terms.bit(x[0], 0);
        vec![(0, vec![bit]), (1, vec![bit])]
    });
    assert_eq!(rejected(&program, &start), Claim::Initial(0));
}

#[test]
fn no_time_no_verdict() {
    let program = jain(32);
    let odd = invariant(&program, |terms, x| vec![(1, vec![terms.bit(x[0], 0)])]);
    let budget = Budget::unlimited();
    budget.cancel();
    let answer = check(&program, &odd, &all_goals(&program), &budget);
    assert_eq!(answer, Err(CertifyError::Unknown(StopReason::Cancelled)));
}

#[test]
fn malformed_certificates_are_refused() {
    let program = jain(8);
    let malformed = |invariant: &LocationInvariant| {
        matches!(verdict(&program, invariant), Err(CertifyError::Malformed(_)))
    };
    let good = invariant(&program, |terms, x| vec![(1, vec![terms.bit(x[0], 0)])]);
    assert!(!malformed(&good));
    let mut nameless = good.clone();
    nameless.symbols.clear();
    assert!(malformed(&nameless));
    let mut other_width = good.clone();
    let symbol = other_width.terms.symbol("narrow", 3);
    let symbol = other_width.terms.as_symbol(symbol).unwrap();
    other_width.symbols.insert(symbol, ValueId(0));
    assert!(malformed(&other_width));
    assert!(malformed(&invariant(&program, |_, x| vec![(1, vec![x[0]])])), "not a truth value");
    let answer = check(&program, &good, &[GoalId(7)], &Budget::unlimited());
    assert!(matches!(answer, Err(CertifyError::Malformed(_))));
}

/// Phis that swap must read before they write.
#[test]
fn swapping_phis() {
    let program = swap();
    let differ = |a: u128, b: u128| {
        invariant(&program, |terms, x| {
            let is = |terms: &mut TermStore, p: u128, q: u128| {
                let (p, q) = (compare(terms, Op::Eq, x[0], p), compare(terms, Op::Eq, x[1], q));
                terms.and(p, q)
            };
            let (first, second) = (is(terms, 0, 1), is(terms, a, b));
            vec![(1, vec![terms.or(first, second)])]
        })
    };
    assert!(verdict(&program, &differ(1, 0)).is_ok());
    // What a swap one after the other would do, in either order.
    for both in [1, 0] {
        rejected(&program, &differ(both, both));
        let invariant = differ(both, both);
        assert!(check(&program, &invariant, &[], &Budget::unlimited()).is_err());
    }
}

/// `for (i = 0; i < 3; i++) for (j = 0; j < i; j++) assert(i + j < 5);` and the values
/// of the two loop heads.
fn nested() -> (Program, [u32; 2]) {
    let mut b = Builder::default();
    let (entry, outer, inner) = (b.block("entry"), b.block("outer"), b.block("inner"));
    let (body, next, end) = (b.block("body"), b.block("next"), b.block("end"));
    let wrong = b.goal("wrong", Property::Assert);
    let (i, j) = (b.value("i", 8), b.value("j", 8));
    let (i_now, j_now) = (Operand::Value(i), Operand::Value(j));
    b.goto(entry, outer);
    let go = b.assign(outer, "go", Op::Ult, &[i_now.clone(), number(8, 3)]);
    b.branch(outer, go, inner, end);
    let more = b.assign(inner, "more", Op::Ult, &[j_now.clone(), i_now.clone()]);
    b.branch(inner, more, body, next);
    let sum = b.assign(body, "sum", Op::Add, &[i_now.clone(), j_now.clone()]);
    let fine = b.assign(body, "fine", Op::Ult, &[sum, number(8, 5)]);
    let j_next = b.assign(body, "j'", Op::Add, &[j_now, number(8, 1)]);
    b.branch(body, fine, inner, wrong);
    let i_next = b.assign(next, "i'", Op::Add, &[i_now, number(8, 1)]);
    b.goto(next, outer);
    b.phi(outer, i, &[(entry, number(8, 0)), (next, i_next)]);
    b.phi(inner, j, &[(outer, number(8, 0)), (body, j_next)]);
    (b.program, [outer.0, inner.0])
}

#[test]
fn nested_loops() {
    let (program, [outer, inner]) = nested();
    let bounds = |i_outer: u128, i_inner: u128, ordered: bool| {
        invariant(&program, |terms, x| {
            let at_outer = compare(terms, Op::Ule, x[0], i_outer);
            let mut at_inner = vec![compare(terms, Op::Ult, x[0], i_inner)];
            if ordered {
                at_inner.push(terms.app(Op::Ule, &[x[1], x[0]]));
            }
            vec![(outer, vec![at_outer]), (inner, at_inner)]
        })
    };
    assert!(verdict(&program, &bounds(3, 3, true)).is_ok());
    // Weaker at the outer head, where nothing depends on it: still inductive.
    assert!(verdict(&program, &bounds(4, 3, true)).is_ok());
    // Too strong by one; too weak by one. (j < i is tested, so its bound is not needed.)
    assert!(verdict(&program, &bounds(3, 3, false)).is_ok());
    rejected(&program, &bounds(2, 3, true));
    rejected(&program, &bounds(3, 2, true));
    assert!(matches!(rejected(&program, &bounds(4, 4, true)), Claim::Unreached(..)));
}

/// A cycle of two blocks that can be entered at both. In it `x` grows by 2 from an even
/// number; the assertion is that it is even.
#[test]
fn irreducible_loops() {
    let mut b = Builder::default();
    let (entry, left, right) = (b.block("entry"), b.block("left"), b.block("right"));
    let test = b.block("test");
    let (wrong, end) = (b.goal("wrong", Property::Assert), b.block("end"));
    let (x, y) = (b.value("x", 8), b.value("y", 8));
    let flag = b.input(entry, "flag", 1);
    b.branch(entry, flag, left, right);
    let x_next = b.assign(left, "x'", Op::Add, &[Operand::Value(x), number(8, 2)]);
    b.goto(left, right);
    let leave = b.input(right, "leave", 1);
    b.branch(right, leave, test, left);
    let odd = b.assign(test, "odd", Op::Extract { high: 0, low: 0 }, &[Operand::Value(y)]);
    b.branch(test, odd, wrong, end);
    b.phi(left, x, &[(entry, number(8, 4)), (right, Operand::Value(y))]);
    b.phi(right, y, &[(entry, number(8, 6)), (left, x_next)]);
    let program = b.program;
    // Formulas at both: whichever of them is the cut point.
    let parity = |bit: u128| {
        invariant(&program, |terms, v| {
            let at = |terms: &mut TermStore, value| {
                let low = terms.bit(value, 0);
                vec![compare(terms, Op::Eq, low, bit)]
            };
            vec![(left.0, at(terms, v[0])), (right.0, at(terms, v[1]))]
        })
    };
    assert!(verdict(&program, &parity(0)).is_ok());
    rejected(&program, &parity(1));
    rejected(&program, &invariant(&program, |_, _| vec![]));
    // At one of them: either cuts the cycle.
    for block in [left, right] {
        let mut one = parity(0);
        one.at.retain(|at, _| *at == block);
        assert!(verdict(&program, &one).is_ok(), "{block}");
    }
}

/// A value that is defined on some paths through the loop keeps its last value on the
/// others: `while (1) { if (nondet) { last = c + 1; } c = c + 1; }` at 3 bits.
#[test]
fn values_that_do_not_dominate() {
    let mut b = Builder::default();
    let (entry, head, then, join) =
        (b.block("entry"), b.block("head"), b.block("then"), b.block("join"));
    let c = b.value("c", 3);
    b.goto(entry, head);
    let flag = b.input(head, "flag", 1);
    b.branch(head, flag, then, join);
    let last = b.assign(then, "last", Op::Add, &[Operand::Value(c), number(3, 1)]);
    b.goto(then, join);
    let next = b.assign(join, "c'", Op::Add, &[Operand::Value(c), number(3, 2)]);
    b.goto(join, head);
    b.phi(head, c, &[(entry, number(3, 0)), (join, next)]);
    let program = b.program;
    let about = |op: Op, bits: u128, also_before: bool| {
        invariant(&program, |terms, v| {
            let low = terms.bit(v[value(&last)], 0);
            let parity = compare(terms, op, low, bits);
            let c_even = {
                let low = terms.bit(v[0], 0);
                compare(terms, Op::Eq, low, 0)
            };
            // Before its first definition it is arbitrary: only with c = 0, though c
            // comes back to 0 with any value, so `before` must be given up.
            let start = compare(terms, Op::Eq, v[0], 0);
            let claim = if also_before { parity } else { terms.or(parity, start) };
            vec![(head.0, vec![c_even, claim])]
        })
    };
    // Arbitrary at the start, so not odd there.
    assert_eq!(rejected(&program, &about(Op::Eq, 1, true)), Claim::Kept(head, 1));
    // After one round without the branch it is still arbitrary.
    assert_eq!(rejected(&program, &about(Op::Eq, 1, false)), Claim::Kept(head, 1));
    // With the flag remembered nothing is arbitrary: explicit search knows.
    let found = explicit::search(&program, 1000).unwrap();
    let (exact, _) = explicit::exact(&program, &found.states);
    assert!(verdict(&program, &exact).is_ok());
}

/// Formulas at a cut point that no path leads to may be false; paths into it that are
/// only infeasible must be shown to be.
#[test]
fn infeasible_loops() {
    let build = |limit: u128| {
        let mut b = Builder::default();
        let (entry, head, end) = (b.block("entry"), b.block("head"), b.block("end"));
        let n = b.input(entry, "n", 4);
        let half = b.assign(entry, "half", Op::Lshr, &[n, number(4, 1)]);
        let big = b.assign(entry, "big", Op::Ult, &[number(4, limit), half]);
        b.branch(entry, big, head, end);
        b.goto(head, head);
        b.program
    };
    let falsity =
        |program: &Program| invariant(program, |terms, _| vec![(1, vec![terms.bool(false)])]);
    assert!(verdict(&build(7), &falsity(&build(7))).is_ok());
    assert_eq!(rejected(&build(6), &falsity(&build(6))), Claim::Kept(BlockId(1), 0));
}

/// Whether the states exclude this one, for some values where it has arbitrary ones (not
/// if these are too many to try).
fn excludes(
    program: &Program,
    states: &BTreeSet<explicit::State>,
    state: &explicit::State,
) -> bool {
    let open: Vec<usize> = (0..state.len()).filter(|&i| state[i].is_none()).collect();
    let widths: Vec<u32> =
        open.iter().map(|&i| program.values[ValueId(i as u32)].width()).collect();
    if widths.iter().sum::<u32>() > 8 {
        return false;
    }
    explicit::all_values(&widths).into_iter().any(|completion| {
        let mut complete = state.clone();
        for (&i, value) in open.iter().zip(completion) {
            complete[i] = Some(value);
        }
        let covers = |other: &explicit::State| {
            other.iter().zip(&complete).all(|(a, b)| a.is_none() || a == b)
        };
        !states.iter().any(covers)
    })
}

/// The set of reachable states is an invariant; without any of them it is none; and any
/// further conjunct is right exactly if it holds in all of them.
fn reachable_sets(program: &Program, random: &mut Random, tries: usize) -> Option<usize> {
    let found = explicit::search(program, 150)?;
    let unreached: Vec<GoalId> =
        program.goals.indices().filter(|goal| !found.goals.contains(goal)).collect();
    let run = |invariant: &LocationInvariant, goals: &[GoalId]| match check(
        program,
        invariant,
        goals,
        &Budget::unlimited(),
    ) {
        Ok(_) => true,
        Err(CertifyError::NotInductive { .. }) => false,
        Err(error) => panic!("{error}\n{program}"),
    };
    let (exact, symbols) = explicit::exact(program, &found.states);
    assert!(run(&exact, &unreached), "the reachable states are an invariant of\n{program}");
    for &goal in &found.goals {
        assert!(!run(&exact, &[goal]), "{goal} is reachable in\n{program}");
    }
    let cuts = super::cuts::Cuts::new(program).unwrap();
    let heads: Vec<BlockId> =
        cuts.heads().into_iter().filter(|head| found.states.contains_key(head)).collect();
    let mut wrong = 0;
    for _ in 0..tries {
        let head = heads[random.below(heads.len())];
        let states = &found.states[&head];
        // Without one state.
        let left_out = states.iter().nth(random.below(states.len())).unwrap();
        let mut fewer: BTreeMap<_, _> = found.states.clone();
        fewer.get_mut(&head).unwrap().remove(left_out);
        if excludes(program, &fewer[&head], left_out) {
            let (invariant, _) = explicit::exact(program, &fewer);
            assert!(!run(&invariant, &[]), "{head} without {left_out:?} in\n{program}");
            wrong += 1;
        }
        // With one more conjunct.
        if symbols.is_empty() {
            continue;
        }
        let id = ValueId(random.below(symbols.len()) as u32);
        let symbol = symbols[id.0 as usize];
        let mut stronger = exact.clone();
        let ops = [Op::Ule, Op::Eq, Op::Slt, Op::Ult];
        let bits = u128::from(random.next() % 4);
        let mut conjunct = compare(&mut stronger.terms, ops[random.below(ops.len())], symbol, bits);
        if random.below(2) == 0 {
            conjunct = stronger.terms.not(conjunct);
        }
        stronger.at.get_mut(&head).unwrap().push(conjunct);
        let holds =
            states.iter().all(|state| explicit::always_holds(&stronger, conjunct, &[id], state));
        assert_eq!(run(&stronger, &[]), holds, "{head}, {id} {bits} in\n{program}");
        wrong += usize::from(!holds);
    }
    Some(wrong)
}

#[test]
fn reachable_sets_of_known_programs() {
    let mut random = Random(3);
    for program in [jain(2), swap()] {
        let wrong = reachable_sets(&program, &mut random, 12);
        assert!(wrong.expect("few states") > 3);
    }
}

#[test]
fn reachable_sets_of_random_programs() {
    let mut random = Random(11);
    let (mut programs, mut wrong) = (0, 0);
    for _ in 0..120 {
        let program = random::program(&mut random);
        if let Some(found) = reachable_sets(&program, &mut random, 3) {
            programs += 1;
            wrong += found;
        }
    }
    assert!(programs > 40 && wrong > 60, "{programs} programs, {wrong} wrong invariants");
}

/// What is said to need no invariant is never reached; and without loops nothing that
/// can't be reached is left out.
#[test]
fn goals_without_invariant_are_unreachable() {
    let mut random = Random(11);
    let (mut proved, mut exact) = (0, 0);
    for number in 0..1000 {
        let program = random::program(&mut random);
        let Some(reached) = crate::program::explore::reachable_goals(&program, 5_000) else {
            continue;
        };
        let budget = Budget::unlimited().at_most(std::time::Duration::from_secs(60));
        let (goals, _) = without_invariant(&program, &budget).expect("solvers agree");
        assert!(goals.iter().all(|goal| !reached.contains(goal)), "program {number}: {goals:?}");
        proved += goals.len();
        let loop_free =
            crate::certify::cuts::Cuts::new(&program).is_some_and(|cuts| cuts.heads().len() == 1);
        if loop_free {
            let missing = program.goals.indices().filter(|goal| !reached.contains(goal)).count();
            assert_eq!(goals.len(), missing, "program {number}");
            exact += 1;
        }
    }
    assert!(proved > 20, "only {proved} goals were proved");
    println!("{proved} goals proved, {exact} programs without loops");
}

/// `while (nondet) { s += 2*i + 1; i++; } assert(s == i*i);` at 64 bits: no solver decides
/// that in reasonable time.
#[test]
fn polynomial_identities_need_no_solver() {
    let mut b = Builder::default();
    let [entry, head, body, exit, end] =
        ["entry", "head", "body", "exit", "end"].map(|name| b.block(name));
    let wrong = b.goal("wrong", Property::Assert);
    let (i, s) = (b.value("i", 64), b.value("s", 64));
    b.goto(entry, head);
    let again = b.input(head, "again", 1);
    b.branch(head, again, body, exit);
    let twice = b.assign(body, "twice", Op::Shl, &[Operand::Value(i), number(64, 1)]);
    let odd = b.assign(body, "odd", Op::Add, &[twice, number(64, 1)]);
    let sum = b.assign(body, "sum", Op::Add, &[Operand::Value(s), odd]);
    let next = b.assign(body, "next", Op::Add, &[Operand::Value(i), number(64, 1)]);
    b.goto(body, head);
    b.phi(head, i, &[(entry, number(64, 0)), (body, next)]);
    b.phi(head, s, &[(entry, number(64, 0)), (body, sum)]);
    let square = b.assign(exit, "square", Op::Mul, &[Operand::Value(i), Operand::Value(i)]);
    let equal = b.assign(exit, "equal", Op::Eq, &[Operand::Value(s), square]);
    b.branch(exit, equal, end, wrong);
    let program = b.program;
    let squares = |op: Op, factor: u128| {
        invariant(&program, |terms, v| {
            let square = terms.app(Op::Mul, &[v[i.0 as usize], v[i.0 as usize]]);
            let factor = terms.number(64, factor);
            let scaled = terms.app(Op::Mul, &[square, factor]);
            let conjunct = terms.app(op, &[v[s.0 as usize], scaled]);
            vec![(head.0, vec![conjunct])]
        })
    };
    let solvers = verdict(&program, &squares(Op::Eq, 1)).unwrap();
    // Initially, around the loop, and at the assertion.
    let claims: Vec<Claim> = solvers.identities.iter().map(|identity| identity.1).collect();
    assert!(claims.contains(&Claim::Kept(head, 0)), "{solvers}");
    assert!(matches!(claims.last(), Some(Claim::Kept(..) | Claim::Unreached(..))), "{solvers}");
    assert_eq!(solvers.identities.len(), 3, "{solvers}");
    assert_eq!(rejected(&program, &squares(Op::Eq, 2)), Claim::Kept(head, 0));
}
