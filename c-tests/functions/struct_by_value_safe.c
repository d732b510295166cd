extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct point { int x, y; };
static struct point mirror(struct point p) {
  struct point q;
  q.x = p.y;
  q.y = p.x;
  return q;
}
int main(void) {
  struct point p;
  p.x = __VERIFIER_nondet_int();
  p.y = __VERIFIER_nondet_int();
  struct point q = mirror(mirror(p));
  if (q.x != p.x || q.y != p.y) reach_error();
  return 0;
}
