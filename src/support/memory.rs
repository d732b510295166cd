//! Memory that processes use and that the machine still has (Linux: it reads `/proc` and the
//! control groups. Elsewhere nothing is known of it).

use std::fs;
use std::path::Path;

/// Memory that only this process uses, in bytes: private memory and what it shares on purpose, but
/// no file contents (programs and libraries). 0 if it is gone.
pub fn of(process: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    figure(&text, "RssAnon") + figure(&text, "RssShmem")
}

/// The most memory that a process had since it runs its program, in bytes; 0 if it is gone or that
/// is not known.
pub fn peak(process: u32) -> u64 {
    figure(&fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default(), "VmHWM")
}

/// [`of`] a process and all its children, theirs too.
pub fn of_tree(process: u32) -> u64 {
    let children = children(&process.to_string());
    of(process) + children.into_iter().map(of_tree).sum::<u64>()
}

/// The children of all threads of a process; of this one, if it is called `self`.
pub fn children(process: &str) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return vec![] };
    let lists = threads.flatten().map(|thread| fs::read_to_string(thread.path().join("children")));
    let lists: Vec<String> = lists.flatten().collect();
    lists.iter().flat_map(|list| list.split_ascii_whitespace()).flat_map(str::parse).collect()
}

/// Bytes that this process and its children may still take without others being moved out: what
/// the machine has, or what the control groups leave that this process is in, if that is less.
pub fn available() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok()?;
    let machine = Some(figure(&machine, "MemAvailable")).filter(|&bytes| bytes > 0)?;
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default();
    let left = Path::new("/sys/fs/cgroup").join(own);
    let left = left.ancestors().filter_map(left_in);
    Some(left.fold(machine, u64::min))
}

/// What a control group (version 2) leaves of the memory that it limits.
fn left_in(group: &Path) -> Option<u64> {
    let bytes =
        |name| -> Option<u64> { fs::read_to_string(group.join(name)).ok()?.trim().parse().ok() };
    Some(bytes("memory.max")?.saturating_sub(bytes("memory.current")?))
}

/// The bytes that stand behind a key in a list of `key: kibibytes kB`; 0 if nothing does.
fn figure(text: &str, key: &str) -> u64 {
    let value = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
    let kibibytes = value.and_then(|value| value.split_ascii_whitespace().next()?.parse().ok());
    1024 * kibibytes.unwrap_or(0u64)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_is_seen() {
        let block = vec![1u8; 64 << 20];
        let used = of(std::process::id());
        assert!(used >= 48 << 20 && peak(std::process::id()) >= used, "{used} {}", block.len());
        assert!(available().is_some_and(|bytes| bytes > 0));
        assert_eq!(of(u32::MAX), 0);
    }

    #[test]
    fn a_child_counts() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().expect("it starts");
        assert!(children("self").contains(&child.id()));
        assert!(of_tree(std::process::id()) > 0);
        assert!(of(child.id()) < 32 << 20, "a small program has little");
        child.kill().and_then(|()| child.wait()).expect("it ends");
    }

    #[test]
    fn figures_are_in_kibibytes() {
        assert_eq!(figure("RssAnon:\t    12 kB\nRssShmem:\t 1 kB", "RssAnon"), 12 << 10);
        assert_eq!(figure("RssAnonymous: 12 kB", "RssAnon"), 0);
    }
}
