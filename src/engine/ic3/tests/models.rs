//! Small models with known answers.

use super::{cnf, relational, verdicts};
