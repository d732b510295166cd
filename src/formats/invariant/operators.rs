//! What SMT-LIB's operators on truth values and bit-vectors mean, in our terms. (A truth
//! value is a bit-vector of width 1 here; that the sorts fit is checked.)

use num_bigint::BigUint;

use crate::bv::{Op, Term, TermStore, Value};
use crate::formats::text::natural;
use crate::support::limits;

/// A term with its sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typed {
    /// The term.
    pub term: Term,
    /// Whether it is a Bool, not a bit-vector.
    pub is_bool: bool,
}

/// A constant: `true`, `#b01`, `#xff`, or the words `bv7 8` of `(_ bv7 8)`.
pub fn literal(terms: &mut TermStore, words: &[&str]) -> Option<Typed> {
    let number = |digits: &str, radix, width| {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let number = BigUint::parse_bytes(digits.as_bytes(), radix).filter(|_| plain)?;
        let fits =
            (1..=limits::INVARIANT_WIDTH).contains(&width) && number < BigUint::from(1u8) << width;
        fits.then(|| Value::from_big(width, &number))
    };
    let value = match words {
        ["true"] => return Some(Typed { term: terms.bool(true), is_bool: true }),
        ["false"] => return Some(Typed { term: terms.bool(false), is_bool: true }),
        [word] if word.starts_with("#b") => {
            number(&word[2..], 2, u32::try_from(word.len() - 2).ok()?)
        }
        [word] if word.starts_with("#x") => {
            number(&word[2..], 16, u32::try_from(4 * (word.len() - 2)).ok()?)
        }
        [word, width] if word.starts_with("bv") => {
            number(&word[2..], 10, u32::try_from(natural(width.as_bytes())?).ok()?)
        }
        _ => None,
    };
    Some(Typed { term: terms.constant(value?), is_bool: false })
}

/// Applies an operator (`[name]`, or `[name, numbers…]` of an indexed one).
///
/// # Errors
/// If it is unknown or the operands don't fit, with the reason.
pub fn apply(terms: &mut TermStore, operator: &[&str], args: &[Typed]) -> Result<Typed, String> {
    let plain: Vec<Term> = args.iter().map(|arg| arg.term).collect();
    if let [name] = operator
        && let Some(result) = core(terms, name, args)?
    {
        return Ok(result);
    }
    if args.iter().any(|arg| arg.is_bool) {
        return Err("a bit-vector is wanted, not a Bool, or the operator is unknown".to_owned());
    }
    let numbers: Option<Vec<u32>> = operator[1..]
        .iter()
        .map(|word| {
            u32::try_from(natural(word.as_bytes())?).ok().filter(|&n| n <= limits::INVARIANT_WIDTH)
        })
        .collect();
    let numbers = numbers.ok_or("numbers are wanted after the operator, and small ones")?;
    let fits = |width: u64| width <= u64::from(limits::INVARIANT_WIDTH);
    let total: u64 = plain.iter().map(|&arg| u64::from(terms.width(arg))).sum();
    let mut widths = plain.iter().map(|&arg| terms.width(arg));
    let first = widths.next().unwrap_or(0);
    let is_bool = matches!(
        operator[0],
        "bvult" | "bvule" | "bvugt" | "bvuge" | "bvslt" | "bvsle" | "bvsgt" | "bvsge"
    );
    let term = match (operator[0], &numbers[..], &plain[..]) {
        ("extract", &[high, low], &[a]) if low <= high && high < first => {
            terms.extract(a, high, low)
        }
        ("zero_extend", &[more], &[a]) if first + more <= limits::INVARIANT_WIDTH => {
            terms.app(Op::ZeroExtend(first + more), &[a])
        }
        ("sign_extend", &[more], &[a]) if first + more <= limits::INVARIANT_WIDTH => {
            terms.app(Op::SignExtend(first + more), &[a])
        }
        ("repeat", &[times], &[a]) if times > 0 && fits(u64::from(times) * u64::from(first)) => {
            let all = vec![a; times as usize];
            chain(terms, Op::Concat, &all)
        }
        ("concat", [], [_, _, ..]) if fits(total) => chain(terms, Op::Concat, &plain),
        ("bvnot", [], &[a]) => terms.not(a),
        ("bvneg", [], &[a]) => terms.app(Op::Neg, &[a]),
        (name, [], [_, _, ..]) if widths.all(|width| width == first) => {
            same_width(terms, name, &plain).ok_or("unknown operator, or too many operands")?
        }
        _ => return Err("unknown operator, or operands that don't fit".to_owned()),
    };
    Ok(Typed { term, is_bool })
}

/// The operators of the theory Core; `None` if it is another.
fn core(terms: &mut TermStore, name: &str, args: &[Typed]) -> Result<Option<Typed>, String> {
    let plain: Vec<Term> = args.iter().map(|arg| arg.term).collect();
    let alike = |args: &[Typed], terms: &TermStore| {
        args.windows(2).all(|two| {
            two[0].is_bool == two[1].is_bool && terms.width(two[0].term) == terms.width(two[1].term)
        })
    };
    let connective = matches!(name, "and" | "or" | "xor" | "not" | "=>");
    if connective && !args.iter().all(|arg| arg.is_bool) {
        return Err("its operands are of sort Bool".to_owned());
    }
    let (term, is_bool) = match (name, &args) {
        ("and", _) => (terms.conjunction(plain), true),
        ("or", _) => (terms.disjunction(plain), true),
        ("not", [a]) => (terms.not(a.term), true),
        ("xor", [_, _, ..]) => (chain(terms, Op::Xor, &plain), true),
        ("=>", [before @ .., last]) if !before.is_empty() => {
            let implies = |result, arg: &Typed| terms.implies(arg.term, result);
            (before.iter().rev().fold(last.term, implies), true)
        }
        ("=", [_, _, ..]) if alike(args, terms) => {
            let equal: Vec<Term> = plain.windows(2).map(|two| terms.eq(two[0], two[1])).collect();
            (terms.conjunction(equal), true)
        }
        ("distinct", [_, _, ..]) if alike(args, terms) => {
            let mut differ = vec![];
            for (place, &a) in plain.iter().enumerate() {
                for &b in &plain[place + 1..] {
                    let equal = terms.eq(a, b);
                    differ.push(terms.not(equal));
                }
            }
            (terms.conjunction(differ), true)
        }
        ("ite", [c, a, b]) if c.is_bool && alike(&args[1..], terms) => {
            (terms.ite(c.term, a.term, b.term), a.is_bool)
        }
        ("not" | "xor" | "=>" | "=" | "distinct" | "ite", _) => {
            return Err("operands that don't fit".to_owned());
        }
        _ => return Ok(None),
    };
    Ok(Some(Typed { term, is_bool }))
}

/// Operators on two or more words of the same width.
fn same_width(terms: &mut TermStore, name: &str, args: &[Term]) -> Option<Term> {
    let repeated = match name {
        "bvand" => Some(Op::And),
        "bvor" => Some(Op::Or),
        "bvxor" => Some(Op::Xor),
        "bvadd" => Some(Op::Add),
        "bvmul" => Some(Op::Mul),
        _ => None,
    };
    if let Some(op) = repeated {
        return Some(chain(terms, op, args));
    }
    let &[a, b] = args else { return None };
    let (op, a, b) = match name {
        "bvsub" => (Op::Sub, a, b),
        "bvudiv" => (Op::Udiv, a, b),
        "bvurem" => (Op::Urem, a, b),
        "bvsdiv" => (Op::Sdiv, a, b),
        "bvsrem" => (Op::Srem, a, b),
        "bvshl" => (Op::Shl, a, b),
        "bvlshr" => (Op::Lshr, a, b),
        "bvashr" => (Op::Ashr, a, b),
        "bvcomp" => (Op::Eq, a, b),
        "bvult" => (Op::Ult, a, b),
        "bvule" => (Op::Ule, a, b),
        "bvugt" => (Op::Ult, b, a),
        "bvuge" => (Op::Ule, b, a),
        "bvslt" => (Op::Slt, a, b),
        "bvsle" => (Op::Sle, a, b),
        "bvsgt" => (Op::Slt, b, a),
        "bvsge" => (Op::Sle, b, a),
        "bvnand" | "bvnor" | "bvxnor" => {
            let op = match name {
                "bvnand" => Op::And,
                "bvnor" => Op::Or,
                _ => Op::Xor,
            };
            let inner = terms.app(op, &[a, b]);
            return Some(terms.not(inner));
        }
        _ => return None,
    };
    Some(terms.app(op, &[a, b]))
}

/// An operator on two operands, from left to right on all.
fn chain(terms: &mut TermStore, op: Op, args: &[Term]) -> Term {
    let (&first, rest) = args.split_first().expect("at least one operand");
    rest.iter().fold(first, |result, &arg| terms.app(op, &[result, arg]))
}
