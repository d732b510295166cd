#include <string.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc != 2) return 0;
  char *equals = strchr(argv[1], '=');
  if (equals && equals - argv[1] == 9 && equals[1] == 'y') reach_error();
  return 0;
}
