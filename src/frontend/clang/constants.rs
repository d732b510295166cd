//! Constants that clang computes without a check.
//!
//! Two kinds are meant. The initial values of an automatic array or structure, and the elements of a longer list, that
//! are all constant become a constant of the module: clang computes them as the machine would,
//! and no sanitizer sees that an operation among them is undefined (C17 6.5p5). So does a left shift
//! whose result is too large, where a condition is constant (`if (1 << 31)`). It warns of most.
//! Warnings are off where programs are compiled, so a file that has such constants is read once
//! more with these warnings on. Each warning is noted at the functions whose lines it lies in;
//! which of them has a check of its own is found later, by
//! [`crate::frontend::passes::checks::constants`].

use std::path::Path;

use inkwell::attributes::AttributeLoc;
use inkwell::context::Context;
use inkwell::module::{Linkage, Module};
use inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};

use super::module::{WARNED, is_private_constant};
use crate::frontend::sites::RawLoc;
use crate::frontend::{FrontendError, Options, llvm};
use crate::program::Property;

/// What reads a file once more: these options on, and what clang says, whether it accepts or not.
const OPTIONS: [&str; 10] = [
    "-fsyntax-only",
    "-fno-color-diagnostics",
    "-fno-caret-diagnostics",
    "-fdiagnostics-format=clang",
    "-fno-diagnostics-show-note-include-stack",
    "-fdiagnostics-show-option",
    "-ferror-limit=0",
    "-Wno-everything",
    "-Wno-error",
    // Functions of headers are the program's, too.
    "-Wsystem-headers",
];

/// The warnings, each with the property that is violated where its operation is executed.
const WARNINGS: [(&str, Property); 9] = [
    ("integer-overflow", Property::NoOverflow),
    ("shift-overflow", Property::NoOverflow),
    ("shift-sign-overflow", Property::NoOverflow),
    ("shift-count-overflow", Property::Shift),
    ("shift-count-negative", Property::Shift),
    ("shift-negative-value", Property::Shift),
    ("literal-conversion", Property::FloatCastOverflow),
    ("constant-conversion", Property::Conversion),
    ("bitfield-constant-conversion", Property::Conversion),
];

/// Those of left shifts whose result is too large.
const SHIFTS: [&str; 2] = ["shift-overflow", "shift-sign-overflow"];

/// A warning of clang.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The property that the operation violates.
    pub property: Property,
    /// The operation, or the macro that it comes from.
    pub loc: RawLoc,
    /// What clang says.
    pub text: String,
    /// Whether the operation is a left shift whose result is too large.
    is_shift: bool,
}

impl Warning {
    /// The warning in a line of clang: `FILE:LINE:COLUMN: warning: TEXT [-WNAME]`; none in other
    /// lines.
    fn of(line: &str) -> Option<Warning> {
        let (place, rest) =
            line.split_once(": warning: ").or_else(|| line.split_once(": error: "))?;
        let (text, option) = rest.strip_suffix(']')?.rsplit_once(" [")?;
        let name = option.split(',').find_map(|it| {
            it.strip_prefix("-W").filter(|name| WARNINGS.iter().any(|(known, _)| known == name))
        })?;
        let &(_, property) = WARNINGS.iter().find(|(known, _)| *known == name)?;
        // Of a number that only loses its fraction clang says that the value changes.
        if property == Property::FloatCastOverflow && !text.contains("out of range") {
            return None;
        }
        let (place, column) = place.rsplit_once(':')?;
        let (file, line) = place.rsplit_once(':')?;
        let (line, column) = (line.parse().ok()?, column.parse().ok()?);
        let loc = RawLoc { file: file.to_owned(), line, column };
        let is_shift = SHIFTS.contains(&name);
        Some(Warning { property, loc, text: text.to_owned(), is_shift })
    }

    /// The line that [`Warning::of`] reads.
    fn line(&self) -> String {
        let name = WARNINGS.iter().find(|(name, property)| {
            *property == self.property && SHIFTS.contains(name) == self.is_shift
        });
        let name = name.map_or("", |(name, _)| name);
        let RawLoc { file, line, column } = &self.loc;
        format!("{file}:{line}:{column}: warning: {} [-W{name}]", self.text)
    }
}

/// Clang's warnings, each with the places that its file is included from, outermost first. Clang
/// names these only where they are others than those of the message before.
fn read(messages: &str) -> Vec<(Warning, Vec<RawLoc>)> {
    let mut all = vec![];
    let (mut from, mut file, mut is_new) = (vec![], String::new(), true);
    for line in messages.lines() {
        if let Some(place) = line.strip_prefix("In file included from ") {
            if !is_new {
                from.clear();
            }
            is_new = true;
            from.extend(included_at(place));
            continue;
        }
        let Some(warning) = Warning::of(line) else { continue };
        if !is_new && warning.loc.file != file {
            from.clear();
        }
        is_new = false;
        file.clone_from(&warning.loc.file);
        all.push((warning, from.clone()));
    }
    all
}

/// `FILE:LINE:`, where another file is included.
fn included_at(place: &str) -> Option<RawLoc> {
    let (file, line) = place.trim_end_matches(':').rsplit_once(':')?;
    Some(RawLoc { file: file.to_owned(), line: line.parse().ok()?, column: 0 })
}

/// The arguments with which a file is read once more, of those with which it is compiled.
pub(super) fn arguments(mut arguments: Vec<String>) -> Vec<String> {
    arguments.retain(|argument| argument != "-w" && argument != "--no-warnings");
    arguments.extend(OPTIONS.map(str::to_owned));
    arguments.extend(WARNINGS.map(|(name, _)| format!("-W{name}")));
    arguments
}

/// Whether a file, compiled with these options, may have left shifts of constants: it has one, or
/// a header may.
pub fn may_shift(options: &Options, arguments: &[String], file: &Path) -> bool {
    let is_of_shifts = |text: &str| text.contains("<<");
    let all = || arguments.iter().chain(&options.clang_args);
    // What can't be read is read by clang.
    let Ok(text) = std::fs::read(file) else { return true };
    let text = String::from_utf8_lossy(&text);
    [Property::NoOverflow, Property::Shift].iter().any(|it| options.properties.contains(it))
        && (is_of_shifts(&text)
            || options.defines.iter().chain(all()).any(|it| is_of_shifts(it))
            || !options.include_dirs.is_empty()
            || all().any(|it| OF_HEADERS.iter().any(|start| it.starts_with(start)))
            || FOLDERS.iter().any(|name| std::env::var_os(name).is_some())
            || text.lines().any(includes_other))
}

/// Whether a line includes a header that is none of a C library.
fn includes_other(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('#') else { return false };
    let Some(name) = rest.trim_start().strip_prefix("include") else { return false };
    let name = name.trim_start().strip_prefix('<').and_then(|it| it.split_once('>'));
    !name.is_some_and(|(name, _)| HEADERS.contains(&name))
}

/// How options start that say which headers are read: one may have the name of a C library's.
const OF_HEADERS: [&str; 7] = ["-I", "-i", "-nostd", "--sysroot", "--include", "--imacros", "-B"];

/// Variables of the environment that name folders with headers for clang.
const FOLDERS: [&str; 2] = ["CPATH", "C_INCLUDE_PATH"];

/// Headers of C libraries that programs include most.
const HEADERS: [&str; 32] = [
    "assert.h",
    "complex.h",
    "ctype.h",
    "errno.h",
    "fcntl.h",
    "fenv.h",
    "float.h",
    "inttypes.h",
    "iso646.h",
    "limits.h",
    "locale.h",
    "math.h",
    "pthread.h",
    "setjmp.h",
    "signal.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "strings.h",
    "sys/types.h",
    "tgmath.h",
    "threads.h",
    "time.h",
    "unistd.h",
    "wchar.h",
];

/// Notes at the functions of a module what clang warns of in them. `messages` are clang's, of the
/// file that it was compiled from, with [`arguments`]; `shifts`: the file [`may_shift`].
///
/// # Errors
/// Those of `messages`.
pub fn note(
    context: &Context,
    module: &Module<'_>,
    shifts: bool,
    messages: impl FnOnce() -> Result<String, FrontendError>,
) -> Result<(), FrontendError> {
    let functions = llvm::defined(module);
    if !shifts && !functions.iter().any(|&function| has_lists(context, function)) {
        return Ok(());
    }
    let warnings = read(&messages()?);
    if warnings.is_empty() {
        return Ok(());
    }
    for &function in &functions {
        let Some(lines) = Lines::of(function, &functions) else { continue };
        let has_lists = has_lists(context, function);
        let of_it = warnings.iter().filter(|(warning, from)| {
            (has_lists || warning.is_shift)
                && from.iter().chain([&warning.loc]).any(|place| lines.contain(place))
        });
        let texts: Vec<String> = of_it.map(|(warning, _)| warning.line()).collect();
        if !texts.is_empty() {
            let attribute = context.create_string_attribute(WARNED, &texts.join("\n"));
            function.add_attribute(AttributeLoc::Function, attribute);
        }
    }
    Ok(())
}

/// What [`note`] noted at a function.
pub fn noted(function: FunctionValue<'_>) -> Vec<Warning> {
    let attribute = function.get_string_attribute(AttributeLoc::Function, WARNED);
    let text = attribute.map(|it| it.get_string_value().to_string_lossy().into_owned());
    text.unwrap_or_default().lines().filter_map(Warning::of).collect()
}

/// Whether a function copies constants that clang made of lists of initial values, or sets memory,
/// as it does for long lists and for those whose bytes are all the same. Bodies that are kept
/// otherwise (they are inline only) may have lists in other forms.
fn has_lists(context: &Context, function: FunctionValue<'_>) -> bool {
    let is_inline =
        matches!(function.get_linkage(), Linkage::WeakAny | Linkage::AvailableExternally);
    is_inline
        || llvm::instructions(function).into_iter().any(|inst| {
            let Some(call) = llvm::call(inst) else { return false };
            let Some(name) = llvm::callee(call).map(llvm::name) else { return false };
            if name.starts_with("llvm.memcpy.") {
                let from = llvm::operand(inst, 1).and_then(llvm::global_of);
                return from.is_some_and(is_private_constant);
            }
            name.starts_with("llvm.memset.") && !llvm::is_auto_init(context, inst)
        })
}

/// The lines of a function.
struct Lines {
    /// The file's name, without folders: debug information may tell these apart.
    file: String,
    first: u32,
    last: u32,
}

impl Lines {
    /// Those of one of the `functions` of a module.
    fn of(function: FunctionValue<'_>, functions: &[FunctionValue<'_>]) -> Option<Lines> {
        let head = |function| {
            let file = llvm::function_file(function)?;
            Some((base(&file).to_owned(), llvm::function_line(function)?))
        };
        let (file, first) = head(function)?;
        let instructions = llvm::instructions(function);
        // A return has the place of the closing brace; a function without one may go on behind its
        // last instruction.
        let is_return =
            |inst: &InstructionValue<'_>| inst.get_opcode() == InstructionOpcode::Return;
        let last = if instructions.iter().any(is_return) {
            let places = instructions.into_iter().filter_map(llvm::location);
            let own = places.filter(|place| base(&place.file) == file);
            own.map(|place| place.line).max()
        } else {
            let heads = functions.iter().filter_map(|&other| head(other));
            let next = heads.filter(|it| it.0 == file && it.1 > first).map(|it| it.1 - 1).min();
            next.or(Some(u32::MAX))
        };
        Some(Lines { file, first, last: last.unwrap_or(first) })
    }

    fn contain(&self, loc: &RawLoc) -> bool {
        base(&loc.file) == self.file && (self.first..=self.last).contains(&loc.line)
    }
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_clang_are_read_and_written() {
        let text = "overflow in expression; result is -2 with type 'int'";
        let line = format!("src/a b.c:24:47: warning: {text} [-Winteger-overflow]");
        let warning = Warning::of(&line).expect("a warning");
        assert_eq!(warning.property, Property::NoOverflow);
        assert_eq!(warning.loc, RawLoc { file: "src/a b.c".to_owned(), line: 24, column: 47 });
        assert_eq!(warning.text, text);
        assert_eq!(warning.line(), line);
        // The user's options may make errors of them.
        let error = "a.c:1:2: error: shift count is negative [-Werror,-Wshift-count-negative]";
        assert_eq!(Warning::of(error).map(|it| it.property), Some(Property::Shift));
        for other in [
            "a.c:3:25: note: expanded from macro 'BIG'",
            "a.c:3:25: warning: unused variable 'x' [-Wunused-variable]",
            "2 warnings generated.",
            "a.c:1:1: warning: implicit conversion from 'double' to 'int' changes value from 1.5 to \
             1 [-Wliteral-conversion]",
        ] {
            assert_eq!(Warning::of(other), None, "{other}");
        }
    }

    #[test]
    fn files_without_shifts_are_not_read_again() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("a.c");
        let may = |text: &str, options: &Options, arguments: &[&str]| {
            std::fs::write(&file, text).expect("written");
            let arguments: Vec<String> = arguments.iter().map(|&it| it.to_owned()).collect();
            may_shift(options, &arguments, &file)
        };
        let plain = Options {
            properties: [Property::NoOverflow].into_iter().collect(),
            include_dirs: vec![],
            defines: vec![],
            clang_args: vec![],
            ..Options::default()
        };
        let standard = "#include <stdint.h>\n # include <string.h>\nint x;";
        assert!(!may(standard, &plain, &["-DA=1", "-std=c11"]));
        for text in ["int x = 1 << 3;", "#include \"own.h\"", "#include <own.h>", "#include MACRO"]
        {
            assert!(may(text, &plain, &[]), "{text}");
        }
        // A header of the program's may have such a name, too.
        for option in ["-Iinc", "-isystem", "-include", "-nostdinc", "-DTOP=(1<<31)"] {
            assert!(may(standard, &plain, &[option]), "{option}");
        }
        let include_dirs = vec!["inc".into()];
        assert!(may(standard, &Options { include_dirs, ..plain.clone() }, &[]));
        let properties = [Property::ValidDeref].into_iter().collect();
        assert!(!may("int x = 1 << 3;", &Options { properties, ..plain }, &[]));
    }

    #[test]
    fn files_are_told_from_where_they_are_included() {
        let messages = "\
In file included from a.c:3:
In file included from ./b.h:2:
./t.def:1:15: warning: one [-Winteger-overflow]
./t.def:2:15: warning: two [-Winteger-overflow]
a.c:9:1: warning: three [-Winteger-overflow]
In file included from a.c:12:
./t.def:1:15: warning: four [-Winteger-overflow]
";
        let found: Vec<(String, Vec<(String, u32)>)> = read(messages)
            .into_iter()
            .map(|(warning, from)| {
                (warning.text, from.into_iter().map(|at| (at.file, at.line)).collect())
            })
            .collect();
        let twice = vec![("a.c".to_owned(), 3), ("./b.h".to_owned(), 2)];
        let expected = [
            ("one", twice.clone()),
            ("two", twice),
            ("three", vec![]),
            ("four", vec![("a.c".to_owned(), 12)]),
        ];
        assert_eq!(found, expected.map(|(text, from)| (text.to_owned(), from)));
    }
}
