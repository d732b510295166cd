// The sum wraps around, so a size of nearly 2^64 is given.
extern unsigned long __VERIFIER_nondet_ulong(void);

static char memory[64];
static unsigned long used;

static void *take(unsigned long size) {
    if (used + size > sizeof memory)
        return 0;
    void *taken = memory + used;
    used += size;
    return taken;
}

int main(void) {
    unsigned long size = __VERIFIER_nondet_ulong();
    take(10);
    char *first = take(size), *second = take(8);
    if (first && size)
        first[size - 1] = 1;
    if (second)
        second[7] = 1;
    return 0;
}
