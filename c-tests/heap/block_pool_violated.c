extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* A block that is given back twice is given out twice. */
union block { union block *next; unsigned char bytes[8]; };
static union block pool[3], *available;
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
  for (int i = 0; i < 3; i++) put(&pool[i]);
  void *a = get();
  put(a);
  if (__VERIFIER_nondet_bool()) put(a);
  a = get();
  void *b = get();
  if (a == b) reach_error();
  return 0;
}
