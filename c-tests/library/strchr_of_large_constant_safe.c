// The character is converted to char first (C17 7.24.5.2p2), be it a constant in a condition.
#include <string.h>

extern void reach_error(void);

int main(void) {
    char s[] = "a\xe9", t[] = "hello";
    if (strchr(s, 0xe9) != s + 1 || strchr(t, 'h' + 256) != t) reach_error();
    return 0;
}
