// The handler allocates after the program has looked last.
#include <stdlib.h>

static int *block;

void tick(void) {
    if (!block) block = malloc(sizeof *block);
}

int main(void) {
    if (block) {
        free(block);
    }
    return 0;
}
