#include <assert.h>
#include <string.h>

static char line[4] = "abc";
static int received;

void receive(void) {
  if (received == 0) {
    received = 1;
    line[0] = 'x';
    line[2] = 'z';
  }
}

int main(void) {
  char copy[4];
  strcpy(copy, line);
  assert((copy[0] == 'x') == (copy[2] == 'z'));
  return 0;
}
