//! A counterexample as a C file: with the user's own files it makes a program that goes
//! wrong before their eyes.
//!
//! It defines the input functions, each returning the trace's values one after the other, variables
//! that are only declared and, where execution does not begin with `main`, a `main` that calls the
//! other function. Built with the user's files, compiled plainly, nothing of ours is in between.
//! Choices that no function call makes (uninitialised locals, say) can't be given this way; the
//! file's head names them.
//!
//! Deliberately absent: building or running it; that is the user's machine.

mod variables;

use std::fmt::Write;

use rustc_hash::FxHashSet;

use crate::bv::{Value, float};
use crate::program::{
    Assumption, AssumptionKind, GoalKind, InputKind, Instr, Operand, Outside, Passed, Program,
    Property, Reading, ValueId,
};
use crate::system::Trace;

/// The values that one input function returns.
struct Function<'a> {
    name: &'a str,
    reading: Reading,
    width: u32,
    values: Vec<&'a Value>,
}

/// What SV-COMP takes for granted, for files that declare it only.
const CONVENTIONS: &str = r#"
__attribute__((weak)) void reach_error(void) {
    fputs("reach_error is called\n", stderr);
    abort();
}
__attribute__((weak)) void __VERIFIER_error(void) {
    fputs("__VERIFIER_error is called\n", stderr);
    abort();
}
__attribute__((weak)) void __VERIFIER_assert(int holds) {
    if (holds) return;
    fputs("__VERIFIER_assert fails\n", stderr);
    abort();
}
__attribute__((weak)) void __VERIFIER_assume(int holds) {
    if (!holds) exit(0);
}
"#;

/// Other tools' names for the same, and what does nothing in a program with one thread.
const ASSUMPTIONS: [&str; 5] =
    ["__CPROVER_assume", "__ESBMC_assume", "__SMACK_assume", "__blast_assume", "klee_assume"];
const NOTHING: [&str; 4] = [
    "__VERIFIER_atomic_begin",
    "__VERIFIER_atomic_end",
    "__CPROVER_atomic_begin",
    "__CPROVER_atomic_end",
];

/// Variables of the C library itself.
const LIBRARY: [&str; 3] = ["stdin", "stdout", "stderr"];

/// The C file that gives the program the inputs of a trace.
///
/// A function whose return type the trace can't tell (it knows widths and signedness) is
/// given the integer type of its width, which is returned in the same way.
pub fn reproducer(program: &Program, trace: &Trace, outside: &Outside) -> String {
    let Given { functions, externals, others } = Given::new(program, trace);
    let mut text = String::from(
        "/* The inputs of a counterexample. Build it with the program's own files:\n *\n",
    );
    let _ = writeln!(
        text,
        " *   clang -g{} -fsanitize=address,undefined{} -fno-sanitize-recover=all FILES THIS && ./a.out",
        rounding(program),
        program.goals.get(trace.goal).map_or("", |goal| further_sanitizer(&goal.kind))
    );
    if !others.is_empty() {
        text.push_str(" *\n * Chosen too, but not by a call:\n");
        for other in others {
            // A name comes from the C source, but a description need not be a name.
            let _ = writeln!(text, " *   {}", other.replace("*/", "* /"));
        }
    }
    for (name, _) in outside.undefined.iter().filter(|it| !it.1) {
        let _ = writeln!(text, " *\n * Not given here: what {name} returns or changes.");
    }
    text.push_str(" */\n#include <stdio.h>\n#include <stdlib.h>\n");
    text.push_str(CONVENTIONS);
    for name in ASSUMPTIONS {
        let _ = writeln!(
            text,
            "__attribute__((weak)) void {name}(int holds) {{ if (!holds) exit(0); }}"
        );
    }
    for name in NOTHING {
        let _ = writeln!(text, "__attribute__((weak)) void {name}(void) {{}}");
    }
    for function in &functions {
        write_function(&mut text, function);
    }
    // Others are not called on this path, so it does not matter what they return.
    let is_called = |name: &String| functions.iter().any(|function| function.name == *name);
    let undefined = outside.undefined.keys().filter(|name| !outside.functions.contains(name));
    for name in outside.functions.iter().chain(undefined).filter(|name| !is_called(name)) {
        let _ = writeln!(text, "\nlong long {name}(void) {{ return 0; }}");
    }
    let (variables, arguments) = externals.split_at(outside.variables.min(externals.len()));
    for parts in variables.chunk_by(|a, b| variables::name(a.0) == variables::name(b.0)) {
        let name = variables::name(parts[0].0);
        // The strings of the environment have names in words.
        if !LIBRARY.contains(&name) && !name.contains(' ') {
            variables::write(&mut text, name, parts);
        }
    }
    if outside.entry != "main" && !outside.entry.is_empty() {
        write_main(&mut text, outside, arguments);
    }
    text
}

/// What keeps clang from rounding itself, if the program changes the rounding mode where it does
/// not say so.
fn rounding(program: &Program) -> &'static str {
    let changes = |it: &Assumption| it.kind == AssumptionKind::RoundingMode;
    if program.assumptions.iter().any(changes) { " -frounding-math" } else { "" }
}

/// The sanitizer that sees a violation, behind those that `undefined` stands for.
fn further_sanitizer(goal: &GoalKind) -> &'static str {
    let GoalKind::Check(check) = goal else { return "" };
    match check.property {
        Property::FloatCastOverflow => ",float-cast-overflow",
        Property::FloatDivByZero => ",float-divide-by-zero",
        _ => "",
    }
}

/// The choices of a trace.
struct Given<'a> {
    functions: Vec<Function<'a>>,
    /// Parameters and initial values of variables that are only declared, by name.
    externals: Vec<(&'a str, &'a Value)>,
    /// Those that no function returns and something depends on, in words.
    others: Vec<String>,
}

impl<'a> Given<'a> {
    fn new(program: &'a Program, trace: &'a Trace) -> Self {
        let mut given = Self { functions: vec![], externals: vec![], others: vec![] };
        let mut turns: Vec<String> = vec![];
        let read = read(program);
        for step in &trace.steps {
            let inputs = program.blocks[step.block].instrs.iter().filter_map(|instr| match instr {
                Instr::Input { dest, kind, .. } => Some((dest, kind)),
                _ => None,
            });
            for ((dest, kind), value) in inputs.zip(&step.inputs) {
                let (what, name) = match kind {
                    InputKind::Call { function, reading } => {
                        given.returned(function, *reading, value);
                        continue;
                    }
                    InputKind::External(name) | InputKind::Pointer(name) => {
                        given.externals.push((name, value));
                        ("external", name)
                    }
                    InputKind::Uninitialised(name) => ("uninitialised", name),
                    InputKind::Volatile(name) => ("volatile", name),
                    InputKind::Undefined(name) => ("undefined", name),
                    InputKind::Memory(name) | InputKind::Left(name) => ("memory:", name),
                    InputKind::Unmodelled(name) => ("not modelled:", name),
                    // The library computes it there.
                    InputKind::Computed { .. } | InputKind::Cover | InputKind::Watch => continue,
                    InputKind::Schedule => {
                        turns.push(value.to_decimal(false));
                        continue;
                    }
                };
                if read.contains(dest) {
                    given.others.push(format!("{what} {name} = {value}"));
                }
            }
        }
        if !turns.is_empty() {
            let turns = turns.join(", ");
            let what = "the threads that go on, in an order that a machine need not take";
            given.others.push(format!("{what}: {turns}"));
        }
        given
    }

    /// A function returns a value.
    fn returned(&mut self, name: &'a str, reading: Reading, value: &'a Value) {
        match self.functions.iter_mut().find(|function| function.name == name) {
            Some(function) => function.values.push(value),
            None => {
                let (width, values) = (value.width(), vec![value]);
                self.functions.push(Function { name, reading, width, values });
            }
        }
    }
}

/// The bytes of a value in memory.
fn bytes(value: &Value) -> Vec<u8> {
    let mut bytes = value.to_big().to_bytes_le();
    bytes.resize(value.width().div_ceil(8) as usize, 0);
    bytes
}

/// An object with these bytes.
fn write_object(text: &mut String, declarator: &str, bytes: Vec<u8>) {
    let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
    let _ = write!(
        text,
        "\n__attribute__((aligned(16))) unsigned char {declarator} = {{{}}};\n",
        bytes.join(", ")
    );
}

/// A function that calls the one where execution begins as the trace does, if that can be said.
fn write_main(text: &mut String, outside: &Outside, given: &[(&str, &Value)]) {
    let (entry, mut given) = (&outside.entry, given.iter().map(|it| it.1));
    let (mut types, mut arguments) = (vec![], vec![]);
    for (number, parameter) in outside.parameters.iter().enumerate() {
        let mut inputs: Vec<&Value> = given.by_ref().take(parameter.inputs).collect();
        let Some(last) = inputs.pop().filter(|_| inputs.len() + 1 == parameter.inputs) else {
            return write_no_main(text, entry);
        };
        let (ty, argument) = match parameter.passed {
            Passed::Integer { signed } => (c_type(last.width(), signed), literal(last, signed)),
            Passed::Float if matches!(last.width(), 32 | 64) => {
                let ty = float_type(last.width());
                let (bits, value) = (c_type(last.width(), false), literal(last, false));
                let name = format!("argument{number}");
                let _ = write!(
                    text,
                    "\nstatic const union {{ {bits} bits; {ty} value; }} {name} = {{{value}}};\n"
                );
                (ty.to_owned(), format!("{name}.value"))
            }
            Passed::Object(size) => {
                let name = format!("argument{number}");
                let contents = inputs.into_iter().flat_map(bytes).collect();
                write_object(text, &format!("{name}[{size}]"), contents);
                let argument = if last.is_zero() { "0".to_owned() } else { name };
                ("void *".to_owned(), argument)
            }
            Passed::Float | Passed::Otherwise => return write_no_main(text, entry),
        };
        types.push(ty);
        arguments.push(argument);
    }
    let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    let _ = write!(
        text,
        "\nint {entry}({types});\nint main(void) {{\n    {entry}({});\n    return 0;\n}}\n",
        arguments.join(", ")
    );
}

/// So that it can be linked.
fn write_no_main(text: &mut String, entry: &str) {
    let _ = write!(
        text,
        "\nint main(void) {{\n    fputs(\"the arguments of {entry} are of a kind that is not \
         given here: call it with those listed above\\n\", stderr);\n    return 2;\n}}\n"
    );
}

/// The values that something depends on, be it only what is not needed itself.
fn read(program: &Program) -> FxHashSet<ValueId> {
    let operands = program.blocks.iter().flat_map(|block| {
        let phis = block.phis.iter().flat_map(|phi| phi.incoming.iter().map(|it| &it.1));
        let instrs = block.instrs.iter().filter(|instr| !matches!(instr, Instr::Bind { .. }));
        phis.chain(instrs.flat_map(Instr::operands)).chain(block.terminator.operand())
    });
    operands.filter_map(Operand::as_value).collect()
}

fn write_function(text: &mut String, function: &Function) {
    let Function { name, reading, width, ref values } = *function;
    let ty = c_type(width, reading == Reading::Signed);
    // Numbers by their bits, which also say which NaN it is.
    let (returned, ty, member) = match reading {
        Reading::Float => {
            let returned = float_type(width);
            (returned.to_owned(), format!("union {{ {ty} bits; {returned} value; }}"), ".value")
        }
        Reading::Signed | Reading::Unsigned => (ty.clone(), ty, ""),
    };
    let number = |value: &&Value| match reading {
        Reading::Float => match float::hexadecimal(value) {
            Some(number) => format!("{{{}}} /* {number} */", literal(value, false)),
            None => format!("{{{}}}", literal(value, false)),
        },
        reading => literal(value, reading == Reading::Signed),
    };
    let numbers: Vec<String> = values.iter().map(number).collect();
    // Writing to a String can't fail.
    let _ = write!(
        text,
        "\n{returned} {name}(void) {{\n    static const {ty} values[] = {{{}}};\n    \
         static unsigned next;\n    return next < {} ? values[next++]{member} : 0;\n}}\n",
        numbers.join(", "),
        numbers.len()
    );
}

/// The floating-point type of this width.
fn float_type(width: u32) -> &'static str {
    match width {
        16 => "_Float16",
        32 => "float",
        64 => "double",
        _ => "long double",
    }
}

/// The integer type of this width.
fn c_type(width: u32, signed: bool) -> String {
    let sign = if signed { "signed " } else { "unsigned " };
    match width {
        1 => "_Bool".to_owned(),
        8 => format!("{sign}char"),
        16 => format!("{sign}short"),
        32 => format!("{sign}int"),
        64 => format!("{sign}long long"),
        128 => format!("{sign}__int128"),
        _ => format!("{sign}_BitInt({width})"),
    }
}

/// A constant expression for the value.
fn literal(value: &Value, signed: bool) -> String {
    let decimal = value.to_decimal(signed);
    match value.width() {
        1..64 => decimal,
        // The smallest number has no literal: its absolute value is out of range.
        64 if signed && *value == Value::min_signed(64) => "-9223372036854775807LL - 1".to_owned(),
        64 => format!("{decimal}{}", if signed { "LL" } else { "ULL" }),
        128 => {
            let bits = value.to_u128().unwrap_or_default();
            let (high, low) = (bits >> 64, bits & u128::from(u64::MAX));
            format!("(__int128)((unsigned __int128){high}ULL << 64 | {low}ULL)")
        }
        _ => format!("{decimal}{}", if signed { "wb" } else { "uwb" }),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::{Command, Output};

    use super::*;
    use crate::bv::Op;
    use crate::program::samples::Builder;
    use crate::program::{BlockId, Check, Goal, GoalId};
    use crate::system::Step;

    const PROGRAM: &str = "
        int nondet_int(void);
        _Bool nondet_bool(void);
        long long nondet_long(void);
        signed char nondet_char(void);
        unsigned __int128 nondet_wide(void);
        _BitInt(200) nondet_huge(void);
        void __VERIFIER_assume(int);
        void reach_error(void);
        int main(void) {
            int sum = nondet_int() + nondet_int();
            __VERIFIER_assume(nondet_bool());
            if (nondet_long() == -9223372036854775807LL - 1 && nondet_char() == -7
                && nondet_wide() >> 64 == 5 && nondet_huge() == -12345678901234567890wb)
                reach_error();
            return sum;
        }";

    /// A program of one block with these inputs, and its trace.
    fn inputs(given: &[(&str, u32, bool, &str)]) -> (Program, Trace) {
        let mut b = Builder::default();
        let block = b.block("entry");
        let mut values = Vec::new();
        for &(function, width, signed, number) in given {
            let reading = if signed { Reading::Signed } else { Reading::Unsigned };
            let dest = b.value("", width);
            let kind = if let Some(local) = function.strip_prefix("local ") {
                // Only what is read is told.
                b.assign(block, "", Op::Not, &[Operand::Value(dest)]);
                InputKind::Uninitialised(local.to_owned())
            } else {
                InputKind::Call { function: function.to_owned(), reading }
            };
            b.program.blocks[block].instrs.push(Instr::Input { dest, kind, loc: None });
            values.push(Value::parse_decimal(width, number).unwrap());
        }
        let steps = vec![Step { block: BlockId(0), inputs: values }];
        (b.program, Trace { goal: GoalId(0), steps, accelerated: vec![] })
    }

    /// What the C program does with the reproducer.
    fn run(text: &str) -> Output {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("program.c"), PROGRAM).unwrap();
        fs::write(folder.path().join("inputs.c"), text).unwrap();
        let sanitize = ["-fsanitize=signed-integer-overflow", "-fno-sanitize-recover=all"];
        let clang = Command::new("clang-22")
            .args(["-Werror", "-Wno-c23-extensions", "program.c", "inputs.c", "-o", "program"])
            .args(sanitize)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(clang.status.success(), "{}", String::from_utf8_lossy(&clang.stderr));
        Command::new(folder.path().join("program")).output().unwrap()
    }

    #[test]
    fn values_of_every_type_arrive() {
        let wide = (5u128 << 64 | 77).to_string();
        let (program, trace) = inputs(&[
            ("nondet_int", 32, true, "-2147483648"),
            ("local x", 32, true, "4"),
            ("nondet_int", 32, true, "3"),
            ("nondet_bool", 1, false, "1"),
            ("nondet_long", 64, true, "-9223372036854775808"),
            ("nondet_char", 8, true, "-7"),
            ("nondet_wide", 128, false, &wide),
            ("nondet_huge", 200, true, "-12345678901234567890"),
        ]);
        let text = reproducer(&program, &trace, &Outside::default());
        assert!(text.contains("uninitialised x = 4"), "{text}");
        let output = run(&text);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "reach_error is called\n");
        assert!(!output.status.success());
    }

    #[test]
    fn sanitizers_see_the_violation() {
        let (program, trace) = inputs(&[
            ("nondet_int", 32, true, "2147483647"),
            ("nondet_int", 32, true, "1"),
            ("nondet_bool", 1, false, "1"),
            ("nondet_long", 64, true, "0"),
            ("nondet_char", 8, true, "0"),
            ("nondet_wide", 128, false, "0"),
            ("nondet_huge", 200, true, "0"),
        ]);
        let output = run(&reproducer(&program, &trace, &Outside::default()));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("signed integer overflow: 2147483647 + 1"), "{said}");
    }

    /// `undefined` stands for no sanitizer of floating-point numbers.
    #[test]
    fn the_sanitizer_that_sees_it_is_named() {
        for (property, expected) in [
            (Property::FloatCastOverflow, "=address,undefined,float-cast-overflow -f"),
            (Property::FloatDivByZero, "=address,undefined,float-divide-by-zero -f"),
            (Property::NoOverflow, "=address,undefined -f"),
        ] {
            let (mut program, trace) = inputs(&[]);
            let kind = GoalKind::Check(Check { property, what: String::new() });
            let goal = program.goals.push(Goal { kind, loc: None, site: None });
            let text = reproducer(&program, &Trace { goal, ..trace }, &Outside::default());
            assert!(text.contains(expected), "{text}");
        }
    }
}
