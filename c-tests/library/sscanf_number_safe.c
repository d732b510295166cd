// Fields without anything between them, sizes, and what is not stored.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int a = 0;
  unsigned char small = 9;
  if (sscanf("1234", "%1d%*1d%*d", &a) != 1 || a != 1) reach_error();
  if (sscanf("0x1F 300", "%*x%hhu", &small) != 1 || small != 44) reach_error();
  return 0;
}
