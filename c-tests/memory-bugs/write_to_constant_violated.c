extern unsigned char __VERIFIER_nondet_uchar(void);
/* The qualifier is cast away, the table stays read-only. */
static const unsigned char gain[4] = {1, 2, 4, 8};
static void set(const unsigned char *at, unsigned char value) { *(unsigned char *)at = value; }
int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar() & 3;
  set(&gain[i], 16);
  return gain[i];
}
