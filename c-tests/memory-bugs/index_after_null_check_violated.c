// What was compared with null is an address, and a wide index leads out of its object.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long index = __VERIFIER_nondet_ulong();
    char *block = malloc(64);
    if (block && index > 60 && index < 1000)
        block[index] = 1;
    free(block);
    return 0;
}
