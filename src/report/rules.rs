//! What each property means, for formats that describe their rules: a name, help, and the
//! weaknesses of the Common Weakness Enumeration (CWE 4) that a violation is one of.

use crate::program::Property;

/// A property as a rule.
pub struct Rule {
    /// A name in a few words.
    pub name: &'static str,
    /// What must not happen, in a sentence.
    pub says: &'static str,
    /// What one can do about a violation.
    pub help: &'static str,
    /// Numbers of weaknesses; the most telling first.
    pub weaknesses: &'static [u32],
}

/// The names of the weaknesses that rules mention.
pub const WEAKNESSES: [(u32, &str); 25] = [
    (119, "Improper Restriction of Operations within the Bounds of a Memory Buffer"),
    (125, "Out-of-bounds Read"),
    (129, "Improper Validation of Array Index"),
    (131, "Incorrect Calculation of Buffer Size"),
    (190, "Integer Overflow or Wraparound"),
    (191, "Integer Underflow (Wrap or Wraparound)"),
    (197, "Numeric Truncation Error"),
    (362, "Concurrent Execution using Shared Resource with Improper Synchronization"),
    (369, "Divide By Zero"),
    (401, "Missing Release of Memory after Effective Lifetime"),
    (415, "Double Free"),
    (416, "Use After Free"),
    (457, "Use of Uninitialized Variable"),
    (475, "Undefined Behavior for Input to API"),
    (476, "NULL Pointer Dereference"),
    (561, "Dead Code"),
    (590, "Free of Memory not on the Heap"),
    (617, "Reachable Assertion"),
    (681, "Incorrect Conversion between Numeric Types"),
    (682, "Incorrect Calculation"),
    (758, "Reliance on Undefined, Unspecified, or Implementation-Defined Behavior"),
    (761, "Free of Pointer not at Start of Buffer"),
    (772, "Missing Release of Resource after Effective Lifetime"),
    (787, "Out-of-bounds Write"),
    (1335, "Incorrect Bitwise Shift of Integer"),
];

/// The rule that a property is.
pub fn of(property: Property) -> Rule {
    let (name, says, help) = texts(property);
    Rule { name, says, help, weaknesses: weaknesses(property) }
}

fn weaknesses(property: Property) -> &'static [u32] {
    match property {
        Property::UnreachCall | Property::Assert => &[617],
        Property::NoOverflow | Property::UnsignedOverflow => &[190, 191],
        Property::Shift => &[1335],
        Property::Conversion => &[681, 197],
        Property::FloatCastOverflow => &[681, 190],
        Property::ArrayBounds => &[129, 119],
        Property::VlaBound => &[131],
        Property::DivByZero | Property::FloatDivByZero => &[369],
        Property::FloatOverflow | Property::Nan => &[682],
        Property::Unreachable => &[758, 561],
        Property::ValidDeref => &[119, 125, 787, 476, 416],
        Property::Alignment => &[758],
        Property::ValidFree => &[415, 590, 761],
        Property::Overlap => &[475],
        Property::Uninit => &[457],
        Property::ValidMemtrack => &[401],
        Property::ValidMemcleanup => &[401, 772],
        Property::NoDataRace => &[362],
    }
}

/// Name, meaning and help.
type Texts = (&'static str, &'static str, &'static str);

const FLOAT_CAST: Texts = (
    "Conversion out of range",
    "No floating-point number is converted to an integer type that its integral part does \
     not fit (C17 6.3.1.4 p1).",
    "Check the range before the conversion, by a condition that a NaN does not satisfy.",
);

const FLOAT_DIVISION: Texts = (
    "Floating-point division by zero",
    "No floating-point number is divided by zero (C17 6.5.5 p5). IEEE 754 defines the \
     result, and it may not be meant.",
    "Check the divisor before the division.",
);

const FLOAT_OVERFLOW: Texts = (
    "Floating-point overflow",
    "No operation on finite numbers gives an infinity. IEEE 754 defines that, and it may \
     not be meant.",
    "Check the operands before the operation, or compute in a format of larger range.",
);

const DATA_RACE: Texts = (
    "Data race",
    "No two threads access the same memory at the same time, one of them to write, unless both \
     do it by atomic operations (C17 5.1.2.4 p25).",
    "Hold the same lock at all accesses, make them atomic, or let one thread wait for the other.",
);

const NAN: Texts = (
    "Not a number",
    "No operation makes a NaN of operands that are none. IEEE 754 defines that, and it \
     may not be meant.",
    "Exclude the operands before the operation: 0/0, differences of infinities, roots of \
     negative numbers.",
);

fn texts(property: Property) -> Texts {
    match property {
        Property::UnreachCall => (
            "Error function",
            "The function that marks an error is never called.",
            "The trace shows how the call is reached: exclude it by a condition, or handle it.",
        ),
        Property::Assert => (
            "Assertion",
            "No assertion fails.",
            "Either the assertion states too much, or what comes before it does not establish it.",
        ),
        Property::NoOverflow => (
            "Signed overflow",
            "No signed arithmetic has a result that its type can't represent (C17 6.5 p5).",
            "Check the operands before the operation, compute in a wider type, or in an unsigned \
             one if it is to wrap around.",
        ),
        Property::Shift => (
            "Shift",
            "No shift amount is negative or as large as the width, and no negative number is \
             shifted left (C17 6.5.7).",
            "Check the amount before the shift; shift unsigned numbers.",
        ),
        Property::UnsignedOverflow => (
            "Unsigned wrap-around",
            "No unsigned arithmetic wraps around. That is defined behaviour, and may not be meant.",
            "Check the operands before the operation, or compute in a wider type.",
        ),
        Property::Conversion => (
            "Conversion",
            "No implicit conversion changes the value.",
            "Check the range before; a cast says that a change is meant.",
        ),
        Property::FloatCastOverflow => FLOAT_CAST,
        Property::ArrayBounds => (
            "Array index",
            "No index lies outside of its array as it is declared.",
            "Check the index before it is used.",
        ),
        Property::VlaBound => (
            "Length of an array",
            "No array of variable length has a length that is not positive (C17 6.7.6.2 p5).",
            "Check the length before the declaration.",
        ),
        Property::DivByZero => (
            "Division by zero",
            "Nothing is divided by zero (C17 6.5.5 p5).",
            "Check the divisor before the division.",
        ),
        Property::FloatDivByZero => FLOAT_DIVISION,
        Property::FloatOverflow => FLOAT_OVERFLOW,
        Property::Nan => NAN,
        Property::Unreachable => (
            "Unreachable code",
            "What is marked as unreachable is not reached.",
            "The compiler counts on the mark: remove it, or exclude the run that the trace shows.",
        ),
        Property::ValidDeref => (
            "Memory access",
            "Every read and write lies in one object that lives, and none writes to a constant \
             (C17 6.5.3.2 p4).",
            "The trace says which object is meant and why the access is none of it: check the \
             pointer, the index or the size before, or keep the object alive.",
        ),
        Property::Alignment => (
            "Alignment",
            "Every access is aligned as its type wants (C17 6.3.2.3 p7).",
            "Copy the bytes with memcpy, or align the object with _Alignas.",
        ),
        Property::ValidFree => (
            "Free",
            "Only null and the starts of living heap objects are freed (C17 7.22.3.3).",
            "Free each object once, by the pointer that the allocation gave.",
        ),
        Property::Overlap => (
            "Overlapping copy",
            "memcpy, strcpy and the like don't copy between objects that overlap (C17 7.24.2.1).",
            "Use memmove where objects may overlap.",
        ),
        Property::Uninit => (
            "Uninitialised read",
            "Nothing is read that was never written.",
            "Initialise the object where it is declared or allocated.",
        ),
        Property::ValidMemtrack => (
            "Lost memory",
            "No heap object is lost: one that was not freed is pointed to.",
            "Free the object before its last pointer goes, or keep the pointer.",
        ),
        Property::ValidMemcleanup => (
            "Memory at the end",
            "All heap objects are freed when the program ends.",
            "Free the object on every way out.",
        ),
        Property::NoDataRace => DATA_RACE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weakness_has_a_name_and_a_use() {
        let used = |number| Property::ALL.iter().any(|&it| of(it).weaknesses.contains(&number));
        assert!(WEAKNESSES.iter().all(|weakness| used(weakness.0)));
        assert!(WEAKNESSES.is_sorted_by_key(|weakness| weakness.0));
        for property in Property::ALL {
            let rule = of(property);
            assert!(
                rule.says.ends_with('.') && rule.help.ends_with('.') && !rule.weaknesses.is_empty()
            );
            let named = |number: &u32| WEAKNESSES.iter().any(|weakness| weakness.0 == *number);
            assert!(rule.weaknesses.iter().all(named), "{property}");
        }
    }
}
