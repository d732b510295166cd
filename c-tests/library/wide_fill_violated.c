#include <wchar.h>
/* The size in bytes is taken for the number of characters. */
int main(void) {
  wchar_t text[10];
  wmemset(text, L'-', sizeof text);
  return text[0];
}
