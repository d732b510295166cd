#include <stddef.h>
extern void reach_error(void);
struct node { int value; struct node *next; };
static int length(const struct node *list) { return list ? 1 + length(list->next) : 0; }
int main(void) {
  struct node all[8] = {0};
  for (int i = 0; i < 7; i++) all[i].next = &all[i + 1];
  all[7].next = NULL;
  if (length(all) != 8) reach_error();
  return 0;
}
