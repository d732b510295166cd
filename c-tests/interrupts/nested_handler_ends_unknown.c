// With handlers that interrupt one another it is not noted that one runs: each may end the program
// while the block is allocated.
#include <stdlib.h>

void tick(void) {
    exit(1);
}

int main(void) {
    int *block = malloc(sizeof *block);
    free(block);
    return 0;
}
