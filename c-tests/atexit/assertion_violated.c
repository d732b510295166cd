#include <assert.h>
#include <stdlib.h>
static int *balance;
static void audit(void) { assert(*balance >= 0); }
static int account = 10;
extern int __VERIFIER_nondet_int(void);
int main(void) {
  balance = &account;
  atexit(audit);
  if (__VERIFIER_nondet_int() == 12) account -= 12;
  return 0;
}
