// What a producer numbers goes through two slots, and comes out in order.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned put, got;
static _Bool full_0;
static unsigned slot_0;
static _Bool full_1;
static unsigned slot_1;

int main(void) {
  for (;;) {
    unsigned event = __VERIFIER_nondet_uint();
    if (event == 0 && !full_0) {
      full_0 = 1;
      slot_0 = put;
      put++;
    } else if (event == 1 && full_0 && !full_1) {
      slot_1 = slot_0;
      full_0 = 0;
      full_1 = 1;
    } else if (event == 2 && full_1) {
      if (slot_1 != got) reach_error();
      full_1 = 0;
      got += 1;
    }
  }
}
