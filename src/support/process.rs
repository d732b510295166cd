//! Limits that the operating system keeps on a process.

use std::io;

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

#[cfg(all(target_os = "linux", target_env = "gnu"))]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
type Resource = libc::c_int;

/// Lowers a limit; one that is lower already stays.
fn set_limit(resource: Resource, value: u64) -> io::Result<()> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is valid for writing.
    if unsafe { libc::getrlimit(resource, &raw mut limit) } != 0 {
        return Err(io::Error::last_os_error());
    }
    limit.rlim_cur = limit.rlim_cur.min(value);
    // SAFETY: `limit` is valid for reading.
    if unsafe { libc::setrlimit(resource, &raw const limit) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
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
