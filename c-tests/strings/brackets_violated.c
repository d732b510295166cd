extern char __VERIFIER_nondet_char(void);
/* A closing bracket too many. */
int main(void) {
  char stack[4];
  int depth = 0;
  while (1) {
    char c = __VERIFIER_nondet_char();
    if (c == '(' || c == '[') {
      if (depth == 4) return 1;
      stack[depth++] = c;
    } else if (c == ')' || c == ']') {
      char open = stack[--depth];
      if ((open == '(') != (c == ')')) return 1;
    } else if (c == 0) {
      return depth;
    }
  }
}
