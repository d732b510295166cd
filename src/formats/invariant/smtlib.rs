//! Invariants as functions in SMT-LIB 2.6, logic QF_BV.
//!
//! Read are `set-…` commands, which mean nothing here, and one `define-fun` whose body has
//! the operators of the logic and `let`. A parameter of width 1 may be a Bool. The names of
//! the parameters are free, their order is not.

use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::operators::{Typed, apply, literal};
use crate::bv::smtlib::{Names, bind, sort};
use crate::bv::{Term, TermStore};
use crate::formats::sexpr::{Expr, parse};
use crate::formats::smtlib::{connect, truth};
use crate::formats::text::{ReadError, natural};

/// Writes a conjunction as the function `Inv` of `parameters`, which are symbols.
pub fn write(
    terms: &TermStore,
    parameters: &[Term],
    conjuncts: &[Term],
    comments: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    for comment in comments.iter().flat_map(|comment| comment.split(['\n', '\r'])) {
        writeln!(out, "; {comment}")?;
    }
    let mut names = Names::default();
    names.reserve("Inv");
    names.give_rest(terms);
    let typed = parameters.iter().map(|&parameter| {
        let symbol = terms.as_symbol(parameter).expect("parameters are symbols");
        format!("({} {})", names.of(symbol), sort(terms.sort(parameter)))
    });
    let typed: Vec<String> = typed.collect();
    let bound = bind(terms, &names, conjuncts);
    let truths: Vec<String> = bound.roots.iter().map(|text| truth(text)).collect();
    let body = format!("{}{}{}", bound.open, connect("and", "true", &truths), bound.close);
    writeln!(out, "(define-fun Inv ({}) Bool\n  {body})", typed.join(" "))
}

/// Reads a function of `parameters`; its value as a term.
pub fn read(data: &[u8], terms: &mut TermStore, parameters: &[Term]) -> Result<Term, ReadError> {
    let text = std::str::from_utf8(data).map_err(|error| {
        let before = &data[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count() as u64;
        ReadError::Format { line, what: "the text is not UTF-8".to_owned() }
    })?;
    let mut function = None;
    for command in &parse(text)? {
        match command.list().and_then(|list| Some((list.first()?.atom()?, list))) {
            Some((name, _)) if name.starts_with("set-") => {}
            Some(("define-fun", definition)) if function.is_none() => {
                function = Some(define(command, definition, terms, parameters)?);
            }
            Some(("define-fun", _)) => return command.fail("one function is wanted, no second"),
            _ => return command.fail(format!("`{}` is not known here", command.excerpt())),
        }
    }
    let none = ReadError::Format { line: 1, what: "there is no define-fun".to_owned() };
    function.ok_or(none)
}

fn define(
    command: &Expr<'_>,
    definition: &[Expr<'_>],
    terms: &mut TermStore,
    parameters: &[Term],
) -> Result<Term, ReadError> {
    let [_, _, arguments, result, body] = definition else {
        return command.fail("a define-fun has a name, arguments, a sort and a body");
    };
    let Some(arguments) = arguments.list() else { return arguments.fail("arguments are a list") };
    if arguments.len() != parameters.len() {
        let (found, wanted) = (arguments.len(), parameters.len());
        return command.fail(format!("it has {found} arguments; the model has {wanted} variables"));
    }
    let mut scope: Scope<'_> = FxHashMap::default();
    for (argument, &parameter) in arguments.iter().zip(parameters) {
        let Some([name, given]) = argument.list() else {
            return argument.fail("an argument is a name and a sort");
        };
        let Some(name) = name.atom() else { return name.fail("a name is wanted") };
        let width = terms.width(parameter);
        let is_bool = match width_of(given) {
            Some(None) if width == 1 => true,
            Some(Some(found)) if found == width => false,
            _ => {
                return given
                    .fail(format!("the variable has {width} bits: {}", sort(width.into())));
            }
        };
        if scope.insert(name, vec![Typed { term: parameter, is_bool }]).is_some() {
            return argument.fail(format!("there are two arguments {name}"));
        }
    }
    if width_of(result) != Some(None) {
        return result.fail("the function must be of sort Bool");
    }
    let value = Reader { terms, scope }.expression(body)?;
    if !value.is_bool {
        return body.fail("the body must be of sort Bool");
    }
    Ok(value.term)
}

/// The width of a sort of bit-vectors, `Some(None)` for Bool.
fn width_of(sort: &Expr<'_>) -> Option<Option<u32>> {
    if sort.atom() == Some("Bool") {
        return Some(None);
    }
    match sort.list()?.iter().map(Expr::atom).collect::<Vec<_>>()[..] {
        [Some("_"), Some("BitVec"), Some(width)] => {
            Some(Some(u32::try_from(natural(width.as_bytes())?).ok()?))
        }
        _ => None,
    }
}

/// What each name stands for; the innermost meaning is last.
type Scope<'a> = FxHashMap<&'a str, Vec<Typed>>;

struct Reader<'a, 'e> {
    terms: &'a mut TermStore,
    scope: Scope<'e>,
}

impl<'e> Reader<'_, 'e> {
    fn expression(&mut self, expr: &Expr<'e>) -> Result<Typed, ReadError> {
        if let Some(atom) = expr.atom() {
            let known = self.scope.get(atom).and_then(|meanings| meanings.last());
            return match known {
                Some(&known) => Ok(known),
                None => literal(self.terms, &[atom])
                    .map_or_else(|| expr.fail(format!("`{}` is not defined", expr.excerpt())), Ok),
            };
        }
        let Some([head, operands @ ..]) = expr.list() else { return expr.fail("an empty list") };
        if head.atom() == Some("let") {
            return self.binding(expr, operands);
        }
        let indexed: Option<Vec<&str>> =
            head.list().and_then(|words| words.iter().map(Expr::atom).collect());
        let operator = match (head.atom(), indexed.as_deref()) {
            (Some("_"), _) => {
                let words: Option<Vec<&str>> = operands.iter().map(Expr::atom).collect();
                let value = words.and_then(|words| literal(self.terms, &words));
                return value.map_or_else(|| expr.fail("not a constant of QF_BV"), Ok);
            }
            (Some(operator), _) => vec![operator],
            (None, Some(["_", operator @ ..])) => operator.to_vec(),
            _ => return head.fail("an operator is wanted"),
        };
        let mut values = vec![];
        for operand in operands {
            values.push(self.expression(operand)?);
        }
        match apply(self.terms, &operator, &values) {
            Ok(value) => Ok(value),
            Err(what) => expr.fail(format!("{}: {what}", operator.join(" "))),
        }
    }

    /// `(let ((x e) …) body)`: the values don't see each other.
    fn binding(&mut self, expr: &Expr<'e>, operands: &[Expr<'e>]) -> Result<Typed, ReadError> {
        let [bindings, body] = operands else { return expr.fail("let has bindings and a body") };
        let mut values = vec![];
        for binding in bindings.list().unwrap_or_default() {
            let Some([name, value]) = binding.list() else {
                return binding.fail("a binding is a name and a value");
            };
            let Some(name) = name.atom() else { return name.fail("a name is wanted") };
            values.push((name, self.expression(value)?));
        }
        for &(name, value) in &values {
            self.scope.entry(name).or_default().push(value);
        }
        let result = self.expression(body);
        for (name, _) in values {
            self.scope.entry(name).or_default().pop();
        }
        result
    }
}
