//! Functions of POSIX for threads, and those of their models.

/// Starts a thread; the first argument is where its number is written, the second what kind.
pub const CREATE: &str = "pthread_create";
/// Waits for the end of a thread; the second argument is where its result is written.
pub const JOIN: &str = "pthread_join";

/// Reads a semaphore; the second argument is where its value is written.
pub const VALUE_OF_SEMAPHORE: &str = "sem_getvalue";
/// Makes a key; the first argument is where it is written.
pub const CREATE_KEY: &str = "pthread_key_create";

/// How the functions begin that access nothing but a lock (or what others wait for), and errno.
const OF_LOCKS: [&str; 6] = [
    "pthread_mutex_",
    "pthread_rwlock_",
    "pthread_spin_",
    "pthread_cond_",
    "pthread_barrier_",
    "sem_",
];
/// What they consist of.
const PARTS: [&str; 4] = ["lock_again", "try_to_lock", "look_at", "semaphore_fails"];
/// One of them writes elsewhere.
const OTHERS: [&str; 1] = [VALUE_OF_SEMAPHORE];

/// Whether a function of a model accesses nothing but a lock, and errno.
pub fn accesses_locks(name: &str) -> bool {
    !OTHERS.contains(&name)
        && (PARTS.contains(&name) || OF_LOCKS.iter().any(|it| name.starts_with(it)))
}
