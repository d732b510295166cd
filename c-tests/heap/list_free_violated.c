#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
/* The next node is asked for after its predecessor was freed. */
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 3 && __VERIFIER_nondet_bool(); i++) {
    struct node *new = malloc(sizeof *new);
    if (!new) return 1;
    *new = (struct node){i, head};
    head = new;
  }
  for (struct node *n = head; n; n = n->next)
    free(n);
  return 0;
}
