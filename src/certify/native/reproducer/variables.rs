//! Variables that are declared only, as a reproducer defines them.
//!
//! What one points to comes before it, named `*name`, with words that may be pointers, named
//! `*name[offset]`. Then the variable itself is one bit: whether it is null.

use std::fmt::Write as _;

use super::{bytes, write_object};
use crate::bv::Value;

/// An input and what it is called.
type Part<'a> = (&'a str, &'a Value);

/// The variable that an input belongs to.
pub(super) fn name(input: &str) -> &str {
    let input = input.strip_prefix('*').unwrap_or(input);
    input.split_once('[').map_or(input, |(name, _)| name)
}

/// Writes a variable, of all inputs that belong to it.
pub(super) fn write(text: &mut String, name: &str, parts: &[Part<'_>]) {
    let Some((last, object)) = parts.split_last().filter(|it| it.1.iter().any(is_pointed_to))
    else {
        let contents = parts.iter().flat_map(|part| bytes(part.1)).collect();
        return write_object(text, &format!("{name}[]"), contents);
    };
    let Some(contents) = contents(object) else {
        let what = format!("What {name} points to leads to further objects: they are not here.");
        let _ = write!(text, "\n/* {what} */\nvoid *{name};\n");
        return;
    };
    let target = format!("object_of_{name}");
    write_object(text, &format!("{target}[]"), contents);
    let target = if last.1.is_zero() { "0".to_owned() } else { target };
    let _ = write!(text, "\nvoid *{name} = {target};\n");
}

fn is_pointed_to(part: &Part<'_>) -> bool {
    part.0.starts_with('*')
}

/// The bytes of what a variable points to; none if there are pointers to further objects in it.
fn contents(parts: &[Part<'_>]) -> Option<Vec<u8>> {
    let mut contents = vec![];
    for (name, value) in parts {
        match name.split_once('[') {
            None => contents.extend(bytes(value)),
            Some((_, offset)) => {
                let offset: usize = offset.strip_suffix(']')?.parse().ok()?;
                let word = bytes(value);
                // A pointer to an object is a choice of one bit, the object single bytes.
                let place = (word.len() > 1).then(|| offset..offset + word.len())?;
                contents.get_mut(place)?.copy_from_slice(&word);
            }
        }
    }
    Some(contents)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(name: &str, parts: &[(&str, u32, u128)]) -> String {
        let values: Vec<Value> = parts.iter().map(|it| Value::new(it.1, it.2)).collect();
        let parts: Vec<Part<'_>> = parts.iter().zip(&values).map(|(it, v)| (it.0, v)).collect();
        assert!(parts.iter().all(|part| super::name(part.0) == name));
        let mut text = String::new();
        write(&mut text, name, &parts);
        text
    }

    #[test]
    fn what_variables_point_to_is_written() {
        let number = written("n", &[("n", 32, 0x201)]);
        assert!(number.contains("n[] = {1, 2, 0, 0};"), "{number}");
        let object = [("*p", 8, 1), ("*p", 8, 2), ("*p", 8, 3), ("*p", 8, 4), ("*p[2]", 16, 0x605)];
        let with = |last| [&object[..], &[("p", 1, last)]].concat();
        let pointer = written("p", &with(1));
        assert!(pointer.contains("object_of_p[] = {1, 2, 5, 6};"), "{pointer}");
        assert!(pointer.ends_with("void *p = object_of_p;\n"), "{pointer}");
        let null = written("p", &with(0));
        assert!(null.ends_with("void *p = 0;\n"), "{null}");
        let further = [("*p", 8, 1), ("*p[0]", 8, 2), ("*p[0]", 1, 1), ("p", 1, 1)];
        assert!(written("p", &further).ends_with("void *p;\n"));
    }
}
