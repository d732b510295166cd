#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

_Bool __CPROVER_same_object(const void *one, const void *other);
ptrdiff_t __CPROVER_POINTER_OFFSET(const void *at);
size_t __CPROVER_OBJECT_SIZE(const void *at);
_Bool __CPROVER_DYNAMIC_OBJECT(const void *at);
_Bool __CPROVER_LIVE_OBJECT(const void *at);
_Bool __ESBMC_same_object(const void *one, const void *other);
long __ESBMC_POINTER_OFFSET(const void *at);

struct pair {
  int first, second;
};

static struct pair table[4];

extern size_t __VERIFIER_nondet_size_t(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  size_t n = __VERIFIER_nondet_size_t(), k = __VERIFIER_nondet_size_t();
  if (n == 0 || n > 8 || k > n) return 0;
  char *bytes = malloc(n), *inside = bytes + k;
  struct pair local, *third = &table[2];

  assert(__CPROVER_same_object(bytes, inside) && __ESBMC_same_object(third, table));
  assert(!__CPROVER_same_object(bytes, table) && !__CPROVER_same_object(&local, table));
  assert(__CPROVER_same_object(NULL, NULL) && !__CPROVER_same_object(inside, NULL));

  // Also behind the last byte.
  assert(__CPROVER_POINTER_OFFSET(inside) == (ptrdiff_t)k);
  assert(__CPROVER_POINTER_OFFSET(table + 4) == sizeof table);
  assert(__ESBMC_POINTER_OFFSET(&third->second) == 2 * sizeof(struct pair) + sizeof(int));
  assert(__CPROVER_OBJECT_SIZE(inside) == n && __CPROVER_OBJECT_SIZE(&local.second) == 8);

  assert(__CPROVER_OBJECT_SIZE(NULL) == 0 && __CPROVER_POINTER_OFFSET(NULL) == 0);
  assert(__CPROVER_DYNAMIC_OBJECT(inside) && !__CPROVER_DYNAMIC_OBJECT(&local));
  assert(!__CPROVER_DYNAMIC_OBJECT(NULL) && !__CPROVER_LIVE_OBJECT(NULL));
  assert(__CPROVER_LIVE_OBJECT(third));

  // One of two, of different sizes.
  const void *any = __VERIFIER_nondet_int() ? (void *)inside : (void *)&local.second;
  assert(__CPROVER_OBJECT_SIZE(any) == (__CPROVER_DYNAMIC_OBJECT(any) ? n : 8));
  assert(__CPROVER_same_object(any, bytes) != __CPROVER_same_object(any, &local));
  free(bytes);
  return 0;
}
