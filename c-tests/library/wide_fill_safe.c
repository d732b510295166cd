#include <wchar.h>
extern void reach_error(void);
/* Each element gets the whole wide character, however many there are. */
int main(void) {
  wchar_t text[151];
  wmemset(text, L'\x1F600', 150);
  text[150] = 0;
  if (text[0] != 0x1F600 || text[1] != 0x1F600 || text[127] != 0x1F600) reach_error();
  if (text[128] != 0x1F600 || text[149] != 0x1F600 || text[150] != 0) reach_error();
  return 0;
}
