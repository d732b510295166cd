#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* The node is taken out of the list and not freed. */
struct node { unsigned char value; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (unsigned char i = 0; i < 2; i++) {
    struct node *new = malloc(sizeof *new);
    if (!new) return 1;
    new->value = i;
    new->next = head;
    head = new;
  }
  unsigned char wanted = __VERIFIER_nondet_uchar();
  for (struct node **link = &head; *link; link = &(*link)->next)
    if ((*link)->value == wanted) {
      *link = (*link)->next;
      break;
    }
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
