#include <stdlib.h>
static int *kept;
struct list { struct list *next; };
static struct list *all;
int main(void) {
  int *x = malloc(sizeof *x);
  kept = x;
  for (int i = 0; i < 2; i++) {
    struct list *head = malloc(sizeof *head);
    head->next = all;
    all = head;
  }
  return 0;
}
