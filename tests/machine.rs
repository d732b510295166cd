//! The machine fails under a check: processes are killed, the disk is full, what one process hands
//! to another ends too soon. There is no wrong verdict, no hang, and nothing is left behind.

#![cfg(feature = "llvm")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;
use llumc::support::Random;
use tempfile::TempDir;

/// A check may take so long on a busy machine, with a limit of ten seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// Tasks whose engines have some work to do, and the exit code of the right verdict.
const TASKS: [(&str, i32); 4] = [
    ("engines/shared_lemmas_safe.yml", 0),
    ("engines/kinduction_pipeline_violated.yml", 1),
    ("programs/binary_search_midpoint_violated.c", 1),
    ("programs/traffic_light_safe.c", 0),
];

/// The exit code if no verdict was found, and if clang or the input is no good.
const NONE: [i32; 2] = [2, 3];

fn task(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("c-tests").join(name)
}

/// `llumc check` of a task, with temporary files in this folder, as a command that starts with
/// these words.
fn check(words: &[&str], name: &str, temporary: &Path) -> Command {
    let llumc = Command::cargo_bin("llumc").expect("the binary");
    let mut command = match words {
        [] => llumc,
        [first, rest @ ..] => {
            let mut command = Command::new(first);
            command.args(rest).arg(llumc.get_program());
            command
        }
    };
    command.arg("check").arg(task(name)).args(["--quiet", "--timeout", "10", "--jobs", "2"]);
    command.env("TMPDIR", temporary).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits for the end, and looks at what is left.
fn end(mut child: Child, temporary: &TempDir, what: &str) -> Output {
    let limit = Instant::now() + PATIENCE;
    while child.try_wait().expect("it can be waited for").is_none() {
        if Instant::now() > limit {
            child.kill().expect("it can be killed");
            panic!("{what}: it hangs");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let left: Vec<_> = fs::read_dir(temporary.path()).expect("it is there").collect();
    assert!(left.is_empty(), "{what}: {left:?} are left");
    child.wait_with_output().expect("it has ended")
}

/// That the verdict is right, or that there is none.
fn assert_not_wrong(output: &Output, right: i32, what: &str) -> bool {
    let code = output.status.code();
    let decided = code == Some(right);
    let none = code.is_some_and(|code| NONE.contains(&code));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(decided || none, "{what}: ends with {:?}\n{said}", output.status);
    decided
}

/// The processes below this one.
#[cfg(target_os = "linux")]
fn descendants(process: u32) -> Vec<u32> {
    let mut open = vec![process];
    let mut all = vec![];
    while let Some(process) = open.pop() {
        for task in fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten() {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            let children = children.split_whitespace().filter_map(|it| it.parse::<u32>().ok());
            for child in children {
                all.push(child);
                open.push(child);
            }
        }
    }
    all
}

#[cfg(target_os = "linux")]
#[test]
fn processes_are_killed() {
    const SEED: u64 = 5;
    println!("seed {SEED}");
    let mut random = Random::new(SEED);
    let mut decided = 0;
    for round in 0..32 {
        let (name, right) = TASKS[round % TASKS.len()];
        let temporary = tempfile::tempdir().expect("a temporary folder");
        let child = check(&[], name, temporary.path()).spawn().expect("it starts");
        let mut known = vec![];
        for _ in 0..=random.below(5) {
            std::thread::sleep(Duration::from_millis(random.below(300)));
            let processes = descendants(child.id());
            known.extend(&processes);
            if !processes.is_empty() {
                let victim = *random.pick(&processes);
                // It may have ended by itself.
                let _ = Command::new("kill").args(["-KILL", &victim.to_string()]).output();
            }
        }
        let what = format!("round {round}, {name}");
        let output = end(child, &temporary, &what);
        decided += usize::from(assert_not_wrong(&output, right, &what));
        // Numbers of processes are not used again that soon.
        let limit = Instant::now() + PATIENCE;
        let alive = |process: &u32| Path::new(&format!("/proc/{process}/exe")).exists();
        while known.iter().any(alive) {
            assert!(Instant::now() < limit, "{what}: processes are left");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    // What is killed is not always needed; on a slow machine it mostly is clang, which is.
    assert!(decided > 2, "{decided}");
}

#[test]
fn the_disk_is_full() {
    for (blocks, decides) in [(0, false), (1, false), (4, false), (1024, true)] {
        for (name, right) in TASKS {
            let temporary = tempfile::tempdir().expect("a temporary folder");
            let shell = format!("ulimit -f {blocks}; exec \"$@\"");
            let command = check(&["bash", "-c", &shell, "check"], name, temporary.path()).spawn();
            let what = format!("{name}, files of {blocks} KiB");
            let output = end(command.expect("it starts"), &temporary, &what);
            assert_eq!(assert_not_wrong(&output, right, &what), decides, "{what}");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(decides || said.contains("clang"), "{what}: {said}");
            assert!(!said.contains("Stack dump"), "{what}: {said}");
        }
    }
}

/// A folder with a program `clang-22` that runs clang and then cuts what it wrote.
fn cutting_clang(bytes: u64) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = format!(
        "#!/bin/bash\n\
         real=$(PATH=${{PATH#*:}} command -v clang-22 || echo /usr/lib/llvm-22/bin/clang)\n\
         \"$real\" \"$@\" || exit\n\
         while [ $# -gt 0 ]; do\n\
           if [ \"$1\" = -o ]; then truncate -s {bytes} \"$2\"; fi\n\
           shift\n\
         done\n"
    );
    let file = folder.path().join("clang-22");
    fs::write(&file, script).expect("a writable folder");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("it is ours");
    folder
}

#[test]
fn what_clang_writes_ends_too_soon() {
    for bytes in [0, 1, 4, 100, 1000, 4000] {
        let folder = cutting_clang(bytes);
        let path = std::env::var("PATH").expect("there is a path");
        for (name, right) in TASKS {
            let temporary = tempfile::tempdir().expect("a temporary folder");
            let mut command = check(&[], name, temporary.path());
            command.env("PATH", format!("{}:{path}", folder.path().display()));
            let what = format!("{name}, {bytes} bytes");
            let output = end(command.spawn().expect("it starts"), &temporary, &what);
            assert!(!assert_not_wrong(&output, right, &what), "{what}: it was read");
        }
    }
}
