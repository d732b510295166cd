/* Objects of no bytes, which GNU C has, may lie where others do. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct nothing {};
struct nothing first, second;

int main(void) {
  void *p = __VERIFIER_nondet_int() == 12345678 ? (void *)&first : (void *)&second;
  if (p == (void *)&first && p == (void *)&second) reach_error();
  return 0;
}
