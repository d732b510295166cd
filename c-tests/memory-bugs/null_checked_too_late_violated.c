extern _Bool __VERIFIER_nondet_bool(void);
/* The member is read before the pointer is checked. */
struct device { int id, state; };
static int poll(const struct device *d) {
  int state = d->state;
  if (!d) return -1;
  return state;
}
int main(void) {
  struct device d = {1, 2};
  return poll(__VERIFIER_nondet_bool() ? &d : 0);
}
