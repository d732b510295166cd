extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* An allocator of our own: four blocks, the free ones in a list inside of them. */
union block { union block *next; unsigned char bytes[8]; };
static union block pool[4], *available;
static void start(void) {
  for (int i = 0; i < 3; i++) pool[i].next = &pool[i + 1];
  available = pool;
}
static void *get(void) {
  union block *b = available;
  if (b) available = b->next;
  return b;
}
static void put(void *p) {
  union block *b = p;
  b->next = available;
  available = b;
}
int main(void) {
  start();
  unsigned char *a = get(), *b = get();
  a[7] = 1;
  b[7] = 2;
  if (__VERIFIER_nondet_bool()) {
    put(a);
    a = get();
    a[7] = 1;
  }
  unsigned char *c = get();
  if (!c || c == a || c == b || a == b || a[7] + b[7] != 3) reach_error();
  if (!get() || get()) reach_error();
  return 0;
}
