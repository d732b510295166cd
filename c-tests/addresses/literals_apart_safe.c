// Literals that differ are different objects, also where they are chosen.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static const char *const colours[] = {"red", "green", "blue"};
int main(void) {
  unsigned which = (unsigned)__VERIFIER_nondet_int() % 3;
  const char *chosen = colours[which];
  if (chosen == "yellow") reach_error();
  const char *other = __VERIFIER_nondet_int() ? "redder" : "greener";
  if (chosen == other) reach_error();
  return 0;
}
