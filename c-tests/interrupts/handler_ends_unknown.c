// A handler that ends the program may do so while the block is allocated.
#include <stdlib.h>

void tick(void) {
    exit(1);
}

int main(void) {
    int *block = malloc(sizeof *block);
    free(block);
    return 0;
}
