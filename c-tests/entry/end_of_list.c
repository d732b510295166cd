// How long the list is that a harness would make is not known.
struct node {
  int value;
  struct node *next;
};

int last(struct node *n) {
  while (n && n->next) n = n->next;
  return n ? n->value : 0;
}
