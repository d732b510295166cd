// asprintf allocates as much as the text needs, or fails.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  char *text;
  int port = __VERIFIER_nondet_uchar();
  int length = asprintf(&text, "port %d of %s", port, "board");
  if (length < 0) return 1;
  if (length != (int)strlen(text) || text[length - 1] != 'd') reach_error();
  if (port > 99 && text[7] != '0' + port % 10) reach_error();
  free(text);
  return 0;
}
