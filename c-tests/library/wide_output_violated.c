#include <wchar.h>
/* What is printed as a wide string has no end. */
int main(void) {
  wchar_t mark[2] = {L'o', L'k'};
  wprintf(L"%ls\n", L"begin");
  wprintf(L"[%.2ls] %d%c\n", mark, 7, '!');
  return wprintf(L"%ls\n", mark) < 0;
}
