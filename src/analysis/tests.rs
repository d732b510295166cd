//! What is generated holds in every reachable state, is inductive for the solvers of
//! certificates, and finds what it should.

use super::ranges::parts;
use super::*;
use crate::bv::{Op, eval};
use crate::certify::inductive;
use crate::cfa::large::{self, Blocks};
use crate::cfa::single;
use crate::program::explore::visit;
use crate::program::random::{self, Shape};
use crate::program::samples::{Builder, number};
use crate::program::{BlockId, Operand, Property};

/// What is generated for the first goal where nothing is known.
fn from_nothing(program: &Program, cfa: &Cfa, budget: &Budget) -> Invariants {
    let nothing = (&Ranges::default(), &LocationInvariant::default());
    generate(program, cfa, &[GoalId(0)], nothing, budget)
}

/// Compares with explicit-state search, half of the time with intervals known; says how many
/// conjuncts there were.
fn compare(program: &Program, blocks: Blocks, rng: &mut Random) -> Option<(usize, usize)> {
    let single = single::build(program);
    let cfa = large::summarise(&single, blocks);
    let wanted: Vec<GoalId> = program.goals.indices().collect();
    let ranges = if rng.one_in(2) {
        ranges::analyse(&single, &Budget::unlimited())
    } else {
        Ranges::default()
    };
    let parts = parts::analyse(&single, &ranges, &Budget::unlimited());
    let parts = parts::together(&parts, &single, &ranges);
    let given = (&ranges, &parts);
    let mut found = generate(program, &cfa, &wanted, given, &Budget::unlimited());
    if found.needs_parts {
        found.needed = parts.and(&found.needed);
    }
    let mut states = 0;
    let goals = visit(program, 3000, |run| {
        states += 1;
        for (invariant, conjuncts) in [&found.all, &found.needed]
            .into_iter()
            .filter_map(|invariant| Some((invariant, invariant.at.get(&run.block())?)))
        {
            let value = |(&symbol, &value): (&SymbolId, &ValueId)| {
                // Arbitrary before the first definition.
                let width = program.values[value].width();
                let any = || Value::new(width, rng.wide());
                (symbol, run.value(value).cloned().unwrap_or_else(any))
            };
            let assignment: Assignment = invariant.symbols.iter().map(value).collect();
            for &conjunct in conjuncts {
                let holds = eval(&invariant.terms, conjunct, &assignment).is_true();
                assert!(holds, "{conjunct} at {} in\n{program}", run.block());
            }
        }
    })?;
    assert!(found.goals.iter().all(|goal| !goals.contains(goal)), "{program}");
    let budget = Budget::unlimited();
    let all = inductive::check(program, &found.all, &[], &budget);
    assert!(all.is_ok(), "{all:?} in\n{program}");
    let needed = inductive::check(program, &found.needed, &found.goals, &budget);
    assert!(needed.is_ok(), "{needed:?} in\n{program}");
    Some((found.all.at.values().map(Vec::len).sum(), found.goals.len()))
}

#[test]
fn what_is_generated_holds_in_every_reachable_state() {
    let mut rng = Random::new(21);
    let (mut programs, mut conjuncts, mut excluded) = (0, 0, 0);
    let shapes =
        [Shape::tiny(), Shape { widths: vec![1, 2, 3, 5], phis: 3, instrs: 4, ..Shape::tiny() }];
    let blocks = [Blocks::Single, Blocks::Large, Blocks::Loops];
    for round in 0..240 {
        let program = random::program(&mut rng, &shapes[round % 2]);
        if let Some((found, goals)) = compare(&program, blocks[round % 3], &mut rng) {
            programs += 1;
            conjuncts += found;
            excluded += goals;
        }
    }
    assert!(programs > 80, "only {programs} programs were small enough");
    assert!(conjuncts > 80 && excluded > 20, "{conjuncts} conjuncts, {excluded} goals");
}

/// `while (nondet) { each variable := its update }; assert(claim)`, from constants.
fn looping(
    width: u32,
    starts: &[u128],
    update: impl Fn(&mut Builder, BlockId, &[Operand]) -> Vec<Operand>,
    claim: impl Fn(&mut Builder, BlockId, &[Operand]) -> Operand,
) -> Program {
    let mut b = Builder::default();
    let [entry, head, body, exit, end] =
        ["entry", "head", "body", "exit", "end"].map(|name| b.block(name));
    let wrong = b.goal("wrong", Property::Assert);
    let vars: Vec<ValueId> = starts.iter().map(|_| b.value("v", width)).collect();
    let now: Vec<Operand> = vars.iter().map(|&var| Operand::Value(var)).collect();
    b.goto(entry, head);
    let again = b.input(head, "again", 1);
    b.branch(head, again, body, exit);
    let next = update(&mut b, body, &now);
    b.goto(body, head);
    for ((&var, &start), next) in vars.iter().zip(starts).zip(next) {
        b.phi(head, var, &[(entry, number(width, start)), (body, next)]);
    }
    let holds = claim(&mut b, exit, &now);
    b.branch(exit, holds, end, wrong);
    b.program
}

fn decided(program: &Program) -> bool {
    assert_eq!(program.validate(), Ok(()));
    let budget = Budget::unlimited();
    let cfa = large::summarise(&single::build(program), Blocks::Loops);
    let found = from_nothing(program, &cfa, &budget);
    let checked = inductive::check(program, &found.needed, &found.goals, &budget);
    assert!(checked.is_ok(), "{checked:?}");
    !found.goals.is_empty()
}

#[test]
fn sums_of_squares_are_a_cubic() {
    // 6·s = i·(i+1)·(2i+1) for the sum of the squares up to i.
    let program = |factor| {
        looping(
            64,
            &[0, 0],
            |b, body, v| {
                let i = b.assign(body, "i", Op::Add, &[v[0].clone(), number(64, 1)]);
                let square = b.assign(body, "square", Op::Mul, &[i.clone(), i.clone()]);
                let s = b.assign(body, "s", Op::Add, &[v[1].clone(), square]);
                vec![i, s]
            },
            |b, exit, v| {
                let more = b.assign(exit, "more", Op::Add, &[v[0].clone(), number(64, 1)]);
                let odd = b.assign(exit, "odd", Op::Add, &[v[0].clone(), more.clone()]);
                let product = b.assign(exit, "product", Op::Mul, &[v[0].clone(), more]);
                let product = b.assign(exit, "product", Op::Mul, &[product, odd]);
                let six = b.assign(exit, "six", Op::Mul, &[v[1].clone(), number(64, factor)]);
                b.assign(exit, "equal", Op::Eq, &[six, product])
            },
        )
    };
    assert!(decided(&program(6)));
    assert!(!decided(&program(5)));
}

#[test]
fn parities_and_differences() {
    // x += 2, y += 6 from 1 and 1: y = 3x - 2, and x is odd.
    let update = |b: &mut Builder, body: BlockId, v: &[Operand]| {
        let x = b.assign(body, "x", Op::Add, &[v[0].clone(), number(32, 2)]);
        let y = b.assign(body, "y", Op::Add, &[v[1].clone(), number(32, 6)]);
        vec![x, y]
    };
    let relation = |constant| {
        looping(32, &[1, 1], update, move |b, exit, v| {
            let thrice = b.assign(exit, "thrice", Op::Mul, &[v[0].clone(), number(32, 3)]);
            let sum = b.assign(exit, "sum", Op::Add, &[v[1].clone(), number(32, constant)]);
            b.assign(exit, "equal", Op::Eq, &[sum, thrice])
        })
    };
    assert!(decided(&relation(2)) && !decided(&relation(3)));
    let parity = looping(32, &[1, 1], update, |b, exit, v| {
        b.assign(exit, "odd", Op::Extract { high: 0, low: 0 }, &[v[1].clone()])
    });
    assert!(decided(&parity));
}

#[test]
fn what_holds_in_one_state_of_a_machine() {
    // In the states 0, 1, 2 and 0 again x is y, y + 5, y + 1: no equality for all of them.
    let program = |last| {
        looping(
            32,
            &[0, 7, 7],
            move |b, body, v| {
                let [state, x, y] = [&v[0], &v[1], &v[2]];
                let zero = || number(32, 0);
                let mut is = |n| b.assign(body, "is", Op::Eq, &[state.clone(), number(32, n)]);
                let [is_0, is_1, is_2] = [is(0), is(1), is(2)];
                let mut choose = |is: &Operand, this: Operand, other: Operand| {
                    b.assign(body, "choice", Op::Ite, &[is.clone(), this, other])
                };
                let more_x = choose(&is_0, number(32, 5), zero());
                let of_two = choose(&is_2, number(32, last), zero());
                let more_y = choose(&is_1, number(32, 4), of_two);
                let next = b.assign(body, "next", Op::Add, &[state.clone(), number(32, 1)]);
                let next = b.assign(body, "next", Op::Ite, &[is_2, zero(), next]);
                let x = b.assign(body, "x", Op::Add, &[x.clone(), more_x]);
                let y = b.assign(body, "y", Op::Add, &[y.clone(), more_y]);
                vec![next, x, y]
            },
            |b, exit, v| {
                let elsewhere =
                    b.assign(exit, "elsewhere", Op::Ult, &[number(32, 0), v[0].clone()]);
                let equal = b.assign(exit, "equal", Op::Eq, &[v[1].clone(), v[2].clone()]);
                b.assign(exit, "claim", Op::Or, &[elsewhere, equal])
            },
        )
    };
    assert!(decided(&program(1)) && !decided(&program(2)));
}

#[test]
fn no_time_no_invariant() {
    let program = looping(
        8,
        &[1],
        |_, _, v| v.to_vec(),
        |b, exit, v| b.assign(exit, "one", Op::Eq, &[v[0].clone(), number(8, 1)]),
    );
    assert!(decided(&program));
    let budget = Budget::with_timeout(Some(std::time::Duration::ZERO));
    let found = from_nothing(&program, &single::build(&program), &budget);
    assert!(found.all.at.values().all(Vec::is_empty) && found.goals.is_empty());
}

/// What is known may rest on equalities: they stay when more are looked for, also in vain.
#[test]
fn equalities_stay_when_more_are_looked_for() {
    let program = looping(
        32,
        &[1, 1],
        |b, body, v| {
            let x = b.assign(body, "x", Op::Add, &[v[0].clone(), number(32, 2)]);
            let y = b.assign(body, "y", Op::Add, &[v[1].clone(), number(32, 6)]);
            vec![x, y]
        },
        |b, exit, v| b.assign(exit, "equal", Op::Eq, &[v[0].clone(), v[1].clone()]),
    );
    let cfa = large::summarise(&single::build(&program), Blocks::Loops);
    let mut context = Context::new(&program, &cfa, &Budget::unlimited());
    let known = IndexVec::filled(Vec::new(), cfa.locations.len());
    let mut equalities = equalities::affine(&mut context, &known);
    let terms = |all: &Equalities| all.iter().flatten().map(|it| it.term).collect::<Vec<_>>();
    let before = terms(&equalities);
    assert!(!before.is_empty());
    for budget in [Budget::with_timeout(Some(std::time::Duration::ZERO)), Budget::unlimited()] {
        context.budget = budget;
        assert!(!equalities::add_affine(&mut context, &mut equalities, &known));
        assert_eq!(terms(&equalities), before);
    }
}
