//! Runs a program within limits: wall-clock time, address space, one core.

use std::fs::File;
use std::io::{Read, Seek};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// What a run took and printed.
#[derive(Clone, Debug)]
pub struct Run {
    /// Standard output.
    pub output: String,
    /// Wall-clock time.
    pub time: Duration,
    /// Time on the processor, of the process and the children it waited for.
    pub cpu: Duration,
    /// Largest resident memory of the process and its children, in bytes.
    pub memory: u64,
    /// Whether it was stopped because its time was up.
    pub timed_out: bool,
    /// Its exit code, if it was not killed.
    pub exit: Option<i32>,
}

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Duration,
    /// Address space of each process, in bytes.
    pub memory: u64,
}

/// Runs `command` to its end or to its limits, in a process group of its own that is
/// killed whole.
///
/// # Errors
/// If it can't be started.
pub fn run(mut command: Command, limits: Limits) -> Result<Run> {
    let mut output = tempfile::tempfile().context("cannot make a temporary file")?;
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(Stdio::null());
    command.process_group(0);
    let memory = limits.memory;
    // SAFETY: only async-signal-safe system calls between fork and exec.
    unsafe {
        command.pre_exec(move || {
            let limit = libc::rlimit { rlim_cur: memory, rlim_max: memory };
            if libc::setrlimit(libc::RLIMIT_AS, &raw const limit) != 0 {
                return Err(std::io::Error::last_os_error());
            }
            pin_to_one_core()
        });
    }
    let started = Instant::now();
    let child =
        command.spawn().with_context(|| format!("cannot run {:?}", command.get_program()))?;
    let pid = child.id() as libc::pid_t;
    let (usage, timed_out, exit) = wait(pid, started + limits.time);
    // Children that outlived their parent.
    // SAFETY: signals the process group that was made for this run.
    unsafe { libc::kill(-pid, libc::SIGKILL) };
    let time = started.elapsed();
    // ru_maxrss is in KiB on Linux.
    let memory = u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024;
    let cpu = duration(usage.ru_utime) + duration(usage.ru_stime);
    Ok(Run { output: read_all(&mut output)?, time, cpu, memory, timed_out, exit })
}

/// Waits until the process ends or `deadline` passes; then kills its group.
fn wait(pid: libc::pid_t, deadline: Instant) -> (libc::rusage, bool, Option<i32>) {
    let mut timed_out = false;
    let mut pause = Duration::from_micros(200);
    loop {
        let mut status = 0;
        // SAFETY: `usage` is plain data, for which zero bytes are valid, and both
        // pointers live through the call.
        let (done, usage) = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            (libc::wait4(pid, &raw mut status, libc::WNOHANG, &raw mut usage), usage)
        };
        if done == pid {
            let exit = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
            return (usage, timed_out, exit);
        }
        if !timed_out && Instant::now() >= deadline {
            timed_out = true;
            // SAFETY: signals the process group that was made for this run.
            unsafe { libc::kill(-pid, libc::SIGKILL) };
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

fn duration(time: libc::timeval) -> Duration {
    let part = |number: i64| u64::try_from(number).unwrap_or(0);
    Duration::from_secs(part(time.tv_sec)) + Duration::from_micros(part(time.tv_usec))
}

/// Keeps the process on the first core it may run on.
fn pin_to_one_core() -> std::io::Result<()> {
    // SAFETY: the sets are plain data that live through the calls.
    unsafe {
        let size = std::mem::size_of::<libc::cpu_set_t>();
        let mut allowed: libc::cpu_set_t = std::mem::zeroed();
        if libc::sched_getaffinity(0, size, &raw mut allowed) != 0 {
            return Err(std::io::Error::last_os_error());
        }
        let first = (0..libc::CPU_SETSIZE as usize).find(|&cpu| libc::CPU_ISSET(cpu, &allowed));
        let mut one: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(first.unwrap_or(0), &mut one);
        if libc::sched_setaffinity(0, size, &raw const one) != 0 {
            return Err(std::io::Error::last_os_error());
        }
    }
    Ok(())
}

fn read_all(file: &mut File) -> Result<String> {
    let mut bytes = vec![];
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, time: Duration) -> Run {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(command, Limits { time, memory: 1 << 30 }).expect("sh runs")
    }

    #[test]
    fn limits_hold_also_for_children() {
        let run = shell("echo out; exit 3", Duration::from_secs(20));
        assert_eq!((run.output.as_str(), run.timed_out, run.exit), ("out\n", false, Some(3)));
        assert!(run.memory > 0 && run.cpu > Duration::ZERO);
        let run = shell("sleep 60 & sleep 60; echo late", Duration::from_millis(200));
        assert!(run.timed_out && run.output.is_empty() && run.exit.is_none());
        assert!(run.time < Duration::from_secs(20));
    }
}
