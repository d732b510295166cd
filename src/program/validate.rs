//! Checks that a [`super::Program`] keeps the promises of its module's documentation.
