//! Constants that clang computes without a check.
//!
//! The initial values of an automatic array or structure, and the elements of a longer list, that
//! are all constant become a constant of the module: clang computes them as the machine would,
//! and no sanitizer sees that an operation among them is undefined (C17 6.5p5). It warns of most.
//! Warnings are off where programs are compiled, so a file that has such constants is read once
//! more with these warnings on. Each warning is noted at the functions whose lines it lies in;
//! which of them has a check of its own is found later, by
//! [`crate::frontend::passes::checks::constants`].

use inkwell::attributes::AttributeLoc;
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue};

use super::module::{WARNED, is_private_constant};
use crate::frontend::sites::RawLoc;
use crate::frontend::{FrontendError, llvm};
use crate::program::Property;

/// What reads a file once more: these options on, and what clang says, whether it accepts or not.
const OPTIONS: [&str; 9] = [
    "-fsyntax-only",
    "-fno-color-diagnostics",
    "-fno-caret-diagnostics",
    "-fdiagnostics-format=clang",
    "-fno-diagnostics-show-note-include-stack",
    "-fdiagnostics-show-option",
    "-ferror-limit=0",
    "-Wno-everything",
    "-Wno-error",
];

/// The warnings, each with the property that is violated where its operation is executed.
const WARNINGS: [(&str, Property); 8] = [
    ("integer-overflow", Property::NoOverflow),
    ("shift-overflow", Property::NoOverflow),
    ("shift-sign-overflow", Property::NoOverflow),
    ("shift-count-overflow", Property::Shift),
    ("shift-count-negative", Property::Shift),
    ("shift-negative-value", Property::Shift),
    ("literal-conversion", Property::FloatCastOverflow),
    ("constant-conversion", Property::Conversion),
];

/// A warning of clang.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The property that the operation violates.
    pub property: Property,
    /// The operation, or the macro that it comes from.
    pub loc: RawLoc,
    /// What clang says.
    pub text: String,
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
        Some(Warning { property, loc, text: text.to_owned() })
    }

    /// The line that [`Warning::of`] reads.
    fn line(&self) -> String {
        let name = WARNINGS.iter().find(|(_, property)| *property == self.property);
        let name = name.map_or("", |(name, _)| name);
        let RawLoc { file, line, column } = &self.loc;
        format!("{file}:{line}:{column}: warning: {} [-W{name}]", self.text)
    }
}

/// The arguments with which a file is read once more, of those with which it is compiled.
pub(super) fn arguments(mut arguments: Vec<String>) -> Vec<String> {
    arguments.retain(|argument| argument != "-w");
    arguments.extend(OPTIONS.map(str::to_owned));
    arguments.extend(WARNINGS.map(|(name, _)| format!("-W{name}")));
    arguments
}

/// Notes at the functions of a module what clang warns of in them. `messages` are clang's, of the
/// file that it was compiled from, with [`arguments`].
///
/// # Errors
/// Those of `messages`.
pub fn note(
    context: &Context,
    module: &Module<'_>,
    messages: impl FnOnce() -> Result<String, FrontendError>,
) -> Result<(), FrontendError> {
    let functions = llvm::defined(module);
    if !functions.iter().any(|&function| has_lists(function)) {
        return Ok(());
    }
    let messages = messages()?;
    let warnings: Vec<Warning> = messages.lines().filter_map(Warning::of).collect();
    if warnings.is_empty() {
        return Ok(());
    }
    for function in functions {
        let Some(lines) = Lines::of(function) else { continue };
        let of_it = warnings.iter().filter(|warning| lines.contain(&warning.loc));
        let texts: Vec<String> = of_it.map(Warning::line).collect();
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

/// Whether a function copies constants that clang made of lists of initial values, or sets memory
/// to zero and then some of it to constants, as it does for long lists.
fn has_lists(function: FunctionValue<'_>) -> bool {
    llvm::instructions(function).into_iter().any(|inst| {
        let Some(call) = llvm::call(inst) else { return false };
        let Some(name) = llvm::callee(call).map(llvm::name) else { return false };
        if name.starts_with("llvm.memcpy.") {
            let from = llvm::operand(inst, 1).and_then(llvm::global_of);
            return from.is_some_and(is_private_constant);
        }
        name.starts_with("llvm.memset.") && stores_constant_next(inst)
    })
}

/// Whether what follows an instruction, addresses aside, is a store of a constant.
fn stores_constant_next(inst: InstructionValue<'_>) -> bool {
    let rest = std::iter::successors(inst.get_next_instruction(), |it| it.get_next_instruction());
    let mut rest = rest.skip_while(|it| it.get_opcode() == InstructionOpcode::GetElementPtr);
    let store = rest.next().filter(|it| it.get_opcode() == InstructionOpcode::Store);
    let stored = store.and_then(|it| llvm::operand(it, 0));
    stored.is_some_and(|value| match value {
        BasicValueEnum::IntValue(value) => value.is_const(),
        BasicValueEnum::FloatValue(value) => value.is_const(),
        _ => true,
    })
}

/// The lines of a function, in the file of its head.
struct Lines {
    file: String,
    first: u32,
    last: u32,
}

impl Lines {
    fn of(function: FunctionValue<'_>) -> Option<Lines> {
        let first = llvm::function_line(function)?;
        let places = llvm::instructions(function).into_iter().filter_map(llvm::location);
        let last = places.max_by_key(|place| place.line)?;
        Some(Lines { file: base(&last.file).to_owned(), first, last: last.line })
    }

    /// Whether a place lies in it; folders don't count, which debug information may tell apart.
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
}
