// Messages from a table of structures and from a choice.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static const struct {
  int code;
  const char *text;
} messages[] = {{3, "sensor %u failed"}, {7, "no answer from %u"}, {9, "%u"}};

int main(void) {
  char text[24];
  unsigned which = __VERIFIER_nondet_uint() % 3, x = __VERIFIER_nondet_uint() % 10;
  int n = snprintf(text, sizeof text, messages[which].text, x);
  if (n != (int)strlen(text)) reach_error();
  if (which == 2 && n != 1) reach_error();
  const char *plural = x == 1 ? "%u item" : "%u items";
  n = sprintf(text, plural, x);
  if (n != (x == 1 ? 6 : 7)) reach_error();
  return 0;
}
