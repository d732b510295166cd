//! Invariants in all formats: round trips, by evaluation; what SMT-LIB says; bad input.

use super::*;
use crate::bv::{Assignment, Value, eval};
use crate::formats::invariant::{self, Format};

const FORMATS: [Format; 3] =
    [Format::Aiger(Style::Ascii), Format::Aiger(Style::Binary), Format::SmtLib];

/// A system of two words and a truth value, and these as parameters.
fn words(random: &mut Random) -> (TransitionSystem, Vec<Term>) {
    let system = random_words(random);
    let parameters = system.states.iter().map(|state| state.current).collect();
    (system, parameters)
}

/// Calls `check` with the value of each bit of the parameters and their assignment.
fn all_states(
    system: &TransitionSystem,
    parameters: &[Term],
    mut check: impl FnMut(&[bool], &Assignment),
) {
    let widths: Vec<u32> = parameters.iter().map(|&term| system.terms.width(term)).collect();
    let total: u32 = widths.iter().sum();
    for number in 0..1u128 << total {
        let bits: Vec<bool> = (0..total).map(|bit| number >> bit & 1 == 1).collect();
        let mut values = Assignment::default();
        let mut low = 0;
        for (&parameter, &width) in parameters.iter().zip(&widths) {
            let symbol = system.terms.as_symbol(parameter).expect("a symbol");
            values.insert(symbol, Value::new(width, number >> low));
            low += width;
        }
        check(&bits, &values);
    }
}

#[test]
fn what_is_written_is_read_again() {
    let mut random = Random::new(5);
    for _ in 0..20 {
        let (system, parameters) = words(&mut random);
        let clauses: Vec<Vec<Lit>> = (0..random.below(4))
            .map(|_| {
                let lit = |random: &mut Random| {
                    Lit::new(Var(1 + random.below(7) as u32), random.one_in(2))
                };
                (0..1 + random.below(3)).map(|_| lit(&mut random)).collect()
            })
            .collect();
        for format in FORMATS {
            let mut text = vec![];
            let comments = ["a comment".to_owned()];
            invariant::write(&system, &parameters, &clauses, format, &comments, &mut text)
                .expect("memory takes everything");
            assert_eq!(Format::found(&text), Some(format));
            let (terms, read) =
                invariant::read(&text, format, &system, &parameters).expect("what we wrote");
            all_states(&system, &parameters, |bits, values| {
                let holds = clauses.iter().all(|clause| {
                    clause.iter().any(|lit| bits[lit.var().0 as usize - 1] == lit.is_positive())
                });
                assert_eq!(eval(&terms, read, values).is_true(), holds, "{clauses:?}");
            });
        }
    }
}

fn smtlib(body: &str, result: &str) -> Result<(TermStore, Term), crate::dimspec::read::ReadError> {
    let (system, parameters) = words(&mut Random::new(1));
    let text = format!(
        "(set-logic QF_BV)\n(define-fun f ((x (_ BitVec 3)) (|a b| (_ BitVec 3)) (c Bool)) \
         {result}\n{body})"
    );
    invariant::read(text.as_bytes(), Format::SmtLib, &system, &parameters)
}

/// Every operator, as an identity that holds for all values, written with other operators.
#[test]
fn operators_of_smtlib() {
    let identities = [
        "(= (bvadd x |a b| #b001) (bvsub (bvadd #b001 x) (bvneg |a b|)))",
        "(= (bvnot x) (bvsub (bvneg x) #b001))",
        "(= (bvmul x (_ bv2 3)) (bvshl x #b001))",
        "(xor (bvult x |a b|) (bvuge x |a b|))",
        "(xor (bvugt x |a b|) (bvule x |a b|))",
        "(xor (bvslt x |a b|) (bvsge x |a b|))",
        "(xor (bvsgt x |a b|) (bvsle x |a b|))",
        "(= (bvslt x |a b|) (bvult (bvxor x #b100) (bvxor |a b| #b100)))",
        "(= (bvnand x |a b|) (bvnot (bvand x |a b|)))",
        "(= (bvnor x |a b|) (bvand (bvnot x) (bvnot |a b|)))",
        "(= (bvxnor x |a b|) (bvxor x |a b| #b111))",
        "(= (bvor x |a b| #b000) (bvnot (bvnor x |a b|)))",
        "(= (concat ((_ extract 2 1) x) ((_ extract 0 0) x)) x)",
        "(= ((_ zero_extend 2) x) (concat #b00 x))",
        "(= ((_ sign_extend 1) x) (concat ((_ extract 2 2) x) x))",
        "(= ((_ repeat 2) x) (concat x x))",
        "(= (bvcomp x |a b|) (ite (= x |a b|) #b1 #b0))",
        "(= x (bvadd (bvmul (bvudiv x #b011) #b011) (bvurem x #b011)))",
        "(= x (bvadd (bvmul (bvsdiv x #b011) #b011) (bvsrem x #b011)))",
        "(= (bvlshr x #b001) (concat #b0 ((_ extract 2 1) x)))",
        "(= (bvashr x #b001) ((_ sign_extend 1) ((_ extract 2 1) x)))",
        "(= #x5 #b0101 (_ bv5 4))",
        "(=> c (= x |a b|) (not (distinct x |a b|)))",
        "(or c (not c) false)",
        "(let ((x |a b|) (y x)) (let ((z y)) (=> (= z |a b|) (and true (= x y z)))))",
        "(= (distinct x |a b| #b000) (and (not (= x |a b|)) (not (= x #b000)) (distinct #b000 |a b|)))",
    ];
    let (system, parameters) = words(&mut Random::new(1));
    for identity in identities {
        let (terms, read) = smtlib(identity, "Bool").expect(identity);
        all_states(&system, &parameters, |_, values| {
            assert!(eval(&terms, read, values).is_true(), "{identity}");
        });
    }
}

#[test]
fn wrong_texts_are_refused() {
    let cases = [
        ("x", "Bool", "must be of sort Bool"),
        ("c", "(_ BitVec 1)", "must be of sort Bool"),
        ("y", "Bool", "not defined"),
        ("(bvfoo x x)", "Bool", "unknown operator"),
        ("(= x #b11)", "Bool", "don't fit"),
        ("(and c x)", "Bool", "of sort Bool"),
        ("(= ((_ extract 3 0) x) x)", "Bool", "don't fit"),
        ("(= ((_ extract 0 1) x) x)", "Bool", "don't fit"),
        ("(= ((_ zero_extend 99999999) x) x)", "Bool", "small"),
        ("(= ((_ repeat 0) x) x)", "Bool", "don't fit"),
        ("(= x (_ bv8 3))", "Bool", "constant"),
        ("(bvnot c)", "Bool", "not a Bool"),
        ("(let ((y x)) true) (foo", "Bool", "not closed"),
        ("(let ((y)) true)", "Bool", "a name and a value"),
        ("()", "Bool", "empty"),
    ];
    for (body, result, reason) in cases {
        let error = smtlib(body, result).expect_err(body).to_string();
        assert!(error.contains(reason), "{body}: {error}");
        assert!(error.starts_with("line "), "{body}: {error}");
    }
    let (system, parameters) = words(&mut Random::new(1));
    let refused = |text: &str, reason: &str| {
        let format = Format::found(text.as_bytes()).expect("a format");
        let error = invariant::read(text.as_bytes(), format, &system, &parameters);
        let error = error.expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    };
    refused("(define-fun f () Bool true)", "0 arguments");
    refused("; nothing\n(set-logic QF_BV)", "no define-fun");
    refused("(assert true)", "not known here");
    refused(
        "(define-fun f ((x (_ BitVec 4)) (y (_ BitVec 3)) (c Bool)) Bool true)",
        "the variable has 3 bits",
    );
    refused("aag 1 1 0 1 0\n2\n2\n", "7 state bits");
    refused("aag 8 7 1 1 0\n2\n4\n6\n8\n10\n12\n14\n16 2\n2\n", "neither latches");
    refused("aag 7 7 0 2 0\n2\n4\n6\n8\n10\n12\n14\n2\n2\n", "2 outputs");
}
