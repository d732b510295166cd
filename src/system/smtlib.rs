//! A transition system as SMT-LIB text: constants for the current state, the next state
//! (`|x'|`) and the inputs, shared subterms, and `I`, `U`, `G`, `T` as Boolean functions
//! without parameters; `G` is the disjunction of one `bad…` per bad condition.

use std::fmt::Write;

use super::{Transition, TransitionSystem};
use crate::bv::smtlib::{Names, print, sort};
use crate::bv::{SymbolId, Term};

/// Prints the system; a solver can read the text and go on from there, say with
/// `(assert I) (assert G) (check-sat)`.
pub fn script(system: &TransitionSystem) -> String {
    let terms = &system.terms;
    let symbol = |term: Term| -> SymbolId {
        terms.as_symbol(term).expect("state variables and inputs are symbols")
    };
    let mut names = Names::default();
    ["I", "U", "G", "T"].iter().for_each(|name| names.reserve(name));
    (0..system.bad.len()).for_each(|i| names.reserve(&format!("bad{i}")));
    for state in system.states.iter() {
        names.give(symbol(state.current), &state.name);
        names.give(symbol(state.next), &format!("{}'", state.name));
    }
    names.give_rest(terms);

    let mut roots = [system.init.as_slice(), &system.universal].concat();
    roots.extend(system.bad.iter().map(|bad| bad.condition));
    match &system.transition {
        Transition::Relation(conjuncts) => roots.extend(conjuncts),
        Transition::Functional(values) => roots.extend(values.iter()),
    }
    let script = print(terms, &names, &roots);
    let mut texts = script.roots.into_iter();
    let mut take = |count: usize| texts.by_ref().take(count).collect::<Vec<String>>();

    let mut out = String::from("(set-logic QF_BV)\n");
    let mut line = |text: &str| {
        // Writing to a string can't fail.
        let _ = writeln!(out, "{text}");
    };
    let declare = |term: Term| {
        format!("(declare-const {} {})", names.of(symbol(term)), sort(terms.width(term)))
    };
    line("; current state");
    system.states.iter().for_each(|state| line(&declare(state.current)));
    line("; next state");
    system.states.iter().for_each(|state| line(&declare(state.next)));
    if !system.inputs.is_empty() {
        line("; inputs");
        system.inputs.iter().for_each(|&input| line(&declare(input)));
    }
    if !script.definitions.is_empty() {
        line("; shared terms");
        line(script.definitions.trim_end());
    }
    line("; initial states");
    line(&define("I", "and", "true", take(system.init.len()).iter().map(|t| truth(t))));
    line("; every state");
    line(&define("U", "and", "true", take(system.universal.len()).iter().map(|t| truth(t))));
    line("; goals");
    let bad = take(system.bad.len());
    for (i, (bad, text)) in system.bad.iter().zip(&bad).enumerate() {
        let goals: Vec<String> = bad.goals.iter().map(ToString::to_string).collect();
        line(&format!("(define-fun bad{i} () Bool {}) ; {}", truth(text), goals.join(" ")));
    }
    line(&define("G", "or", "false", (0..bad.len()).map(|i| format!("bad{i}"))));
    line("; step");
    let step = match &system.transition {
        Transition::Relation(conjuncts) => {
            take(conjuncts.len()).iter().map(|text| truth(text)).collect::<Vec<String>>()
        }
        Transition::Functional(values) => {
            let equation =
                |(next, text): (Term, String)| format!("(= {} {text})", names.of(symbol(next)));
            let next = system.states.iter().map(|state| state.next);
            next.zip(take(values.len())).map(equation).collect()
        }
    };
    line(&define("T", "and", "true", step.into_iter()));
    out
}

/// A truth value of width 1 as a Boolean.
fn truth(text: &str) -> String {
    format!("(= {text} #b1)")
}

/// A Boolean function: one operand per line if there are several.
fn define(
    name: &str,
    connective: &str,
    neutral: &str,
    operands: impl Iterator<Item = String>,
) -> String {
    let operands: Vec<String> = operands.collect();
    let body = match operands.as_slice() {
        [] => neutral.to_string(),
        [one] => one.clone(),
        many => format!("({connective}\n  {})", many.join("\n  ")),
    };
    format!("(define-fun {name} () Bool {body})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::{Op, TermStore};
    use crate::program::GoalId;
    use crate::support::IndexVec;
    use crate::system::{Bad, Origin, StateVar};

    fn counter(functional: bool) -> TransitionSystem {
        let mut terms = TermStore::new();
        let (x, next) = (terms.symbol("x", 8), terms.symbol("x.next", 8));
        let input = terms.symbol("bad0", 8);
        let (zero, nine) = (terms.number(8, 0), terms.number(8, 9));
        let sum = terms.app(Op::Add, &[x, input]);
        let transition = if functional {
            Transition::Functional([sum].into_iter().collect())
        } else {
            let equal = terms.eq(sum, next);
            let more = terms.app(Op::Ult, &[x, next]);
            Transition::Relation(vec![equal, more])
        };
        let init = vec![terms.eq(x, zero)];
        let bad = Bad { goals: vec![GoalId(0)], condition: terms.eq(x, nine) };
        let origin = Origin::Location;
        let states = IndexVec::from_iter([StateVar { name: "x".into(), current: x, next, origin }]);
        let (inputs, universal) = (vec![input], Vec::new());
        TransitionSystem {
            terms,
            states,
            inputs,
            init,
            universal,
            transition,
            bad: vec![bad],
            settled: None,
        }
    }

    #[test]
    fn golden() {
        let start = "(set-logic QF_BV)\n\
             ; current state\n\
             (declare-const |x| (_ BitVec 8))\n\
             ; next state\n\
             (declare-const |x'| (_ BitVec 8))\n\
             ; inputs\n\
             (declare-const |bad0#2| (_ BitVec 8))\n\
             ; initial states\n\
             (define-fun I () Bool (= (ite (= |x| (_ bv0 8)) #b1 #b0) #b1))\n\
             ; every state\n\
             (define-fun U () Bool true)\n\
             ; goals\n\
             (define-fun bad0 () Bool (= (ite (= |x| (_ bv9 8)) #b1 #b0) #b1)) ; ";
        let functional = script(&counter(true));
        assert!(functional.starts_with(start), "{functional}");
        let end = "(define-fun G () Bool bad0)\n\
             ; step\n\
             (define-fun T () Bool (= |x'| (bvadd |x| |bad0#2|)))\n";
        assert!(functional.ends_with(end), "{functional}");
        let relational = script(&counter(false));
        let end = "(define-fun T () Bool (and\n  \
             (= (ite (= |x'| (bvadd |x| |bad0#2|)) #b1 #b0) #b1)\n  \
             (= (ite (bvult |x| |x'|) #b1 #b0) #b1)))\n";
        assert!(relational.starts_with(start) && relational.ends_with(end), "{relational}");
    }
}
