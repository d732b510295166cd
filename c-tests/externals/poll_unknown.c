// This one is the library's.
#include <poll.h>
extern void reach_error(void);

int main(void) {
    struct pollfd one = {0, POLLIN, 0};
    if (poll(&one, 1, 100) > 1)
        reach_error();
    return 0;
}
