// A result that is missing and a structure that is half written are no reads by an expression;
// a variable called retval is one like others.
extern int __VERIFIER_nondet_int(void);

struct pair { int first, second; };
struct one { int only; };

static int maybe(int c) {
  if (c) return 1;
}

static struct pair half(void) {
  struct pair p;
  p.first = 1;
  return p;
}

static struct one none(void) {
  struct one o;
  return o;
}

static int same(int n) {
  int retval = n;
  return retval;
}

int main(void) {
  maybe(0);
  struct pair p = half();
  struct one o = none();
  return p.first + same(__VERIFIER_nondet_int() & 1);
}
