extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A measured value is limited to what the sensor can say; the mean of that and the last
   one stays within the same limits, below zero, too. */
int main(void) {
  int mean = 20;
  signed char shown = 20;
  while (1) {
    int value = __VERIFIER_nondet_int();
    if (value < -40) value = -40;
    if (value > 125) value = 125;
    mean = (mean + value) / 2;
    shown = (signed char)mean;
    if (shown != mean) reach_error();
    if (mean < -40 || mean > 125) reach_error();
  }
}
