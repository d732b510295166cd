//! The table as text.

use super::TABLE;
use super::facts::Fact;
use super::table::LOWERING_NEEDS;

/// The width of the text.
const WIDTH: usize = 100;

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
        let words: Vec<String> = fact.meaning().split(' ').map(str::to_owned).collect();
        text += &format!("   {:longest$}  {}", fact.name(), wrapped(&words, " ", longest + 5));
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

/// Pieces in lines of [`WIDTH`] characters, of which the first has `indent` of them already.
fn wrapped(pieces: &[String], between: &str, indent: usize) -> String {
    let mut text = String::new();
    let mut column = indent;
    for (number, piece) in pieces.iter().enumerate() {
        let last = number + 1 == pieces.len();
        let piece = if last { piece.clone() } else { format!("{piece}{between}") };
        if column + piece.trim_end().len() > WIDTH {
            text = format!("{}\n{:indent$}", text.trim_end(), "");
            column = indent;
        }
        text += &piece;
        column += piece.len();
    }
    text + "\n"
}
