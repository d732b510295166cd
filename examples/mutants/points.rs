//! Where a source can be changed, and sources in which chosen changes are made at run time.
//!
//! Both are one walk through the syntax tree, so that numbers of changes agree. A change that is
//! chosen becomes `if crate::mutant(17) { changed } else { original }`; within what is changed
//! nothing else is, as only one change is made in a run.

use std::collections::BTreeSet;

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Attribute, Block, Expr, ExprIf, ExprMatch, Pat, PatGuard, Stmt, parse_quote};

use crate::changes::{changes, negatable};

/// A small change of a source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// The file, from the crate's folder of sources.
    pub file: String,
    pub line: usize,
    pub column: usize,
    /// What becomes what.
    pub change: String,
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.change)
    }
}

/// A walk through sources, in which changes are numbered as they are found.
pub struct Walk<'a> {
    chosen: &'a BTreeSet<usize>,
    file: String,
    /// All changes that could be made.
    pub points: Vec<Point>,
}

impl<'a> Walk<'a> {
    /// A walk that makes these changes.
    pub fn choosing(chosen: &'a BTreeSet<usize>) -> Self {
        Self { chosen, file: String::new(), points: vec![] }
    }

    /// Goes through a file; what it becomes.
    ///
    /// # Errors
    /// If it is not Rust.
    pub fn file(&mut self, name: &str, text: &str) -> syn::Result<String> {
        name.clone_into(&mut self.file);
        let mut parsed = syn::parse_file(text)?;
        self.visit_file_mut(&mut parsed);
        Ok(parsed.into_token_stream().to_string())
    }

    /// Numbers a change; its number if it is chosen.
    fn found(&mut self, place: Span, change: impl Into<String>) -> Option<usize> {
        let number = self.points.len();
        let (start, file) = (place.start(), self.file.clone());
        let (line, column) = (start.line, start.column + 1);
        self.points.push(Point { file, line, column, change: change.into() });
        self.chosen.contains(&number).then_some(number)
    }

    /// A condition, which may be negated.
    fn condition(&mut self, condition: &mut Expr) {
        let number = match negatable(condition) {
            true => self.found(condition.span(), format!("negated: {}", short(condition))),
            false => None,
        };
        self.visit_expr_mut(condition);
        if let Some(number) = number {
            *condition = parse_quote!((crate::mutant(#number) != (#condition)));
        }
    }
}

/// What stands there, in one line that is not long.
fn short(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn is_of_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| it.path().is_ident("cfg"))
}

/// Whether a statement does something that could be left out.
fn can_be_left_out(statement: &Stmt) -> bool {
    let Stmt::Expr(expr, Some(_)) = statement else { return false };
    match expr {
        Expr::MethodCall(_) | Expr::Call(_) | Expr::Try(_) | Expr::Assign(_) => true,
        Expr::Return(_) | Expr::Continue(_) => true,
        Expr::Binary(it) => it.op.to_token_stream().to_string().ends_with('='),
        _ => false,
    }
}

impl VisitMut for Walk<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let place = expr.span();
        let mut chosen = vec![];
        for (change, changed) in changes(expr) {
            chosen.extend(self.found(place, change).map(|number| (number, changed)));
        }
        visit_mut::visit_expr_mut(self, expr);
        for (number, changed) in chosen {
            *expr = parse_quote!((if crate::mutant(#number) { (#changed) } else { (#expr) }));
        }
    }

    fn visit_expr_if_mut(&mut self, it: &mut ExprIf) {
        self.condition(&mut it.cond);
        self.visit_block_mut(&mut it.then_branch);
        if let Some((_, otherwise)) = &mut it.else_branch {
            match &mut **otherwise {
                // What follows `else` stays an `if` or a block.
                Expr::If(other) => self.visit_expr_if_mut(other),
                Expr::Block(other) => self.visit_block_mut(&mut other.block),
                _ => {}
            }
        }
    }

    /// Where all else has a last arm, the others can be passed by.
    fn visit_expr_match_mut(&mut self, it: &mut ExprMatch) {
        let rest = it.arms.last().is_some_and(|arm| matches!(arm.pat, Pat::Wild(_)));
        let arms = it.arms.len();
        let mut passed = vec![];
        if rest {
            for (place, Arm { pat, .. }) in it.arms[..arms - 1].iter().enumerate() {
                let number = self.found(pat.span(), format!("no arm for {}", short(pat)));
                passed.extend(number.map(|number| (place, number)));
            }
        }
        visit_mut::visit_expr_match_mut(self, it);
        for (place, number) in passed {
            let pat = &mut it.arms[place].pat;
            if let Pat::Guard(PatGuard { guard, .. }) = pat {
                **guard = parse_quote!((!crate::mutant(#number) && (#guard)));
            } else {
                let inner = Box::new(pat.clone());
                let guard = parse_quote!(!crate::mutant(#number));
                let if_token = syn::token::If::default();
                *pat = Pat::Guard(PatGuard { attrs: vec![], pat: inner, if_token, guard });
            }
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        for statement in &mut block.stmts {
            let number = match can_be_left_out(statement) {
                true => self.found(statement.span(), format!("left out: {}", short(statement))),
                false => None,
            };
            self.visit_stmt_mut(statement);
            if let Some(number) = number {
                *statement = parse_quote!(if !crate::mutant(#number) { #statement });
            }
        }
    }

    /// Patterns and types stay as they are, and what is computed when the program is built.
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Pat::Guard(PatGuard { guard, .. }) = pat {
            self.condition(guard);
        }
    }

    /// What must not go on behind `else` stays as it is.
    fn visit_local_init_mut(&mut self, it: &mut syn::LocalInit) {
        self.visit_expr_mut(&mut it.expr);
    }

    fn visit_type_mut(&mut self, _: &mut syn::Type) {}

    fn visit_path_mut(&mut self, _: &mut syn::Path) {}

    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}

    fn visit_item_const_mut(&mut self, _: &mut syn::ItemConst) {}

    fn visit_item_static_mut(&mut self, _: &mut syn::ItemStatic) {}

    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}

    fn visit_item_enum_mut(&mut self, _: &mut syn::ItemEnum) {}

    fn visit_expr_repeat_mut(&mut self, it: &mut syn::ExprRepeat) {
        self.visit_expr_mut(&mut it.expr);
    }

    fn visit_item_fn_mut(&mut self, it: &mut syn::ItemFn) {
        if it.sig.constness.is_none() && !is_of_tests(&it.attrs) {
            visit_mut::visit_item_fn_mut(self, it);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, it: &mut syn::ImplItemFn) {
        if it.sig.constness.is_none() && !is_of_tests(&it.attrs) {
            visit_mut::visit_impl_item_fn_mut(self, it);
        }
    }

    fn visit_item_mod_mut(&mut self, it: &mut syn::ItemMod) {
        if !is_of_tests(&it.attrs) {
            visit_mut::visit_item_mod_mut(self, it);
        }
    }

    /// How something is printed is no matter.
    fn visit_item_impl_mut(&mut self, it: &mut syn::ItemImpl) {
        let of = it.trait_.as_ref().and_then(|it| it.0.segments.last());
        if !is_of_tests(&it.attrs) && of.is_none_or(|it| it.ident != "Display") {
            visit_mut::visit_item_impl_mut(self, it);
        }
    }
}
