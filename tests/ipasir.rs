//! SAT solvers as IPASIR libraries: a real one (CaDiCaL, linked into a shared library from
//! what the build has made of it), and one that misbehaves (`tests/ipasir/shim.c`).

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt;
use llumc::cnf::{Lit, Var};
use llumc::sat::ipasir::Ipasir;
use llumc::sat::{Answer, Solver};
use llumc::support::{Budget, Random};

#[path = "support/library.rs"]
mod library;

/// The folder for libraries, with the real one in it.
fn libraries() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let real = library::cadical(folder.path()).expect("a compiler is installed (make setup)");
    (folder, real)
}

fn build(mut command: Command) {
    let output = command.output().expect("a compiler is installed (make setup)");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The library that does what `mode` says from query `at` on.
fn shim(folder: &Path, real: &Path, mode: &str, at: u32, options: &[&str]) -> PathBuf {
    let library = folder.join(format!("{mode}{at}.so"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ipasir/shim.c");
    let mut command = Command::new("cc");
    command.arg(format!("-DREAL=\"{}\"", real.display()));
    command.args([format!("-DMODE={mode}"), format!("-DAT={at}")]).args(options);
    command.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).arg("-ldl");
    build(command);
    library
}

fn model(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models").join(name)
}

fn solve(file: &str, engine: &str, library: &Path, options: &[&str]) -> Output {
    let mut command = Command::cargo_bin("llumc").expect("the binary");
    command.arg("solve").arg(model(file)).args(["--engine", engine, "--sat"]);
    command.arg(format!("ipasir:{}", library.display())).args(options);
    command.output().expect("it runs")
}

fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}

#[test]
fn a_real_library_decides_models_and_programs() {
    let (_folder, real) = libraries();
    let expected = [
        ("counter.btor2", "unroll", 1),
        ("mutex_violated.aag", "bmc", 1),
        ("planning.dimspec", "kinduction", 1),
        ("constrained.aag", "kinduction", 0),
        ("memory.btor2", "auto", 0),
    ];
    for (file, engine, exit) in expected {
        let output = solve(file, engine, &real, &[]);
        assert_eq!(output.status.code(), Some(exit), "{file}: {}", text(&output));
    }
    if !cfg!(feature = "llvm") {
        return;
    }
    let programs =
        [("control/duffs_device_safe", 0), ("programs/binary_search_midpoint_violated", 1)];
    for (name, exit) in programs {
        let task = format!("c-tests/{name}.yml");
        let mut command = Command::cargo_bin("llumc").expect("the binary");
        command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["check", &task, "--engine", "bmc"]);
        command.arg(format!("--sat=ipasir:{}", real.display()));
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(exit), "{name}: {}", text(&output));
    }
}

/// Formulas that grow, with assumptions and temporary clauses, against all assignments.
#[test]
fn a_real_library_agrees_with_every_assignment_tried() {
    const VARS: u32 = 6;
    let (folder, real) = libraries();
    let honest = shim(folder.path(), &real, "HONEST", 1, &[]);
    let host = assert_cmd::cargo::cargo_bin("llumc");
    let mut random = Random::new(3);
    // Variables far apart: the library gets its own numbers.
    let var = |place: u32| Var(1 + 1000 * place);
    let holds =
        |bits: u32, lit: Lit| (bits >> ((lit.var().0 - 1) / 1000) & 1 == 1) == lit.is_positive();
    let budget = Budget::unlimited();
    let (mut sat, mut cores) = (0, 0);
    for round in 0..40 {
        let library = if round % 2 == 0 { &real } else { &honest };
        let mut solver = Ipasir::start(&host, library).expect("it loads");
        assert!(!solver.signature.is_empty());
        let mut models: Vec<u32> = (0..1 << VARS).collect();
        for _ in 0..10 {
            let mut some = |most: u64, least: u64| -> Vec<Lit> {
                let count = least + random.below(most);
                let lit = |random: &mut Random| {
                    Lit::new(var(random.below(VARS.into()) as u32), random.one_in(2))
                };
                (0..count).map(|_| lit(&mut random)).collect()
            };
            for _ in 0..3 {
                let clause = some(3, 1);
                models.retain(|&bits| clause.iter().any(|&lit| holds(bits, lit)));
                solver.add(&clause);
            }
            let (assumed, temporary) = (some(4, 0), some(3, 0));
            let possible = |assumed: &[Lit]| {
                models.iter().any(|&bits| {
                    assumed.iter().all(|&lit| holds(bits, lit))
                        && (temporary.is_empty() || temporary.iter().any(|&lit| holds(bits, lit)))
                })
            };
            match solver.solve_with(&assumed, &temporary, &budget) {
                Answer::Sat => {
                    sat += 1;
                    assert!(possible(&assumed));
                    assert!(assumed.iter().all(|&lit| solver.value(lit) && !solver.value(!lit)));
                    assert!(temporary.is_empty() || temporary.iter().any(|&lit| solver.value(lit)));
                    let all = (0..VARS).filter(|&place| solver.value(var(place).lit()));
                    let bits = all.fold(0, |bits, place| bits | 1 << place);
                    assert!(models.contains(&bits));
                }
                Answer::Unsat => {
                    let core: Vec<Lit> =
                        assumed.iter().copied().filter(|&lit| solver.failed(lit)).collect();
                    assert!(!possible(&assumed) && !possible(&core));
                    cores += usize::from(!core.is_empty());
                }
                Answer::Interrupted => panic!("{:?}", solver.failure()),
            }
        }
    }
    assert!(sat > 50 && cores > 20, "{sat} satisfiable, {cores} with a core");
}

/// Whatever the library does, the checker lives, gives no wrong verdict and says what
/// happened.
#[test]
fn misbehaving_libraries() {
    let (folder, real) = libraries();
    let cases = [
        ("CRASHES", 2, "SIGSEGV"),
        ("ABORTS", 1, "its last words:"),
        ("EXITS", 3, "at query 3"),
        ("LIES_SAT", 1, "it is wrong: its model at query 1 violates the"),
        ("NONSENSE", 1, "returned 11"),
        ("GIVES_UP", 2, "for no reason"),
    ];
    for (mode, at, what) in cases {
        let library = shim(folder.path(), &real, mode, at, &[]);
        let output = solve("counter.btor2", "unroll", &library, &[]);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(2), "{mode}: {said}");
        assert!(said.contains(what) && said.contains("(shim)"), "{mode}: {said}");
        assert!(said.contains(&library.display().to_string()), "{mode}: {said}");
    }
    // Other engines go on.
    let library = shim(folder.path(), &real, "CRASHES", 1, &[]);
    let output = solve("mutex.aag", "auto", &library, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    // A library without ipasir_set_terminate that never comes back.
    let library = shim(folder.path(), &real, "HANGS", 1, &[]);
    let output = solve("counter.btor2", "unroll", &library, &["--timeout", "0.5"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    // A wrong "unsatisfiable" hides the goal; the proof that follows from it is refused.
    let library = shim(folder.path(), &real, "LIES_UNSAT", 1, &[]);
    let output = solve("counter.btor2", "bmc", &library, &[]);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("most likely its answers are wrong"), "{said}");
}

#[test]
fn unusable_libraries_are_refused_at_once() {
    let (folder, real) = libraries();
    let without = shim(folder.path(), &real, "HONEST", 9, &["-DWITHOUT_FAILED"]);
    let other = folder.path().join("text.so");
    std::fs::write(&other, "no library").expect("written");
    let cases = [
        (folder.path().join("nothing.so"), "no such file"),
        (without, "it has no function ipasir_failed"),
        (other, "it can't be loaded"),
    ];
    for (library, what) in cases {
        let output = solve("counter.btor2", "unroll", &library, &[]);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.contains(what), "{said}");
    }
    let output = solve("counter.btor2", "ic3", &real, &[]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(text(&output).contains("engines that unroll"));
}
