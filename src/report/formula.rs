//! Terms for people, in the manner of C: `x + 3 * y <= n`.
//!
//! What differs from C: `=` is equality, arithmetic is modulo 2^width, operators of signed numbers end in
//! `s` (`<s`, `/s`), `u64(x)` and `s64(x)` extend to so many bits, `x[7:4]` are bits, `a . b` is
//! `a` in the high bits and `b` in the low ones.

use rustc_hash::FxHashMap;

use crate::bv::{Node, Op, Sort, SymbolId, Term, TermStore, Value};

/// A text that is not worth a name.
const SHORT: usize = 40;

/// How tightly the outermost operator of a text binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Choice,
    Implies,
    Or,
    And,
    Compare,
    /// Operators on the bits of words; C's own rules for them are a trap.
    Bits,
    Sum,
    Product,
    Unary,
    Whole,
}

/// A text, and how tightly it binds.
#[derive(Clone)]
struct Text(String, Level);

impl Text {
    /// The text as an operand of something that binds like `level`, or tighter.
    fn within(&self, level: Level) -> String {
        if self.1 >= level { self.0.clone() } else { format!("({})", self.0) }
    }
}

/// The text of a term. One that occurs several times is written once and gets a name: whole, the
/// text could be exponential.
pub fn print(store: &TermStore, term: Term, symbol: &dyn Fn(SymbolId) -> String) -> String {
    let mut uses: FxHashMap<Term, usize> = FxHashMap::default();
    let (mut open, mut order) = (vec![(term, false)], vec![]);
    while let Some((term, below_done)) = open.pop() {
        if below_done {
            order.push(term);
            continue;
        }
        let uses = uses.entry(term).or_default();
        *uses += 1;
        if *uses == 1 {
            open.push((term, true));
            open.extend(store.args(term).iter().map(|&arg| (arg, false)));
        }
    }
    let mut printer = Printer { store, texts: FxHashMap::default() };
    let mut named = vec![];
    for term in order {
        let mut text = match store.node(term) {
            Node::Const(value) => constant(value),
            Node::Symbol(id) => Text(symbol(*id), Level::Whole),
            Node::App(op, _) => printer.application(term, *op),
        };
        if text.0.len() > SHORT && uses[&term] > 1 {
            let name = format!("t{}", named.len() + 1);
            named.push(format!("{name} = {}", text.0));
            text = Text(name, Level::Whole);
        }
        printer.texts.insert(term, text);
    }
    let whole = &printer.texts[&term].0;
    if named.is_empty() { whole.clone() } else { format!("{whole} where {}", named.join(", ")) }
}

fn constant(value: &Value) -> Text {
    let text = match value.width() {
        1 => if value.is_true() { "true" } else { "false" }.to_owned(),
        _ => value.to_string(),
    };
    Text(text, Level::Whole)
}

struct Printer<'a> {
    store: &'a TermStore,
    /// Of all parts.
    texts: FxHashMap<Term, Text>,
}

impl Printer<'_> {
    fn application(&self, term: Term, op: Op) -> Text {
        let args = self.store.args(term);
        let arg = |index: usize, level: Level| self.texts[&args[index]].within(level);
        let is_truth = self.store.sort(args[0]) == Sort::Word(1);
        let infix = |sign: &str, level: Level| {
            // Sums of sums, products of products and the like need no parentheses.
            let same = |index: usize| {
                let joins = matches!(op, Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor);
                joins && matches!(self.store.node(args[index]), Node::App(other, _) if *other == op)
            };
            let side = |index: usize, first: bool| {
                let loose = same(index) || first && matches!(level, Level::Sum | Level::Product);
                arg(index, if loose { level } else { tighter(level) })
            };
            Text(format!("{} {sign} {}", side(0, true), side(1, false)), level)
        };
        let compare = |sign: &str| self.comparison(args, sign);
        match op {
            Op::Not if is_truth => self.negation(args[0]),
            Op::Not => Text(format!("~{}", arg(0, Level::Unary)), Level::Unary),
            Op::Neg => Text(format!("-{}", arg(0, Level::Unary)), Level::Unary),
            Op::And if is_truth => infix("&", Level::And),
            Op::Or if is_truth => self.disjunction(args).unwrap_or_else(|| infix("|", Level::Or)),
            Op::Xor if is_truth => compare("!="),
            Op::And => infix("&", Level::Bits),
            Op::Or => infix("|", Level::Bits),
            Op::Xor => infix("^", Level::Bits),
            Op::Add => self.sum(args).unwrap_or_else(|| infix("+", Level::Sum)),
            Op::Sub => infix("-", Level::Sum),
            Op::Mul => infix("*", Level::Product),
            Op::Udiv => infix("/", Level::Product),
            Op::Urem => infix("%", Level::Product),
            Op::Sdiv => infix("/s", Level::Product),
            Op::Srem => infix("%s", Level::Product),
            Op::Shl => infix("<<", Level::Bits),
            Op::Lshr => infix(">>", Level::Bits),
            Op::Ashr => infix(">>s", Level::Bits),
            Op::Concat => infix(".", Level::Bits),
            Op::Eq => compare("="),
            Op::Ult => compare("<"),
            Op::Ule => compare("<="),
            Op::Slt => compare("<s"),
            Op::Sle => compare("<=s"),
            Op::Ite => {
                let [c, a, b] = [0, 1, 2].map(|index| arg(index, Level::Implies));
                Text(format!("{c} ? {a} : {b}"), Level::Choice)
            }
            Op::Extract { high, low } => {
                let bits = if high == low { high.to_string() } else { format!("{high}:{low}") };
                Text(format!("{}[{bits}]", arg(0, Level::Whole)), Level::Whole)
            }
            Op::ZeroExtend(width) => {
                Text(format!("u{width}({})", self.texts[&args[0]].0), Level::Whole)
            }
            Op::SignExtend(width) => {
                Text(format!("s{width}({})", self.texts[&args[0]].0), Level::Whole)
            }
            Op::Float(op) => {
                let args: Vec<&str> = args.iter().map(|arg| self.texts[arg].0.as_str()).collect();
                Text(format!("{}({})", op.name(), args.join(", ")), Level::Whole)
            }
            Op::Select => {
                Text(format!("{}[{}]", arg(0, Level::Whole), self.texts[&args[1]].0), Level::Whole)
            }
            Op::Store => {
                let [index, value] = [1, 2].map(|index| self.texts[&args[index]].0.as_str());
                Text(format!("{}{{{index} := {value}}}", arg(0, Level::Whole)), Level::Whole)
            }
        }
    }

    /// A comparison; constants beside signed operators are signed.
    fn comparison(&self, args: &[Term], sign: &str) -> Text {
        let side = |arg: Term| match self.store.as_const(arg) {
            Some(value) if sign.ends_with('s') && value.bit(value.width() - 1) => {
                format!("-{}", Op::Neg.apply(&[value]))
            }
            _ => self.texts[&arg].within(Level::Sum),
        };
        Text(format!("{} {sign} {}", side(args[0]), side(args[1])), Level::Compare)
    }

    /// The negation of a truth value: of a comparison the opposite one.
    fn negation(&self, arg: Term) -> Text {
        let opposite = match self.store.node(arg) {
            Node::App(Op::Eq, _) => Some("!="),
            Node::App(Op::Ult, _) => Some(">="),
            Node::App(Op::Ule, _) => Some(">"),
            Node::App(Op::Slt, _) => Some(">=s"),
            Node::App(Op::Sle, _) => Some(">s"),
            _ => None,
        };
        match opposite {
            Some(sign) => self.comparison(self.store.args(arg), sign),
            None => Text(format!("!{}", self.texts[&arg].within(Level::Unary)), Level::Unary),
        }
    }

    /// A disjunction with one negated part is an implication.
    fn disjunction(&self, args: &[Term]) -> Option<Text> {
        let negated = |&term: &Term| match self.store.node(term) {
            Node::App(Op::Not, _) => Some(self.store.args(term)[0]),
            _ => None,
        };
        let [a, b] = *args else { return None };
        let (given, then) = match (negated(&a), negated(&b)) {
            (Some(given), None) => (given, b),
            (None, Some(given)) => (given, a),
            _ => return None,
        };
        let text = |term: Term| self.texts[&term].within(Level::Or);
        Some(Text(format!("{} => {}", text(given), text(then)), Level::Implies))
    }

    /// A sum with a large constant is a difference.
    fn sum(&self, args: &[Term]) -> Option<Text> {
        let [a, b] = *args else { return None };
        let (value, other) = match (self.store.as_const(a), self.store.as_const(b)) {
            (None, Some(value)) => (value, a),
            (Some(value), None) => (value, b),
            _ => return None,
        };
        if value.width() < 2 || !value.bit(value.width() - 1) {
            return None;
        }
        let (other, less) = (self.texts[&other].within(Level::Sum), Op::Neg.apply(&[value]));
        Some(Text(format!("{other} - {less}"), Level::Sum))
    }
}

/// The next level.
fn tighter(level: Level) -> Level {
    match level {
        Level::Choice => Level::Implies,
        Level::Implies => Level::Or,
        Level::Or => Level::And,
        Level::And => Level::Compare,
        Level::Compare => Level::Sum,
        Level::Sum => Level::Product,
        // Among operators on bits, and between these and others, parentheses are always written.
        Level::Bits | Level::Product => Level::Unary,
        Level::Unary | Level::Whole => Level::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(terms: &TermStore, term: Term) -> String {
        print(terms, term, &|symbol| terms.symbols()[symbol].name.clone())
    }

    #[test]
    fn operators_bind_as_they_are_read() {
        let mut terms = TermStore::default();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.symbol(name, 8));
        let number = |terms: &mut TermStore, n: u128| terms.number(8, n);
        let mut app = |op: Op, args: &[Term]| terms.app_verbatim(op, args);
        let product = app(Op::Mul, &[x, y]);
        let sum = app(Op::Add, &[product, z]);
        let scaled = app(Op::Mul, &[sum, x]);
        let difference = app(Op::Sub, &[x, sum]);
        let bits = app(Op::And, &[sum, y]);
        let (less, signed) = (app(Op::Ult, &[sum, bits]), app(Op::Sle, &[x, y]));
        let (not_less, not_signed) = (app(Op::Not, &[less]), app(Op::Not, &[signed]));
        let implies = app(Op::Or, &[not_signed, less]);
        let both = app(Op::And, &[implies, not_less]);
        let wide = app(Op::ZeroExtend(16), &[sum]);
        let choice = app(Op::Ite, &[less, x, scaled]);
        let part = app(Op::Extract { high: 6, low: 4 }, &[sum]);
        let (minus_one, large) = (number(&mut terms, 255), number(&mut terms, 200));
        let mut app = |op: Op, args: &[Term]| terms.app_verbatim(op, args);
        let before = app(Op::Add, &[x, minus_one]);
        let (below, unsigned) = (app(Op::Slt, &[x, large]), app(Op::Ult, &[x, large]));
        for (term, expected) in [
            (sum, "z + x * y"),
            (scaled, "x * (z + x * y)"),
            (difference, "x - (z + x * y)"),
            (bits, "y & (z + x * y)"),
            (not_less, "z + x * y >= (y & (z + x * y))"),
            (both, "z + x * y >= (y & (z + x * y)) & (x <=s y => z + x * y < (y & (z + x * y)))"),
            (wide, "u16(z + x * y)"),
            (choice, "z + x * y < (y & (z + x * y)) ? x : x * (z + x * y)"),
            (part, "(z + x * y)[6:4]"),
            (before, "x - 1"),
            (below, "x <s -56"),
            (unsigned, "x < 200"),
        ] {
            assert_eq!(text(&terms, term), expected);
        }
    }

    #[test]
    fn shared_parts_are_written_once() {
        let mut terms = TermStore::default();
        let (mut sum, y) = (terms.symbol("x", 8), terms.symbol("a_rather_long_name", 8));
        for _ in 0..200 {
            sum = terms.app_verbatim(Op::Mul, &[sum, sum]);
            sum = terms.app_verbatim(Op::Add, &[sum, y]);
        }
        let equal = terms.app_verbatim(Op::Eq, &[sum, y]);
        let text = text(&terms, equal);
        let first = "where t1 = a_rather_long_name + (";
        assert!(text.len() < 20_000 && text.contains(first), "{text}");
    }
}
