//! Laws of numbers, some of which hold: what is drawn alone is rarely a check that no run
//! fails.

use super::Generator;

/// Of numbers `X` and `Y`, of `float` or `double`; `F` is the suffix of its functions, `T`
/// its name. The first ones are not hard.
const LAWS: [&str; 40] = [
    "X + Y == Y + X || isnan(X + Y)",
    "X - Y == -(Y - X)",
    "isnan(X) || isnan(Y) || (X < Y) + (X == Y) + (X > Y) == 1",
    "(X < Y) == !(X >= Y)",
    "fabsF(X) >= 0 || X != X",
    "copysignF(fabsF(X), some_T(X)) == X || isnan(X)",
    "floorF(X) <= X || isnan(X)",
    "ceilF(X) == -floorF(-X) || isnan(X)",
    "floorF(X) < X",
    "fabsF(X - rintF(X)) <= 0.5 || !isfinite(X)",
    "truncF(X) == (X < 0 ? ceilF(X) : floorF(X)) || isnan(X)",
    "roundF(X) == floorF(X + 0.5f) || isnan(X)",
    "(float)(double)(float)X == (float)X || isnan(X)",
    "(double)(float)X == X || isnan(X)",
    "isnan(X) || of_bits_T(bits_T(X)) == X",
    "!(X > 0 && Y > 0) || (X < Y) == (bits_T(X) < bits_T(Y))",
    "(bits_T(X) == bits_T(Y)) == (X == Y)",
    "fmaxF(quiet_T(X), quiet_T(Y)) >= fminF(quiet_T(X), quiet_T(Y)) || isnan(X)",
    "X + 1 > X || !isfinite(X)",
    "!(X < Y) || X - Y < 0",
    "!(X < Y) || X + 1 <= Y + 1",
    "X + Y - Y == X || !(fabsF(X) < 8 && fabsF(Y) < 8)",
    "(int)to_int(X) <= X || X < 0 || isnan(X)",
    "X * 2 == X + X || isnan(X)",
    "X / 2 * 2 == X || isnan(X)",
    "(float)to_int(X) == truncF(X) || !(fabsF(X) < 16777216)",
    "!(fabsF(X) <= 4) || fabsF(X + Y) <= 9 || !(fabsF(Y) <= 5)",
    "fdimF(X, Y) >= 0 || isnan(X) || isnan(Y)",
    "isinf(X) + isnan(X) + isfinite(X) != 0",
    "X == 0 || fabsF(X) > 0 || isnan(X)",
    "(double)X - (double)Y == (double)(X - Y) || !isfinite(X - Y)",
    "X * Y == Y * X || isnan(X * Y)",
    "X * X >= 0 || isnan(X)",
    "!(1 <= X && X <= 2) || X * X <= 4",
    "sqrtF(X) >= 0 || X < 0 || isnan(X)",
    "!(1 <= X && X <= 2) || sqrtF(X) * sqrtF(X) == X",
    "!(1 <= X && X <= 4) || sqrtF(X) <= X",
    "fmaF(X, Y, 0) == X * Y || isnan(X * Y)",
    "X / Y * Y == X || !(1 <= X && X <= Y)",
    "!(0 <= X && X < Y) || X / Y <= 1",
];

/// How many of them are not hard.
const SIMPLE: usize = 31;

/// Of functions that loop.
const LIBRARY: [&str; 5] = [
    "fabsF(fmodF(X, Y)) < fabsF(Y) || isinf(X) || isnan(X) || isnan(Y) || Y == 0",
    "fabsF(remainderF(X, Y)) * 2 <= fabsF(Y) || isinf(X) || isnan(X) || isnan(Y) || Y == 0",
    "nextafterF(X, HUGE_VAL) > X || isnan(X) || isinf(X)",
    "ldexpF(X, 1) == X * 2 || isnan(X)",
    "fmodF(X, 1) == X - truncF(X) || !isfinite(X)",
];

impl Generator {
    /// A law of two numbers, mostly variables, as a check.
    pub fn law(&mut self) {
        let heavy = if self.shape.heavy { LAWS.len() } else { SIMPLE };
        let law = match self.shape.library && self.chance(25) {
            true => *self.rng.pick(&LIBRARY),
            false => *self.rng.pick(&LAWS[..heavy]),
        };
        let (depth_of_x, depth_of_y) = (self.rng.index(2), self.rng.index(2));
        let ((x, of_x), (y, of_y)) = (self.number(depth_of_x), self.number(depth_of_y));
        let (format, c) = self.narrow(of_x.max(of_y));
        // The suffix and the name of the format, before operands come in.
        let law =
            law.replace("_T(", &format!("_{c}(")).replace("F(", &format!("{}(", format.suffix()));
        let mut text = String::new();
        for letter in law.chars() {
            match letter {
                'X' => text += &format!("(({c})({x}))"),
                'Y' => text += &format!("(({c})({y}))"),
                _ => text.push(letter),
            }
        }
        self.line(&format!("if (!({text})) reach_error();"));
    }
}
