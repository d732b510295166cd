#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
/* When the queue becomes empty, the pointer to its end still points into the freed item. */
struct item { int number; struct item *next; };
static struct item *first, **last = &first;
static void put(int number) {
  struct item *i = malloc(sizeof *i);
  if (!i) exit(1);
  i->number = number;
  i->next = 0;
  *last = i;
  last = &i->next;
}
static void get(void) {
  struct item *i = first;
  first = i->next;
  free(i);
}
int main(void) {
  for (int step = 0; step < 3; step++) {
    if (__VERIFIER_nondet_bool())
      put(step);
    else if (first)
      get();
  }
  return 0;
}
