//! The reachability graph as Graphviz text.

use std::fmt::Write;

use super::graph::{Cover, Graph, NodeId};
use super::space::Space;
use crate::bv::pretty::Printer;
use crate::cfa::Location;

/// The graph as a `digraph`: each node with its location and formula, nodes that are covered with a
/// dashed line to the one that has their states. `removed` are drawn, too, in grey: what the last
/// refinement took away.
pub fn render(graph: &Graph, space: &Space<'_>, removed: &[NodeId]) -> String {
    let mut printer = Printer::new(&space.terms);
    let mut out = String::from("digraph arg {\n  node [shape=box, fontname=\"monospace\"];\n");
    out += "  edge [fontname=\"monospace\"];\n";
    let mut line = |text: String| writeln!(out, "  {text}").expect("writing to a string");
    let present = graph.present();
    for &id in present.iter().chain(removed) {
        let node = graph.node(id);
        let name = match space.cfa.locations[node.location] {
            Location::Block(block) => format!("{} {block}", node.location),
            Location::Goal(goal) => format!("{} {goal}", node.location),
            Location::End => format!("{} end", node.location),
        };
        let formula = printer.text(node.formula);
        let style = match (removed.contains(&id), &node.covered) {
            (true, _) => ", color=gray, fontcolor=gray",
            (false, Some(_)) => ", style=dashed",
            (false, None) => "",
        };
        let text = format!("{id}: {name}\\n{}", formula.replace('"', "'"));
        line(format!("{id} [label=\"{text}\"{style}];"));
        if let Some((parent, edge)) = node.parent {
            line(format!("{parent} -> {id} [label=\"{edge}\"];"));
        }
        let covering: &[NodeId] = match &node.covered {
            Some(Cover::By(by)) => std::slice::from_ref(by),
            Some(Cover::Together(by)) => by,
            None => &[],
        };
        for by in covering.iter().filter(|_| !removed.contains(&id)) {
            line(format!("{id} -> {by} [style=dashed, label=\"covered\", constraint=false];"));
        }
    }
    for (name, text) in printer.take_definitions() {
        line(format!("// {name} := {text}"));
    }
    out += "}\n";
    out
}
