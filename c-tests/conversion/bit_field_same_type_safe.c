// Twelve bits are left of 32; a signed field of 4 bits in a unit of 8 holds -8 to 7.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

struct counters {
    unsigned low : 20, high : 12;
};
struct small {
    int level : 4;
};

int main(void) {
    struct counters counters = {0};
    struct small small = {0};
    counters.high = __VERIFIER_nondet_uint() >> 20;
    small.level = __VERIFIER_nondet_int() % 8;
    return 0;
}
