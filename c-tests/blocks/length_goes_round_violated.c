/* So many bytes that the last one lies before the first: memcmp has only three to compare. */
#include <string.h>
extern void reach_error(void);

int main(void) {
  unsigned char a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  size_t n = 0;
  n--;
  return memcmp(a + 5, b + 5, n);
}
