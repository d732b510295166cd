// The same, where all is copied before the address is used.
#include <string.h>
extern void __VERIFIER_assert(int);
extern unsigned long __VERIFIER_nondet_ulong(void);

struct node {
  char name[8];
  struct node *next;
};

static struct node last, first[2], copy[2];

int main(void) {
  first[1].next = &last;
  strcpy(first[1].name, "12345678");
  unsigned long bytes = __VERIFIER_nondet_ulong();
  if (bytes != sizeof copy) return 0;
  memcpy(copy, first, bytes);
  __VERIFIER_assert(copy[1].next == &last);
  return 0;
}
