// The size is that of the whole array.
#include <stddef.h>

extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);
size_t strlcat(char *to, const char *from, size_t size);

int main(void) {
    char to[4] = "ab";
    strlcat(to, "cdef", 8);
    return to[0];
}
