//! Runs a program within limits: wall-clock time, memory, output, cores; also if it misbehaves,
//! and with all processes that it starts.

use std::fs::File;
use std::io::{Read, Seek};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::budget::Budget;
use super::limits;
use super::tree::Tree;
use super::{memory, process};

/// What a run took and printed.
#[derive(Clone, Debug)]
pub struct Run {
    /// Standard output.
    pub output: String,
    /// The beginning of standard error, [`limits::MOST_ERRORS`] bytes at most.
    pub errors: String,
    /// Wall-clock time.
    pub time: Duration,
    /// Time on the processor, of the process and the children it waited for.
    pub cpu: Duration,
    /// Most memory in bytes: resident memory of one process, or, if more, what all
    /// processes were seen to use together. What a run takes in its last milliseconds may be
    /// missing; 0 if it had no more.
    pub memory: u64,
    /// Why it was stopped, if it was.
    pub stopped: Option<Stop>,
    /// Its exit code, if it was not killed.
    pub exit: Option<i32>,
}

/// Why a run was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Its time was up.
    Time,
    /// All its processes together used too much memory.
    Memory,
    /// It printed too much.
    Output,
    /// Nobody wants it any more.
    Cancelled,
}

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Duration,
    /// Bytes: of address space for each process, and of memory in use for all together.
    pub memory: u64,
    /// Processor cores.
    pub cores: usize,
}

/// Runs `command` to its end or to its limits or until `budget` is cancelled. Then nothing
/// of it is left: all processes that it started are killed ([`Tree`]).
///
/// # Errors
/// If it can't be started.
pub fn run(mut command: Command, limits: Limits, budget: &Budget) -> Result<Run> {
    let mut output = tempfile::tempfile().context("cannot make a temporary file")?;
    let mut errors = tempfile::tempfile().context("cannot make a temporary file")?;
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(errors.try_clone()?);
    command.process_group(0);
    let mut tree = Tree::mark(&mut command);
    let (Limits { memory, cores, .. }, parent) = (limits, std::process::id());
    // SAFETY: only async-signal-safe system calls between fork and exec.
    unsafe {
        command.pre_exec(move || {
            process::bound_memory(memory)?;
            process::die_with_parent(parent)?;
            process::use_cores(cores)
        });
    }
    let started = Instant::now();
    let child =
        command.spawn().with_context(|| format!("cannot run {:?}", command.get_program()))?;
    let pid = child.id() as libc::pid_t;
    tree.set_root(pid);
    let (stopped, seen) = wait(pid, &tree, (started, limits), [&output, &errors], budget);
    let seen = seen.max(memory::peak(pid.unsigned_abs()));
    let time = started.elapsed();
    // While the ended process was not waited for, nobody else gets its number.
    tree.kill();
    let (usage, exit) = reap(pid);
    // ru_maxrss is in KiB on Linux. A process begins with what its parent, we, had then, and exec
    // keeps that: only what is more says something of the program.
    let most = u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024;
    let memory = if most > memory::peak(std::process::id()) { most.max(seen) } else { seen };
    let cpu = duration(usage.ru_utime) + duration(usage.ru_stime);
    let output = read(&mut output, limits::MOST_OUTPUT)?;
    let errors = read(&mut errors, limits::MOST_ERRORS)?;
    Ok(Run { output, errors, time, cpu, memory, stopped, exit })
}

/// Waits until the process has ended or must end; why it must, and the most memory seen.
fn wait(
    pid: libc::pid_t,
    tree: &Tree,
    (started, limits): (Instant, Limits),
    outputs: [&File; 2],
    budget: &Budget,
) -> (Option<Stop>, u64) {
    let mut pause = limits::LIMITED_FIRST_PAUSE;
    let (mut looked, mut most) = (started, 0);
    while !has_ended(pid) {
        let now = Instant::now();
        most = most.max(memory::peak(pid.unsigned_abs()));
        if now >= started + limits.time {
            return (Some(Stop::Time), most);
        }
        if budget.exhausted().is_some() {
            return (Some(Stop::Cancelled), most);
        }
        if now >= looked + limits::LIMITED_LOOK {
            looked = now;
            most = most.max(tree.memory());
            if most > limits.memory {
                return (Some(Stop::Memory), most);
            }
            let much = |file: &File| file.metadata().is_ok_and(|it| it.len() > limits::MOST_OUTPUT);
            if outputs.into_iter().any(much) {
                return (Some(Stop::Output), most);
            }
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(limits::LIMITED_LAST_PAUSE);
    }
    (None, most)
}

/// Whether the process has ended; it is not waited for yet.
fn has_ended(pid: libc::pid_t) -> bool {
    let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: `info` is plain data, for which zero bytes are valid, and lives through the
    // call. Its process number stays 0 if nobody has ended.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        let result = libc::waitid(libc::P_PID, pid as libc::id_t, &raw mut info, options);
        result == 0 && info.si_pid() == pid
    }
}

/// Waits for the end of a process that was killed or has ended.
fn reap(pid: libc::pid_t) -> (libc::rusage, Option<i32>) {
    let mut status = 0;
    // SAFETY: `usage` is plain data, for which zero bytes are valid, and both pointers live
    // through the call.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        while libc::wait4(pid, &raw mut status, 0, &raw mut usage) != pid {
            if std::io::Error::last_os_error().raw_os_error() != Some(libc::EINTR) {
                break;
            }
        }
        usage
    };
    (usage, libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status)))
}

fn duration(time: libc::timeval) -> Duration {
    let part = |number: i64| u64::try_from(number).unwrap_or(0);
    Duration::from_secs(part(time.tv_sec)) + Duration::from_micros(part(time.tv_usec))
}

/// The first `most` bytes of a file.
fn read(file: &mut File, most: u64) -> Result<String> {
    let mut bytes = vec![];
    file.rewind()?;
    file.take(most).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    fn program(program: &str, script: &str, time: Duration, memory: u64) -> Run {
        let mut command = Command::new(program);
        command.args(["-c", script]);
        run(command, Limits { time, memory, cores: 1 }, &Budget::unlimited()).expect("it runs")
    }

    fn shell(script: &str, time: Duration) -> Run {
        program("sh", script, time, 1 << 30)
    }

    /// Whether a process whose number stands in `file` still runs.
    fn runs(file: &std::path::Path) -> bool {
        let pid = std::fs::read_to_string(file).expect("it wrote its number");
        let status = std::fs::read_to_string(format!("/proc/{}/status", pid.trim()));
        status.is_ok_and(|status| !status.contains("State:\tZ"))
    }

    #[test]
    fn limits_hold_also_for_children() {
        let run = shell("echo out; exit 3", LONG);
        assert_eq!((run.output.as_str(), run.stopped, run.exit), ("out\n", None, Some(3)));
        let run = shell("sleep 60 & sleep 60; echo late", Duration::from_millis(200));
        assert!(run.stopped == Some(Stop::Time) && run.output.is_empty() && run.exit.is_none());
        assert!(run.time < LONG);
    }

    #[test]
    fn who_prints_without_end_is_stopped() {
        let run = program("sh", "yes", LONG, 1 << 30);
        assert_eq!(run.stopped, Some(Stop::Output));
        assert_eq!(run.output.len() as u64, limits::MOST_OUTPUT);
        assert!(run.time < LONG);
    }

    /// A process in a session of its own, whose parents have ended, is killed as well, when
    /// the program ends and when its time is up.
    #[test]
    fn nobody_escapes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, end) in [("ended", ""), ("stopped", "sleep 60")] {
            let file = folder.path().join(name);
            let script = format!(
                "(setsid sh -c 'echo $$ > {file}; sleep 60' &) ; while ! [ -s {file} ]; do \
                 sleep 0.01; done; {end}",
                file = file.display()
            );
            let run = shell(&script, Duration::from_secs(2));
            assert_eq!(run.stopped.is_some(), name == "stopped");
            assert!(!runs(&file), "{name}: the process in the other session still runs");
        }
    }

    /// Each process is below the limit, all together are not.
    #[test]
    fn memory_is_counted_over_all_processes() {
        // The shell keeps a string of 2^24 bytes and more in each of its children.
        let one = "x=0123456789abcdef; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; \
                   do x=$x$x; done; sleep 60";
        let all = format!("({one}) & ({one}) & ({one}) & ({one}) & ({one}) & ({one}) & wait");
        let run = program("sh", &all, LONG, 80 << 20);
        assert_eq!(run.stopped, Some(Stop::Memory), "{run:?}");
        assert!(run.memory > 80 << 20);
    }

    /// What `script` took until it was done; then it waits to be stopped.
    fn taken(script: &str) -> Run {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let done = folder.path().join("done");
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{script}; : > {}; sleep 60", done.display())]);
        let (budget, limits) =
            (Budget::unlimited(), Limits { time: LONG, memory: 1 << 30, cores: 1 });
        let run = std::thread::scope(|scope| {
            scope.spawn(|| {
                let given_up = Instant::now() + LONG;
                while !done.exists() && Instant::now() < given_up {
                    std::thread::sleep(Duration::from_millis(5));
                }
                budget.cancel();
            });
            run(command, limits, &budget).expect("it runs")
        });
        assert!(done.exists(), "{run:?}");
        run
    }

    /// A small program has little, whatever the process that starts it has; a larger one more.
    #[test]
    fn memory_is_that_of_the_program() {
        let ours = vec![1_u8; 64 << 20];
        let run = taken(":");
        assert!((1..32 << 20).contains(&run.memory), "{} bytes", run.memory);
        assert!(run.cpu > Duration::ZERO);
        assert!(ours.iter().all(|&byte| byte == 1));
        let run = taken(
            "x=0123456789abcdef; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21; \
             do x=$x$x; done",
        );
        assert!(run.memory > 32 << 20, "{} bytes", run.memory);
    }

    #[test]
    fn a_run_that_nobody_wants_ends() {
        let budget = Budget::unlimited();
        budget.cancel();
        let mut command = Command::new("sleep");
        command.arg("60");
        let limits = Limits { time: LONG, memory: 1 << 30, cores: 1 };
        let run = run(command, limits, &budget).expect("it runs");
        assert_eq!(run.stopped, Some(Stop::Cancelled));
    }
}
