/* On a 32-bit machine an object may be too large for the model's addresses: that is said, not overlooked. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

char large[64 << 20];
int a0[2], a1[2], a2[2], a3[2], a4[2], a5[2], a6[2], a7[2], a8[2], a9[2], a10[2], a11[2], a12[2], a13[2], a14[2], a15[2], a16[2], a17[2], a18[2], a19[2], a20[2], a21[2], a22[2], a23[2], a24[2], a25[2], a26[2], a27[2], a28[2], a29[2], a30[2], a31[2], a32[2], a33[2], a34[2], a35[2], a36[2], a37[2], a38[2], a39[2];

void set(volatile int *at) { at[__VERIFIER_nondet_ulong() % 2] = 1; }

int main(void) {
  set(a0);
  set(a1);
  set(a2);
  set(a3);
  set(a4);
  set(a5);
  set(a6);
  set(a7);
  set(a8);
  set(a9);
  set(a10);
  set(a11);
  set(a12);
  set(a13);
  set(a14);
  set(a15);
  set(a16);
  set(a17);
  set(a18);
  set(a19);
  set(a20);
  set(a21);
  set(a22);
  set(a23);
  set(a24);
  set(a25);
  set(a26);
  set(a27);
  set(a28);
  set(a29);
  set(a30);
  set(a31);
  set(a32);
  set(a33);
  set(a34);
  set(a35);
  set(a36);
  set(a37);
  set(a38);
  set(a39);
  unsigned long i = __VERIFIER_nondet_ulong();
  if (i >= sizeof large) return 0;
  large[i] = 1;
  if (large[60 << 20] && i != 60 << 20) reach_error();
  return 0;
}
