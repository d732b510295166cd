extern unsigned char __VERIFIER_nondet_uchar(void);
/* ADD on a stack with one number. */
enum { PUSH, ADD, HALT };
int main(void) {
  unsigned char code[4], stack[2];
  unsigned top = 0, at = 0;
  for (int i = 0; i < 4; i++) code[i] = __VERIFIER_nondet_uchar();
  while (at < 4) {
    switch (code[at++]) {
      case PUSH:
        if (at == 4 || top == 2) return 1;
        stack[top++] = code[at++];
        break;
      case ADD:
        if (top < 1) return 1;
        top--;
        stack[top - 1] += stack[top];
        break;
      default: return 0;
    }
  }
  return 0;
}
