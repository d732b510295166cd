//! Debug information.
