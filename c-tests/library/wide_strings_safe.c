#include <wchar.h>
extern void reach_error(void);
int main(void) {
  wchar_t path[12] = L"/usr";
  wcscat(path, L"/bin");
  wcsncat(path, L"xyz", 1);
  if (wcslen(path) != 9 || path[8] != L'x' || path[9] != 0) reach_error();
  if (wcsrchr(path, L'/') != path + 4 || wcscmp(path, L"/usr") <= 0) reach_error();
  return 0;
}
