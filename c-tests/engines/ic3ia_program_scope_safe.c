/* Two loops, one after the other; predicates count everywhere, and come from interpolants. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int armed = 0, fired = 0;
  while (__VERIFIER_nondet_int()) {
    if (!fired) armed = 1;
  }
  while (__VERIFIER_nondet_int()) {
    if (armed && __VERIFIER_nondet_int()) { fired = 1; armed = 0; }
    if (fired && armed) reach_error();
  }
  return 0;
}
