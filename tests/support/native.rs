//! Native runs of generated programs under sanitizers: the harness (`harness.c`), and how
//! runs end.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use llumc::program::Property;

/// How a run of the program ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returns, or stops without a violation.
    Returns,
    /// A check fails: property and line. A leak has line 0.
    Fails(Property, u32),
    /// A shift fails at this line; the sanitizer doesn't tell whether its operands are bad
    /// or its result ([`narrow_shift`]).
    FailsShift(u32),
    /// It does what C does not define and nobody checks, or takes too long.
    Open(String),
}

impl Outcome {
    /// Whether what was seen natively is what the other says.
    pub fn agrees(&self, other: &Outcome) -> bool {
        match (self, other) {
            (Outcome::Open(_), _) | (_, Outcome::Open(_)) => true,
            (Outcome::FailsShift(line), Outcome::Fails(property, other)) => {
                line == other && matches!(property, Property::Shift | Property::NoOverflow)
            }
            (
                Outcome::Fails(Property::ValidMemcleanup, _),
                Outcome::Fails(Property::ValidMemcleanup, _),
            ) => true,
            // AddressSanitizer says nothing of memcpy from a place to the same one.
            (_, Outcome::Fails(Property::Overlap, _)) => true,
            _ => self == other,
        }
    }
}

/// What a native program is built for. Integers and floating-point numbers divided by zero have
/// one message: one of these is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Build<'a> {
    /// The sanitizers, as behind `-fsanitize=`.
    pub sanitizers: &'a str,
    /// 32-bit pointers and `long`.
    pub ilp32: bool,
    /// A leak is a violation.
    pub cleanup: bool,
    /// A call of `reach_error` is a violation.
    pub errors: bool,
}

/// A program that was built.
#[derive(Debug)]
pub struct Native {
    folder: PathBuf,
    executable: PathBuf,
    /// What the sanitizer calls a division by zero is one of floating-point numbers.
    divides_floats: bool,
}

const HARNESS: &str = include_str!("harness.c");
const COMPILER: &str = "clang-22";

impl Native {
    /// Builds `p.c` of the folder.
    ///
    /// # Errors
    /// The compiler's messages.
    pub fn build(folder: &Path, build: Build<'_>) -> Result<Native, String> {
        let write = std::fs::write(folder.join("harness.c"), HARNESS);
        write.map_err(|error| error.to_string())?;
        let executable = folder.join("p.exe");
        let mut command = Command::new(COMPILER);
        command
            .args(["-O0", "-gline-tables-only", "-w", "-std=gnu17", "-no-pie", "-shared-libasan"])
            .args(["-fno-omit-frame-pointer", "-fno-sanitize-recover=all"])
            .arg(format!("-fsanitize={}", build.sanitizers))
            // Floating-point numbers in registers of SSE: the x87's hold more than they should.
            .args(if build.ilp32 { &["-m32", "-msse2", "-mfpmath=sse"][..] } else { &["-m64"] })
            .arg(format!("-Wl,-rpath,{}", runtime_folder()?))
            .arg("-o")
            .arg(&executable)
            .arg(folder.join("harness.c"))
            .arg("-lm");
        if build.cleanup {
            command.arg("-DCLEANUP");
        }
        if build.errors {
            command.arg("-DERRORS");
        }
        // What is not checked wraps, as far as it is an overflow.
        if !build.sanitizers.contains("overflow") {
            command.arg("-fwrapv");
        }
        let output = command.output().map_err(|e| format!("{COMPILER} can't be run: {e}"))?;
        match output.status.success() {
            true => Ok(Native {
                folder: folder.to_owned(),
                executable,
                divides_floats: build.sanitizers.contains("float-divide-by-zero"),
            }),
            false => Err(format!("not compiled: {}", String::from_utf8_lossy(&output.stderr))),
        }
    }

    /// One run for each list of inputs.
    ///
    /// # Errors
    /// If a run ends in a way that is not understood.
    pub fn each(&self, inputs: &[Vec<u64>]) -> Result<Vec<Outcome>, String> {
        let lines: Vec<String> = inputs
            .iter()
            .map(|values| values.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        let file = self.folder.join("inputs");
        std::fs::write(&file, lines.join("\n") + "\n").map_err(|error| error.to_string())?;
        let text = self.run(&["each", &file.display().to_string()])?;
        let parts: Vec<&str> = text.split("run\n").skip(1).collect();
        if parts.len() != inputs.len() {
            return Err(format!("{} runs instead of {}: {text}", parts.len(), inputs.len()));
        }
        let mut outcomes: Vec<Outcome> =
            parts.iter().map(|part| self.outcome(part)).collect::<Result<_, _>>()?;
        self.find_lines(&parts, &mut outcomes)?;
        Ok(outcomes)
    }

    /// Runs with random inputs, in one process; the first that fails, and its inputs.
    ///
    /// # Errors
    /// If a run ends in a way that is not understood.
    pub fn many(&self, seed: u64, count: u64) -> Result<Option<(Outcome, Vec<u64>)>, String> {
        let text = self.run(&["many", &seed.to_string(), &count.to_string()])?;
        if text.trim_end().ends_with("end: all") {
            return Ok(None);
        }
        let inputs = text.lines().rev().find_map(|line| line.strip_prefix("inputs:"));
        let inputs: Vec<u64> = inputs
            .unwrap_or_default()
            .split_whitespace()
            .filter_map(|value| value.parse().ok())
            .collect();
        let mut outcomes = [self.outcome(&text)?];
        self.find_lines(&[&text], &mut outcomes)?;
        let [outcome] = outcomes;
        Ok(Some((outcome, inputs)))
    }

    fn run(&self, arguments: &[&str]) -> Result<String, String> {
        let file = self.folder.join("output");
        let both = std::fs::File::create(&file).map_err(|error| error.to_string())?;
        let errors = both.try_clone().map_err(|error| error.to_string())?;
        Command::new(&self.executable)
            .args(arguments)
            .env(
                "ASAN_OPTIONS",
                "detect_leaks=0:symbolize=0:redzone=64:detect_stack_use_after_return=1:\
                 allocator_may_return_null=1",
            )
            .stdin(Stdio::null())
            .stdout(both)
            .stderr(errors)
            .status()
            .map_err(|error| error.to_string())?;
        let bytes = std::fs::read(&file).map_err(|error| error.to_string())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn outcome(&self, text: &str) -> Result<Outcome, String> {
        Ok(match outcome(text)? {
            Outcome::Fails(Property::DivByZero, line) if self.divides_floats => {
                Outcome::Fails(Property::FloatDivByZero, line)
            }
            other => other,
        })
    }

    /// Finds the lines of p.c where AddressSanitizer's reports come from.
    fn find_lines(&self, reports: &[&str], outcomes: &mut [Outcome]) -> Result<(), String> {
        let mut wanted: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (index, outcome) in outcomes.iter().enumerate() {
            if matches!(outcome, Outcome::Fails(Property::ValidDeref | Property::ValidFree, _)) {
                wanted.insert(index, frames(reports[index]));
            }
        }
        let all: Vec<String> = wanted.values().flatten().cloned().collect();
        if all.is_empty() {
            return Ok(());
        }
        let output = Command::new("llvm-symbolizer-22")
            .arg("--output-style=GNU")
            .arg("--functions=none")
            .arg(format!("--obj={}", self.executable.display()))
            .args(&all)
            .output()
            .map_err(|error| format!("llvm-symbolizer-22 can't be run: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut places = text.lines();
        for (index, frames) in wanted {
            let here: Vec<&str> = places.by_ref().take(frames.len()).collect();
            let line = here.iter().find_map(|place| {
                let (file, line) = place.rsplit_once(':')?;
                file.ends_with("/p.c").then(|| line.split(' ').next()?.parse().ok())?
            });
            match (line, &mut outcomes[index]) {
                (Some(line), Outcome::Fails(_, place)) => *place = line,
                _ => return Err(format!("no line of p.c in {here:?}: {}", reports[index])),
            }
        }
        Ok(())
    }
}

/// Where the sanitizers' shared libraries are.
fn runtime_folder() -> Result<String, String> {
    let output = Command::new(COMPILER)
        .arg("-print-file-name=libclang_rt.asan-x86_64.so")
        .output()
        .map_err(|e| format!("{COMPILER} can't be run: {e}"))?;
    let path = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let folder = Path::new(&path).parent().map(|folder| folder.display().to_string());
    folder.filter(|folder| !folder.is_empty()).ok_or_else(|| "no runtime of the sanitizers".into())
}

/// The addresses in the executable of the first stack trace. A return address is that of
/// the instruction behind the call.
fn frames(report: &str) -> Vec<String> {
    let mut addresses = vec![];
    for line in report.lines().skip_while(|line| !line.trim_start().starts_with("#0")) {
        if !line.trim_start().starts_with('#') {
            break;
        }
        if !line.contains("/p.exe+0x") {
            continue;
        }
        let Some(address) = line.split_whitespace().nth(1) else { continue };
        let Ok(address) = u64::from_str_radix(address.trim_start_matches("0x"), 16) else {
            continue;
        };
        let first = line.trim_start().starts_with("#0");
        addresses.push(format!("{:#x}", address - u64::from(!first)));
    }
    addresses
}

/// How the run ended whose output this is; without the line of an invalid access.
fn outcome(text: &str) -> Result<Outcome, String> {
    for line in text.lines() {
        if let Some(end) = line.strip_prefix("end: ") {
            return match end.split_once(' ').unwrap_or((end, "")) {
                ("returns", _) => Ok(Outcome::Returns),
                ("leaks", _) => Ok(Outcome::Fails(Property::ValidMemcleanup, 0)),
                ("reached", line) => {
                    let line = line.parse().map_err(|_| text.to_owned())?;
                    Ok(Outcome::Fails(Property::UnreachCall, line))
                }
                _ => Ok(Outcome::Open(end.to_owned())),
            };
        }
        if let Some((place, what)) = line.split_once(": runtime error: ") {
            return arithmetic(place, what).ok_or_else(|| format!("not understood: {text}"));
        }
        if let Some((_, what)) = line.split_once("ERROR: AddressSanitizer: ") {
            return Ok(match what {
                _ if what.contains("param-overlap") => Outcome::Open("overlap".to_owned()),
                _ if what.starts_with("attempting") => Outcome::Fails(Property::ValidFree, 0),
                _ if what.starts_with("FPE") => Outcome::Open("division by zero".to_owned()),
                _ => Outcome::Fails(Property::ValidDeref, 0),
            });
        }
    }
    Err(format!("a native run ends unclearly: {text}"))
}

/// What UndefinedBehaviorSanitizer says.
fn arithmetic(place: &str, what: &str) -> Option<Outcome> {
    let line = place.rsplit(':').nth(1).and_then(|line| line.parse().ok())?;
    let property = if what.contains("outside the range of representable values") {
        Property::FloatCastOverflow
    } else if what.contains("division by zero") {
        Property::DivByZero
    } else if narrow_shift(what) {
        return Some(Outcome::FailsShift(line));
    } else if what.contains("shift exponent") || what.contains("left shift of negative") {
        Property::Shift
    } else if ["overflow", "negation", "cannot be represented"].iter().any(|w| what.contains(w)) {
        Property::NoOverflow
    } else {
        return None;
    };
    Some(Outcome::Fails(property, line))
}

/// Whether a message of the sanitizer is about `x <<= n` with a narrow `x` where `n` fits
/// the promoted type: a negative `x` or the result fails, but the message takes the type
/// of `x` for that of the shift and speaks of the exponent.
fn narrow_shift(what: &str) -> bool {
    let number = |prefix: &str| -> Option<u32> {
        let rest = what.split_once(prefix)?.1;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    match (number("shift exponent "), number("too large for ")) {
        (Some(exponent), Some(width)) => width < 32 && exponent < 32,
        _ => false,
    }
}
