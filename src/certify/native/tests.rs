//! Native runs of hand-written instrumented modules, beside programs written by hand to
//! match them.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::*;
use crate::bv::Op;
use crate::program::samples::{Builder, number};
use crate::program::{BlockId, NativeModule, Operand, Property, runtime};
use crate::support::{Budget, Scratch, limits};
use crate::system::Step;

const LIMIT: Duration = Duration::from_secs(10);

/// An instrumented module whose entry function has this body.
fn module(body: &str) -> NativeModule {
    module_with(body, "")
}

/// The same with attributes of that function.
fn module_with(body: &str, attributes: &str) -> NativeModule {
    let ir = format!(
        "target triple = \"x86_64-pc-linux-gnu\"
        declare void @__llumc_choice(ptr, i32, i32)
        declare void @__llumc_goal(i32)
        declare void @__llumc_end(i32)
        declare i32 @getpid()
        define i32 @__llumc_main() {attributes} {{ {body} }}"
    );
    let mut clang = Command::new("clang-22")
        .args(["-w", "-c", "-emit-llvm", "-x", "ir", "-", "-o", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    clang.stdin.take().unwrap().write_all(ir.as_bytes()).unwrap();
    let output = clang.wait_with_output().unwrap();
    assert!(output.status.success());
    NativeModule { bitcode: output.stdout, ilp32: false, foreign: None, branchings: vec![] }
}

fn built(module: &NativeModule) -> Result<Executable, String> {
    Executable::build(module, Flavour::Plain, &Budget::unlimited())
}

fn replay(module: &NativeModule, program: &Program, trace: &Trace) -> NativeOutcome {
    built(module).unwrap().replay(program, trace, LIMIT, &Budget::unlimited())
}

/// Reaches site 7 if `x == -3` (32 bits) and `y == 1` (4 bits), else returns.
const PAIR: &str = "
    %x = alloca i32
    %y = alloca i4
    call void @__llumc_choice(ptr %x, i32 32, i32 0)
    call void @__llumc_choice(ptr %y, i32 4, i32 1)
    %a = load i32, ptr %x
    %b = load i4, ptr %y
    %c = icmp eq i32 %a, -3
    %d = icmp eq i4 %b, 1
    %e = and i1 %c, %d
    br i1 %e, label %bad, label %good
  bad:
    call void @__llumc_goal(i32 7)
    unreachable
  good:
    ret i32 0";

/// The program that belongs to [`PAIR`], with inputs of these widths.
fn pair(site: Option<u32>, widths: [u32; 2]) -> Program {
    let mut b = Builder::default();
    let entry = b.block("entry");
    let bad = b.goal("bad", Property::Assert);
    let good = b.block("good");
    let [x, y] = widths.map(|width| b.input(entry, "", width));
    let minus_three = Operand::Const(Value::parse_decimal(widths[0], "-3").unwrap());
    let c = b.assign(entry, "c", Op::Eq, &[x, minus_three]);
    let d = b.assign(entry, "d", Op::Eq, &[y, number(widths[1], 1)]);
    let e = b.assign(entry, "e", Op::And, &[c, d]);
    b.branch(entry, e, bad, good);
    let goal = b.program.goals.iter_mut().next().unwrap();
    goal.site = site;
    b.program
}

fn trace(inputs: &[(u32, i64)]) -> Trace {
    let value =
        |&(width, number): &(u32, i64)| Value::parse_decimal(width, &number.to_string()).unwrap();
    let first = Step { block: BlockId(0), inputs: inputs.iter().map(value).collect() };
    let second = Step { block: BlockId(1), inputs: vec![] };
    Trace { goal: GoalId(0), steps: vec![first, second], accelerated: vec![] }
}

#[test]
fn replay_confirms_only_what_happens() {
    let executable = built(&module(PAIR)).unwrap();
    let replay = |site, inputs: &[(u32, i64)]| {
        executable.replay(&pair(site, [32, 4]), &trace(inputs), LIMIT, &Budget::unlimited())
    };
    let good = [(32, -3), (4, 1)];
    assert_eq!(replay(Some(7), &good), NativeOutcome::Confirmed(vec![]));
    assert!(matches!(replay(None, &good), NativeOutcome::NotReproducible(_)));
    let wrong: [(u32, &[(u32, i64)]); 6] = [
        (8, &good),
        (7, &[(32, -3), (4, 2)]),
        (7, &[(32, 3), (4, 1)]),
        (7, &[(32, -3)]),
        (7, &[(32, -3), (5, 1)]),
        (7, &[(32, -3), (4, 1), (4, 1)]),
    ];
    for (site, inputs) in wrong {
        let outcome = replay(Some(site), inputs);
        assert!(matches!(outcome, NativeOutcome::Contradicted(_)), "{inputs:?}: {outcome:?}");
    }
}

#[test]
fn random_runs_find_what_can_be_reached() {
    let executable = built(&module(PAIR)).unwrap();
    let attack = executable.attack(&[3, 7], LIMIT, 1, &Budget::unlimited()).unwrap();
    let found = attack.found.unwrap();
    assert_eq!(
        (found.what, found.choices[0].site, found.choices[1].site),
        (Refutation::Site(7), 0, 1)
    );
    let budget = Budget::unlimited();
    let quiet = executable.attack(&[3], Duration::from_millis(500), 1, &budget).unwrap();
    assert!(quiet.found.is_none() && quiet.runs > 0);
}

#[test]
fn what_calls_outside_is_not_run() {
    let reason = built(&module("%p = call i32 @getpid() ret i32 %p")).unwrap_err();
    assert!(reason.contains("getpid"), "{reason}");
    assert!(
        built(&NativeModule {
            bitcode: vec![0; 9],
            ilp32: false,
            foreign: None,
            branchings: vec![]
        })
        .is_err()
    );
}

#[test]
fn a_run_can_do_nothing_but_compute() {
    let outcome = |body| {
        let executable = built(&module(body)).unwrap();
        executable.replay(
            &pair(Some(7), [32, 4]),
            &trace(&[]),
            Duration::from_secs(2),
            &Budget::unlimited(),
        )
    };
    let reason = |body| match outcome(body) {
        NativeOutcome::NotReproducible(reason) => reason,
        other => panic!("{other:?}"),
    };
    // System call 39 is getpid: harmless, and yet refused.
    let call = "%p = call i64 asm sideeffect \"syscall\", \"={rax},{rax},~{rcx},~{r11}\"(i64 39)
        call void @__llumc_goal(i32 7) unreachable";
    assert_eq!(reason(call), "it makes a system call");
    assert!(reason("br label %l l: br label %l").contains("no end"));
    assert!(matches!(outcome("store volatile i8 0, ptr null ret i32 0"),
        NativeOutcome::Contradicted(text) if text.contains("signal")));
    assert!(matches!(outcome("call void @__llumc_end(i32 1) unreachable"),
        NativeOutcome::Contradicted(text) if text.contains("ends")));
}

#[test]
fn wide_values_and_the_programs_own_names() {
    // A 200-bit choice; a function of the program called like one the runtime needs; and
    // a wide division, which the compiler leaves to libgcc.
    let body = "
        %x = alloca i200
        call void @__llumc_choice(ptr %x, i32 200, i32 0)
        %a = load i200, ptr %x
        %top = lshr i200 %a, 72
        %high = trunc i200 %top to i128
        %q = udiv i128 %high, 10
        %c = icmp eq i128 %q, 12345678901234567890123
        br i1 %c, label %bad, label %good
      bad:
        call void @fork()
        unreachable
      good:
        ret i32 0 }
      define void @fork() {
        call void @__llumc_goal(i32 7)
        unreachable";
    let mut given = trace(&[]);
    let number = num_bigint::BigUint::from(123_456_789_012_345_678_901_234u128) << 72;
    given.steps[0].inputs.push(Value::from_big(200, &number));
    let program = pair(Some(7), [200, 4]);
    assert_eq!(replay(&module(body), &program, &given), NativeOutcome::Confirmed(vec![]));
}

/// Conversions to and from 16 bits, and between numbers and 128 bits, are libgcc's, too.
#[test]
fn conversions_of_numbers() {
    let body = "
        %x = alloca i32
        call void @__llumc_choice(ptr %x, i32 32, i32 0)
        %a = load float, ptr %x
        %small = fptrunc float %a to half
        %back = fpext half %small to float
        %wide = fptoui float %a to i128
        %near = uitofp i128 %wide to float
        %differs = fcmp une float %back, %a
        %whole = fcmp oeq float %near, 98.0
        %c = and i1 %differs, %whole
        br i1 %c, label %bad, label %good
      bad:
        call void @__llumc_goal(i32 7)
        unreachable
      good:
        ret i32 0";
    let mut given = trace(&[]);
    given.steps[0].inputs.push(Value::new(32, 98.718_f32.to_bits().into()));
    let program = pair(Some(7), [32, 4]);
    assert_eq!(replay(&module(body), &program, &given), NativeOutcome::Confirmed(vec![]));
}

/// Of conditions the first behind each choice are told, as many as the limit says.
#[test]
fn replays_tell_how_conditions_come_out() {
    let body = "
      entry:
        %a = alloca i32
        %b = alloca i32
        call void @__llumc_branched(i32 3, i32 0)
        call void @__llumc_branched(i32 3, i32 1)
        call void @__llumc_choice(ptr %a, i32 32, i32 5)
        br label %again
      again:
        %i = phi i32 [ 0, %entry ], [ %next, %again ]
        call void @__llumc_branched(i32 4, i32 2)
        %next = add i32 %i, 1
        %more = icmp ult i32 %next, 100
        br i1 %more, label %again, label %last
      last:
        call void @__llumc_choice(ptr %b, i32 4, i32 6)
        call void @__llumc_branched(i32 5, i32 7)
        call void @__llumc_goal(i32 7)
        unreachable }
      declare void @__llumc_branched(i32, i32)
      define void @unused() { ret void";
    let given = trace(&[(32, -3), (4, 1)]);
    let outcome = replay(&module(body), &pair(Some(7), [32, 4]), &given);
    let NativeOutcome::Confirmed(taken) = outcome else { panic!("{outcome:?}") };
    let of = |choices, branching, way| Taken { choices, branching, way };
    assert_eq!(taken.first(), Some(&of(0, 3, 1)));
    assert_eq!(taken.last(), Some(&of(2, 5, 7)));
    assert_eq!(&taken[1..taken.len() - 1], [of(1, 4, 2); limits::BRANCHINGS_LOGGED]);
}

#[test]
fn nothing_runs_before_the_entry() {
    let constructor = format!(
        "{PAIR} }}
        @llvm.global_ctors = appending global [1 x {{ i32, ptr, ptr }}]
            [{{ i32, ptr, ptr }} {{ i32 101, ptr @early, ptr null }}]
        define void @early() {{ store volatile i8 0, ptr null ret void"
    );
    let (program, given) = (pair(Some(7), [32, 4]), trace(&[(32, -3), (4, 1)]));
    assert_eq!(replay(&module(&constructor), &program, &given), NativeOutcome::Confirmed(vec![]));
}

/// The set-up installs the 32-bit libraries that this needs.
#[test]
fn a_module_for_32_bits() {
    let narrow = NativeModule { ilp32: true, ..module(PAIR) };
    let given = trace(&[(32, -3), (4, 1)]);
    assert_eq!(replay(&narrow, &pair(Some(7), [32, 4]), &given), NativeOutcome::Confirmed(vec![]));
}

/// A run that reaches no site, but writes behind the end of a variable for some choices.
#[test]
fn random_runs_find_invalid_accesses() {
    let body = "%i = alloca i64
        %table = alloca [4 x i32]
        call void @__llumc_choice(ptr %i, i32 64, i32 0)
        %index = load i64, ptr %i
        %small = and i64 %index, 7
        %at = getelementptr i32, ptr %table, i64 %small
        store i32 1, ptr %at
        ret i32 0";
    let attack = |attributes| {
        let module = module_with(body, attributes);
        let executable = Executable::build(&module, Flavour::Sanitized, &Budget::unlimited());
        let limit = Duration::from_secs(2);
        executable.unwrap().attack(&[7], limit, 1, &Budget::unlimited()).unwrap().found
    };
    assert_eq!(attack(""), None, "functions without the mark are not checked");
    let found = attack("sanitize_address").expect("an invalid access");
    let Refutation::Access(what) = found.what else { panic!("{found:?}") };
    assert!(what.starts_with("stack-buffer-overflow at "), "{what}");
    assert!(
        found.choices[0].value.to_u64().is_some_and(|index| index & 7 > 3),
        "{:?}",
        found.choices
    );
}

/// Neither tools nor runs go on when no time is left.
#[test]
fn the_time_limit_is_kept() {
    let over = Budget::unlimited().at_most(Duration::ZERO);
    let reason = Executable::build(&module(PAIR), Flavour::Plain, &over).unwrap_err();
    assert!(reason.contains("no time"), "{reason}");
    let endless = built(&module("br label %loop\n loop:\n br label %loop")).unwrap();
    let soon = Budget::unlimited().at_most(Duration::from_millis(100));
    let started = std::time::Instant::now();
    let outcome = endless.replay(&pair(Some(7), [32, 4]), &trace(&[]), LIMIT, &soon);
    assert!(matches!(outcome, NativeOutcome::NotReproducible(_)), "{outcome:?}");
    assert!(started.elapsed() < LIMIT / 2);
}

/// The run-time library has exactly what the table says, and the compiler finds that it is declared
/// so.
#[test]
fn the_runtime_defines_what_is_declared() {
    let folder = Scratch::new().expect("a folder");
    let at = folder.path();
    for (name, file) in build::RUNTIME {
        std::fs::write(at.join(name), file).expect("written");
    }
    std::fs::write(at.join(runtime::HEADER), runtime::header()).expect("written");
    let unlimited = Budget::unlimited();
    let tool = |name, arguments: &[&str]| tools::tool(at, name, arguments, &unlimited);
    let compile = [
        "-c",
        "-DCOMPUTES",
        "-Wall",
        "-Werror",
        "-Wno-parentheses",
        "runtime.c",
        "-o",
        "runtime.o",
    ];
    for width in ["-m32", "-m64"] {
        let sanitized = ["-fsanitize=address", "-idirafter/usr/include/x86_64-linux-gnu", width];
        tool(tools::CLANG, &[&compile[..], &sanitized].concat()).expect("it compiles");
    }
    tool(tools::CLANG, &compile).expect("it compiles");
    let listed = tool("nm", &["--defined-only", "--extern-only", "--format=posix", "runtime.o"])
        .expect("it lists");
    let names = listed.lines().filter_map(|line| line.split(' ').next());
    let defined: BTreeSet<&str> = names.filter(|name| name.starts_with(runtime::PREFIX)).collect();
    assert_eq!(defined, runtime::provided().collect());
}
