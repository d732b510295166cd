/* The function gets a structure that leads to another one. */
extern void reach_error(void);
struct node {
  struct node *next;
  int value;
};
extern void work(struct node *list);

int main(void) {
  struct node second = {0, 1}, first = {&second, 0};
  int apart = 2;
  work(&first);
  if (apart != 2) reach_error();
  if (second.value != 1) reach_error();
  return 0;
}
