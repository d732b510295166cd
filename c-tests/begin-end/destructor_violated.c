#include <assert.h>
#include <stdlib.h>
static int open_files;
__attribute__((destructor)) static void check(void) { assert(open_files == 0); }
int main(int argc, char **argv) {
  open_files++;
  if (argc == 3) exit(2);
  open_files--;
  return 0;
}
