// So many bytes at most were read, or none.
#include <unistd.h>

int main(void) {
    char bytes[8];
    ssize_t count = pread(0, bytes, sizeof bytes, 0);
    if (count <= 0)
        return 1;
    return bytes[count - 1] == 'x';
}
