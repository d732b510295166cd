//! Limits that the operating system keeps on a process.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Limits the address space of this process to `bytes`; further allocations fail.
///
/// It is the address space that counts (`RLIMIT_AS`), not the memory in use: the program
/// and its shared libraries are in it (LLVM's alone is some 150 MB), and so is memory that
/// was reserved and never touched. Linux has no dependable limit on the memory in use.
///
/// # Errors
/// If the system refuses.
pub fn limit_memory(bytes: u64) -> io::Result<()> {
    // One heap for all threads: glibc reserves 64 MB of address space for each further one.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: changes a parameter of the allocator; no pointer is passed.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
    set_limit(libc::RLIMIT_AS, bytes)
}

/// Writes no core file when this process is aborted.
///
/// # Errors
/// If the system refuses.
pub fn no_core_dump() -> io::Result<()> {
    set_limit(libc::RLIMIT_CORE, 0)
}

/// Lets an interrupt from the terminal, which goes to all processes there, pass by: the
/// process that started this one decides what becomes of it.
pub fn ignore_interrupt() {
    // SAFETY: no handler is installed, the signal is ignored.
    unsafe {
        libc::signal(libc::SIGINT, libc::SIG_IGN);
    }
}

/// Lets writes beyond a limit on the size of files fail like those to a full disk, in this process
/// and in those that it starts; else they end it.
pub fn fail_at_large_files() {
    // SAFETY: no handler is installed, the signal is ignored.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
type Resource = libc::c_int;

/// Bounds the address space of this process, and of what it will start; nobody can raise that
/// again. May be called between fork and exec.
///
/// # Errors
/// If the system refuses.
pub fn bound_memory(bytes: u64) -> io::Result<()> {
    let mut limit = limit(libc::RLIMIT_AS)?;
    limit.rlim_max = limit.rlim_max.min(bytes);
    limit.rlim_cur = limit.rlim_cur.min(limit.rlim_max);
    // SAFETY: `limit` is valid for reading.
    match unsafe { libc::setrlimit(libc::RLIMIT_AS, &raw const limit) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

fn limit(resource: Resource) -> io::Result<libc::rlimit> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is valid for writing.
    match unsafe { libc::getrlimit(resource, &raw mut limit) } {
        0 => Ok(limit),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Lowers a limit; one that is lower already stays.
fn set_limit(resource: Resource, value: u64) -> io::Result<()> {
    let mut limit = limit(resource)?;
    limit.rlim_cur = limit.rlim_cur.min(value);
    // SAFETY: `limit` is valid for reading.
    if unsafe { libc::setrlimit(resource, &raw const limit) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Keeps this thread, and what it will start, to `count` of the processor cores that it may
/// use now (Linux only; elsewhere nothing happens). All of them, if there are no more.
///
/// # Errors
/// If the system refuses.
pub fn use_cores(count: usize) -> io::Result<()> {
    keep_cores(|place, _| place < count.max(1))
}

/// Keeps this thread, and what it will start, to a share of the processor cores that it may use
/// now: to the `size` cores that follow `place` other shares of that size; from the first again
/// where there are no more (Linux only).
///
/// # Errors
/// If the system refuses.
pub fn use_share(place: usize, size: usize) -> io::Result<()> {
    keep_cores(|core, count| (core + count - place * size % count) % count < size.max(1))
}

/// Keeps the cores for which `keep` is true, which gets the place of each and their number.
/// Allocates nothing, so that it can be called between fork and exec.
fn keep_cores(keep: impl Fn(usize, usize) -> bool) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        // SAFETY: a set of bits, for which all zeros is the empty set.
        let mut cores: libc::cpu_set_t = unsafe { std::mem::zeroed() };
        let size = size_of_val(&cores);
        // SAFETY: `cores` is valid for writing `size` bytes; 0 is this thread.
        if unsafe { libc::sched_getaffinity(0, size, &raw mut cores) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: only looks at the set.
        let count = unsafe { libc::CPU_COUNT(&cores) }.cast_unsigned() as usize;
        let mut place = 0;
        for core in 0..libc::CPU_SETSIZE as usize {
            // SAFETY: `core` is below the size of the set.
            unsafe {
                if libc::CPU_ISSET(core, &cores) {
                    if !keep(place, count) {
                        libc::CPU_CLR(core, &mut cores);
                    }
                    place += 1;
                }
            }
        }
        // SAFETY: `cores` is valid for reading `size` bytes.
        if unsafe { libc::sched_setaffinity(0, size, &raw const cores) } != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = keep;
    Ok(())
}

/// How far those go back that others are more important than; as a `nice` value.
const YIELDING: libc::c_int = 5;

/// Has this process (on Linux this thread, and those that it will start) yield to others that
/// want the same processor core, unless it does already.
///
/// # Errors
/// If the system refuses.
pub fn yield_to_others() -> io::Result<()> {
    // SAFETY: numbers are passed; 0 is this process. An error is -1, which is below the limit.
    if unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) } >= YIELDING {
        return Ok(());
    }
    // SAFETY: as above.
    match unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, YIELDING) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Sends a signal to a child that has not been waited for. One that has ended hears nothing.
#[cfg(target_os = "linux")]
pub fn signal(child: u32, signal: libc::c_int) {
    if let Ok(child) = libc::pid_t::try_from(child) {
        // SAFETY: numbers are passed; the child's id can't be another process's as long as it
        // has not been waited for.
        unsafe { libc::kill(child, signal) };
    }
}

/// Has this process killed as soon as the thread that started it ends (Linux only;
/// elsewhere nothing happens). `parent` is the id of the process that should be alive.
///
/// # Errors
/// If the system refuses, or the parent is gone already.
pub fn die_with_parent(parent: u32) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    // SAFETY: a number is passed, no pointer.
    if unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // The parent may have died before the request; then nobody will be told any more.
    if std::os::unix::process::parent_id() != parent {
        return Err(io::Error::other("the process that started this one is gone"));
    }
    Ok(())
}

/// Has what `command` starts killed as soon as the thread that starts it ends
/// ([`die_with_parent`]).
pub fn dies_with_us(command: &mut Command) -> &mut Command {
    let parent = std::process::id();
    // SAFETY: only async-signal-safe system calls between fork and exec.
    unsafe { command.pre_exec(move || die_with_parent(parent)) }
}
