// What `malloc` gives is not set; whatever bits the field has, it does not lead to `shared`.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct holder {
  int *place;
};
int main(void) {
  int shared = 5, is_set = 0;
  struct holder *holder = malloc(sizeof *holder);
  if (!holder) return 0;
  if (__VERIFIER_nondet_int()) {
    holder->place = &shared;
    is_set = 1;
  }
  if (*holder->place > 0 && !is_set) reach_error();
  free(holder);
  return 0;
}
