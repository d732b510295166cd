#include <string.h>
extern void reach_error(void);
/* What is searched begins at an offset that only turns out to be a constant. */
int main(void) {
  const char *s = "ab";
  if (strlen(s + (strlen(s) - 1)) != 1) reach_error();
  if (strlen("ab" + (strlen("ab") - 1)) != 1) reach_error();
  return 0;
}
