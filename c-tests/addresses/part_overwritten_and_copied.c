// The same, where the whole structure is copied before its address is used.
#include <string.h>
extern void __VERIFIER_assert(int);

struct node {
  char name[8];
  struct node *next;
};

static struct node last, first[2], copy[2];

int main(void) {
  first[1].next = &last;
  strcpy(first[1].name, "12345678");
  memcpy(copy, first, sizeof copy);
  __VERIFIER_assert(copy[1].next == &last);
  return 0;
}
