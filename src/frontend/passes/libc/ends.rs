//! Where models end: at what is not modelled, or at what C leaves undefined.

use crate::program::{Bound, GoalKind};

/// What a call of this function means, by which a model says that it ends there.
pub fn meaning(name: &str) -> Option<GoalKind> {
    let bound = |what: &str| Some(GoalKind::Bound(Bound::fixed(what)));
    let undefined =
        |what: &str| Some(GoalKind::Unsupported(format!("{what}, whose behaviour is undefined")));
    match name {
        "__atexit_more" => bound("more than 32 functions are registered by atexit"),
        "__atexit_twice" => undefined("exit is called by a function that atexit has registered"),
        "__file_more" => bound("more than 8 files are open"),
        "__file_closed" => undefined("a file is closed that is not open"),
        "__fenv_unknown" => Some(GoalKind::Unsupported(
            "a floating-point environment that is made otherwise than by fegetenv".to_owned(),
        )),
        "__threads_unknown" => {
            undefined("what is no thread, lock or key (any more) is used as one")
        }
        "__threads_destructor" => {
            Some(GoalKind::Unsupported("a destructor of values that threads keep".to_owned()))
        }
        "__scan_unclear" => {
            let what = "a text of which libraries read a floating-point number in different ways";
            Some(GoalKind::Unsupported(what.to_owned()))
        }
        "__time_out_of_range" => Some(GoalKind::Unsupported(
            "the text of a date whose parts are out of their ranges".to_owned(),
        )),
        "__threads_keys" => bound("more than 8 keys of values that threads keep"),
        _ => None,
    }
}
