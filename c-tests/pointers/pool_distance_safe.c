// Two pieces of a pool, of which one may be missing.
#include <assert.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);
static int pool[32];
static int *next = pool;

static int *take(unsigned count) {
    if (count > (unsigned)(pool + 32 - next))
        return NULL;
    int *taken = next;
    next += count;
    return taken;
}

int main(void) {
    unsigned first = __VERIFIER_nondet_uint() % 20, second = __VERIFIER_nondet_uint() % 20;
    int *one = take(first), *other = take(second);
    if (!one || !other)
        return 0;
    assert(other - one == (ptrdiff_t)first);
    return 0;
}
