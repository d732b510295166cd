//! IC3.

use crate::dimspec::Model;
use crate::engine::{Config, Ending, Sink};
use crate::support::Budget;

/// Runs.
pub fn run(_model: &Model, _config: &Config, _budget: &Budget, _sink: Sink<'_>) -> Ending {
    unimplemented!()
}
