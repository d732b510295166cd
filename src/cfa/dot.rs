//! Control-flow automaton as Graphviz text.
