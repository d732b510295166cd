//! The library's front door, as programs use it that are not `llumc`.
#![cfg(feature = "llvm")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use llumc::engine::{EngineKind, Progress};
use llumc::program::Property;
use llumc::report::{Report, Status};
use llumc::sat;
use llumc::verify::model::certify;
use llumc::verify::{
    Engine, Error, InvariantForm, ModelOptions, ModelTask, Observer, Options, ProgramOptions,
    ProgramTask, Verdict, Workers, verify,
};

const BINARY: &str = env!("CARGO_BIN_EXE_llumc");

/// A file with this text, in a folder of its own.
fn file(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join(name);
    std::fs::write(&file, text).expect("written");
    (folder, file)
}

/// Counts to a number that an engine has to find: a violation after some steps, and a proof that
/// needs an invariant.
fn counter(limit: u32) -> (tempfile::TempDir, PathBuf) {
    let text = format!(
        "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
         int main(void) {{
           unsigned n = 0, m = 0;
           while (__VERIFIER_nondet_int()) {{
             if (n < 20 && __VERIFIER_nondet_int()) {{ n += 2; m ^= n; }}
             if (n == {limit}) reach_error();
           }}
         }}"
    );
    file("counter.c", &text)
}

fn options(workers: Workers) -> Options {
    // The engines are asked, not what comes before them.
    let program = ProgramOptions { invariants: false, ranges: false, ..ProgramOptions::default() };
    Options { workers, timeout: Some(Duration::from_secs(60)), program, ..Options::default() }
}

#[test]
fn programs_are_decided_with_engines_in_threads_and_in_processes() {
    for workers in [Workers::Threads, Workers::Program(BINARY.into())] {
        for (limit, expected) in
            [(14, Verdict::False(Some(Property::UnreachCall))), (15, Verdict::True)]
        {
            let (_folder, file) = counter(limit);
            let report = verify(&ProgramTask::new([file]), &options(workers.clone()), &mut ());
            let report = report.expect("a verdict");
            assert_eq!(report.verdict, expected, "{workers:?}: {report:#?}");
            assert!(!report.engines.is_empty() && !report.phases.is_empty(), "{report:#?}");
        }
    }
}

/// One bit that begins as 0 and stays so; the first goal is that it is 1, or `reached` that it is 0.
fn aiger(reached: bool) -> (tempfile::TempDir, PathBuf) {
    let bad = if reached { 3 } else { 2 };
    file("bit.aag", &format!("aag 1 0 1 0 0 1\n2 2\n{bad}\n"))
}

#[test]
fn files_of_models_are_decided_and_their_answers_certified() {
    for workers in [Workers::Threads, Workers::Program(BINARY.into())] {
        let model = ModelOptions {
            sweep: false,
            invariant: Some(InvariantForm::Clauses),
            ..ModelOptions::default()
        };
        let options = Options { model, ..options(workers) };
        let (folder, file) = aiger(false);
        let report = verify(&ModelTask { file: file.clone() }, &options, &mut ()).expect("decided");
        assert_eq!(report.verdict, Verdict::True, "{report:#?}");
        let invariant = folder.path().join("invariant");
        std::fs::write(&invariant, report.invariant.expect("one was asked for")).expect("written");
        let checked = certify::invariant(&file, &invariant, None).expect("it can be read");
        assert_eq!(checked.is_right, Verdict::True, "{}", checked.text);

        let (folder, file) = aiger(true);
        let report = verify(&ModelTask { file: file.clone() }, &options, &mut ()).expect("decided");
        assert_eq!(report.verdict, Verdict::False(None), "{report:#?}");
        assert!(report.invariant.is_none() && report.reasons.len() == 1, "{report:#?}");
        let witness = folder.path().join("witness");
        std::fs::write(&witness, &report.answer).expect("written");
        let checked = certify::witness(&file, &witness).expect("it can be read");
        assert_eq!(checked.is_right, Verdict::True, "{}", checked.text);
    }
}

#[test]
fn what_cannot_be_done_is_said_in_a_sentence() {
    let (_folder, file) = counter(15);
    let task = ProgramTask::new([file]);
    let refused = |options: Options| match verify(&task, &options, &mut ()) {
        Err(Error::Input(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    let missing = Workers::Program(PathBuf::from("/no/such/llumc"));
    let said = refused(options(missing));
    assert!(said.contains("/no/such/llumc: there is no such file"), "{said}");
    let library = sat::Choice::Ipasir(PathBuf::from("/no/such/library.so"));
    let said = refused(Options { sat: library.clone(), ..options(Workers::Threads) });
    assert!(said.contains("a process of its own"), "{said}");
    let ic3 = Engine::One(EngineKind::Ic3);
    let said = refused(Options { sat: library, engine: ic3, ..options(Workers::Threads) });
    assert!(said.contains("--sat is for the engines that unroll"), "{said}");
    let without = vec![EngineKind::Unroll, EngineKind::Kinduction, EngineKind::Ic3];
    let said = refused(Options { without, cores: Some(1), ..options(Workers::Threads) });
    assert_eq!(said, "--auto-without leaves no engine");
    let nothing = ProgramTask::new([Path::new("/no/such/file.c")]);
    assert!(matches!(verify(&nothing, &Options::default(), &mut ()), Err(Error::Input(_))));
    let nothing = ModelTask { file: PathBuf::from("/no/such/file.aag") };
    assert!(matches!(verify(&nothing, &Options::default(), &mut ()), Err(Error::Input(_))));
}

/// Notes what it is told.
#[derive(Default)]
struct Notes {
    phases: Vec<&'static str>,
    engines: Vec<EngineKind>,
    ended: usize,
    interim: Vec<Report>,
}

impl Observer for Notes {
    fn phase(&mut self, phase: &'static str) {
        self.phases.push(phase);
    }

    fn progress(&mut self, engine: EngineKind, _: &Progress) {
        self.engines.push(engine);
    }

    fn engines_ended(&mut self) {
        self.ended += 1;
    }

    fn interim(&mut self, report: Report) {
        self.interim.push(report);
    }
}

#[test]
fn an_observer_is_told_of_the_work() {
    let (_folder, file) = counter(14);
    let mut notes = Notes::default();
    let report = verify(&ProgramTask::new([file]), &options(Workers::Threads), &mut notes);
    let report = report.expect("a verdict");
    let told: Vec<&str> = report.phases.iter().map(|phase| &*phase.what).collect();
    assert!(told.iter().all(|phase| notes.phases.contains(phase)), "{told:?} {:?}", notes.phases);
    assert!(notes.ended > 0 && !notes.engines.is_empty());
    // First that nothing is known, in the end the violation.
    let first = notes.interim.first().expect("there is a time limit");
    assert_eq!((first.verdict, first.open()), (Verdict::Unknown, 1));
    let last = notes.interim.last().expect("more is known later");
    assert!(last.checks.iter().any(|check| matches!(check.status, Status::Violated(_))));
}

/// A bound that is reached leaves the verdict open, and the reasons say so.
#[test]
fn options_are_those_of_the_command_line() {
    let (_folder, file) = counter(14);
    let engine = Engine::One(EngineKind::Unroll);
    let options = Options { engine, bound: Some(2), ..options(Workers::Threads) };
    let report = verify(&ProgramTask::new([file]), &options, &mut ()).expect("a report");
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(report.reasons[0].contains("nothing more within 2 steps (--bound)"), "{report:#?}");
}

/// What is violated in a small model does not keep larger ones from being tried for the rest.
#[test]
fn other_checks_are_decided_after_a_violation() {
    let text = "#include <stdlib.h>
        extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
        int main(void) {
          unsigned n = __VERIFIER_nondet_uint();
          char *p = malloc(n);
          if (n == 5) reach_error();
          if (n == 500000) p[n] = 1;
        }";
    let (_kept, file) = file("two.c", text);
    let mut task = ProgramTask::new([file]);
    task.frontend.properties = [Property::UnreachCall, Property::ValidDeref].into();
    let options = Options { timeout: Some(Duration::from_secs(60)), ..Options::default() };
    let report = verify(&task, &options, &mut ()).expect("a report");
    let is_violated = |property| {
        let mut checks = report.checks.iter().filter(|check| check.property == property);
        checks.any(|check| matches!(check.status, Status::Violated(_)))
    };
    assert!(is_violated(Property::UnreachCall) && is_violated(Property::ValidDeref), "{report:?}");
}
