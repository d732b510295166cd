extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A signed field of one bit holds 0 and -1. */
struct flags { signed int ready : 1; signed int rest : 7; };
int main(void) {
  struct flags f = {0};
  f.ready = __VERIFIER_nondet_int() & 1;
  if (f.ready > 0) reach_error();
  if (f.ready < 0) reach_error();
  return 0;
}
