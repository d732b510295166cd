//! What AddressSanitizer says of a violation of `valid-deref`.
//!
//! The program is built with it and run with the choices of the trace, like any native run
//! ([`Executable::replay`]). The violation is confirmed if AddressSanitizer complains after all
//! of these choices, at the place in the source where the check stands, of the same kind of
//! error, and of the same place in the same object as the run with objects found
//! ([`Cause`]). All else shows nothing: it does not see every invalid
//! access (one that lies in another object, in an earlier part of a structure, in padding), and
//! where it complains before it may be right as well.

use std::fmt;
use std::path::Path;

use serde::Deserialize;

use super::tools::tool;
use crate::certify::cause::{Cause, Touched};
use crate::program::{EARLIER, LocId, Program};
use crate::support::Budget;

/// The symbolizer that tells where in the source a return address lies.
const SYMBOLIZER: &str = "llvm-symbolizer-22";

/// What AddressSanitizer said of an access, as `sanitizer.c` prints it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Complaint {
    /// The kind of error, as `heap-buffer-overflow`.
    pub kind: String,
    /// Where the access begins.
    pub address: u64,
    /// The first byte of it that is invalid, as far as that is known.
    pub bad: u64,
    /// The objects that this address may belong to: between two that are both.
    pub objects: Vec<Object>,
    /// The return addresses of the calls that led there, the innermost first.
    pub frames: Vec<u64>,
}

/// An object of the native run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Object {
    /// The name of the variable that it is.
    pub name: Option<String>,
    /// Where it begins.
    pub start: u64,
    /// Its size in bytes.
    pub size: u64,
}

impl Complaint {
    /// Takes in a line of the runtime's, cut into words; `None` if it is none of a complaint.
    pub(super) fn take(&mut self, words: &[&str]) -> Option<()> {
        let number = |word: &str| word.parse::<u64>().ok();
        match *words {
            ["frame", at] => self.frames.push(number(at)?),
            ["object", name, start, size] => {
                let name = Some(name.to_owned()).filter(|name| name != "-");
                self.objects.push(Object { name, start: number(start)?, size: number(size)? });
            }
            ["complaint", kind, at, bad] => {
                (self.kind, self.address, self.bad) = (kind.to_owned(), number(at)?, number(bad)?);
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether it is about the access that the run with objects found invalid.
    ///
    /// # Errors
    /// What differs.
    pub(super) fn agrees(&self, cause: &Cause) -> Result<(), String> {
        let wanted = cause.touched.as_ref().map_or(CRASH, kinds);
        if !wanted.contains(&self.kind.as_str()) {
            return Err(match &self.kind[..] {
                FAULT => "that says of no object that it was left".to_owned(),
                _ => "that is another kind of error".to_owned(),
            });
        }
        let Some(touched) = &cause.touched else {
            return match (cause.address, self.objects.first()) {
                (Some(address), None) if address == self.address => Ok(()),
                _ => Err(format!("at the address {:#x}", self.address)),
            };
        };
        let is_it = |object: &Object| {
            // Functions of the library are looked at as a whole: what they access begins before.
            let offsets =
                [self.address, self.bad].map(|at| at.wrapping_sub(object.start).cast_signed());
            // The runtime lets a block without bytes have one, which it poisons.
            let is_size = |size| size == touched.size || touched.size == 0 && size == 1;
            let named = match (&touched.variable, &object.name) {
                (Some(name), Some(said)) => is_name(said, name),
                _ => true,
            };
            named && is_size(object.size) && offsets.contains(&touched.offset)
        };
        if self.objects.iter().any(is_it) {
            return Ok(());
        }
        let told = self.objects.iter().map(|Object { name, start, size }| {
            let name = name.as_deref().unwrap_or("an object");
            let offset = self.address.wrapping_sub(*start).cast_signed();
            format!("{offset} bytes into {name} of {size} bytes")
        });
        let mut told: Vec<String> = told.collect();
        told.dedup();
        Err(if told.is_empty() { "it names no object".to_owned() } else { told.join(" or ") })
    }
}

/// Whether AddressSanitizer, which prints no spaces, means the variable of this name.
fn is_name(said: &str, name: &str) -> bool {
    let is_literal = name.starts_with('"') || name.starts_with("compound literal");
    let variable = name.strip_suffix(EARLIER).unwrap_or(name);
    is_literal || said == variable.replace(' ', "_")
}

/// The kind of error that the processor reports: there is no such memory, or not for this.
pub(super) const FAULT: &str = "SEGV";

/// What an access to a block without bytes is called.
const POISONED: &str = "use-after-poison";

/// What an access to such memory is called.
const CRASH: &[&str] = &[FAULT, "unknown-crash"];

/// What AddressSanitizer calls an access of this kind.
fn kinds(touched: &Touched) -> &'static [&'static str] {
    match touched.ended {
        true => &["heap-use-after-free", "stack-use-after-scope", "stack-use-after-return"],
        false if touched.inside => CRASH,
        false if touched.size == 0 => &[POISONED, "heap-buffer-overflow"],
        false => &[
            "heap-buffer-overflow",
            "stack-buffer-overflow",
            "stack-buffer-underflow",
            "dynamic-stack-buffer-overflow",
            "global-buffer-overflow",
        ],
    }
}

/// Why AddressSanitizer does not see an access that is invalid, if that is known; to follow that it
/// does not.
pub(super) fn unseen(cause: &Cause) -> &'static str {
    let variable = cause.touched.as_ref().and_then(|touched| touched.variable.as_deref());
    match variable {
        Some(name) if name.ends_with(EARLIER) => {
            ": the variable's storage is in use again, which does not make its earlier lifetime \
             last (C17 6.2.4)"
        }
        _ => ": at this address may lie another object",
    }
}

/// A place in a source file.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Line {
    file_name: String,
    line: u32,
    column: u32,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file_name, self.line, self.column)
    }
}

/// Whether the access stands where the check does: the innermost call that has a line, as models of
/// library functions, inside of which checks stand where these are called, and the runtime have
/// none.
///
/// # Errors
/// If the places are others, or can't be told.
pub(super) fn stands_at(
    folder: &Path,
    frames: &[u64],
    program: &Program,
    loc: LocId,
    budget: &Budget,
) -> Result<(), String> {
    let it = line(folder, frames, budget)?;
    let at = program.sources.loc(loc);
    let file = &program.sources.files[at.file].path;
    let name = |path: &str| Path::new(path).file_name().map(std::ffi::OsStr::to_owned);
    if name(&it.file_name) != name(file) || (it.line, it.column) != (at.line, at.column) {
        return Err(format!("it stands at {it}"));
    }
    Ok(())
}

/// Where the access stands, for people.
///
/// # Errors
/// If that can't be told.
pub(super) fn place(folder: &Path, frames: &[u64], budget: &Budget) -> Result<String, String> {
    line(folder, frames, budget).map(|line| line.to_string())
}

fn line(folder: &Path, frames: &[u64], budget: &Budget) -> Result<Line, String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "PascalCase")]
    struct Symbols {
        #[serde(default)]
        symbol: Vec<Line>,
    }
    let mut arguments = vec!["--obj=program".to_owned(), "--output-style=JSON".to_owned()];
    // A return address is that behind the call.
    arguments.extend(frames.iter().map(|frame| format!("{:#x}", frame.saturating_sub(1))));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let said = tool(folder, SYMBOLIZER, &arguments, budget)?;
    let symbols: Vec<Symbols> =
        serde_json::from_str(&said).map_err(|error| format!("{SYMBOLIZER}: {error}"))?;
    let mut lines = symbols.into_iter().flat_map(|symbols| symbols.symbol);
    let known = lines.find(|it| !it.file_name.is_empty() && it.line > 0);
    known.ok_or_else(|| "its place is not known".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(lines: &str) -> Complaint {
        let mut complaint = Complaint::default();
        for line in lines.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            complaint.take(&words).expect("a line of a complaint");
        }
        complaint
    }

    fn touched(touched: Touched) -> Cause {
        Cause { text: String::new(), address: None, touched: Some(touched) }
    }

    /// Kind, object, size and offset are compared.
    #[test]
    fn what_differs_does_not_agree() {
        let table = Touched {
            variable: Some("my table".to_owned()),
            ended: false,
            inside: false,
            offset: 32,
            size: 32,
        };
        let between = complaint(
            "object my_table 4096 32\nobject next 4160 32\ncomplaint global-buffer-overflow 4128 4128",
        );
        assert_eq!(between.agrees(&touched(table.clone())), Ok(()));
        let next = Touched { variable: Some("next".to_owned()), offset: -32, ..table.clone() };
        assert_eq!(between.agrees(&touched(next)), Ok(()), "an overflow and an underflow");
        let others = [
            Touched { ended: true, ..table.clone() },
            Touched { inside: true, ..table.clone() },
            Touched { offset: 36, ..table.clone() },
            Touched { size: 28, ..table.clone() },
            Touched { variable: Some("other".to_owned()), ..table.clone() },
        ];
        for other in others {
            assert!(between.agrees(&touched(other.clone())).is_err(), "{other:?}");
        }
        let earlier = Some(format!("x{EARLIER}"));
        let ended = Touched { variable: earlier, ended: true, offset: 0, ..table.clone() };
        let used = complaint("object x 4096 32\ncomplaint stack-use-after-return 4096 4096");
        assert_eq!(used.agrees(&touched(ended)), Ok(()));
        // What a function of the library looks at as a whole.
        let string = Touched { variable: None, ended: false, inside: false, offset: 3, size: 3 };
        let whole = complaint("object s 4096 3\ncomplaint stack-buffer-overflow 4096 4099");
        assert_eq!(whole.agrees(&touched(string.clone())), Ok(()));
        assert!(whole.agrees(&touched(Touched { offset: 4, ..string })).is_err());
        let null = Cause { text: String::new(), address: Some(8), touched: None };
        assert_eq!(complaint("complaint SEGV 8 8").agrees(&null), Ok(()));
        for other in ["complaint SEGV 0 0", "complaint heap-buffer-overflow 8 8"] {
            assert!(complaint(other).agrees(&null).is_err(), "{other}");
        }
        assert!(complaint("object a 8 4\ncomplaint SEGV 8 8").agrees(&null).is_err());
    }

    #[test]
    fn what_is_no_complaint_is_not_read() {
        let broken = [
            "",
            "frame",
            "frame x",
            "object a 1",
            "object a 1 -1",
            "complaint SEGV",
            "complaint SEGV 8",
            "complaint SEGV 99999999999999999999 1",
            "ended",
        ];
        for line in broken {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(Complaint::default().take(&words), None, "{line}");
        }
    }
}
