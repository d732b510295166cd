// What it tried to make may be longer than there is room.
#include <stddef.h>

extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);
size_t strlcat(char *to, const char *from, size_t size);

int main(void) {
    char to[8] = "abc", from[6];
    for (int i = 0; i < 5; i++) from[i] = __VERIFIER_nondet_char();
    from[5] = 0;
    if (strlcat(to, from, 6) == 8 && to[4] == 'y' && to[5] == 0) reach_error();
    return 0;
}
