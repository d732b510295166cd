extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);
/* The tag tells which member was written. */
struct value { enum { NUMBER, PAIR } tag; union { int number; struct { short x, y; } pair; } as; };
static int magnitude(const struct value *v) {
  switch (v->tag) {
    case NUMBER: return v->as.number;
    case PAIR: return v->as.pair.x + v->as.pair.y;
  }
  return -1;
}
int main(void) {
  struct value v;
  short x = __VERIFIER_nondet_short(), y = __VERIFIER_nondet_short();
  if (__VERIFIER_nondet_uchar() & 1) {
    v.tag = NUMBER;
    v.as.number = x + y;
  } else {
    v.tag = PAIR;
    v.as.pair.x = x;
    v.as.pair.y = y;
  }
  if (magnitude(&v) != x + y) reach_error();
  return 0;
}
