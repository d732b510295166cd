//! Each operator of BTOR2 on all words of three bits, against its definition in the paper
//! (and SMT-LIB, where that refers to it).

use crate::bv::{Assignment, Value, eval};
use crate::formats::btor2::read::read;

/// The value of `TAG SORT a b` for words of three bits, with numbers behind the operands.
fn results(tag: &str, operands: usize, numbers: &str, width: u32) -> Vec<u64> {
    let names = ["4", "5"][..operands].join(" ");
    let mut text = format!(
        "1 sort bitvec 3\n2 sort bitvec 1\n3 sort bitvec {width}\n4 input 1\n5 input 1\n\
         6 {tag} 3 {names} {numbers}\n"
    );
    for bit in 0..width {
        let slice = 7 + 2 * bit;
        text += &format!("{slice} slice 2 6 {bit} {bit}\n{} bad {slice}\n", slice + 1);
    }
    let model = read(text.as_bytes()).unwrap_or_else(|error| panic!("{tag}: {error}"));
    let system = &model.system;
    let mut all = vec![];
    for a in 0..8 {
        for b in 0..8 {
            let symbol = |i: usize| system.terms.as_symbol(system.inputs[i]).expect("an input");
            let values = [(symbol(0), Value::new(3, a)), (symbol(1), Value::new(3, b))];
            let values: Assignment = values.into_iter().collect();
            let bit = |i: usize| eval(&system.terms, system.bad[i].condition, &values).is_true();
            all.push((0..width).map(|i| u64::from(bit(i as usize)) << i).sum());
        }
    }
    all
}

fn signed(n: i64) -> i64 {
    if n >= 4 { n - 8 } else { n }
}

fn check(tag: &str, operands: usize, numbers: &str, width: u32, meaning: fn(i64, i64) -> i64) {
    let expected = (0..8).flat_map(|a| (0..8).map(move |b| (a, b)));
    let modulus = 1i64 << width;
    let expected: Vec<u64> =
        expected.map(|(a, b)| meaning(a, b).rem_euclid(modulus) as u64).collect();
    assert_eq!(results(tag, operands, numbers, width), expected, "{tag}");
}

fn fits(n: i64) -> bool {
    (-4..4).contains(&n)
}

#[test]
fn unary() {
    check("not", 1, "", 3, |a, _| !a);
    check("inc", 1, "", 3, |a, _| a + 1);
    check("dec", 1, "", 3, |a, _| a - 1);
    check("neg", 1, "", 3, |a, _| -a);
    check("redand", 1, "", 1, |a, _| i64::from(a == 7));
    check("redor", 1, "", 1, |a, _| i64::from(a != 0));
    check("redxor", 1, "", 1, |a, _| i64::from(a.count_ones() % 2));
    check("uext", 1, "2", 5, |a, _| a);
    check("sext", 1, "2", 5, |a, _| signed(a));
    check("slice", 1, "2 1", 2, |a, _| a >> 1);
}

#[test]
fn comparisons() {
    check("eq", 2, "", 1, |a, b| i64::from(a == b));
    check("neq", 2, "", 1, |a, b| i64::from(a != b));
    check("ugt", 2, "", 1, |a, b| i64::from(a > b));
    check("ugte", 2, "", 1, |a, b| i64::from(a >= b));
    check("ult", 2, "", 1, |a, b| i64::from(a < b));
    check("ulte", 2, "", 1, |a, b| i64::from(a <= b));
    check("sgt", 2, "", 1, |a, b| i64::from(signed(a) > signed(b)));
    check("sgte", 2, "", 1, |a, b| i64::from(signed(a) >= signed(b)));
    check("slt", 2, "", 1, |a, b| i64::from(signed(a) < signed(b)));
    check("slte", 2, "", 1, |a, b| i64::from(signed(a) <= signed(b)));
}

#[test]
fn arithmetic() {
    check("and", 2, "", 3, |a, b| a & b);
    check("nand", 2, "", 3, |a, b| !(a & b));
    check("or", 2, "", 3, |a, b| a | b);
    check("nor", 2, "", 3, |a, b| !(a | b));
    check("xor", 2, "", 3, |a, b| a ^ b);
    check("xnor", 2, "", 3, |a, b| !(a ^ b));
    check("add", 2, "", 3, |a, b| a + b);
    check("sub", 2, "", 3, |a, b| a - b);
    check("mul", 2, "", 3, |a, b| a * b);
    check("udiv", 2, "", 3, |a, b| if b == 0 { 7 } else { a / b });
    check("urem", 2, "", 3, |a, b| if b == 0 { a } else { a % b });
    check("sdiv", 2, "", 3, |a, b| match (signed(a), signed(b)) {
        (a, 0) => {
            if a < 0 {
                1
            } else {
                -1
            }
        }
        (a, b) => a / b,
    });
    check("srem", 2, "", 3, |a, b| if b == 0 { a } else { signed(a) % signed(b) });
    check("smod", 2, "", 3, |a, b| {
        if b == 0 {
            return a;
        }
        let rest = signed(a).rem_euclid(signed(b).abs());
        if rest != 0 && signed(b) < 0 { rest + signed(b) } else { rest }
    });
    check("concat", 2, "", 6, |a, b| a << 3 | b);
}

#[test]
fn shifts() {
    check("sll", 2, "", 3, |a, b| if b > 2 { 0 } else { a << b });
    check("srl", 2, "", 3, |a, b| if b > 2 { 0 } else { a >> b });
    check("sra", 2, "", 3, |a, b| signed(a) >> b.min(2));
    check("rol", 2, "", 3, |a, b| (a << (b % 3) | a >> (3 - b % 3)) & 7);
    check("ror", 2, "", 3, |a, b| (a >> (b % 3) | a << (3 - b % 3)) & 7);
}

#[test]
fn overflows() {
    check("uaddo", 2, "", 1, |a, b| i64::from(a + b > 7));
    check("saddo", 2, "", 1, |a, b| i64::from(!fits(signed(a) + signed(b))));
    check("usubo", 2, "", 1, |a, b| i64::from(a < b));
    check("ssubo", 2, "", 1, |a, b| i64::from(!fits(signed(a) - signed(b))));
    check("umulo", 2, "", 1, |a, b| i64::from(a * b > 7));
    check("smulo", 2, "", 1, |a, b| i64::from(!fits(signed(a) * signed(b))));
    check("sdivo", 2, "", 1, |a, b| i64::from(signed(a) == -4 && signed(b) == -1));
}
