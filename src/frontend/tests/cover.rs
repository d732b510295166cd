//! Places of which is asked whether runs pass them.

use super::{Options, options, try_files};
use crate::program::{Cover, GoalKind, Program, Property};

fn program(source: &str, cover: bool) -> Program {
    let properties = [Property::NoOverflow, Property::DivByZero, Property::Assert];
    let options = Options { cover, ..options(&properties) };
    try_files(&[("f.c", source)], &options).expect("it compiles").program
}

/// The places of a file, by number.
fn places(source: &str) -> Vec<Cover> {
    let program = program(source, true);
    let all = program.goals.iter().chain(&program.folded);
    let mut places: Vec<Cover> = all
        .filter_map(|goal| match &goal.kind {
            GoalKind::Cover(cover) => Some((**cover).clone()),
            GoalKind::Check(_) | GoalKind::Unsupported(_) | GoalKind::Bound(_) => None,
        })
        .collect();
    places.sort_by_key(|place| place.number);
    places.dedup();
    places
}

#[test]
fn functions_branches_and_what_follows_calls_have_places() {
    let source = "int in(void);
        void f(void);
        int main(void) {
            int x = in();
            if (x > 3)
                x = 0;
            f();
            return x;
        }";
    let told = |place: &Cover| {
        (place.lines.clone(), place.begins.is_some(), place.way.as_ref().map(|it| it.way))
    };
    let told: Vec<_> = places(source).iter().map(told).collect();
    assert_eq!(
        told,
        [
            (vec![3, 4], true, None),
            (vec![5], false, None),
            (vec![], false, Some(1)),
            (vec![6], false, Some(0)),
            (vec![7], false, None),
            (vec![8], false, None),
        ],
    );
}

#[test]
fn failed_checks_are_no_branches_and_belong_to_the_place_before() {
    let source = "int in(void);
        int main(void) {
            int x = in();
            int y = in();
            if (x > 3)
                return 1 / y;
            return 0;
        }";
    let places = places(source);
    assert_eq!(places.iter().filter(|place| place.way.is_some()).count(), 2);
    let met: Vec<usize> = places.iter().map(|place| place.checks.len()).collect();
    // Divisions by zero, and of the least number by -1.
    let divides = places.iter().position(|place| place.lines == [6]).expect("it has a place");
    assert_eq!((met[divides], met.iter().sum::<usize>()), (2, 2));
}

/// Whether the condition of an assertion is at the place of its macro or of what that is given.
#[test]
fn failed_assertions_are_no_branches() {
    let source = "int in(void);
        void __assert_fail(const char *, const char *, unsigned, const char *)
            __attribute__((noreturn));
        #define assert(c) ((c) ? (void)0 : __assert_fail(#c, \"f.c\", 1, \"main\"))
        int main(void) {
            int k = in();
            if (k < 0) return 1;
            assert(k != -9);
            assert(k > -5 &&
                k != -7);
            if (k == 3) assert(0);
            return 0;
        }";
    let places = places(source);
    let of_way = |place: &&Cover| place.way.is_some();
    let lines = places.iter().filter(of_way).map(|place| place.way.as_ref().map(|it| it.line));
    assert_eq!(lines.flatten().collect::<Vec<_>>(), [7, 7, 11, 11]);
    // The first assertion is met whenever its line is: it is no place of its own.
    let asserts = places.iter().find(|place| place.lines.contains(&8)).expect("it has a place");
    assert!(!asserts.checks.is_empty());
}

#[test]
fn what_nobody_calls_has_places_too() {
    let source = "int never(int x) {
            return x;
        }
        int main(void) { return 0; }";
    let names: Vec<String> = places(source).into_iter().map(|place| place.function).collect();
    assert_eq!(names, ["never", "main"]);
}

#[test]
fn without_being_asked_nothing_has_a_place() {
    let program = program("int main(void) { return 0; }", false);
    assert!(program.goals.iter().chain(&program.folded).next().is_none());
}
