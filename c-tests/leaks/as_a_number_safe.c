#include <stdint.h>
#include <stdlib.h>
/* An integer, a place inside of the object, a field of a packed structure: all of them
   hold it. */
struct __attribute__((packed)) tagged { char tag; char *text; };
static struct tagged t;
int main(void) {
  uintptr_t a = (uintptr_t)malloc(8);
  char *b = (char *)malloc(8) + 4;
  t.tag = 1;
  t.text = malloc(8);
  for (int i = 0; i < 2; i++) t.tag++;
  free((char *)a);
  free(b - 4);
  free(t.text);
  return 0;
}
