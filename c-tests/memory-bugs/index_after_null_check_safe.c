// A wide index that stays within.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long index = __VERIFIER_nondet_ulong();
    char *block = malloc(64);
    if (block && index < 64)
        block[index] = 1;
    free(block);
    return 0;
}
