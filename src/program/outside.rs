//! What a program expects from outside: what a C file must define that is to make it run.

use std::collections::BTreeMap;

/// The functions and variables that a program only declares, and how it is called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outside {
    /// The functions whose results are inputs.
    pub functions: Vec<String>,
    /// Those that the program calls and no harness knows, each with whether its results are all that
    /// it gives the program.
    pub undefined: BTreeMap<String, bool>,
    /// The first so many inputs are what variables begin with that are only declared, byte after
    /// byte.
    pub variables: usize,
    /// The function where execution begins.
    pub entry: String,
    /// Its parameters, whose inputs are the next ones.
    pub parameters: Vec<Parameter>,
}

/// A parameter of the function where execution begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// How many inputs it is made of.
    pub inputs: usize,
    /// What it is.
    pub passed: Passed,
}

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// An integer: the one input.
    Integer {
        /// Whether its type is signed, if it is narrower than `int`.
        signed: bool,
    },
    /// A floating-point number, whose bits are the one input.
    Float,
    /// The address of an object of so many bytes, whose values are the inputs before the last one
    /// if there are any, or null if the last one is 0.
    Object(u64),
    /// In another way.
    Otherwise,
}
