extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Two lights of a crossing are never green together. */
enum light { RED, RED_AMBER, GREEN, AMBER };
int main(void) {
  enum light north = RED, east = RED;
  int turn = 0;
  while (1) {
    if (turn == 0) {
      if (north == RED) { if (east == RED) north = RED_AMBER; }
      else if (north == RED_AMBER) north = GREEN;
      else if (north == GREEN) { if (__VERIFIER_nondet_int()) north = AMBER; }
      else { north = RED; turn = 1; }
    } else {
      if (east == RED) { if (north == RED) east = RED_AMBER; }
      else if (east == RED_AMBER) east = GREEN;
      else if (east == GREEN) { if (__VERIFIER_nondet_int()) east = AMBER; }
      else { east = RED; turn = 0; }
    }
    if (north == GREEN && east == GREEN) reach_error();
  }
}
