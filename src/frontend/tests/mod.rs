//! C programs through the whole front end, run by the interpreter.
//!
//! A run gets values from a small pool that holds what checks are about; many seeded
//! runs together show which goals a program can reach. So a pass that loses a violation,
//! or makes one up, fails a test here.

mod bodies;
mod computed;
mod cover;
mod dates;
mod folded;
mod names;
mod numbers;
mod rounding;
mod undefined;

use std::collections::{BTreeMap, BTreeSet};

use crate::bv::Value;
use crate::frontend::{Compiled, DataModel, FrontendError, Options, Signature, Volatile, compile};
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{
    AssumptionKind, EndKind, Goal, GoalKind, InputKind, Instr, Program, Property, Reading,
};

use Property::{Assert, DivByZero, NoOverflow, Shift, UnreachCall, Unreachable};

const RUNS: u64 = 3000;
const STEPS: usize = 400;

/// Values from a pool by a linear congruential generator.
struct Pool(u64);

impl Inputs for Pool {
    fn next(&mut self, _: usize, _: usize, width: u32) -> Value {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = self.0 >> 40;
        match number % 16 {
            0 => Value::min_signed(width),
            1 => Value::ones(width),
            2 => Value::new(
                width,
                Value::min_signed(width).to_u64().unwrap_or(0).wrapping_sub(1).into(),
            ),
            3 => Value::new(width, 40),
            4..8 => Value::new(width, ((number >> 4) % 300).into()),
            _ => Value::new(width, ((number >> 4) % 10).into()),
        }
    }
}

/// How often runs end how: goals by property and text, ends by kind.
fn outcomes(program: &Program) -> BTreeMap<String, usize> {
    assert_eq!(program.validate(), Ok(()));
    let mut found = BTreeMap::new();
    for seed in 0..RUNS {
        let mut inputs = Pool(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut run = Interpreter::new(program);
        let mut end = "goes on".to_owned();
        for _ in 0..STEPS {
            match run.step(&mut inputs, |_, _| {}) {
                Event::Enter(_) => continue,
                Event::Goal(goal) => end = describe(&program.goals[goal].kind),
                Event::End(kind) => end = format!("{kind:?}"),
            }
            break;
        }
        *found.entry(end).or_default() += 1;
    }
    found
}

fn describe(kind: &GoalKind) -> String {
    match kind {
        GoalKind::Check(check) => format!("{}: {}", check.property, check.what),
        GoalKind::Unsupported(what) => format!("unsupported: {what}"),
        GoalKind::Bound(bound) => format!("bound: {}", bound.what),
        GoalKind::Cover(cover) => format!("cover: {:?}", cover.lines),
    }
}

fn try_files(files: &[(&str, &str)], options: &Options) -> Result<Compiled, FrontendError> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut options = options.clone();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a writable folder");
        options.files.push(path);
    }
    compile(&options)
}

fn options(properties: &[Property]) -> Options {
    Options { properties: properties.iter().copied().collect(), ..Options::default() }
}

fn program(source: &str, properties: &[Property]) -> Program {
    let compiled = try_files(&[("test.c", source)], &options(properties));
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
    assert!(compiled.native.bitcode.starts_with(b"BC\xC0\xDE"));
    compiled.program
}

/// All outcomes of the runs of a program that reads `int`s with `in()`.
fn all(source: &str, properties: &[Property]) -> BTreeSet<String> {
    let head = "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\
                static int in(void) { return __VERIFIER_nondet_int(); }\n";
    let program = program(&format!("{head}{source}"), properties);
    outcomes(&program).into_keys().collect()
}

const ERROR: &str = "unreach-call: reach_error() is called";

fn assert_outcomes(source: &str, properties: &[Property], expected: &[&str]) {
    let expected: BTreeSet<_> = expected.iter().map(|&text| text.to_owned()).collect();
    assert_eq!(all(source, properties), expected, "{source}");
}

#[test]
fn assertions_assumptions_and_exits() {
    let head = "void __assert_fail(const char *, const char *, unsigned, const char *)
        __attribute__((noreturn));
        void abort(void); void exit(int); void __VERIFIER_assume(int); void __VERIFIER_assert(int);\n";
    let check = |body: &str, properties: &[Property], expected: &[&str]| {
        assert_outcomes(&format!("{head}int main(void) {{ {body} }}"), properties, expected);
    };
    let assertion = "if (in() == 3) __assert_fail(\"x != 3\", \"f.c\", 1, \"main\");";
    check(assertion, &[Assert], &["assert: assertion 'x != 3' fails", "Return"]);
    check(assertion, &[UnreachCall], &["Exit", "Return"]);
    check("__VERIFIER_assert(in());", &[Assert], &["assert: an assertion fails", "Return"]);
    check("__VERIFIER_assume(in() > 3);", &[Assert], &["Assumption", "Return"]);
    check("if (in()) exit(1);", &[Assert], &["Exit", "Return"]);
    check("if (in()) abort();", &[Assert, Unreachable], &["Exit", "Return"]);
    check("if (in()) __builtin_trap();", &[Assert], &["Exit", "Return"]);
}

/// One violation, not two; and code where it is not asked for.
#[test]
fn error_functions_with_a_body() {
    let source = "void __assert_fail(const char *, const char *, unsigned, const char *)
          __attribute__((noreturn));
        void reach_error(void) { __assert_fail(\"0\", \"f.c\", 1, \"reach_error\"); }
        int main(void) { if (in() == 2) reach_error(); }";
    assert_outcomes(source, &[UnreachCall, Assert], &[ERROR, "Return"]);
    assert_outcomes(source, &[Assert], &["assert: assertion '0' fails", "Return"]);
}

#[test]
fn what_is_not_modelled_is_named() {
    for (source, what) in [
        (
            "int f(int x) { return x ? f(x - 1) : 0; } int main(void) { f(in()); }",
            "bound: a recursive call of f, more than 5 deep (option --recursion)",
        ),
        ("int main(void) { __asm__ volatile(\"hlt\"); }", "inline assembly"),
        (
            "int printf(const char *, ...); int main(void) { int x; return printf(\"%n\", &x); }",
            "a call of printf in a way that is not modelled",
        ),
    ] {
        let outcomes = all(source, &[UnreachCall]);
        let named = |outcome: &String| outcome.ends_with(what);
        assert!(outcomes.iter().any(named), "{source}: {outcomes:?}");
    }
    // A barrier without text does nothing.
    assert_outcomes("int main(void) { __asm__ volatile(\"\" ::: \"memory\"); }", &[], &["Return"]);
}

/// Where copies multiply there are fewer levels, and the bound point says how many.
#[test]
fn recursion_is_followed_as_deep_as_fits() {
    let source = "extern int in(void);
        int f(int x) { return x ? f(x - 1) + f(x - 2) + f(x - 3) : 0; }
        int main(void) { f(in()); }";
    let deep = |recursion, inlined| {
        let options = Options { recursion, inlined, ..options(&[UnreachCall]) };
        let compiled = try_files(&[("test.c", source)], &options);
        let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
        let bound = |goal: &Goal| match &goal.kind {
            GoalKind::Bound(bound) => Some(bound.what.clone()),
            _ => None,
        };
        let said = compiled.program.goals.iter().find_map(bound).expect("there is a bound");
        let levels = compiled.recursion.expect("there is recursion").levels;
        let expected = format!("a recursive call of f, more than {levels} deep");
        assert!(said.starts_with(&expected), "{said}");
        levels
    };
    assert_eq!(deep(3, None), 3);
    assert_eq!(deep(3, Some(1_000_000)), 3);
    let levels = [200, 400, 1000].map(|limit| deep(5, Some(limit)));
    assert!(levels.is_sorted() && levels[0] < levels[2] && levels[2] < 5, "{levels:?}");
    assert_eq!(deep(5, Some(1)), 1, "one level is not too much");
    assert_eq!(deep(0, Some(1)), 0);
}

#[test]
fn calls_through_pointers() {
    let functions =
        "int f(int x) { return x + 1; } int g(int x) { return x - 1; } long h(long x) { return x; }
        long (*keep)(long) = h;\n";
    assert_outcomes(
        &format!(
            "{functions}int main(void) {{ int (*p)(int) = in() ? f : g;
            int r = p(3); if (r != 2 && r != 4) reach_error(); if (r == 4) exit_(); }}"
        )
        .replace("exit_()", "__builtin_trap()"),
        &[UnreachCall],
        &["Exit", "Return"],
    );
    let none = "unsupported: a call through a pointer to none of the known functions of its type";
    assert_outcomes(
        &format!("{functions}int main(void) {{ int (*p)(int) = in() ? f : 0; return p(3); }}"),
        &[UnreachCall],
        &[none, "Return"],
    );
}

#[test]
fn globals_and_statics_are_state() {
    assert_outcomes(
        "struct p { int a; char b; long c; } p = { 1, 2, 3 }; static int n = 4; const int k = 5;
         int *pointer = &n; static int next(void) { static int c = 10; return c++; }
         int main(void) { *pointer += k; p.c += next() + next();
           if (n != 9 || p.a != 1 || p.b != 2 || p.c != 24) reach_error(); }",
        &[UnreachCall],
        &["Return"],
    );
}

/// Promotions, conversions and statements, each with an error that must not be reached.
#[test]
fn c_as_clang_means_it() {
    for body in [
        "char c = 127; c += 1; if (c != -128) reach_error();",
        "unsigned char c = 255; c++; if (c) reach_error();",
        "unsigned u = 1; if (-1 < u) reach_error();",
        "int x = in(); x = (x, 5); if (x != 5) reach_error();",
        "int x = 2; switch (x) { case 1: x = 9; case 2: x = 3; case 3: x++; break; default: x = 0; }
         if (x != 4) reach_error();",
        "int x = 3, n = 0; do { n++; x--; } while (x > 0); if (n != 3) reach_error();",
        "_Bool b = in(); if (b > 1) reach_error();",
        "union { unsigned i; unsigned char c[4]; } u; u.i = 0x01020304; if (u.c[0] != 4) reach_error();",
        "enum e { A, B = 7, C } e = C; if (e != 8) reach_error();",
        "unsigned _BitInt(37) q = 1; q <<= 36; q <<= 1; if (q) reach_error();",
        "int a = 1, b = 2; for (int i = 0; i < 3; i++) { int t = a; a = b; b = t; }
         if (a != 2 || b != 1) reach_error();",
        "int x = 1; int *p = &x; ++*p; if (x != 2) reach_error();",
        "struct { int f : 3; unsigned g : 2; } s; s.f = -1; s.g = 3; if (s.f != -1 || s.g != 3) reach_error();",
    ] {
        assert_outcomes(&format!("int main(void) {{ {body} }}"), &[UnreachCall], &["Return"]);
    }
    assert_outcomes(
        "struct s { int a, b; }; struct big { long v[5]; };
         static struct s make(int a) { struct s s = { a, a + 1 }; return s; }
         static long sum(struct big b) { return b.v[0] + b.v[4]; }
         int kr(a, b) int a; char b; { return a + b; }
         int main(int argc, char **argv) { struct big b = { { 1, 2, 3, 4, 5 } };
           if (make(2).b != 3 || sum(b) != 6 || kr(3, 'a') != 100 || argc < 0) reach_error(); }",
        &[UnreachCall],
        &["Return"],
    );
}

#[test]
fn several_files_with_static_namesakes() {
    let files = [
        (
            "a.c",
            "void reach_error(void); static int s(void) { return 1; } int shared; int other(int);
             int kr(); int main(void) { shared = s() + other(2) + kr(3, 4);
               if (shared != 1 + 4 - 1) reach_error(); return 0; }",
        ),
        (
            "b.c",
            "static int s(void) { return 2; } extern int shared; int other(int x) { shared++; return s() + x; }
             int kr(int a, int b) { return a - b; }",
        ),
    ];
    let program = try_files(&files, &options(&[UnreachCall])).expect("it compiles").program;
    assert_eq!(outcomes(&program).into_keys().collect::<Vec<_>>(), ["Return"]);
}

#[test]
fn the_data_model_is_followed() {
    let source = "void reach_error(void); int main(void) { if (sizeof(long) == 4) reach_error(); return 0; }";
    for (data_model, expected) in [(DataModel::Lp64, "Return"), (DataModel::Ilp32, ERROR)] {
        let options = Options { data_model, ..options(&[UnreachCall]) };
        let compiled = try_files(&[("a.c", source)], &options).expect("it compiles");
        assert_eq!(compiled.native.ilp32, data_model == DataModel::Ilp32);
        assert_eq!(outcomes(&compiled.program).into_keys().collect::<Vec<_>>(), [expected]);
    }
}

#[test]
fn volatile_reads_are_arbitrary_or_plain() {
    let source = "void reach_error(void); volatile int v; int main(void) { v = 1; if (v != 1) reach_error(); return 0; }";
    for (volatile, expected) in
        [(Volatile::Arbitrary, &["Return", ERROR][..]), (Volatile::Plain, &["Return"])]
    {
        let options = Options { volatile, ..options(&[UnreachCall]) };
        let compiled = try_files(&[("a.c", source)], &options).expect("it compiles");
        assert_eq!(outcomes(&compiled.program).into_keys().collect::<Vec<_>>(), expected);
        let listed =
            compiled.program.assumptions.iter().any(|a| a.kind == AssumptionKind::Volatile);
        assert_eq!(listed, volatile == Volatile::Arbitrary);
    }
}

#[test]
fn inputs_have_names_and_chains() {
    let source = "unsigned char __VERIFIER_nondet_uchar(void); void reach_error(void);
        static void check(int c) { if (!c) reach_error(); }
        int main(int argc, char **argv) { int x; check(x); check(__VERIFIER_nondet_uchar()); return argc; }";
    let program = program(source, &[UnreachCall]);
    let kinds: BTreeSet<_> = program
        .blocks
        .iter()
        .flat_map(|block| &block.instrs)
        .filter_map(|instr| match instr {
            Instr::Input { kind, .. } => Some(format!("{kind:?}")),
            _ => None,
        })
        .collect();
    for kind in [
        InputKind::Call {
            function: "__VERIFIER_nondet_uchar".to_owned(),
            reading: Reading::Unsigned,
        },
        InputKind::Uninitialised("x".to_owned()),
        InputKind::External("argc".to_owned()),
    ] {
        assert!(kinds.contains(&format!("{kind:?}")), "{kind:?} is not in {kinds:?}");
    }
    // Two inlined copies of one check are two goals, told apart by their chains.
    let chains: BTreeSet<_> = program
        .goals
        .iter()
        .map(|goal| program.sources.chain(goal.loc.expect("it has a position")))
        .collect();
    assert_eq!((program.goals.len(), chains.len()), (2, 2));
    assert!(chains.iter().all(|chain| chain.len() == 1), "{chains:?}");
    let sites: BTreeSet<_> = program.goals.iter().map(|goal| goal.site).collect();
    assert_eq!(sites.len(), 1);
}

#[test]
fn assumed_ends_are_told_from_exits() {
    let source = "void __VERIFIER_assume(int); int main(void) { __VERIFIER_assume(0); return 0; }";
    let program = program(source, &[]);
    assert_eq!(
        outcomes(&program).into_keys().collect::<Vec<_>>(),
        [format!("{:?}", EndKind::Assumption)]
    );
}

#[test]
fn bad_input_is_told() {
    let error = |files: &[(&str, &str)], entry: &str| {
        let options = Options { entry: entry.to_owned(), ..Options::default() };
        match try_files(files, &options) {
            Err(FrontendError::Input(text)) => text,
            other => panic!("{other:?}"),
        }
    };
    let good = ("a.c", "int main(void) { return 0; }");
    assert!(error(&[good], "start").contains("no function 'start' is defined"));
    assert!(error(&[good, ("b.c", good.1)], "main").contains("main"));
    assert!(error(&[("a.c", "int main(void) { return x; }")], "main").contains("undeclared"));
    assert!(error(&[("a.txt", "")], "main").contains("not a C or LLVM file"));
    assert!(error(&[("a.ll", "define i32 @main( {")], "main").contains("a.ll"));
    assert!(error(&[("a.bc", "not bitcode")], "main").contains("a.bc"));
    assert!(error(&[], "main").contains("no input file"));
    let reserved = "int __llumc_goal(int x) { return x; } int main(void) { return 0; }";
    assert!(error(&[("a.c", reserved)], "main").contains("reserved"));
}

/// What is said of parameters that have not the type, or the name, for it; and of an array of which
/// there is none so long, with which there would be no run.
#[test]
fn arrays_that_are_none_are_refused() {
    let source = "int f(int *data, char **names, int n) { return n ? data[0] : names[0][0]; }";
    for (text, why) in [
        ("f(date[n])", "no parameter 'date', but data, names, n"),
        ("f(data[m])", "no parameter 'm'"),
        ("f(data[data])", "data is no integer"),
        ("f(n[n])", "n is no pointer"),
        ("f(names[n])", "what holds pointers (char *)"),
        ("f(data[35184372088833])", "no array has 35184372088833 elements"),
        ("f(data[4611686018427387904])", "no array has 4611686018427387904 elements"),
    ] {
        let Signature { name: entry, parameters } = Signature::parse(text).expect(text);
        let options = Options { entry, parameters, ..Options::default() };
        match try_files(&[("a.c", source)], &options) {
            Err(FrontendError::Input(error)) => assert!(error.contains(why), "{text}: {error}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}
