//! Runs the program: with the choices of a trace, or with random ones.

use std::fs::{self, File};
use std::io;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::build::{Flavour, build};
use super::outcome::{Ending, Report};
use super::sanitized::{FAULT, place, stands_at, unseen};
use super::tools::{text, wait};
use super::{
    Attack, Computed, Found, NativeOutcome, Refutation, Taken, choices, excuse, is_never_seen,
    reads_in_accelerated, site,
};
use crate::certify::cause::Cause;
use crate::program::{NativeModule, Program};
use crate::support::limits;
use crate::support::{Budget, Scratch};
use crate::system::Trace;

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
        build(folder.path(), module, flavour, budget)?;
        fs::create_dir(folder.path().join("empty")).map_err(text)?;
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
            Ending::Goal(reached) if reached == goal && made == count => Confirmed(report.taken),
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

    /// Runs the program with the choices of the trace, and tells what functions of the mathematical
    /// library compute in place of some of them, however the run goes on.
    ///
    /// # Errors
    /// The reason why no native run can be made.
    pub fn compute(
        &self,
        program: &Program,
        trace: &Trace,
        limit: Duration,
        budget: &Budget,
    ) -> Result<Vec<Computed>, String> {
        can_be_given(program, trace)?;
        let (input, _) = given(program, trace);
        let report = self.run(&["replay"], &input, limit, budget)?;
        match report.ending {
            Ending::Unsafe(error) => Err(unsafe_text(error)),
            _ => Ok(report.computed),
        }
    }

    /// Asks AddressSanitizer, which the program must be built with, for the access at which the
    /// trace ends; what confirms it, in words, and how the conditions before came out.
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
    ) -> Result<(String, Vec<Taken>), String> {
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
        let text = match complaint.kind.as_str() {
            FAULT => "confirmed by a segmentation fault".to_owned(),
            kind => format!("confirmed by AddressSanitizer: {kind}"),
        };
        Ok((text, report.taken))
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
    let iterations = trace.accelerated.iter().map(|some| u128::from(some.iterations));
    let iterations: u128 = iterations.sum();
    if iterations > limits::NATIVE_ITERATIONS {
        return Err(format!("{iterations} iterations take too long"));
    }
    if reads_in_accelerated(program, trace) {
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

fn unsafe_text(error: u32) -> String {
    let error = io::Error::from_raw_os_error(error.cast_signed());
    format!("it can't be shut in: {error}")
}
