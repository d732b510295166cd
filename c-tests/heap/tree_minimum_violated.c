#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* The least key of a tree that may be empty. */
struct node { unsigned char key; struct node *left, *right; };
static struct node *leaf(unsigned char key) {
  struct node *n = calloc(1, sizeof *n);
  if (!n) exit(1);
  n->key = key;
  return n;
}
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() % 3;
  struct node *root = 0;
  if (n > 0) root = leaf(5);
  if (n > 1) root->left = leaf(3);
  const struct node *at = root;
  while (at->left) at = at->left;
  return at->key;
}
