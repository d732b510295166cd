/* The length of a type, too, may be wider than a size. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
  unsigned __int128 n = (unsigned __int128)__VERIFIER_nondet_ulong() + 3;
  if (sizeof(char[n]) < 3) reach_error();
  return 0;
}
