extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A machine with a stack runs any program of five bytes; everything is checked. */
enum { PUSH, ADD, DUP, DROP, HALT };
int main(void) {
  unsigned char code[5], stack[3];
  unsigned top = 0, at = 0;
  for (int i = 0; i < 5; i++) code[i] = __VERIFIER_nondet_uchar();
  while (at < 5) {
    switch (code[at++]) {
      case PUSH:
        if (at == 5 || top == 3) return 1;
        stack[top++] = code[at++];
        break;
      case ADD:
        if (top < 2) return 1;
        top--;
        stack[top - 1] += stack[top];
        break;
      case DUP:
        if (top == 0 || top == 3) return 1;
        stack[top] = stack[top - 1];
        top++;
        break;
      case DROP:
        if (top == 0) return 1;
        top--;
        break;
      default: return 0;
    }
    if (top > 3) reach_error();
  }
  return 0;
}
