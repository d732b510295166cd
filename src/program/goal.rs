//! What must not be reached: checks, unsupported constructs, bounds.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Cover, LocId};
use crate::index_type;

index_type!(
    /// A goal of a [`super::Program`].
    pub struct GoalId,
    "goal"
);

/// One violation point. Its identity is its kind, its position and the chain of call
/// sites that it was inlined through (`__VERIFIER_assert` stands everywhere).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goal {
    /// What reaching it means.
    pub kind: GoalKind,
    /// Where it stands.
    pub loc: Option<LocId>,
    /// Number of the check in the program before inlining, which all inlined copies
    /// share: what a native run reports when it gets there. `None` for points that the
    /// lowering itself adds.
    pub site: Option<u32>,
}

/// What reaching a goal means.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GoalKind {
    /// A property of the C program is violated.
    Check(Check),
    /// The program reaches something that is not modelled: the verdict is unknown.
    Unsupported(String),
    /// The program runs past a bound (recursion depth, say): the verdict is unknown.
    Bound(Bound),
    /// A coverage goal: it is asked whether runs get there; nothing is wrong with it.
    Cover(Box<Cover>),
}

/// A bound of the model.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Bound {
    /// What happens behind it, for people.
    pub what: String,
    /// The limit that it is, if it can be raised.
    pub limit: Option<ModelLimit>,
}

/// A limit of the model that users can set, and that is raised while there is time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ModelLimit {
    /// How many calls deep recursive functions are followed.
    Recursion,
    /// How many objects there are of one allocation in a loop.
    Allocations,
    /// The largest object whose size is not constant.
    AllocationSize,
    /// How many characters there are of a string from outside.
    StringLength,
    /// How many steps pointers from outside lead on, and to how many objects.
    OutsideObjects,
    /// How many threads of one function there are at once.
    Threads,
    /// Whether others may run before accesses that they can't disturb, as it seems, too.
    ThreadSwitches,
}

impl ModelLimit {
    /// The option that sets it.
    pub fn option(self) -> &'static str {
        match self {
            Self::Recursion => "--recursion",
            Self::Allocations => "--allocations",
            Self::AllocationSize => "--max-allocation",
            Self::StringLength => "--max-string",
            Self::OutsideObjects => "--outside-depth and --outside-objects",
            Self::Threads => "--threads",
            Self::ThreadSwitches => "--thread-switches",
        }
    }
}

impl Bound {
    /// One that no option raises.
    pub fn fixed(what: impl Into<String>) -> Self {
        Self { what: what.into(), limit: None }
    }

    /// One of a limit that can be raised; its option is named.
    pub fn of(limit: ModelLimit, what: impl fmt::Display) -> Self {
        Self { what: format!("{what} (option {})", limit.option()), limit: Some(limit) }
    }
}

/// A property at one place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Check {
    /// The property that is violated.
    pub property: Property,
    /// What goes wrong, for people: "signed addition overflows (int)".
    pub what: String,
}

/// The properties that can be asked for.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Property {
    /// `reach_error()` or `__VERIFIER_error()` is called.
    UnreachCall,
    /// `assert` or `__VERIFIER_assert` fails.
    Assert,
    /// A signed result can't be represented.
    NoOverflow,
    /// A shift amount is negative or too large, or a negative number is shifted left.
    Shift,
    /// An unsigned result can't be represented, and wraps around.
    UnsignedOverflow,
    /// An implicit conversion changes the integer.
    Conversion,
    /// A floating-point number is converted to an integer type that its integral part does not
    /// fit (C17 6.3.1.4).
    FloatCastOverflow,
    /// An index lies outside of its array, though perhaps not of the object.
    ArrayBounds,
    /// The length of an array of variable length is not positive.
    VlaBound,
    /// Division or remainder by zero.
    DivByZero,
    /// A floating-point division by zero.
    FloatDivByZero,
    /// A floating-point operation on finite operands gives an infinity (IEEE 754, 7.4).
    FloatOverflow,
    /// A floating-point operation gives a NaN, and none of its operands is one (IEEE 754, 7.2).
    Nan,
    /// `__builtin_unreachable`, or a `noreturn` function returns.
    Unreachable,
    /// A read or write whose place is not inside an object that lives.
    ValidDeref,
    /// A read or write at an address that is not a multiple of what its type asks for.
    Alignment,
    /// `free` of something that is not the start of a living heap object.
    ValidFree,
    /// `memcpy`, `strcpy` or the like between objects that overlap.
    Overlap,
    /// A read of bytes that were never written.
    Uninit,
    /// Nothing points any more to a heap object that was not freed.
    ValidMemtrack,
    /// The program ends with heap objects that were not freed.
    ValidMemcleanup,
    /// Two threads access the same memory at the same time, one of them to write, and not both by
    /// atomic operations (C17 5.1.2.4p25).
    NoDataRace,
}

impl Property {
    /// All properties, in the order of reports.
    pub const ALL: [Property; 22] = [
        Property::UnreachCall,
        Property::Assert,
        Property::NoOverflow,
        Property::Shift,
        Property::UnsignedOverflow,
        Property::Conversion,
        Property::FloatCastOverflow,
        Property::ArrayBounds,
        Property::VlaBound,
        Property::DivByZero,
        Property::FloatDivByZero,
        Property::FloatOverflow,
        Property::Nan,
        Property::Unreachable,
        Property::ValidDeref,
        Property::Alignment,
        Property::ValidFree,
        Property::Overlap,
        Property::Uninit,
        Property::ValidMemtrack,
        Property::ValidMemcleanup,
        Property::NoDataRace,
    ];

    /// Those that are checked if none is named: all that are violations in every program.
    pub fn by_default() -> impl Iterator<Item = Property> {
        Self::ALL.into_iter().filter(|property| !property.is_only_on_request())
    }

    /// Whether what it forbids is no violation in every program.
    pub fn is_only_on_request(self) -> bool {
        matches!(
            self,
            Property::UnsignedOverflow
                | Property::Conversion
                | Property::ArrayBounds
                | Property::FloatDivByZero
                | Property::FloatOverflow
                | Property::Nan
                | Property::Alignment
                | Property::Uninit
                | Property::ValidMemtrack
                | Property::ValidMemcleanup
                | Property::NoDataRace
        )
    }

    /// Whether a native run may go on where it is violated: it does not see which memory is
    /// valid, what was written, what points to an object, nor what an address should be.
    pub fn may_escape_native_runs(self) -> bool {
        matches!(
            self,
            Property::ValidDeref
                | Property::ValidFree
                | Property::Alignment
                | Property::Uninit
                | Property::ValidMemtrack
        )
    }

    /// The name on the command line, in reports and (where it has one) in SV-COMP.
    pub fn name(self) -> &'static str {
        match self {
            Property::UnreachCall => "unreach-call",
            Property::Assert => "assert",
            Property::NoOverflow => "no-overflow",
            Property::Shift => "shift",
            Property::UnsignedOverflow => "unsigned-overflow",
            Property::Conversion => "conversion",
            Property::FloatCastOverflow => "float-cast-overflow",
            Property::ArrayBounds => "array-bounds",
            Property::VlaBound => "vla-bound",
            Property::DivByZero => "div-by-zero",
            Property::FloatDivByZero => "float-div-by-zero",
            Property::FloatOverflow => "float-overflow",
            Property::Nan => "nan",
            Property::Unreachable => "unreachable",
            Property::ValidDeref => "valid-deref",
            Property::Alignment => "alignment",
            Property::ValidFree => "valid-free",
            Property::Overlap => "overlap",
            Property::Uninit => "uninit",
            Property::ValidMemtrack => "valid-memtrack",
            Property::ValidMemcleanup => "valid-memcleanup",
            Property::NoDataRace => "no-data-race",
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Property {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|property| property.name() == text).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|property| property.name()).collect();
            format!("unknown property '{text}'; known are {}", names.join(", "))
        })
    }
}
