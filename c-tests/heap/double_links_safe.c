#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* A ring with a sentinel; nodes go in at either end and one comes out. */
struct node { int value; struct node *prev, *next; };
static void insert_after(struct node *at, struct node *new) {
  new->prev = at;
  new->next = at->next;
  at->next->prev = new;
  at->next = new;
}
int main(void) {
  struct node ring = {0, &ring, &ring};
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (!a || !b) return 1;
  a->value = 1;
  b->value = 2;
  insert_after(&ring, a);
  insert_after(__VERIFIER_nondet_bool() ? a : ring.prev->prev, b);
  a->prev->next = a->next;
  a->next->prev = a->prev;
  free(a);
  if (ring.next != b || ring.prev != b || b->next != &ring || b->prev != &ring) reach_error();
  if (ring.next->value != 2) reach_error();
  free(b);
  return 0;
}
