//! Round trips of whole models, and bad input.

mod btor2;
mod invariant;
mod refused;
pub(crate) mod search;

use crate::bv::{Op, Term, TermStore};
use crate::cnf::{Cnf, Lit, Var};
use crate::dimspec::DimSpec;
use crate::formats::aiger::{self, Style};
use crate::formats::sequential::{Sequential, places};
use crate::formats::{btor2 as words, relation, smtlib, vmt};
use crate::program::GoalId;
use crate::support::{IndexVec, Random};
use crate::system::{Bad, Origin, StateVar, Transition, TransitionSystem};

/// A DimSpec of three variables with few clauses.
fn random_dimspec(random: &mut Random) -> DimSpec {
    let mut clauses = |count: u64, variables: u64, length: u64| {
        let mut cnf = Cnf::new();
        for _ in 0..count {
            let length = 1 + random.below(length);
            let lit = |random: &mut Random| {
                let var = Var(1 + random.below(variables) as u32);
                Lit::new(var, random.below(2) == 0)
            };
            cnf.push((0..length).map(|_| lit(random)).collect::<Vec<_>>());
        }
        cnf
    };
    DimSpec {
        num_vars: 3,
        init: clauses(3, 3, 1),
        universal: clauses(1, 3, 3),
        goal: clauses(2, 3, 1),
        trans: clauses(5, 6, 3),
    }
}

/// A functional system of two words of three bits and a truth value, one input each, with
/// initial values, constraints and bad conditions of all kinds.
pub(crate) fn random_words(random: &mut Random) -> TransitionSystem {
    let mut terms = TermStore::new();
    let mut states = IndexVec::new();
    let mut site: Vec<Term> = vec![];
    for (name, width) in [("x", 3), ("y", 3), ("flag", 1)] {
        let current = terms.symbol(name, width);
        let next = terms.symbol(format!("{name}'"), width);
        states.push(StateVar { name: name.into(), current, next, origin: Origin::Foreign });
        site.push(current);
    }
    let inputs = vec![terms.symbol("in", 3), terms.symbol("one in", 1)];
    site.extend(&inputs);
    site.extend([terms.number(3, 5), terms.number(3, 1), terms.bool(true)]);
    let visible = site.len();
    let others = [Op::Ite, Op::Extract { high: 2, low: 1 }, Op::ZeroExtend(3), Op::SignExtend(3)];
    let ops = [&[Op::Not, Op::Neg], &Op::BINARY_WORD[..], &Op::COMPARISONS, &others].concat();
    while site.len() < visible + 14 {
        let op = *random.pick(&ops);
        let mut pick = || site[random.below(site.len() as u64) as usize];
        let args: Vec<Term> = (0..op.arity()).map(|_| pick()).collect();
        let widths: Vec<u32> = args.iter().map(|&arg| terms.width(arg)).collect();
        if op.checked_result_width(&widths).is_some() {
            site.push(terms.app_verbatim(op, &args));
        }
    }
    let widths: Vec<u32> = site.iter().map(|&term| terms.width(term)).collect();
    let pick = |random: &mut Random, width: u32| loop {
        let place = random.index(site.len());
        let term = site[place];
        if widths[place] == width {
            break term;
        }
    };
    let next: Vec<Term> = [3, 3, 1].into_iter().map(|width| pick(random, width)).collect();
    let (x, y) = (site[0], site[1]);
    let (first, second) = (terms.number(3, 6), terms.number(3, 2));
    let condition = terms.eq(y, second);
    let bad = [terms.eq(x, first), terms.and(condition, pick(random, 1))];
    let universal = if random.one_in(2) { vec![pick(random, 1)] } else { vec![] };
    let three = terms.number(3, 3);
    let init = match random.below(4) {
        0 => vec![],
        1 => vec![terms.eq(x, three)],
        2 => vec![terms.eq(x, three), site[2]],
        // No initial value of one variable.
        _ => vec![terms.app(Op::Ult, &[x, y])],
    };
    let bad = (0..).zip(bad).map(|(i, condition)| Bad { goals: vec![GoalId(i)], condition });
    TransitionSystem {
        terms,
        states,
        inputs,
        init,
        universal,
        transition: Transition::Functional(next.into_iter().collect()),
        bad: bad.collect(),
        terminated: None,
        facts: Vec::new(),
        predicates: vec![],
    }
}

/// The system as other formats bring it back.
pub(crate) fn round_trips(system: &TransitionSystem) -> Vec<(&'static str, TransitionSystem)> {
    let sequential = Sequential::new(system, &places(system, None));
    let comments = ["a\nb".to_owned()];
    let mut text = vec![];
    words::write::write(&sequential, &comments, &mut text).expect("memory takes everything");
    let by_words = words::read::read(&text)
        .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&text)));
    let mut result = vec![("btor2", by_words.system)];
    for (name, style) in [("aag", Style::Ascii), ("aig", Style::Binary)] {
        let mut text = vec![];
        aiger::write::write(&sequential, style, &comments, &mut text).expect("memory");
        let again = aiger::read::read(&text)
            .unwrap_or_else(|error| panic!("{error}\n{}", text.escape_ascii()));
        result.push((name, again));
    }
    result
}

#[test]
fn dimspecs_keep_their_depths() {
    let mut random = Random::new(11);
    let mut reached = 0;
    for _ in 0..100 {
        let spec = random_dimspec(&mut random);
        let expected = search::depth_of_dimspec(&spec);
        let system = relation::system(&spec);
        assert_eq!(search::depths(&system), [expected], "{spec:?}");
        for (format, again) in round_trips(&system) {
            assert_eq!(search::depths(&again), [expected], "{format}: {spec:?}");
        }
        reached += usize::from(expected.is_some_and(|depth| depth > 0));
    }
    assert!(reached > 5, "{reached} goals are reached in some step");
}

/// A function without arguments is no application, and solvers pass over what they can't read.
#[test]
fn smtlib_of_a_system_without_variables_applies_nothing() {
    let system = aiger::read::read(b"aag 0 0 0 0 0 1\n1\n").expect("a system");
    let mut text = vec![];
    smtlib::write(&system, &[0], Some(1), &[], &mut text).expect("memory takes everything");
    let text = String::from_utf8(text).expect("SMT-LIB is text");
    for line in ["(assert I)", "(define-fun |reach@1| () Bool (and U (or G false)))"] {
        assert!(text.lines().any(|it| it == line), "{line}\n{text}");
    }
}

/// The input that stands for the next value of such a state is that value.
#[test]
fn a_state_without_next_value_declares_nothing_twice() {
    let text = b"1 sort bitvec 2\n2 state 1 s\n3 redand 4 2\n";
    let text = [&b"4 sort bitvec 1\n"[..], text, b"5 bad 3\n"].concat();
    let system = words::read::read(&text).expect("a system").system;
    let mut vmt = vec![];
    vmt::write(&system, &[0], &[], &mut vmt).expect("memory takes everything");
    let vmt = String::from_utf8(vmt).expect("VMT is text");
    let mut declared: Vec<&str> =
        vmt.lines().filter(|line| line.starts_with("(declare-fun")).collect();
    let all = declared.len();
    declared.sort_unstable();
    declared.dedup();
    assert_eq!((all, declared.len()), (2, 2), "{vmt}");
    let mut smt = vec![];
    smtlib::write(&system, &[0], Some(1), &[], &mut smt).expect("memory takes everything");
    let smt = String::from_utf8(smt).expect("SMT-LIB is text");
    for line in ["(define-fun T ((|s| (_ BitVec 2))  (|s'| (_ BitVec 2))) Bool", "(T |s@0| |s@1|)"]
    {
        assert!(smt.contains(line), "{line}\n{smt}");
    }
}

#[test]
fn systems_on_words_keep_their_depths() {
    let mut random = Random::new(12);
    let mut reached = 0;
    for _ in 0..24 {
        let system = random_words(&mut random);
        let expected = search::depths(&system);
        for (format, again) in round_trips(&system) {
            assert_eq!(search::depths(&again), expected, "{format}: {system:?}");
        }
        reached += expected.iter().filter(|depth| depth.is_some_and(|depth| depth > 0)).count();
    }
    assert!(reached > 3, "{reached} goals are reached in some step");
}
