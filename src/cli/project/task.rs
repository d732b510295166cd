//! A task: a command of `llumc check`.

use std::borrow::Cow;

use anyhow::{Error, Result, bail};
use clap::Parser;

use crate::cli::args::{CheckArgs, Cli, Command, ReadsC};

/// A task.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Its name, which is also that of a file.
    pub name: String,
    /// The command's words behind `llumc`, without limits.
    pub words: Vec<String>,
    /// Options for clang.
    pub clang: Vec<String>,
    /// Time limit in seconds.
    pub timeout: f64,
}

impl Task {
    /// The words of the command with more options.
    pub fn words_with(&self, more: &[String]) -> Vec<String> {
        let mut words = [&self.words[..], more].concat();
        if !self.clang.is_empty() {
            words.push("--".to_owned());
            words.extend(self.clang.iter().cloned());
        }
        words
    }

    /// The command for people, with the limit of `llumc.toml`.
    pub fn command(&self) -> String {
        let words = self.words_with(&["--timeout".to_owned(), self.timeout.to_string()]);
        let words: Vec<Cow<'_, str>> = words.iter().map(|word| quoted(word)).collect();
        format!("llumc {}", words.join(" "))
    }

    /// The arguments that the words mean.
    ///
    /// # Errors
    /// If they are wrong; in the words of the command line.
    pub fn arguments(&self) -> Result<Box<CheckArgs>> {
        let words = self.words_with(&[]);
        let cli = Cli::try_parse_from(std::iter::once("llumc".to_owned()).chain(words));
        let cli = cli.map_err(|error| {
            let text = error.to_string();
            let end = text.find("\n\nUsage:").unwrap_or(text.len());
            Error::msg(text[..end].trim_start_matches("error: ").trim_end().to_owned())
        })?;
        match cli.command {
            Command::ReadsC(ReadsC::Check(args)) => Ok(args),
            _ => bail!("no command of check"),
        }
    }
}

/// A word for a shell, quoted only if need be.
fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.into(),
        // Words with a NUL are none that came from a file.
        false => shlex::try_quote(word).unwrap_or_default(),
    }
}
