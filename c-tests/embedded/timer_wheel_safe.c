extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Timers in eight slots; one fires exactly when its delay is over. */
int main(void) {
  unsigned char wheel[8] = {0}, now = __VERIFIER_nondet_uchar();
  unsigned char delay = __VERIFIER_nondet_uchar() % 7 + 1;
  wheel[(unsigned char)(now + delay) & 7] = 1;
  for (unsigned char elapsed = 1; elapsed < 8; elapsed++) {
    now++;
    if (wheel[now & 7] != (elapsed == delay)) reach_error();
  }
  return 0;
}
