#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* The early exit forgets the header. */
int main(void) {
  unsigned char *header = malloc(2);
  if (!header) return 1;
  header[0] = __VERIFIER_nondet_uchar();
  int bad = header[0] > 4;
  if (bad) return 1;
  unsigned char *body = malloc(4);
  if (!body) {
    free(header);
    return 1;
  }
  body[0] = header[0];
  free(body);
  free(header);
  return 0;
}
