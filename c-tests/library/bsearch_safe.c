#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
struct entry { unsigned char key, value; };
static const struct entry table[] = {{3, 30}, {5, 50}, {9, 90}, {12, 120}};
static int compare(const void *key, const void *entry) {
  return *(const unsigned char *)key - ((const struct entry *)entry)->key;
}
int main(void) {
  unsigned char key = __VERIFIER_nondet_uchar();
  const struct entry *e = bsearch(&key, table, 4, sizeof *table, compare);
  if (e && e->value != 10 * key) reach_error();
  if (!e && (key == 3 || key == 12)) reach_error();
  return 0;
}
