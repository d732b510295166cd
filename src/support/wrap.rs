//! Text in lines of a bearable length.

/// The width of the text.
const WIDTH: usize = 100;

/// Pieces in lines of [`WIDTH`] characters, of which the first has `indent` of them already.
pub fn wrapped(pieces: &[String], between: &str, indent: usize) -> String {
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

/// The words of a sentence in such lines.
pub fn sentence(text: &str, indent: usize) -> String {
    let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    wrapped(&words, " ", indent)
}
