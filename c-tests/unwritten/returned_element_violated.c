// A value that was never written is read by the expression of a return statement.
extern int __VERIFIER_nondet_int(void);

struct pair { int first, second; };

static int pick(int which) {
  int values[2];
  values[0] = 1;
  if (which) values[1] = 2;
  return values[1];
}

static int second(const struct pair *p) { return p->second; }

int main(void) {
  struct pair p;
  p.first = 1;
  p.second = 2;
  return pick(__VERIFIER_nondet_int()) == 7 && second(&p);
}
