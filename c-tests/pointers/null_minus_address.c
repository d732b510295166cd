// A number from which an address is subtracted: there is no difference to speak of.
#include <assert.h>
#include <stddef.h>

extern _Bool __VERIFIER_nondet_bool(void);
static int all[8];

int main(void) {
    int *first = all, *last = NULL;
    for (int i = 0; i < 3 && __VERIFIER_nondet_bool(); i++) {
        last = i == 2 ? NULL : first + 1;
        if (last)
            first = last;
    }
    assert(last - first <= 0);
    return 0;
}
