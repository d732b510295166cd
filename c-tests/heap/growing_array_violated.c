#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* A pointer to an element from before the array was enlarged. */
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() % 6 + 1;
  unsigned char *a = malloc(4);
  if (!a) return 1;
  unsigned char *first = a;
  if (n > 4) {
    unsigned char *larger = realloc(a, 8);
    if (!larger) {
      free(a);
      return 1;
    }
    a = larger;
  }
  *first = n;
  free(a);
  return 0;
}
