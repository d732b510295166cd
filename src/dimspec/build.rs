//! Building the model of a transition system.
