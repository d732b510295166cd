/* A copy is equal, element by element. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[2000], b[2000];
  for (int i = 0; i < 2000; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 2000; i++) b[i] = a[i];
  for (int i = 0; i < 2000; i++)
    if (a[i] != b[i]) reach_error();
  return 0;
}
