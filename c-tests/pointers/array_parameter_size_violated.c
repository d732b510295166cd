extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* sizeof of a parameter is that of a pointer: only 8 of 12 bytes are cleared. */
static void clear(unsigned char *key) {
  for (unsigned i = 0; i < sizeof key; i++) key[i] = 0;
}
int main(void) {
  unsigned char key[12];
  for (int i = 0; i < 12; i++) key[i] = __VERIFIER_nondet_uchar();
  clear(key);
  for (int i = 0; i < 12; i++)
    if (key[i]) reach_error();
  return 0;
}
