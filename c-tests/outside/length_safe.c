#include <stdio.h>
#include <string.h>
extern void reach_error(void);
/* Printed and measured, a string may have any length. */
int main(int argc, char **argv) {
  if (argc != 2) return 1;
  printf("%s\n", argv[1]);
  puts(argv[1]);
  size_t n = strlen(argv[1]);
  if (n > 40 && strlen(argv[1]) <= 40) reach_error();
  if (n > 0 && argv[1][0] == 0) reach_error();
  return 0;
}
