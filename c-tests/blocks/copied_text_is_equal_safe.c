/* A text of any length below 24 is copied, compared, and searched. */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  char a[24], b[24];
  a[23] = 0;
  strcpy(b, a);
  if (strcmp(a, b) != 0) reach_error();
  if (strlen(a) != strlen(b)) reach_error();
  char *p = strchr(b, 'x');
  if (p && (*p != 'x' || memchr(b, 'x', (size_t)(p - b)))) reach_error();
  return 0;
}
