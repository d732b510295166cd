// The list is another file's. A link that it leaves is null or valid, so this is no violation; it is
// not known where links lead.
struct node {
  struct node *next;
  int value;
};
struct node *head;
extern void work(void);

int main(void) {
  work();
  if (head) head->value = 1;
  return 0;
}
