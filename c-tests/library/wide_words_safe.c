#include <wchar.h>
extern void reach_error(void);
int main(void) {
  wchar_t path[6] = L"/usr";
  if (wcscspn(path, L"s") != 2 || wcsspn(path, L"/u") != 2 || wcschr(path, L'z')) reach_error();
  wcsncpy(path, L"ab", 4);
  if (path[1] != L'b' || path[3] != 0) reach_error();
  if (wmemcmp(path, L"ac", 2) >= 0 || wmemchr(path, L'b', 2) != path + 1) reach_error();
  return 0;
}
