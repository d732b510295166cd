#include <assert.h>
#include <stddef.h>

static int total;

static int add(const int *row, size_t n)
__CPROVER_requires(n <= 4 && __CPROVER_is_fresh(row, n * sizeof *row))
__CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(total))
__CPROVER_assigns(total)
{
  for (size_t i = 0; i < n; i++)
  __CPROVER_assigns(i, total)
  __CPROVER_loop_invariant(__CPROVER_forall { size_t k; k < i ==> row[k] >= 0 })
  __CPROVER_decreases(n - i)
  {
    total += row[i];
  }
  return total;
}

// Words that CBMC declares itself.
static __CPROVER_bool has_room(const char *at, __CPROVER_size_t n) {
  return __CPROVER_OBJECT_SIZE(at) - __CPROVER_POINTER_OFFSET(at) >= n;
}

int main(void) {
  int row[3] = {1, 2, 3};
  char bytes[8];
  assert(add(row, 3) != 6);
  assert(has_room(bytes + 4, 4));
  return 0;
}
