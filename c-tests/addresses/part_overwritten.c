// A name that is too long by its end overwrites a part of the address behind it.
#include <string.h>
extern void __VERIFIER_assert(int);

struct node {
  char name[8];
  struct node *next;
};

int main(void) {
  struct node last = {"", 0}, first;
  first.next = &last;
  strcpy(first.name, LONG);
  __VERIFIER_assert(first.next == &last);
  return 0;
}
