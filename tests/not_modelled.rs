//! The table "What is not modelled" in `docs/C.md`, line by line: for each construct there is
//! a program here, and its verdict is unknown, soon, with what the table says and the line.

#![cfg(feature = "llvm")]

use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

/// The constructs as the document writes them, each with a program. Where it goes wrong the
/// program says `HERE` in a comment.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "a result in a format that is not modelled (`__float128`) on which a branch, a check or an \
         address depends",
        "extern int __VERIFIER_nondet_int(void);
         int main(void) {
           __float128 d = __VERIFIER_nondet_int();
           if (d * 2.0 > 7.0) /* HERE */
             reach_error();
         }",
    ),
    (
        "quotients by complex numbers, products that are not numbers",
        "int main(int argc, char **argv) {
           double _Complex z = 1.0 + 2.0i;
           z = z / (argc + 1.0i); /* HERE */
           if (__real__ z > 0.0) reach_error();
         }",
    ),
    (
        "floating-point arithmetic with `-ffast-math` or parts of it",
        "#pragma float_control(precise, off)
         extern double __VERIFIER_nondet_double(void);
         int main(void) {
           double d = __VERIFIER_nondet_double();
           if (d * 2.0 > 7.0) /* HERE */
             reach_error();
         }",
    ),
    (
        "`fesetround` and its like with threads, with interrupt handlers, or not on x86",
        "#include <fenv.h>
         #include <pthread.h>
         int main(void) {
           fesetround(FE_UPWARD), pthread_create(0, 0, 0, 0); /* HERE */
         }",
    ),
    (
        "`_Float16`, 128-bit integers, `ldexp` in a rounding mode other than to nearest",
        "#include <fenv.h>
         int main(int argc, char **argv) {
           return !fesetround(FE_UPWARD) && (float)(__int128)argc > 5; /* HERE */
         }",
    ),
    (
        "an environment for `fesetenv` that `fegetenv` did not make",
        "#include <fenv.h>
         int main(void) { return fesetenv(&(fenv_t){0}); } /* HERE */",
    ),
    (
        "`#pragma STDC FENV_ROUND` with a mode",
        "extern double __VERIFIER_nondet_double(void);
         #pragma STDC FENV_ROUND FE_UPWARD
         int main(void) { if (__VERIFIER_nondet_double() / 3 > 1) reach_error(); } /* HERE */",
    ),
    (
        "instructions of one machine on vectors (`__builtin_ia32_psadbw128`)",
        "typedef char vector __attribute__((vector_size(16)));
         extern char __VERIFIER_nondet_char(void);
         int main(void) {
           vector a = {1, 2, 3, __VERIFIER_nondet_char()};
           if (__builtin_ia32_psadbw128(a, a)[0]) reach_error(); /* HERE */
         }",
    ),
    (
        "inline assembly that does more than wait, fence or switch interrupts",
        "int main(void) {
           int a = 1;
           __asm__(\"addl $1, %0\" : \"+r\"(a)); /* HERE */
           if (a != 2) reach_error();
         }",
    ),
    (
        "inline assembly with jumps (`asm goto`)",
        "int main(void) {
           __asm__ goto(\"jmp %l0\" : : : : out); /* HERE */
           reach_error();
         out:
           return 0;
         }",
    ),
    (
        "assembly at file scope",
        "void set(void);
         __asm__(\".globl set\\nset: ret\\n\");
         int main(void) { /* HERE */
           set();
         }",
    ),
    (
        "functions that a section lists for the loader (`.init_array`)",
        "static int x;
         static void init(void) { x = 5; }
         __attribute__((used, section(\".init_array\"))) static void (*const entry)(void) = init;
         int main(void) { /* HERE */
           if (x) reach_error();
         }",
    ),
    (
        "`/=`, `%=`, `*=`, `<<=`, `>>=` of atomic integers that may have a sign and are narrower than \
         what is computed, any such assignment with a floating-point operand, and of `_Atomic _Bool`",
        "_Atomic short s = -7;
         int main(void) {
           s /= 2; /* HERE */
           if (s != -3) reach_error();
         }",
    ),
    (
        "return addresses, frame addresses, registers, counters of the machine, where they matter",
        "int main(void) {
           if (!__builtin_return_address(0)) reach_error(); /* HERE */
         }",
    ),
    (
        "a compound literal in the body of `switch` or `do … while (0)` without braces",
        "extern int __VERIFIER_nondet_int(void);
         int main(void) {
           int *p = 0;
           switch (__VERIFIER_nondet_int())
             case 1: p = (int[]){1, 2}; /* HERE */
           return p ? *p : 0;
         }",
    ),
    (
        "a compound literal in the condition of a loop",
        "extern int __VERIFIER_nondet_int(void);
         int main(void) {
           int *p;
           while (*(p = &(int){__VERIFIER_nondet_int()})) /* HERE */
             if (*p == 3) return 1;
           return 0;
         }",
    ),
    (
        "a variable of nested `switch`es that is declared before the first `case`, and whose address is kept",
        "extern int __VERIFIER_nondet_int(void);
         int main(void) {
           int *p = 0;
           switch (__VERIFIER_nondet_int()) {
             int k;
           case 1:
             switch (__VERIFIER_nondet_int()) {
             case 2:
               p = &k; /* HERE */
             }
           }
           return p != 0;
         }",
    ),
    (
        "the address of a variable that is kept in parts or hidden (its halves in two numbers, its complement) until its block is entered anew",
        "int main(void) {
           unsigned low = 0, high = 0;
           for (int i = 0; i < 2; i++) {
             int k = i; /* HERE */
             if (i) return *(int *)((unsigned long)high << 32 | low);
             unsigned long address = (unsigned long)&k;
             low = (unsigned)address;
             high = (unsigned)(address >> 32);
           }
         }",
    ),
    (
        "questions about objects (`__CPROVER_same_object`) of addresses into none that lives",
        "#include <stdlib.h>
         _Bool __CPROVER_same_object(const void *, const void *);
         int main(void) {
           char *one = malloc(4), *other = malloc(4);
           free(one);
           if (__CPROVER_same_object(one, other)) reach_error(); /* HERE */
         }",
    ),
    (
        "quantifiers (`__ESBMC_forall`)",
        "_Bool __ESBMC_forall(void *, _Bool);
         int main(void) {
           int i = 0;
           if (!__ESBMC_forall(&i, i == i)) reach_error(); /* HERE */
         }",
    ),
    (
        "variables and labels for other checkers (`__ESBMC_rounding_mode`, `__CPROVER_ASYNC_1:`)",
        "extern int __ESBMC_rounding_mode;
         int main(void) {
           __ESBMC_rounding_mode = 2; /* HERE */
           if (0.1f + 0.2f > 0.3f) reach_error();
         }",
    ),
    (
        "threads of C11, cancellation",
        "#include <threads.h>
         static int x;
         static int f(void *unused) { return x = 1; }
         int main(void) {
           thrd_t thread;
           thrd_create(&thread, f, 0); /* HERE */
           if (x) reach_error();
         }",
    ),
    (
        "values of threads with a destructor (`pthread_key_create`)",
        "#include <pthread.h>
         static void destroy(void *value) { reach_error(); }
         int main(void) {
           pthread_key_t key;
           pthread_key_create(&key, destroy); /* HERE */
         }",
    ),
    (
        "a lock that is unlocked by a thread that does not hold it",
        "#include <pthread.h>
         int main(void) {
           pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
           pthread_mutex_unlock(&lock); /* HERE */
         }",
    ),
    (
        "atomic objects that are too large for the machine",
        "struct large { int all[5]; };
         static _Atomic struct large x;
         int main(void) {
           struct large one = {{1}};
           x = one; /* HERE */
         }",
    ),
    (
        "`longjmp` to where no `setjmp` is active",
        "#include <setjmp.h>
         static jmp_buf place;
         static int set(void) { return setjmp(place); }
         int main(void) {
           if (set() == 0) longjmp(place, 1); /* HERE */
           reach_error();
         }",
    ),
    (
        "`__builtin_setjmp`, `__builtin_longjmp`",
        "static void *place[5];
         int main(void) {
           if (__builtin_setjmp(place)) reach_error(); /* HERE */
           __builtin_longjmp(place, 1);
         }",
    ),
    (
        "signal handlers",
        "#include <signal.h>
         static int x;
         static void handler(int number) { x = number; }
         int main(void) {
           signal(SIGINT, handler); /* HERE */
           if (x) reach_error();
         }",
    ),
    (
        "other functions of the C library and of POSIX without a model (`raise`, `ungetc`, \
         `wcstol`, …)",
        "#include <signal.h>
         extern int __VERIFIER_nondet_int(void);
         int main(void) {
           int k = __VERIFIER_nondet_int();
           if (k > 3) raise(SIGKILL); /* HERE */
           if (k > 3) reach_error();
         }",
    ),
    (
        "results of other functions of math.h (`j0`, `sinl`) on which a branch, a check or an address \
         depends",
        "#include <math.h>
         int main(void) {
           if (j0(8.0) != 2.0) reach_error(); /* HERE */
         }",
    ),
    (
        "`exit` in a function that `atexit` has registered",
        "#include <stdlib.h>
         static void first(void) { reach_error(); }
         static void second(void) {
           exit(0); /* HERE */
         }
         int main(void) {
           atexit(first);
           atexit(second);
         }",
    ),
    (
        "`printf` and the like with `%n`, or with a format that is read or put together at run time",
        "extern int printf(const char *format, ...);
         int main(void) {
           int written = 0;
           printf(\"abc%n\", &written); /* HERE */
           if (written != 3) reach_error();
         }",
    ),
    (
        "`sprintf` with addresses, or with floating-point numbers that are `long double` or have \
         widths or precisions of three digits or `*`",
        "#include <stdio.h>
         int main(void) {
           char text[400];
           sprintf(text, \"%Lf\", 1.5L); /* HERE */
           if (text[0] != '1') reach_error();
         }",
    ),
    (
        "`scanf` and the like with addresses, wide characters or an unknown format; `sscanf` with \
         numbers of `long double`, or with a width",
        "#include <stdio.h>
         int main(void) {
           float a = 0;
           sscanf(\"1.5\", \"%3f\", &a); /* HERE */
           if (a != 1.5f) reach_error();
         }",
    ),
    (
        "`sscanf` of a floating-point number behind which something stands that could belong to it \
         (`1e`, `infi`)",
        "#include <stdio.h>
         int main(void) {
           float a = 0;
           sscanf(\"1e\", \"%f\", &a); /* HERE */
           if (a == 2) reach_error();
         }",
    ),
    (
        "arguments of `printf` and the like that are too few or do not fit the format",
        "#include <stdio.h>
         int main(void) {
           printf(\"%d %ld\", 1, 2); /* HERE */
         }",
    ),
    (
        "a call of a function through a pointer to another type",
        "static int one(int a) { return a; }
         int main(void) {
           int (*f)(void) = (int (*)(void))one;
           return f(); /* HERE */
         }",
    ),
    (
        "parallel regions and loops of OpenMP (`-fopenmp`)",
        "static int number;
         static void region(int *thread, int *bound) { number++; }
         /* As clang compiles a region. */
         extern void __kmpc_fork_call(void *, int, void (*)(int *, int *), ...);
         int main(void) {
           __kmpc_fork_call(0, 0, region); /* HERE */
           if (number != 1) reach_error();
         }",
    ),
    (
        "functions that the loader chooses (`ifunc`)",
        "static int one(void) { return 1; }
         static int (*choose(void))(void) { return one; }
         int f(void) __attribute__((ifunc(\"choose\")));
         int main(void) {
           if (f() != 1) reach_error(); /* HERE */
         }",
    ),
    (
        "weak symbols that nobody defines",
        "extern int maybe(void) __attribute__((weak));
         int main(void) {
           if (maybe) /* HERE */
             reach_error();
         }",
    ),
    (
        "declared arrays of unknown length",
        "extern int table[];
         int main(void) {
           if (table[0]) reach_error(); /* HERE */
         }",
    ),
    (
        "objects of more than a few thousand bytes, accessed at variable places in different sizes",
        "extern unsigned __VERIFIER_nondet_uint(void);
         static char large[100000000];
         int main(void) {
           unsigned i = __VERIFIER_nondet_uint();
           if (i >= sizeof large / 2) return 0;
           large[i] = 1; *(int *)(large + 4 * (i / 4)) = 1; /* HERE */
           if (large[i] != 1) reach_error();
         }",
    ),
    (
        "variables with more than a million bytes of initial values",
        "static const int large[300000] = {1, 2, [299999] = 3};
         int main(void) {
           volatile unsigned i = 0;
           if (large[i & 7] > 3) reach_error(); /* HERE */
         }",
    ),
    (
        "copies of volatile structures and arrays",
        "struct pair { int a, b; };
         static volatile struct pair device;
         int main(void) {
           struct pair read = device; /* HERE */
           if (read.a) reach_error();
         }",
    ),
    (
        "differences of the addresses of labels in initial values",
        "int main(void) {
           static const int distance[] = {&&a - &&a, &&b - &&a};
           volatile int i = 1;
         a:
           if (!distance[i & 1]) reach_error(); /* HERE */
         b:
           return 0;
         }",
    ),
    (
        "a computed goto to what is no label of its function",
        "int main(void) {
           void *to = 0;
           goto *to; /* HERE */
         a:
           return to == &&a;
         }",
    ),
    (
        "calls through a pointer to a function with variable arguments",
        "#include <stdarg.h>
         static int first(int n, ...) {
           va_list list;
           va_start(list, n);
           n = va_arg(list, int);
           va_end(list);
           return n;
         }
         int main(void) {
           int (*f)(int, ...) = first;
           if (f(1, 2) != 2) reach_error(); /* HERE */
         }",
    ),
];

/// The rows of the table: what the verdict names, by construct.
fn rows() -> Vec<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/C.md");
    let text = std::fs::read_to_string(path).expect("the document");
    let (_, section) = text.split_once("\n## What is not modelled\n").expect("the section");
    let lines = section.lines().skip_while(|line| !line.starts_with('|'));
    let cells = |line: &str| {
        let mut cells = line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned());
        (cells.next().expect("a construct"), cells.next().expect("what the verdict names"))
    };
    lines.take_while(|line| line.starts_with('|')).skip(2).map(cells).collect()
}

#[test]
fn every_row_has_a_program_and_every_program_a_row() {
    let rows: Vec<String> = rows().into_iter().map(|row| row.0).collect();
    let programs: Vec<&str> = PROGRAMS.iter().map(|program| program.0).collect();
    assert_eq!(rows, programs);
}

/// Checks a program; its report.
fn report(program: &str) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, format!("extern void reach_error(void);\n{program}\n")).expect("written");
    let output = Command::cargo_bin("llumc")
        .expect("the binary")
        .args(["check", "--format", "json", "--quiet", "--timeout", "20"])
        .arg(&file)
        .output()
        .expect("it runs");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{program}\n{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn what_is_not_modelled_is_unknown_and_named_with_its_place() {
    for (construct, named) in rows() {
        let program = PROGRAMS.iter().find(|program| program.0 == construct);
        let program = program.unwrap_or_else(|| panic!("no program for '{construct}'")).1;
        let line = 2 + program.lines().position(|line| line.contains("HERE")).expect("a place");
        let report = report(program);
        assert_eq!(report["verdict"], "unknown", "{construct}\n{report:#}");
        let obstacles = report["obstacles"].as_array().expect("a list");
        let found = obstacles.iter().any(|obstacle| {
            obstacle["status"] == "reachable"
                && obstacle["place"]["line"] == line
                && obstacle["place"]["file"]
                    .as_str()
                    .is_some_and(|file| file.ends_with("program.c"))
                && obstacle["what"].as_str().is_some_and(|what| what.contains(&named))
        });
        assert!(found, "{construct}: '{named}' in line {line}\n{report:#}");
        // A second with an optimised build; this may be another, on a busy machine.
        let seconds = report["seconds"].as_f64().expect("a time");
        assert!(seconds < 10.0, "{construct}: {seconds} s");
    }
}

/// What no check depends on is computed as the machine likes.
#[test]
fn what_does_not_matter_is_no_obstacle() {
    for program in [
        "extern int __VERIFIER_nondet_int(void);
         static struct { double weight; int number; } all[4];
         int main(void) {
           int i = __VERIFIER_nondet_int();
           if (i < 0 || i > 3) return 0;
           all[i].weight = all[i].weight * 2.0 + i;
           all[i].number = i;
           if (all[i].number != i) reach_error();
         }",
        "extern double sqrt(double);
         extern int __VERIFIER_nondet_int(void);
         int main(void) {
           int n = __VERIFIER_nondet_int(), count = 0;
           double sum = 0;
           for (int i = 0; i < 10; i++) {
             sum += sqrt(n) / (i + 0.5);
             count++;
           }
           if (count != 10) reach_error();
           return sum > 3;
         }",
        "#include <math.h>
         extern double __VERIFIER_nondet_double(void);
         static long rounded, number;
         int main(void) {
           double d = __VERIFIER_nondet_double();
           rounded = lround(hypot(d, 3.0));
           number = !isnan(cosf((float)d));
           for (int i = 0; i < 3; i++) d += fmod(d, i);
           if (sizeof d != 8) reach_error();
         }",
        "typedef int vector __attribute__((vector_size(16)));
         static vector kept[3];
         int main(void) {
           vector a = {1, 2, 3, 4};
           kept[1] = a;
           a = kept[0];
           if (sizeof a != 16) reach_error();
         }",
        // Bits that are moved but not computed are exact.
        "int main(void) {
           union { float number; unsigned bits; } x = {1.0f};
           float copy = x.number;
           x.bits = 0;
           x.number = copy;
           if (x.bits != 0x3f800000) reach_error();
         }",
    ] {
        let report = report(program);
        assert_eq!(report["verdict"], "true", "{program}\n{report:#}");
    }
}
