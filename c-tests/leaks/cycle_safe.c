#include <stdlib.h>
struct node { struct node *other; };
int main(void) {
  struct node *a = malloc(sizeof *a);
  struct node *b = malloc(sizeof *b);
  a->other = b;
  b->other = a;
  a = 0;
  free(b->other);
  free(b);
  return 0;
}
