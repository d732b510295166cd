// It may be all of them.
#include <unistd.h>

int main(void) {
    char bytes[8];
    ssize_t count = pread(0, bytes, sizeof bytes, 0);
    if (count >= 0)
        bytes[count] = 0;
    return 0;
}
