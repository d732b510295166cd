//! `--entry f`, or `--entry 'f(data[length], length)'`: which of the parameters of the function where
//! execution starts lead to arrays, and how many elements these have.

use anyhow::{Result, bail};

/// The function where execution starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Its name.
    pub name: String,
    /// What is said of its parameters.
    pub parameters: Vec<NamedParameter>,
}

/// What is said of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedParameter {
    /// Its name in C.
    pub name: String,
    /// If it leads to an array, how many elements that has.
    pub length: Option<ArrayLength>,
}

/// How many elements an array has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArrayLength {
    /// As many as this parameter says.
    Parameter(String),
    /// So many.
    Constant(u64),
}

impl Signature {
    /// Reads `f` or `f(data[length], length)`.
    ///
    /// # Errors
    /// If it is neither.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let Some((name, rest)) = text.split_once('(') else {
            return Ok(Self { name: text.to_owned(), parameters: vec![] });
        };
        let Some(list) = rest.trim_end().strip_suffix(')') else {
            bail!(
                "--entry '{text}': the parenthesis is not closed, as in 'f(data[length], length)'"
            )
        };
        let items = list.split(',').map(str::trim).filter(|_| !list.trim().is_empty());
        let parameters = items.map(|item| parameter(text, item)).collect::<Result<_>>()?;
        Ok(Self { name: name.trim().to_owned(), parameters })
    }
}

fn parameter(text: &str, item: &str) -> Result<NamedParameter> {
    let is_name = |name: &str| {
        !name.starts_with(|c: char| c.is_ascii_digit())
            && !name.is_empty()
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let (name, length) = match item.split_once('[') {
        None => (item, None),
        Some((name, rest)) => {
            let length = rest.strip_suffix(']').map(str::trim);
            let length = length.and_then(|length| match length.parse() {
                Ok(number) => Some(ArrayLength::Constant(number)),
                Err(_) if is_name(length) => Some(ArrayLength::Parameter(length.to_owned())),
                Err(_) => None,
            });
            match length {
                None => bail!(
                    "--entry '{text}': '{item}' has no length that is known: the name of a parameter \
                     or a number, as in 'f(data[length], length)'"
                ),
                length => (name.trim(), length),
            }
        }
    };
    if !is_name(name) {
        bail!(
            "--entry '{text}': '{item}' is no name of a parameter; types are left out, as in \
             'f(data[length], length)'"
        );
    }
    Ok(NamedParameter { name: name.to_owned(), length })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lengths_and_numbers() {
        let read = |text: &str| Signature::parse(text).map_err(|error| error.to_string());
        let plain = Signature { name: "f".to_owned(), parameters: vec![] };
        assert_eq!(read("f"), Ok(plain.clone()));
        assert_eq!(read(" f ( ) "), Ok(plain));
        let named = |name: &str, length| NamedParameter { name: name.to_owned(), length };
        let parameters = vec![
            named("data", Some(ArrayLength::Parameter("n".to_owned()))),
            named("n", None),
            named("key", Some(ArrayLength::Constant(16))),
        ];
        let whole = Signature { name: "f".to_owned(), parameters };
        assert_eq!(read("f(data[n], n, key[ 16 ])"), Ok(whole));
    }

    #[test]
    fn what_is_neither_is_refused() {
        for (text, part) in [
            ("f(data[n], n", "not closed"),
            ("f(int *data)", "no name of a parameter"),
            ("f(data[])", "no length"),
            ("f(data[n + 1], n)", "no length"),
            ("f(data[n)", "no length"),
            ("f(, n)", "no name of a parameter"),
            ("f(2[n])", "no name of a parameter"),
        ] {
            let error = Signature::parse(text).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
