// What a parameter points to leads on, or is null.
struct node {
  int value;
  struct node *next;
};

int second(struct node *n) {
  if (n && n->next) return n->next->value;
  return 0;
}
