#include <stdlib.h>
/* The two point to each other, but nothing points to either. */
struct node { struct node *other; };
int main(void) {
  struct node *a = malloc(sizeof *a);
  struct node *b = malloc(sizeof *b);
  a->other = b;
  b->other = a;
  a = 0;
  b = 0;
  return 0;
}
