/* A pointer goes to and fro between the variables of one round. */
#include <assert.h>

int main(void) {
    int total = 0;
    for (int i = 0; i < 10; i++) {
        int a = 1, b = 2;
        int *p = &a;
        for (int j = 0; j < 3; j++) {
            total += *p;
            p = j % 2 ? &a : &b;
        }
    }
    assert(total == 40);
    return 0;
}
