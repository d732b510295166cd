/* The second loop drains less than the first one fills, for one n in many. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), filled = 0, drained = 0, level = 0;
  if (n > 40) return 0;
  while (filled < n) {
    level += 5;
    filled++;
  }
  while (drained < n && drained != 37) {
    level -= 5;
    drained++;
  }
  if (level != 0) reach_error();
  return 0;
}
