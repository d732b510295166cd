// Timers count down while they run: each rings a hundred ticks after its start.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned now;
static _Bool is_on_0;
static unsigned start_0, left_0;
static _Bool is_on_1;
static unsigned start_1, left_1;

int main(void) {
  for (;;) {
    unsigned event = __VERIFIER_nondet_uint();
    if (event == 0) {
      now++;
      if (is_on_0) {
        left_0--;
        if (left_0 == 0) {
          if (now - start_0 != 100) reach_error();
          is_on_0 = 0;
        }
      }
      if (is_on_1) {
        left_1--;
        if (left_1 == 0) {
          if (now - start_1 != 100) reach_error();
          is_on_1 = 0;
        }
      }
    } else if (event == 1 && !is_on_0) {
      is_on_0 = 1;
      start_0 = now;
      left_0 = 100;
    } else if (event == 2 && !is_on_1) {
      is_on_1 = 1;
      start_1 = now;
      left_1 = 100;
    }
  }
}
