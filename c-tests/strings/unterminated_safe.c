// What is looked for stands in the array, which need not be terminated: nothing behind it is read.
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char a[4];
  for (int i = 0; i < 4; i++)
    a[i] = __VERIFIER_nondet_char();
  int n = strncmp(a, "GET", 8) == 0;
  a[2] = '/';
  n += strchr(a, '/') != 0;
  n += strcmp(a, "GET") == 0;
  n += strcspn(a, "/:") == 1;
  n += strpbrk(a, "/:") != 0;
  return n;
}
