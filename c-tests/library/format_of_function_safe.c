// A function returns the format, or a structure that is looked up has it.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct message {
  int number;
  const char *format;
};
static const struct message messages[] = {{1, "a%d"}, {2, "bb%d"}};
static const struct message *find(int number) {
  for (unsigned i = 0; i < 2; i++)
    if (messages[i].number == number) return &messages[i];
  return 0;
}
static const char *plural(int n) { return n == 1 ? "%d item" : "%d items"; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  char text[32];
  if (n > 0 && n < 10 && sprintf(text, plural(n), n) != (n == 1 ? 6 : 7)) reach_error();
  const struct message *message = find(n);
  if (message && sprintf(text, message->format, 4) != n + 1) reach_error();
  return 0;
}
