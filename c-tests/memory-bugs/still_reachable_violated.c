#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
/* At the end a global still holds it; nobody frees it. */
static int *cache;
static int get(void) {
  if (!cache) {
    cache = malloc(sizeof *cache);
    if (!cache) exit(1);
    *cache = 5;
  }
  return *cache;
}
int main(void) {
  int x = 0;
  if (__VERIFIER_nondet_bool()) x = get();
  if (__VERIFIER_nondet_bool()) x += get();
  return x == 0;
}
