// 8 is no number of a signed field of 4 bits.
extern int __VERIFIER_nondet_int(void);

struct small {
    int level : 4;
};

int main(void) {
    struct small small = {0};
    small.level = __VERIFIER_nondet_int() % 9;
    return 0;
}
