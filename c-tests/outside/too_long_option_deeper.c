#include <string.h>
extern void reach_error(void);
/* The word is longer than what is modelled of an argument at first. */
int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--the-longest-option-of-all") == 0) reach_error();
  return 0;
}
