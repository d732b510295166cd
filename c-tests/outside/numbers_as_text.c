#include <stdlib.h>
extern void reach_error(void);
/* A number may have any number of digits. */
int main(int argc, char **argv) {
  if (argc > 1 && atoi(argv[1]) > 7 && argv[1][0] == 0) reach_error();
  return 0;
}
