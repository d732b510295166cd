//! Each assumption: a program whose verdict rests on it, and one that differs only in that it does
//! not. The first lists it and is unknown if it is refused.
#![cfg(feature = "llvm")]

use assert_cmd::Command;
use llumc::program::AssumptionKind::{self, *};
use serde_json::Value;

/// A pair of programs: what stands before and behind the part in which they differ.
struct Pair {
    kind: AssumptionKind,
    options: &'static str,
    verdict: &'static str,
    program: &'static str,
    /// What `HERE` stands for: where the assumption is made, and where it is not.
    parts: [&'static str; 2],
}

const fn pair(
    kind: AssumptionKind,
    options: &'static str,
    verdict: &'static str,
    program: &'static str,
    parts: [&'static str; 2],
) -> Pair {
    Pair { kind, options, verdict, program, parts }
}

const REACH: &str = "-p unreach-call";

const PAIRS: &[Pair] = &[
    pair(
        AccessesValid,
        "-p unreach-call --accept accesses-valid",
        "true",
        "int main(void) { static int a[4]; unsigned k = __VERIFIER_nondet_uint(); \
         if (a[HERE]) reach_error(); return k; }",
        ["k", "3"],
    ),
    pair(
        AddressAsNumber,
        REACH,
        "true",
        "int x; int main(void) { unsigned k = __VERIFIER_nondet_uint(); \
         unsigned long n = HERE; if (k > 4 && n % 5 == k) reach_error(); }",
        ["(unsigned long)&x", "(unsigned long)x"],
    ),
    pair(
        AddressOrder,
        REACH,
        "false",
        "static char a[8], b[8]; int main(void) { if (HERE) reach_error(); else reach_error(); }",
        ["&a[1] < &b[1]", "&a[1] < &a[2]"],
    ),
    pair(
        BuiltinAssume,
        REACH,
        "true",
        "int main(void) { int x = __VERIFIER_nondet_int(); HERE if (x > 5) reach_error(); }",
        ["__builtin_assume(x < 3);", "if (x >= 3) return 0;"],
    ),
    pair(
        CallbackArguments,
        REACH,
        "false",
        "void serve(void (*)(int)); static void f(int n) { if (n == 5) reach_error(); } \
         int main(void) { HERE }",
        ["serve(f);", "f(5);"],
    ),
    pair(
        CallbackPointers,
        REACH,
        "true",
        "void serve(void (*)(HERE)); static int a; static void f(HERE p) { a = 0; if (a) \
         reach_error(); } int main(void) { serve(f); }",
        ["int *", "int"],
    ),
    pair(
        CallbacksSynchronous,
        REACH,
        "true",
        "void serve(void (*)(void)); static int n; static void f(void) { n = 1; } \
         int main(void) { HERE if (n > 1) reach_error(); }",
        ["serve(f);", "f();"],
    ),
    pair(
        ContractsIgnored,
        REACH,
        "true",
        "int n; void set(int k) HERE { n = k; } int main(void) { set(3); if (n != 3) reach_error(); }",
        ["__CPROVER_requires(k > 4)", ""],
    ),
    pair(
        DivisionByZeroEnds,
        REACH,
        "true",
        "int main(void) { int d = __VERIFIER_nondet_int(); int q = 7 / HERE; \
         if (d == 0 && d != 0) reach_error(); return q; }",
        ["d", "3"],
    ),
    pair(
        EntryGlobals,
        "-p unreach-call --entry start --entry-globals any",
        "false",
        "int g; int start(int x) { if (x == HERE) reach_error(); return 0; }",
        ["g", "1"],
    ),
    pair(
        EnvironmentVariables,
        REACH,
        "false",
        "#include <stdlib.h>\nint main(void) { if (HERE) reach_error(); }",
        ["getenv(\"A\") && !getenv(\"A\")", "__VERIFIER_nondet_int()"],
    ),
    pair(
        ExceptionFlags,
        REACH,
        "false",
        "#include <fenv.h>\nint main(void) { if (HERE) reach_error(); }",
        ["fetestexcept(FE_INVALID)", "__VERIFIER_nondet_int() & FE_INVALID"],
    ),
    pair(
        ExternChanges,
        REACH,
        "false",
        "void work(void); HERE int g; int main(void) { g = 1; work(); if (g != 1) reach_error(); }",
        ["", "static"],
    ),
    pair(
        FileContents,
        REACH,
        "false",
        "#include <stdio.h>\nint main(void) { int c = __VERIFIER_nondet_int(); HERE \
         if (c == 7) reach_error(); }",
        ["FILE *f = fopen(\"a\", \"r\"); if (!f) return 0; c = 0; fread(&c, 1, 1, f);", ""],
    ),
    pair(
        HeapNoReuse,
        REACH,
        "true",
        "#include <stdlib.h>\nint main(void) { char *p = malloc(1); HERE char *q = malloc(1); \
         if (p && p == q) reach_error(); }",
        ["free(p);", ""],
    ),
    pair(
        InitialValues,
        "-p unreach-call --entry HERE",
        "true",
        "int g; int start(void) { if (g != 0) reach_error(); return 0; } \
         int main(void) { return start(); }",
        ["start", "main"],
    ),
    pair(
        LongjmpVariables,
        REACH,
        "true",
        "#include <setjmp.h>\nstatic jmp_buf b; static int n; int main(void) { HERE \
         if (n > 1) reach_error(); }",
        ["if (!setjmp(b)) { n = 1; longjmp(b, 1); }", "if (__VERIFIER_nondet_int()) n = 1;"],
    ),
    pair(
        MathFunctions,
        REACH,
        "true",
        "#include <math.h>\nint main(void) { double x = HERE; if (x > 2) reach_error(); }",
        ["sin(1.0)", "1.0"],
    ),
    pair(
        MemorySuffices,
        REACH,
        "true",
        "#include <stdlib.h>\nint x; int main(void) { int *p = HERE; if (!p) reach_error(); }",
        ["malloc(4)", "&x"],
    ),
    pair(
        NoCallbacks,
        "-p unreach-call --callbacks HERE",
        "true",
        "void serve(void (*)(void)); static int n; static void f(void) { n = 1; } \
         int main(void) { serve(f); if (n > 1) reach_error(); }",
        ["none", "nested"],
    ),
    pair(
        NoCallsByName,
        REACH,
        "true",
        "void work(void); HERE void f(void) { reach_error(); } int main(void) { work(); }",
        ["", "static"],
    ),
    pair(
        NoNestedCallbacks,
        "-p unreach-call --callbacks HERE",
        "true",
        "void serve(void (*)(void)); static int n; static void f(void) { n = 1; } \
         int main(void) { serve(f); if (n > 1) reach_error(); }",
        ["flat", "nested"],
    ),
    pair(
        NoNestedInterrupts,
        "-p unreach-call HERE",
        "true",
        "static int n; void tick(void) { n = 1; } int main(void) { if (n > 1) reach_error(); }",
        ["--interrupt tick", ""],
    ),
    pair(
        NoReentrantInterrupts,
        "-p unreach-call --interrupt tick HERE",
        "true",
        "static int n; void tick(void) { n = 1; } int main(void) { if (n > 1) reach_error(); }",
        ["--interrupt-nested", ""],
    ),
    pair(
        NotInIr,
        "-p HERE",
        "true",
        "IR define i32 @main() {\n  ret i32 0\n}",
        ["conversion", "no-overflow"],
    ),
    pair(
        NullAccessEnds,
        REACH,
        "true",
        "int g; int main(void) { int *p = __VERIFIER_nondet_int() ? &g : 0; HERE *p = 1; \
         if (!p) reach_error(); }",
        ["", "if (!p) return 0;"],
    ),
    pair(
        OutsideObject,
        REACH,
        "true",
        "int *find(void) HERE int main(void) { int *p = find(); if (p) { *p = 3; if (*p != 3) \
         reach_error(); } }",
        [";", "{ static int it; return &it; }"],
    ),
    pair(
        OverflowWraps,
        "-p HERE",
        "false",
        "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0 && x + 1 < x) \
         reach_error(); }",
        ["unreach-call", "no-overflow"],
    ),
    pair(
        PointerParameter,
        "-p unreach-call --entry f",
        "false",
        "void f(HERE) { if (x) reach_error(); }",
        ["int *x", "int x"],
    ),
    pair(
        ProductsRounded,
        "-p unreach-call -- -mfma -ffp-contract=fast",
        "true",
        "extern float __VERIFIER_nondet_float(void); \
         static float f(float a, float b, float c) { HERE } \
         int main(void) { float a = __VERIFIER_nondet_float(); \
           if (!(a > 1 && a < 2)) return 0; if (f(a, a, 1) < 2) reach_error(); }",
        ["float p = a * b; return p + c;", "return a * b + c;"],
    ),
    pair(
        ProgramArguments,
        REACH,
        "true",
        "int main(int argc, char **argv) { if (argc > 1 && HERE) reach_error(); }",
        ["!argv[1]", "argc == 1"],
    ),
    pair(
        ProgramOrder,
        "-p unreach-call HERE",
        "true",
        "static int n; void tick(void) { n = 1; } int main(void) { if (n > 1) reach_error(); }",
        ["--interrupt tick", ""],
    ),
    pair(
        RoundingMode,
        REACH,
        "true",
        "#include <fenv.h>\n#pragma STDC FENV_ACCESS HERE\nint main(void) { float x = 3; \
         fesetround(FE_UPWARD); if (1 / x < 0x1.555556p-2f) reach_error(); }",
        ["DEFAULT", "ON"],
    ),
    pair(
        RoundingToNearest,
        REACH,
        "true",
        "#include <fenv.h>\nvoid f(void) HERE int main(void) { fesetround(FE_UPWARD); f(); \
         if (fegetround() != FE_UPWARD) reach_error(); }",
        [";", "{ }"],
    ),
    pair(
        SequentialConsistency,
        REACH,
        "true",
        "#include <pthread.h>\nstatic int n; static void *f(void *p) { n = 1; return p; } \
         int main(void) { pthread_t t; HERE; if (n > 1) reach_error(); }",
        ["pthread_create(&t, 0, f, 0)", "f(&t)"],
    ),
    pair(
        ShiftArbitrary,
        REACH,
        "false",
        "int main(void) { unsigned s = __VERIFIER_nondet_uint(); if ((1u << HERE) != 0) \
         reach_error(); }",
        ["s", "7"],
    ),
    pair(
        SseArithmetic,
        "-m HERE -p unreach-call",
        "true",
        "double d; int main(void) { d = d * 2; }",
        ["32", "64"],
    ),
    pair(
        StackNoReuse,
        REACH,
        "true",
        "static int *f(void) { int a; return &a; } static int *g(void) { int b; return &b; } \
         int main(void) { int x, y; if (HERE) reach_error(); }",
        ["f() == g()", "&x == &y"],
    ),
    pair(
        StackSuffices,
        REACH,
        "true",
        "int f(int n) { return n > 0 ? HERE : 0; } int main(void) { if (f(3)) reach_error(); }",
        ["f(n - 1)", "0"],
    ),
    pair(
        ThreadsStart,
        REACH,
        "true",
        "#include <pthread.h>\nstatic int n; static void *f(void *p) { n = 1; return p; } \
         int main(void) { pthread_t t; HERE; if (n > 1) reach_error(); }",
        ["pthread_create(&t, 0, f, 0)", "f(&t)"],
    ),
    pair(
        UndefinedFunction,
        REACH,
        "false",
        "int f(void) HERE int main(void) { if (f() == 3) reach_error(); }",
        [";", "{ return 3; }"],
    ),
    pair(
        UndefinedNoreturnFunction,
        REACH,
        "true",
        "#include <stdlib.h>\n_Noreturn void die(void) HERE int main(void) { die(); }",
        [";", "{ exit(1); }"],
    ),
    pair(
        UndefinedVariable,
        REACH,
        "false",
        "HERE int g; int main(void) { if (g < 7) reach_error(); }",
        ["extern", "static"],
    ),
    pair(
        UnsetPointersValid,
        REACH,
        "true",
        "int g; int main(void) { int *p HERE; *p = 3; if (*p != 3) reach_error(); }",
        ["", "= &g"],
    ),
    pair(
        Volatile,
        REACH,
        "false",
        "static HERE int g; int main(void) { if (g < 7) reach_error(); }",
        ["volatile", ""],
    ),
    pair(
        VolatileWrite,
        REACH,
        "true",
        "int g; int main(void) { *HERE = 1; if (g > 1) reach_error(); }",
        ["(volatile int *)4096", "&g"],
    ),
    pair(
        WholeAddresses,
        "-p valid-deref",
        "true",
        "union block { union block *next; unsigned char bytes[8]; }; static union block pool[4]; \
         int main(void) { pool[0].next = &pool[2]; pool[HERE].bytes[0] = 8; pool[0].next->next = 0; }",
        ["0", "1"],
    ),
    pair(
        Wraps,
        "-p no-overflow -- HERE",
        "true",
        "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 9) x++; return 0; }",
        ["-fwrapv", "-fno-wrapv"],
    ),
];

/// The report about a program with further options.
fn report(pair: &Pair, part: &str, further: &[&str]) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = pair.program.replace("HERE", part);
    let (name, text) = match program.strip_prefix("IR ") {
        Some(text) => ("program.ll", text.to_owned()),
        None => {
            let declared = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\
                            \nextern unsigned __VERIFIER_nondet_uint(void);";
            ("program.c", format!("{declared}\n{program}\n"))
        }
    };
    let file = folder.path().join(name);
    std::fs::write(&file, text).expect("written");
    let options = pair.options.replace("HERE", part);
    let output = Command::cargo_bin("llumc")
        .expect("the binary")
        .args(["check", "--format", "json", "--quiet", "--timeout", "20"])
        .args(further)
        .arg(&file)
        .args(options.split_whitespace())
        .output()
        .expect("it runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
        panic!("{}: {part}: {}", pair.kind, String::from_utf8_lossy(&output.stderr))
    })
}

fn lists(report: &Value, kind: AssumptionKind) -> bool {
    let all = report["approximations"].as_array().expect("a list");
    all.iter().any(|it| it["kind"] == kind.name() && it["used"] == true)
}

/// What is wrong about a pair.
fn wrong(pair: &Pair) -> Option<String> {
    let kind = pair.kind;
    let refuse = ["--refuse", kind.name()];
    let [used, unused] = pair.parts;
    let found = report(pair, used, &[]);
    let verdict = found["verdict"].as_str().expect("a verdict");
    if verdict.split('(').next() != Some(pair.verdict) || !lists(&found, kind) {
        return Some(format!("does not rest on it: {found:#}"));
    }
    let refused = report(pair, used, &refuse);
    let reason = format!("[{kind}, refused]");
    // These are made only if the program is unknown without them, for a reason that is told then.
    let is_last = [NullAccessEnds, UnsetPointersValid].contains(&kind);
    let is_told = refused["reasons"].to_string().contains(&reason);
    if refused["verdict"] != "unknown" || !is_last && !is_told {
        return Some(format!("is not refused: {refused:#}"));
    }
    let other = report(pair, unused, &[]);
    if other["verdict"] == "unknown" || lists(&other, kind) {
        return Some(format!("rests on it, too: {other:#}"));
    }
    let refused = report(pair, unused, &refuse);
    (refused["verdict"] != other["verdict"]).then(|| format!("is refused, too: {refused:#}"))
}

#[test]
fn each_is_listed_where_a_verdict_may_rest_on_it_and_can_be_refused() {
    let all = PAIRS.iter().filter_map(|pair| Some(format!("{}: {}", pair.kind, wrong(pair)?)));
    let all: Vec<String> = all.collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn there_is_a_pair_for_each() {
    let kinds: Vec<AssumptionKind> = PAIRS.iter().map(|pair| pair.kind).collect();
    // Passes of LLVM may make undefined values where C has none; no program is known of which
    // they do (`frontend/lower/tests/arithmetic.rs` has one as LLVM IR). Files are left out of
    // projects only (`project_linking.rs`).
    let all = AssumptionKind::ALL.iter().copied();
    let all = all.filter(|kind| ![UndefinedValue, FilesLeftOut].contains(kind));
    assert_eq!(kinds, all.collect::<Vec<_>>());
}

/// `docs/C.md` has them all.
#[test]
fn the_table_is_that_of_the_document() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/C.md");
    let text = std::fs::read_to_string(path).expect("the document");
    let (_, section) = text.split_once("\n## Assumptions\n").expect("the section");
    let rows = section.lines().skip_while(|line| !line.starts_with('|')).skip(2);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    let expected: Vec<String> = AssumptionKind::ALL
        .iter()
        .map(|kind| format!("| `{kind}` | {} | {} |", kind.runs().name(), kind.meaning()))
        .collect();
    assert_eq!(rows, expected);
}
