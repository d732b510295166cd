#include <string.h>
/* It may have just as many characters as are modelled. */
int main(int argc, char **argv) {
  if (argc > 1 && argv[1][30] == 'x') return 1;
  return 0;
}
