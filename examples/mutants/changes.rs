//! The changes of one expression.

use quote::ToTokens;
use syn::{
    BinOp, Expr, ExprBinary, ExprLit, ExprMethodCall, Lit, LitBool, LitInt, UnOp, parse_quote,
};

/// Operators, each with what it becomes.
const OPERATORS: &[(&str, &str)] = &[
    ("<", "<="),
    ("<=", "<"),
    (">", ">="),
    (">=", ">"),
    ("==", "!="),
    ("!=", "=="),
    ("+", "-"),
    ("-", "+"),
    ("*", "+"),
    ("/", "*"),
    ("%", "+"),
    ("<<", ">>"),
    (">>", "<<"),
    ("&", "|"),
    ("|", "&"),
    ("^", "|"),
    ("&&", "||"),
    ("||", "&&"),
    ("+=", "-="),
    ("-=", "+="),
    ("&=", "|="),
    ("|=", "&="),
];

/// Operators of terms.
const OPS: &[(&str, &str)] = &[
    ("And", "Or"),
    ("Or", "And"),
    ("Xor", "Or"),
    ("Eq", "Ule"),
    ("Ult", "Ule"),
    ("Ule", "Ult"),
    ("Slt", "Sle"),
    ("Sle", "Slt"),
    ("Add", "Sub"),
    ("Sub", "Add"),
    ("Mul", "Add"),
    ("ZeroExtend", "SignExtend"),
    ("SignExtend", "ZeroExtend"),
];

/// Methods, each with the one that is called instead, and how many operands that has.
const METHODS: &[(&str, &str, usize)] = &[
    ("and", "or", 2),
    ("or", "and", 2),
    ("all", "some", 1),
    ("some", "all", 1),
    ("all", "any", 1),
    ("any", "all", 1),
    ("min", "max", 1),
    ("max", "min", 1),
    ("is_none_or", "is_some_and", 1),
    ("is_some_and", "is_none_or", 1),
];

/// What an expression could be instead, each with what is said of it.
pub fn changes(expr: &Expr) -> Vec<(String, Expr)> {
    match expr {
        Expr::Binary(binary) => operator(binary),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            vec![("without !".to_owned(), (*unary.expr).clone())]
        }
        Expr::Lit(ExprLit { lit, .. }) => literal(lit),
        Expr::Path(path) => {
            let mut path = path.clone();
            let mut names = path.path.segments.iter_mut().rev();
            let (Some(last), Some(before)) = (names.next(), names.next()) else { return vec![] };
            if before.ident != "Op" {
                return vec![];
            }
            let Some((from, to)) = OPS.iter().find(|it| last.ident == it.0) else { return vec![] };
            last.ident = syn::Ident::new(to, last.ident.span());
            vec![(format!("Op::{from} becomes Op::{to}"), Expr::Path(path))]
        }
        Expr::MethodCall(call) => {
            let mut all = methods(call);
            if is_question(expr) {
                all.push((format!("not .{}()", call.method), parse_quote!(!(#expr))));
            }
            all
        }
        Expr::Macro(it) if it.mac.path.is_ident("matches") => {
            vec![("not matches!".to_owned(), parse_quote!(!(#expr)))]
        }
        _ => vec![],
    }
}

fn operator(binary: &ExprBinary) -> Vec<(String, Expr)> {
    // A chain with `let` in it can't be put together in another way.
    if has_let(&binary.left) || has_let(&binary.right) {
        return vec![];
    }
    let text = binary.op.to_token_stream().to_string();
    let to = OPERATORS.iter().find(|it| it.0 == text).map(|it| it.1);
    let changed = to.and_then(|to| Some((to, syn::parse_str::<BinOp>(to).ok()?)));
    let Some((to, op)) = changed else { return vec![] };
    vec![(format!("{text} becomes {to}"), Expr::Binary(ExprBinary { op, ..binary.clone() }))]
}

fn literal(lit: &Lit) -> Vec<(String, Expr)> {
    let (to, text) = match lit {
        Lit::Bool(it) => (Lit::Bool(LitBool::new(!it.value, it.span)), it.value.to_string()),
        Lit::Int(it) => {
            let Ok(number) = it.base10_parse::<u128>() else { return vec![] };
            let to = format!("{}{}", number.wrapping_add(1), it.suffix());
            (Lit::Int(LitInt::new(&to, it.span())), it.to_string())
        }
        _ => return vec![],
    };
    let said = format!("{text} becomes {}", to.to_token_stream());
    vec![(said, parse_quote!(#to))]
}

fn methods(call: &ExprMethodCall) -> Vec<(String, Expr)> {
    let is_closure = matches!(call.args.first(), Some(Expr::Closure(_) | Expr::Path(_)));
    let mut all = vec![];
    for &(from, to, operands) in METHODS {
        let iterates = to == "any" || from == "any";
        if call.method != from || call.args.len() != operands {
            continue;
        }
        if iterates && !is_closure || (to == "some" || from == "some") && is_closure {
            continue;
        }
        let method = syn::Ident::new(to, call.method.span());
        let changed = ExprMethodCall { method, ..call.clone() };
        all.push((format!(".{from}() becomes .{to}()"), Expr::MethodCall(changed)));
    }
    if call.method == "not" && call.args.len() == 1 {
        all.push(("without .not()".to_owned(), call.args[0].clone()));
    }
    all
}

/// Whether a method asks something.
pub fn is_question(expr: &Expr) -> bool {
    let Expr::MethodCall(call) = expr else { return false };
    let name = call.method.to_string();
    let asks = ["is_", "has_", "contains"].iter().any(|start| name.starts_with(start));
    asks && !name.ends_with("_and") && !name.ends_with("_or")
}

/// Whether a condition can be negated, and is not by a change of its own.
pub fn negatable(condition: &Expr) -> bool {
    let is_done = match condition {
        Expr::Unary(unary) => matches!(unary.op, UnOp::Not(_)),
        Expr::Binary(binary) => matches!(binary.op, BinOp::Eq(_) | BinOp::Ne(_)),
        Expr::Macro(it) => it.mac.path.is_ident("matches"),
        _ => is_question(condition),
    };
    !is_done && !has_let(condition)
}

fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}
