#include <stdlib.h>
extern void reach_error(void);
/* Numbers of constant texts are exact. */
int main(void) {
  char *end;
  if (strtod("-2.5e1 rest", &end) != -25.0 || *end != ' ') reach_error();
  if (atof("0.1") != 0.1 || strtof("0.1", 0) != 0.1f) reach_error();
  return 0;
}
