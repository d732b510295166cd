//! An automaton as Graphviz text.

use super::text::label;
use super::{Cfa, Location};
use crate::bv::pretty::Printer;
use crate::program::Program;
use std::fmt::Write;

/// The automaton as a `digraph`. Locations carry the names of their blocks, heads of
/// loops are drawn bold, goals red. Long subterms are listed in a box of definitions.
pub fn render(cfa: &Cfa, program: &Program) -> String {
    let mut printer = Printer::new(&cfa.terms);
    let heads = cfa.loops().heads();
    let mut out = String::from("digraph cfa {\n  node [shape=box, fontname=\"monospace\"];\n");
    out += "  edge [fontname=\"monospace\"];\n";
    let mut line = |text: String| writeln!(out, "  {text}").expect("writing to a string");
    for (id, location) in cfa.locations.iter_enumerated() {
        let (name, mut style) = match location {
            Location::Block(block) => (program.blocks[*block].name.clone(), String::new()),
            Location::Goal(goal) => (goal.to_string(), ", color=red".to_owned()),
            Location::End => ("end".to_owned(), ", color=gray".to_owned()),
        };
        if heads.contains(&id) {
            style += ", style=bold";
        }
        line(format!("{id} [label={}{style}];", quoted(&[format!("{id}: {name}")])));
    }
    line("start [shape=point];".to_owned());
    line(format!("start -> {};", cfa.entry));
    for edge in cfa.edges.iter() {
        let label = label(&mut printer, cfa, edge);
        line(format!("{} -> {} [label={}];", edge.source, edge.target, quoted(&label)));
    }
    let definitions: Vec<String> =
        printer.take_definitions().iter().map(|(name, text)| format!("{name} := {text}")).collect();
    if !definitions.is_empty() {
        line(format!("definitions [shape=note, label={}];", quoted(&definitions)));
    }
    out += "}\n";
    out
}

/// A Graphviz string of left-justified lines.
fn quoted(lines: &[String]) -> String {
    let escape = |line: &String| line.replace('\\', "\\\\").replace('"', "\\\"") + "\\l";
    format!("\"{}\"", lines.iter().map(escape).collect::<String>())
}
