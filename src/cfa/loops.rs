//! Loop-nesting forest.
