//! Engines in child processes: same answers, limits kept, nobody left behind.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use llumc::cnf::{Cnf, Lit, Var};
use llumc::dimspec::{DimSpec, Goal, Model};
use llumc::engine::race::{self, Limits, Pause, Reply};
use llumc::engine::worker::Workers;
use llumc::engine::{self, Config, Ending, EngineKind, Event, Proof};
use llumc::support::{Budget, StopReason};

const BINARY: &str = env!("CARGO_BIN_EXE_llumc");

/// A race on one model of engines in processes of their own.
fn run_in(
    binary: &Path,
    model: &Model,
    configs: &[Config],
    limits: Limits,
    handler: race::Handler<'_>,
) -> Vec<(EngineKind, Ending)> {
    race::run(&Workers::Program(binary.to_owned()), &race::on(model, configs), limits, handler)
}
/// When set, this test binary runs a race without end instead of its tests.
const AS_PARENT: &str = "LLUMC_TEST_AS_PARENT";

/// The same for a race that prints the state of its engines.
#[cfg(target_os = "linux")]
const AS_JUDGE: &str = "LLUMC_TEST_AS_JUDGE";

fn cnf(clauses: &[Vec<Lit>]) -> Cnf {
    let mut cnf = Cnf::new();
    clauses.iter().for_each(|clause| cnf.push(clause.iter().copied()));
    cnf
}

/// A counter that is `bits` wide and counts up from 0; goal `i`: its value is `values[i]`.
fn counter(bits: u32, values: &[u64]) -> Model {
    let (bit, carry) = (|i: u32| Var(1 + i).lit(), |i: u32| Var(1 + bits + i).lit());
    let n = 2 * bits;
    let mut universal = vec![vec![carry(0)]];
    for i in 1..bits {
        let (a, b, z) = (bit(i - 1), carry(i - 1), carry(i));
        universal.extend([vec![!z, a], vec![!z, b], vec![z, !a, !b]]);
    }
    let mut trans = vec![];
    for i in 0..bits {
        let (a, b, z) = (bit(i), carry(i), bit(i).shift(n));
        trans.extend([vec![!z, a, b], vec![!z, !a, !b], vec![z, !a, b], vec![z, a, !b]]);
    }
    let init: Vec<_> = (0..bits).map(|i| vec![!bit(i)]).collect();
    let goal = |&value: &u64| {
        let clauses: Vec<_> = (0..bits).map(|i| vec![bit(i).xor(value >> i & 1 == 0)]).collect();
        Goal { name: format!("{value}"), clauses: cnf(&clauses) }
    };
    let spec = DimSpec {
        num_vars: n,
        init: cnf(&init),
        universal: cnf(&universal),
        goal: Cnf::new(),
        trans: cnf(&trans),
    };
    Model { goals: values.iter().map(goal).collect(), ..Model::from(spec) }
}

/// `counter` without a first state that is known: the solver has work to do.
fn endless() -> Model {
    let mut model = counter(48, &[0]);
    model.spec.init = Cnf::new();
    // The highest bit is never set in the first state, so 0 is far away.
    model.spec.init.push([!Var(48).lit()]);
    model.spec.init.push([Var(1).lit()]);
    for i in 30..47 {
        model.spec.init.push([!Var(i).lit()]);
    }
    model
}

/// Steps without any difficulty but 100,000 clauses each, and a goal that can't hold.
fn greedy() -> Model {
    let vars: Vec<Lit> = (1..=100_000).map(|i| Var(i).lit()).collect();
    let pairs: Vec<_> = vars.windows(2).map(|pair| pair.to_vec()).collect();
    let goal = Goal { name: String::new(), clauses: cnf(&[vec![vars[0]], vec![!vars[0]]]) };
    let universal = cnf(&pairs);
    let spec = DimSpec { num_vars: 100_000, universal, ..DimSpec::default() };
    Model { goals: vec![goal], ..Model::from(spec) }
}

fn unroll(bound: Option<u32>) -> Config {
    Config { bound, ..Config::new(EngineKind::Unroll) }
}

fn ending(endings: Vec<(EngineKind, Ending)>) -> Ending {
    let [(EngineKind::Unroll, ending)] = &endings[..] else { panic!("{endings:?}") };
    ending.clone()
}

#[test]
fn an_engine_of_another_build_is_not_used() {
    assert!(BINARY.ends_with(engine::worker::ENGINE));
    let arguments = [engine::worker::ARGUMENT, "no stamp", "echo"];
    let other = Command::new(BINARY).args(arguments).output().expect("an engine");
    let said = String::from_utf8_lossy(&other.stdout).into_owned();
    assert_eq!(said.trim(), engine::worker::ARGUMENT, "{other:?}");
}

#[test]
fn answers_are_those_of_the_engine_in_this_process() {
    let model = counter(5, &[3, 0, 31]);
    for bound in [None, Some(10)] {
        let mut here = BTreeMap::new();
        let ended_here = engine::run(&model, &unroll(bound), &Budget::unlimited(), &mut |event| {
            if let Event::Reached { goal, trace } = event {
                here.insert(goal, trace);
            }
        });
        let mut there = BTreeMap::new();
        let configs = [unroll(bound)];
        let limits = Limits::default();
        let endings = run_in(Path::new(BINARY), &model, &configs, limits, &mut |_, event| {
            if let Event::Reached { goal, trace } = event {
                assert!(there.insert(goal, trace).is_none());
            }
            Reply::Accept
        });
        assert_eq!(here, there);
        assert_eq!(here.len(), if bound.is_some() { 2 } else { 3 });
        assert_eq!(ending(endings), ended_here);
    }
}

/// What an engine says of goals, in order.
fn claims(event: Event, to: &mut Vec<Event>) {
    if !matches!(event, Event::Progress(_)) {
        to.push(event);
    }
}

#[test]
fn proofs_are_those_of_the_engine_in_this_process() {
    // With a highest bit that stays 17 comes only from 16, and 16 from nowhere: k-induction
    // sees that in two steps, and nobody else in so few.
    let mut model = counter(5, &[3, 17]);
    for (sign, next) in [(true, false), (false, true)] {
        let (now, then) = (Var(5).lit().xor(!sign), Var(5).lit().shift(10).xor(!next));
        model.spec.trans.push([now, then]);
    }
    let kinds = [EngineKind::Unroll, EngineKind::Bmc, EngineKind::Kinduction];
    for (kind, simple_path) in kinds.into_iter().flat_map(|kind| [(kind, false), (kind, true)]) {
        let config = Config { bound: Some(6), simple_path, ..Config::new(kind) };
        let (mut here, mut there) = (vec![], vec![]);
        let ended_here = engine::run(&model, &config, &Budget::unlimited(), &mut |event| {
            claims(event, &mut here);
        });
        let configs = [config];
        let binary = Path::new(BINARY);
        let endings = run_in(binary, &model, &configs, Limits::default(), &mut |_, event| {
            claims(event, &mut there);
            Reply::Accept
        });
        assert_eq!(here, there);
        assert_eq!(endings, [(kind, ended_here)]);
        let proofs: Vec<&Proof> = here
            .iter()
            .filter_map(|event| match event {
                Event::Unreachable { goals, proof } if *goals == [1] => Some(proof),
                _ => None,
            })
            .collect();
        match kind {
            EngineKind::Kinduction => {
                assert_eq!(proofs, [&Proof::KInductive { k: 2, simple_path, lemmas: vec![] }]);
            }
            _ => assert!(proofs.is_empty()),
        }
    }
}

#[test]
fn several_engines_share_the_goals() {
    let model = counter(5, &[3, 0, 31]);
    let mut reached = vec![];
    let configs = [unroll(None), unroll(Some(5)), unroll(None)];
    let limits = Limits::default();
    run_in(Path::new(BINARY), &model, &configs, limits, &mut |_, event| {
        if let Event::Reached { goal, .. } = event {
            reached.push(goal);
        }
        Reply::Accept
    });
    reached.sort_unstable();
    assert_eq!(reached, [0, 1, 2]);
}

#[test]
fn a_rejected_claim_decides_nothing() {
    let model = counter(3, &[2]);
    let mut claims = 0;
    let configs = [unroll(None), unroll(None)];
    let limits = Limits::default();
    run_in(Path::new(BINARY), &model, &configs, limits, &mut |_, event| match event {
        Event::Progress(_) | Event::Lemmas(_) => Reply::Accept,
        _ => {
            claims += 1;
            Reply::Reject
        }
    });
    assert_eq!(claims, 2);
}

#[test]
fn the_time_limit_holds() {
    let start = Instant::now();
    let limits = Limits {
        budget: Budget::with_timeout(Some(Duration::from_millis(300))),
        memory: None,
        ..Limits::default()
    };
    let configs = [unroll(None)];
    let endings =
        run_in(Path::new(BINARY), &endless(), &configs, limits, &mut |_, _| Reply::Accept);
    assert_eq!(ending(endings), Ending::Stopped(StopReason::Time));
    assert!((300..60_000).contains(&start.elapsed().as_millis()));
}

#[test]
fn engines_wait_as_long_as_they_are_told_to() {
    let (model, configs) = (counter(10, &[900]), [unroll(None)]);
    let (limits, pause) = (Limits::default(), Pause::default());
    let limits = Limits { pause: pause.clone(), ..limits };
    let waiting = pause.begin();
    let (start, wait) = (Instant::now(), Duration::from_millis(400));
    let told = std::thread::spawn(move || {
        std::thread::sleep(wait);
        drop(waiting);
    });
    let mut reached = None;
    run_in(Path::new(BINARY), &model, &configs, limits, &mut |_, event| {
        if matches!(event, Event::Reached { .. }) {
            reached = Some(start.elapsed());
        }
        Reply::Accept
    });
    told.join().expect("a thread that sleeps");
    assert!(reached.is_some_and(|time| time >= wait), "{reached:?}");
}

#[test]
fn memory_that_runs_out_is_said_to_have() {
    let limits = Limits {
        budget: Budget::with_timeout(Some(Duration::from_secs(300))),
        memory: Some(600 << 20),
        ..Limits::default()
    };
    let configs = [unroll(None)];
    let endings = run_in(Path::new(BINARY), &greedy(), &configs, limits, &mut |_, _| Reply::Accept);
    assert_eq!(ending(endings), Ending::Stopped(StopReason::Memory));
}

#[test]
fn a_race_that_is_stopped_ends_at_once() {
    let mut stopped = None;
    let configs = [unroll(None), unroll(None)];
    let limits = Limits::default();
    let endings = run_in(Path::new(BINARY), &endless(), &configs, limits, &mut |_, _| {
        stopped.get_or_insert_with(Instant::now);
        Reply::Stop
    });
    assert!(stopped.expect("an engine shows signs of life").elapsed() < Duration::from_secs(20));
    for (_, ending) in endings {
        assert_eq!(ending, Ending::Stopped(StopReason::Cancelled));
    }
}

#[test]
fn a_binary_that_is_no_engine_is_a_failure() {
    for binary in ["/nonexistent/llumc", "/bin/false"] {
        let configs = [unroll(None)];
        let limits = Limits::default();
        let endings =
            run_in(Path::new(binary), &counter(3, &[2]), &configs, limits, &mut |_, _| {
                Reply::Accept
            });
        assert!(matches!(ending(endings), Ending::Stopped(StopReason::Failure(_))));
    }
}

/// A program that is an engine whose output ends after so many bytes.
fn cut(bytes: u32, folder: &Path) -> PathBuf {
    let file = folder.join("engine");
    let script = format!("#!/bin/bash\nexec {BINARY} \"$@\" > >(head -c {bytes})\n");
    std::fs::write(&file, script).expect("a writable folder");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&file, executable).expect("it is ours");
    file
}

#[test]
fn answers_that_end_too_soon_are_none() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut told = vec![];
    for bytes in [0, 1, 4, 9, 17, 33, 65, 1 << 20] {
        let engine = cut(bytes, folder.path());
        let mut events = 0;
        let limits = Limits::default();
        let endings =
            run_in(&engine, &counter(3, &[2, 5]), &[unroll(None)], limits, &mut |_, it| {
                events += usize::from(matches!(it, Event::Reached { goal: 0 | 1, .. }));
                Reply::Accept
            });
        let complete = ending(endings) == Ending::Complete;
        // What came whole counts.
        assert_eq!(complete, events == 2, "{bytes} bytes: {events} events");
        told.push(events);
    }
    assert_eq!((told[0], told[7]), (0, 2));
    assert!(told.is_sorted(), "{told:?}");
}

/// Not a test of its own: the parent that the next test kills.
#[test]
fn as_parent() {
    if std::env::var_os(AS_PARENT).is_some() {
        let limits = Limits {
            budget: Budget::with_timeout(Some(Duration::from_secs(60))),
            memory: None,
            ..Limits::default()
        };
        let configs = [unroll(None)];
        run_in(Path::new(BINARY), &endless(), &configs, limits, &mut |_, _| {
            println!("running");
            Reply::Accept
        });
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_ends_with_its_parent() {
    let mut parent = Command::new(std::env::current_exe().expect("tests have a path"))
        .args(["as_parent", "--exact", "--nocapture"])
        .env(AS_PARENT, "1")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the test binary runs");
    let output = BufReader::new(parent.stdout.take().expect("it was asked for"));
    let running = output.lines().map_while(Result::ok).any(|line| line.ends_with("running"));
    assert!(running, "the engine shows no sign of life");
    let children = children(parent.id());
    assert_eq!(children.len(), 1);
    parent.kill().and_then(|()| parent.wait()).expect("it can be killed");
    let end = Instant::now() + Duration::from_secs(20);
    while children.iter().any(|&child| alive(child)) {
        assert!(Instant::now() < end, "the engine outlives its parent");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Not a test of its own: the handler that the next test asks how its engines are. On one core
/// unrolling comes to a goal long before IC3 does.
#[cfg(target_os = "linux")]
#[test]
fn as_judge() {
    if std::env::var_os(AS_JUDGE).is_some() {
        llumc::support::process::use_cores(1).expect("there is one");
        let configs = [unroll(None), Config::new(EngineKind::Ic3)];
        let (model, limits) = (counter(12, &[600]), Limits::default());
        run_in(Path::new(BINARY), &model, &configs, limits, &mut |_, event| {
            if let Event::Reached { .. } = event {
                // A signal needs a moment to arrive, on a busy machine a long one.
                let end = Instant::now() + Duration::from_secs(20);
                let states = || children(std::process::id()).into_iter().filter_map(stat);
                while states().any(|(state, _)| !["T", "Z"].contains(&state.as_str()))
                    && Instant::now() < end
                {
                    std::thread::sleep(Duration::from_millis(5));
                }
                states().for_each(|(state, _)| println!("engine: {state}"));
            }
            Reply::Accept
        });
        println!("over");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn engines_wait_on_one_core_while_the_last_answer_is_judged() {
    let handler = Command::new(std::env::current_exe().expect("tests have a path"))
        .args(["as_judge", "--exact", "--nocapture"])
        .env(AS_JUDGE, "1")
        .output()
        .expect("the test binary runs");
    let said = String::from_utf8_lossy(&handler.stdout).into_owned();
    let states: Vec<&str> =
        said.lines().filter_map(|line| line.split_once("engine: ")).map(|it| it.1).collect();
    // The one that claimed it may be at its end.
    assert!(
        states.contains(&"T") && states.iter().all(|state| ["T", "Z"].contains(state)),
        "{said}"
    );
    assert!(said.contains("over"), "{said}");
}

/// State letter and parent of a process, from `/proc`.
#[cfg(target_os = "linux")]
fn stat(process: u32) -> Option<(String, u32)> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may hold anything.
    let mut fields = text[text.rfind(')')? + 1..].split_whitespace();
    Some((fields.next()?.to_owned(), fields.next()?.parse().ok()?))
}

#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<u32> {
    let all = std::fs::read_dir("/proc").expect("Linux has /proc");
    let ids = all.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    ids.filter(|&id| stat(id).is_some_and(|(_, its)| its == parent)).collect()
}

#[cfg(target_os = "linux")]
fn alive(process: u32) -> bool {
    stat(process).is_some_and(|(state, _)| state != "Z")
}
