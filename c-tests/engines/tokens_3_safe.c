// A token goes round 3 tasks, each of which adds one to it.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned token, sent;
static int is_sent;
static int turn_0;
static int turn_1;
static int turn_2;
static int turn_3;

int main(void) {
  for (;;) {
    unsigned task = __VERIFIER_nondet_uint();
    if (task == 0 && !is_sent) {
      sent = __VERIFIER_nondet_uint();
      token = sent;
      is_sent = 1;
      turn_1 = 1;
    } else if (task == 0 && turn_0) {
      if (token != sent + 3) reach_error();
      turn_0 = 0;
      is_sent = 0;
    } else if (task == 1 && turn_1) {
      token += 1;
      turn_1 = 0;
      turn_2 = 1;
    } else if (task == 2 && turn_2) {
      token += 1;
      turn_2 = 0;
      turn_3 = 1;
    } else if (task == 3 && turn_3) {
      token += 1;
      turn_3 = 0;
      turn_0 = 1;
    }
  }
}
