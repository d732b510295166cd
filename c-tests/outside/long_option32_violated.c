#include <string.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "--verbose") == 0) reach_error();
  return 0;
}
