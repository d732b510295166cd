//! From terms to clauses and back: the evaluator, the clauses of circuits and the
//! DimSpec of whole systems must agree, as a SAT solver sees them.

use llumc::aig::blast::Blaster;
use llumc::aig::{Aig, Edge};
use llumc::bv::eval::{Assignment, eval};
use llumc::bv::{Op, Term, TermStore, Value};
use llumc::cnf::tseitin::{Gates, Root};
use llumc::cnf::{Cnf, Lit, Var};
use llumc::dimspec::build::{Built, build};
use llumc::dimspec::{BitTrace, Structure};
use llumc::program::GoalId;
use llumc::sat::{Answer, CaDiCaL, Profile, Solver};
use llumc::support::{Budget, IndexVec, Random};
use llumc::system::{
    Bad, Origin, ProofLit, StateId, StateLit, StateVar, Transition, TransitionSystem, WordState,
};

/// Every node's variable is its number plus one.
fn lit(edge: Edge) -> Lit {
    let node = u32::try_from(edge.node()).unwrap();
    Var(node + 1).lit().xor(edge.is_complement())
}

fn clauses(aig: &Aig, roots: &[Root]) -> Cnf {
    let gates = Gates::new(aig, roots);
    let mut clauses = Cnf::new();
    clauses.push([!lit(Edge::FALSE)]);
    for (node, shape) in gates.iter() {
        shape.define(lit(Edge::to(node)), lit, &mut clauses);
    }
    for root in roots {
        if let Root::Asserted(edge) = root {
            gates.assert(aig, *edge, lit, &mut clauses);
        }
    }
    clauses
}

fn solver(sections: &[&Cnf]) -> CaDiCaL {
    let mut solver = CaDiCaL::new(Profile::Incremental);
    for clause in sections.iter().flat_map(|section| section.iter()) {
        solver.add(clause);
    }
    solver
}

/// The literals that say that a word has a value.
fn equals(word: &[Lit], value: &Value) -> Vec<Lit> {
    (0..).zip(word).map(|(i, &lit)| lit.xor(!value.bit(i))).collect()
}

fn random_value(random: &mut Random, width: u32) -> Value {
    match random.below(6) {
        0 => Value::zero(width),
        1 => Value::ones(width),
        2 => Value::min_signed(width),
        3 => Value::new(width, random.below(u64::from(width) + 2).into()),
        _ => Value::from_bits(&(0..width).map(|_| random.one_in(2)).collect::<Vec<_>>()),
    }
}

fn operators(widths: &[u32]) -> Vec<Op> {
    use Op::*;
    match *widths {
        [w] => {
            let middle = Extract { high: w - 1, low: w / 2 };
            vec![Not, Neg, ZeroExtend(w + 2), SignExtend(w + 2), middle]
        }
        [_, _] => vec![
            And, Or, Xor, Add, Sub, Mul, Udiv, Urem, Sdiv, Srem, Shl, Lshr, Ashr, Eq, Ult, Ule,
            Slt, Sle, Concat,
        ],
        _ => vec![Ite],
    }
}

/// With the inputs fixed, the clauses of an operator's circuit have a model, its output
/// is what the evaluator says, and no other output is possible.
fn check_operator(op: Op, rows: &[Vec<Value>]) {
    let mut store = TermStore::new();
    let args: Vec<Term> = rows[0].iter().map(|v| store.symbol("x", v.width())).collect();
    let term = store.app_verbatim(op, &args);
    let mut blaster = Blaster::new(&store);
    let output: Vec<Edge> = blaster.bits(term).to_vec();
    let inputs: Vec<Vec<Lit>> =
        args.iter().map(|&arg| blaster.bits(arg).iter().map(|&edge| lit(edge)).collect()).collect();
    let roots: Vec<Root> = output.iter().copied().map(Root::Literal).collect();
    let mut solver = solver(&[&clauses(&blaster.built.aig, &roots)]);
    let output: Vec<Lit> = output.into_iter().map(lit).collect();
    let budget = Budget::unlimited();
    for values in rows {
        let expected = op.apply(&values.iter().collect::<Vec<_>>());
        let mut fixed = Vec::new();
        for (word, value) in inputs.iter().zip(values) {
            fixed.extend(equals(word, value));
        }
        assert_eq!(solver.solve(&fixed, &budget), Answer::Sat, "{op:?} {values:?}");
        let bits: Vec<bool> = output.iter().map(|&lit| solver.value(lit)).collect();
        assert_eq!(Value::from_bits(&bits), expected, "{op:?} {values:?}");
        let wrong: Vec<Lit> = equals(&output, &expected).into_iter().map(|lit| !lit).collect();
        let answer = solver.solve_with(&fixed, &wrong, &budget);
        assert_eq!(answer, Answer::Unsat, "{op:?} {values:?}");
    }
}

#[test]
fn clauses_of_operators_for_all_operands() {
    for w in 1..=5u32 {
        for widths in [vec![w], vec![w, w], vec![1, w.min(3), w.min(3)]] {
            let total: u32 = widths.iter().sum();
            let rows: Vec<Vec<Value>> = (0..1u128 << total)
                .map(|mut number| {
                    let mut take = |&width: &u32| {
                        let value = Value::new(width, number);
                        number >>= width;
                        value
                    };
                    widths.iter().map(&mut take).collect()
                })
                .collect();
            for op in operators(&widths) {
                check_operator(op, &rows);
            }
        }
    }
}

#[test]
fn clauses_of_operators_at_large_widths() {
    let mut random = Random::new(11);
    for w in [8, 13, 16, 32, 64, 70] {
        for widths in [vec![w], vec![w, w], vec![1, w, w]] {
            for op in operators(&widths) {
                let row = |_| widths.iter().map(|&w| random_value(&mut random, w)).collect();
                let rows: Vec<Vec<Value>> = (0..4).map(row).collect();
                check_operator(op, &rows);
            }
        }
    }
}

/// Random terms over given ones, rewritten as they are built.
struct Terms<'a> {
    store: &'a mut TermStore,
    random: &'a mut Random,
    pool: Vec<Term>,
}

impl Terms<'_> {
    fn grow(&mut self, steps: usize) {
        for _ in 0..steps {
            let a = self.pick();
            let width = self.store.width(a);
            let b = self.of_width(width);
            let c = self.of_width(1);
            let term = match self.random.below(4) {
                0 => self.store.ite(c, a, b),
                1 => {
                    let ops = operators(&[width]);
                    let op = ops[self.random.below(ops.len() as u64) as usize];
                    self.store.app(op, &[a])
                }
                _ => {
                    let ops = operators(&[width, width]);
                    let op = ops[self.random.below(ops.len() as u64) as usize];
                    self.store.app(op, &[a, b])
                }
            };
            if self.store.width(term) <= 6 {
                self.pool.push(term);
            }
        }
    }

    fn pick(&mut self) -> Term {
        self.pool[self.random.below(self.pool.len() as u64) as usize]
    }

    /// A term of the pool, cut or extended to a width, or a constant.
    fn of_width(&mut self, width: u32) -> Term {
        if self.random.one_in(4) {
            let value = random_value(self.random, width);
            return self.store.constant(value);
        }
        let term = self.pick();
        let has = self.store.width(term);
        match has.cmp(&width) {
            std::cmp::Ordering::Less => self.store.app(Op::SignExtend(width), &[term]),
            std::cmp::Ordering::Equal => term,
            std::cmp::Ordering::Greater => {
                let low = self.random.below(u64::from(has - width + 1)) as u32;
                self.store.extract(term, low + width - 1, low)
            }
        }
    }
}

const WIDTHS: [u32; 2] = [2, 1];
const INPUT: u32 = 2;

/// A random system of two state variables and one input.
fn random_system(random: &mut Random, functional: bool) -> TransitionSystem {
    let mut terms = TermStore::new();
    let states: IndexVec<_, StateVar> = WIDTHS
        .iter()
        .enumerate()
        .map(|(i, &width)| StateVar {
            name: format!("x {i}"),
            current: terms.symbol("now", width),
            next: terms.symbol("next", width),
            origin: Origin::Location,
        })
        .collect();
    let unused = terms.symbol("unused", 3);
    let input = terms.symbol("in", INPUT);
    let now: Vec<Term> = states.iter().map(|state| state.current).collect();
    let next: Vec<Term> = states.iter().map(|state| state.next).collect();
    let some = |terms: &mut TermStore, random: &mut Random, over: &[Term], widths: &[u32]| {
        let mut source = Terms { store: terms, random, pool: over.to_vec() };
        source.grow(12);
        widths.iter().map(|&width| source.of_width(width)).collect::<Vec<Term>>()
    };
    let init = some(&mut terms, random, &now, &[1, 1]);
    let universal = if functional { vec![] } else { some(&mut terms, random, &now, &[1]) };
    let with_input = [now.as_slice(), &[input]].concat();
    let transition = if functional {
        let values = some(&mut terms, random, &with_input, &WIDTHS);
        Transition::Functional(values.into_iter().collect())
    } else {
        let all = [with_input.as_slice(), &next].concat();
        Transition::Relation(some(&mut terms, random, &all, &[1, 1]))
    };
    let conditions = some(&mut terms, random, &now, &[1, 1]);
    let bad = (0..).zip(conditions).map(|(i, condition)| Bad { goals: vec![GoalId(i)], condition });
    let bad = bad.collect();
    TransitionSystem {
        terms,
        states,
        inputs: vec![unused, input],
        init,
        universal,
        transition,
        bad,
        terminated: None,
        facts: Vec::new(),
        predicates: vec![],
    }
}

fn all_states() -> Vec<Vec<Value>> {
    let [a, b] = WIDTHS;
    (0..1u128 << (a + b)).map(|n| vec![Value::new(a, n), Value::new(b, n >> a)]).collect()
}

/// Literals that fix the state variables in this step (0) or the next (1).
fn state_lits(built: &Built, state: &[Value], step: u32) -> Vec<Lit> {
    let mut lits = Vec::new();
    for (field, value) in built.map.states().iter().zip(state) {
        let word: Vec<Lit> = field
            .vars()
            .map(|var| var.expect("state bits have variables").lit())
            .map(|lit| lit.shift(step * built.model.spec.num_vars))
            .collect();
        lits.extend(equals(&word, value));
    }
    lits
}

/// What clauses say of every state and every pair of states is what the terms say.
fn check_system(system: &TransitionSystem, built: &Built) {
    let spec = &built.model.spec;
    let budget = Budget::unlimited();
    let functional = matches!(system.transition, Transition::Functional(_));
    let mut first = solver(&[&spec.init, &spec.universal]);
    let mut every = solver(&[&spec.universal]);
    let mut last = solver(&[&spec.universal, &spec.goal]);
    let mut step = solver(&[&spec.universal, &spec.trans]);
    let symbol = |term: Term| system.terms.as_symbol(term).unwrap();
    let sat = |yes: bool| if yes { Answer::Sat } else { Answer::Unsat };
    for state in all_states() {
        let mut values = Assignment::default();
        for (var, value) in system.states.iter().zip(&state) {
            values.insert(symbol(var.current), value.clone());
        }
        let holds = |term: &Term| eval(&system.terms, *term, &values).is_true();
        let lits = state_lits(built, &state, 0);
        let universal = system.universal.iter().all(holds);
        let init = system.init.iter().all(holds);
        let bad = system.bad.iter().any(|bad| holds(&bad.condition));
        assert_eq!(every.solve(&lits, &budget), sat(universal));
        assert_eq!(first.solve(&lits, &budget), sat(universal && init));
        assert_eq!(last.solve(&lits, &budget), sat(universal && bad));
        if universal {
            assert_eq!(every.solve(&lits, &budget), Answer::Sat);
            for (goal, bad) in built.model.goals.iter().zip(&system.bad) {
                let unit = goal.clauses.iter().next().unwrap();
                assert_eq!((goal.clauses.len(), unit.len()), (1, 1));
                assert_eq!(every.value(unit[0]), holds(&bad.condition));
            }
        }
        for input in 0..1u128 << INPUT {
            let input = Value::new(INPUT, input);
            values.insert(symbol(system.inputs[1]), input.clone());
            let mut fixed = lits.clone();
            for (var, i) in built.map.inputs()[1].vars().zip(0..) {
                fixed.extend(var.map(|var| var.lit().xor(!input.bit(i))));
            }
            for next in all_states() {
                for (var, value) in system.states.iter().zip(&next) {
                    values.insert(symbol(var.next), value.clone());
                }
                let value = |term: &Term| eval(&system.terms, *term, &values);
                let possible = match &system.transition {
                    Transition::Relation(conjuncts) => conjuncts.iter().all(|c| value(c).is_true()),
                    Transition::Functional(terms) => {
                        terms.iter().zip(&next).all(|(term, next)| value(term) == *next)
                    }
                };
                let with_next = [fixed.as_slice(), &state_lits(built, &next, 1)].concat();
                let answer = step.solve(&with_next, &budget);
                assert_eq!(answer, sat(universal && possible), "{state:?} {input:?} {next:?}");
            }
            if functional {
                // One model: with its negation nothing is left.
                assert_eq!(step.solve(&fixed, &budget), Answer::Sat);
                let all = (1..=spec.num_vars).map(|var| Var(var).lit());
                let other = all.map(|lit| lit.xor(step.value(lit))).collect::<Vec<_>>();
                assert_eq!(step.solve_with(&fixed, &other, &budget), Answer::Unsat);
            }
        }
    }
}

#[test]
fn functional_systems() {
    let mut random = Random::new(5);
    for _ in 0..40 {
        let system = random_system(&mut random, true);
        let built = build(&system, None);
        check_system(&system, &built);
        let Structure::Functional { state, inputs } = &built.model.structure else {
            panic!("a functional system without universal conjuncts is functional")
        };
        assert_eq!(*state, [1, 2, 3].map(Var));
        let known: Vec<Var> =
            built.map.inputs().iter().flat_map(|field| field.vars().flatten()).collect();
        assert_eq!(*inputs, known);
        assert!(built.map.inputs()[0].vars().all(|var| var.is_none()), "nothing reads it");
    }
}

#[test]
fn relational_systems() {
    let mut random = Random::new(6);
    for _ in 0..60 {
        let system = random_system(&mut random, false);
        let built = build(&system, None);
        check_system(&system, &built);
        assert_eq!(built.model.structure, Structure::Relational);
    }
}

#[test]
fn one_goal_only() {
    let mut random = Random::new(7);
    let system = random_system(&mut random, true);
    let built = build(&system, Some(1));
    assert_eq!(built.model.goals.len(), 1);
    let only = TransitionSystem { bad: vec![system.bad[1].clone()], ..system };
    check_system(&only, &built);
    let none = TransitionSystem { bad: Vec::new(), ..only };
    check_system(&none, &build(&none, None));
}

/// A counter with a program counter: numbers, map, comments and structure.
fn counter(limit: u128, universal_limit: Option<u128>) -> TransitionSystem {
    let mut terms = TermStore::new();
    let mut states = IndexVec::new();
    for (name, width) in [("pc", 3), ("x y", 4)] {
        let (current, next) = (terms.symbol(name, width), terms.symbol(name, width));
        states.push(StateVar { name: name.into(), current, next, origin: Origin::Location });
    }
    let input = terms.symbol("nondet", 8);
    let (pc, x) = (
        terms.symbols()[llumc::bv::SymbolId(0)].term,
        terms.symbols()[llumc::bv::SymbolId(2)].term,
    );
    let number = |terms: &mut TermStore, n| terms.number(3, n);
    let zero = number(&mut terms, 0);
    let start = terms.eq(pc, zero);
    let step = terms.extract(input, 5, 2);
    let sum = terms.app(Op::Add, &[x, step]);
    let bit = terms.bit(input, 7);
    let (to, other) = (number(&mut terms, limit), number(&mut terms, 1));
    let choice = terms.ite(bit, to, other);
    let next_pc = terms.ite(start, choice, pc);
    let at = terms.eq(pc, to);
    let universal = universal_limit.map(|limit| {
        let limit = number(&mut terms, limit);
        terms.app(Op::Ule, &[pc, limit])
    });
    TransitionSystem {
        states,
        inputs: vec![input],
        init: vec![start],
        universal: universal.into_iter().collect(),
        transition: Transition::Functional([next_pc, sum].into_iter().collect()),
        bad: vec![Bad { goals: vec![GoalId(0)], condition: at }],
        terminated: None,
        facts: Vec::new(),
        predicates: vec![],
        terms,
    }
}

#[test]
fn map_and_comments() {
    let system = counter(4, None);
    let built = build(&system, None);
    let comments = built.map.comments();
    assert_eq!(
        comments[..5],
        [
            "llumc dimspec 1",
            "state 0 pc width 3 vars 1..3",
            "state 1 x\\u{20}y width 4 vars 4..7",
            "input 0 nondet width 8 bits 2..5 vars 8..11",
            "input 0 nondet width 8 bits 7..7 vars 12..12",
        ]
    );
    assert!(comments[5].starts_with("goal 0 "), "{comments:?}");
    let counts = built.counts();
    assert_eq!((counts.state_variables, counts.state_bits, counts.input_bits), (2, 7, 5));
    assert_eq!((counts.init, counts.goal, counts.trans), (3, 1, 14));

    let mut bits = vec![false; built.model.spec.num_vars as usize];
    for var in [1, 5, 12] {
        bits[var - 1] = true;
    }
    let words = built.map.words(&BitTrace { states: vec![bits] });
    let states = [Value::new(3, 1), Value::new(4, 2)].into_iter().collect();
    assert_eq!(words, [WordState { states, inputs: vec![Value::new(8, 0x80)] }]);

    let clause = built.map.clause(&[Var(3).lit(), !Var(4).lit()]).unwrap();
    let bit = |state, bit, positive| StateLit { state: StateId(state), bit, positive }.into();
    let expected: [ProofLit; 2] = [bit(0, 2, true), bit(1, 0, false)];
    assert_eq!(clause, expected);
    assert_eq!(built.map.clause(&[Var(8).lit()]), None);
}

/// A range of the program counter that every step keeps leaves the structure
/// functional; one that cuts off steps doesn't.
#[test]
fn universal_range_of_the_program_counter() {
    let structure = |limit, range| build(&counter(limit, Some(range)), None).model.structure;
    assert!(matches!(structure(4, 5), Structure::Functional { .. }));
    assert!(matches!(structure(5, 5), Structure::Functional { .. }));
    assert_eq!(structure(6, 5), Structure::Relational);
    let mut outside = counter(4, Some(5));
    outside.init.clear();
    assert_eq!(build(&outside, None).model.structure, Structure::Relational);
}
