// Who is given an object may be the one to free it; that is not modelled, and no violation.
#include <stdlib.h>
extern char *line(void);

int main(void) {
  char *text = line();
  free(text);
  return 0;
}
