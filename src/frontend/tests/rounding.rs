//! Rounding modes that the program chooses.

use super::*;

const HEAD: &str = "int fesetround(int); int fegetround(void);
    double rint(double), fdim(double, double), ldexp(double, int); long lrint(double);\n";

fn assert_ends(source: &str, properties: &[Property], expected: &[&str]) {
    assert_outcomes(&format!("{HEAD}{source}"), properties, expected);
}

#[test]
fn the_mode_is_kept_and_matters() {
    assert_ends(
        "int main(void) { int n = in(); fesetround(0x800); float x = n;
           if (x < n || fegetround() != 0x800) reach_error(); }",
        &[UnreachCall],
        &["Return"],
    );
    assert_ends(
        "int main(void) { int n = in(); fesetround(0x400); float x = n / 3.0f, y = -n / 3.0f;
           if (x == -y) return 0; reach_error(); }",
        &[UnreachCall],
        &[ERROR, "Return"],
    );
    assert_ends(
        "static long f(double x) { return lrint(x) + (long)rint(x); }
         int main(void) { int n = in(); fesetround(n % 2 ? 0x800 : 0);
           if (f(0.25) != (n % 2 ? 2 : 0)) reach_error();
           if (fesetround(n) && (n & ~0xc00) == 0) reach_error(); }",
        &[UnreachCall],
        &["Return"],
    );
}

#[test]
fn nothing_is_computed_to_nearest_meanwhile() {
    for operation in ["1.0 / 3.0", "1.0 * 0.1 * 0.1 + 0", "fdim(1.0, 0x1p-60)", "1.0f - 0x1p-60"] {
        assert_ends(
            &format!(
                "static double f(void) {{ return {operation}; }}
                 int main(void) {{ fesetround(0x800); double high = f(); fesetround(0x400);
                   if (!(f() < high)) reach_error(); }}"
            ),
            &[UnreachCall, Property::Nan, Property::FloatOverflow],
            &["Return"],
        );
    }
}

#[test]
fn what_is_rounded_to_nearest_by_libraries_is_refused_in_other_modes() {
    for (operation, what) in [
        ("(float)(__int128)n", "a conversion of an integer of more than 64 bits"),
        ("(_Float16)(n / 3.0f)", "arithmetic with _Float16"),
        ("ldexp(n, -1080)", "ldexp()"),
    ] {
        let what = format!("unsupported: {what} in a rounding mode other than to nearest");
        assert_ends(
            &format!(
                "int main(void) {{ int n = in(); if (n > 5) fesetround(0x800);
                   double x = {operation}; return x > 1; }}"
            ),
            &[UnreachCall],
            &["Return", &what],
        );
    }
}
