#include <assert.h>
#include <stddef.h>

size_t __CPROVER_OBJECT_SIZE(const void *at);

int main(int argc, char **argv) {
  if (argc < 1) return 0;
  assert(__CPROVER_OBJECT_SIZE(argv[0]) < 4096);
  return 0;
}
