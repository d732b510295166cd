//! What BTOR2's operators mean, in ours; arrays as lists of their elements.

use num_bigint::{BigInt, BigUint};

use super::read::{Node, Sort, shape};
use crate::bv::{Op, Term, TermStore, Value};

/// The value of a constant of a sort, if `tag` declares one.
pub(super) fn constant(
    tag: &str,
    sort: Sort,
    digits: Option<&[u8]>,
) -> Option<Result<Value, String>> {
    let Sort::Word(width) = sort else { return None };
    let radix = match tag {
        "zero" => return Some(Ok(Value::zero(width))),
        "one" => return Some(Ok(Value::one(width))),
        "ones" => return Some(Ok(Value::ones(width))),
        "const" => 2,
        "constd" => 10,
        "consth" => 16,
        _ => return None,
    };
    let digits = digits.unwrap_or_default();
    let (negative, digits) = match digits.strip_prefix(b"-") {
        Some(digits) if radix == 10 => (true, digits),
        _ => (false, digits),
    };
    let number = BigUint::parse_bytes(digits, radix).filter(|_| !digits.starts_with(b"+"));
    let Some(number) = number else {
        let digits = digits.escape_ascii();
        return Some(Err(format!("'{tag}' wants digits to base {radix}, found `{digits}`")));
    };
    if radix == 2 && digits.len() as u64 != u64::from(width) {
        return Some(Err(format!("{} digits for {width} bits", digits.len())));
    }
    // A negative number may be as small as the most negative one of the width.
    let limit = BigUint::from(1u8) << if negative { width - 1 } else { width };
    if number > limit || (!negative && number == limit) {
        return Some(Err(format!("the constant has no place in {width} bits")));
    }
    Some(Ok(if negative {
        Value::from_signed_big(width, &-BigInt::from(number))
    } else {
        Value::from_big(width, &number)
    }))
}

/// How many operands and how many numbers an operator has.
pub(super) fn arity(tag: &str) -> Option<(usize, usize)> {
    Some(match tag {
        "sext" | "uext" => (1, 1),
        "slice" => (1, 2),
        "not" | "inc" | "dec" | "neg" | "redand" | "redor" | "redxor" => (1, 0),
        "iff" | "implies" | "eq" | "neq" | "ugt" | "sgt" | "ugte" | "sgte" | "ult" | "slt"
        | "ulte" | "slte" | "and" | "nand" | "nor" | "or" | "xnor" | "xor" | "rol" | "ror"
        | "sll" | "srl" | "sra" | "add" | "mul" | "sdiv" | "udiv" | "smod" | "srem" | "urem"
        | "sub" | "uaddo" | "saddo" | "usubo" | "ssubo" | "umulo" | "smulo" | "sdivo"
        | "concat" | "read" => (2, 0),
        "ite" | "write" => (3, 0),
        _ => return None,
    })
}

/// Applies an operator; the words of the result.
///
/// # Errors
/// If the sorts don't fit.
pub(super) fn apply(
    terms: &mut TermStore,
    tag: &str,
    sort: Sort,
    nodes: &[Node],
    numbers: &[u32],
) -> Result<Vec<Term>, String> {
    let elements = match (tag, nodes[0].sort) {
        ("read", Sort::Array(index, _)) if nodes[1].sort == Sort::Word(index) => {
            vec![read(terms, &nodes[0].elements, nodes[1].elements[0])]
        }
        ("write", Sort::Array(index, width))
            if nodes[1].sort == Sort::Word(index) && nodes[2].sort == Sort::Word(width) =>
        {
            let (place, value) = (nodes[1].elements[0], nodes[2].elements[0]);
            let write = |(at, &element): (u128, &Term)| {
                let here = terms.number(index, at);
                let here = terms.eq(place, here);
                terms.ite(here, value, element)
            };
            (0..).zip(&nodes[0].elements).map(write).collect()
        }
        ("ite", Sort::Word(1)) if nodes[1].sort == nodes[2].sort => {
            let condition = nodes[0].elements[0];
            let both = nodes[1].elements.iter().zip(&nodes[2].elements);
            both.map(|(&a, &b)| terms.ite(condition, a, b)).collect()
        }
        ("eq" | "neq", Sort::Array(..)) if nodes[0].sort == nodes[1].sort => {
            let both = nodes[0].elements.iter().zip(&nodes[1].elements);
            let equal: Vec<Term> = both.map(|(&a, &b)| terms.eq(a, b)).collect();
            let equal = terms.conjunction(equal);
            vec![if tag == "eq" { equal } else { terms.not(equal) }]
        }
        (_, Sort::Word(_)) if nodes.iter().all(|node| matches!(node.sort, Sort::Word(_))) => {
            let words: Vec<Term> = nodes.iter().map(|node| node.elements[0]).collect();
            vec![on_words(terms, tag, &words, numbers).ok_or_else(|| misfit(tag))?]
        }
        _ => return Err(misfit(tag)),
    };
    let (count, width) = shape(sort);
    let fits = elements.len() == count && elements.iter().all(|&term| terms.width(term) == width);
    // A read of an array with one element is a word all the same.
    let is_word = matches!(sort, Sort::Word(_));
    let makes_array = tag == "write" || tag == "ite" && matches!(nodes[1].sort, Sort::Array(..));
    let same = !makes_array || nodes.iter().any(|node| node.sort == sort);
    if fits && is_word != makes_array && same { Ok(elements) } else { Err(misfit(tag)) }
}

fn misfit(tag: &str) -> String {
    format!("the sorts of the operands or of the result don't fit '{tag}'")
}

/// The element at an index: a tree of choices by its bits.
fn read(terms: &mut TermStore, elements: &[Term], index: Term) -> Term {
    let mut level = elements.to_vec();
    for bit in 0..terms.width(index) {
        let bit = terms.bit(index, bit);
        level = level.chunks(2).map(|pair| terms.ite(bit, pair[1], pair[0])).collect();
    }
    level[0]
}

/// An operator on words; `None` if widths or numbers don't fit.
fn on_words(terms: &mut TermStore, tag: &str, words: &[Term], numbers: &[u32]) -> Option<Term> {
    let a = words[0];
    let width = terms.width(a);
    let b = words.get(1).copied().unwrap_or(a);
    let mut checked = |op: Op, args: &[Term]| {
        let widths: Vec<u32> = args.iter().map(|&arg| terms.width(arg)).collect();
        op.checked_result_width(&widths)?;
        Some(terms.app(op, args))
    };
    let op = match tag {
        "not" => Op::Not,
        "neg" => Op::Neg,
        "and" => Op::And,
        "or" => Op::Or,
        "xor" => Op::Xor,
        "add" => Op::Add,
        "sub" => Op::Sub,
        "mul" => Op::Mul,
        "udiv" => Op::Udiv,
        "urem" => Op::Urem,
        "sdiv" => Op::Sdiv,
        "srem" => Op::Srem,
        "sll" => Op::Shl,
        "srl" => Op::Lshr,
        "sra" => Op::Ashr,
        "eq" => Op::Eq,
        "ult" => Op::Ult,
        "ulte" => Op::Ule,
        "slt" => Op::Slt,
        "slte" => Op::Sle,
        "concat" => Op::Concat,
        "uext" => return checked(Op::ZeroExtend(width.checked_add(numbers[0])?), words),
        "sext" => return checked(Op::SignExtend(width.checked_add(numbers[0])?), words),
        "slice" => return checked(Op::Extract { high: numbers[0], low: numbers[1] }, words),
        "ugt" => return checked(Op::Ult, &[b, a]),
        "ugte" => return checked(Op::Ule, &[b, a]),
        "sgt" => return checked(Op::Slt, &[b, a]),
        "sgte" => return checked(Op::Sle, &[b, a]),
        _ => return derived(terms, tag, a, b),
    };
    checked(op, words)
}

/// Operators that are made of others.
fn derived(terms: &mut TermStore, tag: &str, a: Term, b: Term) -> Option<Term> {
    let width = terms.width(a);
    if width != terms.width(b) {
        return None;
    }
    let one = terms.number(width, 1);
    let zero = terms.number(width, 0);
    let ones = terms.constant(Value::ones(width));
    Some(match tag {
        "inc" => terms.app(Op::Add, &[a, one]),
        "dec" => terms.app(Op::Sub, &[a, one]),
        "redand" => terms.eq(a, ones),
        "redor" => {
            let none = terms.eq(a, zero);
            terms.not(none)
        }
        "redxor" => {
            let first = terms.bit(a, 0);
            (1..width).fold(first, |all, bit| {
                let bit = terms.bit(a, bit);
                terms.app(Op::Xor, &[all, bit])
            })
        }
        "iff" if width == 1 => terms.eq(a, b),
        "implies" if width == 1 => terms.implies(a, b),
        "neq" => {
            let equal = terms.eq(a, b);
            terms.not(equal)
        }
        "nand" | "nor" | "xnor" => {
            let op = match tag {
                "nand" => Op::And,
                "nor" => Op::Or,
                _ => Op::Xor,
            };
            let plain = terms.app(op, &[a, b]);
            terms.not(plain)
        }
        "rol" => terms.rotate_left(a, b),
        "ror" => terms.rotate_right(a, b),
        "smod" => signed_modulo(terms, a, b),
        "uaddo" | "saddo" => overflow(terms, Op::Add, tag == "saddo", 1, a, b),
        "usubo" | "ssubo" => overflow(terms, Op::Sub, tag == "ssubo", 1, a, b),
        "umulo" | "smulo" => overflow(terms, Op::Mul, tag == "smulo", width, a, b),
        "sdivo" => {
            let least = terms.constant(Value::min_signed(width));
            let (least, minus_one) = (terms.eq(a, least), terms.eq(b, ones));
            terms.and(least, minus_one)
        }
        _ => return None,
    })
}

/// Whether a result differs from what it is with `more` bits.
fn overflow(terms: &mut TermStore, op: Op, signed: bool, more: u32, a: Term, b: Term) -> Term {
    let to = terms.width(a) + more;
    let extend = if signed { Op::SignExtend(to) } else { Op::ZeroExtend(to) };
    let (long_a, long_b) = (terms.app(extend, &[a]), terms.app(extend, &[b]));
    let exact = terms.app(op, &[long_a, long_b]);
    let wrapped = terms.app(op, &[a, b]);
    let wrapped = terms.app(extend, &[wrapped]);
    let equal = terms.eq(exact, wrapped);
    terms.not(equal)
}

/// SMT-LIB's `bvsmod`: the remainder with the sign of the divisor.
fn signed_modulo(terms: &mut TermStore, a: Term, b: Term) -> Term {
    let width = terms.width(a);
    let zero = terms.number(width, 0);
    let remainder = terms.app(Op::Srem, &[a, b]);
    let exact = terms.eq(remainder, zero);
    let (sign_r, sign_b) = (terms.bit(remainder, width - 1), terms.bit(b, width - 1));
    let same = terms.eq(sign_r, sign_b);
    let by_zero = terms.eq(b, zero);
    let kept = terms.disjunction([exact, same, by_zero]);
    let shifted = terms.app(Op::Add, &[remainder, b]);
    terms.ite(kept, remainder, shifted)
}
