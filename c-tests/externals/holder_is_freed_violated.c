/* What a driver was given is freed, what it led to lives on. */
#include <stdlib.h>
extern void reach_error(void);
struct request {
  struct request *next;
  int *result;
};
extern void submit(struct request *request);
extern void tick(void);

int main(void) {
  int result;
  struct request *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  first->next = second;
  second->next = 0;
  second->result = &result;
  submit(first);
  free(first);
  free(second);
  result = 0;
  tick();
  if (result) reach_error();
  return 0;
}
