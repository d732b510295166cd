//! Words of CBMC and ESBMC that are no C, or that these checkers declare themselves.
//!
//! Contracts and loop invariants stand behind declarators and heads of loops (CBMC), or are calls
//! whose arguments speak of other moments than that of the call (ESBMC). Both checkers pass over
//! them unless options ask for them. So do we: they become macros that expand to nothing, in
//! declarations of them, too. What they say is then neither checked nor assumed, which is listed.
//!
//! A file is compiled as it is first, so all this costs nothing where no such word is. A program
//! that defines one of the functions itself is no C with the macro, and stays as it is.
//!
//! Deliberately absent: CBMC's quantifiers, whose variables are declared in an expression.

use std::path::Path;

use crate::frontend::FrontendError;

/// What all these words begin with.
const FAMILIES: [&str; 2] = ["__CPROVER_", "__ESBMC_"];

/// Contracts and loop invariants.
const CONTRACTS: [&str; 13] = [
    "__CPROVER_requires_contract",
    "__CPROVER_requires",
    "__CPROVER_ensures_contract",
    "__CPROVER_ensures",
    "__CPROVER_assigns",
    "__CPROVER_frees",
    "__CPROVER_loop_invariant",
    "__CPROVER_decreases",
    "__ESBMC_requires",
    "__ESBMC_ensures",
    "__ESBMC_assigns",
    "__ESBMC_loop_invariant",
    "__ESBMC_loop_assigns",
];

/// The mark of functions with a contract.
const CONTRACT_MARK: &str = "__ESBMC_contract";

/// What has no meaning in C, and stays an error.
const QUANTIFIERS: [&str; 2] = ["__CPROVER_forall", "__CPROVER_exists"];

/// What the checkers declare themselves; `@` stands for the name.
const DECLARATIONS: [Declaration; 49] = [
    ("__CPROVER_bool", "typedef _Bool @"),
    ("__CPROVER_size_t", "typedef __SIZE_TYPE__ @"),
    ("__CPROVER_ssize_t", "typedef __PTRDIFF_TYPE__ @"),
    ("__CPROVER_assume", "void @(_Bool)"),
    ("__CPROVER_assert", "void @(_Bool, const char *)"),
    ("__CPROVER_precondition", "void @(_Bool, const char *)"),
    ("__CPROVER_postcondition", "void @(_Bool, const char *)"),
    ("__CPROVER_input", "void @(const char *, ...)"),
    ("__CPROVER_output", "void @(const char *, ...)"),
    ("__CPROVER_printf", "void @(const char *, ...)"),
    ("__CPROVER_cover", "void @(_Bool)"),
    ("__CPROVER_fence", "void @(const char *, ...)"),
    ("__CPROVER_atomic_begin", "void @(void)"),
    ("__CPROVER_atomic_end", "void @(void)"),
    ("__CPROVER_same_object", "_Bool @(const void *, const void *)"),
    ("__CPROVER_POINTER_OBJECT", "__SIZE_TYPE__ @(const void *)"),
    ("__CPROVER_POINTER_OFFSET", "__PTRDIFF_TYPE__ @(const void *)"),
    ("__CPROVER_OBJECT_SIZE", "__SIZE_TYPE__ @(const void *)"),
    ("__CPROVER_DYNAMIC_OBJECT", "_Bool @(const void *)"),
    ("__CPROVER_LIVE_OBJECT", "_Bool @(const void *)"),
    ("__CPROVER_r_ok", "_Bool @(const void *, __SIZE_TYPE__)"),
    ("__CPROVER_w_ok", "_Bool @(const void *, __SIZE_TYPE__)"),
    ("__CPROVER_rw_ok", "_Bool @(const void *, __SIZE_TYPE__)"),
    ("__CPROVER_havoc_object", "void @(void *)"),
    ("__CPROVER_havoc_slice", "void @(void *, __SIZE_TYPE__)"),
    ("__CPROVER_allocate", "void *@(__SIZE_TYPE__, _Bool)"),
    ("__CPROVER_isnanf", "int @(float)"),
    ("__CPROVER_isnand", "int @(double)"),
    ("__CPROVER_isnanld", "int @(long double)"),
    ("__CPROVER_isinff", "int @(float)"),
    ("__CPROVER_isinfd", "int @(double)"),
    ("__CPROVER_isinfld", "int @(long double)"),
    ("__CPROVER_isfinitef", "int @(float)"),
    ("__CPROVER_isfinited", "int @(double)"),
    ("__CPROVER_isfiniteld", "int @(long double)"),
    ("__ESBMC_assume", "void @(_Bool)"),
    ("__ESBMC_assert", "void @(_Bool, const char *)"),
    ("__ESBMC_cover", "void @(_Bool)"),
    ("__ESBMC_unreachable", "void @(void)"),
    ("__ESBMC_yield", "void @(void)"),
    ("__ESBMC_unroll", "void @(int)"),
    ("__ESBMC_atomic_begin", "void @(void)"),
    ("__ESBMC_atomic_end", "void @(void)"),
    ("__ESBMC_same_object", "_Bool @(const void *, const void *)"),
    ("__ESBMC_POINTER_OBJECT", "__UINTPTR_TYPE__ @(const void *)"),
    ("__ESBMC_POINTER_OFFSET", "__PTRDIFF_TYPE__ @(const void *)"),
    ("__ESBMC_r_ok", "_Bool @(const void *, __SIZE_TYPE__)"),
    ("__ESBMC_forall", "_Bool @(void *, _Bool)"),
    ("__ESBMC_exists", "_Bool @(void *, _Bool)"),
];

/// How a file with such words is compiled.
#[derive(Clone, Debug, Default)]
pub struct Adapted {
    /// What clang is told besides.
    pub arguments: Vec<String>,
    /// Whether contracts are passed over.
    pub has_contracts: bool,
}

/// A name with its declaration.
type Declaration = (&'static str, &'static str);

/// Compiles a file, which `compile` does with further arguments; it writes `bitcode`.
///
/// # Errors
/// If the file can't be compiled either way.
pub fn compile(
    bitcode: &Path,
    compile: impl Fn(&[String]) -> Result<(), FrontendError>,
) -> Result<Adapted, FrontendError> {
    let (declared, has_contracts, rejected) = match compile(&[]) {
        Ok(()) => {
            // Names of functions stand in bitcode as they are.
            let bytes = std::fs::read(bitcode).unwrap_or_default();
            let any = FAMILIES.iter().any(|family| contains(&bytes, family));
            let is_there = |word: &str| any && contains(&bytes, word);
            let wide = DECLARATIONS.into_iter().filter(|it| is_wide(it) && is_there(it.0));
            (wide.collect(), CONTRACTS.iter().any(|word| is_there(word)), None)
        }
        Err(FrontendError::Input(text)) => (undeclared(&text), has_contract(&text), Some(text)),
        Err(error) => return Err(error),
    };
    if declared.is_empty() && !has_contracts {
        return match rejected {
            Some(text) => Err(FrontendError::Input(with_hint(text))),
            None => Ok(Adapted::default()),
        };
    }
    match (adapt(bitcode, declared, has_contracts, &compile)?, rejected) {
        (Ok(adapted), _) => Ok(adapted),
        // As it is: it defines such a function itself.
        (Err(_), None) => compile(&[]).map(|()| Adapted::default()),
        // What is wrong besides contracts.
        (Err(text), Some(_)) if has_contracts => Err(FrontendError::Input(with_hint(text))),
        (Err(_), Some(text)) => Err(FrontendError::Input(with_hint(text))),
    }
}

/// Tries macros for contracts, and declarations for what clang says is not declared, until it
/// accepts the file; else its messages.
fn adapt(
    bitcode: &Path,
    mut declared: Vec<Declaration>,
    mut has_contracts: bool,
    compile: &impl Fn(&[String]) -> Result<(), FrontendError>,
) -> Result<Result<Adapted, String>, FrontendError> {
    let header = bitcode.with_extension("h");
    loop {
        let arguments = arguments(&header, &declared, has_contracts)?;
        let text = match compile(&arguments) {
            Ok(()) => return Ok(Ok(Adapted { arguments, has_contracts })),
            Err(FrontendError::Input(text)) => text,
            Err(error) => return Err(error),
        };
        let mut more = undeclared(&text);
        more.retain(|name| !declared.contains(name));
        let shows = !has_contracts && has_contract(&text);
        if more.is_empty() && !shows {
            return Ok(Err(text));
        }
        has_contracts |= shows;
        declared.extend(more);
    }
}

/// Whether messages of clang show a contract.
fn has_contract(messages: &str) -> bool {
    CONTRACTS.iter().chain([&CONTRACT_MARK]).any(|word| messages.contains(word))
}

/// The known names that clang says are not declared; of types it does not always say it.
fn undeclared(messages: &str) -> Vec<Declaration> {
    let lines: Vec<&str> = messages.lines().filter(|line| line.contains("undeclared")).collect();
    let is_one = |(name, text): &Declaration| match text.starts_with("typedef") {
        true => messages.contains(name),
        false => lines.iter().any(|line| line.contains(&format!("'{name}'"))),
    };
    DECLARATIONS.into_iter().filter(is_one).collect()
}

/// Whether a function gives what an `int` does not hold: in old dialects, where functions need not
/// be declared, it is taken for one of `int`.
fn is_wide((_, text): &Declaration) -> bool {
    text.starts_with("__") || text.starts_with("void *")
}

/// Writes the declarations, and says to clang what is to be read before the file.
fn arguments(
    header: &Path,
    declared: &[Declaration],
    has_contracts: bool,
) -> Result<Vec<String>, FrontendError> {
    let mut arguments = vec![];
    if has_contracts {
        arguments.extend(CONTRACTS.map(|word| format!("-D{word}(...)=")));
        arguments.push(format!("-D{CONTRACT_MARK}="));
    }
    if !declared.is_empty() {
        let lines = declared.iter().map(|(name, text)| text.replace('@', name) + ";\n");
        std::fs::write(header, lines.collect::<String>())
            .map_err(|error| FrontendError::Tool(format!("{}: {error}", header.display())))?;
        arguments.extend(["-include".to_owned(), header.display().to_string()]);
    }
    Ok(arguments)
}

/// What clang says of a file, and why if it is for what C does not have.
fn with_hint(text: String) -> String {
    match QUANTIFIERS.iter().find(|word| text.contains(**word)) {
        Some(word) => format!(
            "{text}\n{word} is CBMC's own syntax, not C: quantifiers over variables are not modelled"
        ),
        None => text,
    }
}

fn contains(bytes: &[u8], word: &str) -> bool {
    bytes.windows(word.len()).any(|window| window == word.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_clang_says_is_not_declared_is_found() {
        let text = "a.c:3:3: error: call to undeclared function '__CPROVER_assume'; ISO C99\n\
                    a.c:4:3: error: unknown type name '__CPROVER_size_t'\n\
                    a.c:5:3: error: expected ';' after '__CPROVER_assert'\n";
        let names: Vec<&str> = undeclared(text).into_iter().map(|it| it.0).collect();
        assert_eq!(names, ["__CPROVER_size_t", "__CPROVER_assume"]);
    }

    #[test]
    fn what_gives_more_than_an_int_is_told_from_the_rest() {
        let wide: Vec<&str> = DECLARATIONS.iter().filter(|it| is_wide(it)).map(|it| it.0).collect();
        assert!(wide.contains(&"__CPROVER_OBJECT_SIZE") && wide.contains(&"__CPROVER_allocate"));
        assert!(!wide.contains(&"__CPROVER_same_object") && !wide.contains(&"__CPROVER_size_t"));
    }

    #[test]
    fn a_quantifier_is_named() {
        assert!(with_hint("error: '__CPROVER_forall'".to_owned()).contains("quantifiers"));
        assert_eq!(with_hint("error".to_owned()), "error");
    }
}
