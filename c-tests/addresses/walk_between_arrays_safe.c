/* Whether the arrays lie one behind the other does not matter where the end is known. */
extern int __VERIFIER_nondet_int(void);

static int first[3], second[3];

static int sum(const int *from, const int *to) {
  unsigned all = 0;
  for (; from != to; from++) all += (unsigned)*from;
  return (int)all;
}

int main(void) {
  int *p = __VERIFIER_nondet_int() ? first : second;
  return sum(p, p + 3);
}
