extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* There is a program of five operations that leaves 42 without naming it. */
enum { PUSH, ADD, DUP };
int main(void) {
  unsigned char stack[2];
  unsigned top = 0;
  for (int at = 0; at < 5; at++) {
    unsigned char op = __VERIFIER_nondet_uchar();
    if (op == PUSH && top < 2)
      stack[top++] = __VERIFIER_nondet_uchar() & 15;
    else if (op == ADD && top == 2)
      top--, stack[0] += stack[1];
    else if (op == DUP && top == 1)
      top++, stack[1] = stack[0];
    else
      return 0;
  }
  if (top == 1 && stack[0] == 42) reach_error();
  return 0;
}
