#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Chains in four buckets. */
struct entry { unsigned char key, value; struct entry *next; };
static struct entry *bucket[4];
static void put(unsigned char key, unsigned char value) {
  struct entry *e;
  for (e = bucket[key & 3]; e; e = e->next)
    if (e->key == key) {
      e->value = value;
      return;
    }
  e = malloc(sizeof *e);
  if (!e) exit(1);
  *e = (struct entry){key, value, bucket[key & 3]};
  bucket[key & 3] = e;
}
static int get(unsigned char key) {
  for (const struct entry *e = bucket[key & 3]; e; e = e->next)
    if (e->key == key) return e->value;
  return -1;
}
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  put(a, 1);
  put(b, 2);
  if (get(b) != 2 || get(a) != (a == b ? 2 : 1)) reach_error();
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c != a && c != b && get(c) != -1) reach_error();
  return 0;
}
