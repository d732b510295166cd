// C leaves the sign of a NaN that an operation makes open: on other machines it is positive.
extern void reach_error(void);

int main(void) {
    double zero = 0.0, nan = zero / zero;
    if (!__builtin_signbit(nan)) reach_error();
    return 0;
}
