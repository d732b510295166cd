extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* The upper limit is not what is asked for: a mean of more than 127 does not fit into a
   char. */
int main(void) {
  int mean = 20;
  signed char shown = 20;
  while (1) {
    int value = __VERIFIER_nondet_int();
    if (value < -40) value = -40;
    if (value > 140) value = 140;
    mean = (mean + value) / 2;
    shown = (signed char)mean;
    if (shown != mean) reach_error();
    if (mean < -40 || mean > 125) reach_error();
  }
}
