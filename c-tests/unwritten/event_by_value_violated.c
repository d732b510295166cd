// What is not written is passed as a number.
#include <stdlib.h>

static int twice(int number) {
    return 2 * number;
}

int main(void) {
    int *number = malloc(sizeof *number);
    int result = twice(*number);
    free(number);
    return result;
}
