//! Builds the executable from bitcode and runtime, and runs it.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

use super::outcome::{Ending, Report};
use super::sanitized::{FAULT, place, stands_at, unseen};
use super::{
    Attack, Found, NativeOutcome, Refutation, choices, excuse, is_never_seen, reads_in_stretches,
    site,
};
use crate::certify::objects::Cause;
use crate::program::{NativeModule, Program, runtime};
use crate::support::limits;
use crate::support::{Budget, Scratch, process};
use crate::system::Trace;

/// The files of the runtime; the first is compiled, and includes the others.
pub(super) const RUNTIME: [(&str, &str); 3] = [
    ("runtime.c", include_str!("runtime.c")),
    ("sandbox.c", include_str!("sandbox.c")),
    ("sanitizer.c", include_str!("sanitizer.c")),
];
pub(super) const CLANG: &str = "clang-22";

/// What the module may leave undefined beside what the run-time library has: the four functions
/// that every C compiler may call of its own accord, the linker's, and what can't be modelled
/// otherwise than by the C library itself.
const PROVIDED: [&str; 13] = [
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "_GLOBAL_OFFSET_TABLE_",
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__longjmp_chk",
];

/// Its accesses to memory call functions of ours with this prefix (`sanitizer.c`).
const SANITIZED: [&str; 5] = [
    "-fsanitize=address",
    "-mllvm",
    "-asan-memory-access-callback-prefix=__llumc_asan_",
    "-mllvm",
    "-asan-instrumentation-with-call-threshold=0",
];

/// How a program is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// As it stands.
    Plain,
    /// With AddressSanitizer, which checks its accesses to memory.
    Sanitized,
}

/// A checked program, built to be run natively. Its files go when it is dropped.
#[derive(Debug)]
pub struct Executable {
    folder: Scratch,
}

impl Executable {
    /// Compiles the module as it stands and links it with the runtime.
    ///
    /// # Errors
    /// The reason, for people, why there can be no native run: the module calls something
    /// that is not modelled, the compiler or a library is missing, or no time is left.
    pub fn build(module: &NativeModule, flavour: Flavour, budget: &Budget) -> Result<Self, String> {
        let folder = Scratch::new().map_err(text)?;
        let at = folder.path();
        fs::write(at.join("program.bc"), &module.bitcode).map_err(text)?;
        for (name, file) in RUNTIME {
            fs::write(at.join(name), file).map_err(text)?;
        }
        fs::write(at.join(runtime::HEADER), runtime::header()).map_err(text)?;
        fs::create_dir(at.join("empty")).map_err(text)?;
        // What the front end takes floating-point numbers of 32-bit programs for.
        let width: &[&str] =
            if module.ilp32 { &["-m32", "-msse2", "-mfpmath=sse"] } else { &["-m64"] };
        let tool = |name: &str, arguments: &[&str]| tool(at, name, arguments, budget);

        let sanitized = flavour == Flavour::Sanitized;
        let checks: &[&str] = if sanitized { &SANITIZED } else { &[] };
        let ir = ["-O0", "-w", "-c", "-x", "ir", "program.bc", "-o", "program.o"];
        tool(CLANG, &[width, checks, &ir[..]].concat())?;
        let undefined = tool("nm", &["--undefined-only", "--format=posix", "program.o"])?;
        let foreign: Vec<&str> = undefined
            .lines()
            .filter_map(|line| line.split(' ').next())
            .filter(|name| !is_provided(name) && !is_arithmetic_helper(name))
            .filter(|name| !(sanitized && is_of_sanitizer(name)))
            .collect();
        if !foreign.is_empty() {
            return Err(format!("it uses what is not modelled: {}", foreign.join(", ")));
        }
        // A `write` or `fork` of the program's own must not take the place of the C
        // library's in the runtime, and nothing of the program may run before its entry.
        let mut edit = vec![
            format!("--keep-global-symbol={}", runtime::MAIN),
            "--remove-section=*init_array*".to_owned(),
            "--remove-section=*fini_array*".to_owned(),
            "program.o".to_owned(),
        ];
        if sanitized {
            let checked = ["memcpy", "memmove", "memset"].into_iter();
            edit.extend(checked.map(|name| format!("--redefine-sym={name}=__llumc_asan_{name}")));
        }
        tool("objcopy", &edit.iter().map(String::as_str).collect::<Vec<_>>())?;
        // Debian has the kernel's headers (the same for 32 bits) only here.
        let headers = "-idirafter/usr/include/x86_64-linux-gnu";
        let files = ["runtime.c", "program.o", "-lm", "-o", "program"];
        // What the compiler adds to the runtime registers the variables of both.
        let linked: &[&str] = match flavour {
            Flavour::Plain => &["-static"],
            Flavour::Sanitized => &[
                "-no-pie",
                "-fsanitize=address",
                "-fno-omit-frame-pointer",
                "-Wl,--defsym=__llumc_globals=__start_asan_globals",
                "-Wl,--defsym=__llumc_globals_end=__stop_asan_globals",
            ],
        };
        tool(CLANG, &[width, linked, &["-O1", "-w", headers][..], &files].concat())?;
        Ok(Self { folder })
    }

    /// Runs the program with the choices of the trace, for at most `limit`.
    pub fn replay(
        &self,
        program: &Program,
        trace: &Trace,
        limit: Duration,
        budget: &Budget,
    ) -> NativeOutcome {
        use NativeOutcome::{Confirmed, NotReproducible};
        let Some(goal) = site(program, trace.goal) else {
            return NotReproducible("the goal stands for no place in the C program".to_owned());
        };
        if let Err(why) = can_be_given(program, trace) {
            return NotReproducible(why);
        }
        if is_never_seen(program, trace.goal) {
            let why = "a native run does not see what was written, what points to an object, nor \
                       whether an address is aligned";
            return NotReproducible(why.to_owned());
        }
        let (input, count) = given(program, trace);
        let excuse = excuse(program, trace);
        // A run that shows nothing either way need not take long to say so.
        let limit = if excuse.is_some() { limit.min(limits::NATIVE_EXCUSED) } else { limit };
        let report = match self.run(&["replay"], &input, limit, budget) {
            Ok(report) => report,
            Err(reason) => return NotReproducible(reason),
        };
        let contradicted = |what: String| match excuse {
            Some(why) => NotReproducible(format!("{why} ({what})")),
            None => NativeOutcome::Contradicted(what),
        };
        let made = report.choices;
        match report.ending {
            Ending::Goal(reached) if reached == goal && made == count => Confirmed,
            Ending::Goal(reached) => contradicted(format!(
                "site {reached} is reached after {made} choices, not site {goal} after {count}"
            )),
            Ending::End(kind) => contradicted(format!("the path ends (kind {kind})")),
            Ending::Returned => contradicted("the program returns".to_owned()),
            Ending::Exhausted { site, bits } => contradicted(format!(
                "site {site} asks for {bits} more bits after all {count} choices"
            )),
            Ending::Mismatch { site, bits } => contradicted(format!(
                "site {site} asks for {bits} bits, but choice {made} has another width"
            )),
            Ending::Unsafe(error) => NotReproducible(unsafe_text(error)),
            Ending::Crashed if report.signal == libc::SIGPROF || report.signal == libc::SIGXCPU => {
                NotReproducible(format!("no end within {:.1} s", limit.as_secs_f64()))
            }
            Ending::Crashed if report.signal == libc::SIGSYS => {
                NotReproducible("it makes a system call".to_owned())
            }
            Ending::Crashed => contradicted(format!("signal {} kills it", report.signal)),
            // Only random runs keep a log that can be full.
            Ending::Long => NotReproducible("too many choices".to_owned()),
            Ending::Sanitizer => NotReproducible("AddressSanitizer complains".to_owned()),
        }
    }

    /// Asks AddressSanitizer, which the program must be built with, for the access at which the
    /// trace ends; what confirms it, in words.
    ///
    /// # Errors
    /// Why it does not confirm that.
    pub fn ask_sanitizer(
        &self,
        program: &Program,
        trace: &Trace,
        cause: &Cause,
        limit: Duration,
        budget: &Budget,
    ) -> Result<String, String> {
        can_be_given(program, trace)?;
        let (input, count) = given(program, trace);
        let report = self.run(&["replay"], &input, limit, budget)?;
        let complaint = report.complaint;
        match report.ending {
            Ending::Sanitizer => {}
            Ending::Unsafe(error) => return Err(unsafe_text(error)),
            Ending::Crashed => return Err(format!("signal {} kills it", report.signal)),
            Ending::Long => return Err("too much memory".to_owned()),
            _ => return Err(format!("AddressSanitizer says nothing{}", unseen(cause))),
        }
        let differs =
            |what: String| format!("AddressSanitizer reports {}, but {what}", complaint.kind);
        if report.choices != count {
            return Err(differs(format!("after {} of {count} choices", report.choices)));
        }
        let loc = program.goals[trace.goal]
            .loc
            .ok_or_else(|| differs("the check has no place".to_owned()))?;
        complaint.agrees(cause).map_err(differs)?;
        stands_at(self.folder.path(), &complaint.frames, program, loc, budget).map_err(differs)?;
        Ok(match complaint.kind.as_str() {
            FAULT => "confirmed by a segmentation fault".to_owned(),
            kind => format!("confirmed by AddressSanitizer: {kind}"),
        })
    }

    /// Makes random runs for `duration`, or until one of the sites is reached or AddressSanitizer,
    /// if the program is built with it, complains.
    ///
    /// # Errors
    /// The reason why no native run can be made.
    pub fn attack(
        &self,
        sites: &[u32],
        duration: Duration,
        seed: u64,
        budget: &Budget,
    ) -> Result<Attack, String> {
        let targets: Vec<u8> = sites.iter().flat_map(|site| site.to_ne_bytes()).collect();
        let report = self.run(&["attack", &seed.to_string()], &targets, duration, budget)?;
        let found = match report.ending {
            Ending::Unsafe(error) => return Err(unsafe_text(error)),
            Ending::Goal(site) => Some(Found { what: Refutation::Site(site), choices: report.log }),
            Ending::Sanitizer => {
                let place = place(self.folder.path(), &report.complaint.frames, budget);
                let place = place.unwrap_or_else(|why| format!("an unknown place ({why})"));
                let what = Refutation::Access(format!("{} at {place}", report.complaint.kind));
                Some(Found { what, choices: report.log })
            }
            _ => None,
        };
        Ok(Attack { runs: report.runs, found })
    }

    /// Runs the runtime in a mode, with what it needs. `limit` is what it is told; a little
    /// later, or when the budget is used up, it is killed.
    fn run(
        &self,
        mode: &[&str],
        input: &[u8],
        limit: Duration,
        budget: &Budget,
    ) -> Result<Report, String> {
        let at = self.folder.path();
        fs::write(at.join("input"), input).map_err(text)?;
        let limit = budget.remaining().map_or(limit, |left| left.min(limit));
        let milliseconds = limit.as_millis().clamp(1, u128::from(u32::MAX)).to_string();
        let mut command = Command::new(at.join("program"));
        command
            .arg(mode[0])
            .arg(milliseconds)
            .args(&mode[1..])
            .current_dir(at.join("empty"))
            .env_clear()
            .stdin(File::open(at.join("input")).map_err(text)?)
            .stdout(File::create(at.join("output")).map_err(text)?)
            .stderr(Stdio::null());
        // Its child dies with it (PR_SET_PDEATHSIG).
        let late = || format!("no end within {:.1} s", limit.as_secs_f64());
        wait(command, &budget.at_most(limit + limits::NATIVE_BUSY))?.ok_or_else(late)?;
        let output = fs::read_to_string(at.join("output")).map_err(text)?;
        Report::parse(&output).ok_or_else(|| "the native run said nothing".to_owned())
    }
}

/// Whether a native run can be given what the trace says.
///
/// # Errors
/// Why not.
fn can_be_given(program: &Program, trace: &Trace) -> Result<(), String> {
    let iterations = trace.stretches.iter().map(|stretch| u128::from(stretch.iterations));
    let iterations: u128 = iterations.sum();
    if iterations > limits::NATIVE_ITERATIONS {
        return Err(format!("{iterations} iterations take too long"));
    }
    if reads_in_stretches(program, trace) {
        return Err("an iteration that the trace does not list makes choices".to_owned());
    }
    Ok(())
}

/// The choices of a trace as the runtime reads them, and how many these are.
fn given(program: &Program, trace: &Trace) -> (Vec<u8>, u64) {
    let mut input = Vec::new();
    let mut count = 0;
    for value in choices(program, trace) {
        let mut bytes = value.to_big().to_bytes_le();
        bytes.resize(value.width().div_ceil(8) as usize, 0);
        input.extend(value.width().to_ne_bytes());
        input.extend(bytes);
        count += 1;
    }
    (input, count)
}

/// Whether the program may leave a function of this name to what it is linked with.
fn is_provided(name: &str) -> bool {
    PROVIDED.contains(&name)
        || runtime::computes_exactly(name)
        || runtime::provided().any(|provided| provided == name)
}

/// Whether the name is one that AddressSanitizer brings with it.
fn is_of_sanitizer(name: &str) -> bool {
    ["__asan_", "__llumc_asan_", "__start_asan_", "__stop_asan_"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// Whether the name is one of libgcc's integer functions (`__divti3`, `__udivdi3`, …), by
/// which the compiler does wide arithmetic.
fn is_arithmetic_helper(name: &str) -> bool {
    let suffix = ["di2", "ti2", "di3", "ti3", "di4", "ti4"];
    name.starts_with("__") && suffix.iter().any(|suffix| name.ends_with(suffix))
}

/// Runs a tool in a folder; its standard output, or its first complaint.
pub(super) fn tool(
    folder: &Path,
    name: &str,
    arguments: &[&str],
    budget: &Budget,
) -> Result<String, String> {
    let (said, complaint) = (folder.join("said"), folder.join("complaint"));
    let mut command = Command::new(name);
    command
        .args(arguments)
        .current_dir(folder)
        // What it leaves if it is killed goes with the folder.
        .env("TMPDIR", folder)
        .stdin(Stdio::null())
        .stdout(File::create(&said).map_err(text)?)
        .stderr(File::create(&complaint).map_err(text)?);
    let status = wait(command, budget).map_err(|error| format!("{name} can't be called: {error}"));
    let status = status?.ok_or_else(|| format!("no time is left for {name}"))?;
    if !status.success() {
        let complaint = fs::read(complaint).map_err(text)?;
        let complaint = String::from_utf8_lossy(&complaint);
        let first = complaint.lines().find(|line| line.contains("error"));
        let first = first.or(complaint.lines().next()).unwrap_or("without a word");
        return Err(format!("{name} fails: {first}"));
    }
    fs::read_to_string(said).map_err(text)
}

/// Runs a command to its end; `None` if it was killed because the budget is used up.
fn wait(mut command: Command, budget: &Budget) -> Result<Option<ExitStatus>, String> {
    if budget.exhausted().is_some() {
        return Ok(None);
    }
    let mut child = process::dies_with_us(&mut command).spawn().map_err(text)?;
    loop {
        if let Some(status) = child.try_wait().map_err(text)? {
            return Ok(Some(status));
        }
        if budget.exhausted().is_some() {
            child.kill().and_then(|()| child.wait()).map_err(text)?;
            return Ok(None);
        }
        sleep(limits::NATIVE_POLL);
    }
}

fn unsafe_text(error: u32) -> String {
    let error = io::Error::from_raw_os_error(error.cast_signed());
    format!("it can't be shut in: {error}")
}

fn text(error: io::Error) -> String {
    error.to_string()
}
