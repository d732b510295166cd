//! The functions of ours in modules are those that are declared.

use std::collections::BTreeSet;

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;

use crate::frontend::clang::{self, module};
use crate::frontend::{Interrupts, Options, Undefined, compile, load, passes};
use crate::program::Property;
use crate::program::runtime::{self, FUNCTIONS};

/// Makes use of every function.
const PROGRAM: &str = r#"
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
void undefined(void *);
void register_it(void (*)(void *), void *);
int *given(void);
double sin(double), atof(const char *);
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
static int ticks;
void tick(void) { ticks++; }
int same(int *p) { return *p; }
static void back(void *p) { ticks++; }
int main(int argc, char **argv) {
    int n = __VERIFIER_nondet_int(), unwritten;
    __VERIFIER_assume(n > 0 && n < 9);
    if (n == 8) same(&unwritten);
    int row[n];
    char *copy = malloc(9), *zeros = calloc(2, 2), *home = getenv("HOME");
    memcpy(copy, zeros, 4);
    strcpy(copy, "text");
    undefined(row);
    register_it(back, row);
    int *found = given();
    if (found) same(found);
    if (ticks > sin(n) + atof(copy)) exit(2);
    jmp_buf place;
    if (setjmp(place) == 0 && n == 3) longjmp(place, 1);
    if (argc > 1 && strcmp(copy, argv[1]) && strrchr(copy, 'x')) exit(1);
    free(copy);
    return home ? strlen(home) : same(row + n / 2);
}
"#;

/// Makes use of those of threads.
const THREADS: &str = r#"
#include <pthread.h>
static _Thread_local int own;
static _Atomic int shared;
static void *run(void *given) {
    own = ++shared;
    if (own > 1) pthread_exit(given);
    return 0;
}
int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    pthread_join(one, 0);
    return pthread_equal(one, pthread_self()) + shared;
}
"#;

/// Makes use of what is not called beside interrupt handlers and threads: that of rounding modes, and
/// those of questions.
const ALONE: &str = "int fesetround(int); unsigned long __CPROVER_OBJECT_SIZE(const void *); \
    int __CPROVER_DYNAMIC_OBJECT(const void *); int main(void) { int n; \
    return fesetround(0x800) + __CPROVER_OBJECT_SIZE(&n) + __CPROVER_DYNAMIC_OBJECT(&n); }";

/// All of them, compiled by clang.
fn declared<'ctx>(context: &'ctx Context, options: &Options) -> Module<'ctx> {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, bitcode) = (folder.path().join("all.c"), folder.path().join("all.bc"));
    let names = FUNCTIONS.iter().map(|function| format!("(void *){}", function.name));
    let names = names.collect::<Vec<_>>().join(", ");
    let text = format!("{}void *all[] = {{{names}}};\n", runtime::header());
    std::fs::write(&source, text).expect("a writable folder");
    let clang = clang::Clang::default();
    clang::compile_model(&clang, options, &source, &bitcode).expect("it compiles");
    module::read(context, &bitcode).expect("bitcode")
}

#[test]
fn functions_have_the_types_that_are_declared() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("test.c");
    std::fs::write(&file, PROGRAM).expect("a writable folder");
    let options = Options {
        files: vec![file],
        properties: Property::ALL.into_iter().collect(),
        undefined: Undefined::Changes,
        cover: true,
        branchings: true,
        interrupts: Interrupts { handlers: vec!["tick".to_owned()], ..Interrupts::default() },
        ..Options::default()
    };
    let context = Context::create();
    let declared = declared(&context, &options);
    let clang = clang::Clang::default();
    let (instrument, _) = load(&context, &options, &clang).unwrap();
    let whole = passes::run(instrument, passes::up_to("points").unwrap()).unwrap();
    let arguments = Options { undefined: Undefined::Arguments, ..options.clone() };
    let (instrument, _) = load(&context, &arguments, &clang).unwrap();
    let direct = passes::run(instrument, passes::up_to("points").unwrap()).unwrap();
    let file = folder.path().join("threads.c");
    std::fs::write(&file, THREADS).expect("a writable folder");
    let races = [Property::NoDataRace].into_iter().collect();
    let threads = Options { files: vec![file], properties: races, ..Options::default() };
    let (instrument, _) = load(&context, &threads, &clang).unwrap();
    let threads = passes::run(instrument, passes::up_to("points").unwrap()).unwrap();
    let file = folder.path().join("alone.c");
    std::fs::write(&file, ALONE).expect("a writable folder");
    let alone = Options { files: vec![file], ..Options::default() };
    let (instrument, _) = load(&context, &alone, &clang).unwrap();
    let alone = passes::run(instrument, passes::up_to("points").unwrap()).unwrap();
    let native = compile(&options).unwrap().native.bitcode;
    let native = MemoryBuffer::create_from_memory_range_copy(&native, "native");
    let native = Module::parse_bitcode_from_buffer(&native, &context).unwrap();
    let mut seen = BTreeSet::new();
    let passed = [&whole, &direct, &threads, &alone].map(|state| &state.instrument.module);
    for module in passed.into_iter().chain([&native]) {
        for function in FUNCTIONS {
            let Some(made) = module.get_function(function.name) else { continue };
            let expected = declared.get_function(function.name).expect("it is declared");
            assert_eq!(made.get_type(), expected.get_type(), "{}", function.prototype);
            seen.insert(function.name);
        }
        // And no others are left undefined.
        for function in module.get_functions().filter(|it| it.count_basic_blocks() == 0) {
            let name = function.get_name().to_string_lossy();
            let ours = name.strip_prefix(runtime::PREFIX);
            let known = FUNCTIONS.iter().any(|function| function.name == name);
            assert!(ours.is_none() || known || name.starts_with(runtime::CHOICE_PREFIX), "{name}");
        }
    }
    let all: BTreeSet<&str> = FUNCTIONS.iter().map(|function| function.name).collect();
    assert_eq!(seen, all);
}
