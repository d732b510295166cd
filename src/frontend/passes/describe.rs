//! The table as text.

use super::TABLE;
use super::facts::Fact;
use super::table::LOWERING_NEEDS;
use crate::support::wrap::{sentence, wrapped};

/// The passes in their order, what they need and establish, and what that means.
pub fn describe() -> String {
    let longest = TABLE.iter().map(|pass| pass.name.len()).max().unwrap_or_default();
    let indent = longest + 5;
    let mut text = String::new();
    for (number, pass) in (1..).zip(TABLE) {
        text += &format!("{number:2} {:longest$}  {}\n", pass.name, pass.meaning);
        text += &facts("needs", pass.needs, indent);
        text += &facts("establishes", pass.establishes, indent);
    }
    text += &format!("   {:longest$}  makes a program of the function that is left\n", "lowering");
    text += &facts("needs", LOWERING_NEEDS, indent);
    text += "\nWhat passes need and establish:\n";
    let longest = Fact::ALL.iter().map(|fact| fact.name().len()).max().unwrap_or_default();
    for fact in Fact::ALL {
        let meaning = sentence(fact.meaning(), longest + 5);
        text += &format!("   {:longest$}  {meaning}", fact.name());
    }
    text
}

/// A line that lists facts, if there are any.
fn facts(what: &str, facts: &[Fact], indent: usize) -> String {
    if facts.is_empty() {
        return String::new();
    }
    let names: Vec<String> = facts.iter().map(|fact| fact.name()).collect();
    let head = format!("{:indent$}{what}: ", "");
    format!("{head}{}", wrapped(&names, ", ", head.len()))
}
