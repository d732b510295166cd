/* What the first loop's end says, i == n, is needed at the second one's head. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), filled = 0, drained = 0, level = 0;
  while (filled < n) {
    level += 5;
    filled++;
  }
  while (drained < n) {
    level -= 5;
    drained++;
  }
  if (level != 0) reach_error();
  return 0;
}
