extern int __VERIFIER_nondet_int(void);
struct item {
  int value;
  struct item *next;
};
static int sum(struct item *all) {
  int total = 0;
  for (; all; all = all->next) total += all->value;
  return total;
}
static int first(int *values) { return values[0]; }
/* Compound literals are used within their blocks only. */
int main(void) {
  int given = __VERIFIER_nondet_int() & 3, *p = (int[]){1, 2, given};
  struct item *list = &(struct item){5, &(struct item){given, 0}};
  int total = sum(list) + p[2];
  for (int i = 0; i < 3; i++) {
    int *q = (int[]){i, total};
    if (q[0] == 1) {
      q = &(int){given};
      total += *q & 1;
      continue;
    }
    total += first(q) + q[1] % 2;
  }
  for (int i = 0; i < 3; i++) total += first((int[]){i, 2});
  while (given-- > 0) total += first((int[]){given ? given : 0, 2});
  do total += first(&(int){given}); while (++given < 2);
  for (int *q = (int[]){3, 2, 1, 0}; *q && *q < 4; q++)
    if (*q == 1) total += q[1];
  switch (given) {
    case 2:
      p = (int[]){8, 9};
      /* fall through */
    case 3:
      p[0] = 2;
      break;
    default:
      p = &given;
  }
  if (given == 2) p = &(int){*(int[]){total}};
  return given == 2 ? 0 : *p;
}
