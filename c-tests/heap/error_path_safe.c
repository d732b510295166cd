#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* One exit that frees what was obtained so far. */
static int process(unsigned char *header, unsigned char *body) {
  header[0] = __VERIFIER_nondet_uchar();
  if (header[0] > 4) return -1;
  body[header[0] - (header[0] > 3)] = 1;
  return 0;
}
int main(void) {
  int result = -1;
  unsigned char *header = 0, *body = 0;
  header = malloc(2);
  if (!header) goto out;
  if (__VERIFIER_nondet_uchar() == 7) goto out;
  body = malloc(4);
  if (!body) goto out;
  result = process(header, body);
out:
  free(body);
  free(header);
  return result != 0;
}
