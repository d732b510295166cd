// Interrupted, or done; nothing else is returned, and what is left is no invalid time.
#include <assert.h>
#include <stddef.h>
#include <time.h>

int main(void) {
    struct timespec wanted = {0, 1000}, left = {0, 0};
    int result = nanosleep(&wanted, &left);
    assert(result == 0 || result == -1);
    assert(left.tv_nsec >= 0 && left.tv_nsec < 1000000000);
    return nanosleep(&left, NULL);
}
