//! The processes of a run: the one that was started, and all that it and its children
//! started, also those that left its process group or outlived their parents (Linux; it
//! reads `/proc`. Elsewhere no process is found).
//!
//! A process whose parent ends becomes a child of this one, which has the system make it
//! their reaper (`PR_SET_CHILD_SUBREAPER`). To which run it belongs then tells a mark in its
//! environment. What escapes is a process that cleared its environment and whose parent has
//! ended.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use super::limits;
use super::memory;

/// The name of the mark in the environment.
const MARK: &str = "LLUMC_RUN";

/// A run that is about to start, or that runs.
#[derive(Debug)]
pub struct Tree {
    /// `NAME=VALUE` as it stands in the environment of its processes.
    mark: String,
    root: Option<libc::pid_t>,
}

impl Tree {
    /// Marks a command that is about to start, and makes this process the reaper.
    pub fn mark(command: &mut Command) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let value = format!("{}-{count}", std::process::id());
        command.env(MARK, &value);
        #[cfg(target_os = "linux")]
        // SAFETY: numbers are passed, no pointers.
        unsafe {
            libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1);
        }
        Self { mark: format!("{MARK}={value}"), root: None }
    }

    /// The process that was started.
    pub fn set_root(&mut self, root: libc::pid_t) {
        self.root = Some(root);
    }

    /// Memory that only these processes use, in bytes: private memory and what they share
    /// on purpose, but no file contents (programs and libraries). What forked processes
    /// still have in common counts for each.
    pub fn memory(&self) -> u64 {
        self.members().into_iter().map(|member| memory::of(member.cast_unsigned())).sum()
    }

    /// Kills the process group and all members, until none is left. The root is a zombie
    /// then, until it is waited for.
    pub fn kill(&self) {
        if let Some(root) = self.root {
            signal(-root);
        }
        // A process may start others until it is hit: again, until all are gone.
        for _ in 0..limits::KILL_ROUNDS {
            let members: Vec<_> =
                self.members().into_iter().filter(|&member| !is_zombie(member)).collect();
            if members.is_empty() {
                break;
            }
            members.into_iter().for_each(signal);
            std::thread::sleep(limits::KILL_PAUSE);
        }
        for orphan in self.orphans() {
            let mut status = 0;
            // SAFETY: `status` is valid for writing.
            unsafe { libc::waitpid(orphan, &raw mut status, libc::WNOHANG) };
        }
    }

    fn members(&self) -> Vec<libc::pid_t> {
        let mut all: Vec<_> = self.root.into_iter().chain(self.orphans()).collect();
        let mut next = 0;
        while let Some(&process) = all.get(next) {
            next += 1;
            for child in children(&process.to_string()) {
                if !all.contains(&child) {
                    all.push(child);
                }
            }
        }
        all
    }

    /// The children of this process that bear the mark, besides the root.
    fn orphans(&self) -> Vec<libc::pid_t> {
        let marked = |&child: &libc::pid_t| {
            let environment = std::fs::read(format!("/proc/{child}/environ")).unwrap_or_default();
            Some(child) != self.root
                && environment.split(|&byte| byte == 0).any(|one| one == self.mark.as_bytes())
        };
        children("self").into_iter().filter(marked).collect()
    }
}

fn signal(process: libc::pid_t) {
    // SAFETY: a number is passed; a process that is gone is an error that doesn't matter.
    unsafe { libc::kill(process, libc::SIGKILL) };
}

/// The children of a process; of this one, if it is called `self`.
fn children(process: &str) -> Vec<libc::pid_t> {
    memory::children(process).into_iter().map(u32::cast_signed).collect()
}

/// What stands in the status of a process behind a key.
fn status(process: libc::pid_t, key: &str) -> Option<String> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let value = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
    Some(value.trim().to_owned())
}

fn is_zombie(process: libc::pid_t) -> bool {
    status(process, "State").is_none_or(|state| state.starts_with(['Z', 'X']))
}
