//! Tests of the whole pass.

mod differential;
