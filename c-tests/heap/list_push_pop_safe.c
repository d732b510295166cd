#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A stack as a list: what comes out is what went in, backwards. */
struct node { unsigned char value; struct node *next; };
static struct node *push(struct node *head, unsigned char value) {
  struct node *n = malloc(sizeof *n);
  if (!n) exit(1);
  n->value = value;
  n->next = head;
  return n;
}
int main(void) {
  struct node *head = 0;
  unsigned char in[3];
  for (int i = 0; i < 3; i++) {
    in[i] = __VERIFIER_nondet_uchar();
    head = push(head, in[i]);
  }
  for (int i = 2; i >= 0; i--) {
    struct node *n = head;
    if (n->value != in[i]) reach_error();
    head = n->next;
    free(n);
  }
  if (head) reach_error();
  return 0;
}
