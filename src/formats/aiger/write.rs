//! Writing AIGER 1.9.
//!
//! Inputs are the bits of the system's inputs, latches the bits of its registers, both
//! with the least significant bit first and named `x[0]`, `x[1]`, … in the symbol table.

use std::io::{self, Write};

use super::Style;
use super::gates::Numbered;
use crate::aig::Edge;
use crate::bv::{Term, TermStore};
use crate::formats::sequential::{Names, Sequential};
use crate::support::output::push_number;

/// Writes `system`, with `comments` (single lines) in the comment section at the end.
///
/// # Errors
/// Those of `out`.
pub fn write(
    system: &Sequential,
    style: Style,
    comments: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    write_circuit(&Numbered::new(system), style, comments, out)
}

/// Writes `system`; the symbol table says for each input and latch its literal in the model of which
/// it is a copy.
///
/// # Errors
/// Those of `out`.
pub fn write_mapped(
    system: &Sequential,
    style: Style,
    comments: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut circuit = Numbered::new(system);
    let literals = |edges: &[Edge]| -> Vec<String> {
        edges.iter().map(|&edge| format!("= {}", circuit.literal(edge))).collect()
    };
    let inputs = literals(&circuit.inputs);
    let latches: Vec<Edge> = circuit.latches.iter().map(|latch| latch.bit).collect();
    let latches = literals(&latches);
    (circuit.input_names, circuit.latch_names) = (inputs, latches);
    write_circuit(&circuit, style, comments, out)
}

/// Writes a truth value over `inputs`, which are symbols, as a circuit with one output and
/// without latches.
///
/// # Errors
/// Those of `out`.
pub fn write_function(
    terms: &TermStore,
    inputs: &[Term],
    (name, function): (&str, Term),
    style: Style,
    comments: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut names = Names::default();
    let inputs = inputs.iter().map(|&input| {
        let symbol = terms.as_symbol(input).expect("inputs are symbols");
        (names.give(&terms.symbols()[symbol].name), input)
    });
    let mut circuit = Numbered::new(&Sequential {
        terms: terms.clone(),
        registers: vec![],
        inputs: inputs.collect(),
        constraints: vec![],
        bad: vec![(name.to_owned(), function)],
    });
    circuit.outputs = std::mem::take(&mut circuit.bad);
    circuit.output_names = std::mem::take(&mut circuit.bad_names);
    write_circuit(&circuit, style, comments, out)
}

fn write_circuit(
    circuit: &Numbered,
    style: Style,
    comments: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    let [inputs, latches, ands] =
        [circuit.inputs.len(), circuit.latches.len(), circuit.ands.len()].map(|n| n as u64);
    let [outputs, bad, constraints] =
        [&circuit.outputs, &circuit.bad, &circuit.constraints].map(|roots| roots.len() as u64);
    let mut text = Vec::with_capacity(1 << 16);
    text.extend(match style {
        Style::Ascii => b"aag",
        Style::Binary => b"aig",
    });
    let counts = [inputs + latches + ands, inputs, latches, outputs, ands, bad, constraints];
    let known = if constraints == 0 { &counts[..6] } else { &counts[..] };
    for &number in known {
        text.push(b' ');
        push_number(&mut text, number);
    }
    text.push(b'\n');
    let line = |text: &mut Vec<u8>, numbers: &[u32]| {
        for (i, &number) in numbers.iter().enumerate() {
            if i > 0 {
                text.push(b' ');
            }
            push_number(text, number.into());
        }
        text.push(b'\n');
    };
    if style == Style::Ascii {
        for &input in &circuit.inputs {
            line(&mut text, &[circuit.literal(input)]);
        }
    }
    for latch in &circuit.latches {
        let (itself, next) = (circuit.literal(latch.bit), circuit.literal(latch.next));
        let init = latch.init.map_or(itself, u32::from);
        match (style, init) {
            (Style::Ascii, 0) => line(&mut text, &[itself, next]),
            (Style::Ascii, init) => line(&mut text, &[itself, next, init]),
            (Style::Binary, 0) => line(&mut text, &[next]),
            (Style::Binary, init) => line(&mut text, &[next, init]),
        }
    }
    for &edge in circuit.outputs.iter().chain(&circuit.bad).chain(&circuit.constraints) {
        line(&mut text, &[circuit.literal(edge)]);
    }
    for &node in &circuit.ands {
        let [a, b] = circuit.aig.operands(node).expect("an AND").map(|e| circuit.literal(e));
        let (large, small) = (a.max(b), a.min(b));
        let itself = circuit.literal(Edge::to(node));
        match style {
            Style::Ascii => line(&mut text, &[itself, large, small]),
            Style::Binary => {
                push_delta(&mut text, itself - large);
                push_delta(&mut text, large - small);
            }
        }
        if text.len() > 1 << 15 {
            out.write_all(&text)?;
            text.clear();
        }
    }
    out.write_all(&text)?;
    let tables = [
        ('i', &circuit.input_names),
        ('l', &circuit.latch_names),
        ('o', &circuit.output_names),
        ('b', &circuit.bad_names),
    ];
    for (letter, names) in tables {
        for (number, name) in names.iter().enumerate() {
            writeln!(out, "{letter}{number} {name}")?;
        }
    }
    writeln!(out, "c")?;
    for comment in comments.iter().flat_map(|comment| comment.split(['\n', '\r'])) {
        writeln!(out, "{comment}")?;
    }
    Ok(())
}

/// A difference in seven-bit groups, the low ones first, each but the last marked.
fn push_delta(text: &mut Vec<u8>, delta: u32) {
    let mut rest = delta;
    while rest >= 0x80 {
        text.push((rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    text.push(rest as u8);
}
