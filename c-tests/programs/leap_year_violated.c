extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* The century rule is forgotten. */
static int is_leap(unsigned year) { return year % 4 == 0; }
int main(void) {
  unsigned year = __VERIFIER_nondet_uint();
  if (year < 1800 || year > 2400) return 0;
  int expected = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  if (is_leap(year) != expected) reach_error();
  return 0;
}
