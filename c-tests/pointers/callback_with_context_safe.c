extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A walk with a function and a pointer to its data. */
struct total { int sum, count; };
static void each(const unsigned char *a, int n, void (*visit)(void *, int), void *context) {
  for (int i = 0; i < n; i++) visit(context, a[i]);
}
static void add(void *context, int x) {
  struct total *t = context;
  t->sum += x;
  t->count++;
}
static void largest(void *context, int x) {
  int *most = context;
  if (x > *most) *most = x;
}
int main(void) {
  unsigned char a[4];
  struct total t = {0, 0};
  int most = -1;
  for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_uchar();
  each(a, 4, add, &t);
  each(a, 4, largest, &most);
  if (t.count != 4 || t.sum > 4 * most || t.sum < most) reach_error();
  return 0;
}
