// Nor is there anything to print to.
#include <stdio.h>

int main(void) {
  FILE *log = fopen("log", "w");
  fprintf(log, "started\n");
  if (log) fclose(log);
  return 0;
}
