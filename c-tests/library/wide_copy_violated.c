#include <stdlib.h>
#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
/* There is no room for the zero of the longest text. */
int main(void) {
  wchar_t name[4];
  const wchar_t *from = L"red";
  if (__VERIFIER_nondet_int()) from = L"blue";
  wcscpy(name, from);
  return (int)name[0];
}
