// BSD's and glibc's strlcat: never writes beyond the size, and always ends the string.
#include <stddef.h>

extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);
size_t strlcat(char *to, const char *from, size_t size);

int main(void) {
    char to[8] = "abc", from[6];
    for (int i = 0; i < 5; i++) from[i] = __VERIFIER_nondet_char();
    from[5] = 0;
    size_t wanted = strlcat(to, from, sizeof to);
    return to[7] != 0 || wanted < 3;
}
