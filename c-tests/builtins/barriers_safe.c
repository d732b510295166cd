extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int shared;
/* What barriers hide from compilers stays what it is. */
int main(void) {
  int n = __VERIFIER_nondet_int(), m = n;
  long wide = n;
  __asm__ volatile("" ::: "memory");
  __asm__("" : "+r"(m));
  __asm__("" : "=r"(wide) : "0"(wide), "m"(shared));
  __asm__ volatile("" : "+m"(shared), "+r"(m), "+r"(wide));
  __asm__ volatile("nop\n\tpause; nop" ::: "cc");
  __asm__ volatile("mfence" ::: "memory");
  if (m != n || wide != n || shared != 0) reach_error();
  return 0;
}
