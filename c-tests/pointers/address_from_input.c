// An input is no address, be it one of these or not.
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
  int value = 5;
  int *place = &value;
  int is_input = __VERIFIER_nondet_int();
  if (is_input) place = (int *)(uintptr_t)__VERIFIER_nondet_ulong();
  if (*place == 5 && is_input) reach_error();
  return 0;
}
