// The right side has the type that the bit-field is declared with.
extern unsigned __VERIFIER_nondet_uint(void);

struct counters {
    unsigned low : 20, high : 12;
};

int main(void) {
    struct counters counters = {0};
    counters.high = __VERIFIER_nondet_uint() >> 19;
    return 0;
}
