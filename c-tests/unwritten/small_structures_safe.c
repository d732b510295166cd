// Structures of three bytes in registers of four: nobody reads the fourth.
extern int __VERIFIER_nondet_int(void);
struct small { char bytes[3]; };

static struct small made(int x) {
    struct small it = {{(char)x, 2, 3}};
    return it;
}

static int first(struct small it) {
    return it.bytes[0];
}

int main(void) {
    struct small it = made(__VERIFIER_nondet_int() & 7);
    return first(it);
}
