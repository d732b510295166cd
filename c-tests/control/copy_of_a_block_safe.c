/* LLVM duplicates a block here, and what it knows of a variable there is about the original. */
#include <stdio.h>

static int verbose;

static void say(const char *s, int a) {
  int no = 0;
  if (verbose | no) printf("%s %d\n", s, a);
}

int main(int argc, char **argv) {
  verbose = argc > 1;
  say("12", 4);
  say("12", 4);
  return argv == 0;
}
