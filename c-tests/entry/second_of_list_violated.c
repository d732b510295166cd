// The list may have one element only.
struct node {
  int value;
  struct node *next;
};

int second(struct node *n) {
  if (n) return n->next->value;
  return 0;
}
