extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
/* Coins of 5, 10 and 25; the machine overpays once when the coin tube is refilled. */
int main(void) {
  int credit = 0, sold = 0;
  while (sold < 3) {
    int coin = __VERIFIER_nondet_int();
    __VERIFIER_assume(coin == 5 || coin == 10 || coin == 25);
    credit += coin;
    if (credit >= 30) {
      credit -= 30;
      sold++;
      if (credit == 20 && sold == 2) credit = 45;
    }
  }
  if (credit > 20) reach_error();
  return 0;
}
