extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A state machine whose states are functions that return the next; for ever. */
static unsigned char motor, doors = 1;
static int stopped(unsigned char event) {
  motor = 0;
  if (event == 'o') doors = 1;
  if (event == 'c') doors = 0;
  return event == 'g' && !doors;
}
static int moving(unsigned char event) {
  motor = 1;
  if (event == 's') {
    motor = 0;
    return 0;
  }
  return 1;
}
int main(void) {
  static int (*const states[2])(unsigned char) = {stopped, moving};
  int state = 0;
  while (1) {
    state = states[state](__VERIFIER_nondet_uchar());
    if (motor && doors) reach_error();
  }
}
