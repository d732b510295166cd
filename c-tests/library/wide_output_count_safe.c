#include <stdio.h>
#include <wchar.h>
#include <wctype.h>
extern void reach_error(void);
int main(void) {
  int n = wprintf(L"%s %d\n", "width", 42), m = printf("%ls", L"text");
  if (n >= 0 && n != 9) reach_error();
  if (m < -100 && m > 100) reach_error();
  wint_t c = getwchar();
  if (iswdigit(c) && (c < L'0' || c > L'9')) reach_error();
  if (iswlower(c) && towupper(c) != c - 32) reach_error();
  return 0;
}
