//! Every limit of time and effort, in one table ([`LIMITS`], `llumc limits`): what may take how
//! long, what is too large, after how many attempts something is given up.
//!
//! Each is a constant, with a sentence that says what happens when it is reached. Answers never
//! rest on them: with other values more or less is decided. Deliberately absent: numbers that
//! are part of a meaning (widths, formats, exit codes) or of what an algorithm is.

use std::fmt;
use std::time::Duration;

/// Makes constants, and a table of them with a name of its own: by module, `NAME: type = value`,
/// the unit, and the option that sets it.
macro_rules! limits {
    ($table:ident: $($module:literal { $(
        $(#[doc = $meaning:literal])+
        $name:ident: $type:ident = $value:expr $(, $unit:literal)? $(, by $option:literal)?;
    )+ })+) => {
        $($($(#[doc = $meaning])+ pub const $name: $type = $value;)+)+

        pub(super) const $table: &[Limit] = &[$($(Limit {
            name: stringify!($name),
            module: $module,
            value: limits!(@value $type $name $($unit)?),
            meaning: concat!($($meaning),+),
            option: limits!(@option $($option)?),
        }),+),+];
    };
    (@value Duration $name:ident) => { $crate::support::limits::Amount::Time($name) };
    (@value Share $name:ident) => { $crate::support::limits::Amount::Share($name) };
    (@value $type:ident $name:ident $unit:literal) => {
        $crate::support::limits::Amount::Number($name as u64, $unit)
    };
    (@option $option:literal) => { Some($option) };
    (@option) => { None };
}

mod effort;
mod memory;
mod model;
mod sizes;
mod time;

pub use effort::*;
pub use memory::*;
pub use model::*;
pub use sizes::*;
pub use time::*;

/// The table, by what is limited: the model, time, memory, sizes, effort.
pub const LIMITS: [&[Limit]; 5] = [MODEL, TIME, MEMORY, SIZES, EFFORT];

/// A part of something, usually of the time that is left: one of this many.
pub type Share = u32;

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The constant's name.
    pub name: &'static str,
    /// Whose limit it is.
    pub module: &'static str,
    /// The constant's value.
    pub value: Amount,
    meaning: &'static str,
    /// The option that sets it, or of whose value it is a part.
    pub option: Option<&'static str>,
}

impl Limit {
    /// All of them, those of a module one after the other.
    pub fn all() -> Vec<Self> {
        let mut all = LIMITS.concat();
        all.sort_by_key(|limit| limit.module);
        all
    }

    /// What happens when it is reached, in a sentence.
    pub fn meaning(&self) -> &'static str {
        self.meaning.trim_start()
    }
}

/// How much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// So long.
    Time(Duration),
    /// One of this many parts.
    Share(Share),
    /// So many.
    Number(u64, &'static str),
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Time(time) if time.subsec_nanos() == 0 => {
                write!(f, "{} s", Shown(time.as_secs()))
            }
            Self::Time(time) if time.subsec_micros() % 1000 == 0 => {
                write!(f, "{} ms", time.as_millis())
            }
            Self::Time(time) => write!(f, "{} µs", time.as_micros()),
            Self::Share(parts) => write!(f, "1/{parts}"),
            Self::Number(number, unit) => write!(f, "{} {unit}", Shown(number)),
        }
    }
}

/// A number, as a power where that is easier to read.
struct Shown(u64);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            power if power.is_power_of_two() && power > 10_000 => write!(f, "2^{}", power.ilog2()),
            number => write!(f, "{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_told_apart_and_meanings_are_sentences() {
        let all = Limit::all();
        let names: BTreeSet<&str> = all.iter().map(|limit| limit.name).collect();
        assert_eq!(names.len(), all.len());
        for limit in all {
            let meaning = limit.meaning();
            let begins = meaning.starts_with(|c: char| c.is_uppercase() || c == '`');
            assert!(begins && meaning.ends_with('.'), "{}: {meaning}", limit.name);
        }
    }

    #[test]
    fn amounts_are_easy_to_read() {
        let shown = |amount: Amount| amount.to_string();
        assert_eq!(shown(Amount::Time(Duration::from_secs(20))), "20 s");
        assert_eq!(shown(Amount::Time(Duration::from_millis(1500))), "1500 ms");
        assert_eq!(shown(Amount::Time(Duration::from_micros(200))), "200 µs");
        assert_eq!(shown(Amount::Share(6)), "1/6");
        assert_eq!(shown(Amount::Number(1 << 20, "bytes")), "2^20 bytes");
        assert_eq!(shown(Amount::Number(4096, "cells")), "4096 cells");
    }
}
