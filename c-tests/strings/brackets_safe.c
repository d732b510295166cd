extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
/* Brackets of two kinds; the nesting is as deep as the stack allows. */
int main(void) {
  char stack[4];
  int depth = 0;
  while (1) {
    char c = __VERIFIER_nondet_char();
    if (c == '(' || c == '[') {
      if (depth == 4) return 1;
      stack[depth++] = c;
    } else if (c == ')' || c == ']') {
      if (depth == 0) return 1;
      char open = stack[--depth];
      if ((open == '(') != (c == ')')) return 1;
    } else if (c == 0) {
      break;
    }
  }
  if (depth < 0 || depth > 4) reach_error();
  return depth;
}
