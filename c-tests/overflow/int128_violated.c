typedef __int128 wide;
extern wide __VERIFIER_nondet_int128(void);
int main(void) {
  wide a = __VERIFIER_nondet_int128();
  if (a < 0 || a >= ((wide)1 << 64)) return 0;
  return a * a > 0;
}
