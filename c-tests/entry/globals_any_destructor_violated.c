// What runs behind the entry function has any variables, too.
#include <assert.h>

static int open_files;

__attribute__((destructor)) static void all_closed(void) { assert(open_files == 0); }

void work(void) {}
