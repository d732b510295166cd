extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A lift between the floors 0 and 4 that a fault would have to start on floor 6 to reach
   floor 5. It may wait on each floor, so only paths that repeat nothing are short. */
int main(void) {
  unsigned char floor = 0;
  while (1) {
    if (__VERIFIER_nondet_int()) {
      if (floor < 4) floor++;
      else if (floor == 4) floor = 0;
      else if (floor < 8) floor--;
    }
    if (floor == 5) reach_error();
  }
}
