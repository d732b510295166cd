//! What of IC3 can be set: the solver behind its queries, and each technique by itself,
//! so that its gain can be measured (`docs/IC3.md`).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The solver for steps, goals and lifting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SolverKind {
    /// The own one, restricted to the cone of the query ([`crate::sat::Cone`]).
    #[default]
    Cone,
    /// CaDiCaL, as the reference.
    CaDiCaL,
}

/// Techniques that cost more than they give on most programs: off unless asked for.
const OFF: [Technique; 1] = [Technique::Order];

/// The options of IC3.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// The solver for steps, goals and lifting.
    pub solver: SolverKind,
    /// The techniques that are switched off.
    pub without: Vec<Technique>,
    /// The techniques that are on though they are off by default.
    pub with: Vec<Technique>,
}

impl Options {
    /// The configuration that is run beside this one: all its time goes to the forward
    /// direction (docs/IC3.md has figures).
    #[must_use]
    pub fn second(&self) -> Self {
        let mut second = self.clone();
        second.without.push(Technique::Reverse);
        second
    }

    /// Whether a technique is on.
    pub fn uses(&self, technique: Technique) -> bool {
        let on = !OFF.contains(&technique) || self.with.contains(&technique);
        on && !self.without.contains(&technique)
    }
}

macro_rules! techniques {
    ($($variant:ident $name:literal $meaning:literal,)*) => {
        /// A technique without which IC3 is still complete.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Technique {
            $(#[doc = $meaning] $variant,)*
        }

        impl Technique {
            /// All of them.
            pub const ALL: &[Technique] = &[$(Technique::$variant,)*];

            fn name(self) -> &'static str {
                match self {
                    $(Technique::$variant => $name,)*
                }
            }
        }
    };
}

techniques! {
    Ctg "ctg" "Counterexamples to generalisation are blocked.",
    Core "core" "Lifted cubes are shrunk by an unsatisfiable core.",
    Activity "activity" "Literals that stood in few lemmas are dropped first.",
    Again "again" "A blocked obligation returns at the next frame.",
    Eliminate "eliminate" "Gates that only gates read are resolved into them.",
    Facts "facts" "What was proved before the search is known in its queries.",
    Predicates "predicates" "Cubes speak of comparisons of words, not only of bits.",
    Order "order" "Locations are dropped before predicates, then high bits, then low ones.",
    Words "words" "Whole words are dropped before single literals.",
    Parent "parent" "Literals of a lemma of the frame below are dropped last.",
    Predict "predict" "A lemma of the frame below with one literal more is tried first.",
    Reverse "reverse" "The reversed model is searched in turn with the model.",
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Technique {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().copied().find(|technique| technique.name() == text);
        found.ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|technique| technique.name()).collect();
            format!("one of {} is wanted", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_techniques() {
        for &technique in Technique::ALL {
            assert_eq!(technique.to_string().parse(), Ok(technique));
            let options = Options { without: vec![technique], ..Options::default() };
            assert!(!options.uses(technique));
            assert_eq!(Options::default().uses(technique), !OFF.contains(&technique));
            assert!(Options { with: vec![technique], ..Options::default() }.uses(technique));
        }
        let second = Options::default().second();
        assert!(!second.uses(Technique::Reverse) && second.uses(Technique::Ctg));
        assert!("CTG".parse::<Technique>().unwrap_err().contains("ctg"));
    }
}
