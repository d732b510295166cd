/* The last node has no next one. */
struct node { struct node *next; int value; long rest[3]; };
static int value(struct node n) { n.value++; return n.value; }
int main(void) {
  struct node a = {0, 1, {0}}, b = {&a, 2, {0}}, *p = &b;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    sum += value(*p); /* !! */
    p = p->next;
  }
  return sum;
}
