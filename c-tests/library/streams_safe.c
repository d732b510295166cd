// Streams that a program begins with are three, and open.
#include <stdio.h>

int main(void) {
  char line[16];
  if (!fgets(line, sizeof line, stdin)) {
    fputs("no input\n", stderr);
    return 1;
  }
  fprintf(stdout, "%s", line);
  FILE *copy = fopen("copy", "w");
  if (!copy) return 1;
  fputs(line, copy);
  fflush(NULL);
  fclose(copy);
  return stdin == stdout || stdout == stderr;
}
