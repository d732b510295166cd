#include <wchar.h>
extern void reach_error(void);
int main(void) {
  wchar_t path[12] = L"/usr", *rest;
  wcscat(path, L"/bin");
  wcsncat(path, L"xyz", 1);
  if (wcslen(path) != 9 || path[8] != L'x' || path[9] != 0) reach_error();
  if (wcsrchr(path, L'/') != path + 4 || wcschr(path, L'z')) reach_error();
  if (wcsstr(path, L"bin") != path + 5 || wcscmp(path, L"/usr") <= 0) reach_error();
  if (wcscspn(path, L"nb") != 5 || wcsspn(path, L"/ursx") != 5) reach_error();
  if (wcscmp(wcstok(path, L"/", &rest), L"usr") != 0 || wcsncmp(rest, L"binary", 3) != 0) reach_error();
  wcsncpy(path, L"ab", 5);
  if (path[1] != L'b' || path[4] != 0 || path[5] != L'b') reach_error();
  if (wmemcmp(path, L"ac", 2) >= 0 || wmemchr(path, L'b', 2) != path + 1) reach_error();
  return 0;
}
