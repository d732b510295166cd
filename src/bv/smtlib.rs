//! Printing terms as SMT-LIB 2.6, logic QF_BV or, if there are arrays, QF_ABV.
//!
//! A truth value is a bit-vector of width 1 here as everywhere. Terms share operands,
//! so each term that is read more than once, or is long, becomes a `define-fun` of its
//! own: the text is linear in the number of terms, and never nested deeply; but for constant
//! arrays, which are one `store` in another.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Array, Node, Op, Sort, SymbolId, Term, TermStore, Value};

/// An expression longer than this becomes a definition.
const LONG: usize = 60;

/// Names of symbols in a script: each as it is written, `|…|` included.
#[derive(Clone, Debug, Default)]
pub struct Names {
    names: FxHashMap<SymbolId, String>,
    taken: FxHashSet<String>,
}

impl Names {
    /// Keeps a name free for other purposes.
    pub fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_string());
    }

    /// Names a symbol after `wish`, changed as far as needed to be a quoted symbol, not
    /// the name of a definition (`$` and a number), and unique.
    pub fn give(&mut self, symbol: SymbolId, wish: &str) {
        let allowed = |c: char| c.is_ascii_graphic() && c != '|' && c != '\\' || c == ' ';
        let mut base: String = wish.chars().map(|c| if allowed(c) { c } else { '_' }).collect();
        if base.starts_with('$') {
            base.insert(0, '_');
        }
        let mut name = base.clone();
        let mut number = 1;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{base}#{number}");
        }
        self.names.insert(symbol, format!("|{name}|"));
    }

    /// Names all symbols of a store that have no name yet after themselves.
    pub fn give_rest(&mut self, store: &TermStore) {
        for (symbol, info) in store.symbols().iter_enumerated() {
            if !self.names.contains_key(&symbol) {
                self.give(symbol, &info.name);
            }
        }
    }

    /// The name of a symbol.
    ///
    /// # Panics
    /// If it was given none.
    pub fn of(&self, symbol: SymbolId) -> &str {
        &self.names[&symbol]
    }
}

/// Terms as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Lines of `define-fun` that the expressions refer to, in order.
    pub definitions: String,
    /// For each root an expression.
    pub roots: Vec<String>,
}

/// A sort.
pub fn sort(sort: Sort) -> String {
    let word = |width: u32| format!("(_ BitVec {width})");
    match sort {
        Sort::Word(width) => word(width),
        Sort::Array { index, element } => format!("(Array {} {})", word(index), word(element)),
    }
}

/// Prints the terms `roots`, with definitions for a script.
pub fn print(store: &TermStore, names: &Names, roots: &[Term]) -> Script {
    let mut definitions = String::new();
    let roots = walk(store, names, roots, |name, term, text, _| {
        let sort = sort(store.sort(term));
        // Writing to a string can't fail.
        let _ = writeln!(definitions, "(define-fun {name} () {sort} {text})");
    });
    Script { definitions, roots: roots.into_iter().map(|root| root.0).collect() }
}

/// Terms as one expression whose shared parts are bound by `let`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// `(let (…) (let (…) `, to be written before the expression.
    pub open: String,
    /// As many `)`, to be written behind it.
    pub close: String,
    /// For each root an expression in the scope of the bindings.
    pub roots: Vec<String>,
}

/// Prints the terms `roots` with bindings instead of definitions, for the body of a
/// function or a quantifier. What is bound in one `let` is what depends on the same number
/// of bindings, so the nesting is as deep as the longest chain of shared terms.
pub fn bind(store: &TermStore, names: &Names, roots: &[Term]) -> Bound {
    let mut levels: Vec<Vec<String>> = Vec::new();
    let roots = walk(store, names, roots, |name, _, text, level| {
        levels.resize_with(levels.len().max(level + 1), Vec::new);
        levels[level].push(format!("({name} {text})"));
    });
    let open = levels.iter().map(|level| format!("(let ({}) ", level.join(" "))).collect();
    let close = ")".repeat(levels.len());
    Bound { open, close, roots: roots.into_iter().map(|root| root.0).collect() }
}

/// Walks the cone of `roots` upwards. `define` is called for each term that needs a name
/// of its own, with its name, text and level: how many such terms the longest chain below
/// it has. Returns the texts of the roots with their levels.
fn walk(
    store: &TermStore,
    names: &Names,
    roots: &[Term],
    mut define: impl FnMut(&str, Term, &str, usize),
) -> Vec<(String, usize)> {
    // How often each term of the cone is read. Operands have smaller numbers.
    let mut uses: FxHashMap<Term, usize> = FxHashMap::default();
    let mut stack = roots.to_vec();
    while let Some(term) = stack.pop() {
        let count = uses.entry(term).or_default();
        *count += 1;
        if *count == 1 {
            stack.extend(store.args(term));
        }
    }
    let mut cone: Vec<Term> = uses.keys().copied().collect();
    cone.sort_unstable();

    let mut texts: FxHashMap<Term, (String, usize)> = FxHashMap::default();
    for term in cone {
        let args = store.args(term);
        let level = args.iter().map(|arg| texts[arg].1).max().unwrap_or(0);
        let (text, is_short) = match store.node(term) {
            Node::Const(value) => {
                let text = constant(value);
                let is_short = value.as_array().is_none() || text.len() <= LONG;
                (text, is_short)
            }
            Node::Symbol(symbol) => (names.of(*symbol).to_string(), true),
            Node::App(op, _) => {
                let words: Vec<&str> = args.iter().map(|arg| texts[arg].0.as_str()).collect();
                let text = application(*op, &words, store.sort(args[0]));
                let is_short = uses[&term] == 1 && text.len() <= LONG;
                (text, is_short)
            }
        };
        let known = if is_short {
            (text, level)
        } else {
            let name = format!("${}", term.0);
            define(&name, term, &text, level);
            (name, level + 1)
        };
        texts.insert(term, known);
    }
    roots.iter().map(|root| texts[root].clone()).collect()
}

/// A constant: binary for one bit, decimal otherwise; an array as `store` on `store` on one
/// that holds the same everywhere.
fn constant(value: &Value) -> String {
    if let Some(array) = value.as_array() {
        return constant_array(array);
    }
    match value.width() {
        1 => format!("#b{value}"),
        width => format!("(_ bv{value} {width})"),
    }
}

fn constant_array(array: &Array) -> String {
    let entries = array.entries();
    let mut text = "(store ".repeat(entries.len());
    text += &format!("((as const {}) {})", sort(array.sort()), constant(array.default()));
    for (at, word) in entries {
        text += &format!(" {} {})", constant(at), constant(word));
    }
    text
}

/// `first` is the sort of the first operand.
fn application(op: Op, args: &[&str], first: Sort) -> String {
    let all = args.join(" ");
    let plain = |name: &str| format!("({name} {all})");
    let truth = |name: &str| format!("(ite ({name} {all}) #b1 #b0)");
    match op {
        Op::Not => plain("bvnot"),
        Op::Neg => plain("bvneg"),
        Op::And => plain("bvand"),
        Op::Or => plain("bvor"),
        Op::Xor => plain("bvxor"),
        Op::Add => plain("bvadd"),
        Op::Sub => plain("bvsub"),
        Op::Mul => plain("bvmul"),
        Op::Udiv => plain("bvudiv"),
        Op::Urem => plain("bvurem"),
        Op::Sdiv => plain("bvsdiv"),
        Op::Srem => plain("bvsrem"),
        Op::Shl => plain("bvshl"),
        Op::Lshr => plain("bvlshr"),
        Op::Ashr => plain("bvashr"),
        Op::Concat => plain("concat"),
        Op::Eq => truth("="),
        Op::Ult => truth("bvult"),
        Op::Ule => truth("bvule"),
        Op::Slt => truth("bvslt"),
        Op::Sle => truth("bvsle"),
        Op::Ite => format!("(ite (= {} #b1) {} {})", args[0], args[1], args[2]),
        Op::Extract { high, low } => plain(&format!("(_ extract {high} {low})")),
        Op::ZeroExtend(to) => plain(&format!("(_ zero_extend {})", to - first.width())),
        Op::SignExtend(to) => plain(&format!("(_ sign_extend {})", to - first.width())),
        Op::Select => plain("select"),
        Op::Store => plain("store"),
        Op::Float(_) => unreachable!("floating-point operators are expanded before export"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_terms_are_defined_once() {
        let mut store = TermStore::new();
        let x = store.symbol("x|y", 8);
        let y = store.symbol("x_y", 8);
        let mut term = store.app_verbatim(Op::Mul, &[x, y]);
        for _ in 0..3 {
            term = store.app_verbatim(Op::Add, &[term, term]);
        }
        let less = store.app_verbatim(Op::Slt, &[term, x]);
        let narrow = store.app_verbatim(Op::Extract { high: 3, low: 1 }, &[x]);
        let wide = store.app_verbatim(Op::SignExtend(8), &[narrow]);
        let five = store.number(8, 5);
        let choice = store.app_verbatim(Op::Ite, &[less, wide, five]);
        let mut names = Names::default();
        names.give_rest(&store);
        let script = print(&store, &names, &[choice]);
        assert_eq!(
            script.definitions,
            "(define-fun $2 () (_ BitVec 8) (bvmul |x_y| |x_y#2|))\n\
             (define-fun $3 () (_ BitVec 8) (bvadd $2 $2))\n\
             (define-fun $4 () (_ BitVec 8) (bvadd $3 $3))\n\
             (define-fun $10 () (_ BitVec 8) \
             (ite (= (ite (bvslt (bvadd $4 $4) |x_y|) #b1 #b0) #b1) \
             ((_ sign_extend 5) ((_ extract 3 1) |x_y|)) (_ bv5 8)))\n"
        );
        assert_eq!(script.roots, ["$10"]);
        let bound = bind(&store, &names, &[choice, less]);
        assert_eq!(
            bound.open,
            "(let (($2 (bvmul |x_y| |x_y#2|))) \
             (let (($3 (bvadd $2 $2))) \
             (let (($4 (bvadd $3 $3))) \
             (let (($6 (ite (bvslt (bvadd $4 $4) |x_y|) #b1 #b0))) \
             (let (($10 (ite (= $6 #b1) ((_ sign_extend 5) ((_ extract 3 1) |x_y|)) (_ bv5 8)))) "
        );
        assert_eq!((bound.close.as_str(), bound.roots.len()), (")))))", 2));
        assert_eq!(bound.roots, ["$10", "$6"]);
    }

    #[test]
    fn long_chains_stay_flat() {
        let mut store = TermStore::new();
        let mut term = store.symbol("x", 8);
        for _ in 0..50_000 {
            term = store.app_verbatim(Op::Neg, &[term]);
        }
        let mut names = Names::default();
        names.give_rest(&store);
        let script = print(&store, &names, &[term]);
        assert!(script.definitions.len() < 50_000 * 20);
        assert!(script.definitions.lines().all(|line| line.len() < 200));
    }
}
