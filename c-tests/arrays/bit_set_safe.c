extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A set of numbers below 32. */
static unsigned char words[4];
static void insert(unsigned n) { words[n / 8] |= (unsigned char)(1u << n % 8); }
static void erase(unsigned n) { words[n / 8] &= (unsigned char)~(1u << n % 8); }
static int contains(unsigned n) { return words[n / 8] >> n % 8 & 1; }
int main(void) {
  unsigned a = __VERIFIER_nondet_uchar() & 31, b = __VERIFIER_nondet_uchar() & 31;
  insert(a);
  insert(b);
  if (!contains(a)) reach_error();
  erase(a);
  if (contains(a)) reach_error();
  if (a != b && !contains(b)) reach_error();
  return 0;
}
