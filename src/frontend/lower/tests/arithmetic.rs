//! Values: every integer instruction and intrinsic against machine arithmetic.

use num_bigint::{BigInt, BigUint};

use super::*;
use crate::program::AssumptionKind;

/// What an operation should give for operands of a width; `None`: not to be tried.
type Expected<'a> = &'a dyn Fn(u32, u128, u128, u128) -> Option<u128>;

/// The two's complement number.
fn signed(width: u32, bits: u128) -> i128 {
    ((bits << (128 - width)) as i128) >> (128 - width)
}

/// Evaluates `body`, which defines `%r` from `%a`, `%b` and `%c` of type `iW` (the W
/// replaced by the width), for all operands, and compares.
fn exhaustive(body: &str, widths: &[u32], operands: usize, expected: Expected<'_>) {
    for &width in widths {
        let program = program(&module(body, width, operands));
        let result = named(&program, "r");
        let limit = |number| if operands >= number { 1u128 << width } else { 1 };
        for a in 0..limit(1) {
            for b in 0..limit(2) {
                for c in 0..limit(3) {
                    let Some(wanted) = expected(width, a, b, c) else { continue };
                    let (_, run) = run(&program, &[a, b, c]);
                    let got = run.value(result).unwrap().clone();
                    let wanted = Value::new(got.width(), wanted);
                    assert_eq!(got, wanted, "{body} on i{width}: {a} {b} {c}\n{program}");
                }
            }
        }
    }
}

fn module(body: &str, width: u32, operands: usize) -> String {
    let ty = format!("i{width}");
    let inputs: String = ["a", "b", "c"]
        .iter()
        .take(operands)
        .map(|name| format!("%{name} = call {ty} @__llumc_choice_{ty}(i32 0)\n"))
        .collect();
    let mut declared = std::collections::BTreeSet::new();
    let body = body.replace("iW", &ty);
    let mut declarations = String::new();
    for part in body.split("call ").skip(1) {
        // `T @name(T1 %a, T2 %b)` declares itself once the operands are dropped.
        let call: String = part.lines().next().unwrap().to_owned();
        let (head, arguments) = call.split_once('(').unwrap();
        let types: Vec<&str> = arguments
            .trim_end_matches(')')
            .split(", ")
            .map(|a| a.split(' ').next().unwrap())
            .collect();
        if declared.insert(head.to_owned()) {
            declarations += &format!("declare {head}({})\n", types.join(", "));
        }
    }
    format!(
        "declare {ty} @__llumc_choice_{ty}(i32)\n{declarations}define void @f() {{\n{inputs}{body}\nret void\n}}\n"
    )
}

/// `%r = op iW %a, %b`
fn binary(op: &str, expected: &dyn Fn(u32, u128, u128) -> Option<u128>) {
    exhaustive(&format!("%r = {op} iW %a, %b"), &[1, 2, 3, 5], 2, &|w, a, b, _| expected(w, a, b));
}

#[test]
fn binary_instructions() {
    binary("add", &|_, a, b| Some(a + b));
    binary("sub", &|_, a, b| Some(a.wrapping_sub(b)));
    binary("mul", &|_, a, b| Some(a * b));
    binary("and", &|_, a, b| Some(a & b));
    binary("or", &|_, a, b| Some(a | b));
    binary("xor", &|_, a, b| Some(a ^ b));
    binary("udiv", &|_, a, b| a.checked_div(b));
    binary("urem", &|_, a, b| a.checked_rem(b));
    binary("sdiv", &|w, a, b| signed(w, a).checked_div(signed(w, b)).map(|n| n as u128));
    binary("srem", &|w, a, b| signed(w, a).checked_rem(signed(w, b)).map(|n| n as u128));
    binary("shl", &|w, a, b| (b < w.into()).then(|| a << b));
    binary("lshr", &|w, a, b| (b < w.into()).then(|| a >> b));
    binary("ashr", &|w, a, b| (b < w.into()).then(|| (signed(w, a) >> b) as u128));
    // Flags don't matter.
    binary("add nsw nuw", &|_, a, b| Some(a + b));
    binary("or disjoint", &|_, a, b| Some(a | b));
}

#[test]
fn comparisons() {
    let compare = |name: &str, holds: &dyn Fn(u32, u128, u128) -> bool| {
        binary(&format!("icmp {name}"), &|w, a, b| Some(holds(w, a, b).into()));
    };
    compare("eq", &|_, a, b| a == b);
    compare("ne", &|_, a, b| a != b);
    compare("ult", &|_, a, b| a < b);
    compare("ule", &|_, a, b| a <= b);
    compare("ugt", &|_, a, b| a > b);
    compare("uge", &|_, a, b| a >= b);
    compare("slt", &|w, a, b| signed(w, a) < signed(w, b));
    compare("sle", &|w, a, b| signed(w, a) <= signed(w, b));
    compare("sgt", &|w, a, b| signed(w, a) > signed(w, b));
    compare("sge", &|w, a, b| signed(w, a) >= signed(w, b));
}

#[test]
fn conversions() {
    exhaustive("%r = zext iW %a to i9", &[1, 4, 8], 1, &|_, a, _, _| Some(a));
    exhaustive("%r = sext iW %a to i9", &[1, 4, 8], 1, &|w, a, _, _| Some(signed(w, a) as u128));
    exhaustive("%r = trunc iW %a to i1", &[2, 4, 8], 1, &|_, a, _, _| Some(a & 1));
    exhaustive("%r = trunc iW %a to i3", &[4, 8], 1, &|_, a, _, _| Some(a & 7));
    exhaustive(
        "%x = bitcast iW %a to iW\n%y = freeze iW %x\n%r = add iW %y, 1",
        &[4],
        1,
        &|_, a, _, _| Some(a + 1),
    );
}

#[test]
fn selects_and_aggregates() {
    exhaustive(
        "%c1 = icmp ult iW %a, %b\n%r = select i1 %c1, iW %a, iW %b",
        &[3],
        2,
        &|_, a, b, _| Some(a.min(b)),
    );
    // Insert into an undefined pair, choose between pairs, take apart.
    let body = "%p = insertvalue { iW, [2 x iW] } undef, iW %a, 0
        %q = insertvalue { iW, [2 x iW] } %p, iW %b, 1, 1
        %s = insertvalue { iW, [2 x iW] } { iW 3, [2 x iW] [iW 1, iW 2] }, iW %a, 1, 0
        %less = icmp ult iW %a, %b
        %t = select i1 %less, { iW, [2 x iW] } %q, { iW, [2 x iW] } %s
        %u = extractvalue { iW, [2 x iW] } %t, 0
        %v = extractvalue { iW, [2 x iW] } %t, 1, 1
        %r = sub iW %u, %v";
    exhaustive(body, &[3], 2, &|_, a, b, _| {
        Some(if a < b { a.wrapping_sub(b) } else { 3u128.wrapping_sub(2) })
    });
}

/// An intrinsic of integers of one width.
fn intrinsic(name: &str, operands: usize, widths: &[u32], expected: Expected<'_>) {
    let arguments = ["iW %a", "iW %b", "iW %c"][..operands].join(", ");
    let body = format!("%x = call iW @llvm.{name}.iW({arguments})\n%r = or iW %x, 0");
    exhaustive(&body, widths, operands, expected);
}

fn clamp(width: u32, number: i128) -> u128 {
    number.clamp(-(1 << (width - 1)), (1 << (width - 1)) - 1) as u128
}

#[test]
fn saturating_and_extreme() {
    let widths = [1, 2, 4, 5];
    let most = |w: u32| (1u128 << w) - 1;
    intrinsic("uadd.sat", 2, &widths, &|w, a, b, _| Some((a + b).min(most(w))));
    intrinsic("usub.sat", 2, &widths, &|_, a, b, _| Some(a.saturating_sub(b)));
    intrinsic("sadd.sat", 2, &widths, &|w, a, b, _| Some(clamp(w, signed(w, a) + signed(w, b))));
    intrinsic("ssub.sat", 2, &widths, &|w, a, b, _| Some(clamp(w, signed(w, a) - signed(w, b))));
    intrinsic("umax", 2, &widths, &|_, a, b, _| Some(a.max(b)));
    intrinsic("umin", 2, &widths, &|_, a, b, _| Some(a.min(b)));
    intrinsic("smax", 2, &widths, &|w, a, b, _| Some(signed(w, a).max(signed(w, b)) as u128));
    intrinsic("smin", 2, &widths, &|w, a, b, _| Some(signed(w, a).min(signed(w, b)) as u128));
    for flag in ["true", "false"] {
        let body = format!("%r = call iW @llvm.abs.iW(iW %a, i1 {flag})");
        exhaustive(&body, &[1, 4, 8], 1, &|w, a, _, _| Some(signed(w, a).wrapping_abs() as u128));
    }
}

#[test]
fn overflow_bits() {
    let check = |name: &str, exact: &dyn Fn(u32, u128, u128) -> i128, is_signed: bool| {
        for (part, index) in [("iW", 0), ("i1", 1)] {
            let body = format!(
                "%p = call {{ iW, i1 }} @llvm.{name}.with.overflow.iW(iW %a, iW %b)
                 %q = extractvalue {{ iW, i1 }} %p, {index}
                 %r = xor {part} %q, 1"
            );
            exhaustive(&body, &[1, 2, 4, 5], 2, &|w, a, b, _| {
                let number = exact(w, a, b);
                let low = number as u128 & ((1 << w) - 1);
                let back = if is_signed { signed(w, low) } else { low as i128 };
                Some(if index == 0 { low ^ 1 } else { u128::from(back != number) ^ 1 })
            });
        }
    };
    let s = signed;
    check("uadd", &|_, a, b| a as i128 + b as i128, false);
    check("usub", &|_, a, b| a as i128 - b as i128, false);
    check("umul", &|_, a, b| a as i128 * b as i128, false);
    check("sadd", &|w, a, b| s(w, a) + s(w, b), true);
    check("ssub", &|w, a, b| s(w, a) - s(w, b), true);
    check("smul", &|w, a, b| s(w, a) * s(w, b), true);
}

#[test]
fn bit_counting_and_moving() {
    let all = [1, 2, 3, 4, 7, 8];
    intrinsic("ctpop", 1, &all, &|_, a, _, _| Some(a.count_ones().into()));
    for flag in ["true", "false"] {
        let ctlz = format!("%r = call iW @llvm.ctlz.iW(iW %a, i1 {flag})");
        exhaustive(&ctlz, &all, 1, &|w, a, _, _| {
            Some((a << (128 - w)).leading_zeros().min(w).into())
        });
        let cttz = format!("%r = call iW @llvm.cttz.iW(iW %a, i1 {flag})");
        exhaustive(&cttz, &all, 1, &|w, a, _, _| Some(a.trailing_zeros().min(w).into()));
    }
    intrinsic("bitreverse", 1, &all, &|w, a, _, _| Some(a.reverse_bits() >> (128 - w)));
    intrinsic("bswap", 1, &[16], &|_, a, _, _| Some((a as u16).swap_bytes().into()));
    let funnel = |w: u32, a: u128, b: u128| a << w | b;
    intrinsic("fshl", 3, &[1, 2, 3, 4], &|w, a, b, c| {
        Some((funnel(w, a, b) << (c % u128::from(w))) >> w)
    });
    intrinsic("fshr", 3, &[1, 2, 3, 4], &|w, a, b, c| Some(funnel(w, a, b) >> (c % u128::from(w))));
    for amount in [0u32, 1, 3, 4, 7] {
        let left =
            format!("%x = call iW @llvm.fshl.iW(iW %a, iW %b, iW {amount})\n%r = add iW %x, 0");
        exhaustive(&left, &[4], 2, &|w, a, b, _| Some((funnel(w, a, b) << (amount % w)) >> w));
        let right =
            format!("%x = call iW @llvm.fshr.iW(iW %a, iW %b, iW {amount})\n%r = add iW %x, 0");
        exhaustive(&right, &[4], 2, &|w, a, b, _| Some(funnel(w, a, b) >> (amount % w)));
    }
}

#[test]
fn three_way_comparisons_and_hints() {
    let sign = |order: std::cmp::Ordering| Some(order as i8 as u128);
    exhaustive("%r = call i8 @llvm.ucmp.i8.iW(iW %a, iW %b)", &[1, 4], 2, &|_, a, b, _| {
        sign(a.cmp(&b))
    });
    exhaustive("%r = call i2 @llvm.scmp.i2.iW(iW %a, iW %b)", &[1, 4], 2, &|w, a, b, _| {
        sign(signed(w, a).cmp(&signed(w, b)))
    });
    exhaustive(
        "%e = call iW @llvm.expect.iW(iW %a, iW 1)\n%r = add iW %e, 1",
        &[4],
        1,
        &|_, a, _, _| Some(a + 1),
    );
    // An assumption of LLVM's is no fact.
    exhaustive(
        "%zero = icmp eq iW %a, 0\ncall void @llvm.assume(i1 %zero)\n%r = add iW %a, 1",
        &[3],
        1,
        &|_, a, _, _| Some(a + 1),
    );
    exhaustive(
        "%k = call i1 @llvm.is.constant.iW(iW %a)\n%x = zext i1 %k to iW\n%r = add iW %a, %x",
        &[3],
        1,
        &|_, a, _, _| Some(a),
    );
}

#[test]
fn wide_integers() {
    // A constant of more than 64 bits, and of more than 128.
    let million = "1000000000000000000000000000000000000";
    for width in [65u32, 100, 128, 200, 256, 300] {
        let ir = format!(
            "declare i{width} @__llumc_choice_i{width}(i32)
             define void @f() {{
               %a = call i{width} @__llumc_choice_i{width}(i32 0)
               %sum = add i{width} %a, -{million}
               %product = mul i{width} %sum, %sum
               %quotient = sdiv i{width} %sum, 12345678901234567890123
               %high = lshr i{width} %product, {}
               %less = icmp slt i{width} %sum, 0
               %bits = call i{width} @llvm.ctpop.i{width}(i{width} %sum)
               ret void
             }}
             declare i{width} @llvm.ctpop.i{width}(i{width})",
            width - 3
        );
        let program = program(&ir);
        let (_, run) = run(&program, &[7]);
        let value = |name| run.value(named(&program, name)).unwrap().clone();
        let sum = BigInt::from(7) - million.parse::<BigInt>().unwrap();
        let divisor: BigInt = "12345678901234567890123".parse().unwrap();
        let square = &sum * &sum;
        let as_value = |number: &BigInt| Value::from_signed_big(width, number);
        assert_eq!(value("sum"), as_value(&sum));
        assert_eq!(value("product"), as_value(&square));
        // Below 120 bits the sum wraps, and so must what is divided.
        let wrapped = as_value(&sum).to_signed_big();
        assert_eq!(value("quotient"), as_value(&(&wrapped / divisor)));
        let top: BigUint = as_value(&square).to_big() >> (width - 3);
        assert_eq!(value("high"), Value::from_big(width, &top));
        assert_eq!(value("less"), Value::bool(wrapped < BigInt::from(0)));
        let ones = as_value(&sum).to_big().count_ones();
        assert_eq!(value("bits"), Value::new(width, ones.into()));
    }
}

#[test]
fn undefined_values_are_fresh_at_each_use_and_listed() {
    let ir = "
        define void @f() {
          %x = xor i8 undef, undef
          %y = freeze i8 poison
          %z = sub i8 %y, %y
          ret void
        }";
    let program = program(ir);
    let (_, run) = run(&program, &[1, 2, 3]);
    assert_eq!(run.value(named(&program, "x")), Some(&Value::new(8, 3)));
    assert_eq!(run.value(named(&program, "y")), Some(&Value::new(8, 3)));
    assert_eq!(run.value(named(&program, "z")), Some(&Value::new(8, 0)));
    assert_eq!(program.assumptions.len(), 1);
    assert_eq!(program.assumptions[0].kind, AssumptionKind::UndefinedValue);
}
