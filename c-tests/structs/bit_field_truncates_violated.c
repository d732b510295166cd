extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* Eight does not fit into three bits. */
struct control { unsigned enable : 1, mode : 3; };
int main(void) {
  struct control c = {0};
  unsigned mode = __VERIFIER_nondet_uint();
  if (mode > 8) return 0;
  c.mode = mode;
  if (c.mode != mode) reach_error();
  return 0;
}
