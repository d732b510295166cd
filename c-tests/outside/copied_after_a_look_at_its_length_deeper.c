#include <string.h>
/* Long arguments fit, too; but what is in them is not modelled. */
int main(int argc, char **argv) {
  char name[100];
  if (argc > 1 && strlen(argv[1]) < sizeof name) strcpy(name, argv[1]);
  return 0;
}
