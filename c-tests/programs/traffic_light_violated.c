extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* The same, but the turn is passed on one phase too early. */
enum light { RED, RED_AMBER, GREEN, AMBER };
int main(void) {
  enum light north = RED, east = RED;
  int turn = 0;
  while (1) {
    if (turn == 0) {
      if (north == RED) north = RED_AMBER;
      else if (north == RED_AMBER) { north = GREEN; turn = 1; }
      else if (north == GREEN) { if (__VERIFIER_nondet_int()) north = AMBER; }
      else { north = RED; turn = 1; }
    } else {
      if (east == RED) east = RED_AMBER;
      else if (east == RED_AMBER) east = GREEN;
      else if (east == GREEN) { if (__VERIFIER_nondet_int()) east = AMBER; }
      else { east = RED; turn = 0; }
    }
    if (north == GREEN && east == GREEN) reach_error();
  }
}
