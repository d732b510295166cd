//! Functions of the C library and of POSIX that have no model, by name (`library.txt`).
//!
//! Nobody defines them in the program, but what they do is known, so they are not taken as
//! inputs: a call is a point that is not modelled. Those that only compute with floating-point
//! numbers are no obstacle where no check depends on the result, like the operators; their
//! calls stay in the module until it is lowered.

use inkwell::types::{BasicTypeEnum, FunctionType};
use inkwell::values::{BasicValueEnum, CallSiteValue, FunctionValue};

use crate::frontend::llvm;

const NAMES: &str = include_str!("library.txt");

/// The section of those that only compute.
const FLOATING: &str = "computes with floating-point numbers";

/// The section that lists a name.
fn section(name: &str) -> Option<&'static str> {
    let mut section = None;
    for line in NAMES.lines().filter(|line| !line.starts_with('#')) {
        if let Some(title) = line.strip_prefix('[') {
            section = Some(title.trim_end_matches(']'));
        } else if line.split(' ').any(|known| known == name) {
            return section;
        }
    }
    None
}

/// Likewise of a name that may have the suffix of another floating-point type.
fn section_of_any(name: &str) -> Option<&'static str> {
    let base = || section(name.strip_suffix(['f', 'l'])?).filter(|it| it.starts_with(FLOATING));
    section(name).or_else(base)
}

/// How the names begin of functions that clang calls for OpenMP's directives.
const OPEN_MP: &str = "__kmpc_";

/// Whether a function of this name is in the list, or is called for OpenMP, or by glibc's headers
/// for times of 64 bits where others have 32 (`__clock_gettime64`, `__stat64_time64`).
pub fn is_known(name: &str) -> bool {
    let of_wide_time = name.starts_with("__") && name.ends_with("64");
    section_of_any(name).is_some() || name.starts_with(OPEN_MP) || of_wide_time
}

/// Whether a function of this name only computes with floating-point numbers.
pub fn computes(name: &str) -> bool {
    section_of_any(name) == Some(FLOATING)
}

/// Short words among the names that programs without an operating system use for functions of their
/// own: how many parameters the library's function has, and whether it returns something.
const COMMON: [(&str, u32, bool); 24] = [
    ("flock", 2, true),
    ("getw", 1, true),
    ("kill", 2, true),
    ("link", 2, true),
    ("lockf", 3, true),
    ("nice", 1, true),
    ("pause", 0, true),
    ("pipe", 1, true),
    ("poll", 3, true),
    ("putw", 2, true),
    ("raise", 1, true),
    ("select", 5, true),
    ("setbuf", 2, false),
    ("setstate", 1, true),
    ("signal", 2, true),
    ("swab", 3, false),
    ("symlink", 2, true),
    ("sync", 0, false),
    ("system", 1, true),
    ("times", 1, true),
    ("truncate", 2, true),
    ("uname", 1, true),
    ("utime", 2, true),
    ("wait", 1, true),
];

/// Whether a function of this name and type can be that of the library. One that computes with
/// floating-point numbers has some.
fn can_be<'ctx>(ty: FunctionType<'ctx>, name: &str) -> bool {
    let (parameters, result) = (ty.get_param_types(), ty.get_return_type());
    if computes(name) {
        let is_float = |it: &BasicTypeEnum<'_>| !it.is_int_type() && !it.is_pointer_type();
        let all = parameters.into_iter().filter_map(|it| BasicTypeEnum::try_from(it).ok());
        return ty.is_var_arg() || all.chain(result).any(|it| is_float(&it));
    }
    let common = COMMON.iter().find(|it| it.0 == name);
    // Without a prototype nothing is said of parameters.
    common.is_none_or(|&(_, count, returns)| {
        ty.is_var_arg() || (ty.count_param_types(), result.is_some()) == (count, returns)
    })
}

/// Whether a function is one of these, and not another of the same name.
pub fn is_one(function: FunctionValue<'_>, name: &str) -> bool {
    is_known(name) && can_be(function.get_type(), name)
}

/// Whether a call is one of such a function.
pub fn is_meant(call: CallSiteValue<'_>, name: &str) -> bool {
    is_known(name) && can_be(call.get_called_fn_type(), name)
}

/// Whether a call computes a floating-point number, or something of such numbers, and does
/// nothing else.
pub fn is_computation(call: CallSiteValue<'_>, name: &str) -> bool {
    let result = call.get_called_fn_type().get_return_type();
    let float = matches!(result, Some(BasicTypeEnum::FloatType(_)));
    let scalar = float || matches!(result, Some(BasicTypeEnum::IntType(_)));
    let Some(arguments) = llvm::arguments(call) else { return false };
    let is_float = |it: &BasicValueEnum<'_>| matches!(it, BasicValueEnum::FloatValue(_));
    let is_scalar = |it: &BasicValueEnum<'_>| is_float(it) || it.is_int_value();
    computes(name)
        && scalar
        && arguments.iter().all(is_scalar)
        && (float || arguments.iter().any(is_float))
}

/// What is not modelled, for people.
pub fn not_modelled(name: &str) -> String {
    format!("a call of the library function {name}, which is not modelled")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The names of each section.
    fn sections() -> Vec<Vec<&'static str>> {
        let mut all = Vec::new();
        for line in NAMES.lines().filter(|line| !line.starts_with('#')) {
            match line.starts_with('[') {
                true => all.push(Vec::new()),
                false if line.is_empty() => {}
                false => all.last_mut().expect("a title comes first").extend(line.split(' ')),
            }
        }
        all
    }

    #[test]
    fn each_name_is_listed_once_in_order_and_has_no_model() {
        let modelled: BTreeSet<&str> =
            crate::frontend::passes::libc::models::list().flat_map(|(_, names)| names).collect();
        let mut seen = BTreeSet::new();
        for names in sections() {
            assert!(names.is_sorted(), "{names:?}");
            for name in names {
                assert!(seen.insert(name), "{name} is listed twice");
                // Those of `float` and `double` may, while others are left.
                let wide = format!("{name}l");
                let all = !computes(&wide) && !is_known(&wide) || modelled.contains(&wide[..]);
                assert!(!modelled.contains(name) || !all, "{name} has a model");
                assert!(!name.starts_with("__VERIFIER_"), "{name}");
            }
        }
    }

    #[test]
    fn common_words_are_listed() {
        for (name, ..) in COMMON {
            assert!(is_known(name) && !computes(name), "{name}");
        }
    }

    #[test]
    fn variants_of_other_floating_types_are_known() {
        for name in ["sqrt", "sqrtf", "sqrtl", "lround", "lroundf", "__fpclassifyl"] {
            assert!(computes(name), "{name}");
        }
        for name in ["frexpf", "lgammal", "strtold", "raise", "fork", "wcstol"] {
            assert!(is_known(name) && !computes(name), "{name}");
        }
        // A suffix makes no other name of what has no variants.
        for name in ["__clock_gettime64", "__time64", "stat64"] {
            assert_eq!(is_known(name), name.starts_with('_'), "{name}");
        }
        for name in ["raisef", "transmit", "strlen", "sqrtfl", "f", ""] {
            assert!(!is_known(name), "{name}");
        }
    }
}
