#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* A list of at most three nodes is turned round in place. */
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0, *back = 0;
  int n = 0;
  while (n < 3 && __VERIFIER_nondet_bool()) {
    struct node *new = malloc(sizeof *new);
    if (!new) return 1;
    *new = (struct node){n++, head};
    head = new;
  }
  while (head) {
    struct node *next = head->next;
    head->next = back;
    back = head;
    head = next;
  }
  for (int i = 0; i < n; i++, back = back->next)
    if (back->value != i) reach_error();
  if (back) reach_error();
  return 0;
}
