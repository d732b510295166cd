extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum mode { OFF, SLOW = 5, FAST };
int main(void) {
  enum mode m = OFF;
  for (;;) {
    int key = __VERIFIER_nondet_int();
    if (key == 0) m = OFF;
    else if (m == OFF) m = SLOW;
    else m = FAST;
    if (m != OFF && m != SLOW && m != FAST) reach_error();
  }
}
