#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
/* A buffer whose lifetime is the whole loop, which is not bounded. */
int main(void) {
  unsigned char *stack = malloc(8);
  unsigned top = 0;
  if (!stack) return 1;
  while (1) {
    int command = __VERIFIER_nondet_int();
    if (command == 0) break;
    if (command > 0 && top < 8)
      stack[top++] = (unsigned char)command;
    else if (command < 0 && top > 0)
      top--;
  }
  free(stack);
  return 0;
}
